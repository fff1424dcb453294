/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.h - what every SFPU body needs: which lanes are enabled, which registers are read, and
 * where results are written.
 *
 * A word that a thread issues reads and writes the registers themselves. While an SFPLOADMACRO
 * sequence is under way (frontend/sfpu_cycle.c), words read the state from before the cycle, some
 * results arrive late, and scheduled operations have other operands. core->sfpu.issue describes
 * this. Bodies need not distinguish these cases. */
#ifndef STX_SFPU_LANES_H
#define STX_SFPU_LANES_H

#include "core/fault.h"
#include "isa/args.h"
#include "isa/lane_config.h"
#include "isa/vector_words.h"
#include "private.h"

#define SFPU_ALL_LANES UINT32_MAX
#define SFPU_SIGN 0x80000000u

/* How the running word reads and writes registers, if it does not access them directly. */
struct stx_sfpu_issue {
    const uint32_t (*reg)[STX_LANES]; /* the registers as they were before the cycle */
    uint32_t lanes;                   /* enabled lanes before the cycle */
    bool asked;                       /* the rules were checked before the cycle */
    bool scheduled;       /* it is an operation of a sequence, and the following members hold */
    uint8_t vb, vc, dest; /* the registers that it reads and writes */
    uint8_t vc_is_vd;     /* its second input is VC (SFPADDI, SFPMULI) */
    uint16_t address;     /* the address of a scheduled store */
    uint8_t source, mod0;
    const uint32_t *const *values; /* from stx_try_values(); otherwise NULL */
    uint32_t *result;
};

/* Where the results of a word go: to registers immediately, to registers one cycle late, or to the
 * array of stx_try_values(). */
enum sfpu_results_go { SFPU_AT_ONCE, SFPU_LATE, SFPU_ELSEWHERE };

/* An operation and its operands. */
struct sfpu_op {
    const uint32_t (*reg)[STX_LANES];
    const uint32_t *va, *vb, *vc, *vd; /* inputs; vd is the register named by VD */
    uint32_t *out;                     /* where results of a single register go */
    uint32_t lanes;                    /* lanes to work on */
    uint8_t dest, c;                   /* numbers of the result register and of VC */
    uint8_t late;                      /* enum sfpu_results_go */
    uint8_t indirect;                  /* results go to LReg7 & 15, lane by lane */
    uint32_t buffer[STX_LANES];        /* results that are dropped, or placed lane by lane */
};

/* The enabled lanes (SPEC 7). */
uint32_t sfpu_enabled(const struct stx_core *core);

/* The LaneConfig bits that are set in any column. */
static inline uint32_t sfpu_some_config(const struct stx_core *core) {
    const uint32_t *lc = core->sfpu.lane_config;
    return lc[0] | lc[1] | lc[2] | lc[3] | lc[4] | lc[5] | lc[6] | lc[7];
}

/* Like sfpu_enabled(), but faster on hosts that can test all of LaneConfig at once, because usually
 * no bit of it is set. */
#ifdef __AVX2__
static inline uint32_t sfpu_lanes_on(const struct stx_core *core) {
    typedef long long four __attribute__((vector_size(32)));
    four config;
    __builtin_memcpy(&config, core->sfpu.lane_config, sizeof config);
    return __builtin_ia32_ptestz256(config, config) ? core->sfpu.flags | ~core->sfpu.use
                                                    : sfpu_enabled(core);
}
#else
static inline uint32_t sfpu_lanes_on(const struct stx_core *core) {
    return sfpu_enabled(core);
}
#endif

/* The lanes whose column has any of these LaneConfig bits. */
uint32_t sfpu_lanes_with(const struct stx_core *core, uint32_t bit);

/* A register's value for the running word, and the register that a load writes. */
static inline const uint32_t *sfpu_value(const struct stx_sfpu_issue *issue, unsigned reg) {
    return issue->values && reg < 8 && issue->values[reg] ? issue->values[reg] : issue->reg[reg];
}
static inline const uint32_t *sfpu_operand(const struct stx_core *core, unsigned reg) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    return issue ? sfpu_value(issue, reg) : core->sfpu.lreg[reg];
}
static inline uint32_t *sfpu_target(struct stx_core *core, unsigned reg) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    return issue && issue->values ? issue->result : core->sfpu.lreg[reg];
}

/* Finds the operands of a word that has VD in bits 7:4, or for sfpu_begin_high() in bits 23:20. */
void sfpu_begin(struct stx_core *core, uint32_t word, struct sfpu_op *op);
void sfpu_begin_high(struct stx_core *core, uint32_t word, struct sfpu_op *op);
/* The same for SFPSWAP and SFPSHFT2, whose results may be one cycle late in a pipeline. */
void sfpu_begin_late(struct stx_core *core, uint32_t word, struct sfpu_op *op);

