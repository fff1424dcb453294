#!/bin/sh
# The same bytes on every core? cores-same.sh core..., rv32im, host32 or with vectors of so many bits rv32imafcv/128. On
# cores of 32 bits, for which such kernels are written: those of examples/llk and examples/metal, all of L1. On all but the
# host: the items of the bench, the matrix product of three threads among them, hashes of registers and L1. Each is
# compared with the first core. Last line "N passed, N failed".
set -u
small=
riscv=
qemu=
for core in "$@"; do
    tools/core-there.sh "$core" || continue
    case $core in rv64*) ;; *) small="$small $core" ;; esac
    case $core in rv32*) qemu="$qemu $core" ;; esac
    case $core in rv*) riscv="$riscv $core" ;; esac
done
log=build/cores-same.txt
mkdir -p build

# step NAME COMMAND...: its last line, added up.
passed=0
failed=0
step() {
    name=$1
    shift
    "$@" >$log 2>&1
    status=$?
    counts=$(sed -nE 's/^([0-9]+) (passed|items), ([0-9]+) (failed|differ)$/\1 \2 \3/p' $log | tail -n 1)
    case $counts in
    *passed*) good=${counts%% *} bad=${counts##* } ;;
    *items*) bad=${counts##* } good=$((${counts%% *} - bad)) ;;
    *) good=0 bad=1 ;;
    esac
    [ "$status" -eq 0 ] || [ "$bad" -ne 0 ] || bad=1
    [ "$bad" -eq 0 ] || cat $log
    echo "$name: $good the same, $bad not"
    passed=$((passed + good))
    failed=$((failed + bad))
}

# A host has no registers at addresses.
by_address=tests/llk/pointers.llk
step "kernels of examples/llk on$small" env CASES="$(ls tests/llk/*.llk | grep -v $by_address | tr '\n' ' ')" tests/llk/same.sh $small
step "$by_address on$qemu" env CASES=$by_address tests/llk/same.sh $qemu
case $small in *host32*) step "registers of a host" tests/session.py tests/llk/host32.txt ;; esac
step "kernels of examples/metal on$small" env SUITE=metal-own CASES="$(echo tests/metal/*.desc)" tests/llk/same.sh $small
step "items of the bench on$riscv" tools/cycles-check.sh $riscv
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
