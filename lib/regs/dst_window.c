/* SPDX-License-Identifier: Apache-2.0
 *
 * dst_window.c - Dst as memory at 0xFFBD8000 (SPEC 5, "RISC-V window"). One access reads or writes
 * an element of 4 bytes, or two or four narrower neighbours in an aligned word. */
#include "core/fault.h"
#include "regs/registers.h"
#include "regs/cfg.h"
#include "regs/dst.h"

enum { FMT_FP32, FMT_INT32, FMT_FP16, FMT_BF16, FMT_INT16, FMT_INT8 };

struct access {
    uint32_t fmt;
    bool is_unsigned, raw;
};

static struct access access_of(const struct stx_core *core, unsigned thread) {
    uint32_t bits = cfg_word(core, thread, STX_CFG_DST_WINDOW) >> (14 + 5 * thread);
    return (struct access){(bits >> 2) & 7u, (bits >> 1) & 1u, bits & 1u};
}

/* Converts between sign-magnitude of a width and two's complement. -0 becomes 0, and the most
 * negative value is clamped. */
static uint32_t to_twos(uint32_t v, unsigned width) {
    uint32_t sign = 1u << (width - 1), magnitude = v & (sign - 1);
    return (v & sign) ? (0u - magnitude) & (sign | (sign - 1)) : magnitude;
}

static uint32_t from_twos(uint32_t v, unsigned width) {
    uint32_t sign = 1u << (width - 1), all = sign | (sign - 1);
    if (!(v & sign)) {
        return v & all;
    }
    uint32_t magnitude = (0u - v) & all;
    return sign | (magnitude == sign ? sign - 1 : magnitude);
}

/* The 8-bit element of a 16-bit cell: the magnitude is in bits 14:5 of the cell, the exponent is 16
 * if the magnitude is not zero. */
static uint32_t int8_from_cell(uint32_t cell, bool is_unsigned) {
    uint32_t magnitude = cell >> 5 & (is_unsigned ? 0xFFu : 0x7Fu);
    return is_unsigned ? magnitude : to_twos((cell >> 8 & 0x80u) | magnitude, 8);
}

static uint32_t int8_to_cell(uint32_t v, bool is_unsigned) {
    uint32_t sm = is_unsigned ? v : from_twos(v, 8);
    uint32_t sign = is_unsigned ? 0 : sm >> 7 & 1u, magnitude = is_unsigned ? v : sm & 0x7Fu;
    return sign << 15 | magnitude << 5 | (magnitude ? 16u : 0u);
}

static uint32_t read16(const struct stx_core *core, const struct access *m, unsigned row,
                       unsigned col) {
    uint32_t cell = dst_raw_get(core, row, col);
    if (m->fmt == FMT_INT8) {
        return int8_from_cell(cell, m->is_unsigned);
    }
    if (m->fmt == FMT_INT16) {
        return m->is_unsigned ? cell : to_twos(cell, 16);
    }
    if (m->raw) {
        return cell;
    }
    return m->fmt == FMT_FP16 ? dst_fp16_get(core, row, col) : dst_bf16_get(core, row, col);
}

static void write16(struct stx_core *core, const struct access *m, unsigned row, unsigned col,
                    uint32_t v) {
    if (m->fmt == FMT_INT8) {
        dst_raw_set(core, row, col, int8_to_cell(v, m->is_unsigned));
    } else if (m->fmt == FMT_INT16) {
        dst_raw_set(core, row, col, m->is_unsigned ? v : from_twos(v, 16));
    } else if (m->raw) {
        dst_raw_set(core, row, col, v);
    } else if (m->fmt == FMT_FP16) {
        dst_fp16_set(core, row, col, v);
    } else {
        dst_bf16_set(core, row, col, v);
    }
}

/* The bits of an element; 0 if the format is undefined. */
static unsigned element_bits(uint32_t fmt) {
    static const uint8_t bits[8] = {32, 32, 16, 16, 16, 8, 0, 0};
    return bits[fmt];
}

/* The same for elements that are known to be narrower than a word. */
static unsigned narrow_bits(uint32_t fmt) {
    return element_bits(fmt) == 8 ? 8 : 16;
}

static uint32_t raw32_get(const struct stx_core *core, unsigned row, unsigned col) {
    return dst_raw_get(core, row, col) << 16 | dst_raw_get(core, row + DST_LOW_HALF, col);
}

static uint32_t read32(const struct stx_core *core, const struct access *m, uint32_t index) {
    unsigned row = dst_row32(core, index / STX_COLS), col = index % STX_COLS;
    uint32_t v = m->raw ? raw32_get(core, row, col) : dst_f32_get(core, row, col);
    return m->fmt == FMT_INT32 && !m->is_unsigned ? to_twos(v, 32) : v;
}

static void write32(struct stx_core *core, const struct access *m, uint32_t index, uint32_t v) {
    unsigned row = dst_row32(core, index / STX_COLS), col = index % STX_COLS;
    if (m->fmt == FMT_INT32 && !m->is_unsigned) {
        v = from_twos(v, 32);
    }
    if (m->raw) {
        dst_raw_set(core, row, col, v >> 16);
        dst_raw_set(core, row + DST_LOW_HALF, col, v & 0xFFFFu);
    } else {
        dst_f32_set(core, row, col, v);
    }
    dst_set_valid(core, row);
}

/* An aligned word lies within one row. */
bool dst_window_allows(struct stx_core *core, unsigned thread, uint32_t index) {
    uint32_t format = access_of(core, thread).fmt, bits = element_bits(format);
    if (bits == 0) {
        (void)stx_fail(core, STX_RULE_BAD_FORMAT, format);
        return false;
    }
    uint32_t row = index / (STX_COLS * bits / 32);
    return dst_has(core, bits == 32, row, 1);
}

uint32_t dst_window_read(struct stx_core *core, unsigned thread, uint32_t index) {
    struct access m = access_of(core, thread);
    if (!dst_window_allows(core, thread, index)) {
        return 0;
    }
    if (element_bits(m.fmt) == 32) {
        return read32(core, &m, index);
    }
    unsigned bits = narrow_bits(m.fmt);
    uint32_t word = 0;
    for (unsigned at = 0; at < 32; at += bits) {
        uint32_t element = (32 * index + at) / bits;
        unsigned row = dst_row16(core, element / STX_COLS);
        word |= read16(core, &m, row, element % STX_COLS) << at;
    }
    return word;
}

void dst_window_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    struct access m = access_of(core, thread);
    if (!dst_window_allows(core, thread, index)) {
        return;
    }
    if (element_bits(m.fmt) == 32) {
        write32(core, &m, index, value);
        return;
    }
    unsigned bits = narrow_bits(m.fmt);
    for (unsigned at = 0; at < 32; at += bits) {
        uint32_t element = (32 * index + at) / bits;
        unsigned row = dst_row16(core, element / STX_COLS);
        write16(core, &m, row, element % STX_COLS, value >> at & ((1u << bits) - 1u));
        dst_set_valid(core, row);
    }
}
