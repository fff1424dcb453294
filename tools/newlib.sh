#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds Debian's newlib for one core: newlib.sh march [mabi]. Writes include and lib to build/newlib/MARCH and
# deletes sources and objects. Takes about a minute. Silent if it is there already.
set -eu
march=$1
mabi=${2:-ilp32}
root=$(cd "$(dirname "$0")/.." && pwd)
target=riscv64-unknown-elf
out=$root/build/newlib/$march
[ -e "$out/lib/libc.a" ] && exit 0

tarball=$(ls /usr/src/newlib/newlib-*.tar.* 2>/dev/null | head -n 1)
[ -n "$tarball" ] || { echo "newlib: no sources in /usr/src/newlib (package newlib-source)" >&2 && exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/build"
tar xf "$tarball" -C "$work/source" --strip-components=1
cd "$work/build"
# Newlib's own programs are not needed, nor libgloss's system calls, which port/newlib has.
if "$work/source/configure" --target=$target --prefix="$work/made" --disable-multilib --disable-libgloss \
    --disable-newlib-supplied-syscalls --disable-nls --enable-newlib-io-long-long \
    CFLAGS_FOR_TARGET="-O2 -march=$march -mabi=$mabi -ffunction-sections -fdata-sections" >log 2>&1 &&
    make -j"$(nproc 2>/dev/null || echo 2)" all-target-newlib >>log 2>&1 && make install-target-newlib >>log 2>&1; then
    mkdir -p "$out"
    cp -R "$work/made/$target/include" "$work/made/$target/lib" "$out"
    echo "newlib: built $(basename "$tarball") for $march/$mabi in $out"
else
    tail -n 20 log >&2
    exit 1
fi
