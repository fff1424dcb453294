#!/bin/sh
# Everything that must hold, stage by stage: test-all.sh [quick]. A stage that ends with "N passed, N failed"
# counts so, any other counts as one test that passes if its exit status is 0. What a stage leaves out it says
# in lines "skipped: what: why"; they are repeated at the end. ONLY="text" runs the stages whose names hold
# the text. Output and durations stay below build/test. Last line: "N passed, N failed".
#
# Many stages wait for one program that runs alone. So those that have build directories of their own run beside
# those that share the usual ones, after what both need; the line of a stage appears, with its number, when it ends.
set -u
form=${1:-all}
make="${MAKE:-make} --no-print-directory -j$(nproc 2>/dev/null || echo 2)"
data=tests/vectors/data
some="$data/kat.vec.xz $data/mop.vec.xz $data/replay.vec.xz $data/e2e.vec.xz $data/mvmul_chain.vec.xz $data/spec_rwc.vec.xz"
stages=0
counting=yes
began=$(date +%s)
mkdir -p build/test
: >build/test/skipped
: >build/test/ended

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }
chosen() { case $1 in *"${ONLY:-}"*) return 0 ;; *) return 1 ;; esac; }

# The stages are gone through twice: to count them, and to run them.
stage() {
    name=$1
    shift
    chosen "$name" || return 0
    if [ "$counting" = yes ]; then stages=$((stages + 1)) && return; fi
    log=build/test/$lane.log
    start=$(date +%s)
    times >"build/test/$lane.times"
    "$@" >"$log" 2>&1
    status=$?
    seconds=$(($(date +%s) - start))
    times >>"build/test/$lane.times"
    { flock 9 && ended; } 9>build/test/lock
}

# Processor seconds of the children, user and system, between two outputs of "times": lines 2 and 4.
processor_seconds() {
    awk -F '[ ms]+' 'NR == 2 || NR == 4 { n = $1 * 60 + $2 + $3 * 60 + $4 - n } END { printf "%.0f", n }' "$1"
}

