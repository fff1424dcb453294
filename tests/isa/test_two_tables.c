/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of both chips, read side by side as they are written: an instruction that both have
 * has one opcode and one unit, and a row of wormhole.def claims what that of blackhole.def claims.
 * Where it does not, the list below says why; so an edit of one table alone is noticed. */
#include <stdbool.h>
#include <string.h>

#include "test.h"

struct row {
    const char *name, *unit, *facts;
    unsigned opcode;
};

#define SFPU_INSN(NAME, opcode, facts, ...) {#NAME, "SFPU", #facts, opcode},
#define INSN(NAME, opcode, unit, facts, ...) {#NAME, #unit, #facts, opcode},
static const struct row blackhole[] = {
#include "isa/blackhole.def"
};
#define SFPU_INSN(NAME, opcode, facts, ...) {#NAME, "SFPU", #facts, opcode},
#define INSN(NAME, opcode, unit, facts, ...) {#NAME, #unit, #facts, opcode},
static const struct row wormhole[] = {
#include "isa/wormhole.def"
};

/* Pages of the vendor's ISA documentation, one for each chip. */
static const struct {
    const char *name, *why;
} differences[] = {
    {"MOVB2D", "the mode lies one bit higher, beside a shorter ADDR_MOD"},
    {"UNPACR_NOP", "Wormhole remembers no format"},
    {"SETDVALID", "Wormhole remembers no format"},
    {"SETIBRWC", "what it does has no public rule for Wormhole"},
    {"STOREIND", "only on Blackhole an address reaches Dst, and configuration says how"},
    {"STOREREG", "as STOREIND"},
    {"LOADREG", "as STOREIND"},
    {"SFPIADD", "Blackhole alone waits for a result and overlooks this register"},
    {"SFPCONFIG", "Blackhole alone waits for a result and overlooks this register"},
    {"SFPSWAP", "Blackhole alone waits for a result and overlooks these registers"},
    {"SFPSHFT2", "Blackhole alone waits for a result and overlooks these registers"},
    {"SFPSHFT", "Blackhole alone shifts VC by an immediate"},
    {"SFPAND", "Blackhole alone takes VB for VD"},
    {"SFPOR", "Blackhole alone takes VB for VD"},
    {"SFPCAST", "Wormhole looks at one bit of the mode"},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const struct row *find_row(const char *name) {
    for (unsigned i = 0; i < COUNT(blackhole); i++) {
        if (!strcmp(blackhole[i].name, name)) {
            return &blackhole[i];
        }
    }
    return NULL;
}

static bool may_differ(const char *name) {
    for (unsigned i = 0; i < COUNT(differences); i++) {
        if (!strcmp(differences[i].name, name)) {
            return true;
        }
    }
    return false;
}

static bool same_facts(const struct row *of_wormhole, const struct row *of_blackhole) {
    return !strcmp(of_wormhole->facts, of_blackhole->facts);
}

TEST(an_instruction_of_both_chips_has_one_opcode_and_one_unit) {
    unsigned both = 0;
    for (unsigned i = 0; i < COUNT(wormhole); i++) {
        const struct row *other = find_row(wormhole[i].name);
        CHECK(other);
        CHECK_EQ(wormhole[i].opcode, other->opcode);
        CHECK(!strcmp(wormhole[i].unit, other->unit));
        both++;
    }
    CHECK(both > 100);
}

TEST(its_rows_claim_the_same_or_the_difference_has_a_reason) {
    unsigned differ = 0;
    for (unsigned i = 0; i < COUNT(wormhole); i++) {
        const struct row *row = &wormhole[i], *other = find_row(row->name);
        if (may_differ(row->name)) {
            differ++;
            CHECK(!same_facts(row, other));
        } else {
            if (!same_facts(row, other)) {
                printf("%s: Blackhole %s\n    Wormhole %s\n", row->name, other->facts, row->facts);
            }
            CHECK(same_facts(row, other));
        }
    }
    CHECK_EQ(differ, COUNT(differences));
}

int main(void) {
    RUN(an_instruction_of_both_chips_has_one_opcode_and_one_unit);
    RUN(its_rows_claim_the_same_or_the_difference_has_a_reason);
    return test_summary();
}
