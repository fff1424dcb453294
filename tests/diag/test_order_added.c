/* SPDX-License-Identifier: Apache-2.0
 *
 * What the order checker tells to add, added: each kind of advice is applied to words that break a
 * rule, by the numbers that it prints, and then nothing is found. An advice of several, as "or
 * three words", is tried in each form. */
#include "diag/capture.h"
#include "insn/data.h"
#include "softensix/isa.h"
#include "softensix/order.h"

static struct stx_order order;

enum { MARK = 0xF0, STORE, LOAD, POST_MARK, WAIT_MARK, MOST_WORDS = 24 };
struct step {
    unsigned thread;
    uint32_t word;        /* or an address; for marks nothing */
    uint32_t kind, value; /* 0: a word */
};
#define WORD(thread, word) \
    { thread, word, 0, 0 }
#define MARKED(thread) \
    { thread, 0, MARK, 0 } /* here stands what "add:" says */
#define STORED(thread, address, value) \
    { thread, address, STORE, value }
#define LOADED(thread, address) \
    { thread, address, LOAD, 0 }
#define POST_MARKED(thread) \
    { thread, 0, POST_MARK, 0 }
#define WAIT_MARKED(thread) \
    { thread, 0, WAIT_MARK, 0 }

#define STORE_ROWS TT_OP_SFPSTORE(0, 0, 0, 0)
#define LOAD_ROWS TT_OP_SFPLOAD(0, 0, 0, 0)
#define PRODUCT TT_OP_MVMUL(0, 0, 0, 0)
#define POST TT_OP_SEMPOST(1)
#define HELD_UNTIL_POSTED TT_OP_SEMWAIT(0x1FF, 1, 1)
#define PACKED PACK(0, 15, 0)
#define WIDER TT_OP_RMWCIB3(0x20, 0x20, 1) /* ALU_ACC_CTRL_Fp32_enabled */
#define SEMAPHORE_0 0xFFE80020u
#define PC_BUFFER 0xFFE80000u
#define CFG(word) (0xFFEF0000u + 4u * (word))
#define GPR(number) (0xFFE00000u + 4u * (number))
#define MOP_CFG(word) (0xFFB80000u + 4u * (word))
#define WIDE 0x20000000u
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define CLEAR_SOURCE(source) TT_OP_UNPACR_NOP(source, 0, 0, 1, 0, 1, 0, 0, 1)
#define PACK_FORMAT TT_OP_RMWCIB0(0xF0, 0x10, 70)
#else
#define CLEAR_SOURCE(source) TT_OP_UNPACR_NOP(source, 0x51)
#define PACK_FORMAT TT_OP_RMWCIB0(0xF0, 0x10, 58)
#endif
#define UNPACK_FORMAT(unit) TT_OP_RMWCIB0(0xF, 1, (UNPACK_WORD + UNPACKER_1_ON * (unit)))

static uint32_t stored; /* the address of the last store */
static bool in_place;   /* the packer writes where the unpackers read */
static bool no_banks;   /* the FPU owns no bank yet */

/* Registers and settings that nothing has written are asked for by this rule; its advice names one
 * of these words, which write what is missing. */
static enum stx_order_rule asked = STX_ORDERS;
static struct {
    const char *name;
    uint32_t word;
} inits[] = {{"SFPLOAD", 0}, {"SFPLOADI", 0}, {"SFPCONFIG", 0}, {"SETC16", 0}};

static void watch(void) {
    start();
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    unpack_plain(0, BF16, BF16, 256);
    unpack_plain(1, BF16, BF16, 256);
    pack_plain(0, BF16, BF16);
    core.gpr[0][8] = core.gpr[1][8] = IN / 16;
    core.gpr[1][4] = WIDE;
    /* Thread 2 packs as thread 0 does. */
    memcpy(core.tcfg[2], core.tcfg[0], sizeof core.tcfg[2]);
    memcpy(core.adc[2], core.adc[0], sizeof core.adc[2]);
    if (in_place) {
        pack_to(IN);
    }
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 0, 0xFF));
    if (!no_banks) {
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
    }
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    if (asked != STX_ORDERS) {
        stx_order_set(&order, asked, true);
    }
}

