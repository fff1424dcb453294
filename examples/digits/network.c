/* SPDX-License-Identifier: Apache-2.0
 *
 * network.c - the two products, with the tile functions. Integers need different scales: weights
 * are in units of 1/32, and sums of the first layer are divided by 64 so that hidden units fit
 * seven bits. */
#include <stdio.h>
#include <string.h>

#include "common/bits.h"
#include "digits.h"

enum { SIDE = 32, UNIT = 4096, INTEGER_UNIT = 32, HIDDEN_SHIFT = 6 };

/* Addresses of the tensors, with room for FP32. */
enum {
    X_AT = DIGITS_SCRATCH + STX_TILE_SCRATCH,
    W1_AT = X_AT + 2 * 4096,
    B1_AT = W1_AT + 4 * 4096,
    H_AT = B1_AT + 2 * 4096,
    W2_AT = H_AT + 2 * 4096,
    B2_AT = W2_AT + 2 * 4096,
    Y_AT = B2_AT + 4096
};

static uint32_t values[SIDE * 2 * SIDE]; /* up to two tiles side by side */

static bool good(enum stx_tile_result result) {
    if (result != STX_TILE_OK) {
        printf("digits: %s\n", stx_tile_text(result));
    }
    return result == STX_TILE_OK;
}

/* A weight, given in units of 1/4096, as a float or as an integer in units of 1/32. */
static uint32_t encode(int weight, bool integers) {
    int rounded = (weight * INTEGER_UNIT + (weight < 0 ? -UNIT / 2 : UNIT / 2)) / UNIT;
    return integers ? (uint32_t)rounded : bits_of((float)weight / UNIT);
}

/* Writes a matrix of weights, one row of tiles at a time, padded with zeros. */
static bool put_weights(struct stx_tiles *t, struct stx_tensor to, const int16_t *weights,
                        unsigned rows, unsigned columns) {
    bool integers = to.format == STX_TILE_INT8;
    uint16_t tile_rows = to.rows;
    uint32_t bytes = to.columns * stx_tile_bytes((enum stx_tile_format)to.format);
    to.rows = 1;
    for (unsigned top = 0; top < tile_rows * SIDE; top += SIDE) {
        memset(values, 0, sizeof values);
        for (unsigned i = 0; i < SIDE * columns && top + i / columns < rows; i++) {
            values[i / columns * 2 * SIDE + i % columns] =
                encode(weights[top * columns + i], integers);
        }
        if (!good(stx_tile_write(t, &to, values, 2 * SIDE))) {
            return false;
        }
        to.address += bytes;
    }
    return true;
}

static struct stx_tensor tensor(uint32_t address, unsigned rows, unsigned columns,
                                enum stx_tile_format format) {
    return (struct stx_tensor){address, (uint16_t)rows, (uint16_t)columns, (uint8_t)format};
}

bool digits_load(struct stx_tiles *t, const struct digits_choice *c) {
    enum stx_tile_format f = c->format;
    return put_weights(t, tensor(W1_AT, 2, 2, f), digits_w1, PIXELS, HIDDEN) &&
           put_weights(t, tensor(W2_AT, 2, 1, f), digits_w2, HIDDEN, DIGITS) &&
           put_weights(t, tensor(B1_AT, 1, 2, STX_TILE_FP32), digits_b1, 1, HIDDEN) &&
           put_weights(t, tensor(B2_AT, 1, 1, STX_TILE_FP32), digits_b2, 1, DIGITS);
}

static bool put_images(struct stx_tiles *t, enum stx_tile_format format, unsigned first) {
    struct stx_tensor x = tensor(X_AT, 1, 2, format);
    for (unsigned i = 0; i < BATCH * PIXELS; i++) {
        unsigned pixel = digits_images[first * PIXELS + i];
        values[i] = format == STX_TILE_INT8 ? pixel : bits_of((float)pixel / 16);
    }
    return good(stx_tile_write(t, &x, values, PIXELS));
}

/* Between the layers of the integer network: adds the bias, applies ReLU, and scales to seven
 * bits. */
