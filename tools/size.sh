#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the sizes of the library's code and constants for each core (CORES=) at -Os: for objects that every program
# links (softensix.o), and for optional ones (names, reports, diagnostics, times). Then prints the size of the state
# in each configuration, the largest stack frame of lib/ without lib/diag, and the code size of the fast forms. Fails
# above the limits.
set -eu
cross=${CROSS:-riscv64-unknown-elf-}
status=0

state_of() { # march size
    printf '#include "softensix/core.h"\nchar state[sizeof(struct stx_core)];\n' >$size/state.c
    "${cross}gcc" -march="$1" -mabi=ilp32 -ffreestanding -DSTX_SIZE="$2" $CHIP_FLAGS -Iinclude -c $size/state.c -o $size/state.o
    echo $((0x$("${cross}nm" -S $size/state.o | awk '{print $2}')))
}
code_of() { # objects: .text sections
    "${cross}size" -A "$@" | awk '/^\.text/ {s += $2} END {print s + 0}'
}
data_of() { # objects: .rodata sections
    "${cross}size" -A "$@" | awk '/^\.(rodata|srodata)/ {s += $2} END {print s + 0}'
}
limit() { # what value limit
    if [ "$2" -gt "$3" ]; then
        echo "size: $1: $2 bytes, limit $3"
        status=1
    fi
}

size=build/size${CHIP:-}
mkdir -p $size
{
    printf 'core\tcode\trodata\tonly if used\tlargest frame\n'
    for march in ${CORES:-rv32i rv32im rv32imac}; do
        ${MAKE:-make} --no-print-directory lib MARCH=$march OPT=-Os BUILD=$size/$march EXTRA=-fstack-usage >/dev/null
        code=$(code_of $size/$march/softensix.o)
        data=$(data_of $size/$march/softensix.o)
        archive=$size/$march/libsoftensix.a
        apart=$(($(code_of $archive) + $(data_of $archive) - code - data))
        frame=$(find $size/$march -name '*.su' ! -path '*/diag/*' -exec cat {} + | sort -t"$(printf '\t')" -k2 -rn | head -1 | awk '{print $2, "(" $1 ")"}' | sed 's/(.*:/(/')
        printf '%s\t%s\t%s\t%s\t%s\n' "$march" "$code" "$data" "$apart" "$frame"
    done
} | tee $size/table.tsv | column -t -s "$(printf '\t')"

full=$(state_of rv32im 0) half=$(state_of rv32im 1) tiny=$(state_of rv32im 2)
echo "state: full $full, half $half, tiny $tiny bytes"
printf 'full\thalf\ttiny\n%s\t%s\t%s\n' "$full" "$half" "$tiny" >$size/state.tsv
limit "full state" "$full" 60500
limit "half state" "$half" 32768
limit "tiny state" "$tiny" 11264

# The limits of the fast forms are for rv32imac; without it among the cores, the last one is measured.
core=rv32imac
case " ${CORES:-$core} " in *" $core "*) ;; *) core=${CORES##* } ;; esac
objects=$size/$core/lib/fast
elementwise=$(code_of $objects/elwise/*.o $objects/pool/*.o)
moves=$(code_of $objects/moves/*.o)
words=$(code_of $objects/words/*.o)
kernels=$(($(code_of $objects/*/*.o) - elementwise - moves - words))
echo "fast forms on $core: products and vector arithmetic $kernels bytes, element-wise and pools $elementwise bytes, moves $moves bytes, whole words $words bytes"
[ "$core" = rv32imac ] || exit $status
limit "compute kernels" "$kernels" 8192
limit "element-wise kernels and pools" "$elementwise" 2048
limit "fast moves" "$moves" 2048
limit "whole words" "$words" 3072
exit $status
