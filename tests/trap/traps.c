/* SPDX-License-Identifier: Apache-2.0
 *
 * traps.c - words and accesses that trap do what calls do, in every mode and in the middle of
 * interrupts, and everything else is left alone. For QEMU's boards with a CLINT. */
#include <string.h>

#include "counter.h"
#include "kernel.h"
#include "softensix/inspect.h"
#include "softensix/tti.h"
#include "test.h"
#include "trap/trap.h"

#define CSR_READ(value, number) __asm__ volatile(".insn i 0x73, 2, %0, x0, " #number : "=r"(value))
#define CSR_WRITE(number, value) \
    __asm__ volatile(".insn i 0x73, 1, x0, %0, " #number : : "r"(value) : "memory")
#define CSR_SET(number, value) \
    __asm__ volatile(".insn i 0x73, 2, x0, %0, " #number : : "r"(value) : "memory")
#define CSR_CLEAR(number, value) \
    __asm__ volatile(".insn i 0x73, 3, x0, %0, " #number : : "r"(value) : "memory")

STX_KERNEL_BOTH(words_of_all_units);
STX_KERNEL_BOTH(accesses);
STX_KERNEL_BOTH(eight_words);
STX_KERNEL_BOTH(one_word);
STX_KERNEL_BOTH(counts);
STX_KERNEL_BOTH(multiplies);

#ifdef STX_TRAP_VECTORS
enum { VECTORS = 1 };
#else
enum { VECTORS = 0 };
#endif
enum { USER = 0, SUPERVISOR = 0x800, MIE = 8, TIMER = 0x80 };
enum { FETCH_FAULT = 1, BREAKPOINT = 3, USER_CALL = 8 };
#define CLINT_COMPARE ((volatile uint32_t *)0x2004000)
#define CLINT_TIME ((volatile uint32_t *)0x200BFF8)

struct stx_core core;
static struct stx_core other;
static uint8_t l1[4096], other_l1[4096];
static uint8_t below_stack[4096] __attribute__((aligned(16)));

/* modes.S */
uintptr_t enter(const void *code, uintptr_t sp, uintptr_t mode);
extern const char user_code[], user_page[], last_word[], supervisor_code[], probes_below[];
extern uintptr_t left_in_a0;
uint32_t keeps(void), keeps_vectors(void);
void spoil(void), spoil_vectors(void);
void other_trap(void);

static volatile unsigned timers, others;
static unsigned period;
static void (*words_in_handler)(void);
static volatile uintptr_t other_cause, other_pc;

static unsigned thread_1(void *ctx) {
    (void)ctx;
    return 1;
}

static void begin(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init(&other, other_l1, sizeof other_l1, NULL);
    stx_trap_install_any(&core);
    stx_trap_threads(thread_1, NULL);
    timers = others = 0;
    words_in_handler = NULL;
}

static void next_timer(void) {
    CLINT_COMPARE[1] = 0xFFFFFFFFu;
    CLINT_COMPARE[0] = CLINT_TIME[0] + period;
    CLINT_COMPARE[1] = CLINT_TIME[1];
}

void handler_words_words(void), handler_sets_words(void);

static void handle(uintptr_t cause, uintptr_t *pc) {
    if ((intptr_t)cause < 0) {
        timers++;
        if (words_in_handler) {
            words_in_handler();
        }
        next_timer();
        return;
    }
    others++;
    other_cause = cause;
    other_pc = *pc;
    *pc += 4;
}

/* A trap in this handler overwrites mepc and mstatus. */
__attribute__((interrupt("machine"))) void other_trap(void) {
    uintptr_t cause, pc, status;
    CSR_READ(cause, 0x342);
    CSR_READ(pc, 0x341);
    CSR_READ(status, 0x300);
    handle(cause, &pc);
    CSR_WRITE(0x300, status);
    CSR_WRITE(0x341, pc);
}

static void interrupts(bool on) {
    if (on) {
        next_timer();
        CSR_SET(0x304, TIMER);
        CSR_SET(0x300, MIE);
    } else {
        CSR_CLEAR(0x300, MIE);
        CSR_CLEAR(0x304, TIMER);
    }
}

static bool both_are_equal(void) {
    return stx_diff(&core, &other, NULL, NULL) == 0 && memcmp(l1, other_l1, sizeof l1) == 0 &&
           core.retired == other.retired;
}

static void run_both(const struct stx_kernel_both *kernel, void *words, void *calls) {
    kernel->words(words);
    stx_bind(&other);
    kernel->calls(calls);
    stx_bind(NULL);
}

TEST(words_do_what_calls_do) {
    begin();
    run_both(&words_of_all_units, NULL, NULL);
    CHECK(both_are_equal());
    CHECK(core.retired > 10);
    CHECK_EQ(others, 0);
}

TEST(accesses_do_what_calls_do) {
    struct traffic words = {.value = 0x80001234}, calls = words;
    begin();
    run_both(&accesses, &words, &calls);
    CHECK(both_are_equal());
    CHECK(memcmp(&words, &calls, sizeof words) == 0);
    CHECK_EQ(words.config, 0x80001234);
    CHECK_EQ(words.gpr, 0x80001234 + 0x14);
    CHECK_EQ(others, 0);
}

TEST(every_register_is_kept) {
    begin();
    core.port.fault = NULL;
    CHECK_EQ(keeps(), 0);
    CHECK(stx_last_fault(&core)->rule == STX_RULE_UNKNOWN_OPCODE);
}

static enum stx_verdict spoils(void *ctx, const struct stx_fault *fault) {
    (void)fault;
    spoil();
    if (ctx) {
        spoil_vectors();
    }
    return STX_SKIP;
}

TEST(registers_are_kept_from_a_callback_that_uses_floating_point) {
    const struct stx_port port = {.fault = spoils};
    begin();
    stx_init(&core, l1, sizeof l1, &port);
    CHECK_EQ(keeps(), 0);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_UNKNOWN_OPCODE), 2);
}

TEST(vectors_are_kept_from_a_callback_that_uses_them) {
    const struct stx_port port = {.ctx = &core, .fault = spoils};
    begin();
    stx_init(&core, l1, sizeof l1, &port);
    CHECK_EQ(keeps_vectors(), 0);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_UNKNOWN_OPCODE), 1);
}

