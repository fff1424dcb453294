#!/bin/sh
# Builds the library with each selection, "name:flag,flag", and runs the kernels against their plain forms
# and the golden vectors of the FPU and of multiply-adds. BLOCKS=8192. With CORE=rv32im, or rv32imafcv/128, the kernels
# alone on that core in QEMU. Last line: "N passed, N failed".
set -u
core=${CORE:-host}
march=${core%/*}
data=tests/vectors/data
vectors="$data/mvmul.vec.xz $data/mvmul_chain.vec.xz $data/gapool.vec.xz $data/spec_dotpv.vec.xz"
vectors="$vectors $data/spec_mvmul_bcast.vec.xz $data/sfpu_fma.vec.xz $data/e2e.vec.xz"
passed=0
failed=0

selection_make() { # goal variable...
    case $core in
    host) set -- "$@" BUILD="build/kernels/$name" RUNNER= ;;
    *) set -- "$@" BUILD="build/kernels-cores/$march-$name" RUNNER=tools/run-qemu.sh ONE=1 ;;
    esac
    case $core in */*) set -- "$@" VLEN="${core#*/}" ;; esac
    QEMU_TIMEOUT=1800 ${MAKE:-make} -s --no-print-directory "$@" MARCH="$march" DEBUG= EXTRA="$flags" 2>&1
}
. tools/progress.sh
progress_start "kernels, $core" $#
for selection in "$@"; do
    name=${selection%%:*}
    progress "$name"
    flags=$(echo "${selection#*:}" | tr ',' ' ')
    for goal in "kernels-run KERNEL_BLOCKS=${BLOCKS:-8192}" "run-vectors VEC=$vectors"; do
        case $core$goal in rv*run-vectors*) continue ;; esac
        output=$(selection_make "${goal%% *}" "${goal#* }")
        counts=$(printf '%s\n' "$output" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' | tail -n 1)
        [ -n "$counts" ] || counts="0 1"
        [ "${counts#* }" -eq 0 ] || printf '%s\n' "$output" | tail -n 20
        printf '%-10s %-12s %5d passed, %d failed\n' "$name" "${goal%% *}" ${counts% *} ${counts#* }
        passed=$((passed + ${counts% *}))
        failed=$((failed + ${counts#* }))
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
