/* SPDX-License-Identifier: Apache-2.0
 *
 * chosen.c - an estimate of what the vendor's compiler does with sfpi code: it makes one word of a
 * product and a sum, keeps a few constants in registers and loads the others each time, and has
 * nothing to put between a word and the next one that needs its result. Values have no names here,
 * so a word needs the result of the word before if one of its operands equals it. */
#include "llk/chosen.h"

#include "coop/timing.h"
#include "softensix/softensix.h"

enum {
    PENDING = 16,  /* constants that code has named and no word has used yet */
    RESIDENT = 3,  /* registers left for constants: eight, less those of a function's values */
    FORGOTTEN = 4, /* stores after which a constant that nothing uses has left its register */
    LOWEST_HALF = 113,
    HIGHEST_HALF = 142 /* exponents of normal binary16 numbers */
};

#define MINUS_ONE 0xBF800000u

struct resident {
    uint32_t value, stores;
};

static COOP_PER_THREAD struct {
    uint32_t computed[STX_LANES]; /* by the last word */
    uint32_t pending[PENDING];
    struct resident resident[RESIDENT];
    unsigned pendings, residents;
    uint32_t stores;
    uint32_t product[STX_LANES]; /* the last one that no word has used yet, if there is one */
    bool has_product;
} chosen;

static bool equal(const uint32_t *a, const uint32_t *b) {
    return __builtin_memcmp(a, b, STX_LANES * sizeof *a) == 0;
}

bool chosen_computed(const uint32_t *value) {
    return equal(value, chosen.computed);
}

/* SFPLOADI loads a number of 16 bits, with or without a sign, or the upper half of binary32 or a
 * binary16 number; any other takes two words. Constant registers hold 0, 1, -1 and 0.8373. */
static unsigned words_of(uint32_t v) {
    if (v == 0 || v == 0x3F800000u || v == MINUS_ONE || v == 0x3F56594Bu) {
        return 0;
    }
    uint32_t exponent = v >> 23 & 255u;
    bool half = !(v & 0x1FFFu) && exponent >= LOWEST_HALF && exponent <= HIGHEST_HALF;
    bool whole = v <= 0xFFFFu || v >= 0xFFFF8000u;
    return !(v & 0xFFFFu) || half || whole ? 1 : 2;
}

/* Is it in a register? If one is free, it stays there from now on. */
static bool held(uint32_t value) {
    struct resident *r = chosen.resident;
    for (unsigned i = 0; i < chosen.residents; i++) {
        if (r[i].value == value) {
            r[i].stores = chosen.stores;
            return true;
        }
    }
    for (unsigned i = 0; i < RESIDENT; i++) {
        if (i == chosen.residents || chosen.stores - r[i].stores > FORGOTTEN) {
            chosen.residents += i == chosen.residents;
            r[i] = (struct resident){value, chosen.stores};
            return false;
        }
    }
    return false;
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

static void load_constants(unsigned thread, const struct stx_llk_sfpu *op) {
    unsigned words = 0;
    for (unsigned i = 0; i < chosen.pendings; i++) {
        uint32_t value = chosen.pending[i];
        unsigned own = op && folds(op, value) ? 0 : words_of(value);
        words += own && !held(value) ? own : 0;
    }
    chosen.pendings = 0;
    if (words) {
        coop_time_stands(thread, words);
    }
}

void chosen_constant(unsigned thread, uint32_t value) {
    coop_code_forgets(thread);
    if (chosen.pendings == PENDING) {
        load_constants(thread, NULL);
    }
    chosen.pending[chosen.pendings++] = value;
}

/* A sum of the product before, or its difference from or to something. */
static bool adds(const struct stx_llk_sfpu *op) {
    return op->role == STX_LLK_SUM ||
           (op->role == STX_LLK_PRODUCT_AND_SUM && STX_ARCH == STX_ARCH_BLACKHOLE &&
            (is_all(op->in[0], MINUS_ONE) || is_all(op->in[1], MINUS_ONE)));
}

/* The one word of a product and a sum comes where the sum stands. If it needs what the word before
 * has computed, and that is not the product, the cycle of the wait is that in which the product has
 * already been counted. */
enum stx_time_relation chosen_begin(unsigned thread, const struct stx_llk_sfpu *op) {
    bool needs = false, merged = false;
    for (unsigned i = 0; i < 8; i++) {
        bool product = op->in[i] && chosen.has_product && equal(op->in[i], chosen.product);
        merged |= product;
        needs |= op->in[i] && !product && chosen_computed(op->in[i]);
    }
    bool follows = merged && chosen_computed(chosen.product);
    chosen.has_product &= !merged; /* what is used as a product cannot be part of a sum, too */
    load_constants(thread, op);
    if (merged && adds(op)) {
        return needs ? STX_TIME_APART : STX_TIME_MERGED;
    }
    return needs || follows ? STX_TIME_NEEDS : STX_TIME_APART;
}

void chosen_end(const struct stx_llk_sfpu *op, enum stx_time_relation relation) {
    chosen.stores += op->role == STX_LLK_STORE;
    if (op->out) {
        __builtin_memcpy(chosen.computed, op->out, sizeof chosen.computed);
    }
    if (op->role == STX_LLK_PRODUCT && relation != STX_TIME_MERGED) {
        __builtin_memcpy(chosen.product, chosen.computed, sizeof chosen.product);
        chosen.has_product = true;
    }
}

void chosen_stands(unsigned thread, unsigned words) {
    load_constants(thread, NULL);
    coop_time_relation(STX_TIME_NEEDS);
    coop_time_stands(thread, words);
    coop_time_relation(STX_TIME_APART);
}
