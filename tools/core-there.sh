#!/bin/sh
# Can this machine compile for a core, rv32im or rv32imafcv/128? If not, a line says why: core-there.sh core
case ${1%/*} in
*v)
    [ -n "$(tools/vector-cc.sh riscv64-unknown-elf-gcc rv32imafcv ilp32f)" ] && exit 0
    echo "skipped: $1: no compiler with vector intrinsics, clang-19 or GCC 14 (tools/setup.sh --all)"
    exit 1
    ;;
esac
