/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What a word waits for, as a whole sentence, in every state of what it looks at; and who could end
 * the wait: the owner of a mutex, the math thread (it clears banks), the unpack thread (it fills
 * them), anybody else for semaphores and words in L1. */
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { UNPACK = 1, MATH = 2, PACK = 4, ALL = 7 };
#define VALID " is not valid yet (its unpacker must set dvalid)"
#define CLEAR " is still owned by the FPU (the math thread must clear dvalid)"

static struct stx_core core;
static char expected[1000];

static void start(void) {
    stx_init(&core, NULL, 0, NULL);
}

static bool explained(uint32_t word) {
    char text[1000];
    size_t length = stx_explain_wait(&core, 0, word, text, sizeof text);
    if (strcmp(text, expected) != 0) {
        printf("%s\nexpected: %s\n", text, expected);
    }
    return strcmp(text, expected) == 0 && length == strlen(text);
}

/* The same helpers for each thread, but for itself. */
static bool helped_by(uint32_t word, unsigned helpers) {
    bool right = stx_wait_helpers(&core, STX_THREADS, word) == helpers;
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        right &= stx_wait_helpers(&core, thread, word) == (helpers & ~(1u << thread));
    }
    return right;
}

/* 4 bits: pointers of unpacker and FPU, ownership of banks 0 and 1. */
static void set_source(struct stx_src *s, unsigned state) {
    s->unpack_bank = state & 1;
    s->fpu_bank = state >> 1 & 1;
    s->fpu_owns[0] = state >> 2 & 1;
    s->fpu_owns[1] = state >> 3 & 1;
}

static void expect_bank(const char *name, char source, unsigned bank, const char *state) {
    snprintf(expected, sizeof expected, "%s: Src%c bank %u%s", name, source, bank, state);
}

static bool is_clear(const struct stx_src *s) {
    return !s->fpu_owns[s->unpack_bank];
}

static bool is_valid(const struct stx_src *s) {
    return s->fpu_owns[s->fpu_bank] != 0;
}

/* Bits 5 to 8 of STALLWAIT's condition: SrcA clear, SrcB clear, SrcA valid, SrcB valid. The first
 * that does not hold is told. */
static bool stallwait_told(unsigned condition, uint32_t others) {
    struct stx_src *source[2] = {&core.srca, &core.srcb};
    unsigned helpers = 0, told = 0;
    for (unsigned i = 0; i < 4; i++) {
        struct stx_src *s = source[i % 2];
        bool waits = (condition >> i & 1) && !(i < 2 ? is_clear(s) : is_valid(s));
        helpers |= !waits ? 0 : i < 2 ? MATH : UNPACK;
        if (waits && !told) {
            expect_bank("STALLWAIT", "AB"[i % 2], i < 2 ? s->unpack_bank : s->fpu_bank,
                        i < 2 ? CLEAR : VALID);
        }
        told += waits;
    }
    uint32_t word = TT_OP_STALLWAIT(1, condition << 5 | others);
    return helped_by(word, helpers) && stx_try(&core, 1, word) == (told ? STX_WAIT : STX_DONE) &&
           (!told || explained(word));
}

TEST(stallwait_tells_the_first_condition_that_does_not_hold) {
    start();
    for (unsigned n = 0; n < 16 * 16 * 16; n++) {
        set_source(&core.srca, n % 16);
        set_source(&core.srcb, n / 16 % 16);
        CHECK(stallwait_told(n / 256, 0));
        CHECK(stallwait_told(
            n / 256, 0x7E1F & ~STX_STALL_UNDEFINED)); /* of units that are never busy here */
    }
}

