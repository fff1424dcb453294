/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of lib/isa against lists that were not made from them (tests/isa/<chip>): opcode and
 * fields of every instruction (encodings.def), word, lowest bit and width of every configuration
 * field (config_list.def). */
#include <string.h>

#include "regs/cfg.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core;

/* "23:1 16:7", the fields of a row in the order of the table. */
static void write_fields(char *text, size_t size, const struct stx_insn *insn) {
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < insn->field_count && at < size; i++) {
        at += (size_t)snprintf(text + at, size - at, "%s%u:%u", i ? " " : "",
                               (unsigned)insn->fields[i].low, (unsigned)insn->fields[i].width);
    }
}

static const struct encoding {
    const char *name;
    uint32_t opcode;
    const char *fields;
} encodings[] = {
#define ROW(name, opcode, fields) {#name, opcode, fields},
#include "encodings.def"
#undef ROW
};

/* The row of that name. The list stops at what the vendor has: a further row has its own test. */
static const struct stx_insn *row_of(const char *name) {
    const struct stx_insn *insn = stx_insn_at(0);
    for (size_t i = 0; insn && strcmp(insn->name, name); i++) {
        insn = stx_insn_at(i + 1);
    }
    return insn;
}

TEST(every_instruction_has_the_vendors_opcode_and_fields) {
    char text[200];
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        const struct stx_insn *insn = row_of(encodings[i].name);
        CHECK(insn != NULL);
        write_fields(text, sizeof text, insn);
        if (insn->opcode != encodings[i].opcode || strcmp(text, encodings[i].fields)) {
            printf("%02x %s %s, expected %02x %s %s\n", insn->opcode, insn->name, text,
                   (unsigned)encodings[i].opcode, encodings[i].name, encodings[i].fields);
            test_bad = 1;
        }
    }
}

struct config {
    const char *name;
    uint32_t word, shift, mask;
    uint32_t (*get)(const struct stx_core *core, unsigned thread);
    bool of_thread;
};

static const struct config listed[] = {
#define FIELD(name, word, shift, mask) {#name, word, shift, mask, NULL, false},
#include "config_list.def"
#undef FIELD
};

/* The library's table in the same form, and its getters. */
static const struct config fields[] = {
#define BITS(low, width) ((UINT32_MAX >> (32 - (width))) << (low))
#define CFG(name, word, low, width) {#name, word, low, BITS(low, width), cfg_##name, false},
#define TCFG(name, word, low, width) {#name, word, low, BITS(low, width), cfg_##name, true},
#include "isa/config.def"
#undef CFG
#undef TCFG
};

#define FIELDS (sizeof fields / sizeof fields[0])

TEST(every_configuration_field_has_the_vendors_word_shift_and_mask) {
    CHECK_EQ(FIELDS, sizeof listed / sizeof listed[0]);
    for (size_t i = 0; i < FIELDS; i++) {
        if (strcmp(fields[i].name, listed[i].name) || fields[i].word != listed[i].word ||
            fields[i].shift != listed[i].shift || fields[i].mask != listed[i].mask) {
            printf("%s %u %u %08x, expected %s %u %u %08x\n", fields[i].name,
                   (unsigned)fields[i].word, (unsigned)fields[i].shift, (unsigned)fields[i].mask,
                   listed[i].name, (unsigned)listed[i].word, (unsigned)listed[i].shift,
                   (unsigned)listed[i].mask);
            test_bad = 1;
        }
    }
}

/* The bit behind each field. */
static const uint8_t ends[] = {
#define CFG(name, word, low, width) (low) + (width),
#define TCFG(name, word, low, width) (low) + (width),
#include "isa/config.def"
#undef CFG
#undef TCFG
};

TEST(every_configuration_field_ends_within_its_word) {
    for (size_t i = 0; i < FIELDS; i++) {
        CHECK(ends[i] <= (fields[i].of_thread ? 16 : 32));
    }
}

static uint32_t got(const struct config *field, uint32_t value) {
    stx_init(&core, NULL, 0, NULL);
    if (field->of_thread) {
        core.tcfg[0][field->word] = (uint16_t)value;
    } else {
        core.cfg[0][field->word] = value;
    }
    return field->get(&core, 0);
}

TEST(a_getter_takes_the_bits_of_its_field_and_no_others) {
    for (size_t i = 0; i < FIELDS; i++) {
        struct config field = listed[i];
        field.get = fields[i].get;
        field.of_thread = fields[i].of_thread;
        CHECK_EQ(got(&field, field.mask), field.mask >> field.shift);
        CHECK_EQ(got(&field, ~field.mask), 0);
    }
}

int main(void) {
    RUN(every_instruction_has_the_vendors_opcode_and_fields);
    RUN(every_configuration_field_has_the_vendors_word_shift_and_mask);
    RUN(every_configuration_field_ends_within_its_word);
    RUN(a_getter_takes_the_bits_of_its_field_and_no_others);
    return test_summary();
}
