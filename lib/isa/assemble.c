/* SPDX-License-Identifier: Apache-2.0
 *
 * assemble.c - text to instruction word, the inverse of isa/disassemble.c. */
#include <stdbool.h>

#include "isa/operand_names.h"

static bool is_end(char c) {
    return c == 0 || c == '\n' || c == '\r' || c == '#' || c == ';';
}

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == ',' || c == '(' || c == ')';
}

static const char *skip(const char *at) {
    while (is_separator(*at)) {
        at++;
    }
    return at;
}

/* Length of the name or number at this place. */
static size_t token_length(const char *at) {
    const char *end = at;
    while (!is_end(*end) && !is_separator(*end) && *end != '=' && *end != '|') {
        end++;
    }
    return (size_t)(end - at);
}

static bool equal(const char *text, size_t length, const char *name) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] != name[i]) {
            return false;
        }
    }
    return name[length] == 0;
}

static bool starts(const char *text, const char *prefix) {
    while (*prefix && *text == *prefix) {
        text++;
        prefix++;
    }
    return *prefix == 0;
}

static uint32_t digit_of(char c) {
    return c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
           : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                  : UINT32_MAX;
}

/* Reads a decimal number, or a hexadecimal one with 0x. False if it is not a number or has more
 * than 32 bits. */
static bool number(const char *at, size_t length, uint32_t *value) {
    uint32_t base = 10, v = 0;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        base = 16;
        at += 2;
        length -= 2;
    }
    for (size_t i = 0; i < length; i++) {
        uint32_t digit = digit_of(at[i]);
        if (digit >= base || v > (UINT32_MAX - digit) / base) {
            return false;
        }
        v = v * base + digit;
    }
    *value = v;
    return length > 0;
}

static const struct stx_insn *insn_named(const char *text, size_t length) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        if (equal(text, length, insn->name)) {
            return insn;
        }
    }
    return NULL;
}

static const struct stx_field *field_named(const struct stx_insn *insn, const char *text,
                                           size_t length) {
    for (unsigned i = 0; i < insn->field_count; i++) {
        if (equal(text, length, insn->fields[i].name)) {
            return &insn->fields[i];
        }
    }
    return NULL;
}

/* Reads one value, or several with | between them, and moves *at past them. False if there is none.
 */
static bool alternatives(const char **at, unsigned set, uint32_t *value) {
    *value = 0;
    for (;;) {
        uint32_t one;
        size_t length = token_length(*at);
        if (!number(*at, length, &one) && !stx_names_value(set, *at, length, &one)) {
            return false;
        }
        *value |= one;
        *at += length;
        const char *next = skip(*at);
        if (*next != '|') {
            return true;
        }
        *at = skip(next + 1);
    }
}

static const char *set_field(uint32_t *word, const struct stx_insn *insn,
                             const struct stx_field *field, const char **at) {
    uint32_t value, mask = (1u << field->width) - 1u;
    if (!alternatives(at, stx_names_of(insn, field), &value)) {
        return "this is neither a number nor a name of this operand";
    }
    if (value > mask) {
        return "the value does not fit its field";
    }
    *word = (*word & ~(mask << field->low)) | value << field->low;
    return NULL;
}

/* Which operands the text gives, as bits of their positions, and whether it gives one without its
 * name. */
struct given {
    uint32_t which;
    bool by_position;
};

static const char *operand(uint32_t *word, const struct stx_insn *insn,
                           const struct stx_field *field, struct given *given, const char **at) {
    uint32_t bit = field ? 1u << (field - insn->fields) : 0;
    if (!field) {
        return "the instruction has no such operand";
    }
    if (given->which & bit) {
        return "an operand is given twice";
    }
    given->which |= bit;
    return set_field(word, insn, field, at);
}

/* If an operand is given without its name, all of them must be given, like the arguments of a
 * macro. */
static bool complete(const struct stx_insn *insn, const struct given *given) {
    bool all = given->which == (1u << insn->field_count) - 1u;
    return all || (given->which && !given->by_position);
}

static const char *operands(uint32_t *word, const struct stx_insn *insn, const char *at) {
    struct given given = {0, false};
    const char *wrong = NULL;
    for (unsigned position = 0; at = skip(at), !is_end(*at) && !wrong; position++) {
        size_t length = token_length(at);
        const struct stx_field *field = position < insn->field_count ? &insn->fields[position] : 0;
        if (at[length] == '=') {
            field = field_named(insn, at, length);
            at += length + 1;
        } else {
            given.by_position = true;
        }
        wrong = operand(word, insn, field, &given, &at);
    }
    return wrong || complete(insn, &given) ? wrong : "an operand is missing";
}

static const char *raw_word(uint32_t *word, const char *at) {
    at = skip(at);
    size_t length = token_length(at);
    if (!number(at, length, word)) {
        return "this is not a number";
    }
    return is_end(*skip(at + length)) ? NULL : "a line holds only one word";
}

const char *stx_assemble(uint32_t *word, const char *text) {
    static const char *const prefixes[] = {"TT_OP_", "TTI_", "TT_"};
    const char *at = skip(text), *wrong;
    uint32_t result = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (starts(at, prefixes[i])) {
            at += i == 0 ? 6 : i == 1 ? 4 : 3;
            break;
        }
    }
    size_t length = token_length(at);
    const struct stx_insn *insn = insn_named(at, length);
    if (equal(at, length, ".word")) {
        wrong = raw_word(&result, at + length);
    } else if (!insn) {
        return "no instruction has this name";
    } else {
        result = (uint32_t)insn->opcode << 24;
        wrong = operands(&result, insn, at + length);
    }
    if (!wrong) {
        *word = result;
    }
    return wrong;
}
