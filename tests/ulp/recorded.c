/* SPDX-License-Identifier: Apache-2.0
 *
 * recorded.c - random words of the vector unit: the recorded form and the library, word by word,
 * must leave the same bits. recorded [PROGRAMS] [SEED] */
#include <stdlib.h>
#include <string.h>

#include "isa/vector_words.h"
#include "plain.h"
#include "program.h"
#include "softensix/softensix.h"
#include "test.h"

#define VECTORS 40u /* two full turns of the recorded form, and a part of one */
#define LANES 32u

static uint64_t state;
static uint32_t number(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) ^ (uint32_t)(state >> 12);
}

/* Modes and registers that mean something, more often than not. */
static uint32_t random_word(void) {
    static const uint8_t opcode[] = {0x71, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B,
                                     0x7B, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83,
                                     0x84, 0x84, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B,
                                     0x8D, 0x8E, 0x90, 0x92, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99};
    uint32_t of = opcode[number() % sizeof opcode],
             mode = number() % 4 ? number() & 7u : number() & 15u;
    uint32_t word = of << 24 | (number() & 0xFFFFF0u) | mode;
    if (of == 0x71 || of == 0x73) { /* VD and mode stand higher */
        word = of << 24 | (number() & 7u) << 20 | mode << 16 | (number() & 0xFFFFu);
    } else if (number() % 8) {
        word &= ~0x80u; /* VD below 8 */
    }
    return of == 0x8A ? 0x8A00300Au : of == 0x87 ? 0x87000000u : of == 0x88 ? 0x88000000u : word;
}

static uint32_t random_value(void) {
    static const uint32_t special[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000,
                                       0xFF800000, 0x7FC00000, 0x00000001, 0x007FFFFF, 0x7F7FFFFF};
    uint32_t v = number();
    return v % 8 == 0 ? special[number() % 10]
           : v % 2    ? (number() & 0x87FFFFFFu) + 0x38000000u
                      : number();
}

static uint32_t words[64];
static struct ulp_plain plain;

static struct stx_core core; /* what the library accepts, one word after the other */

static void make_words(void) {
    stx_init(&core, NULL, 0, NULL);
    stx_init_as_firmware(&core);
    unsigned n = 0, more = 1 + number() % 30;
    uint32_t format = plain.dst == &ulp_fp32 && number() % 2 ? 4u << 16 : 0;
    words[n++] = 0x70000000u | format; /* LReg0 = vector 0 of Dst */
    words[n++] = 0x70100002u | format; /* LReg1 = vector 1 */
    while (n < more + 2) {
        uint32_t word = random_word();
        const struct stx_insn *row = stx_insn_of(word); /* NULL: the chip has no such word */
        words[n] = row ? word & ~row->reserved : 0;
        n += row && !ulp_word_refused(words[n], false) && stx_try(&core, 1, words[n]) == STX_DONE;
    }
    words[n++] = 0x8A00300Au;
    words[n++] = 0x72000000u | format | (number() & 7u) << 20;
    words[n++] = 0x72000002u | format | (number() & 7u) << 20;
    plain.word = words;
    plain.words = n;
    plain.wrong[0] = '\0';
}

static bool record(struct ulp_program *p) {
    char *text = NULL;
    const char *wrong;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    bool good = ulp_plain_record(&plain, 0, to);
    fclose(to);
    FILE *from = fmemopen(text, size, "r");
    good = good && ulp_program_read(p, from, false, &wrong) && !p->refused[0];
    fclose(from);
    free(text);
    return good;
}

static unsigned tried, executed;

/* One program; false: it was different. Words that fault in the library are left out. */
static bool same(void) {
    static uint32_t in[VECTORS * 2 * LANES], slow[VECTORS * 2 * LANES], fast[VECTORS * 2 * LANES];
    struct ulp_program p;
    make_words();
    tried++;
    if (!record(&p)) {
        return true;
    }
    for (unsigned i = 0; i < VECTORS * 2 * LANES; i++) {
        in[i] = plain.dst == &ulp_fp32 ? random_value() : random_value() & 0xFFFF0000u;
    }
    memset(slow, 0, sizeof slow);
    bool good = ulp_plain_run(&plain, 2, in, slow, VECTORS);
    bool other = ulp_program_run(&p, in, fast, VECTORS);
    executed += good;
    good = !good || (other && memcmp(slow, fast, sizeof slow) == 0);
    for (size_t i = 0; !good && i < plain.words; i++) {
        printf("  %08" PRIx32 "\n", plain.word[i]);
    }
    ulp_program_free(&p);
    return good;
}

static unsigned programs = 1500;

static void compare(const struct ulp_format *dst) {
    plain.dst = dst;
    for (unsigned i = 0; i < programs; i++) {
        CHECK(same());
    }
}

TEST(random_words_in_rows_of_32_bits) {
    compare(&ulp_fp32);
}
TEST(random_words_in_rows_of_bf16) {
    compare(&ulp_bf16);
}
TEST(random_words_in_rows_of_fp16) {
    compare(&ulp_fp16);
}
TEST(most_programs_were_executed) {
    CHECK(executed > tried / 3);
}

int main(int argc, char **argv) {
    programs = argc > 1 ? (unsigned)atoi(argv[1]) : programs;
    state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    RUN(random_words_in_rows_of_32_bits);
    RUN(random_words_in_rows_of_bf16);
    RUN(random_words_in_rows_of_fp16);
    RUN(most_programs_were_executed);
    printf("%u of %u programs executed\n", executed, tried);
    return test_summary();
}
