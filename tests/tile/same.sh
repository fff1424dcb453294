#!/bin/sh
# Kernels of examples/llk beside those of tests/tile/kernels, which do the same by calls of softensix/tile.h: do both
# leave the same bytes in all of L1? And the calls as firmware of a real coprocessor has them, by stores to the thread's
# window? same.sh CASE..., cases of tests/llk by their names. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/claims.sh
work=build/llk/calls
make="${MAKE:-make} --no-print-directory"
mkdir -p $work
cases=
for name in "$@"; do cases="$cases tests/llk/$name.llk"; done
run() { # name, kernels, further options
    $make llk-own CASES="$cases" LLK_KERNELS="$2" LLK_FLAGS="--digests ${3:-}" >"$work/$1" 2>&1
}
claim "the calls for a real coprocessor link with nothing else" $make tile-native MARCH=rv32im
run threads examples/llk
run calls tests/tile/kernels
run native tests/tile/kernels "--library build/rv32im/native/libtile.a"
digest() { sed -nE "s/^PASS $2\.llk: .*, ([0-9a-f]+)\$/\1/p" "$work/$1"; }
same() { # case
    of_threads=$(digest threads "$1")
    [ -n "$of_threads" ] && [ "$of_threads" = "$(digest calls "$1")" ] && [ "$of_threads" = "$(digest native "$1")" ] && return
    grep -H -A 4 "$1.llk" "$work/threads" "$work/calls" "$work/native"
    false
}
for name in "$@"; do claim "$name: the same L1 by three threads, by a call, by a call on a real core's window" same "$name"; done
claims_end
