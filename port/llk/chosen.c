/* SPDX-License-Identifier: Apache-2.0
 *
 * chosen.c - an estimate of what the vendor's compiler does with sfpi code, by what has been
 * published of its words (docs/time.md, Choices): it makes one word of a product and a sum unless a
 * constant fits into one of them, loads a constant each time, and has nothing to put between a word
 * and the next one that needs its result. Values have no names here, so a word needs the result of
 * the word before if one of its operands equals it. */
#include "llk/chosen.h"

#include "coop/timing.h"
#include "softensix/softensix.h"

enum {
    PENDING = 16, /* constants that code has named and no word has used yet */
    NEAR = 0x800, /* SFPIADD adds a number of 12 bits */
    LOWEST_HALF = 113,
    HIGHEST_HALF = 142 /* exponents of normal binary16 numbers */
};

#define ONE 0x3F800000u
#define MINUS_ONE 0xBF800000u
#define OF_LREG8 0x3F56594Bu /* 0.8373 */

static COOP_PER_THREAD struct {
    uint32_t computed[STX_LANES]; /* by the last word */
    uint32_t pending[PENDING];
    unsigned pendings;
    uintptr_t place;             /* the last word's in the kernel */
    uint32_t product[STX_LANES]; /* the last one that no word has used yet, if there is one */
    uint32_t negated[STX_LANES]; /* likewise, a number whose sign has been inverted */
    bool has_product, has_negated;
    bool folded; /* the constant of this word is in the word */
} chosen;

static bool equal(const uint32_t *a, const uint32_t *b) {
    return __builtin_memcmp(a, b, STX_LANES * sizeof *a) == 0;
}

bool chosen_computed(const uint32_t *value) {
    return equal(value, chosen.computed);
}

static bool near(uint32_t v, uint32_t constant) {
    return v - constant + NEAR < 2u * NEAR;
}

/* SFPLOADI loads a number of 16 bits, with or without a sign, or the upper half of binary32 or a
 * binary16 number; SFPIADD makes one that is near a constant register's; any other takes two words.
 * Those registers hold 0, 1, -1 and 0.8373. */
static unsigned words_of(uint32_t v) {
    if (v == 0 || v == ONE || v == MINUS_ONE || v == OF_LREG8) {
        return 0;
    }
    uint32_t exponent = v >> 23 & 255u;
    bool half = !(v & 0x1FFFu) && exponent >= LOWEST_HALF && exponent <= HIGHEST_HALF;
    bool whole = v <= 0xFFFFu || v >= 0xFFFF8000u;
    bool sum = near(v, ONE) || near(v, MINUS_ONE) || near(v, OF_LREG8);
    return !(v & 0xFFFFu) || half || whole || sum ? 1 : 2;
}

static bool is_all(const uint32_t *lanes, uint32_t value) {
    uint32_t differs = 0;
    for (unsigned i = 0; i < STX_LANES; i++) {
        differs |= lanes[i] ^ value;
    }
    return !differs;
}

/* SFPMULI and SFPADDI have the upper half of binary32 in the word. */
static bool folds(const struct stx_llk_sfpu *op, uint32_t value) {
    return (op->role == STX_LLK_PRODUCT || op->role == STX_LLK_SUM) && !(value & 0xFFFFu) &&
           (is_all(op->in[0], value) || is_all(op->in[1], value));
}

/* Returns the number of words. */
static unsigned load_constants(unsigned thread, const struct stx_llk_sfpu *op) {
    unsigned words = 0;
    for (unsigned i = 0; i < chosen.pendings; i++) {
        uint32_t value = chosen.pending[i];
        unsigned own = words_of(value);
        bool folded = op && own && folds(op, value);
        chosen.folded |= folded;
        words += own && !folded ? own : 0;
    }
    chosen.pendings = 0;
    if (words) {
        coop_time_stands(thread, words);
    }
    return words;
}

/* Code that comes back to an earlier place has branched: inlined code has no other jumps. */
void chosen_place(unsigned thread, uintptr_t place) {
    if (place <= chosen.place) {
        coop_time_round(thread);
    }
    chosen.place = place;
}

void chosen_constant(unsigned thread, uint32_t value) {
    coop_code_forgets(thread);
    if (chosen.pendings == PENDING) {
        (void)load_constants(thread, NULL);
    }
    chosen.pending[chosen.pendings++] = value;
}

