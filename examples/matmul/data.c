/* SPDX-License-Identifier: Apache-2.0
 *
 * data.c - the product in double precision, and the result's deviation from it. */
#include "data.h"

#include <math.h>

double product_at(const struct product *p, unsigned row, unsigned col) {
    double sum = 0;
    for (unsigned k = 0; k < p->inner; k++) {
        sum += (double)tiled_at(p->a, p->inner, row, k, false) *
               (double)tiled_at(p->b, p->cols, k, col, false);
    }
    return sum;
}

/* The sums that a correlation is computed from. */
struct sums {
    double n, x, y, xx, yy, xy;
};

static void sums_add(struct sums *s, double x, double y) {
    s->n += 1;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->yy += y * y;
    s->xy += x * y;
}

static void sums_join(struct sums *s, const struct sums *t) {
    s->n += t->n;
    s->x += t->x;
    s->y += t->y;
    s->xx += t->xx;
    s->yy += t->yy;
    s->xy += t->xy;
}

/* The correlation; 0 for constant data and for data that contains a NaN. */
static double correlation(const struct sums *s) {
    double vx = s->n * s->xx - s->x * s->x, vy = s->n * s->yy - s->y * s->y;
    double r = vx > 0 && vy > 0 ? (s->n * s->xy - s->x * s->y) / sqrt(vx * vy) : 0;
    return r >= -1.5 && r <= 1.5 ? r : 0;
}

struct comparison compare_product(const struct product *p) {
    struct comparison result = {.lowest_pcc = 2};
    struct sums all = {0};
    for (unsigned block = 0; block < p->rows / 8 * (p->cols / 16); block++) {
        struct sums sums = {0};
        unsigned row = block / (p->cols / 16) * 8, col = block % (p->cols / 16) * 16;
        for (unsigned i = 0; i < 128; i++) {
            unsigned r = row + i / 16, c = col + i % 16;
            double x = tiled_at(p->out, p->cols, r, c, p->fp32), y = product_at(p, r, c);
            sums_add(&sums, x, y);
            result.largest_error = fmax(result.largest_error, fabs(x - y));
        }
        double pcc = correlation(&sums);
        if (pcc < result.lowest_pcc) {
            result.lowest_pcc = pcc;
            result.block_row = row;
            result.block_col = col;
        }
        sums_join(&all, &sums);
    }
    result.pcc = correlation(&all);
    return result;
}
