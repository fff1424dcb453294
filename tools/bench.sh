#!/bin/sh
# Measures on each core and draws one table: bench.sh "rv32im host host-avx2" [part of a name]. The lines
# of all cores go to build/bench.txt as well.
set -eu
mkdir -p build
: >build/bench.txt
for core in $1; do
    if [ "$core" = host-avx2 ]; then
        grep -qw avx2 /proc/cpuinfo || continue
        set -- "$1" "$2" MARCH=host BENCH_CORE=host-avx2 BUILD=build/host-avx2 ARCHFLAGS=-march=x86-64-v3
    else # rv32imafcv/128: with the length of vector registers
        set -- "$1" "$2" "MARCH=${core%/*}"
        [ "$core" = "${core%/*}" ] || set -- "$@" "VLEN=${core#*/}"
    fi
    names=$2
    (
        shift 2
        make -s --no-print-directory bench-run "$@" NAME="$names"
    ) | tee -a build/bench.txt
done
echo
tools/bench-table.sh build/bench.txt
tools/perf.py ratios build/bench.txt
