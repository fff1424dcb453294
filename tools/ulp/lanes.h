/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.h - what the loops over lanes share: sixteen vectors at a time. Flags and their stack are
 * masks, one for each vector, as in the library. */
#ifndef ULP_LANES_H
#define ULP_LANES_H

#include <string.h>

#include "program.h"
#include "sfpu/lanes.h"
#include "softensix/softensix.h"

#define GROUPS 16u
#define WIDTH (GROUPS * STX_LANES)

/* The flags of one vector. */
struct flags {
    uint32_t flags, use, depth;
    struct {
        uint32_t flags, use;
    } stack[8];
};

struct machine {
    const struct ulp_program *p;
    uint32_t (*reg)[WIDTH];
    uint32_t (*dst)[WIDTH]; /* by slot */
    struct flags flags[GROUPS];
    bool all; /* every lane is enabled */
    struct stx_core *core;
    uint32_t scratch[WIDTH] __attribute__((aligned(64)));
};

#define EACH(i) _Pragma("GCC ivdep") for (unsigned i = 0; i < WIDTH; i++)

static inline uint32_t enabled(const struct machine *m, unsigned group) {
    return m->flags[group].flags | ~m->flags[group].use;
}

/* The register that is LReg n in a word. */
static inline uint32_t *reg_of(const struct machine *m, const struct ulp_op *op, unsigned n) {
    unsigned r = n < 8 ? op->in[n] : n;
    return m->reg[r == ULP_NOWHERE ? n : r];
}

static inline bool writes_all(const struct machine *m, const struct ulp_op *op) {
    return !op->masked || m->all;
}

/* Copies the enabled lanes of from to to. */
void ulp_merge(const struct machine *m, uint32_t *to, const uint32_t *from);

/* begin() returns where a loop writes, finish() merges its result. Values of masked words keep LReg
 * `result` elsewhere. */
static inline uint32_t *begin(struct machine *m, const struct ulp_op *op) {
    return writes_all(m, op) ? m->reg[op->out] : m->scratch;
}
static inline void finish(struct machine *m, const struct ulp_op *op) {
    if (!writes_all(m, op)) {
        if (op->kind == ULP_VALUE && op->in[op->result] != op->out) {
            memcpy(m->reg[op->out], reg_of(m, op, op->result), sizeof m->scratch);
        }
        ulp_merge(m, m->reg[op->out], m->scratch);
    }
}

/* Call it after flags have changed. */
void ulp_note_enabled(struct machine *m);

/* Executes a word with a loop over all lanes; false if there is none for it. */
bool ulp_by_loop(struct machine *m, const struct ulp_op *op);
/* Likewise for words that write no register. */
bool ulp_store(struct machine *m, const struct ulp_op *op);
bool ulp_set_flags(struct machine *m, const struct ulp_op *op);

#endif
