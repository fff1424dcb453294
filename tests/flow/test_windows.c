/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Registers by address: where each window begins and ends, the windows of the configuration, and
 * every pair of mailboxes (SPEC 1.5, 10.1). */
#include <string.h>

#include "heard.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { CFG_WORDS = 224, OWN_WORDS = 180, THREAD_WORDS = 68, STATE_RESET = 4 };
#define CFG 0xFFEF0000u
#define MAILBOX(n) (0xFFEC0000u + 0x1000u * (n))

static struct stx_core core;

static const struct {
    uint32_t base, bytes;
} windows[] = {
    {0xFFB11000u, 0x1000},  /* TDMA registers */
    {0xFFB12000u, 0x1000},  /* debug registers */
    {0xFFB80000u, 36},      /* MOP configuration */
    {0xFFBD8000u, 0x8000},  /* Dst */
    {0xFFE00000u, 256},     /* GPRs */
    {0xFFE40000u, 0x10000}, /* instruction buffer */
    {0xFFE80000u, 0x10000}, /* PC buffer */
    {0xFFEC0000u, 0x4000},  /* mailboxes */
    {0xFFEF0000u, 4 * (3 * CFG_WORDS + STX_THREADS * THREAD_WORDS)},
};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

/* Windows that follow each other would hide where one ends. */
static bool in_any(uint32_t address) {
    bool any = false;
    for (unsigned i = 0; i < WINDOWS; i++) {
        any |= address >= windows[i].base && address <= windows[i].base + windows[i].bytes - 1;
    }
    return any;
}

TEST(windows_begin_and_end_where_the_book_says) {
    stx_init(&core, NULL, 0, NULL);
    for (unsigned i = 0; i < WINDOWS; i++) {
        uint32_t base = windows[i].base, end = base + windows[i].bytes;
        CHECK(stx_mmio_has(&core, base) && stx_mmio_has(&core, end - 4));
        CHECK_EQ(stx_mmio_has(&core, base - 4), in_any(base - 4));
        CHECK_EQ(stx_mmio_has(&core, end), in_any(end));
        for (uint32_t n = 1; n < 4; n++) {
            CHECK(!stx_mmio_has(&core, base + n));
        }
    }
}

/* LOADREG and STOREREG reach the first four alone; what is not there is a fault for them too. */
TEST(words_reach_the_registers_of_the_first_megabyte) {
    for (unsigned i = 0; i < 4; i++) {
        uint32_t first = windows[i].base >> 2 & 0x3FFFF, last = first + windows[i].bytes / 4 - 1;
        stx_init(&core, NULL, 0, NULL);
        CHECK_EQ(stx_try(&core, 0, TT_OP_LOADREG(1, first)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_STOREREG(1, last)), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, TT_OP_LOADREG(1, last + 1)),
                 in_any(windows[i].base + windows[i].bytes) ? STX_DONE : STX_FAULT);
    }
}

/* The words at n of bank 0, bank 1 and both at once. */
static uint32_t read_bank(unsigned window, unsigned n) {
    return stx_mmio_read(&core, 0, CFG + 4 * (CFG_WORDS * window + n));
}

TEST(configuration_is_two_banks_and_both_at_once) {
    for (unsigned n = 0; n < CFG_WORDS; n++) {
        for (unsigned window = 0; window < 3 && n != STATE_RESET; window++) {
            bool shared = n >= OWN_WORDS;
            stx_init(&core, NULL, 0, NULL);
            core.cfg[0][n] = 5;
            core.cfg[1][n] = 6;
            stx_mmio_write(&core, 0, CFG + 4 * (CFG_WORDS * window + n), 7);
            CHECK_EQ(read_bank(0, n), window != 1 || shared ? 7 : 5);
            CHECK_EQ(read_bank(1, n), window != 0 || shared ? 7 : 6);
            CHECK_EQ(read_bank(2, n), read_bank(0, n));
            CHECK_EQ(core.accesses, 1); /* reads change nothing */
        }
    }
}

