#!/bin/sh
# The kernels of examples/llk under the lint: none of them has a schedule that goes wrong on silicon. And kernels that
# must fail, timed: a run that deadlocks or faults has a time up to there beside its report.
# Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
output=$(tools/llk/llk.py --march rv32im --variant=-diag --kernels examples/llk tests/llk/*.llk 2>&1)
. tests/batch.sh
all=$(ls tests/llk/*.llk | wc -l)
expect "$all passed, 0 failed"
[ "$failed" -eq 0 ] || printf '%s\n' "$output" | tail -n 40
passed=$((passed + all - 1))

# A finding stands there once, with the lines of both words and how often it came up; in binary mode, too.
for mode in "" --binary; do
    output=$(tools/llk/llk.py --march rv32im --variant=-diag $mode --kernels examples/llk tests/llk/lint/late.llk 2>&1)
    expect "FAIL late.llk: exit 4: lint: thread 1: SEMPOST after work of FPU or SFPU without a STALLWAIT until it is done (SEMAPHORE_MATH), 30 times"
    expect "    at tests/llk/lint/late.cpp:11"
    expect "    at tests/llk/lint/late.cpp:12"
    [ "$(printf '%s\n' "$output" | grep -c 'lint: ')" = 1 ]
    verdict $? "findings of late.llk $mode: $output"
done

output=$(tools/llk/llk.py --march rv32im --variant=-diag --time --timeout 60 --kernels examples/llk \
    tests/llk/bad/deadlock.llk tests/llk/bad/outside.llk tests/llk/bad/pointer.llk 2>&1)
expect "FAIL deadlock.llk: exit 3: fault: deadlock: no thread can go on"
expect "    waits: SEMWAIT: semaphore 1 MATH_PACK is 0"
expect "cycles deadlock unpack 2 math 0 pack 2 total 2"
expect "FAIL outside.llk: exit 2: fault: L1 out of range"
expect "cycles outside unpack "
expect "FAIL pointer.llk: exit 2: fault: store of 2 bytes"
expect "cycles pointer unpack 0 math 0 pack 0 total 0"
end_of_batch
