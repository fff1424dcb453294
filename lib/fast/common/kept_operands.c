/* SPDX-License-Identifier: Apache-2.0
 *
 * kept_operands.c - decoded operands are kept in the core until their bank is written. A key says
 * what was decoded and how; 0 marks an empty entry. */
#include "fast/common/operands.h"

static struct operand_reading reading(uint32_t mask, bool fine) {
    return (struct operand_reading){mask >> 23 & 255u, mask >> 8 & 0xE0u, fine};
}

#if VECTORS_EXIST
static inline bool is_for_vectors(const struct stx_core *core) {
    return !STX_CHOOSE || core->avx2;
}
#endif

/* Integers. */
static void keep_integers_a(union operand_any_a *to, const struct stx_core *core, unsigned a0,
                            bool fine) {
#if VECTORS_EXIST
    if (is_for_vectors(core)) {
        integer_a_decode(&to->integer, &core->srca, a0, fine);
        return;
    }
#endif
#if STX_CHOOSE || !VECTORS_EXIST
    int8_a_decode(&to->int8, &core->srca, a0, fine);
#endif
}

static void keep_integers_b(union operand_any_b *to, const struct stx_core *core, unsigned b0,
                            bool fine, bool keep) {
#if VECTORS_EXIST
    if (is_for_vectors(core)) {
        integer_b_decode(&to->integer, &core->srcb, b0, fine, keep);
        return;
    }
#endif
#if STX_CHOOSE || !VECTORS_EXIST
    int8_b_decode(&to->int8, &core->srcb, b0, fine, keep);
#endif
}

static void decode_a(union operand_any_a *to, const struct stx_core *core,
                     const struct fpu_plan *plan, unsigned a0) {
    const struct operand_reading how = reading(plan->mask_a, plan->mode.phase & 1u);
    if (plan->style == FPU_INT8) {
        keep_integers_a(to, core, a0, how.fine);
    } else {
#if OPERANDS_BY_COLUMN
        if (!STX_CHOOSE || core->avx2) {
            vector_a_decode(&to->vector, &core->srca, a0, plan->mask_a, how.fine);
            return;
        }
#endif
#if STX_CHOOSE || !OPERANDS_BY_COLUMN
        operand_a_decode(&to->real, &how, &core->srca, a0);
#endif
    }
}

static void decode_b(union operand_any_b *to, const struct stx_core *core,
                     const struct fpu_plan *plan, struct operand_rows of) {
    const struct operand_reading how = reading(plan->mask_b, plan->mode.phase & 2u);
    if (plan->style == FPU_INT8) {
        keep_integers_b(to, core, of.first, how.fine, plan->keep_denormal_b);
    } else {
#if OPERANDS_BY_COLUMN
        if (!STX_CHOOSE || core->avx2) {
            vector_b_decode(&to->vector, &core->srcb, of.first, of.count, plan->mask_b, how.fine);
            return;
        }
#endif
#if STX_CHOOSE || !OPERANDS_BY_COLUMN
        operand_b_decode(&to->real, &how, &core->srcb, of.first, of.count);
#endif
    }
}

#if STX_DECODED_A || STX_DECODED_B
enum {
    KEY_BANK = 2,
    KEY_ROWS = 4 /* the place of the number of rows of SrcB */
};

/* The mask's bits for sign, exponent and low mantissa distinguish formats; bit 0 marks integers. */
static inline uint32_t key_of(uint32_t mask, bool fine, bool keep, unsigned bank, unsigned row) {
    return (mask & 0xFF80E001u) | row << 16 | (uint32_t)keep << 3 | (uint32_t)fine << 2 | bank << 1;
}

static inline unsigned kept_set(const struct fpu_plan *plan) {
#if STX_HARTS
    return plan->kept;
#else
    (void)plan;
    return 0;
#endif
}

#if STX_DECODED_A
/* Vectors of SrcA begin with a line of the cache, so that none of them is in two lines. This
 * depends on where the core is, and so does the key: a core may be copied. */
enum { LINE = 64, KEY_MOVED = 4 };

static inline unsigned moved(const struct stx_core *core, const uint32_t *entry) {
#if VECTORS_EXIST
    if (is_for_vectors(core)) {
        return (unsigned)(0 - (uintptr_t)entry) % LINE / sizeof *entry;
    }
#endif
    return (void)core, (void)entry, 0;
}

static inline union operand_any_a *room_a(const struct stx_core *core, uint32_t *entry) {
    return (union operand_any_a *)(entry + moved(core, entry));
}
#endif

/* Discards operands of a bank that was written after they were decoded. */
static void refresh(const struct stx_src *src, uint8_t *decoded, uint32_t *keys, unsigned count) {
    unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i != count; i++) {
        keys[i] = (keys[i] & KEY_BANK) == bank * KEY_BANK ? 0 : keys[i];
    }
    *decoded = 1;
}

/* The entry with this key, or count if there is none. */
static inline unsigned place_of(uint32_t key, const uint32_t *keys, unsigned count) {
    unsigned at = 0;
    while (at != count && keys[at] != key) {
        at++;
    }
    return at;
}

/* The entry to replace next, in turn. */
static inline unsigned replaced(uint8_t *next, unsigned count) {
    unsigned at = *next;
    *next = (uint8_t)(at + 1 < count ? at + 1 : 0);
    return at;
}
#endif

union operand_any_a *operand_a_get(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                                   union operand_any_a *room) {
#if STX_DECODED_A
    unsigned set = kept_set(plan), bank = core->srca.fpu_bank;
    struct stx_decoded *d = &core->decoded[set];
    uint8_t *decoded = &core->srca.decoded[set * STX_SRC_BANKS + bank];
    uint32_t key = key_of(plan->mask_a, plan->mode.phase & 1u, false, bank, a0);
    key |= moved(core, d->a[0]) << KEY_MOVED;
    if (!*decoded) {
        refresh(&core->srca, decoded, d->key_a, STX_DECODED_A);
    }
    unsigned at = place_of(key, d->key_a, STX_DECODED_A);
    if (at != STX_DECODED_A) {
        return room_a(core, d->a[at]);
    }
    at = replaced(&d->next_a, STX_DECODED_A);
    d->key_a[at] = key;
    room = room_a(core, d->a[at]);
#endif
    decode_a(room, core, plan, a0);
    return room;
}

const union operand_any_b *operand_b_get(struct stx_core *core, const struct fpu_plan *plan,
                                         struct operand_rows of, union operand_any_b *room) {
#if STX_DECODED_B
    unsigned set = kept_set(plan), bank = core->srcb.fpu_bank;
    struct stx_decoded *d = &core->decoded[set];
    uint8_t *decoded = &core->srcb.decoded[set * STX_SRC_BANKS + bank];
    uint32_t key =
        key_of(plan->mask_b, plan->mode.phase & 2u, plan->keep_denormal_b, bank, of.first);
    key |= of.count << KEY_ROWS;
    if (!*decoded) {
        refresh(&core->srcb, decoded, d->key_b, STX_DECODED_B);
    }
    unsigned at = place_of(key, d->key_b, STX_DECODED_B);
    if (at != STX_DECODED_B) {
        return (union operand_any_b *)d->b[at];
    }
    at = replaced(&d->next_b, STX_DECODED_B);
    d->key_b[at] = key;
    room = (union operand_any_b *)d->b[at];
#endif
    decode_b(room, core, plan, of);
    return room;
}
