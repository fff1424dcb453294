/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls every public function with random arguments, in random order, under the sanitizers: random
 * SEED CALLS [SECONDS]. Pointers are what the headers ask for; numbers, enumerations, words,
 * elements and states are anything. A call in which nothing goes on for a minute of processor time
 * is a finding too, and so is one that takes half an hour: a MOP of REPLAYs, in an odd state, is
 * two million words, each of which may move much and is heard by all listeners. Last line: "N calls
 * of N functions passed". */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "coop/coop.h"
#include "coop/cores.h"
#include "coop/ordering.h"
#include "coop/race.h"
#include "coop/timing.h"
#include "coop/watch.h"
#include "crc32.h"
#include "heard.h"
#include "softensix/dump.h"
#include "softensix/hart.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/order.h"
#include "softensix/selftest.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"
#include "softensix/time.h"
#include "softensix/trace.h"
#include "softensix/uninit.h"

#define L1_BYTES 0x10000u
#define NUMBERS (1u << 22) /* as many as any tensor in L1 has, with the strides of calls.py */

static struct stx_core core[2], spare;
static struct stx_order order;
static struct stx_order_step order_step;
static struct stx_lint lint;
static struct stx_trace trace;
static struct stx_time time_model;
#define time time_model
static struct stx_uninit uninit;
static struct stx_tiles tiles;
static struct coop coop;
static struct coop_race race;
static struct coop_cores cores;
static uint8_t *l1, *l1_twice, *l1_copy;
static uint32_t *numbers;
static uint8_t *block; /* of exactly block_size bytes, so that an access beside it is seen */
static size_t block_size;
static uint32_t state;
static unsigned long calls;

#include "api/arguments.h"

/* ---- callbacks ---- */

static void print(void *ctx, const char *text) {
    (void)ctx;
    numbers[0] += (uint32_t)strlen(text);
}

static void on_diff(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a,
                    uint32_t b) {
    (void)ctx;
    numbers[0] += (uint32_t)strlen(item->name) + element + a + b;
}

static void on_lint(void *ctx, const struct stx_lint_finding *finding) {
    stx_lint_print(finding, print, ctx);
}

static void on_uninit(void *ctx, const struct stx_uninit_finding *finding) {
    stx_uninit_print(finding, print, ctx);
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    numbers[0] += (uint32_t)strlen(fault->what);
    return (enum stx_verdict)(any() % 3u);
}

/* Nothing else can run, so every second time it says so. */
static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    stx_raise(&core[0], STX_RULE_DEADLOCK, thread, 0);
    stx_raise(&core[1], STX_RULE_DEADLOCK, thread, 0);
}

/* The scheduler serves the first core. The second one may have its port, too, but has no threads,
 * so that nothing ends what it waits for. */
static void yield_to_threads(void *ctx, unsigned thread) {
    coop_yield(ctx, thread);
    if (!coop.running) {
        stx_raise(&core[1], STX_RULE_DEADLOCK, thread, 0);
    }
}

static void on_event(struct stx_listener *self, struct stx_core *of,
                     const struct stx_event *event) {
    (void)self, (void)of, (void)event;
}

static struct stx_listener *any_listener(void) {
    static struct stx_listener listeners[8];
    struct stx_listener *one = &listeners[any() % 8u];
    one->hear = any() % 8u ? on_event : NULL;
    one->kinds = any();
    return any() % 8u ? one : NULL;
}

static const struct stx_event *any_event(void) {
    static struct stx_event event;
    event.kind = (uint8_t)(any() % 4u ? any() % STX_EVENT_KINDS : any());
    event.thread = (uint8_t)(any() % 4u);
    event.part = 1u << any() % 24u;
    event.first = any();
    event.count = any() % 64u;
    event.word = any();
    return any() % 8u ? &event : NULL;
}

static const struct stx_port *any_port(void) {
    static const struct stx_port ports[] = {
        {0},
        {.fault = on_fault},
        {.yield = on_yield, .fault = on_fault},
        {.ctx = &coop, .yield = yield_to_threads, .fault = coop_fault}};
    unsigned which = any() % 5u;
    return which < sizeof ports / sizeof *ports ? &ports[which] : NULL;
}

/* A thread issues a few random words. */
static void a_thread(void *argument) {
    (void)argument;
    for (unsigned n = any() % 20u; n; n--) {
        (void)stx_issue(coop.core, any() % 4u, any());
    }
}

