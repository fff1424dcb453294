/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_isa_rows.c - prints the instruction table as JSON for tools/isa_pages.py, one row on each
 * line: fields with the names of their values, and the row's units, waits, registers and times. */
#include <stdio.h>
#include <string.h>

#include "isa/operand_names.h"
#include "softensix/isa.h"

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

static const struct {
    unsigned set, value;
    const char *group, *name, *meaning;
} names[] = {
#define NAME(group, set, name, value, meaning) {SET_##set, value, #group "::", #name, meaning},
#define VALUE NAME
#define PLAIN(set, name, value, meaning) {SET_##set, value, "", #name, meaning},
#define SFPI(set, name, value, meaning) {SET_##set, value, "", #name, meaning},
#include "isa/names.def"
#include "isa/names_sfpu.def"
#undef NAME
#undef VALUE
#undef PLAIN
#undef SFPI
};

static const char *const waits[] = {
#define WAIT(name, text) text,
#include "softensix/facts.def"
};
static const char *const parts[] = {
#define PART(name, bit, text) [bit] = text,
#include "softensix/facts.def"
};
static const char *const resources[] = {
#define RESOURCE(name, text) text,
#include "softensix/facts.def"
};
static const char *const cares[] = {
#define CARE(name) #name,
#include "softensix/facts.def"
};
static const char *const sub_units[] = {
#define SUB_UNIT(name, text) text,
#include "softensix/facts.def"
};

static void print_names(unsigned set) {
    const char *comma = "";
    for (unsigned i = 0; set && i < sizeof names / sizeof names[0]; i++) {
        if (names[i].set == set) {
            printf("%s[\"%s%s\",%u,\"%s\"]", comma, names[i].group, names[i].name, names[i].value,
                   names[i].meaning);
            comma = ",";
        }
    }
}

static void print_fields(const struct stx_insn *insn) {
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct stx_field *f = &insn->fields[i];
        printf("%s{\"name\":\"%s\",\"low\":%u,\"width\":%u,\"values\":[", i ? "," : "", f->name,
               f->low, f->width);
        print_names(stx_names_of(insn, f));
        printf("]}");
    }
}

static void print_parts(uint32_t mask) {
    const char *comma = "";
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (mask >> i & 1u) {
            printf("%s\"%s\"", comma, parts[i]);
            comma = ",";
        }
    }
}

int main(void) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        printf("{\"name\":\"%s\",\"opcode\":%u,\"unit\":\"%s\",\"executes\":%u,\"sub\":\"%s\","
               "\"waits\":\"%s\",\"care\":\"%s\",\"resource\":\"%s\",\"cycles\":%u,\"latency\":%u,"
               "\"reserved\":%u,\"reads\":[",
               insn->name, insn->opcode, stx_unit_name(insn->unit), insn->executes,
               sub_units[insn->sub_unit], waits[insn->waits], cares[insn->care],
               resources[insn->resource], insn->cycles, insn->latency, (unsigned)insn->reserved);
        print_parts(insn->reads);
        printf("],\"writes\":[");
        print_parts(insn->writes);
        printf("],\"fields\":[");
        print_fields(insn);
        printf("]}\n");
    }
    return 0;
}
