#!/bin/sh
# Random programs of three threads (tests/programs) on cores in QEMU, rv32imafc rv32imafcv/128...: what they end
# in must be what the plain form ends in on the host. programs-qemu.sh programs core...
# Last line: "N passed, N failed". Cores with vectors are left out where no compiler has them.
set -u
programs=$1
shift
make="${MAKE:-make} -s --no-print-directory"
plain=build/kernels/plain
passed=0
failed=0

# run OUT COMMAND...: the digests that the command prints.
run() {
    out=$1
    shift
    "$@" "$programs" print | grep '^program' >"$out"
}

$make "$plain/libinternal.a" MARCH=host BUILD="$plain" DEBUG= EXTRA="-DSTX_KERNEL=0 -DSTX_TRACE=1" &&
    $make "$plain/tests/programs/test_programs" UNIT="$plain" UNIT_LIB="$plain/libinternal.a" \
        EXTRA="-DSTX_KERNEL=0 -DSTX_TRACE=1" || exit 1
run "$plain/expected" "$plain/tests/programs/test_programs"
for core in "$@"; do
    march=${core%/*}
    tools/core-there.sh "$core" || continue
    program=build/$march/tests/programs/test_programs.elf
    $make "$program" MARCH="$march" || exit 1
    run "build/$march/programs.out" env VLEN="${core#*/}" QEMU_TIMEOUT=1800 tools/run-qemu.sh "$program"
    if [ "$(wc -l <"build/$march/programs.out")" -eq "$programs" ] &&
        cmp "$plain/expected" "build/$march/programs.out"; then
        passed=$((passed + programs))
        echo "$core: $programs programs end as those of the plain form"
    else
        echo "FAIL $core"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
