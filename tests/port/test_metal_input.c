/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_input.c - what a run of a compute kernel is given, as bytes: what does not fit is
 * refused with a sentence before anything is written by it. */
#define _XOPEN_SOURCE 700 /* mkstemp, contexts */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static char said[200];
static jmp_buf refused;
/* Ends input_load() instead of the program, and keeps what it prints. */
#define exit(status) longjmp(refused, 1 + (status))
#define printf(...) snprintf(said, sizeof said, __VA_ARGS__)
#include "../../port/metal/input.c"
#include "../../port/metal/memory.c"
#undef printf
#undef exit

/* In place of noise. */
void state_behind(uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        words[i] = ~i;
    }
}

enum { L1_BYTES = 0x20000 };
static struct cbs cbs;
static struct options options;
static uint8_t file[4096];
static size_t length;

static void put(uint32_t word) {
    for (unsigned i = 0; i < 4; i++) {
        file[length++] = (uint8_t)(word >> 8 * i);
    }
}

static void put_all(const uint32_t *words, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        put(words[i]);
    }
}

/* Up to the words of L1, which are given, and the lists behind them. */
static void begin(const uint32_t *l1, unsigned count) {
    static const uint32_t before[] = {0, 0, 0, 0,
                                      0, 0, 0}; /* turns to L1 flag, three empty lists */
    length = 8;
    memcpy(file, "METALRN2", 8);
    put_all(before, 7);
    put(count);
    put_all(l1, count);
    put(0);
    put(0);
}

static char path[] = "/tmp/stx-metal-input-XXXXXX";

/* "" if the file is taken, else the reason. */
static const char *load_as_it_is(void) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(file, 1, length, f) != length || fclose(f) != 0) {
        return "the file cannot be written";
    }
    used = 0;
    memset(&options, 0, sizeof options);
    said[0] = 0;
    memset(&cbs, 0, sizeof cbs);
    if (setjmp(refused) == 0) {
        input_load(path, &cbs, L1_BYTES, &options);
    }
    return said;
}

/* No contents, no arguments, no program: banks, semaphores, tensors, global circular buffers. */
static void end(void) {
    static const uint32_t last[] = {0, 0, 0, 0, 8, 0, 0, 0, 0};
    put_all(last, 9);
}

static const char *load(void) {
    end();
    return load_as_it_is();
}

/* Is a file with these words of L1 and nothing else taken? */
static const char *load_l1(uint32_t address, unsigned count) {
    const uint32_t l1[3] = {address, 0x12345678, 0};
    static const uint32_t none[3] = {0, 0, 0};
    begin(l1, count);
    put_all(none, 3);
    return load();
}

TEST(a_word_of_l1_lies_in_it_as_a_whole) {
    static const uint32_t wrong[] = {
        L1_BYTES - 3, L1_BYTES - 1, L1_BYTES, L1_BYTES + 4, 2, 0xFFFFFFFF,
        0xFFFFFFFC,   0x80000000,   1};
    CHECK(load_l1(L1_BYTES - 4, 2)[0] == 0);
    CHECK_EQ(options.l1_words, 2);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(strstr(load_l1(wrong[i], 2), "input: a word of L1"));
    }
}

TEST(behind_arguments_lies_what_was_asked_for) {
    static const uint32_t before[] = {0, 0, 0, 0, 2, 5, 6, 1, 7, 0, 0, 1, 8, 0, 0, 0, 0};
    length = 8;
    memcpy(file, "METALRN2", 8);
    put_all(before, 17);
    CHECK_EQ(load()[0], 0);
    CHECK(cbs.setup.arg_count == 2 && cbs.setup.args[1] == 6 && cbs.setup.args[2] == ~0u);
    CHECK(cbs.setup.common_args[0] == 7 && cbs.setup.common_args[1 + 255] == ~255u);
    CHECK(options.mover[CB_READER].word[0] == 8 && options.mover[CB_READER].word[1] == ~0u);
    CHECK(options.mover[CB_WRITER].word[0] == ~0u);
}

TEST(an_address_of_l1_has_a_word) {
    CHECK(strstr(load_l1(0, 1), "input: an address in L1 without its word"));
    CHECK(strstr(load_l1(0, 3), "input: an address in L1 without its word"));
}