TEST(thread_configuration_is_read_only) {
    stx_init(&core, NULL, 0, NULL);
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        for (unsigned n = 0; n < THREAD_WORDS; n++) {
            uint32_t at = CFG + 4 * (3 * CFG_WORDS + THREAD_WORDS * thread + n);
            core.tcfg[thread][n] = (uint16_t)(100 * thread + n + 1);
            stx_mmio_write(&core, 0, at, 0x1234);
            CHECK_EQ(stx_mmio_read(&core, 0, at), 100 * thread + n + 1);
        }
    }
}

/* Four words from each hart to each other one, and none of them is lost or mixed up. */
TEST(each_pair_of_harts_has_a_mailbox_of_its_own) {
    stx_init(&core, NULL, 0, NULL);
    for (uint32_t n = 0; n < 4 * 9; n++) {
        unsigned from = n / 3 % 3, to = n % 3;
        stx_mmio_write(&core, from, MAILBOX(to + 1) + n % 5 * 4, 1000 * from + 100 * to + n / 9);
    }
    for (uint32_t n = 0; n < 4 * 9; n++) {
        unsigned from = n / 3 % 3, to = n % 3;
        CHECK_EQ(stx_mmio_read(&core, to, MAILBOX(from + 1) + 0xFFC), 1);
        CHECK_EQ(stx_mmio_read(&core, to, MAILBOX(from + 1)), 1000 * from + 100 * to + n / 9);
    }
    for (unsigned n = 0; n < 12; n++) {
        CHECK_EQ(stx_mmio_read(&core, n / 4, MAILBOX(n % 4) + 4), 0);
    }
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

/* What has been sent or taken is progress, a look is none. */
TEST(mailboxes_count_what_was_sent_and_taken) {
    stx_init(&core, NULL, 0, NULL);
    stx_mmio_write(&core, 0, MAILBOX(2), 5);
    CHECK_EQ(core.accesses, 1);
    CHECK_EQ(stx_mmio_read(&core, 1, MAILBOX(1) + 4), 1);
    CHECK_EQ(core.accesses, 1);
    CHECK_EQ(stx_mmio_read(&core, 1, MAILBOX(1)), 5);
    CHECK_EQ(core.accesses, 2);
}

/* Words 8 to 15 are the semaphores; the others read as 0 and take no store. */
TEST(eight_words_of_the_pc_buffer_are_semaphores) {
    for (unsigned n = 0; n < 40; n++) {
        unsigned sum = 0, at = 0;
        stx_init(&core, NULL, 0, NULL);
        for (unsigned i = 0; i < 8; i++) {
            core.sem[i].value = (uint8_t)(i + 3);
        }
        bool there = n >= 8 && n < 16;
        CHECK_EQ(stx_mmio_read(&core, 0, 0xFFE80000u + 4 * n), there ? n - 8 + 3 : 0);
        stx_mmio_write(&core, 0, 0xFFE80000u + 4 * n, n & 1);
        for (unsigned i = 0; i < 8; i++) {
            at = core.sem[i].value != i + 3 ? i : at;
            sum += core.sem[i].value;
        }
        CHECK_EQ(sum, 52 + (!there ? 0 : n & 1 ? -1 : 1));
        CHECK_EQ(at, there ? n - 8 : 0);
    }
}

static unsigned turns;
static uint32_t polled[STX_THREADS];

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    memcpy(polled, core.polled, sizeof polled);
    turns++;
}

