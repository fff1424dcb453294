/* SPDX-License-Identifier: Apache-2.0
 *
 * semaphore.c - SEMINIT, SEMPOST, SEMGET, SEMWAIT and the RISC-V side of semaphores (SPEC 9). */
#include "core/fault.h"
#include "isa/args.h"
#include "isa/operand_values.h"
#include "softensix/softensix.h"

#define SEMAPHORE_TOP 15u

static void post(struct stx_semaphore *s) {
    if (s->value < SEMAPHORE_TOP) {
        s->value++;
    }
}

static void get(struct stx_semaphore *s) {
    if (s->value > 0) {
        s->value--;
    }
}

void stx_semaphore_post(struct stx_core *core, unsigned index) {
    post(&core->sem[index % STX_SEMAPHORES]);
    core->accesses++;
}

void stx_semaphore_get(struct stx_core *core, unsigned index) {
    get(&core->sem[index % STX_SEMAPHORES]);
    core->accesses++;
}

uint32_t stx_semaphore_read(const struct stx_core *core, unsigned index) {
    return core->sem[index % STX_SEMAPHORES].value;
}

/* True if any of the selected semaphores has this value. */
static bool any_at(const struct stx_core *core, uint32_t selection, uint32_t value) {
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if ((selection >> i & 1u) && core->sem[i].value == value) {
            return true;
        }
    }
    return false;
}

static bool any_at_max(const struct stx_core *core, uint32_t selection) {
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if ((selection >> i & 1u) && core->sem[i].value >= core->sem[i].max) {
            return true;
        }
    }
    return false;
}

STX_EXEC(SEMINIT) {
    (void)thread;
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if (a->sem_sel >> i & 1u) {
            core->sem[i].value = (uint8_t)a->init_value;
            core->sem[i].max = (uint8_t)a->max_value;
            core->sem[i].initialised = 1;
        }
    }
    return STX_DONE;
}

STX_EXEC(SEMPOST) {
    (void)thread;
    if (any_at(core, a->sem_sel, SEMAPHORE_TOP) && !stx_allow(core, STX_RULE_SEM_OVERFLOW)) {
        return STX_FAULT;
    }
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if (a->sem_sel >> i & 1u) {
            post(&core->sem[i]);
        }
    }
    return STX_DONE;
}

STX_EXEC(SEMGET) {
    (void)thread;
    if (any_at(core, a->sem_sel, 0) && !stx_allow(core, STX_RULE_SEM_UNDERFLOW)) {
        return STX_FAULT;
    }
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if (a->sem_sel >> i & 1u) {
            get(&core->sem[i]);
        }
    }
    return STX_DONE;
}

STX_EXEC(SEMWAIT) {
    (void)thread;
    if (a->wait_sem_cond == 0 && !stx_allow(core, STX_RULE_SEMWAIT_CONDITION)) {
        return STX_FAULT;
    }
    if ((a->wait_sem_cond & p_stall_STALL_ON_ZERO) && any_at(core, a->sem_sel, 0)) {
        return STX_WAIT;
    }
    if ((a->wait_sem_cond & p_stall_STALL_ON_MAX) && any_at_max(core, a->sem_sel)) {
        return STX_WAIT;
    }
    return STX_DONE;
}
