/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Dst as memory beside a model of SPEC 5.2 and 5.4: random accesses of every thread in every format
 * and every mapping of rows, and then all cells. */
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

enum { FP32, INT32, FP16, BF16, INT16, INT8, FORMATS };
enum { ROWS = 1024, ACCESSES = 400, BIT_11 = 1 << 11 };
#define DST 0xFFBD8000u

static struct stx_core core;
static uint32_t seed = 5;

/* Cells in documented order, and valid rows. */
static struct {
    uint16_t cell[ROWS][16];
    bool valid[ROWS];
    unsigned format;
    bool is_unsigned, raw, remap, swizzle, bit_11;
} m;

static unsigned adj16(unsigned r) {
    return m.remap ? (r & 0x3C7) ^ (r & 0x030) >> 1 ^ (r & 0x008) << 2 : r;
}

static unsigned adj32(unsigned r) {
    unsigned q = adj16(r);
    if (m.swizzle) {
        q = (q & 0x3F3) ^ (q & 0x018) >> 1 ^ (q & 0x004) << 1;
    }
    return (q & 0x1F8) << 1 | (q & 0x207);
}

static unsigned row_of_narrow(unsigned r) {
    return m.bit_11 ? adj32(r) : adj16(r);
}

/* Sign, exponent of e bits and mantissa <-> sign, mantissa, exponent. */
static uint32_t to_cell(uint32_t v, unsigned e) {
    uint32_t exponent = v >> (15 - e) & ((1u << e) - 1), mantissa = v & ((1u << (15 - e)) - 1);
    return (v & 0x8000u) + mantissa * (1u << e) + exponent;
}

static uint32_t from_cell(uint32_t cell, unsigned e) {
    uint32_t exponent = cell & ((1u << e) - 1), mantissa = cell >> e & ((1u << (15 - e)) - 1);
    return (cell & 0x8000u) + exponent * (1u << (15 - e)) + mantissa;
}

/* Two's complement <-> sign and magnitude, of n bits. */
static uint32_t magnitude_of(uint32_t v, unsigned n) {
    int64_t value = v & (UINT32_C(1) << (n - 1)) ? (int64_t)v - (INT64_C(1) << n) : (int64_t)v;
    int64_t most = (INT64_C(1) << (n - 1)) - 1, size = value < 0 ? -value : value;
    return (uint32_t)((size > most ? most : size) + (value < 0 ? most + 1 : 0));
}

static uint32_t complement_of(uint32_t v, unsigned n) {
    int64_t most = (INT64_C(1) << (n - 1)) - 1, size = v & most;
    return (uint32_t)((v > most ? -size : size) & (2 * most + 1));
}

static void store_wide(unsigned n, uint32_t v) {
    unsigned row = adj32(n / 16), col = n % 16;
    uint32_t inside = m.format == INT32 && !m.is_unsigned ? magnitude_of(v, 32) : v;
    m.cell[row][col] = (uint16_t)(m.raw ? inside >> 16 : to_cell(inside >> 16, 8));
    m.cell[row + 8][col] = (uint16_t)inside;
    m.valid[row] = true;
}

static uint32_t load_wide(unsigned n) {
    unsigned row = adj32(n / 16), col = n % 16;
    uint32_t high = m.cell[row][col];
    uint32_t v = (m.raw ? high : from_cell(high, 8)) << 16 | m.cell[row + 8][col];
    return m.format == INT32 && !m.is_unsigned ? complement_of(v, 32) : v;
}

static uint32_t byte_to_cell(uint32_t v) {
    uint32_t inside = m.is_unsigned ? v : magnitude_of(v, 8);
    uint32_t size = m.is_unsigned ? inside : inside % 128,
             negative = !m.is_unsigned && inside > 127;
    return negative * 0x8000u + size * 32 + (size ? 16 : 0);
}

static uint32_t byte_from_cell(uint32_t cell) {
    uint32_t size = cell / 32 % (m.is_unsigned ? 256 : 128);
    return m.is_unsigned ? size : complement_of(size + (cell & 0x8000u ? 128 : 0), 8);
}

static void store_narrow(unsigned n, uint32_t v) {
    uint16_t *cell = &m.cell[row_of_narrow(n / 16)][n % 16];
    if (m.format == INT8) {
        *cell = (uint16_t)byte_to_cell(v);
    } else if (m.format == INT16) {
        *cell = (uint16_t)(m.is_unsigned ? v : magnitude_of(v, 16));
    } else {
        *cell = (uint16_t)(m.raw ? v : to_cell(v, m.format == FP16 ? 5 : 8));
    }
    m.valid[row_of_narrow(n / 16)] = true;
}

