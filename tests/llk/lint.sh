#!/bin/sh
# The kernels of examples/llk under the lint: none of them has a schedule that goes wrong on silicon.
# Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
tools/llk/llk.py --march rv32im --variant=-diag --kernels examples/llk tests/llk/*.llk 2>&1 | tail -n 40 |
    sed -E 's/^([0-9]+ passed, [0-9]+ failed), .*/\1/'
