/* SPDX-License-Identifier: Apache-2.0
 *
 * operand_names.c - translates names of operand values to values and back. */
#include "isa/operand_names.h"

#include "core/text.h"

enum set {
#define SET(set, kind, prefix) SET_##set,
#define ARG(mnemonic, field, set)
#define ANY(field, set)
#include "isa/operand_names.def"
#undef SET
#undef ARG
#undef ANY
    SETS
};

enum name_kind { VALUES, BITS, SILENT };

static const struct {
    enum name_kind kind;
    const char *prefix;
} sets[SETS] = {
#define SET(set, kind, prefix) {kind, prefix},
#define ARG(mnemonic, field, set)
#define ANY(field, set)
#include "isa/operand_names.def"
#undef SET
#undef ARG
#undef ANY
};

/* Rows for one instruction come before rows for all instructions. */
static const struct {
    const char *mnemonic, *field;
    uint8_t set;
} operands[] = {
#define SET(set, kind, prefix)
#define ARG(mnemonic, field, set) {#mnemonic, #field, SET_##set},
#define ANY(field, set) {NULL, #field, SET_##set},
#include "isa/operand_names.def"
#undef SET
#undef ARG
#undef ANY
};

static const struct name_row {
    const char *group, *name;
    uint16_t value;
    uint8_t set;
} rows[] = {
#define NAME(group, set, name, value, meaning) {#group, #name, value, SET_##set},
#define VALUE NAME
#define PLAIN(set, name, value, meaning) {"", #name, value, SET_##set},
#define SFPI(set, name, value, meaning) {"sfpi", #name, value, SET_##set},
#include "isa/names.def"
#include "isa/names_sfpu.def"
#undef NAME
#undef VALUE
#undef PLAIN
#undef SFPI
};

#define ROWS (sizeof rows / sizeof rows[0])
#define OPERANDS (sizeof operands / sizeof operands[0])

/* The length of the prefix if the text begins with it, otherwise 0. */
static size_t skips(const char *text, size_t length, const char *prefix) {
    size_t i = 0;
    while (i != length && prefix[i] && text[i] == prefix[i]) {
        i++;
    }
    return prefix[i] ? 0 : i;
}

static bool same_text(const char *text, size_t length, const char *name) {
    return length && skips(text, length, name) == length;
}

unsigned stx_names_of(const struct stx_insn *insn, const struct stx_field *field) {
    for (size_t i = 0; i < OPERANDS; i++) {
        if ((!operands[i].mnemonic || text_equal(operands[i].mnemonic, insn->name)) &&
            text_equal(operands[i].field, field->name)) {
            return operands[i].set;
        }
    }
    return SET_NONE;
}

/* The name without the prefix that its operand implies. */
static const char *short_name(const struct name_row *row) {
    const char *prefix = sets[row->set].prefix, *name = row->name;
    while (*prefix && *name == *prefix) {
        name++;
        prefix++;
    }
    return *prefix ? row->name : name;
}

static const struct name_row *row_of_value(unsigned set, uint32_t value) {
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].set == set && rows[i].value == value) {
            return &rows[i];
        }
    }
    return NULL;
}

/* True if the set has a name for every bit of a value. */
static bool bits_have_names(unsigned set, uint32_t value) {
    for (; value; value &= value - 1) {
        if (!row_of_value(set, value & (0u - value))) {
            return false;
        }
    }
    return true;
}

static void write_bits(struct text *t, unsigned set, uint32_t value) {
    const char *separator = "";
    for (uint32_t bit = 0x80000000u; bit; bit >>= 1) {
        if (value & bit) {
            stx_text_string(t, separator);
            stx_text_string(t, short_name(row_of_value(set, bit)));
            separator = "|";
        }
    }
}

void stx_names_write(struct text *t, unsigned set, uint32_t value) {
    bool bits = sets[set].kind == BITS;
    /* A mask without bits is printed as 0, because its name would tell no more. */
    bool quiet = set == SET_NONE || sets[set].kind == SILENT || (bits && !value);
    const struct name_row *row = quiet ? NULL : row_of_value(set, value);
    if (row) {
        stx_text_string(t, short_name(row));
    } else if (bits && value && bits_have_names(set, value)) {
        write_bits(t, set, value);
    } else {
        stx_text_decimal(t, value);
    }
}

/* True if the text is group::name or group_name. */
static bool with_group(const char *text, size_t length, const struct name_row *row) {
    size_t at = skips(text, length, row->group);
    if (at == 0 || at == length) {
        return false;
    }
    size_t separator = text[at] == '_' ? 1 : skips(text + at, length - at, "::");
    return separator && same_text(text + at + separator, length - at - separator, row->name);
}

bool stx_names_value(unsigned set, const char *text, size_t length, uint32_t *value) {
    for (size_t i = 0; set != SET_NONE && i < ROWS; i++) {
        const struct name_row *row = &rows[i];
        bool index = set == SET_SEMAPHORE && row->set == SET_INDEX_OF_SEMAPHORE;
        if (row->set != set && !index) {
            continue;
        }
        if (same_text(text, length, row->name) || same_text(text, length, short_name(row)) ||
            with_group(text, length, row)) {
            *value = index ? 1u << row->value : row->value;
            return true;
        }
    }
    return false;
}