/* A sum of the product before, or its difference from or to something. */
static bool adds(const struct stx_llk_sfpu *op) {
    return op->role == STX_LLK_SUM ||
           (op->role == STX_LLK_PRODUCT_AND_SUM && STX_ARCH == STX_ARCH_BLACKHOLE &&
            (is_all(op->in[0], MINUS_ONE) || is_all(op->in[1], MINUS_ONE)));
}

/* Words that can invert the sign of an operand: on Blackhole products and sums, on Wormhole only a
 * sum, as a product with -1. */
static bool negates(const struct stx_llk_sfpu *op) {
    return !chosen.folded && (op->role == STX_LLK_SUM || (STX_ARCH == STX_ARCH_BLACKHOLE &&
                                                          (op->role == STX_LLK_PRODUCT ||
                                                           op->role == STX_LLK_PRODUCT_AND_SUM)));
}

/* Words before this one: constants, a copy of an operand that SFPSWAP overwrites, a sign. */
static void load_operands(unsigned thread, const struct stx_llk_sfpu *op, bool negated) {
    chosen.folded = false;
    unsigned words = load_constants(thread, op);
    words = (op->second && !words) + (negated && !negates(op));
    if (words) {
        coop_time_stands(thread, words);
    }
}

/* Takes no word of its own: a condition that is not inside another one has nothing to keep, and the
 * next word can invert the sign of its operand. */
static bool is_free(const struct stx_llk_sfpu *op) {
    return op->role == STX_LLK_NEGATION ||
           (op->role == STX_LLK_CONDITION && !stx_bound()->sfpu.depth);
}

/* The one word of a product and a sum comes where the sum stands. If it needs what the word before
 * has computed, and that is not the product, the cycle of the wait is that in which the product has
 * already been counted. */
enum stx_time_relation chosen_begin(unsigned thread, const struct stx_llk_sfpu *op) {
    if (is_free(op)) {
        return STX_TIME_MERGED;
    }
    bool needs = false, merged = false, negated = false;
    for (unsigned i = 0; i < 8; i++) {
        bool product = op->in[i] && chosen.has_product && equal(op->in[i], chosen.product);
        merged |= product;
        needs |= op->in[i] && !product && chosen_computed(op->in[i]);
        negated |= op->in[i] && chosen.has_negated && equal(op->in[i], chosen.negated);
    }
    bool follows = merged && chosen_computed(chosen.product);
    chosen.has_product &= !merged; /* what is used as a product cannot be part of a sum, too */
    chosen.has_negated &= !negated;
    load_operands(thread, op, negated);
    if (merged && adds(op) && !chosen.folded) {
        return needs ? STX_TIME_APART : STX_TIME_MERGED;
    }
    return needs || follows ? STX_TIME_NEEDS : STX_TIME_APART;
}

/* A sign is inverted where the number is used. Wormhole's product cannot be that of a difference.
 */
static void negate(const struct stx_llk_sfpu *op) {
    chosen.has_negated = true;
    __builtin_memcpy(chosen.negated, op->out, sizeof chosen.negated);
    if (chosen_computed(op->in[0])) {
        __builtin_memcpy(chosen.computed, op->out, sizeof chosen.computed);
    }
    if (chosen.has_product && equal(op->in[0], chosen.product)) {
        chosen.has_product = STX_ARCH == STX_ARCH_BLACKHOLE;
        __builtin_memcpy(chosen.product, op->out, sizeof chosen.product);
    }
}

void chosen_end(const struct stx_llk_sfpu *op, enum stx_time_relation relation) {
    if (op->role == STX_LLK_NEGATION) {
        negate(op);
        return;
    }
    if (op->out) {
        __builtin_memcpy(chosen.computed, op->out, sizeof chosen.computed);
    }
    if (op->role == STX_LLK_PRODUCT && relation != STX_TIME_MERGED && !chosen.folded) {
        __builtin_memcpy(chosen.product, chosen.computed, sizeof chosen.product);
        chosen.has_product = true;
    }
}

void chosen_stands(unsigned thread, unsigned words) {
    (void)load_constants(thread, NULL);
    coop_time_relation(STX_TIME_NEEDS);
    coop_time_stands(thread, words);
    coop_time_relation(STX_TIME_APART);
}
