/* SPDX-License-Identifier: Apache-2.0
 *
 * How deep the stack of a kernel gets: a thread issues every instruction with random operands, many
 * times, on a stack that was filled with a pattern before. */
#include <string.h>

#include "coop/coop.h"
#include "softensix/isa.h"
#include "softensix/tti.h"
#include "test.h"

#define PATTERN 0xA5u
#define TRIES 60 /* words of each instruction */

static struct stx_core core;
static struct coop coop;
static uint8_t l1[0x4000];

/* Both sources of the FPU are valid, so that nothing waits. */
static void own_sources(void) {
    core.srca.fpu_owns[0] = core.srca.fpu_owns[1] = 1;
    core.srcb.fpu_owns[0] = core.srcb.fpu_owns[1] = 1;
}

/* Every unpacker finds its bank free. */
static void free_sources(void) {
    memset(core.srca.fpu_owns, 0, sizeof core.srca.fpu_owns);
    memset(core.srcb.fpu_owns, 0, sizeof core.srcb.fpu_owns);
}

static void issue_everything(void *argument) {
    uint32_t seed = 3;
    const struct stx_insn *insn;
    (void)argument;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < TRIES && insn->executes; n++) {
            uint32_t word = (uint32_t)insn->opcode << 24 | (test_random(&seed) & 0xFFFFFFu);
            insn->unit == STX_UNIT_UNPACK || n % 8 == 7 ? free_sources() : own_sources();
            core.cfg[0][1] = test_random(&seed); /* formats of the ALU */
            (void)stx_try(&core, 1, word);
        }
    }
    stx_issue(&core, 1, TT_OP_REPLAY(0, 1, 1, 1)); /* through the front end as well */
    own_sources();
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_REPLAY(0, 1, 0, 0));
    stx_settle(&core);
}

static size_t untouched(const unsigned char *stack, size_t size) {
    size_t n = 0;
    while (n < size && stack[n] == PATTERN) {
        n++;
    }
    return n;
}

TEST(the_deepest_word_leaves_room_on_a_thread_s_stack) {
    struct stx_port port = {.ctx = &coop, .fault = NULL};
    stx_init(&core, l1, sizeof l1, &port);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    coop_init(&coop, &core);
    coop_add(&coop, "math", 1, issue_everything, NULL);
    unsigned char *stack = coop.stack[0] + COOP_GUARD_BYTES;
    const size_t size = COOP_STACK_BYTES - COOP_GUARD_BYTES;
    /* The start of a context lies at the top: what is below is free. */
    memset(stack, PATTERN, size - 1024);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    size_t used = COOP_STACK_BYTES - untouched(stack, size);
    printf("deepest stack: %lu of %lu bytes\n", (unsigned long)used,
           (unsigned long)COOP_STACK_BYTES);
    CHECK(used > 256);
    CHECK(used + 1024 <= COOP_STACK_BYTES);
}

int main(void) {
    RUN(the_deepest_word_leaves_room_on_a_thread_s_stack);
    return test_summary();
}
