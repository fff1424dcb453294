/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.c - matrices on the host: filling, conversion to and from tiles of 32x32, and drawing. */
#include "common/tiles.h"

#include <stdio.h>
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

/* Index of a datum: tiles are in row-major order, as are faces in a tile and datums in a face. */
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

uint32_t tiled_word(const uint8_t *l1, unsigned cols, unsigned row, unsigned col) {
    const uint8_t *at = l1 + 4 * tiled_index(cols, row, col);
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

float tiled_at(const uint8_t *l1, unsigned cols, unsigned row, unsigned col, bool fp32) {
    unsigned index = tiled_index(cols, row, col);
    const uint8_t *at = l1 + (fp32 ? 4 : 2) * index;
    uint32_t low = at[0] | (uint32_t)at[1] << 8;
    return float_of_bits(fp32 ? low | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24 : low << 16);
}

float bf16_value(double value) {
    return float_of_bits((uint32_t)bf16_bits((float)value) << 16);
}

void matrix_show(const float *matrix, unsigned rows, unsigned cols) {
    static const char shade[] = " .:-=+*#%@";
    for (unsigned r = 0; r < rows; r += 2) {
        printf("    ");
        for (unsigned c = 0; c < cols; c++) {
            int level = (int)(matrix[r * cols + c] * 10);
            putchar(shade[level < 0 ? 0 : level > 9 ? 9 : level]);
        }
        putchar('\n');
    }
}
