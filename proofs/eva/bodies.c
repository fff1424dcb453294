/* SPDX-License-Identifier: Apache-2.0
 *
 * bodies.c - the bodies of instructions, for every word of each opcode, in any state that
 * stx_restore() accepts, whatever the port decides about faults: a function for each unit, which
 * tools/eva.sh begins with, and one for the front end. No sequence of the vector unit is under way,
 * and nobody listens. */
#include "any.h"

#include "frontend/expand.h"
#include "frontend/replay.h"
#include "isa/args.h"
#include "sfpu/vector_issue.h"

unsigned all_lanes, constants;

unsigned lanes_enabled(void) {
    return all_lanes ? UINT32_MAX : up_to(UINT32_MAX - 1u);
}

static enum stx_verdict verdict_of_port(void *ctx, const struct stx_fault *fault) {
    used = (ctx != NULL) + fault->detail;
    return (enum stx_verdict)up_to(STX_CONTINUE);
}

static bool outside_of_port(void *ctx, unsigned thread, uint32_t address, uint32_t *value,
                            bool write) {
    used = (ctx != NULL) + thread + address;
    if (value && !write) {
        *value = any;
    }
    return any & 1u;
}

static void any_core(void) {
    any_state();
    core.port.fault = verdict_of_port;
    core.port.outside = outside_of_port;
    for (unsigned rule = 0; rule < STX_RULES; rule++) {
        core.policy[rule] = (uint8_t)up_to(STX_POLICY_SKIP);
    }
    core.simulated = any;
    core.errata_off = any;
}

typedef enum stx_result body(struct stx_core *core, unsigned thread, uint32_t word);

/* Registers that words write, and those that are constants, are two cases. */
static void execute(body *run, uint32_t opcode, bool vector) {
    uint32_t word = opcode << 24 | up_to(0xFFFFFF);
    if (vector) {
        constants = up_to(1);
        word = opcode << 24 | up_to(0xFFFF) << 8 | constants << 7 | up_to(127);
    }
    used = run(&core, up_to(STX_THREADS - 1), word);
}

static void words_of(uint32_t units) {
    any_core();
    all_lanes = up_to(1);
    used = sfpu_enabled(&core);
#define INSN(NAME, opcode, of, ...)                                       \
    if ((units >> STX_UNIT_##of & 1u) && up_to(1)) {                      \
        execute(stx_exec_##NAME, opcode, STX_UNIT_##of == STX_UNIT_SFPU); \
        return;                                                           \
    }
#define FRNT(...)
#define GONE(...)
#define DARK(...)
#include "isa/tensix.def"
}

void vector_words(void) {
    words_of(1u << STX_UNIT_SFPU);
}

void matrix_words(void) {
    words_of(1u << STX_UNIT_FPU);
}

void mover_words(void) {
    words_of(1u << STX_UNIT_MOVER);
}

void unpacker_words(void) {
    words_of(1u << STX_UNIT_UNPACK);
}

void packer_words(void) {
    words_of(1u << STX_UNIT_PACK);
}

void other_words(void) {
    words_of(~(1u << STX_UNIT_SFPU | 1u << STX_UNIT_FPU | 1u << STX_UNIT_UNPACK |
               1u << STX_UNIT_PACK | 1u << STX_UNIT_MOVER));
}

/* The front end of one thread. */
static void front_of(unsigned thread) {
    const uint32_t word = any;
    uint32_t plain = 0;
    if (replay_allowed(&core, thread, word)) {
        front_offer(&core, thread, word);
    }
    used = front_next(&core, thread, &plain) + stx_take_pending(&core, thread, &plain);
    used = plain;
}

/* A word of any value is offered, and the next two plain words are taken, in the middle of any MOP,
 * replay or recording. Each thread is a case of its own, so that Eva knows whose front end it is.
 */
void front_words(void) {
    const unsigned thread = up_to(STX_THREADS - 1);
    any_core();
    if (thread == 0) {
        front_of(0);
    } else if (thread == 1) {
        front_of(1);
    } else {
        front_of(2);
    }
}