static void issue(unsigned thread, uint32_t word) {
    char text[200];
    if (stx_issue(&core, thread, word) != STX_DONE) {
        stx_explain_wait(&core, thread, word, text, sizeof text);
        printf("thread %u: %s; %s\n", thread, text, stx_last_fault(&core)->what);
        test_bad = 1;
    }
}

/* "SFPLOAD or SFPLOADI before it, which the init of its operation does": issues the word that the
 * advice names, or the second one. */
static bool apply_init(const char *advice, unsigned thread) {
    bool found = false;
    for (unsigned i = 0; i < sizeof inits / sizeof inits[0]; i++) {
        size_t n = strlen(inits[i].name);
        if (inits[i].word && !strncmp(advice, inits[i].name, n) && advice[n] == ' ') {
            issue(thread, inits[i].word);
            found = true;
        }
    }
    return found;
}

/* Applies one form of an advice at a mark of the thread. */
static void apply(const char *advice, const struct step *step) {
    unsigned holds, until, thread = step->thread;
    const char *in = strstr(advice, " in thread ");
    if (sscanf(advice, "STALLWAIT(%*[A-Z_] = 0x%x, %*[A-Z_0-9|] = 0x%x)", &holds, &until) == 2) {
        CHECK(!in || in[11] - '0' == (int)thread);
        issue(thread, TT_OP_STALLWAIT(holds, until));
    } else if (apply_init(advice, thread)) {
        return;
    } else if (!strncmp(advice, "one word between them, DMANOP", 29)) {
        issue(thread, TT_OP_DMANOP);
    } else if (!strcmp(advice, "NOP")) {
        issue(thread, TT_OP_NOP);
    } else if (!strncmp(advice, "three words", 11)) {
        issue(thread, TT_OP_NOP);
        issue(thread, TT_OP_NOP);
        issue(thread, TT_OP_NOP);
    } else if (!strncmp(advice, "mop_sync()", 10)) {
        (void)stx_mmio_read(&core, thread, PC_BUFFER + 8);
    } else if (!strncmp(advice, "tensix_sync()", 13)) {
        (void)stx_mmio_read(&core, thread, PC_BUFFER + 4);
    } else if (!strncmp(advice, "read it back", 12)) {
        (void)stx_mmio_read(&core, thread, stored);
    } else if (sscanf(advice,
                      "a semaphore that the code reads, posted behind STALLWAIT(%*[A-Z_] = "
                      "0x%x, %*[A-Z_0-9] = 0x%x)",
                      &holds, &until) == 2) {
        issue(thread, TT_OP_STALLWAIT(holds, until));
        issue(thread, POST);
        (void)stx_mmio_read(&core, thread, SEMAPHORE_0);
    } else {
        printf("no test applies: %s\n", advice);
        test_bad = 1;
    }
}

/* A post behind the first access and a wait before the second. */
static void apply_signal(const struct step *step) {
    if (step->kind == POST_MARK) {
        issue(step->thread, POST);
    } else {
        issue(step->thread, HELD_UNTIL_POSTED);
        (void)stx_mmio_read(&core, step->thread, SEMAPHORE_0);
    }
}

#define SIGNAL "a semaphore, mailbox or counter"

static void run_step(const struct step *step, const char *advice, bool signal) {
    if (step->kind == STORE) {
        stx_mmio_write(&core, step->thread, step->word, step->value);
        stored = step->word;
    } else if (step->kind == LOAD) {
        (void)stx_mmio_read(&core, step->thread, step->word);
    } else if (step->kind == POST_MARK || step->kind == WAIT_MARK) {
        if (signal) {
            apply_signal(step);
        }
    } else if (step->kind != MARK) {
        issue(step->thread, step->word);
    } else if (advice && strncmp(advice, SIGNAL, strlen(SIGNAL)) != 0) {
        apply(advice, step);
    }
}

static void run_steps(const struct step *step, unsigned count, const char *advice, bool signal) {
    watch();
    for (unsigned i = 0; i < count; i++) {
        run_step(&step[i], advice, signal);
    }
}

/* The advice of the first finding, or NULL. */
static const char *advice_found(void) {
    static char line[256];
    capture_clear();
    stx_order_tell(&order, capture, NULL);
    const char *add = strstr(captured, "  add: ");
    if (!add) {
        return NULL;
    }
    snprintf(line, sizeof line, "%.*s", (int)strcspn(add + 7, "\n"), add + 7);
    return line;
}

