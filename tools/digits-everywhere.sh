#!/bin/sh
# The digits network on cores of every kind: digits-everywhere.sh batches. Each has to print the host's checksum; opentitan
# is a board with 128 KB of RAM, where the core has half its size (STX_SIZE=1). One line a place, then "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/claims.sh
make="${MAKE:-make} -s --no-print-directory"
batches=$1
checksum() { grep '^checksum' | cut -d' ' -f2; }
on_core() { # march
    $make "build/$1/examples/digits.elf" MARCH="$1" || return 1
    tools/run-qemu.sh "build/$1/examples/digits.elf" "$batches"
}
on_opentitan() {
    $make build/board-opentitan-half/examples/digits.elf MARCH=rv32imc BUILD=build/board-opentitan-half BOARD=opentitan \
        EXTRA=-DSTX_SIZE=1 || return 1
    tools/run-qemu.sh build/board-opentitan-half/examples/digits.elf "$batches"
}
same() { # name command...
    name=$1
    shift
    "$@" >"build/digits-$name.txt" 2>&1
    got=$(checksum <"build/digits-$name.txt")
    [ "$got" = "$wanted" ] || { tail -n 3 "build/digits-$name.txt" && return 1; }
}
$make build/host/examples/digits.elf MARCH=host && wanted=$(build/host/examples/digits.elf "$batches" | checksum)
echo "host: $wanted"
for march in rv32im rv32imafc rv32imafcv rv64imac; do
    claim "$march" same "$march" on_core "$march"
    echo "$march: $(checksum <"build/digits-$march.txt")"
done
claim opentitan same opentitan on_opentitan
echo "opentitan: $(checksum <build/digits-opentitan.txt)"
claims_end
