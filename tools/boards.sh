#!/bin/sh
# The demonstration where it runs, which has to print the host's checksum everywhere: boards.sh place... A place is a board
# of QEMU (linker/NAME.ld), a core (MARCH), linux:MARCH, or a C library. opentitan has 128 KB of RAM: L1 and stacks are
# cut to what the product needs. sifive_e has 16 KB, which hold the tiny configuration and port/template.
# One line a place, then "N passed, N failed".
set -u
make="${MAKE:-make} -s --no-print-directory"
linux=riscv64-linux-gnu-
passed=0
failed=0

judge() { # place got wanted
    if [ -n "$3" ] && [ "$2" = "$3" ]; then
        passed=$((passed + 1))
        echo "$1: $2"
    else
        failed=$((failed + 1))
        echo "FAIL $1: '$2', expected '$3'"
    fi
}
demonstration() { # place make-variables...
    place=$1
    shift
    judge "$place" "$($make demo "$@" 2>&1 | grep '^checksum')" "$wanted"
}
program() { # program board march make-variables...
    elf=build/board-$2/$1.elf
    build="MARCH=$3 BUILD=build/board-$2 BOARD=$2"
    shift 3
    $make "$elf" $build "$@" && tools/run-qemu.sh "$elf" 2>&1
}
# A board that runs the usual library for rv32im needs start-up code and a memory map only.
on_board() { # board
    $make build/rv32im/libinternal.a MARCH=rv32im && program examples/matmul "$1" rv32im BASE=build/rv32im
}
on_linux() { # march
    if [ -z "$(tools/linux-cc.sh $linux)" ] || ! command -v qemu-riscv64 >/dev/null; then
        echo "skipped: Linux, $1: no $linux""gcc, no clang with ${linux}ld, or no qemu-riscv64 (tools/setup.sh --all)"
        return
    fi
    demonstration "Linux, $1" MARCH="$1" CROSS=$linux
}

wanted=$($make demo-host | grep '^checksum')
for place in "$@"; do
    case $place in
    linux:*) on_linux "${place#linux:}" ;;
    rv*) demonstration "$place" MARCH="$place" ;;
    newlib | none)
        if [ "$place" = newlib ] && [ ! -e build/newlib/rv32im/lib/libc.a ]; then
            echo "skipped: newlib: not built (tools/setup.sh --newlib)"
            continue
        fi
        demonstration "$place" LIBC="$place"
        ;;
    opentitan)
        judge "$place" "$(program examples/matmul opentitan rv32imc EXTRA='-DL1_BYTES=0x8400 -DCOOP_STACK_BYTES=4096' | grep '^checksum')" "$wanted"
        ;;
    sifive_e) judge "$place" "$(program port/template sifive_e rv32im EXTRA='-DSTX_SIZE=2 -DL1_BYTES=0x400' OPT=-Os)" works ;;
    *) judge "$place" "$(on_board "$place" | grep '^checksum')" "$wanted" ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
