#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The compiler with intrinsics for RISC-V's vector extension: vector-cc.sh gcc march mabi prints the command and
# the options that select the core. It is that gcc if it is new enough (14), otherwise a clang (17); without either
# nothing is printed.
gcc=$1
march=$2
core="-march=$2 -mabi=$3"
bits=$(echo "$march" | cut -c 3-4)
for cc in "$gcc" clang-19 clang-20 clang-21 clang-18 clang; do
    case $cc in
    clang*) command="$cc --target=riscv$bits-unknown-elf -gdwarf-4" ;; # older linkers know all relocations of this version
    *) command=$cc ;;
    esac
    version=$(echo __riscv_v_intrinsic | $command $core -E -P - 2>/dev/null | tail -n 1)
    case $version in
    *[!0-9]* | '') ;;
    *) [ "$version" -ge 12000 ] && echo "$command $core" && exit 0 ;;
    esac
done
exit 0
