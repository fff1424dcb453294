#!/bin/sh
# Prints code bytes, state bytes (struct stx_core) and the deepest stack frame of lib/ at -Os.
set -eu
cross=${CROSS:-riscv64-unknown-elf-}
printf 'core\tcode\trodata\tstate\tlargest frame\n'
for march in rv32i rv32im rv32imac; do
    make --no-print-directory lib MARCH=$march OPT=-Os BUILD=build/size/$march EXTRA=-fstack-usage >/dev/null
    code=$("${cross}size" -A build/size/$march/softensix.o | awk '/^\.text/ {s += $2} END {print s + 0}')
    data=$("${cross}size" -A build/size/$march/softensix.o | awk '/^\.(rodata|srodata)/ {s += $2} END {print s + 0}')
    printf '#include "softensix/core.h"\nchar state[sizeof(struct stx_core)];\n' >build/size/state.c
    "${cross}gcc" -march=$march -mabi=ilp32 -ffreestanding -Iinclude -c build/size/state.c -o build/size/state.o
    state=$((0x$("${cross}nm" -S build/size/state.o | awk '{print $2}')))
    frame=$(find build/size/$march -name '*.su' -exec cat {} + | sort -t"$(printf '\t')" -k2 -rn | head -1 | awk '{print $2, "(" $1 ")"}' | sed 's/(.*:/(/')
    printf '%s\t%s\t%s\t%s\t%s\n' "$march" "$code" "$data" "$state" "$frame"
done | column -t -s "$(printf '\t')"