static unsigned too_early;

static enum stx_verdict traps_again(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    uint32_t before = core.gpr[1][GPR_INTERRUPTS];
    handler_words_words();
    too_early += core.gpr[1][GPR_INTERRUPTS] != before;
    __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop");
    return STX_SKIP;
}

/* A callback is called in the middle of a word: words there run when it has ended, and other traps
 * are passed on at once. */
TEST(a_trap_inside_the_handler_is_handled) {
    const struct stx_port port = {.fault = traps_again};
    begin();
    stx_init(&core, l1, sizeof l1, &port);
    CHECK_EQ(keeps(), 0);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_UNKNOWN_OPCODE), 2);
    CHECK_EQ(core.gpr[1][GPR_INTERRUPTS], 2 * 3);
    CHECK_EQ(too_early, 0);
    CHECK_EQ(others, 2);
    CHECK_EQ(other_cause, BREAKPOINT);
}

/* Every word of counts() is interrupted again and again. */
TEST(interrupts_come_while_words_run) {
    begin();
    period = 2;
    interrupts(true);
    counts.words(NULL);
    interrupts(false);
    CHECK_EQ(core.gpr[1][GPR_SUM], 1000);
    CHECK(timers > 500);
    CHECK_EQ(others, 0);
}

TEST(words_of_an_interrupt_handler_wait_for_the_running_word) {
    begin();
    period = 5;
    words_in_handler = handler_words_words;
    interrupts(true);
    counts.words(NULL);
    period = 40;
    words_of_all_units.words(NULL);
    interrupts(false);
    CHECK_EQ(core.gpr[1][GPR_SUM], 0x1234 + 5);
    CHECK(timers > 200);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
    CHECK_EQ(core.gpr[1][GPR_INTERRUPTS], 3 * timers);
}

/* How many lanes of LReg3 are neither 1 nor 4, or differ from the first. */
static unsigned mixed_lanes(void) {
    const uint32_t *lane = core.sfpu.lreg[3];
    unsigned mixed = lane[0] != 0x3F800000 && lane[0] != 0x40800000;
    for (unsigned i = 1; i < STX_LANES; i++) {
        mixed += lane[i] != lane[0];
    }
    return mixed;
}

