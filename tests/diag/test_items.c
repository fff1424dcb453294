/* SPDX-License-Identifier: Apache-2.0
 *
 * The items of a state: how they are indexed, which values a saved state may hold of them, and that
 * saving and restoring is all of them in their order. */
#include <stddef.h>
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "crc32.h"
#include "test.h"

static struct stx_core core, other;
static uint8_t l1[4096], saved[0x18000];

static void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init(&other, l1, sizeof l1, NULL);
}

/* Does the name end so, behind a dot or from its beginning? */
static bool ends(const char *name, const char *end) {
    size_t n = strlen(name), e = strlen(end);
    return n >= e && !strcmp(name + n - e, end) && (n == e || name[n - e - 1] == '.');
}

/* Items with two or three dimensions: columns of the last one, rows of the one before. */
static const struct {
    const char *end;
    uint32_t row, bank;
} shapes[] = {{"srca.high", 16, 64},
              {"srca.low", 16, 64},
              {"srcb.high", 16, 64},
              {"srcb.low", 16, 64},
              {"dst.cell", 16, 1},
              {"sfpu.lreg", 32, 1},
              {"cfg", STX_CFG_WORDS, 1},
              {"tcfg", STX_TCFG_WORDS, 1},
              {"gpr", 64, 1},
              {"at", 4, 1},
              {"cr", 4, 1}};

TEST(registers_are_indexed_by_row_and_column_and_others_by_one_number) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        uint32_t row = 1, bank = 1;
        for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
            bool same = ends(item->name, shapes[s].end);
            row = same ? shapes[s].row : row;
            bank = same ? shapes[s].bank : bank;
        }
        CHECK_EQ(item->row, row);
        CHECK_EQ(item->bank, bank);
        CHECK_EQ(item->count % (row * bank), 0);
    }
}

/* The largest value of what is narrower than its bytes: a bank, a format of four bits, eight
 * entries of the stack, the fields of MOP and REPLAY (127 rounds, two words each; 32 words), 15
 * posts, a thread's number from 1 on, a bit a thread, four words of a mailbox, 16 registers of
 * the vector unit and one that is none. Address counters have at most 18 bits, as X has. */
static const struct {
    const char *end;
    uint32_t limit;
} limits[] = {{"fpu_bank", STX_SRC_BANKS - 1},
              {"unpack_bank", STX_SRC_BANKS - 1},
              {"fpu_owns", 1},
              {"format", 15},
              {"valid_format", 15},
              {"depth", 8},
              {"outer", 129},
              {"inner", 254},
              {"inner_count", 254},
              {"stage", 12},
              {"replay_at", 31},
              {"replay_left", 32},
              {"record_at", 31},
              {"record_left", 32},
              {"record_executes", 1},
              {"held", 1},
              {"bias", 1},
              {"value", 15},
              {"max", 15},
              {"initialised", 1},
              {"mutex", STX_THREADS},
              {"mutex_waits", (1u << STX_THREADS) - 1},
              {"count", 4},
              {"lreg", 16},
              {"mod0", 15},
              {"by_instruction", 1},
              {"head", 7},
              {"results", STX_MACROS ? 9 : 1},
              {"apart", 7},
              {"exponents_kept", 1},
              {"macro_thread", STX_THREADS - 1},
              {"x", STX_COLS - 1}};

static uint32_t limit_of(const struct stx_item *item) {
    bool lanes = item->size == 4; /* lreg and value of the vector unit: 32 bits a lane */
    if (!strncmp(item->name, "adc[", 4)) {
        return 0x3FFFF;
    }
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (!lanes && ends(item->name, limits[i].end)) {
            return limits[i].limit;
        }
    }
    return UINT32_MAX;
}

static uint32_t largest(const struct stx_item *item) {
    return UINT32_MAX >> (32 - 8 * item->size);
}

static void put(size_t at, uint32_t value, unsigned size) {
    for (unsigned k = 0; k < size; k++) {
        saved[at + k] = (uint8_t)(value >> (8 * k));
    }
}

static uint32_t most_of(const struct stx_item *item) {
    uint32_t limit = limit_of(item);
    return limit < largest(item) ? limit : largest(item);
}

/* All elements have the largest value that they may have. */
static void fill(void) {
    const struct stx_item *item;
    start();
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count; e++) {
            stx_item_set(&core, item, e, most_of(item));
        }
    }
}

