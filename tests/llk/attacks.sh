#!/bin/sh
# What a kernel in user mode tries and must not get: each attempt ends its run with a line that says what it
# was, and a kernel that behaves passes beside them. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
output=$(tools/llk/llk.py --isolated --kernels examples/llk --timeout 60 tests/llk/attacks/*.llk \
    tests/llk/datacopy-f16.llk 2>&1)
. tests/batch.sh

attacks=$(ls tests/llk/attacks/*.llk | wc -l)
expect "PASS datacopy-f16.llk: "
expect "FAIL memory.llk: exit 2: fault: store of 4 bytes at 0x80200000, outside L1, pc 0x8420"
expect "    at tests/llk/attacks/memory.cpp:10"
expect "FAIL secrets.llk: exit 2: fault: load of 4 bytes at 0x80200000, outside L1, pc 0x8420"
expect "FAIL neighbour.llk: exit 2: fault: store of 4 bytes at 0x8410ff00, outside L1, pc 0x8440"
expect "FAIL code.llk: exit 2: fault: store of 4 bytes at 0x84000000, outside L1, pc 0x8400"
expect "FAIL jump.llk: exit 2: fault: no code at this address, cause 1, value 0x80000000, pc 0x80000000, thread 1 math"
expect "    at tests/llk/attacks/jump.cpp:10"
expect "FAIL vector.llk: exit 2: fault: illegal instruction, cause 2"
expect "FAIL mode.llk: exit 2: fault: illegal instruction, cause 2"
expect "FAIL host.llk: exit 2: fault: breakpoint (a failed assertion), cause 3"
expect "FAIL call.llk: exit 2: fault: a call that the monitor refuses"
expect "FAIL buffers.llk: exit 2: fault: a call that the monitor refuses"
expect "FAIL unknown.llk: exit 2: fault: a call that the monitor refuses"
expect "FAIL recursion.llk: exit 2: fault: store of 4 bytes at 0x844f"
for attack in in second result result-second lreg; do
    expect "FAIL $attack.llk: exit 2: fault: a call that the monitor refuses"
done
expect "FAIL execute.llk: exit 2: fault: no code at this address, cause 1, value 0x8454"
expect "FAIL loop.llk: exit 2: fault: no end: a hundredth of the time limit without a word, an access or a call, pc 0x8440"
expect "    at tests/llk/attacks/loop.cpp:10"
expect "1 passed, $attacks failed, 0 skipped"
shown=$output

# A call with good operands goes on to the end, where nothing is compared; words for ever end with the time.
output=$(tools/llk/llk.py --isolated --kernels examples/llk --timeout 60 --limit 50 tests/llk/attacks/good/operation.llk \
    tests/llk/attacks/limit/busy.llk 2>&1)
expect "FAIL operation.llk: tests/llk/attacks/good/operation.llk: the case has no check: it ran, and nothing was compared"
expect "FAIL busy.llk: exit 2: fault: no end within the time limit (--limit), pc 0x8440"
shown="$shown
$output"

# The calls that only kernels with circular buffers have.
output=$(tools/metal/metal.py --isolated --kernels tests/metal/attacks --timeout 60 tests/metal/attacks/*.desc 2>&1)
metal_attacks=$(ls tests/metal/attacks/*.desc | wc -l)
for attack in tests/metal/attacks/*.desc; do
    expect "FAIL $(basename "$attack"): fault: a call that the monitor refuses, pc 0x8400"
done
expect "0 passed, $metal_attacks failed, 0 skipped"

# What sfpi's builtins call is there in user mode too.
calls=$(grep -ohE '\bstx_llk_[a-z_]+\(' include/llk/tensix_builtins.def | tr -d '(' | sort -u)
for call in $calls; do
    riscv64-unknown-elf-nm build/rv32im/port/monitor/user.c.o | grep -q " T $call\$"
    verdict $? "user mode has no $call"
done

# Files that are no programs of a thread.
boot=build/rv32im/stx-boot.elf
refused() {
    said=$(tools/run-qemu.sh "$boot" "$1" "$1" "$1" /dev/null /dev/null 2>&1)
    status=$?
    [ "$status" -eq 1 ] && [ "$said" = "monitor: $1: $2" ]
    verdict $? "said: $said"
}
mkdir -p build/test
tests/llk/attacks/programs.py build/test/isolation >build/test/isolation.txt
verdict $? "tests/llk/attacks/programs.py"
while IFS= read -r line; do
    refused "${line%%: *}" "${line#*: }"
done <build/test/isolation.txt
refused README.md "no ELF file for RV32"
refused "$boot" "code outside the thread's room"
refused /no/where "cannot open the file"
for limit in "" 0 5x 99999999; do
    tools/run-qemu.sh "$boot" a b c d e "--limit=$limit" 2>&1 | grep -q '^usage: stx-boot'
    verdict $? "--limit=$limit"
done

if [ "$failed" -ne 0 ]; then printf '%s\n' "$shown" "$output"; fi
end_of_batch
