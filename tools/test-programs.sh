#!/bin/sh
# Random programs of three threads (tests/programs) with each selection of kernels and at half size: what
# they end in must be what the plain form ends in. test-programs.sh programs "name:flag,flag"...
# The first selection is the measure; one whose name begins with "half" is compared where sizes agree.
# Last line: "N passed, N failed".
set -u
programs=$1
shift
passed=0
failed=0
. tools/progress.sh
progress_start programs $#
measure=
for selection in "$@"; do
    name=${selection%%:*}
    progress "$name"
    flags=$(echo "${selection#*:}" | tr ',' ' ')
    build=build/kernels/$name
    out=$build/programs.out
    ${MAKE:-make} -s --no-print-directory "$build/libinternal.a" MARCH=host BUILD="$build" DEBUG= EXTRA="$flags" &&
        ${MAKE:-make} -s --no-print-directory "$build/tests/programs/test_programs" UNIT="$build" \
            UNIT_LIB="$build/libinternal.a" EXTRA="$flags" &&
        "$build/tests/programs/test_programs" "$programs" print >"$out"
    status=$?
    case $name in
    half*) fields='$1, $2, $3' ;;
    *) fields='$1, $2, $3, $4' ;;
    esac
    [ -n "$measure" ] || measure=$out
    awk "/^program/ { print $fields }" "$measure" >"$build/expected"
    awk "/^program/ { print $fields }" "$out" >"$build/got"
    if [ "$status" -eq 0 ] && [ "$(wc -l <"$build/got")" -eq "$programs" ] && cmp "$build/expected" "$build/got"; then
        passed=$((passed + programs))
        echo "$name: $programs programs end as those of the plain form"
    else
        tail -n 5 "$out"
        echo "FAIL $name"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
