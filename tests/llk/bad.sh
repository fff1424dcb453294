#!/bin/sh
# Kernels and case files that must fail, in one batch with two that must not: each failure is named, no
# other case is lost by it, and the batch as a whole fails. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
good="tests/llk/reduce-max-columns.llk tests/llk/datacopy-f16.llk"
output=$(tools/llk/llk.py --kernels examples/llk --timeout 10 tests/llk/reduce-max-columns.llk \
    tests/llk/bad/*.llk tests/llk/bad/none.llk tests/llk/datacopy-f16.llk 2>&1)
status=$?
. tests/batch.sh

bad=$(ls tests/llk/bad/*.llk | wc -l)
for case in $good; do
    expect "PASS $(basename "$case"): "
done
expect "FAIL deadlock.llk: exit 3: fault: deadlock: no thread can go on"
expect "    waits: UNPACR_NOP: SrcA bank 0 is still owned by the FPU"
expect "    waits: ELWADD: SrcB bank 0 is not valid yet"
expect "    waits: SEMWAIT: semaphore 1 MATH_PACK is 0"
expect "    at tests/llk/bad/deadlock.cpp:14"
expect "FAIL poll.llk: exit 3: fault: deadlock: no thread can go on"
expect "    waits: polls semaphore 3 UNPACK_OPERAND_SYNC, which is 0"
expect "    at tests/llk/bad/poll.cpp:10"
expect "FAIL endless.llk: no end after 10 seconds"
expect "FAIL outside.llk: exit 2: fault: L1 out of range"
expect "  first raised by 0x66a48108 STOREIND mem_hier_sel=HIER_L1 size_sel=0 reg_size_sel=1"
expect "    at tests/llk/bad/outside.cpp:14"
expect "FAIL packer.llk: exit 2: fault: L1 out of range"
expect "    at tests/llk/bad/packer.cpp:12"
expect "FAIL pointer.llk: exit 2: fault: store of 2 bytes at 0x00180000, outside L1, pc 0x8000"
expect "    at tests/llk/bad/pointer.cpp:12"
expect "FAIL register.llk: exit 2: fault: load of 4 bytes at 0xffe00100, where no register of the coprocessor is"
expect "    at tests/llk/bad/register.cpp:11"
expect "FAIL jump.llk: exit 2: fault: no code at this address, cause 1, value 0x00021000, pc 0x00021000, thread 1 math"
expect "    at tests/llk/bad/jump.cpp:12"
expect "FAIL assertion.llk: exit 2: fault: breakpoint (a failed assertion), cause 3"
expect "    at tests/llk/bad/assertion.cpp:10"
expect "FAIL stack.llk: exit 2: fault: no stack at 0x00021000, pc 0x8000"
expect "    at tests/llk/bad/stack.cpp:10"
expect "FAIL recursion.llk: exit 2: fault: stack overflow, down to 0x8"
expect "  thread 2 pack: has overflowed its stack of 65536 bytes"
expect "FAIL flag.llk: exit 3: fault: deadlock: no thread can go on"
expect "    at tests/llk/bad/flag.cpp:11"
expect "FAIL compile.llk: math thread:"
expect "FAIL unchecked.llk: tests/llk/bad/unchecked.llk: the case has no check: it ran, and nothing was compared"
expect "    note: line 3: unknown keyword \"novelty\" is skipped"
expect "    note: left: semaphore 3 UNPACK_OPERAND_SYNC stands at 1"
expect "FAIL cut.llk: tests/llk/bad/cut.llk:9: the file is cut short"
expect "FAIL hex.llk: tests/llk/bad/hex.llk:8: not a line of hexadecimal data"
expect "FAIL long.llk: tests/llk/bad/long.llk:8: data of 4 bytes"
expect "FAIL number.llk: tests/llk/bad/number.llk:6: malformed \"field\""
expect "FAIL missing.llk: tests/llk/bad/missing.llk: the kernel"
expect "FAIL none.llk: tests/llk/bad/none.llk:0: cannot be read"
expect "2 passed, $((bad + 1)) failed, 0 skipped"
[ "$status" -eq 1 ]
verdict $? "status $status of the batch"

# A wrong place of the checkouts: one line.
refused() {
    text=$1
    shift
    said=$(tools/llk/llk.py "$@" tests/llk/datacopy-f16.llk 2>&1)
    status=$?
    [ "$status" -eq 2 ] && [ "$said" = "$text" ]
    verdict $? "said: $said"
}
refused "llk: say where the checkouts are: TT_LLK=dir SFPI=dir"
refused "llk: /no/where is no checkout of tt-llk: tt_llk_blackhole/common/inc/ckernel.h is missing" \
    --tt-llk /no/where --sfpi /no/where

if [ "$failed" -ne 0 ]; then printf '%s\n' "$output"; fi
end_of_batch
