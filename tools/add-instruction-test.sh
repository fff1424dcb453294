#!/bin/sh
# Adds an instruction that does not exist, SFPDOUBLE (LReg VD = 2 VC), to a copy of the tree: a row, a body, a
# test and its line in docs/modes.tsv. Nothing else is touched by hand; generated files are remade, and then
# the house rules, `make docs` and those unit tests that go through all rows must pass. A row without that line
# must be refused.
set -eu
make="${MAKE:-make} --no-print-directory -j$(nproc 2>/dev/null || echo 2)"
copy=build/add-instruction
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | tar cf - --null -T - | tar xf - -C "$copy"
cd "$copy"
unset MAKEFLAGS MFLAGS MAKELEVEL

row='SFPU_INSN(SFPDOUBLE, 0x9A, SFP_SIMPLE IN(VC, ALL) OUT(VD, ALL),
    F(imm12_math, 12, 12) F(lreg_c, 8, 4) F(lreg_dest, 4, 4) F(instr_mod1, 0, 4))'
awk -v row="$row" '/^INSN\(ATGETM,/ { print row } { print }' lib/isa/blackhole.def >def.new
mv def.new lib/isa/blackhole.def

cat >lib/sfpu/double.c <<'END'
/* SPDX-License-Identifier: Apache-2.0
 *
 * double.c - SFPDOUBLE: twice a binary32. */
#include "sfpu/lanes.h"

/* A denormal counts as 0; what is too large becomes infinite. */
static uint32_t twice(uint32_t v) {
    uint32_t exponent = v >> 23 & 255u;
    return exponent == 0     ? v & SFPU_SIGN
           : exponent == 255 ? v
           : exponent == 254 ? (v & SFPU_SIGN) | 0x7F800000u
                             : v + 0x00800000u;
}

STX_EXEC(SFPDOUBLE) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = twice(op.vc[lane]);
    }
    return STX_DONE;
}
END
cat >tests/insn/test_sfp_double.c <<'END'
/* SPDX-License-Identifier: Apache-2.0 */
#include "sfpu.h"

TEST(a_value_is_doubled) {
    start();
    set_all(1, 0x40400000); /* 3.0 */
    RUN_WORDS(TT_OP_SFPDOUBLE(0, 1, 2, 0));
    CHECK_EQ(core.sfpu.lreg[2][0], 0x40C00000); /* 6.0 */
    CHECK_EQ(core.sfpu.lreg[2][31], 0x40C00000);
    set_all(1, 0xFF000000); /* -2^127 */
    RUN_WORDS(TT_OP_SFPDOUBLE(0, 1, 2, 0));
    CHECK_EQ(core.sfpu.lreg[2][5], 0xFF800000);
}

int main(void) {
    RUN(a_value_is_doubled);
    return test_summary();
}
END
git init -q .
git add -A

if tools/check-modes.sh >modes.log 2>&1 || ! grep -q 'SFPDOUBLE' modes.log; then
    echo "add-instruction: a row without proof in docs/modes.tsv was not refused"
    exit 1
fi
rm modes.log
printf 'SFPDOUBLE\tall\truns\ttests/insn/test_sfp_double.c\n' >>docs/modes.tsv

# One library for everything, with the trace that the unit tests need; compiled quickly.
run() {
    $make OPT=-O1 DEBUG= OPTIONS=-DSTX_TRACE=1 UNIT_LIB=build/host/libinternal.a "$@" >make.log 2>&1 || {
        tail -n 30 make.log
        echo "add-instruction: make $* failed"
        exit 1
    }
}
run generate docs
git add -A
run house-check
run docs
run unit TEST_SRC="$(echo tests/isa/test_*.c tests/diag/test_a*.c tests/diag/test_lint*.c tests/diag/test_policies.c \
    tests/insn/test_documented.c tests/insn/test_sfp_f*.c tests/insn/test_sfp_double.c tests/insn/test_book.c)"
grep -q 'SFPDOUBLE' docs/isa.md include/softensix/tti.h include/llk/tt_issue.h
grep -E '^[0-9]+ passed, 0 failed' make.log | tail -n 1
echo "add-instruction: a row, a body and a test were enough"