/* There is a finding; with each form of its advice there is none. An advice to signal the other
 * thread may need a wait for the unit as well: the next finding tells which. */
static void added(const struct step *step, unsigned count, int line) {
    char kept[256];
    run_steps(step, count, NULL, false);
    const char *advice = advice_found();
    if (!advice) {
        printf("line %d: nothing was found\n", line);
        test_bad = 1;
    }
    bool signal = advice && !strncmp(advice, SIGNAL, strlen(SIGNAL));
    if (signal) {
        run_steps(step, count, NULL, true);
        advice = advice_found();
    }
    snprintf(kept, sizeof kept, "%s", advice ? advice : "");
    for (const char *form = kept; form && *form;) {
        run_steps(step, count, form, signal);
        if (stx_order_total(&order)) {
            printf("added: %s\n%s", form, advice_found() ? captured : "");
        }
        CHECK_EQ(stx_order_total(&order), 0);
        const char *either = strstr(form, " or ");
        form = either ? either + 4 : NULL;
    }
}
#define ADDED(...)                            \
    added((const struct step[]){__VA_ARGS__}, \
          sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step), __LINE__)

TEST(between_units_of_a_thread) {
    ADDED(WORD(1, STORE_ROWS), MARKED(1), WORD(1, PRODUCT));
    ADDED(WORD(1, PRODUCT), MARKED(1), WORD(1, LOAD_ROWS));
    ADDED(WORD(0, STORE_ROWS), MARKED(0), WORD(0, PACKED));
    ADDED(WORD(0, PACKED), MARKED(0), WORD(0, STORE_ROWS));
    ADDED(WORD(0, PACKED), MARKED(0), WORD(0, PRODUCT));
    ADDED(WORD(0, PACKED), MARKED(0), WORD(0, PACK_FORMAT));
    ADDED(WORD(0, UNPACK(0, 1)), MARKED(0), WORD(0, UNPACK_FORMAT(0)));
    ADDED(WORD(0, UNPACK(1, 1)), MARKED(0), WORD(0, UNPACK_FORMAT(1)));
    ADDED(WORD(1, PRODUCT), MARKED(1), WORD(1, WIDER));
}

TEST(between_the_scalar_unit_and_others) {
    ADDED(WORD(1, TT_OP_LOADIND(0, 32, 0, 4, 8)), MARKED(1), WORD(1, TT_OP_WRCFG(4, 0, 1)));
    ADDED(WORD(1, TT_OP_RDCFG(4, 1)), MARKED(1), WORD(1, TT_OP_STOREIND(1, 0, 1, 32, 0, 4, 8)));
    ADDED(WORD(0, TT_OP_STOREIND(1, 0, 1, 32, 0, 0, 8)), MARKED(0), WORD(0, UNPACK(0, 1)));
}

TEST(behind_stores_of_code) {
    ADDED(STORED(1, CFG(1), WIDE), MARKED(1), WORD(1, PRODUCT));
    ADDED(STORED(0, CFG(BASE_WORD), IN / 16), MARKED(0), WORD(0, UNPACK(0, 1)));
    ADDED(STORED(0, CFG(BASE_WORD + UNPACKER_1_ON), IN / 16), MARKED(0), WORD(0, UNPACK(1, 1)));
    ADDED(STORED(1, CFG(1), WIDE), MARKED(1), WORD(1, TT_OP_RMWCIB3(0x20, 0, 1)));
    ADDED(WORD(1, TT_OP_NOP), STORED(1, GPR(4), 5), MARKED(1), WORD(1, TT_OP_WRCFG(4, 0, 1)));
    ADDED(WORD(1, TT_OP_NOP), STORED(1, GPR(8), 5), MARKED(1),
          WORD(1, TT_OP_LOADIND(0, 32, 0, 4, 8)));
}

TEST(before_loads_and_stores_of_code) {
    ADDED(WORD(1, TT_OP_LOADIND(0, 32, 0, 4, 8)), MARKED(1), LOADED(1, GPR(4)));
    ADDED(WORD(1, TT_OP_WRCFG(4, 0, 1)), MARKED(1), LOADED(1, CFG(1)));
    ADDED(WORD(1, PRODUCT), MARKED(1), STORED(1, CFG(1), WIDE));
    ADDED(WORD(0, UNPACK(0, 1)), MARKED(0), STORED(0, CFG(UNPACK_WORD), 1));
}