static void start_race(void *ctx, struct coop *of, uint8_t *its_l1) {
    (void)ctx, (void)its_l1;
    (void)coop_add(of, "one", any(), a_thread, NULL);
    (void)coop_add(of, "two", any() % 3u, a_thread, NULL);
}
static const struct coop_kernel race_kernel = {"kernel", start_race, NULL};

static const struct stx_time_lines lines = {print, NULL};

static void target_issue(void *ctx, uint32_t word) {
    (void)ctx;
    (void)stx_issue(&core[1], 0, word);
}

static uint32_t target_read(void *ctx, uint32_t address) {
    (void)ctx, (void)address;
    return any();
}

static void target_write(void *ctx, uint32_t address, uint32_t value) {
    (void)ctx, (void)address, (void)value;
}

static const struct stx_selftest_target target = {NULL, target_issue, target_read, target_write};
static struct stx_selftest_difference difference;

void stx_misused(const char *sentence) {
    numbers[0] += (uint32_t)strlen(sentence);
}

/* ---- the run ---- */

#include "calls.h"

static void fresh(void) {
    for (unsigned i = 0; i < 2; i++) {
        stx_init(&core[i], l1, any() & 1u ? L1_BYTES : l1_bytes(), any_port());
        stx_policy_set_all(&core[i], (enum stx_policy)(any() % 3u));
    }
    stx_bind(&core[0]);
    coop_init(&coop, &core[0]);
    coop_cores_init(&cores);
    coop_race_init(&race, &core[0], &coop, l1, L1_BYTES);
    race.l1_copy = l1_copy;
    (void)coop_race_reference(&race, &race_kernel);
    stx_tiles_init(&tiles, &core[0], any() % 3u, 0x8000, STX_TILE_SCRATCH);
    (void)stx_order_init(&order, &core[0], STX_ORDER_DEFAULT);
    (void)stx_lint_init(&lint, &core[0], NULL, NULL);
    (void)stx_trace_init(&trace, STX_TRACE_JSON, &core[0], print, NULL);
    (void)stx_time_init(&time, &core[0]);
    (void)stx_uninit_init(&uninit, &core[0], STX_UNINIT_ALL, l1_twice, on_uninit, NULL);
}

static unsigned running;

/* Other programs on the machine do not count. */
static void limit(long seconds) {
    const struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    (void)setitimer(ITIMER_PROF, &timer, NULL);
}

static unsigned minutes; /* of the running call */
static uint32_t progress;

/* Words executed, and where MOPs and REPLAYs stand. */
static uint32_t progress_now(void) {
    uint32_t now = core[0].retired ^ core[1].retired << 16;
    for (unsigned i = 0; i < 2; i++) {
        now ^= crc32_of((const uint8_t *)core[i].front, sizeof core[i].front) >> i;
    }
    return now;
}

static void a_minute_later(int signal) {
    (void)signal;
    uint32_t now = progress_now();
    if (++minutes == 30 || (minutes > 1 && now == progress)) {
        fprintf(stderr, "%s %s of processor time\n", names[running],
                minutes == 30 ? "takes half an hour" : "does nothing for a minute");
        abort();
    }
    progress = now;
    limit(60);
}

static void *room(size_t bytes) {
    void *at = calloc(1, bytes);
    if (!at) {
        abort();
    }
    return at;
}

/* Under the sanitizers this is called when one of them has found something. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0:detect_stack_use_after_return=0";
}

static void say_where(int status) {
    fprintf(stderr, "call %lu: %s\n", calls, names[running]);
    (void)status;
}
void __sanitizer_set_death_callback(void (*callback)(void));
static void on_death(void) {
    say_where(1);
}

int main(int argc, char **argv) {
    unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    unsigned long most = argc > 2 ? strtoul(argv[2], NULL, 10) : 100000;
    unsigned seconds = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    const unsigned functions = sizeof names / sizeof *names;
#undef time
    time_t until = time(NULL) + (time_t)seconds;
    state = (uint32_t)seed * 2654435761u + 1u;
    l1 = room(L1_BYTES);
    l1_twice = room(2u * L1_BYTES);
    l1_copy = room(L1_BYTES);
    numbers = room(4u * NUMBERS);
    __sanitizer_set_death_callback(on_death);
    const struct sigaction later = {.sa_handler = a_minute_later};
    (void)sigaction(SIGPROF, &later, NULL);
    for (; seconds ? time(NULL) < until : calls < most; calls++) {
        if (calls % 2000u == 0) {
            fresh();
        }
        new_block();
        running = (any_bits() >> 8) % functions;
        minutes = 0;
        limit(60);
        call(running);
        limit(0);
    }
    printf("%lu calls of %u functions passed\n", calls, functions);
    return 0;
}
