#!/bin/sh
# Kernels, descriptions and case files that must fail, each with its own message, in one batch with one
# that must not. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
output=$(tools/metal/metal.py --march "${MARCH:-rv32im}" --kernels tests/metal/bad --timeout 10 \
    tests/metal/bad/*.desc tests/metal/bad/*.metal tests/metal/bad/good/control.desc 2>&1)
status=$?
. tests/batch.sh

expect "FAIL pop.desc: fault: cb_pop_front(cb 0, 2 tiles): 1 there; the reader has pushed 1 of 1; it pops what it never waited for"
expect "    at tests/metal/bad/body.cpp:8"
expect "FAIL overrun.desc: fault: cb_push_back(cb 16, 3 tiles): 2 free; the writer has taken 0 of 1; it overruns the buffer"
expect "FAIL across.desc: fault: cb_push_back(cb 16, 2 tiles): 2 free; the writer has taken 1 of 1; it goes across the end"
expect "FAIL outside.desc: fault: L1 was written at 0x22810, outside all circular buffers: 16 bytes behind the end of cb 16"
expect "FAIL reader-overrun.desc: fault: reader: cb_push_back(cb 0, 3 tiles): 2 free; only the unpack thread could pop, 0 so far; it overruns the buffer"
expect "FAIL reader-rival.desc: fault: reader: cb_wait_front(cb 16, 1 tile): 0 there; only the pack thread could push, 0 so far; the data mover takes these pages, by a line"
expect "FAIL reader-page.desc: fault: reader: read_page(cb 0, page 1): memory holds 1 of this buffer"
expect "FAIL reader-undefined.desc: fault: reader: cb_reserve_back(cb 9, 1): there is no circular buffer 9"
expect "FAIL reader-waits.desc: pages missing: cb 16: 0 of 1 pages came"
expect "pages left: all threads have ended; the reader: cb_reserve_back(cb 0, 1 tile): 0 free"
expect "FAIL reader-hungry.desc: deadlock: unpack: cb_wait_front(cb 0, 3 tiles): 2 there; the reader has pushed 2"
expect "  reader: cb_reserve_back(cb 0, 1 tile): 0 free; only the unpack thread could pop, 0 so far"
expect "FAIL reader-missing.desc: case: tests/metal/bad/reader-missing.desc:6: the reader none.c does not exist"
expect "FAIL endless.desc: no end after 10 seconds"
expect "FAIL undefined.desc: fault: cb_wait_front(cb 9, 1): there is no circular buffer 9, thread 0 unpack"
expect "FAIL hungry.desc: deadlock: unpack: cb_wait_front(cb 0, 2 tiles): 1 there; the reader has pushed 1 of 1"
expect "FAIL idle.desc: pages missing: cb 16: 0 of 1 pages came"
expect "FAIL compile.desc: build: unpack thread:"
expect "FAIL unchecked.desc: case: the case checks nothing"
expect "FAIL shape.desc: case: tests/metal/bad/shape.desc:4: no tile of 31 x 32"
expect "FAIL format.desc: case: tests/metal/bad/format.desc:4: no data format Float17"
expect "FAIL expression.desc: case: tests/metal/bad/expression.desc:8: name 'y' is not defined"
expect "FAIL missing.desc: case: the kernel none.cpp does not exist"
expect "FAIL large.desc: case: tests/metal/bad/large.desc:8: the circular buffers need"
expect "FAIL keyword.metal: case: tests/metal/bad/keyword.metal:3: malformed \"novelty\": no such keyword"
expect "FAIL length.metal: case: tests/metal/bad/length.metal:4: malformed \"in\": 1 pages of cb 0 are 2048 bytes, not 2047"
expect "FAIL cut.metal: case: tests/metal/bad/cut.metal:3: the file is cut short"
expect "PASS control.desc: error 0"
expect "FAIL formats.desc: fault: undefined behaviour: no rule for this data format or pair of formats; does the kernel use a circular buffer that is not defined?"
expect "FAIL recursion.desc: fault: stack overflow, down to 0x8"
expect "  thread 0 unpack: has overflowed its stack of 262144 bytes"
expect "1 passed, $(ls tests/metal/bad/*.desc tests/metal/bad/*.metal | wc -l) failed, 0 skipped"
[ "$status" -eq 1 ]
verdict $? "status $status of the batch"

said=$(tools/metal/metal.py --tt-metal . --sfpi . x.metal 2>&1)
[ "$said" = "metal: . is no checkout of tt-metal: tt_metal/tt-llk/tt_llk_blackhole/common/inc/ckernel.h is missing" ]
verdict $? "a directory that is no checkout: $said"
said=$(tools/metal/metal.py x.metal 2>&1)
[ "$said" = "metal: say where the checkouts are: TT_METAL=dir SFPI=dir" ]
verdict $? "no checkout named: $said"

end_of_batch