TEST(a_poll_is_known_while_others_run) {
    stx_init(&core, NULL, 0, &(struct stx_port){.yield = on_yield});
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        turns = 0;
        stx_poll(&core, thread, 0xFFE80004u);
        for (unsigned t = 0; t < STX_THREADS; t++) {
            CHECK_EQ(polled[t], t == thread ? 0xFFE80004u : 0);
            CHECK_EQ(core.polled[t], 0);
        }
        CHECK_EQ(turns, 1);
    }
    stx_poll(&core, STX_THREADS, 0xFFE80004u); /* no such thread: others run all the same */
    CHECK_EQ(turns, 2);
    for (unsigned n = 1; n < 20; n++) {
        turns = 0;
        (void)stx_mmio_read(&core, 0, 0xFFE80000u + 4 * n);
        CHECK_EQ(turns, 1);
        CHECK_EQ(polled[0], 0xFFE80000u + 4 * n);
    }
}

/* The port hears of each access, of those by words and of those that found nothing too. */
static struct {
    unsigned thread, count;
    uint32_t address, value;
    bool write;
} told;

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self;
    told.thread = e->thread;
    told.address = e->first;
    told.value = e->value;
    told.write = e->kind == STX_EVENT_STORE;
    told.count += of == &core && e->count == 4;
}

static bool was_told(unsigned thread, uint32_t address, uint32_t value, bool write) {
    bool right = told.count == 1 && told.thread == thread && told.address == address &&
                 told.value == value && told.write == write;
    told.count = 0;
    return right;
}

TEST(each_access_is_told_with_its_value) {
    const uint32_t gpr = 0xFFE00000u + 4 * 9, debug = 0xFFB12068u, none = 0xFFB00000u;
    stx_init(&core, NULL, 0, NULL);
    heard_by(&core, STX_HEAR(LOAD) | STX_HEAR(STORE), hear);
    told.count = 0;
    stx_mmio_write(&core, 1, gpr, 77);
    CHECK(was_told(1, gpr, 77, true));
    CHECK_EQ(stx_mmio_read(&core, 1, gpr), 77);
    CHECK(was_told(1, gpr, 77, false));
    CHECK_EQ(stx_try(&core, 1, TT_OP_STOREREG(9, (debug & 0xFFFFF) >> 2)), STX_DONE);
    CHECK(was_told(1, debug, 77, true));
    CHECK_EQ(stx_try(&core, 2, TT_OP_LOADREG(3, (debug & 0xFFFFF) >> 2)), STX_DONE);
    CHECK(was_told(2, debug, 77, false));
    CHECK_EQ(stx_mmio_read(&core, 0, none), 0);
    CHECK(was_told(0, none, 0, false));
    stx_mmio_write(&core, 0, none, 5);
    CHECK(was_told(0, none, 5, true));
    CHECK_EQ(core.accesses, 2); /* what has changed something */
}

/* A word or a mailbox access holds its thread; what is only polled does not. */
TEST(who_is_blocked) {
    stx_init(&core, NULL, 0, NULL);
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        for (unsigned n = 0; n < 8; n++) {
            core.front[thread].held = n >> 2;
            core.polled[thread] = n & 3u ? 0xFFEC0000u + (n & 3u) : 0;
            CHECK_EQ(stx_blocked(&core, thread), n >= 2);
        }
        core.front[thread].held = 1;
    }
    CHECK(!stx_blocked(&core, STX_THREADS));
}

int main(void) {
    RUN_IF(STX_DST_ROWS == 1024, windows_begin_and_end_where_the_book_says);
    RUN_IF(STX_DST_ROWS == 1024, words_reach_the_registers_of_the_first_megabyte);
    RUN_IF(STX_CFG_BANKS == 2, configuration_is_two_banks_and_both_at_once);
    RUN(thread_configuration_is_read_only);
    RUN_IF(STX_THREADS == 3, each_pair_of_harts_has_a_mailbox_of_its_own);
    RUN_IF(STX_THREADS == 3, mailboxes_count_what_was_sent_and_taken);
    RUN(eight_words_of_the_pc_buffer_are_semaphores);
    RUN(a_poll_is_known_while_others_run);
    RUN_IF(STX_TRACE && STX_THREADS == 3, each_access_is_told_with_its_value);
    RUN(who_is_blocked);
    return test_summary();
}
