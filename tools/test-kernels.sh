#!/bin/sh
# Builds the library with each selection, "name:flag,flag", and runs the kernels against their plain forms
# and the golden vectors of the FPU and of multiply-adds. BLOCKS=8192. Last line: "N passed, N failed".
set -u
data=tests/vectors/data
vectors="$data/mvmul.vec.xz $data/mvmul_chain.vec.xz $data/gapool.vec.xz $data/spec_dotpv.vec.xz"
vectors="$vectors $data/spec_mvmul_bcast.vec.xz $data/sfpu_fma.vec.xz $data/e2e.vec.xz"
passed=0
failed=0
. tools/progress.sh
progress_start kernels $#
for selection in "$@"; do
    name=${selection%%:*}
    progress "$name"
    flags=$(echo "${selection#*:}" | tr ',' ' ')
    build="build/kernels/$name"
    for goal in "kernels-run KERNEL_BLOCKS=${BLOCKS:-8192}" "run-vectors VEC=$vectors"; do
        output=$(${MAKE:-make} -s --no-print-directory ${goal%% *} "${goal#* }" MARCH=host BUILD="$build" DEBUG= EXTRA="$flags" RUNNER= 2>&1)
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
