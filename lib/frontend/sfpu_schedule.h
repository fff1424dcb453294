/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_schedule.h - the pipeline that runs while SFPLOADMACRO sequences are under way (SPEC 8.10).
 */
#ifndef STX_FRONTEND_SFPU_SCHEDULE_H
#define STX_FRONTEND_SFPU_SCHEDULE_H

#include "sfpu/lanes.h"
#include "sfpu/sub_units.h"
#include "private.h"

/* Result register of a thread's two-cycle operation, or how the next word must wait for it. */
enum { INTERLOCK_NONE = 0, INTERLOCK_ANY = 0x80, INTERLOCK_BLOCK = 0xFF };
uint8_t sfpu_interlock_of(uint32_t word);
/* Must a word of the thread wait a cycle for the one before? */
bool sfpu_must_wait(uint8_t interlock, uint32_t word);

/* Executes an operation of a sequence that is due, on the state before the cycle. */
enum stx_result sfpu_run_scheduled(struct stx_core *core, unsigned thread,
                                   const struct stx_sfpu_op *op, unsigned unit,
                                   const struct stx_sfpu_issue *before);

/* One word of a thread while a pipeline is live: a cycle, two if it has to wait. */
enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word);

#endif
