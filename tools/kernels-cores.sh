#!/bin/sh
# Every selection of kernels that a core can have, on each core in QEMU: kernels-cores.sh core..., rv32im or with vectors
# of so many bits rv32imafcv/128. BLOCKS=160 of 128 dot products. Last line "N passed, N failed".
set -u
passed=0
failed=0
for core in "$@"; do
    tools/core-there.sh "$core" || continue
    letters=${core%%[_/]*}
    set -- usual: uncached:-DSTX_DECODED_A=0,-DSTX_DECODED_B=0 table:-DSTX_KERNEL=1 multiply:-DSTX_KERNEL=2
    case ${letters#rv??} in *f* | g*) set -- "$@" float:-DSTX_KERNEL=3 ;; esac
    output=$(CORE=$core BLOCKS=${BLOCKS:-160} tools/test-kernels.sh "$@")
    counts=$(printf '%s\n' "$output" | tail -n 1 | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p')
    [ -n "$counts" ] || counts="0 1"
    printf '%s\n' "$output" | sed '$d' | sed "s|^|$core: |"
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
