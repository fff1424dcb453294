/* SPDX-License-Identifier: Apache-2.0
 *
 * turn.h - several cores in one process: what files of port/llk remember of the core that runs, and
 * keep elsewhere while another core has its turn. */
#ifndef LLK_TURN_H
#define LLK_TURN_H

#include "sfpi.h"
#include "trap.h"

#ifdef __cplusplus
extern "C" {
#endif

struct llk_turn {
    const void *place[STX_THREADS]; /* of each thread's last call */
    uint32_t seed;                  /* of random numbers, as the core has it */
    struct sfpi_loan loan;
};

/* Exchanges what is remembered with what is kept. Both for the core whose turn ends, and for the
 * one whose turn begins. */
void llk_turn(struct llk_turn *kept);
/* For llk_turn(): the same for registers that are lent. */
void sfpi_turn(struct sfpi_loan *kept);

/* From now on traps are those of this core, for which llk_trap_install() has been called. */
void llk_trap_select(struct llk_trap *trap);

#ifdef __cplusplus
}
#endif
#endif
