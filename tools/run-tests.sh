#!/bin/sh
# Runs test programs, through RUNNER if that is set. Each prints "N passed, N failed" last; prints the sum.
passed=0
failed=0
for program in "$@"; do
    output=$(${RUNNER:-} "$program" 2>&1)
    status=$?
    last=$(printf '%s\n' "$output" | tail -n 1)
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
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    if [ "$f" -ne 0 ]; then printf '%s\n%s (status %s)\n' "$output" "FAIL $program" "$status"; fi
    passed=$((passed + p))
    failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