static void on_difference(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a,
                          uint32_t b) {
    (void)ctx, (void)item, (void)element, (void)a, (void)b;
}

/* All elements at their limits; then one after the other, the first and the last of an item, one
 * more. */
TEST(a_state_with_a_value_beyond_its_limit_is_refused) {
    const struct stx_item *item;
    size_t at = 4;
    fill();
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        CHECK_EQ(item->limit, limit_of(item));
    }
    size_t size = stx_save(&core, saved, sizeof saved);
    CHECK(stx_restore(&other, saved, size));
    CHECK_EQ(stx_diff(&core, &other, on_difference, NULL), 0);
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        size_t last = at + (size_t)(item->count - 1) * item->size;
        for (unsigned end = 0; end < 2 && most_of(item) != largest(item); end++) {
            put(end ? last : at, most_of(item) + 1, item->size);
            crc32_renew(saved, size);
            CHECK(!stx_restore(&other, saved, size));
            put(end ? last : at, most_of(item), item->size);
        }
        at = last + item->size;
    }
    CHECK_EQ(at + 4, size);
}

/* Each byte of a state counts: a pattern that lies within all limits comes back as it was. */
TEST(what_is_restored_is_what_was_saved) {
    const struct stx_item *item;
    uint32_t seed = 3;
    size_t at = 4;
    start();
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count; e++) {
            uint32_t most = most_of(item), value = test_random(&seed);
            stx_item_set(&core, item, e, most == UINT32_MAX ? value : value % (most + 1));
        }
    }
    size_t size = stx_save(&core, saved, sizeof saved);
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count; e++) {
            for (unsigned k = 0; k < item->size; k++) {
                CHECK_EQ(saved[at++], stx_item_get(&core, item, e) >> (8 * k) & 0xFF);
            }
        }
    }
    CHECK_EQ(at + 4, size);
    CHECK(stx_restore(&other, saved, size));
    CHECK_EQ(stx_diff(&core, &other, on_difference, NULL), 0);
}

TEST(a_state_is_not_written_into_fewer_bytes_than_it_needs) {
    start();
    size_t size = stx_save(&core, NULL, 0);
    memset(saved, 0xEE, sizeof saved);
    CHECK_EQ(stx_save(&core, saved, size - 1), size);
    CHECK_EQ(saved[0], 0xEE);
    CHECK_EQ(stx_save(&core, saved, size), size);
    CHECK(!memcmp(saved, "STX\5", 4));
    CHECK_EQ(saved[size], 0xEE);
    for (unsigned i = 0; i < 4; i++) {
        saved[i] ^= 1;
        CHECK(!stx_restore(&core, saved, size));
        saved[i] ^= 1;
    }
    CHECK(!stx_restore(&core, saved, size + 1));
    CHECK(stx_restore(&core, saved, size));
}

TEST(the_last_four_bytes_are_the_crc_32_of_the_others) {
    CHECK_EQ(crc32_of((const uint8_t *)"123456789", 9), 0xCBF43926); /* the check value of CRC-32 */
    fill();
    size_t size = stx_save(&core, saved, sizeof saved);
    uint32_t sum = crc32_of(saved, size - 4);
    for (unsigned k = 0; k < 4; k++) {
        CHECK_EQ(saved[size - 4 + k], sum >> 8 * k & 0xFF);
    }
}

/* A state in which one bit is wrong is never restored, whichever bit it is. Of the many bits of Dst
 * and of the sources a prime number in each round keeps the test short. */
