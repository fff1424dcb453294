/* SPDX-License-Identifier: Apache-2.0
 *
 * data.c - matrices: made, laid out in tiles, read back, compared. */
#include "data.h"

#include <math.h>
#include <string.h>

static uint32_t random_step(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

float float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint16_t bf16_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint16_t)(bits >> 16);
}

void matrix_random(float *matrix, unsigned count, uint32_t *seed) {
    for (unsigned i = 0; i < count; i++) {
        int32_t sum = 0;
        for (unsigned j = 0; j < 4; j++) {
            sum += (int32_t)(random_step(seed) >> 16) - 32768;
        }
        float value = (float)sum / 32768.0f;
        matrix[i] = float_of_bits((uint32_t)bf16_bits(value) << 16);
    }
}

/* Number of a datum: tiles row by row, in a tile faces row by row, in a face datums row by row. */
static unsigned tiled_index(unsigned cols, unsigned row, unsigned col) {
    unsigned tile = row / 32 * (cols / 32) + col / 32;
    unsigned face = row / 16 % 2 * 2 + col / 16 % 2;
    return tile * 1024 + face * 256 + row % 16 * 16 + col % 16;
}

void matrix_tilize(uint8_t *l1, const float *matrix, unsigned rows, unsigned cols) {
    for (unsigned r = 0; r < rows; r++) {
        for (unsigned c = 0; c < cols; c++) {
            uint16_t bits = bf16_bits(matrix[r * cols + c]);
            uint8_t *at = l1 + 2 * tiled_index(cols, r, c);
            at[0] = (uint8_t)bits;
            at[1] = (uint8_t)(bits >> 8);
        }
    }
}

float tiled_at(const uint8_t *l1, unsigned cols, unsigned row, unsigned col, bool fp32) {
    unsigned index = tiled_index(cols, row, col);
    const uint8_t *at = l1 + (fp32 ? 4 : 2) * index;
    uint32_t low = at[0] | (uint32_t)at[1] << 8;
    return float_of_bits(fp32 ? low | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24 : low << 16);
}

double product_at(const float *a, const float *b, unsigned inner, unsigned cols, unsigned row,
                  unsigned col) {
    double sum = 0;
    for (unsigned k = 0; k < inner; k++) {
        sum += (double)a[row * inner + k] * (double)b[k * cols + col];
    }
    return sum;
}

/* Sums from which a correlation follows. */
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

/* Anything that is no number, or a constant, correlates with nothing. */
static double correlation(const struct sums *s) {
    double vx = s->n * s->xx - s->x * s->x, vy = s->n * s->yy - s->y * s->y;
    double r = vx > 0 && vy > 0 ? (s->n * s->xy - s->x * s->y) / sqrt(vx * vy) : 0;
    return r >= -1.5 && r <= 1.5 ? r : 0;
}

struct comparison compare_product(const uint8_t *got, bool fp32, const float *a, const float *b,
                                  unsigned rows, unsigned inner, unsigned cols) {
    struct comparison result = {.lowest_pcc = 2};
    struct sums all = {0};
    for (unsigned block = 0; block < rows / 8 * (cols / 16); block++) {
        struct sums sums = {0};
        unsigned row = block / (cols / 16) * 8, col = block % (cols / 16) * 16;
        for (unsigned i = 0; i < 128; i++) {
            unsigned r = row + i / 16, c = col + i % 16;
            double x = tiled_at(got, cols, r, c, fp32), y = product_at(a, b, inner, cols, r, c);
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