/* The same for sub-unit MAD: if bit 3 of mod is set, each lane's result goes to the register LReg7
 * & 15 (SPEC 8.5). Call sfpu_end_mad() when all results are in op->out. */
void sfpu_begin_mad(struct stx_core *core, uint32_t word, uint32_t mod, struct sfpu_op *op);
void sfpu_end_mad(struct stx_core *core, const struct sfpu_op *op);

/* Where the results for register reg go in the given lanes. It is op->buffer if they are dropped.
 */
uint32_t *sfpu_out(struct stx_core *core, struct sfpu_op *op, unsigned reg, uint32_t lanes);

/* Wormhole: the next word may not read what this one writes. */
static inline void sfpu_note_late(struct stx_core *core, uint32_t word) {
    if (STX_LATE_UNGUARDED && !core->sfpu.issue) {
        core->sfpu.late = stx_vector_late(word);
    }
}

/* True for writable registers: 0..7, and 16 for scheduled operations. */
static inline bool sfpu_writable(unsigned reg) {
    return reg < 8 || reg == 16;
}

/* A loop over the lanes of a mask. */
#define SFPU_FOR_LANES(mask, lane)                                      \
    for (uint32_t left_ = (mask), lane = 0; left_; left_ >>= 1, lane++) \
        if (left_ & 1u)

/* A word with independent lanes computes all lanes, several at a time, and then keeps those that
 * are enabled:
 *
 *     uint32_t *out = sfpu_results(&op);
 *     SFPU_EACH_LANE(lane) { out[lane] = ...; }
 *     sfpu_keep(&op);
 *
 * The pragma tells the compiler that out is either the same register as an input or a different
 * one, and never overlaps one in part. clang gets it only for cores with vectors, because it warns
 * if it cannot follow the pragma. */
#if defined __clang__ && !(defined __riscv_vector || defined __SSE2__ || defined __ARM_NEON)
#define SFPU_EACH_LANE(lane) for (unsigned lane = 0; lane < STX_LANES; lane++)
#elif defined __clang__
#define SFPU_EACH_LANE(lane) \
    _Pragma("clang loop vectorize(assume_safety)") for (unsigned lane = 0; lane < STX_LANES; lane++)
#else
#define SFPU_EACH_LANE(lane) _Pragma("GCC ivdep") for (unsigned lane = 0; lane < STX_LANES; lane++)
#endif
static inline uint32_t *sfpu_results(struct sfpu_op *op) {
    return op->lanes == SFPU_ALL_LANES ? op->out : op->buffer;
}
/* The bit of a lane in a mask, set if the condition holds. */
static inline uint32_t sfpu_bit(bool condition, unsigned lane) {
    return (uint32_t)condition << lane;
}

static inline uint32_t sfpu_select(uint32_t mask, uint32_t where_set, uint32_t where_clear) {
    return (mask & where_set) | (~mask & where_clear);
}

/* A 12-bit immediate as a signed number. */
static inline uint32_t sfpu_sext12(uint32_t imm) {
    return ((imm & 0xFFFu) ^ 0x800u) - 0x800u;
}

/* All ones if the lane is in the mask, otherwise 0. Vectors of SSE2 cannot shift each element by
 * its own amount. */
#if defined __SSE2__ && !defined __AVX2__
#define SFPU_FOUR_BITS(b) (b), (b) << 1, (b) << 2, (b) << 3
#define SFPU_EIGHT_BITS(b) SFPU_FOUR_BITS(b), SFPU_FOUR_BITS((b) << 4)
static const uint32_t sfpu_lane_bits[STX_LANES] = {SFPU_EIGHT_BITS(1u), SFPU_EIGHT_BITS(1u << 8),
                                                   SFPU_EIGHT_BITS(1u << 16),
                                                   SFPU_EIGHT_BITS(1u << 24)};
static inline uint32_t sfpu_all_ones(uint32_t mask, unsigned lane) {
    return (mask & sfpu_lane_bits[lane]) == sfpu_lane_bits[lane] ? UINT32_MAX : 0;
}
#else
static inline uint32_t sfpu_all_ones(uint32_t mask, unsigned lane) {
    return 0u - (mask >> lane & 1u);
}
#endif

#if defined __SSE2__ || defined __ARM_NEON
static inline void sfpu_keep(const struct sfpu_op *op) {
    const uint32_t *result = op->buffer, lanes = op->lanes;
    uint32_t *out = op->out;
    if (lanes != SFPU_ALL_LANES && out != result) {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_select(sfpu_all_ones(lanes, lane), result[lane], out[lane]);
        }
    }
}
#else
static inline void sfpu_keep(const struct sfpu_op *op) {
    if (op->lanes != SFPU_ALL_LANES && op->out != op->buffer) {
        SFPU_FOR_LANES(op->lanes, lane) {
            op->out[lane] = op->buffer[lane];
        }
    }
}
#endif

