/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu.h - a bench for tests of the FPU's instructions: one core, thread 0, both sources owned by
 * the FPU, formats set explicitly, every rule strict. */
#ifndef TESTS_INSN_FPU_H
#define TESTS_INSN_FPU_H

#include <string.h>

#include "core_state.h"
#include "num/fpu_twin.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { A, B }; /* sources */
enum { FP32 = 0, FP16 = 1, TF32 = 4, BF16 = 5, INT32 = 8, FP8 = 10, INT8 = 14 };
enum { MATH_OFFSET = 1, FIDELITY_BASE = 11, ADDR_MOD_AB = 12, ADDR_MOD_DST = 28, FORCE_FP16 = 55 };
enum { SWIZZLE_32B = 1, REMAP = 2 }; /* configuration word 220 */
enum { ONE = 0x3F800000, TWO = 0x40000000, THREE = 0x40400000 };

static struct stx_core core, before;
static uint32_t fpu_seed = 0x5EED0F90u;

static inline uint32_t random32(void) {
    return test_random(&fpu_seed);
}

static inline void set_formats(uint32_t a, uint32_t b) {
    core.cfg[0][1] = (core.cfg[0][1] & ~(0xFFu << 17)) | (a & 15u) << 17 | (b & 15u) << 21;
}

static inline void set_dst32(void) {
    core.cfg[0][1] |= 1u << 29;
}

static inline void set_int8(void) {
    core.cfg[0][1] |= 1u << 31;
}

static inline void keep_denormals(void) {
    core.cfg[0][2] |= 1;
}

static inline void set_access(uint32_t bits) {
    core.cfg[0][220] = bits;
}

static inline void set_phase(unsigned phase) {
    core.rwc[0].fidelity = (uint8_t)phase;
}

static inline void start(uint32_t format_a, uint32_t format_b) {
    stx_init(&core, NULL, 0, NULL);
    core.tcfg[0][2] = core.tcfg[0][3] = 1; /* formats from configuration word 1 */
    set_formats(format_a, format_b);
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        core.srca.fpu_owns[bank] = core.srcb.fpu_owns[bank] = 1;
    }
}

static inline void set_src(unsigned source, unsigned row, unsigned col, uint32_t datum) {
    stx_src_poke(&core, source, 0, row, col, datum);
}

static inline uint32_t get_src(unsigned source, unsigned row, unsigned col) {
    return stx_src_peek(&core, source, 0, row, col);
}

static inline void fill_src(unsigned source, uint32_t datum) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_src(source, i / 16, i % 16, datum);
    }
}

/* A binary32 pattern as it stands in the two halves of a 32-bit Dst element, row below 512 and no
 * remap; its high half alone, or a binary16, in a 16-bit Dst. */
static inline void set_f32(unsigned row, unsigned col, uint32_t v) {
    unsigned high = row / 8 * 16 + row % 8, h = v >> 16;
    stx_dst_poke(&core, high, col, (h & 0x8000u) | (h & 0x7Fu) << 8 | (h >> 7 & 0xFFu));
    stx_dst_poke(&core, high + 8, col, v & 0xFFFFu);
    stx_dst_row_set_valid(&core, high, true);
}

static inline void set_bf16(unsigned row, unsigned col, uint32_t h) {
    stx_dst_poke(&core, row, col, (h & 0x8000u) | (h & 0x7Fu) << 8 | (h >> 7 & 0xFFu));
    stx_dst_row_set_valid(&core, row, true);
}

static inline void set_fp16(unsigned row, unsigned col, uint32_t h) {
    stx_dst_poke(&core, row, col, (h & 0x8000u) | (h & 0x3FFu) << 5 | (h >> 10 & 0x1Fu));
    stx_dst_row_set_valid(&core, row, true);
}

#define EXECUTE(word) CHECK_EQ(stx_try(&core, 0, (word)), STX_DONE)
#define EXPECT_FAULT(word, broken)                                \
    do {                                                          \
        stx_clear_fault(&core);                                   \
        before = core;                                            \
        CHECK_EQ(stx_try(&core, 0, (word)), STX_FAULT);           \
        CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_##broken); \
        CHECK(same_state(&core, &before));                        \
    } while (0)

static inline void remember(void) {
    before = core;
}

/* Physical rows of Dst that differ from before: their number, and is the row among them? */
static inline unsigned rows_changed(void) {
    unsigned changed = 0;
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        changed += memcmp(core.dst.cell[row], before.dst.cell[row], sizeof core.dst.cell[row]) != 0;
    }
    return changed;
}

/* How the tests' model sees the configuration (SPEC 4, B.1). */
struct view {
    struct twin twin;
    bool int8, dst32, keep, masked;
    bool product_keeps, loses_plus_zero; /* zeros of SrcB with the flag that keeps them */
    uint32_t format_a, format_b;
};

static inline bool five_bits(uint32_t format) {
    return format == 1 || format == 2 || format == 3 || format == 10 || format == 11 ||
           format == 14;
}

