#!/bin/sh
# The demonstration on boards of QEMU, which have to print the host's checksum; on sifive_e, whose 16 KB hold the
# tiny configuration, port/template. boards.sh board... Last line: "N passed, N failed".
set -u
make="${MAKE:-make} -s --no-print-directory"
passed=0
failed=0

judge() { # what got wanted
    if [ -n "$3" ] && [ "$2" = "$3" ]; then
        passed=$((passed + 1))
        echo "$1: $2"
    else
        failed=$((failed + 1))
        echo "FAIL $1: '$2', expected '$3'"
    fi
}
program() { # program board flags...
    program=build/board-$2/$1.elf
    shift
    $make "$program" MARCH=rv32im BUILD="build/board-$1" BOARD="$1" EXTRA="${2:-}" OPT="${3:--O2}" || return 1
    tools/run-qemu.sh "$program" 2>&1
}

wanted=$($make demo-host | grep '^checksum')
for board in "$@"; do
    judge "$board" "$(program examples/matmul "$board" | grep '^checksum')" "$wanted"
done
judge sifive_e "$(program port/template sifive_e '-DSTX_SIZE=2 -DL1_BYTES=0x400' -Os)" works
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