/* The upper or the lower 16 bits. */
#if defined __SSE2__ && !defined __AVX2__
static inline uint32_t sfpu_half(uint32_t v, bool upper) {
    uint32_t taken = 0u - (uint32_t)upper;
    return (v >> 16 & taken) | (v & 0xFFFFu & ~taken);
}
#else
static inline uint32_t sfpu_half(uint32_t v, bool upper) {
    return v >> (upper ? 16 : 0) & 0xFFFFu;
}
#endif

/* The position of a value in the sign-magnitude order (SPEC 8.4, SFPSWAP). The lower bits of a
 * negative value are in descending order. */
static inline int32_t sfpu_order(uint32_t v) {
    return (int32_t)(v ^ (0u - (v >> 31)) >> 1);
}

/* The signs of all lanes, and the lanes in which a comes before b in the sign-magnitude order. */
#ifdef __SSE2__
#ifdef __AVX2__
typedef float sfpu_some_lanes __attribute__((vector_size(32)));
#define SFPU_SIGNS_OF(some) ((uint32_t)__builtin_ia32_movmskps256(some))
#else
typedef float sfpu_some_lanes __attribute__((vector_size(16)));
#define SFPU_SIGNS_OF(some) ((uint32_t)__builtin_ia32_movmskps(some))
#endif
static inline uint32_t sfpu_signs(const uint32_t *v) {
    const unsigned each = sizeof(sfpu_some_lanes) / sizeof *v;
    uint32_t signs = 0;
    for (unsigned lane = STX_LANES; lane > 0;) {
        sfpu_some_lanes some;
        lane -= each;
        __builtin_memcpy(&some, v + lane, sizeof some);
        signs = signs << each | SFPU_SIGNS_OF(some);
    }
    return signs;
}
static inline uint32_t sfpu_less(const uint32_t *a, const uint32_t *b) {
    uint32_t less[STX_LANES];
    SFPU_EACH_LANE(lane) {
        less[lane] = sfpu_order(a[lane]) < sfpu_order(b[lane]) ? UINT32_MAX : 0;
    }
    return sfpu_signs(less);
}
#else
static inline uint32_t sfpu_signs(const uint32_t *v) {
    uint32_t signs = 0;
    for (unsigned lane = STX_LANES; lane-- > 0;) {
        signs = signs << 1 | v[lane] >> 31;
    }
    return signs;
}
static inline uint32_t sfpu_less(const uint32_t *a, const uint32_t *b) {
    uint32_t less = 0;
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        less |= sfpu_bit(sfpu_order(a[lane]) < sfpu_order(b[lane]), lane);
    }
    return less;
}
#endif

/* Reads the random numbers of all lanes and steps the generators of the enabled lanes. */
void sfpu_random_lanes(struct stx_core *core, uint32_t lanes, uint32_t *out);

/* The Dst address of an access (SPEC 8.2); for mode 10, the address relative to the stack pointer,
 * and the changes of that pointer by loads and stores. */
uint32_t sfpu_address(const struct stx_core *core, unsigned thread, uint32_t imm);
uint32_t sfpu_stack_address(const struct stx_core *core, unsigned thread, uint32_t sp,
                            uint32_t imm);
uint32_t sfpu_stack_popped(const struct stx_core *core,
                           unsigned thread); /* the stack pointer after a pop */
void sfpu_stack_push(struct stx_core *core, unsigned thread);

/* The mode that mode 0 of loads and stores currently means (SPEC 8.2): 1, 2 or 3. */
uint32_t sfpu_default_format(const struct stx_core *core, unsigned thread);

/* Sets the flags of the enabled lanes to value, or to its inverse. Nothing happens unless VD < 8
 * (SPEC 8.3). */
static inline void sfpu_update_flags(struct stx_core *core, const struct sfpu_op *op,
                                     uint32_t value, uint32_t invert) {
    if (op->dest < 8) {
        core->sfpu.flags = sfpu_select(op->lanes, invert ? ~value : value, core->sfpu.flags);
    }
}

/* Called when a vector word breaks a rule; true to continue. While a sequence is under way, all
 * rules were checked before the cycle, so frontend/sfpu_rules.c must have every rule that a body
 * checks. */
static inline bool sfpu_allow(struct stx_core *core, enum stx_rule rule) {
    return (core->sfpu.issue && core->sfpu.issue->asked) || stx_allow(core, rule);
}

/* The hardware ignores bit 0 of the sum. Bit 0 of the immediate is part of that sum. */
static inline bool sfpu_allow_address(struct stx_core *core, uint32_t address) {
    return !(address & 1u) || sfpu_allow(core, STX_RULE_SFPU_ADDRESS);
}

/* Checks that the mode of an SFPU instruction is defined. Bit m of modes stands for mode m. */
static inline bool sfpu_allow_mode(struct stx_core *core, uint32_t modes, uint32_t mode) {
    return (modes >> mode & 1u) || sfpu_allow(core, STX_RULE_SFPU_MODE);
}

#endif
