#!/bin/sh
# Sides of the golden vectors: a file of which cases differ on silicon's side passes with SIDE=silicon, which lists them,
# and fails with STRICT=1; one that meets no departure passes with both; STRICT=1 of the simulator's side is refused.
set -u
differing=tests/vectors/data/spec_swap.vec.xz
equal=tests/vectors/data/rwc.vec.xz
passed=0
failed=0

is() { # what it should be, the sentence, command...
    wanted=$1 sentence=$2
    shift 2
    if "$@" >/dev/null 2>&1; then found=passes; else found=fails; fi
    if [ "$found" = "$wanted" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $sentence: $found"; fi
}

run() { ${MAKE:-make} --no-print-directory vectors "$@"; }

is passes "the simulator's vectors on its side" run VEC="$differing"
is passes "silicon's side lists what differs" run VEC="$differing" SIDE=silicon
is fails "a strict run fails with what differs" run VEC="$differing" SIDE=silicon STRICT=1
is passes "a strict run of what is equal" run VEC="$equal" SIDE=silicon STRICT=1
is fails "a strict run of the simulator's side" run VEC="$equal" STRICT=1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
