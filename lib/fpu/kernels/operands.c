/* SPDX-License-Identifier: Apache-2.0
 *
 * operands.c - decoded operands are kept with the core until their bank is written. A key says what
 * was decoded and how; 0 is an empty place. */
#include "fpu/kernels/operands.h"

#define KEY_BANK 1u

static uint32_t key_of(const struct fpu_plan *plan, const struct operand_reading *how,
                       unsigned bank, unsigned row) {
    return 0x80000000u | how->exponents << 18 | (uint32_t)plan->style << 16 | how->low << 8 |
           (uint32_t)how->fine << 12 | (uint32_t)plan->keep_denormal_b << 11 | row << 1 | bank;
}

static struct operand_reading reading(uint32_t mask, bool fine) {
    return (struct operand_reading){mask >> 23 & 255u, mask >> 8 & 0xE0u, fine};
}

/* Forgets what was decoded of a bank that was written since. */
static inline void refresh(struct stx_src *src, uint32_t *keys, unsigned count) {
    unsigned bank = src->fpu_bank;
    if (src->decoded[bank]) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        keys[i] = (keys[i] & KEY_BANK) == bank ? 0 : keys[i];
    }
    src->decoded[bank] = 1;
}

/* The place of a key, or of the one to be replaced: places are taken in turn. */
static inline unsigned place_of(uint32_t key, const uint32_t *keys, unsigned count, uint8_t *next) {
    for (unsigned i = 0; i < count; i++) {
        if (keys[i] == key) {
            return i;
        }
    }
    unsigned at = *next;
    *next = (uint8_t)(at + 1 < count ? at + 1 : 0);
    return at;
}

union operand_any_a *operand_a_get(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                                   union operand_any_a *room) {
    struct operand_reading how = reading(plan->mask_a, plan->mode.phase & 1u);
#if STX_DECODED_A
    struct stx_decoded *d = &core->decoded;
    uint32_t key = key_of(plan, &how, core->srca.fpu_bank, a0);
    refresh(&core->srca, d->key_a, STX_DECODED_A);
    unsigned at = place_of(key, d->key_a, STX_DECODED_A, &d->next_a);
    room = (union operand_any_a *)d->a[at];
    if (d->key_a[at] == key) {
        return room;
    }
    d->key_a[at] = key;
#endif
    if (plan->style == FPU_INT8) {
        int8_a_decode(&room->int8, &core->srca, a0, how.fine);
    } else {
        operand_a_decode(&room->real, &how, &core->srca, a0);
    }
    return room;
}

const union operand_any_b *operand_b_get(struct stx_core *core, const struct fpu_plan *plan,
                                         unsigned b0, union operand_any_b *room) {
    struct operand_reading how = reading(plan->mask_b, plan->mode.phase & 2u);
#if STX_DECODED_B
    struct stx_decoded *d = &core->decoded;
    uint32_t key = key_of(plan, &how, core->srcb.fpu_bank, b0);
    refresh(&core->srcb, d->key_b, STX_DECODED_B);
    unsigned at = place_of(key, d->key_b, STX_DECODED_B, &d->next_b);
    room = (union operand_any_b *)d->b[at];
    if (d->key_b[at] == key) {
        return room;
    }
    d->key_b[at] = key;
#endif
    if (plan->style == FPU_INT8) {
        int8_b_decode(&room->int8, &core->srcb, b0, how.fine, plan->keep_denormal_b);
    } else {
        operand_b_decode(&room->real, &how, &core->srcb, b0);
    }
    return room;
}