static uint32_t load_narrow(unsigned n) {
    uint32_t cell = m.cell[row_of_narrow(n / 16)][n % 16];
    if (m.format == INT8) {
        return byte_from_cell(cell);
    }
    if (m.format == INT16) {
        return m.is_unsigned ? cell : complement_of(cell, 16);
    }
    return m.raw ? cell : from_cell(cell, m.format == FP16 ? 5 : 8);
}

static unsigned bits_of_element(void) {
    return m.format <= INT32 ? 32 : m.format == INT8 ? 8 : 16;
}

static void store(unsigned word, uint32_t v) {
    unsigned bits = bits_of_element();
    if (bits == 32) {
        store_wide(word, v);
        return;
    }
    for (unsigned i = 0; i < 32 / bits; i++) {
        store_narrow(word * (32 / bits) + i, v >> i * bits & ((1u << bits) - 1));
    }
}

static uint32_t load(unsigned word) {
    unsigned bits = bits_of_element();
    uint32_t v = bits == 32 ? load_wide(word) : 0;
    for (unsigned i = 0; bits < 32 && i < 32 / bits; i++) {
        v |= load_narrow(word * (32 / bits) + i) << i * bits;
    }
    return v;
}

/* All cells hold anything, and no row is valid. */
static void fill(void) {
    stx_init(&core, NULL, 0, NULL);
    for (unsigned row = 0; row < ROWS; row++) {
        m.valid[row] = false;
        stx_dst_row_set_valid(&core, row, false);
        for (unsigned col = 0; col < 16; col++) {
            m.cell[row][col] = (uint16_t)(test_random(&seed) >> 7);
            stx_dst_poke(&core, row, col, m.cell[row][col]);
        }
    }
}

static bool same_cells(void) {
    bool same = true;
    for (unsigned row = 0; row < ROWS; row++) {
        same &= stx_dst_row_valid(&core, row) == m.valid[row];
        for (unsigned col = 0; col < 16; col++) {
            same &= stx_dst_peek(&core, row, col) == m.cell[row][col];
        }
    }
    return same;
}

/* Random numbers, or such as the ends of integers. */
static uint32_t number(void) {
    static const uint32_t ends[] = {0, 0x80000000u, 0x80008000u, 0x80808080u, 0x7FFF8001u};
    uint32_t r = test_random(&seed);
    return r % 4 ? r : ends[r / 4 % 5];
}

/* The settings of the other two threads are other ones. */
static void set_up(unsigned thread, unsigned settings, unsigned mapping) {
    m.format = settings >> 2;
    m.is_unsigned = settings >> 1 & 1;
    m.raw = settings & 1;
    m.remap = mapping & 1;
    m.swizzle = mapping >> 1 & 1;
    m.bit_11 = mapping >> 2;
    uint32_t others = test_random(&seed) & ~(31u << (14 + 5 * thread));
    core.cfg[0][3] = others | settings << (14 + 5 * thread);
    core.cfg[0][220] = m.remap * 2u + m.swizzle;
    core.dbg_feature_disable = m.bit_11 ? BIT_11 : 0;
}

static bool accesses_agree(unsigned thread) {
    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned word = test_random(&seed) % (m.format == INT8 ? 4096 : 8192);
        uint32_t v = number();
        if (i % 2) {
            stx_mmio_write(&core, thread, DST + 4 * word, v);
            store(word, v);
        } else if (stx_mmio_read(&core, thread, DST + 4 * word) != load(word)) {
            printf("word %u of format %u\n", word, m.format);
            return false;
        }
    }
    return true;
}

TEST(random_accesses_are_those_of_the_model) {
    for (unsigned n = 0; n < 4 * FORMATS * 8; n++) {
        unsigned thread = n % 3;
        if (n % 8 == 0) {
            CHECK(n == 0 || same_cells());
            fill();
        }
        set_up(thread, n / 8, n % 8);
        CHECK(accesses_agree(thread));
    }
    CHECK(same_cells());
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

/* Formats 6 and 7 are none: a fault, and neither cells nor valid rows change. */
TEST(two_formats_are_none) {
    for (unsigned format = FORMATS; format < 8; format++) {
        fill();
        set_up(1, format << 2, 0);
        stx_mmio_write(&core, 1, DST, 1);
        CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_FORMAT);
        CHECK_EQ(stx_last_fault(&core)->detail, format);
        CHECK_EQ(stx_mmio_read(&core, 1, DST), 0);
        CHECK(same_cells());
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == ROWS, random_accesses_are_those_of_the_model);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == ROWS, two_formats_are_none);
    return test_summary();
}
