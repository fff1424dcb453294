#!/bin/sh
# The digits example on the host and on each core, rv32im rv32imafcv/128...: digits-cores.sh batches core... A line for
# each checksum; last line: "N passed, N failed". Cores with vectors are left out where no compiler has them. opentitan is
# a board with 128 KB of RAM, where the core has half its size (STX_SIZE=1).
set -u
batches=$1
shift
make="${MAKE:-make} -s --no-print-directory"
passed=0
failed=0
expected=

# look NAME COMMAND...: the checksum that the command prints, beside that of the first one.
look() {
    name=$1
    shift
    sum=$("$@" | sed -n 's/^.*checksum \([0-9a-f]*\).*$/\1/p' | tail -n 1)
    expected=${expected:-$sum}
    if [ -n "$sum" ] && [ "$sum" = "$expected" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    printf '%-16s checksum %s\n' "$name" "${sum:-none}"
}

$make build/host/examples/digits.elf MARCH=host || exit 1
look host build/host/examples/digits.elf "$batches"
for core in "$@"; do
    if [ "$core" = opentitan ]; then
        build=build/board-opentitan-half
        $make $build/examples/digits.elf MARCH=rv32imc BUILD=$build BOARD=opentitan EXTRA=-DSTX_SIZE=1 || exit 1
        look opentitan env QEMU_TIMEOUT=1800 tools/run-qemu.sh $build/examples/digits.elf "$batches"
        continue
    fi
    march=${core%/*}
    tools/core-there.sh "$core" || continue
    $make "build/$march/examples/digits.elf" MARCH="$march" || exit 1
    look "$core" env VLEN="${core#*/}" QEMU_TIMEOUT=1800 tools/run-qemu.sh "build/$march/examples/digits.elf" "$batches"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