/* Buffers as they are listed, no pages that are pushed, and the list of those taken: number and one
 * page. */
static void buffers(unsigned count, unsigned outs) {
    begin(NULL, 0);
    put(count);
    for (unsigned id = 0; id < count; id++) {
        const uint32_t cb[5] = {id, 16 * id, 16, 1, id + 1};
        put_all(cb, 5);
    }
    put(0);
    put(outs);
    for (unsigned i = 0; i < outs; i++) {
        put(i % STX_METAL_CBS);
        put(1);
    }
}

TEST(pages_of_every_buffer_are_saved_once) {
    buffers(STX_METAL_CBS, STX_METAL_CBS);
    CHECK(load()[0] == 0);
    CHECK_EQ(options.out_count, STX_METAL_CBS);
    CHECK_EQ(cbs.setup.cb[STX_METAL_CBS - 1].format, STX_METAL_CBS);
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        memset(cbs.cb[id].plan[CB_WRITER].data, (int)id, 16);
    }
    output_save(path, &cbs, &options, file, 0);
    FILE *f = fopen(path, "rb");
    CHECK(f && fread(file, 1, sizeof file, f) == 16 * STX_METAL_CBS);
    fclose(f);
    for (unsigned i = 0; i < 16 * STX_METAL_CBS; i++) {
        CHECK_EQ(file[i], i / 16);
    }
}

TEST(pages_of_a_buffer_a_second_time_are_refused) {
    buffers(STX_METAL_CBS, STX_METAL_CBS + 1);
    CHECK(strstr(load(), "input: pages for a circular buffer are given twice"));
    CHECK(options.out_count <= STX_METAL_CBS);
}

/* Two buffers of pages of 16 bytes, from each of which so many pages are taken. */
static const char *load_outs(uint32_t pages) {
    begin(NULL, 0);
    const uint32_t words[] = {2, 0, 0, 16, 1, 5, 1, 16, 16, 1, 5, 0, 2, 0, pages, 1, pages};
    put_all(words, sizeof words / sizeof *words);
    return load();
}

TEST(pages_of_all_buffers_find_room_together) {
    CHECK(load_outs(ARENA_BYTES / 16 / 2)[0] == 0);
    CHECK(strstr(load_outs(ARENA_BYTES / 16 / 2 + 1), "more pages than this program has room for"));
    CHECK(strstr(load_outs(ARENA_BYTES / 16), "more pages than this program has room for"));
    CHECK(strstr(load_outs(ARENA_BYTES / 16 + 1), "or too many"));
}

/* A file with a global circular buffer: two receivers, this core is the second one. */
static const char *load_global(unsigned changed, uint32_t value) {
    static const uint32_t lists[] = {0, 0, 0, 0, 0, 0, 0, 8, 0x100, 0, 0};
    uint32_t word[] = {1, 31, 64, 0x1000, 200, 16, 0, 2, 1, 1, 0x81};
    word[changed] = changed ? value : word[0];
    begin(NULL, 0);
    put_all(lists, sizeof lists / sizeof *lists);
    put_all(word, sizeof word / sizeof *word);
    return load_as_it_is();
}

TEST(a_global_circular_buffer_has_counters) {
    CHECK_EQ(load_global(0, 0)[0], 0);
    const struct memory *m = &options.memory;
    CHECK(m->global_count == 1 && m->global[0].cb == 31 && m->global[0].bytes == 200);
    CHECK(!m->global[0].sends && m->global[0].own == 1 && m->global[0].place[0] == 0x81);
    for (unsigned i = 0; i < MEMORY_SEMAPHORES; i++) {
        CHECK_EQ(m->semaphore[i], i >= 16 && i < 20);
    }
    CHECK_EQ(memory_counter(&m->global[0], 1, true), 19);
    const struct memory_part in = {0x10C0, 8, true, NULL, 0};
    CHECK(memory_find(m, m->y << 6 | m->x, &in));
}

TEST(a_global_circular_buffer_that_cannot_exist_is_refused) {
    static const uint32_t wrong[][2] = {{1, STX_METAL_CBS},
                                        {2, 0},
                                        {2, 201},
                                        {3, L1_BYTES - 199},
                                        {4, L1_BYTES + 1},
                                        {5, 15},
                                        {5, 45},
                                        {7, 0},
                                        {7, 17},
                                        {8, 2},
                                        {9, 3}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(
            strstr(load_global(wrong[i][0], wrong[i][1]), "a global circular buffer that cannot"));
    }
}