TEST(a_running_word_is_not_disturbed_by_words_of_an_interrupt_handler) {
    unsigned mixed = 0;
    begin();
    handler_sets_words();
    words_in_handler = handler_sets_words;
    interrupts(true);
    for (unsigned n = 0; n < 300; n++) {
        period = 12 + n % 8;
        multiplies.words(NULL);
        mixed += mixed_lanes();
    }
    interrupts(false);
    CHECK_EQ(mixed, 0);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

/* What is no word and no register goes on to the program's own handler, with its place. */
TEST(other_traps_are_passed_on) {
    begin();
    __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop");
    CHECK_EQ(others, 1);
    CHECK_EQ(other_cause, BREAKPOINT);
    __asm__ volatile(".4byte 0xFFFFFFFF\n.4byte 0");
    CHECK_EQ(others, 3);
    CHECK_EQ(other_cause, 2);
    __asm__ volatile("lw t0, 0(%0)" : : "r"((uintptr_t)0xF0000000u) : "t0");
    CHECK_EQ(others, 4);
    CHECK_EQ(other_cause, 5);
    CHECK_EQ(core.retired, 0);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

static void open_memory(void) {
    CSR_WRITE(0x3B0, (uintptr_t)-1);
    CSR_WRITE(0x3A0, 0x1F);
}

TEST(words_of_user_mode_need_no_stack) {
    begin();
    open_memory();
    CHECK_EQ(enter(user_code, 1, USER), USER_CALL);
    CHECK_EQ(left_in_a0, 1);
    CHECK_EQ(core.gpr[1][GPR_BELOW], 7);
}

/* A page that user mode may execute, and nothing else. */
TEST(of_user_mode_only_the_word_that_trapped_is_read) {
    begin();
    core.gpr[1][GPR_BEHIND] = 0;
    CSR_WRITE(0x3B0, (uintptr_t)user_page >> 2 | (4096 / 8 - 1));
    CSR_WRITE(0x3A0, 0x1D);
    CHECK_EQ(enter(last_word, 0, USER), FETCH_FAULT);
    CHECK_EQ(core.gpr[1][GPR_BELOW] & 0xFFFF, 0x456);
    CHECK_EQ(core.gpr[1][GPR_BEHIND], 0);
}

TEST(there_is_no_coprocessor) {
    begin();
    open_memory();
    CHECK(!stx_coprocessor_present());
    CHECK(!stx_coprocessor_present_below());
    CHECK_EQ(enter(probes_below, (uintptr_t)(below_stack + sizeof below_stack), USER), USER_CALL);
    CHECK_EQ(left_in_a0, 0);
    CHECK_EQ(core.retired, 0);
}

TEST(supervisor_mode_handles_its_own_traps_and_those_of_user_mode) {
    begin();
    open_memory();
    CSR_WRITE(0x302, 1 << 2 | 1 << 5 | 1 << 7);
    CHECK_EQ(enter(supervisor_code, (uintptr_t)(below_stack + sizeof below_stack), SUPERVISOR),
             USER_CALL);
    CSR_WRITE(0x302, 0);
    CHECK_EQ(left_in_a0, 1);
    CHECK_EQ(core.gpr[1][GPR_BELOW], 7);
    CHECK_EQ(core.gpr[1][GPR_BEHIND], 0x111);
}

static uint32_t instructions_of(stx_kernel *kernel) {
    uint64_t before = port_instructions();
    kernel(NULL);
    return (uint32_t)(port_instructions() - before);
}

TEST(eight_words_in_a_row_cost_little_more_than_calls) {
    begin();
    stx_bind(&other);
    uint32_t words = instructions_of(eight_words.words), calls = instructions_of(eight_words.calls);
    printf("a word of eight in a row: %lu instructions by traps, %lu by calls\n",
           (unsigned long)words / 8, (unsigned long)calls / 8);
    printf("a word alone: %lu and %lu\n", (unsigned long)instructions_of(one_word.words),
           (unsigned long)instructions_of(one_word.calls));
    CHECK(both_are_equal());
    CHECK(words / 8 <= 350);
}

int main(void) {
    RUN(words_do_what_calls_do);
    RUN(accesses_do_what_calls_do);
    RUN(every_register_is_kept);
    RUN(registers_are_kept_from_a_callback_that_uses_floating_point);
    RUN_IF(VECTORS, vectors_are_kept_from_a_callback_that_uses_them);
    RUN(a_trap_inside_the_handler_is_handled);
    RUN(interrupts_come_while_words_run);
    RUN(words_of_an_interrupt_handler_wait_for_the_running_word);
    RUN(a_running_word_is_not_disturbed_by_words_of_an_interrupt_handler);
    RUN(other_traps_are_passed_on);
    RUN(words_of_user_mode_need_no_stack);
    RUN(of_user_mode_only_the_word_that_trapped_is_read);
    RUN(there_is_no_coprocessor);
    RUN(supervisor_mode_handles_its_own_traps_and_those_of_user_mode);
    RUN(eight_words_in_a_row_cost_little_more_than_calls);
    return test_summary();
}