TEST(words_of_the_fpu_tell_the_bank_that_is_not_valid) {
    start();
    for (unsigned n = 0; n < 256; n++) {
        set_source(&core.srca, n % 16);
        set_source(&core.srcb, n / 16);
        bool a = is_valid(&core.srca), b = is_valid(&core.srcb);
        snprintf(expected, sizeof expected, "MVMUL: not waiting");
        if (!a || !b) {
            expect_bank("MVMUL", a ? 'B' : 'A', a ? core.srcb.fpu_bank : core.srca.fpu_bank, VALID);
        }
        CHECK(explained(TT_OP_MVMUL(0, 0, 0, 0)));
        snprintf(expected, sizeof expected, "MOVA2D: not waiting");
        if (!a) {
            expect_bank("MOVA2D", 'A', core.srca.fpu_bank, VALID);
        }
        CHECK(explained(TT_OP_MOVA2D(0, 0, 0, 0, 0)));
        snprintf(expected, sizeof expected, "MOVB2D: not waiting");
        if (!b) {
            expect_bank("MOVB2D", 'B', core.srcb.fpu_bank, VALID);
        }
        CHECK(explained(TT_OP_MOVB2D(0, 0, 0, 0, 0)));
    }
    CHECK(helped_by(TT_OP_MVMUL(0, 0, 0, 0), UNPACK));
    CHECK(helped_by(TT_OP_MOVA2D(0, 0, 0, 0, 0), UNPACK));
    CHECK(helped_by(TT_OP_MOVB2D(0, 0, 0, 0, 0), UNPACK));
}

/* UNPACR and UNPACR_NOP wait for the bank of their unpacker (bit 23), the latter for the FPU's bank
 * unless bit 5 says otherwise; SETDVALID for each bank that it gives. */
TEST(words_of_the_unpackers_tell_the_bank_that_is_not_clear) {
    start();
    for (unsigned n = 0; n < 256; n++) {
        set_source(&core.srca, n % 16);
        set_source(&core.srcb, n / 16);
        for (unsigned i = 0; i < 2; i++) {
            const struct stx_src *s = i ? &core.srcb : &core.srca;
            uint32_t clears = 0x43000000u | i << 23 | 1;
            expect_bank("UNPACR", "AB"[i], s -> unpack_bank, CLEAR);
            CHECK(explained(0x42000000u | i << 23));
            expect_bank("UNPACR_NOP", "AB"[i], s -> fpu_bank, CLEAR);
            CHECK(explained(clears));
            expect_bank("UNPACR_NOP", "AB"[i], s -> unpack_bank, CLEAR);
            CHECK(explained(clears | 1u << 5));
            CHECK(helped_by(0x42000000u | i << 23, MATH) && helped_by(clears, MATH));
        }
        for (unsigned gives = 1; gives < 4; gives++) {
            bool a = (gives & 1) && !is_clear(&core.srca), b = (gives & 2) && !is_clear(&core.srcb);
            expect_bank("SETDVALID", a ? 'A' : 'B',
                        a ? core.srca.unpack_bank : core.srcb.unpack_bank, CLEAR);
            CHECK((!a && !b) || explained(TT_OP_SETDVALID(gives)));
        }
    }
    CHECK(helped_by(TT_OP_SETDVALID(3), MATH));
}

static void append(const char *format, unsigned number) {
    size_t length = strlen(expected);
    snprintf(expected + length, sizeof expected - length, format, number);
}

static void expect_semaphores(unsigned selection, unsigned condition) {
    static const char *const names[] = {
        "",           " MATH_PACK",   " UNPACK_TO_DEST",   " UNPACK_OPERAND_SYNC",
        " PACK_DONE", " UNPACK_SYNC", " UNPACK_MATH_DONE", " MATH_DONE"};
    const char *separator = "";
    strcpy(expected, "SEMWAIT: ");
    for (unsigned i = 0; i < 8; i++) {
        if (selection >> i & 1) {
            append(separator, 0);
            append("semaphore %u", i);
            append(names[i], 0);
            append(" is %u", core.sem[i].value);
            append(core.sem[i].initialised ? "" : ", never initialised", 0);
            append(condition & 1 ? ", waits while 0" : "", 0);
            append(condition & 2 ? ", waits while >= max %u" : "", core.sem[i].max);
            separator = ", ";
        }
    }
}

TEST(semwait_tells_each_semaphore_that_it_selects) {
    uint32_t seed = 3;
    start();
    for (unsigned n = 0; n < 256 * 4; n++) {
        for (unsigned i = 0; i < 8; i++) {
            uint32_t r = test_random(&seed);
            core.sem[i].value = r & 15;
            core.sem[i].max = r >> 4 & 15;
            core.sem[i].initialised = r >> 8 & 1;
        }
        expect_semaphores(n % 256, n / 256);
        CHECK(explained(TT_OP_SEMWAIT(1, n % 256, n / 256)));
    }
    CHECK(helped_by(TT_OP_SEMWAIT(1, 1, 1), ALL));
    for (unsigned i = 0; i < 8; i++) { /* the name alone, and of what is taken modulo 8 */
        CHECK(!strcmp(stx_semaphore_name(i), stx_semaphore_name(i + 8)));
    }
}