TEST(what_is_kept_lies_apart) {
    used = 0;
    uint8_t *first = keep(5), *second = keep(16), *third = keep(0), *fourth = keep(1);
    CHECK_EQ((uintptr_t)first % 16, 0);
    CHECK_EQ(second - first, 16);
    CHECK_EQ(third - second, 16);
    CHECK_EQ(fourth - third, 0);
}

/* A file with so many words for the mailboxes. */
static const char *load_mailboxes(uint32_t count) {
    length = 8;
    memcpy(file, "METALRN2", 8);
    for (uint32_t i = 0; i < 6; i++) {
        put(0);
    }
    put(count);
    for (uint32_t i = 0; i < count; i++) {
        put(0x100 + i);
    }
    for (uint32_t i = 0; i < 6; i++) {
        put(0);
    }
    return load();
}

TEST(a_mailbox_gets_no_more_than_it_holds) {
    CHECK(load_mailboxes(4)[0] == 0);
    CHECK_EQ(options.mailboxes, 4);
    CHECK_EQ(options.mailbox[3], 0x103);
    CHECK(strstr(load_mailboxes(5), "input: more words than a mailbox holds"));
}

static const char *load_buffers(const uint32_t *words, unsigned count) {
    begin(NULL, 0);
    put_all(words, count);
    put(0);
    put(0);
    return load();
}

TEST(buffers_that_cannot_be_are_refused) {
    static const uint32_t twice[] = {2, 5, 0, 16, 1, 5, 5, 16, 16, 1, 5},
                          most[] = {1, 5, 0, 16, 0x2000, 5}, behind[] = {1, 5, 16, 16, 0x2000, 5},
                          number[] = {1, 64, 0, 16, 1, 5}, wraps[] = {1, 5, 0xFFFFFFF0, 16, 2, 5},
                          empty[] = {1, 5, 0, 0, 1, 5};
    CHECK(load_buffers(most, 6)[0] == 0);
    CHECK(strstr(load_buffers(twice, 11), "input: a circular buffer is given twice"));
    CHECK(strstr(load_buffers(behind, 6), "input: a circular buffer leaves L1"));
    CHECK(strstr(load_buffers(wraps, 6), "input: a circular buffer leaves L1"));
    CHECK(strstr(load_buffers(empty, 6), "input: a circular buffer leaves L1"));
    CHECK(strstr(load_buffers(number, 6), "input: a circular buffer's number is above 63"));
}

TEST(pages_are_those_of_a_buffer_that_is_there) {
    buffers(3, 4);
    CHECK(strstr(load(), "input: pages for a circular buffer that does not exist"));
}

TEST(a_file_that_ends_early_is_refused_wherever_it_ends) {
    buffers(2, 2);
    end();
    size_t whole = length;
    for (length = 0; length < whole; length++) {
        CHECK(strstr(load_as_it_is(), length < 8 ? "cut short" : "input: the input is cut short"));
    }
}

enum { BANKS = 3, SEMAPHORES = 0x1000, ALIGNMENT = 32, PAGE = 20, PAGES = 4 };
enum { PLACE = 0, ADDRESS = 1, APART = 2, BYTES = 3, COUNT = 4, GIVEN = 5 }; /* words of a tensor */
static uint8_t l1[L1_BYTES];

/* A program with semaphore 2, no buffers and one tensor; page n is n + 1 again and again. */
static const char *load_tensor(const uint32_t tensor[6]) {
    static const uint32_t none[6] = {0}, program[] = {1, BANKS, SEMAPHORES, 1, 2, 0x04030201, 1};
    begin(NULL, 0);
    put_all(none, 6); /* buffers, pages of both sides, contents, common arguments of both */
    put_all(program, 7);
    put_all(tensor, 6);
    for (uint32_t i = 0; tensor[GIVEN] && i < PAGES * PAGE; i++) {
        file[length++] = (uint8_t)(i / PAGE + 1);
    }
    put(0);
    load_as_it_is();
    cbs.l1 = l1;
    memset(l1, 0, sizeof l1);
    return said;
}

