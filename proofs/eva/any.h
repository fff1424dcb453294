/* SPDX-License-Identifier: Apache-2.0
 *
 * any.h - what Frama-C's Eva is to assume: numbers of every value, and every state that
 * stx_restore() accepts (make eva, docs/proofs.md). */
#ifndef STX_PROOFS_EVA_ANY_H
#define STX_PROOFS_EVA_ANY_H

#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

#include "softensix/softensix.h"

extern volatile uint32_t any; /* another number each time */
extern volatile uint32_t used;

static inline uint32_t up_to(uint32_t last) {
    return Frama_C_unsigned_int_interval(0, last);
}

static struct stx_core core;
static uint8_t l1[STX_L1_BYTES] __attribute__((aligned(16)));

/* The limits are those of the table by which a state is saved and restored. */
static inline void any_state(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    Frama_C_make_unknown((char *)l1, sizeof l1);
#define ITEM(member, scalar, row, bank) \
    Frama_C_make_unknown((char *)&core.member, sizeof core.member);
#define LIMITED(member, scalar, limit)                                     \
    for (unsigned i = 0; i < sizeof core.member / sizeof core.scalar; i++) \
        (&core.scalar)[i] = up_to(limit);
#define ROWS(member, scalar, row, limit) LIMITED(member, scalar, limit)
#include "inspect/state_items.def"
}

#endif