TEST(a_state_with_one_wrong_bit_is_refused_and_changes_nothing) {
    fill();
    size_t size = stx_save(&core, saved, sizeof saved), step = size > 20000 ? 251 : 1;
    other = core;
    for (size_t bit = 0; bit < 8 * size; bit += bit < 64 || bit > 8 * size - 512 ? 1 : step) {
        saved[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(!stx_restore(&core, saved, size));
        saved[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(!memcmp(&core, &other, sizeof core));
    CHECK(stx_restore(&core, saved, size));
}

TEST(setting_an_element_changes_no_other) {
    const struct stx_item *item;
    fill();
    other = core;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        stx_item_set(&core, item, 0, 0);
        CHECK_EQ(stx_item_get(&core, item, 0), 0);
        stx_item_set(&core, item, 0, most_of(item));
        CHECK(!memcmp(&core, &other, sizeof core));
    }
}

TEST(items_of_the_unpackers_have_their_names) {
#define NAMED(member) \
    { #member, offsetof(struct stx_core, member) }
    static const struct {
        const char *name;
        size_t offset;
    } named[] = {NAMED(unpacker[0].context_counter), NAMED(unpacker[0].row_base),
                 NAMED(unpacker[0].valid_format),    NAMED(unpacker[1].context_counter),
                 NAMED(unpacker[1].row_base),        NAMED(unpacker[1].valid_format)};
    const struct stx_item *item;
    for (unsigned n = 0; n < sizeof named / sizeof named[0]; n++) {
        unsigned found = 0;
        for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
            found += !strcmp(item->name, named[n].name) && item->offset == named[n].offset;
        }
        CHECK_EQ(found, 1);
    }
}

/* A restored core runs no word. */
TEST(a_running_word_of_the_vector_unit_is_not_restored) {
    start();
    size_t size = stx_save(&core, saved, sizeof saved);
    core.sfpu.issue = (const void *)saved;
    CHECK(stx_restore(&core, saved, size));
    CHECK(core.sfpu.issue == NULL);
}

static void set(const char *name, uint32_t value) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        if (!strcmp(item->name, name)) {
            stx_item_set(&core, item, 0, value);
        }
    }
}

/* The state that is saved of one core is one that another accepts. */
static bool goes_over(const struct stx_core *from, struct stx_core *to) {
    return stx_restore(to, saved, stx_save(from, saved, sizeof saved));
}

/* Takes the words of a MOP: at most so many, and the state after the first can be restored. */
static void take_words(uint32_t most) {
    uint32_t words = 0, word = 0;
    while (stx_take_pending(&other, 0, &word)) {
        CHECK(words++ < most);
        CHECK(words > 1 || goes_over(&other, &core));
    }
}

/* No run is in the middle of a MOP with no round left, or behind the last word of a round: a state
 * may say so, and its MOP ends with this round. A round has 254 words and three beside them. */
TEST(a_mop_of_any_restored_state_ends_and_may_be_saved_on_its_way) {
    static const uint8_t rounds[] = {0, 129}, inner[][2] = {{0, 0}, {2, 1}, {254, 0}};
    for (unsigned i = 0; i < 2 * 3 * 11; i++) {
        uint32_t outer = rounds[i / 33];
        start();
        set("front[0].outer", outer);
        set("front[0].inner", inner[i / 11 % 3][0]);
        set("front[0].inner_count", inner[i / 11 % 3][1]);
        set("front[0].stage", 2 + i % 11);
        CHECK(goes_over(&core, &other));
        take_words((outer ? outer : 1) * 257);
        CHECK(goes_over(&other, &core));
        CHECK_EQ(core.front[0].stage, 0);
    }
}

/* Operands that were decoded before do not outlive a poke. */
TEST(setting_an_item_forgets_decoded_operands) {
    start();
    memset(core.srca.decoded, 1, sizeof core.srca.decoded);
    memset(core.srcb.decoded, 1, sizeof core.srcb.decoded);
    stx_item_set(&core, stx_item_at(0), 0, 0);
    for (unsigned i = 0; i < sizeof core.srca.decoded; i++) {
        CHECK_EQ(core.srca.decoded[i] | core.srcb.decoded[i], 0);
    }
}

int main(void) {
    RUN(registers_are_indexed_by_row_and_column_and_others_by_one_number);
    RUN(a_state_with_a_value_beyond_its_limit_is_refused);
    RUN(what_is_restored_is_what_was_saved);
    RUN(a_state_is_not_written_into_fewer_bytes_than_it_needs);
    RUN(the_last_four_bytes_are_the_crc_32_of_the_others);
    RUN(a_state_with_one_wrong_bit_is_refused_and_changes_nothing);
    RUN(setting_an_element_changes_no_other);
    RUN(items_of_the_unpackers_have_their_names);
    RUN(a_running_word_of_the_vector_unit_is_not_restored);
    RUN(a_mop_of_any_restored_state_ends_and_may_be_saved_on_its_way);
    RUN(setting_an_item_forgets_decoded_operands);
    return test_summary();
}
