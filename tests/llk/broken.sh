#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Breaks each builtin of tensix_builtins.def once (its value is changed, its act is left out) and runs the
# tests that name it: one of them has to fail. So a builtin without a test fails here as well. Last line
# "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
definitions=include/llk/tensix_builtins.def
work=build/host/tests/llk/broken
objects="build/host/port/llk/platform.c.o build/host/port/llk/sfpi.c.o build/host/port/coop/timing.c.o build/host/libsoftensix.a"
mkdir -p "$work"

# The type and the name of each builtin. The value of sfpxvif means nothing.
list() {
    tr '\n' ' ' <$definitions | sed 's/inline /\n/g' |
        sed -nE 's/^([a-z_:]+[a-z0-9]*) (__builtin_rvtt_[a-z0-9_]+)\(.*/\1 \2/p' | grep -v '_sfpxvif$'
}

spoil() {
    case $1 in
    __xtt_vector | int) echo "#define $2(...) ($2(__VA_ARGS__) ^ 1)" ;;
    void) echo "#define $2(...) ((void)0)" ;;
    *) echo "#define $2(...) ($1{})" ;;
    esac
}

# Does a test that names the builtin fail?
noticed() {
    for test in $(grep -lw "$2" tests/llk/builtins/test_*.cpp); do
        program=$work/$2-$(basename "$test" .cpp)
        $CXX -Wno-unused -O0 -g0 -DBROKEN="\"$PWD/$work/$2.h\"" "$test" $objects -o "$program" || return 1
        if ! timeout 60 "$program" >/dev/null; then
            rm -f "$program"
            return 0
        fi
        rm -f "$program"
    done
    return 1
}

one() {
    spoil "$1" "$2" >"$work/$2.h"
    if noticed "$1" "$2"; then echo "good $2"; else echo "FAIL nobody noticed that $2 is broken"; fi
}

if [ $# -eq 2 ]; then
    one "$1" "$2"
    exit 0
fi
results=$(list | xargs -n 2 -P "$(nproc)" "$0")
printf '%s\n' "$results" | grep '^FAIL'
passed=$(printf '%s\n' "$results" | grep -c '^good')
failed=$(($(list | wc -l) - passed))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
