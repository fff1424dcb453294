#!/bin/sh
# Kernels of examples/llk beside those of tests/tile/kernels, which do the same by calls of softensix/tile.h: do both
# leave the same bytes in all of L1? same.sh CASE..., cases of tests/llk by their names. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/claims.sh
work=build/llk/calls
mkdir -p $work
cases=
for name in "$@"; do cases="$cases tests/llk/$name.llk"; done
for kernels in examples/llk tests/tile/kernels; do
    ${MAKE:-make} --no-print-directory llk-own CASES="$cases" LLK_KERNELS=$kernels LLK_FLAGS=--digests \
        >"$work/$(basename $kernels)" 2>&1
done
digest() { sed -nE "s/^PASS $2\.llk: .*, ([0-9a-f]+)\$/\1/p" "$work/$1"; }
same() { # case
    of_threads=$(digest llk "$1") of_calls=$(digest kernels "$1")
    [ -n "$of_threads" ] && [ "$of_threads" = "$of_calls" ] && return
    grep -h -A 4 "$1.llk" "$work/llk" "$work/kernels"
    false
}
for name in "$@"; do claim "$name: the same L1 by three threads and by one call" same "$name"; done
claims_end
