#!/bin/sh
# Results for machines (JUnit's XML, TAP): the schema, the counts, and what a failure says. One line a claim that
# fails, then "N passed, N failed".
set -u
work=build/test/reports
mkdir -p "$work"
. tests/claims.sh
printf 'noise\nFAIL a<b & "c": mism\001atch\n    element 3\nPASS d: fine\n7 passed, 1 failed, 0 skipped\n' >"$work/bad.txt"
printf '5 passed, 0 failed\n' >"$work/good.txt"
printf 'PASS one: fine\n' >"$work/broken.txt"
report() { tools/results.py --suite "$1" --junit "$work/$1.xml" --tap "$work/$1.tap" <"$work/$1.txt" >"$work/$1.out"; }
a_failure_fails() {
    ! report bad && grep -q 'tests="3" failures="1"' "$work/bad.xml" && grep -q 'element 3' "$work/bad.xml" &&
        grep -q '^not ok 1 - a<b' "$work/bad.tap" && cmp "$work/bad.txt" "$work/bad.out"
}
silence_is_counted() { report good && grep -q '5 tests that say nothing' "$work/good.xml" && grep -q '^ok 1' "$work/good.tap"; }
a_run_that_broke_off_fails() { ! report broken && grep -q 'it ended without' "$work/broken.xml"; }
runners_write_them() { # a case that does not exist is a failed case, and no kernel needs to be compiled
    ! tools/llk/llk.py --kernels examples/llk --junit "$work/llk.xml" --tap "$work/llk.tap" "$work/none.llk" &&
        grep -q '<failure message=.*none.llk' "$work/llk.xml" && grep -q '^not ok 1' "$work/llk.tap" &&
        ! tools/metal/metal.py --kernels examples/metal --junit "$work/metal.xml" --tap "$work/metal.tap" "$work/none.desc" &&
        grep -q '<failure message=.*none.desc' "$work/metal.xml" && grep -q '^not ok 1' "$work/metal.tap"
}
valid() { xmllint --noout --schema tests/install/junit.xsd "$work"/*.xml; }

rm -f "$work"/*.xml
claim "a failure fails, with its details" a_failure_fails
claim "tests that pass in silence are counted" silence_is_counted
claim "a run that broke off is no success" a_run_that_broke_off_fails
claim "the runners of kernels write them" runners_write_them
if command -v xmllint >/dev/null; then
    claim "what is written is valid by the schema" valid
else
    echo "skipped: JUnit by its schema: no xmllint (tools/setup.sh --all)"
fi
claims_end
