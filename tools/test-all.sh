#!/bin/sh
# Everything that must hold, stage by stage. A stage that ends with "N passed, N failed" counts so, any
# other counts as one test that passes if its exit status is 0. Last line: "N passed, N failed".
set -u
make="${MAKE:-make} --no-print-directory -j$(nproc 2>/dev/null || echo 2)"
passed=0
failed=0

stage() {
    name=$1
    shift
    output=$("$@" 2>&1)
    status=$?
    counts=$(printf '%s\n' "$output" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' | tail -n 1)
    p=${counts% *}
    f=${counts#* }
    if [ -z "$counts" ]; then
        p=$((status == 0))
        f=0
    fi
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    if [ "$f" -ne 0 ]; then printf '%s\n' "$output" | tail -n 60; fi
    printf '%-40s %6d passed, %d failed\n' "$name" "$p" "$f"
    passed=$((passed + p))
    failed=$((failed + f))
}

same_checksum() {
    host=$($make demo-host FIDELITY="$1" OUTPUT="$2") || return 1
    qemu=$($make demo FIDELITY="$1" OUTPUT="$2") || return 1
    h=$(printf '%s\n' "$host" | grep '^checksum')
    q=$(printf '%s\n' "$qemu" | grep '^checksum')
    printf '%s\n%s\n' "$host" "$qemu"
    [ -n "$h" ] && [ "$h" = "$q" ]
}

for march in host rv32i rv32im rv32imac rv32imafc rv64imac; do
    stage "library for $march" $make lib MARCH=$march
done
if command -v clang >/dev/null; then
    stage "library for host, clang" $make lib CC=clang BUILD=build/host-clang
    stage "library for rv32im, clang" $make lib MARCH=rv32im CC=clang BUILD=build/rv32im-clang
fi
stage "unit tests, host" $make unit
stage "instructions, sanitizers" $make sanitize
stage "kept fuzz inputs, sanitizers" $make fuzz-replay
stage "macros for a real coprocessor" tests/isa/native.sh
stage "threads, host" $make port-test
stage "threads, host, with trace" $make port-test DIAG=1
stage "threads, rv32im in QEMU, with trace" $make qemu-test DIAG=1
for march in rv32i rv32im rv32imac rv32imafc rv64imac; do
    stage "threads, $march in QEMU" $make qemu-test MARCH=$march
done
stage "threads, microcontroller in QEMU" $make mcu-test
stage "README's program" $make readme-test
for fidelity in lofi hifi2 hifi3 hifi4; do
    stage "matmul $fidelity bf16, QEMU = host" same_checksum $fidelity bf16
done
stage "matmul hifi4 fp32, QEMU = host" same_checksum hifi4 fp32
stage "examples, QEMU = host" $make examples-test
stage "small examples, QEMU = host" $make examples
stage "host tools" $make tools-test
stage "saved state, QEMU = host" $make save-test
stage "tracing compiled out costs nothing" $make trace-cost
stage "examples, lint" $make examples-lint
stage "races and lint of kernels" $make race-test
stage "golden vectors, host" $make vectors
data=tests/vectors/data
some="$data/kat.vec.xz $data/mop.vec.xz $data/replay.vec.xz $data/e2e.vec.xz $data/mvmul_chain.vec.xz $data/spec_rwc.vec.xz"
stage "coverage of lib/" $make cov
stage "golden vectors, rv32im in QEMU" $make qemu-vectors MARCH=rv32im VEC="$some"
stage "golden vectors, rv32i in QEMU" $make qemu-vectors MARCH=rv32i VEC="$some"
stage "sfpi builtins against plain C, host" $make llk-builtins MARCH=host
stage "sfpi builtins, rv32im in QEMU" $make llk-builtins MARCH=rv32im
stage "each builtin broken once is noticed" $make llk-broken
stage "LLK kernels of our own, rv32im = rv32imac" $make llk-same
stage "kernels in LLK's style, lint" $make llk-lint
stage "LLK kernels, source mode = binary mode" $make llk-binary
stage "changed LLK case files" tests/llk/fuzz_case.py
stage "LLK kernels that must fail" $make llk-bad
stage "LLK cases are what is computed" $make llk-cases-fresh
stage "smaller configurations" $make sizes
stage "sizes within their limits" $make size
stage "kernels, every selection, host" $make kernels
for march in rv32i rv32im rv32imafc; do
    stage "kernels, $march in QEMU" $make qemu-kernels MARCH=$march KERNEL_BLOCKS=320
done
stage "house rules" $make check

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
