#!/bin/sh
# tools/gdb in a gdb that debugs the demo inside QEMU, as it is built. Last line: "N passed, N failed".
set -u
elf=${1:-build/rv32im/examples/matmul.elf}
gdb=$(command -v gdb-multiarch || command -v riscv64-unknown-elf-gdb)
if [ -z "$gdb" ] || ! "$gdb" -nx -batch -ex 'python import gdb.printing' >/dev/null 2>&1; then
    echo "skipped: gdb session: no gdb-multiarch with Python (tools/setup.sh --all)"
    exit 0
fi
passed=0
failed=0
port=$((20000 + $$ % 20000))
QEMU_EXTRA="-S -gdb tcp:127.0.0.1:$port" tools/run-qemu.sh "$elf" lofi bf16 1 >build/gdb-qemu.txt 2>&1 &
qemu=$!
sleep 1
timeout 60 "$gdb" -nx -batch "$elf" -ex "target remote 127.0.0.1:$port" -x tests/gdb/session.gdb >build/gdb.txt 2>&1
kill "$qemu" 2>/dev/null
wait "$qemu" 2>/dev/null
has() {
    if grep -qF -- "$2" build/gdb.txt; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: not in build/gdb.txt: $2"
    fi
}
has "a breakpoint by mnemonic stops" 'Breakpoint 1, stx_try ('
has "the word that runs is told with its operands" 'thread 1: 26'
has "what a thread holds" 'MVMUL clear_dvalid='
has "who owns a bank" 'SrcA bank 0 belongs to the FPU'
has "the core in a few lines" 'struct stx_core: '
has "counters of each thread" 'thread 1: SrcA '
has "a saved state and what differs" 'dst.cell[0][0] 0000 -> '
has "a tile of Dst in its format" ' 0: 1 6.65625 '
has "elements of the other rows" ' -2.5 3 0.23828125 '
has "LRegs as numbers" '40490fdb 3.14159274'
has "configuration by field" 'ALU_FORMAT_SPEC_REG2_Dstacc = 5'
has "semaphores by name" 'semaphore 1 MATH_PACK is 0, max 2'
has "a semaphore printed" '= 0 of 2'
has "Dst printed in a line" 'rows are not 0 (stx tile N shows them)'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