# The line of a stage; build/test/ended holds "seconds processor passed failed name" of each so far.
ended() {
    used=$(processor_seconds "build/test/$lane.times")
    number=$(($(wc -l <build/test/ended) + 1))
    mv "$log" "build/test/$number.log"
    log=build/test/$number.log
    counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' "$log" | tail -n 1)
    left_out=$(grep -c '^skipped: ' "$log")
    p=${counts% *}
    f=${counts#* }
    if [ -z "$counts" ]; then
        p=$((status == 0 && left_out == 0))
        f=0
    fi
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    if [ "$f" -ne 0 ]; then tail -n 60 "$log"; fi
    note=
    if [ "$left_out" -ne 0 ]; then note=", $left_out skipped"; fi
    grep '^skipped: ' "$log" | sed "s|^skipped:|$name:|" >>build/test/skipped
    printf '%2d/%d %-44s %6d passed, %d failed%s  %5s of %s, processor %s\n' "$number" "$stages" "$name" "$p" "$f" \
        "$note" "$(clock $seconds)" "$(clock $(($(date +%s) - began)))" "$(clock "$used")"
    echo "$seconds $used $p $f $name" >>build/test/ended
}

# Kernels that are built for a second core, too: one of each kind.
same="datacopy-bf16-f32 datacopy-bfp8-bf16 eltwise-add-column eltwise-multiply-hifi4 matmul-hifi2-bf16 pointers"
same="$same reduce-max-rows reduce-sum-columns-f32 sfpu-ladder sfpu-nested"

skip() { echo "skipped: $1: $2"; }
same_checksum() {
    host=$($make demo-host FIDELITY="$1" OUTPUT="$2") || return 1
    qemu=$($make demo FIDELITY="$1" OUTPUT="$2") || return 1
    h=$(printf '%s\n' "$host" | grep '^checksum')
    q=$(printf '%s\n' "$qemu" | grep '^checksum')
    printf '%s\n%s\n' "$host" "$qemu"
    [ -n "$h" ] && [ "$h" = "$q" ]
}
by_clang() {
    if command -v clang >/dev/null; then
        $make lib MARCH="$1" CC=clang BUILD=build/"$1"-clang ONE=1 OPT=-O0 DEBUG=
    else
        skip "library for $1" "clang is not installed (tools/setup.sh --all)"
    fi
}

# Several targets, each with its options: "name OPTION=value".
each() {
    for target in "$@"; do
        $make $target || return 1
    done
}

# Each form: what comes first, what shares the usual directories, what has its own, and what comes last.
quick_first() {
    stage "library for rv32im" $make lib MARCH=rv32im
    stage "unit tests, host" $make unit
}
quick_own() {
    stage "kept fuzz inputs, sanitizers" $make fuzz-replay SAN_ONE=1
}
quick_shared() {
    stage "golden vectors, host" $make vectors
    stage "sides of golden vectors" $make vectors-sides
    stage "counts of departures" $make departures-doc CHECK=1
    stage "threads, host" $make port-test
    stage "README's program" $make readme-test
    stage "matmul hifi4 bf16, QEMU = host" same_checksum hifi4 bf16
}
quick_last() {
    stage "house rules" $make house-check
    left="half and tiny size; unit tests with sanitizers; other kernels than the usual ones, and random programs; other cores and boards"
    left="$left in QEMU; kernels in LLK's and tt-metal's style; clang; counts of instructions, sizes; examples, tools, guide, site"
    rest="left to \"make test\": $left"
}

rest=
all_first() {
    for march in host rv32i rv32im rv32imac rv32imafc rv64imac; do
        stage "library for $march" library_for $march
    done
    # Compiled only: no QEMU here has the RP2350's Hazard3.
    for march in rv32im_zbs rv32imac_zba_zbb_zbs; do
        stage "library for $march" library_for $march
    done
    stage "unit tests, host" $make unit
    stage "unit tests, Wormhole" $make unit ARCH=wormhole
    stage "Wormhole's library for rv32im" $make lib ARCH=wormhole MARCH=rv32im
}
library_for() { $make lib MARCH="$1" && $make build/"$1"/libinternal.a MARCH="$1"; }

all_own() {
    stage "instructions, sanitizers" $make sanitize SAN_ONE=1
    stage "kept fuzz inputs, sanitizers" $make fuzz-replay SAN_ONE=1
    stage "plain forms alone, without lib/fast" $make plain
    stage "random programs, every selection and size" $make programs PROGRAMS=30
    stage "kernels, every selection, host" $make kernels
    for march in host rv32im; do
        stage "library for $march, clang" by_clang $march
    done
    stage "what compilers and make must say" tests/config/build.sh
    stage "threads, microcontroller in QEMU" $make mcu-test DEBUG=
    stage "half size, sanitized library" $make sizes SIZES=1
    stage "tiny size, sanitized library" $make sizes SIZES=2
    stage "the Python package in an empty environment" $make wheel-test
    stage "sizes within their limits" $make size SIZE_CORES=rv32imac DEBUG=
    stage "tracing compiled out costs nothing" $make trace-cost
    stage "kernels, rv32imafcv in QEMU" $make rvv-test KERNEL_BLOCKS=160 RVV_MARCH=rv32imafcv RVV_VLENS=128 DEBUG=
    stage "a row, a body and a test are enough" $make add-instruction-test
}

all_shared() {
    stage "macros for a real coprocessor" tests/isa/native.sh
    stage "kernels for a core with a coprocessor" $make native-test
    stage "names of operands" $make names-test
    stage "threads, host" $make port-test
    stage "threads, host, with trace" $make port-test DIAG=1
    stage "threads, rv32im in QEMU, with trace" $make qemu-test DIAG=1
    for march in rv32i rv32im rv32imac rv32imafc rv64imac; do
        stage "threads, $march in QEMU" $make qemu-test MARCH=$march
    done
    stage "README's program" $make readme-test
    for fidelity in lofi hifi2 hifi3 hifi4; do
        stage "matmul $fidelity bf16, QEMU = host" same_checksum $fidelity bf16
    done
    stage "matmul hifi4 fp32, QEMU = host" same_checksum hifi4 fp32
    stage "examples, QEMU = host" $make examples-test
    stage "small examples, QEMU = host" $make examples
    stage "digits in every format, QEMU = host" $make digits-test
    stage "host tools" $make tools-test
    stage "errors of functions: definition, recorded form" $make ulp-test
    stage "gdb session on the demo in QEMU" $make gdb-test
    stage "web site: links, phone width" $make site-test
    stage "what the guide shows" $make guide-test
    stage "the example of every page of docs/isa" $make isa-examples
    stage "saved state, QEMU = host" $make save-test
    stage "examples, lint" $make examples-lint
    stage "races and lint of kernels" $make race-test
    stage "golden vectors, host" $make vectors
    stage "sides of golden vectors" $make vectors-sides
    stage "counts of departures" $make departures-doc CHECK=1
    stage "golden vectors, rv32im in QEMU" $make qemu-vectors MARCH=rv32im VEC="$some"
    stage "golden vectors, rv32i in QEMU" $make qemu-vectors MARCH=rv32i VEC="$some"
    stage "sfpi builtins against plain C, host" $make llk-builtins MARCH=host
    stage "sfpi builtins, rv32im in QEMU" $make llk-builtins MARCH=rv32im
    stage "each builtin broken once is noticed" $make llk-broken
    stage "LLK kernels of our own, rv32im = rv32imac" $make llk-same SAME="$same"
    stage "compute kernels of our own, buffer to buffer" $make metal-own
    stage "what is told of numbers that come out" tests/metal/looks.py
    stage "counts of instructions" $make bench-check MARCH=rv32im
    stage "kernels and cases of that kind that must fail" $make metal-bad
    stage "tools around such kernels" tests/metal/tools.py
    stage "descriptions and case files that are refused" tests/metal/refused.py
    stage "what LLK's own tests find for a device" tests/llk/upstream_tests.py
    stage "kernels in LLK's style, lint" $make llk-lint
    stage "LLK kernels, source mode = binary mode = user mode" $make llk-binary
    stage "compute kernels, the same three modes" $make metal-binary CASES="tests/metal/eltwise-add.desc tests/metal/reduce-sum-rows.desc"
    stage "time to look at, races" each timeline trace throttle time-speed "race SEEDS=2"
    stage "single kernels and cores" each "metal-run DESC=tests/metal/eltwise-add.desc" transformer-metal llk-pushes cycles harts-gain \
        "digits-cores BATCHES=1 DIGITS_CORES=rv32im" "qemu-programs PROGRAMS=2 PROGRAM_CORES=rv32im" "bench MARCH=rv32im NAME=mvmul" \
        "boards-test BOARDS=spike PLACES=rv32imac"
    stage "attacks by kernels in user mode" $make isolation-test
    stage "tile functions = kernels of three threads" $make tile-same \
        CASES="matmul-hifi4-f32 normalise-softmax reduce-max-rows eltwise-multiply-hifi4-f32"
    stage "tools around LLK kernels" tests/llk/tools.py
    stage "changed LLK case files" tests/llk/fuzz_case.py
    stage "LLK kernels that must fail" $make llk-bad
    stage "LLK cases are what is computed" $make llk-cases-fresh
    stage "bare program, hashes and counts" $make cycles-check
    for march in rv32i rv32im rv32imafc; do
        stage "kernels, $march in QEMU" $make qemu-kernels MARCH=$march KERNEL_BLOCKS=320
    done
    stage "the library as two files" $make single-test QUICK=1
    stage "an installed copy, used elsewhere" $make install-test
    stage "files of a release" each dist arduino
    stage "programs without a C library" $make libc-test LIBCS=none PARTS="demonstration threads"
    stage "programs with newlib" $make libc-test LIBCS=newlib PARTS="demonstration threads"
    stage "boards in QEMU" $make boards BOARDS="qemu-virt spike sifive_u sifive_e"
    stage "results for machines" $make reports-test
}

# It makes generated files again, from which everything is compiled.
all_last() {
    stage "house rules" $make house-check
}

for part in first shared own last; do "${form}_$part"; done
counting=no
# What runs in the background does not hear of an interrupt by itself.
trap 'trap - INT; kill -TERM 0' INT
lane=first && "${form}_first"
(lane=own && "${form}_own") &
lane=shared && "${form}_shared"
wait
lane=last && "${form}_last"

passed=$(awk '{ n += $3 } END { print n + 0 }' build/test/ended)
failed=$(awk '{ n += $4 } END { print n + 0 }' build/test/ended)
echo
if [ -s build/test/skipped ]; then
    echo "left out:" && sed 's/^/  /' build/test/skipped
else
    echo "left out: nothing"
fi
[ -z "$rest" ] || echo "$rest"
echo "longest: $(sort -rn build/test/ended | head -n 5 | sed -E 's/^([0-9]+) [0-9]+ [0-9]+ [0-9]+ (.*)/\2 \1 s/' | paste -sd ';' | sed 's/;/; /g')"
echo "elapsed: $(clock $(($(date +%s) - began))), processor $(clock "$(awk '{ n += $2 } END { print n + 0 }' build/test/ended)")"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
