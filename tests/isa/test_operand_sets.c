/* SPDX-License-Identifier: Apache-2.0
 *
 * Every name of every set that an operand takes, in every spelling, to its value and back. */
#include <stdbool.h>
#include <string.h>

#include "softensix/isa.h"
#include "test.h"

static const struct {
    const char *set, *kind, *prefix;
} sets[] = {
#define SET(set, kind, prefix) {#set, #kind, prefix},
#define ARG(mnemonic, field, set)
#define ANY(field, set)
#include "isa/operand_names.def"
#undef SET
#undef ARG
#undef ANY
};

static const struct {
    const char *mnemonic, *field, *set;
} operands[] = {
#define SET(set, kind, prefix)
#define ARG(mnemonic, field, set) {#mnemonic, #field, #set},
#define ANY(field, set) {NULL, #field, #set},
#include "isa/operand_names.def"
#undef SET
#undef ARG
#undef ANY
};

static const struct name {
    const char *group, *set, *name;
    uint32_t value;
} names[] = {
#define NAME(group, set, name, value, meaning) {#group, #set, #name, value},
#define VALUE NAME
#define PLAIN(set, name, value, meaning) {"", #set, #name, value},
#define SFPI(set, name, value, meaning) {"sfpi", #set, #name, value},
#include "isa/names.def"
#include "isa/names_sfpu.def"
#undef NAME
#undef VALUE
#undef PLAIN
#undef SFPI
};

#define COUNT(list) (sizeof list / sizeof list[0])

/* The set of an operand: the row of the instruction's own, or that of all instructions. */
static const char *set_of(const struct stx_insn *insn, const struct stx_field *field) {
    const char *of_any = "NONE";
    for (size_t i = 0; i < COUNT(operands); i++) {
        if (!strcmp(operands[i].field, field->name)) {
            if (!operands[i].mnemonic) {
                of_any = operands[i].set;
            } else if (!strcmp(operands[i].mnemonic, insn->name)) {
                return operands[i].set;
            }
        }
    }
    return of_any;
}

static size_t index_of_set(const char *set) {
    size_t i = 0;
    while (strcmp(sets[i].set, set)) {
        i++;
    }
    return i;
}

/* "INSN field=spelling" is the word with this value in that field, or is refused if it has no room.
 */
static void check_text(const struct stx_insn *insn, const struct stx_field *field,
                       const char *spelling, uint32_t value) {
    char text[160];
    uint32_t word = 0;
    bool fits = value < 1u << field->width;
    snprintf(text, sizeof text, "%s %s=%s", insn->name, field->name, spelling);
    bool accepted = !stx_assemble(&word, text);
    if (accepted != fits ||
        (fits && word != ((uint32_t)insn->opcode << 24 | value << field->low))) {
        printf("%s: %08x, expected %u\n", text, (unsigned)word, (unsigned)value);
        test_bad = 1;
    }
}

static void check_spellings(const struct stx_insn *insn, const struct stx_field *field,
                            const struct name *n, const char *prefix, uint32_t value) {
    char spelling[120];
    size_t length = strlen(prefix);
    check_text(insn, field, n->name, value);
    if (n->group[0]) {
        snprintf(spelling, sizeof spelling, "%s::%s", n->group, n->name);
        check_text(insn, field, spelling, value);
        snprintf(spelling, sizeof spelling, "%s_%s", n->group, n->name);
        check_text(insn, field, spelling, value);
    }
    if (!strncmp(n->name, prefix, length)) {
        check_text(insn, field, n->name + length, value);
    }
}

/* Of names that two groups of a set share the first one counts. */
static bool is_first(const struct name *n) {
    for (const struct name *other = names; other != n; other++) {
        if (!strcmp(other->set, n->set) && !strcmp(other->name, n->name)) {
            return false;
        }
    }
    return true;
}

TEST(every_name_of_an_operand_is_understood) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned f = 0; f < insn->field_count; f++) {
            const char *set = set_of(insn, &insn->fields[f]);
            const char *prefix = sets[index_of_set(set)].prefix;
            for (size_t n = 0; n < COUNT(names) && strcmp(set, "NONE"); n++) {
                bool bit = !strcmp(set, "SEMAPHORE") && !strcmp(names[n].set, "INDEX_OF_SEMAPHORE");
                uint32_t value = bit ? 1u << names[n].value : names[n].value;
                if ((bit || !strcmp(names[n].set, set)) && is_first(&names[n])) {
                    check_spellings(insn, &insn->fields[f], &names[n], prefix, value);
                }
            }
        }
    }
}

/* The first name of a value without its prefix, as long as it has one. */
static const char *name_of(const char *set, const char *prefix, uint32_t value) {
    for (size_t n = 0; n < COUNT(names); n++) {
        if (!strcmp(names[n].set, set) && names[n].value == value) {
            bool has = !strncmp(names[n].name, prefix, strlen(prefix));
            return names[n].name + (has ? strlen(prefix) : 0);
        }
    }
    return NULL;
}

/* Bits from the highest to the lowest; the number where one of them has no name. */
static void write_value(char *text, size_t size, const char *set, uint32_t value) {
    size_t k = index_of_set(set), at = 0;
    bool bits = !strcmp(sets[k].kind, "BITS"), silent = !strcmp(sets[k].kind, "SILENT");
    const char *name = name_of(set, sets[k].prefix, value);
    bool number = !strcmp(set, "NONE") || silent || (bits && !value) || (!bits && !name);
    for (unsigned b = 0; !name && bits && b < 24; b++) {
        number |= (value >> b & 1) && !name_of(set, sets[k].prefix, 1u << b);
    }
    if (number || name) {
        number ? snprintf(text, size, "%u", (unsigned)value) : snprintf(text, size, "%s", name);
        return;
    }
    for (unsigned b = 24; b-- > 0;) {
        if (value >> b & 1) {
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "|" : "",
                                   name_of(set, sets[k].prefix, 1u << b));
        }
    }
}

/* Only the field matters here; the others are 0. */
static void check_print(const struct stx_insn *insn, unsigned f, uint32_t value) {
    const struct stx_field *field = &insn->fields[f];
    char got[400], expected[200], written[160];
    stx_disasm(got, sizeof got, (uint32_t)insn->opcode << 24 | value << field->low);
    write_value(written, sizeof written, set_of(insn, field), value);
    snprintf(expected, sizeof expected, " %s=%s%s", field->name, written,
             f + 1u < insn->field_count ? " " : "");
    const char *at = strstr(got, expected);
    if (!at || (f + 1u == insn->field_count && at[strlen(expected)])) {
        printf("%s\nexpected%s\n", got, expected);
        test_bad = 1;
    }
}

/* Each set at the first operand that takes it: small values, single bits, some others. */
TEST(values_are_printed_by_the_first_of_their_names) {
    static bool seen[COUNT(sets)];
    const struct stx_insn *insn;
    uint32_t seed = 9;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned f = 0; f < insn->field_count; f++) {
            size_t set = index_of_set(set_of(insn, &insn->fields[f]));
            uint32_t mask = (1u << insn->fields[f].width) - 1;
            for (uint32_t n = 0; n < 64 && !seen[set]; n++) {
                check_print(insn, f, n & mask);
                check_print(insn, f, 1u << n % 24 & mask);
                check_print(insn, f, test_random(&seed) & mask);
            }
            seen[set] = true;
        }
    }
}

int main(void) {
    RUN(every_name_of_an_operand_is_understood);
    RUN(values_are_printed_by_the_first_of_their_names);
    return test_summary();
}