static bool hidden_of_integers(struct stx_tiles *t) {
    struct stx_tensor sums = tensor(H_AT, 1, 2, STX_TILE_INT32);
    struct stx_tensor h = tensor(H_AT, 1, 2, STX_TILE_INT8);
    if (!good(stx_tile_read(t, &sums, values, HIDDEN))) {
        return false;
    }
    for (unsigned i = 0; i < BATCH * HIDDEN; i++) {
        int bias = digits_b1[i % HIDDEN] * INTEGER_UNIT * 16 / UNIT;
        int sum = (int32_t)values[i] + bias + (1 << (HIDDEN_SHIFT - 1));
        values[i] = sum < 0 ? 0 : (uint32_t)sum >> HIDDEN_SHIFT;
    }
    return good(stx_tile_write(t, &h, values, HIDDEN));
}

static bool score_integers(struct stx_tiles *t, const struct digits_choice *c) {
    struct stx_tensor x = tensor(X_AT, 1, 2, c->format), w1 = tensor(W1_AT, 2, 2, c->format);
    struct stx_tensor h = tensor(H_AT, 1, 2, STX_TILE_INT32), w2 = tensor(W2_AT, 2, 1, c->format);
    struct stx_tensor y = tensor(Y_AT, 1, 1, STX_TILE_INT32);
    struct stx_tile_product options = {.fidelity = (uint8_t)c->fidelity};
    if (!good(stx_tile_matmul(t, &h, &x, &w1, &options)) || !hidden_of_integers(t)) {
        return false;
    }
    h.format = STX_TILE_INT8;
    return good(stx_tile_matmul(t, &y, &h, &w2, &options)) &&
           good(stx_tile_read(t, &y, values, SIDE));
}

static bool score_floats(struct stx_tiles *t, const struct digits_choice *c) {
    struct stx_tensor x = tensor(X_AT, 1, 2, c->format), w1 = tensor(W1_AT, 2, 2, c->format);
    struct stx_tensor h = tensor(H_AT, 1, 2, c->format), w2 = tensor(W2_AT, 2, 1, c->format);
    struct stx_tensor b1 = tensor(B1_AT, 1, 2, STX_TILE_FP32);
    struct stx_tensor b2 = tensor(B2_AT, 1, 1, STX_TILE_FP32);
    struct stx_tensor y = tensor(Y_AT, 1, 1, STX_TILE_FP32);
    struct stx_tile_product first = {
        .fidelity = (uint8_t)c->fidelity, .bias = &b1, .activation = STX_TILE_RELU};
    struct stx_tile_product second = {.fidelity = (uint8_t)c->fidelity, .bias = &b2};
    return good(stx_tile_matmul(t, &h, &x, &w1, &first)) &&
           good(stx_tile_matmul(t, &y, &h, &w2, &second)) &&
           good(stx_tile_read(t, &y, values, SIDE));
}

bool digits_score(struct stx_tiles *t, const struct digits_choice *c, unsigned first,
                  float scores[BATCH][DIGITS]) {
    bool integers = c->format == STX_TILE_INT8;
    if (!put_images(t, c->format, first) ||
        !(integers ? score_integers(t, c) : score_floats(t, c))) {
        return false;
    }
    for (unsigned i = 0; i < BATCH * DIGITS; i++) {
        uint32_t v = values[i / DIGITS * SIDE + i % DIGITS];
        float bias = (float)digits_b2[i % DIGITS] / UNIT,
              unit = 16.f * INTEGER_UNIT / (1 << HIDDEN_SHIFT);
        scores[i / DIGITS][i % DIGITS] =
            integers ? (float)(int32_t)v / (unit * INTEGER_UNIT) + bias : float_of(v);
    }
    return true;
}

void digits_score_double(unsigned image, double scores[DIGITS]) {
    double hidden[HIDDEN];
    for (unsigned j = 0; j < HIDDEN; j++) {
        double sum = (double)digits_b1[j] / UNIT;
        for (unsigned i = 0; i < PIXELS; i++) {
            sum +=
                (double)digits_images[image * PIXELS + i] / 16 * digits_w1[i * HIDDEN + j] / UNIT;
        }
        hidden[j] = sum > 0 ? sum : 0;
    }
    for (unsigned k = 0; k < DIGITS; k++) {
        scores[k] = (double)digits_b2[k] / UNIT;
        for (unsigned j = 0; j < HIDDEN; j++) {
            scores[k] += hidden[j] * digits_w2[j * DIGITS + k] / UNIT;
        }
    }
}