TEST(behind_wrcfg) {
    ADDED(WORD(1, TT_OP_WRCFG(4, 0, 1)), MARKED(1), WORD(1, PRODUCT));
}

TEST(before_the_mop_changes) {
    struct step step[12];
    for (unsigned i = 0; i < 9; i++) {
        step[i] = (struct step)STORED(1, MOP_CFG(i), i < 2 ? 1 : TT_OP_NOP);
    }
    step[9] = (struct step){1, TT_OP_MOP(1, 0, 0), 0, 0};
    step[10] = (struct step)MARKED(1);
    step[11] = (struct step)STORED(1, MOP_CFG(0), 2);
    added(step, 12, __LINE__);
}

/* The second access waits for the post of the first one's thread. */
TEST(before_a_thread_signals_another) {
    ADDED(WORD(1, STORE_ROWS), MARKED(1), WORD(1, POST), WORD(0, HELD_UNTIL_POSTED),
          WORD(0, PRODUCT));
    ADDED(WORD(1, PRODUCT), MARKED(1), WORD(1, POST), WORD(2, HELD_UNTIL_POSTED),
          WORD(2, LOAD_ROWS));
    ADDED(WORD(0, PACKED), MARKED(0), WORD(0, POST), WORD(1, HELD_UNTIL_POSTED), WORD(1, PRODUCT));
    ADDED(WORD(0, UNPACK(0, 1)), MARKED(0), WORD(0, POST), WORD(1, HELD_UNTIL_POSTED),
          WORD(1, UNPACK_FORMAT(0)));
    ADDED(WORD(0, UNPACK(1, 1)), MARKED(0), WORD(0, POST), WORD(1, HELD_UNTIL_POSTED),
          WORD(1, UNPACK_FORMAT(1)));
    ADDED(WORD(1, TT_OP_STOREIND(1, 0, 1, 32, 0, 0, 8)), MARKED(1), WORD(1, POST),
          WORD(0, HELD_UNTIL_POSTED), WORD(0, UNPACK(0, 1)));
    ADDED(STORED(0, CFG(1), WIDE), MARKED(0), WORD(0, POST), WORD(1, HELD_UNTIL_POSTED),
          WORD(1, PRODUCT));
}

TEST(where_no_signal_leads_to_the_other_thread) {
    ADDED(WORD(1, STORE_ROWS), MARKED(1), POST_MARKED(1), WAIT_MARKED(0), WORD(0, PRODUCT));
    ADDED(WORD(0, PACKED), MARKED(0), POST_MARKED(0), WAIT_MARKED(1), WORD(1, PRODUCT));
    ADDED(WORD(1, TT_OP_MOVD2A(0, 0, 0, 0, 0)), MARKED(1), POST_MARKED(1), WAIT_MARKED(2),
          WORD(2, TT_OP_MOVD2A(0, 0, 0, 0, 0)));
    ADDED(WORD(0, UNPACK(0, 1)), MARKED(0), POST_MARKED(0), WAIT_MARKED(1), WORD(1, TT_OP_NOP),
          STORED(1, CFG(UNPACK_WORD), 1));
}

#define ELWADD TT_OP_ELWADD(3, 0, 0, 0, 0)

/* Softmax packs scores over themselves, and the next product unpacks them: pages that were pushed
 * before say nothing of that. Whichever comes first in the run, the pair is told. */
TEST(between_packer_and_unpacker_in_place) {
    in_place = true;
    ADDED(WORD(0, PACKED), MARKED(0), WORD(0, UNPACK(0, 1)));
    ADDED(WORD(0, UNPACK(1, 1)), MARKED(0), WORD(0, PACKED));
    ADDED(WORD(2, PACKED), MARKED(2), POST_MARKED(2), WAIT_MARKED(0), WORD(0, UNPACK(0, 1)));
    ADDED(WORD(0, UNPACK(1, 1)), MARKED(0), POST_MARKED(0), WAIT_MARKED(2), WORD(2, PACKED));
    ADDED(WORD(2, PACKED), MARKED(2), WORD(2, POST), WORD(0, HELD_UNTIL_POSTED),
          WORD(0, UNPACK(1, 1)));
    in_place = false;
}