static inline struct view view_now(void) {
    struct view v = {.format_a = core.cfg[0][1] >> 17 & 15u,
                     .format_b = core.cfg[0][1] >> 21 & 15u};
    bool force = core.tcfg[0][FORCE_FP16] & 1u;
    v.int8 = !force && core.cfg[0][1] >> 31;
    v.dst32 = !force && (v.int8 || (core.cfg[0][1] >> 29 & 1u));
    v.keep = core.cfg[0][2] & 1u;
    v.product_keeps = v.keep && !(core.simulated >> STX_DEPARTURE_PRODUCT_KEEPS_ZERO & 1u);
    v.loses_plus_zero = core.simulated >> STX_DEPARTURE_KEPT_PLUS_ZERO & 1u;
    v.masked = core.simulated >> STX_DEPARTURE_SOURCE_UNMASKED & 1u;
    v.twin.acc32 = v.dst32;
    v.twin.e8 = !force && !five_bits(v.format_a);
    v.twin.drops = core.simulated >> STX_DEPARTURE_INFINITY_STAYS & 1u;
    v.twin.phase = (core.rwc[0].fidelity + core.tcfg[0][FIDELITY_BASE]) % 4u;
    return v;
}

/* A source datum as the FPU reads it; on the simulator's side, masked by its format. */
static inline uint32_t operand(const struct view *v, uint32_t format, uint32_t datum) {
    if (v->int8) {
        return datum;
    }
    bool fp16 = format == FP16 || format == FP8, full = fp16 || format == TF32 || !v->masked;
    uint32_t exponent = datum >> 23 & (v->twin.e8 && !(fp16 && v->masked) ? 255u : 31u);
    return (datum & 0x80000000u) | exponent << 23 | (datum & (full ? 0x7FE000u : 0x7F0000u));
}

/* The old Dst element in the shape of a binary32, fp16 not rebiased. */
static inline uint32_t dst_element(const struct stx_core *c, const struct view *v, unsigned row,
                                   unsigned col) {
    if (v->dst32) {
        return stx_dst_f32(c, row, col);
    }
    uint32_t h = stx_dst_fp16(c, row, col);
    return v->twin.e8 ? stx_dst_bf16(c, row, col) << 16 : (h & 0x8000u) << 16 | (h & 0x7FFFu) << 13;
}

/* Both banks of both sources and all of Dst with anything, exponents near the middle of style;
 * ready for any format. */
static inline void fill_random(bool e8) {
    uint32_t middle = e8 ? 118 : 8, spread = 1u << (1 + random32() % 4);
    for (unsigned i = 0; i < STX_SRC_BANKS * 64 * 16; i++) {
        for (unsigned source = 0; source < 2; source++) {
            uint32_t r = random32(), e = r % 13 ? middle + (r >> 4) % spread : r >> 4;
            e = r % 17 ? e : 0;
            stx_src_poke(&core, source, i / 1024, i / 16, i,
                         (r & 0x80000000u) | (e & (e8 || r % 11 == 0 ? 255u : 31u)) << 23 |
                             (r >> 8 & 0x7FE000u));
        }
    }
    for (unsigned i = 0; i < STX_DST_ROWS * 16; i++) {
        uint32_t r = random32(), e = (e8 ? 116 : 4) + (r >> 16) % 16, h = r & 0xFFFFu;
        if (r >> 20 & 15u) {
            h = e8 ? (r & 0x807Fu) | e << 7 : (r & 0x83FFu) | e << 10;
        }
        if (e8) {
            set_bf16(i / 16, i % 16, h);
        } else {
            set_fp16(i / 16, i % 16, h);
        }
    }
    for (unsigned i = 0; i < 50; i++) {
        stx_dst_row_set_valid(&core, random32() % 1024, false);
    }
}

/* A random legal choice of formats, width, phase, flags and counters. */
static inline void random_setting(bool phases) {
    static const uint8_t formats[] = {0, 4, 5, 6, 7, 8, 9, 15, 1, 10, 2, 3, 11, 14};
    uint32_t r = random32(), a = formats[r % sizeof formats],
             b = formats[(r >> 8) % sizeof formats];
    start(a, r >> 16 & 1u ? a : b);
    core.cfg[0][1] |= (r >> 17 & 1u) << 29 | (r >> 18 & (r >> 19) & 1u) << 31;
    core.cfg[0][2] = r >> 20 & 1u;
    core.tcfg[0][FORCE_FP16] = (r >> 21 & 7u) == 0;
    core.tcfg[0][FIDELITY_BASE] = phases ? r >> 24 & 3u : 0;
    core.rwc[0].fidelity = phases ? r >> 26 & 3u : 0;
    core.rwc[0].srca = (uint8_t)(random32() % 64);
    core.rwc[0].srcb = (uint8_t)(random32() % 64);
    core.rwc[0].dst = (uint16_t)(random32() % 1024);
    core.tcfg[0][MATH_OFFSET] = (uint16_t)(random32() % 4 * 256);
    set_access(random32() & 3u);
    fill_random(view_now().twin.e8);
    stx_departure_set_all(&core, random32() & 1u ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
}

#endif
