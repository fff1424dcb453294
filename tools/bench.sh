#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures on each core and prints one table: bench.sh "rv32im host host-plain" ["part of a name ..."]. The lines of all cores also go to build/bench.txt, or with CHIP=-wormhole to
# build/bench-wormhole.txt. Whole kernels of examples/metal are counted on 32-bit cores, where their threads can run: a row is the number of instructions of the three threads, from start to end.
set -eu
names=${2:-}
mkdir -p build
out=build/bench${CHIP:-}.txt
: >"$out"

bench_make() { make -s --no-print-directory "$@"; }

# Counts are the same in every run. Times are the least of ten runs, because other load on the machine varies.
measured() { # core variable...
    core=$1
    shift
    case $core in
    host*) for _ in 1 2 3 4 5 6 7 8 9 10; do bench_make bench-run "$@" NAME="$names" || exit 1; done ;;
    *) bench_make bench-run "$@" NAME="$names" ;;
    esac >build/bench.raw || return 1
    awk -v core="$core" '$1 == "bench" && !($2 in least) { name[++n] = $2; least[$2] = $4 }
        $1 == "bench" && $4 < least[$2] { least[$2] = $4 }
        $1 != "bench" { print }
        END { for (i = 1; i <= n; i++) print "bench", name[i], core, least[name[i]] }' build/bench.raw
}

whole_kernels() {
    cases=
    for kernel in softmax layernorm; do
        for part in ${names:-kernel}; do
            case kernel_$kernel in *"$part"*) cases="$cases tests/metal/$kernel.desc" && break ;; esac
        done
    done
    [ -n "$cases" ] || return 0
    core=$1
    shift
    bench_make metal-own CASES="$cases" "$@" >build/bench.kernels 2>&1 || { cat build/bench.kernels && return 1; }
    sed -n "s|^PASS \([a-z]*\)\.desc: .* \([0-9]*\) riscv instructions.*|bench kernel_\1 $core \2|p" build/bench.kernels |
        tee -a "$out"
}

for core in $1; do
    if [ "$core" = host-plain ]; then # as on a machine without AVX2
        set -- MARCH=host BENCH_CORE=host-plain BUILD="build/host${CHIP:-}-plain" EXTRA=-DSTX_CHOOSE=0
    else # rv32imafcv/128: with the length of the vector registers
        set -- "MARCH=${core%/*}"
        [ "$core" = "${core%/*}" ] || set -- "$@" "VLEN=${core#*/}"
    fi
    measured "$core" "$@" >build/bench.core || exit 1
    tee -a "$out" <build/bench.core
    case $core${CHIP:-} in rv32*-wormhole) ;; rv32*) whole_kernels "$core" "$@" ;; esac
done
for part in $names; do
    awk '{ print $2 }' "$out" | grep -qF -e "$part" || { echo "make bench NAME=$part: there is no such name" >&2 && exit 2; }
done
echo
tools/perf.py ratios "$out"