/* Words that hand both banks back, before a move that does not wait for the next ones. */
TEST(before_moves_to_banks) {
    const uint32_t releases[] = {ELWADD, TT_OP_MVMUL(3, 0, 0, 0), TT_OP_SETRWC(3, 0, 0, 0, 0, 0),
                                 TT_OP_CLEARDVALID(3, 0)};
    no_banks = true;
    for (unsigned i = 0; i < 8; i++) {
        bool b = i & 1u;
        uint32_t move = b ? TT_OP_MOVD2B(0, 0, 0, 0, 0) : TT_OP_MOVD2A(0, 0, 0, 0, 0);
        ADDED(WORD(0, CLEAR_SOURCE(b)), WORD(0, CLEAR_SOURCE(!b)), WORD(0, CLEAR_SOURCE(b)),
              WORD(0, CLEAR_SOURCE(!b)), WORD(1, releases[i / 2]), MARKED(1), WORD(1, move));
    }
    ADDED(WORD(0, CLEAR_SOURCE(0)), MARKED(0), WORD(0, TT_OP_MOVD2A(0, 0, 0, 0, 0)));
    ADDED(WORD(0, CLEAR_SOURCE(1)), MARKED(0), WORD(0, TT_OP_MOVD2B(0, 0, 0, 0, 0)));
    ADDED(WORD(0, CLEAR_SOURCE(0)), MARKED(1), WORD(1, TT_OP_MOVD2A(0, 0, 0, 0, 0)));
    ADDED(WORD(0, CLEAR_SOURCE(1)), MARKED(1), WORD(1, TT_OP_MOVD2B(0, 0, 0, 0, 0)));
}

#define ADD_5_TO_6 TT_OP_SFPADD(10, 5, 9, 6, 0)
#define STORE_6 TT_OP_SFPSTORE(6, 2, 7, 0)
enum { MODIFIER_3 = STX_ARCH == STX_ARCH_BLACKHOLE ? 31 : 26, LANE_CONFIG = 15 };

static void missing(enum stx_order_rule rule, unsigned which, uint32_t word) {
    asked = rule;
    inits[which].word = word;
}

/* What the init of an operation writes. */
TEST(before_words_that_need_what_an_init_writes) {
    missing(STX_ORDER_VECTOR_UNWRITTEN, 0, TT_OP_SFPLOAD(5, 2, 7, 16));
    missing(STX_ORDER_VECTOR_UNWRITTEN, 1, TT_OP_SFPLOADI(5, 0, 0x3F80));
    ADDED(MARKED(1), WORD(1, ADD_5_TO_6), WORD(1, TT_OP_SFPNOP), WORD(1, STORE_6));
    missing(STX_ORDER_VECTOR_UNWRITTEN, 2, TT_OP_SFPCONFIG(0, 12, 1));
    ADDED(MARKED(1), WORD(1, TT_OP_SFPADD(10, 12, 9, 6, 0)), WORD(1, TT_OP_SFPNOP),
          WORD(1, STORE_6));
    missing(STX_ORDER_VECTOR_UNSET, 2, TT_OP_SFPCONFIG(0, LANE_CONFIG, 1));
    ADDED(MARKED(1), WORD(1, TT_OP_SFPLOADI(0, 0, 0x3F80)));
    missing(STX_ORDER_VECTOR_UNSET, 3, TT_OP_SETC16(MODIFIER_3, 0));
    ADDED(WORD(1, TT_OP_SFPCONFIG(0, LANE_CONFIG, 1)), WORD(1, TT_OP_SFPLOADI(0, 0, 0x3F80)),
          MARKED(1), WORD(1, TT_OP_SFPSTORE(0, 4, 3, 0)));
    asked = STX_ORDERS;
}

int main(void) {
    RUN_IF(STX_SIZE == STX_SIZE_FULL, before_words_that_need_what_an_init_writes);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, between_units_of_a_thread);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, between_the_scalar_unit_and_others);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, behind_stores_of_code);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, before_loads_and_stores_of_code);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, behind_wrcfg);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, before_the_mop_changes);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, before_a_thread_signals_another);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, where_no_signal_leads_to_the_other_thread);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, between_packer_and_unpacker_in_place);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, before_moves_to_banks);
    return test_summary();
}
