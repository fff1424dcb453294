#!/bin/sh
# Runs test programs: run-tests.sh [--suite NAME] [--junit FILE] [--tap FILE] program..., two or JOBS at a time, through
# RUNNER if that is set; EACH=1 tells of each what it took. Each prints "N passed, N failed" last
# and "skipped: test: why" for what it leaves out, which is repeated; the last line is the sum.
set -u
. tools/report.sh
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
RESULTS=$results
export RESULTS

if [ $# -gt 0 ]; then
    printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} sh -c '
        out=$RESULTS/$(echo "{}" | tr / _)
        began=$(date +%s%N)
        ${RUNNER:-} "{}" >"$out.out" 2>&1
        echo "$?" >"$out.status"
        echo "$began $(date +%s%N)" >"$out.times"'
fi
passed=0
failed=0
for program in "$@"; do
    out=$results/$(echo "$program" | tr / _)
    status=$(cat "$out.status" 2>/dev/null || echo unknown)
    last=$(tail -n 1 "$out.out")
    case $last in
    *" passed, "*" failed"*)
        p=$(printf '%s\n' "$last" | sed -E 's/^([^0-9]*)([0-9]+) passed.*/\2/')
        f=$(printf '%s\n' "$last" | sed -E 's/.* ([0-9]+) failed.*/\1/')
        ;;
    *)
        p=0
        f=1
        ;;
    esac
    if [ "$status" != 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    if [ "$f" -ne 0 ]; then
        cat "$out.out"
        [ -n "${EACH:-}" ] || echo "FAIL $program (status $status)"
    else
        grep '^skipped: ' "$out.out"
    fi
    [ -z "${EACH:-}" ] || awk -v name="$program" -v p="$p" -v f="$f" \
        '{ printf "%s: %d passed, %d failed, %.3f s\n", name, p, f, ($2 - $1) / 1e9 }' "$out.times"
    passed=$((passed + p))
    failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