/* Are these bytes that value? */
static bool all(const uint8_t *bytes, unsigned count, unsigned value) {
    while (count > 0 && bytes[count - 1] == value) {
        count--;
    }
    return count == 0;
}

TEST(pages_of_a_tensor_lie_where_its_place_says) {
    for (uint32_t place = TENSOR_DRAM; place <= TENSOR_SHARD; place++) {
        const uint32_t tensor[] = {place, 0x3000, ALIGNMENT, PAGE, PAGES, 1};
        CHECK(load_tensor(tensor)[0] == 0);
        CHECK(options.program);
        input_place(&options, l1);
        CHECK(l1[SEMAPHORES + 32] == 1 && l1[SEMAPHORES + 35] == 4 && !l1[SEMAPHORES + 36]);
        const struct memory *m = &options.memory;
        const struct tensor *t = &m->tensor[0];
        CHECK(m->banks == BANKS && m->tensor_count == 1 && m->semaphore[2] && !m->semaphore[1]);
        CHECK(t->place == place && t->address == 0x3000 && t->aligned == ALIGNMENT);
        CHECK(t->page_bytes == PAGE && t->pages == PAGES);
        for (uint32_t page = 0; page < PAGES; page++) {
            const uint8_t *at = memory_page(m, t, page);
            CHECK(all(at, PAGE, page + 1));
            CHECK(all(at + PAGE, ALIGNMENT - PAGE, place == TENSOR_DRAM ? PATTERN : 0));
        }
    }
}

TEST(a_tensor_without_contents_holds_the_pattern_in_dram) {
    const uint32_t tensor[] = {TENSOR_DRAM, 0, ALIGNMENT, PAGE, PAGES, 0};
    CHECK(load_tensor(tensor)[0] == 0);
    CHECK(all(options.memory.tensor[0].data, 2 * BANKS * ALIGNMENT, PATTERN));
}

TEST(tensors_that_cannot_be_are_refused) {
    static const uint32_t good[] = {TENSOR_L1, L1_BYTES - PAGES * ALIGNMENT, ALIGNMENT, PAGE, PAGES,
                                    0};
    static const uint32_t wrong[][2] = {
        {PLACE, TENSOR_SHARD + 1}, {ADDRESS, L1_BYTES - PAGES * ALIGNMENT + 1},
        {ADDRESS, L1_BYTES + 1},   {ADDRESS, 0xFFFFFFFF},
        {APART, PAGE - 1},         {APART, ALIGNMENT + 1},
        {APART, 0x80000000},       {BYTES, 0},
        {BYTES, ALIGNMENT + 1},    {COUNT, 0},
        {COUNT, PAGES + 1},        {COUNT, 0x10000001}};
    CHECK(load_tensor(good)[0] == 0);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t tensor[6];
        memcpy(tensor, good, sizeof tensor);
        tensor[wrong[i][0]] = wrong[i][1];
        CHECK(strstr(load_tensor(tensor), "input: there is no room for a tensor"));
    }
}

int main(void) {
    int made = mkstemp(path);
    if (made < 0) {
        return 1;
    }
    RUN(a_word_of_l1_lies_in_it_as_a_whole);
    RUN(behind_arguments_lies_what_was_asked_for);
    RUN(an_address_of_l1_has_a_word);
    RUN(pages_of_every_buffer_are_saved_once);
    RUN(pages_of_a_buffer_a_second_time_are_refused);
    RUN(buffers_that_cannot_be_are_refused);
    RUN(pages_are_those_of_a_buffer_that_is_there);
    RUN(pages_of_all_buffers_find_room_together);
    RUN(a_global_circular_buffer_has_counters);
    RUN(a_global_circular_buffer_that_cannot_exist_is_refused);
    RUN(what_is_kept_lies_apart);
    RUN(pages_of_a_tensor_lie_where_its_place_says);
    RUN(a_tensor_without_contents_holds_the_pattern_in_dram);
    RUN(tensors_that_cannot_be_are_refused);
    RUN(a_mailbox_gets_no_more_than_it_holds);
    RUN(a_file_that_ends_early_is_refused_wherever_it_ends);
    remove(path);
    return test_summary();
}
