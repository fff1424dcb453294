#!/bin/sh
# As a program of a host, a kernel that reaches registers by their addresses faults, in every run: a host draws the places
# of its own memory by lot. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/batch.sh
for run in 1 2 3 4 5 6 7 8; do
    output=$(tools/llk/llk.py --march host32 --kernels examples/llk tests/llk/pointers.llk 2>&1)
    expect "FAIL pointers.llk: exit 2: fault: access at 0xffec3000, a register: on a host only calls reach it"
done
if [ "$failed" -ne 0 ]; then printf '%s\n' "$output"; fi
end_of_batch
