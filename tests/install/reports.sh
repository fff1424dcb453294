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
programs_are_cases() { # a program that passes and one that does not, by the runner of unit tests
    printf '#!/bin/sh\necho "5 passed, 0 failed"\n' >"$work/fine" && printf '#!/bin/sh\necho FAIL sum; echo "2 passed, 1 failed"; exit 1\n' >"$work/wrong"
    chmod +x "$work/fine" "$work/wrong"
    ! tools/run-tests.sh --suite unit --junit "$work/unit.xml" --tap "$work/unit.tap" "$work/fine" "$work/wrong" &&
        grep -q 'name="unit" tests="3" failures="2"' "$work/unit.xml" && grep -q "^ok 1 - $work/fine" "$work/unit.tap" &&
        grep -q '^not ok 2 - sum' "$work/unit.tap" && grep -q "^not ok 3 - $work/wrong" "$work/unit.tap"
}
files_of_vectors_are_cases() {
    ${MAKE:-make} -s --no-print-directory vectors VEC="tests/vectors/data/kat.vec.xz tests/vectors/data/adc.vec.xz" \
        JUNIT="$work/vectors.xml" TAP="$work/vectors.tap" && grep -q '^ok 1 - build/vec/kat.vec' "$work/vectors.tap" &&
        grep -q 'name="vectors" tests="2" failures="0"' "$work/vectors.xml"
}
any_names() { tests/install/report_names.py; }
steps_fail_with_their_tools() { tests/install/ci_steps.py docs/ci/*.yml; }
valid() { xmllint --noout --schema tests/install/junit.xsd "$work"/*.xml; }

rm -f "$work"/*.xml
claim "a failure fails, with its details" a_failure_fails
claim "tests that pass in silence are counted" silence_is_counted
claim "a run that broke off is no success" a_run_that_broke_off_fails
claim "the runners of kernels write them" runners_write_them
claim "test programs are cases" programs_are_cases
claim "files of vectors are cases" files_of_vectors_are_cases
claim "names of any kind give well-formed files" any_names
if python3 -c 'import yaml' 2>/dev/null; then
    claim "a step of the examples for CI services fails with any of its commands" steps_fail_with_their_tools
else
    echo "skipped: examples for CI services: no YAML parser (tools/setup.sh --all)"
fi
if command -v xmllint >/dev/null; then
    claim "what is written is valid by the schema" valid
else
    echo "skipped: JUnit by its schema: no xmllint (tools/setup.sh --all)"
fi
claims_end
