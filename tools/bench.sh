#!/bin/sh
# Measures on each core and draws one table: bench.sh "rv32im host" [part of a name]. The lines of all
# cores go to build/bench.txt as well.
set -eu
mkdir -p build
: >build/bench.txt
for march in $1; do
    make -s --no-print-directory bench-run MARCH="$march" NAME="$2" | tee -a build/bench.txt
done
echo
tools/bench-table.sh build/bench.txt
