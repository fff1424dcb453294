#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The compiler for Linux programs on RISC-V: linux-cc.sh riscv64-linux-gnu- prints Debian's cross gcc, or clang with
# the options that it needs instead, because that gcc conflicts with gcc-multilib. Without either it prints nothing.
set -u
triple=${1%-}
command -v "$triple-gcc" && exit 0
libraries=/usr/$triple/lib
gcc=$(ls -d /usr/lib/gcc-cross/"$triple"/* 2>/dev/null | sort -V | tail -n 1)
ld=$(command -v "$triple-ld")
if command -v clang >/dev/null && [ -n "$gcc" ] && [ -n "$ld" ] && [ -e "$libraries/crt1.o" ]; then
    echo "clang --target=$triple -gdwarf-4 -Wno-unused-command-line-argument -isystem /usr/$triple/include" \
        "--ld-path=$ld -B$libraries -B$gcc -L$libraries -L$gcc"
fi
