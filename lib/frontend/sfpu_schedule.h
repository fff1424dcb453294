/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_schedule.h - the pipeline that runs while SFPLOADMACRO sequences are under way (SPEC 8.10).
 */
#ifndef STX_FRONTEND_SFPU_SCHEDULE_H
#define STX_FRONTEND_SFPU_SCHEDULE_H

#include "sfpu/vector_issue.h"
#include "sfpu/sub_units.h"
#include "private.h"

/* The result register of a thread's two-cycle operation, or one of these values, which say how the
 * next word waits for it. */
enum { INTERLOCK_NONE = 0, INTERLOCK_ANY = 0x80, INTERLOCK_BLOCK = 0xFF };
uint8_t sfpu_interlock_of(uint32_t word);
/* True if a word of the thread must wait one cycle for the word before it. */
bool sfpu_must_wait(uint8_t interlock, uint32_t word);

/* Results of two-cycle operations arrive in their registers. */
static inline void sfpu_deliver_results(struct stx_sfpu *s) {
    for (unsigned i = 0; i < s->results; i++) {
        const struct stx_sfpu_result *r = &s->result[i];
        SFPU_FOR_LANES(r->lanes, lane) {
            s->lreg[r->lreg[lane]][lane] = r->value[lane];
        }
    }
    s->results = 0;
}

/* Executes an operation of a sequence; it reads the state from before the cycle. */
enum stx_result sfpu_run_scheduled(struct stx_core *core, unsigned thread,
                                   const struct stx_sfpu_op *op, unsigned unit,
                                   const struct stx_sfpu_issue *before);

/* Executes one word of a thread while a sequence is under way. It takes one cycle, or two if the
 * word has to wait. */
enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word);

#endif