TEST(a_mutex_is_told_with_its_owner) {
    start();
    for (unsigned index = 0; index < 10; index++) {
        uint32_t word = TT_OP_ATGETM(index == 9 ? 0xFFFF : index);
        for (unsigned owner = 0; owner <= 3; owner++) {
            bool held = index < STX_MUTEXES && owner;
            snprintf(expected, sizeof expected, "ATGETM: mutex %u does not exist",
                     index == 9 ? 0xFFFF : index);
            if (index < STX_MUTEXES) {
                core.mutex[index] = (uint8_t)owner;
            }
            if (held) {
                snprintf(expected, sizeof expected, "ATGETM: mutex %u is held by thread %u", index,
                         owner - 1);
            }
            for (unsigned bit = 16; bit <= 24; bit++) { /* none, or one above the index */
                uint32_t more = bit < 24 ? 1u << bit : 0;
                CHECK(explained(word | more));
                CHECK(helped_by(word | more, held ? 1u << (owner - 1) : 0));
            }
        }
    }
}

TEST(words_in_l1_and_words_that_never_wait) {
    start();
    strcpy(expected, "ATINCGETPTR: the FIFO in L1 is full or empty");
    CHECK(explained(TT_OP_ATINCGETPTR(0, 0, 0, 0, 0, 0, 0)));
    CHECK(helped_by(TT_OP_ATINCGETPTR(0, 0, 0, 0, 0, 0, 0), ALL));
    strcpy(expected, "ATCAS: the word in L1 differs from the value compared with");
    CHECK(explained(TT_OP_ATCAS(0, 0, 0, 0, 0, 0)));
    CHECK(helped_by(TT_OP_ATCAS(0, 0, 0, 0, 0, 0), ALL));
    strcpy(expected, "NOP: not waiting");
    CHECK(explained(TT_OP_NOP));
    strcpy(expected, "unknown: not waiting");
    CHECK(explained(0xFF000000u));
}

/* SRCA_CLR, bit 5, and SRCB_CLR, bit 6, are never met for the thread that would have to clear the
 * bank: it is told the opposite conditions. */
TEST(a_math_thread_that_waits_for_its_own_clearing_is_told_the_opposite_condition) {
    char text[300];
    for (unsigned s = 0; s < 2; s++) {
        const uint32_t word = TT_OP_STALLWAIT(0x40, 0x20u << s);
        start();
        CHECK_EQ(stx_try(&core, 1, TT_OP_SETDVALID(3)), STX_DONE);
        CHECK_EQ(stx_try(&core, 1, TT_OP_SETDVALID(3)), STX_DONE);
        CHECK_EQ(stx_try(&core, 1, word), STX_WAIT);
        stx_explain_wait(&core, 1, word, text, sizeof text);
        CHECK(strstr(text,
                     s ? "SRCB_VLD waits for the opposite" : "SRCA_VLD waits for the opposite"));
        CHECK_EQ(stx_wait_helpers(&core, 1, word), 0);
        stx_explain_wait(&core, 0, word, text, sizeof text);
        CHECK(!strstr(text, "opposite"));
        CHECK_EQ(stx_try(&core, 1, TT_OP_STALLWAIT(0x40, 0x80u << s)), STX_DONE);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           stallwait_tells_the_first_condition_that_does_not_hold);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           words_of_the_fpu_tell_the_bank_that_is_not_valid);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           words_of_the_unpackers_tell_the_bank_that_is_not_clear);
    RUN_IF(STX_THREADS == 3, semwait_tells_each_semaphore_that_it_selects);
    RUN_IF(STX_THREADS == 3, a_mutex_is_told_with_its_owner);
    RUN_IF(STX_THREADS == 3, words_in_l1_and_words_that_never_wait);
    RUN_IF(STX_SRC_BANKS == 2,
           a_math_thread_that_waits_for_its_own_clearing_is_told_the_opposite_condition);
    return test_summary();
}
