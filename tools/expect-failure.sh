#!/bin/sh
# Runs a program that has to fail, through RUNNER if that is set: its status must be 1 and its output must
# hold the given text so many times. expect-failure.sh program count text
set -u
output=$(${RUNNER:-} "$1" 2>&1)
status=$?
found=$(printf '%s\n' "$output" | grep -c -- "$3")
if [ "$status" -eq 1 ] && [ "$found" -eq "$2" ]; then
    echo "1 passed, 0 failed"
else
    printf '%s\n' "$output"
    echo "$1: status $status, '$3' $found times, expected status 1 and $2 times"
    echo "0 passed, 1 failed"
    exit 1
fi
