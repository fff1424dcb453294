/* SPDX-License-Identifier: Apache-2.0
 *
 * mutex.c - ATGETM, ATRELM (SPEC 9). When both other threads wait for a mutex that thread i
 * releases, thread i + 1 modulo 3 gets it: the releaser reserves it for that thread's next attempt.
 */
#include "core/fault.h"
#include "isa/args.h"

static bool mutex_exists(uint32_t index) {
    return index < STX_MUTEXES && (STX_MUTEXES_THERE >> index & 1u);
}

/* A mutex that does not exist is never granted, so the thread waits for ever. */
static enum stx_result wait_for_ever(struct stx_core *core) {
    return stx_allow(core, STX_RULE_MUTEX_INDEX) ? STX_WAIT : STX_FAULT;
}

STX_EXEC(ATGETM) {
    if (!mutex_exists(a->mutex_index)) {
        return wait_for_ever(core);
    }
    uint8_t *owner = &core->mutex[a->mutex_index];
    if (*owner != 0 && *owner != thread + 1) {
        core->mutex_waits[a->mutex_index] |= (uint8_t)(1u << thread);
        return STX_WAIT;
    }
    core->mutex_waits[a->mutex_index] &= (uint8_t) ~(1u << thread);
    *owner = (uint8_t)(thread + 1);
    return STX_DONE;
}

/* Of two waiting threads the one after the releaser gets the mutex. */
static uint8_t next_owner(uint8_t waits, unsigned thread) {
    for (unsigned i = 1; i != STX_THREADS; i++) {
        unsigned t = (thread + i) % STX_THREADS;
        if (waits >> t & 1u) {
            return (uint8_t)(t + 1);
        }
    }
    return 0;
}

STX_EXEC(ATRELM) {
    if (!mutex_exists(a->mutex_index)) {
        return wait_for_ever(core);
    }
    if (core->mutex[a->mutex_index] == thread + 1) {
        core->mutex[a->mutex_index] = next_owner(core->mutex_waits[a->mutex_index], thread);
    }
    return STX_DONE;
}
