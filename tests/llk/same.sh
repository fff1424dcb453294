#!/bin/sh
# Kernels of examples/llk, or with SUITE= of the target of another runner, built in several ways: every case passes
# in each, and the whole of L1 ends up the same, byte by byte, after as many instructions. same.sh WAY WAY..., a way
# being a MARCH, rv32im, host32 or with vectors of so many bits rv32imafcv/128; or MARCH--binary for instructions as
# the vendor compiles them, MARCH--isolated for those in user mode. CASES= only these; SAME="name ...": of them, those
# that are built in other ways than the first. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
suite=${SUITE:-llk-own}
work=build/$suite/same
mkdir -p $work
cases=${CASES:-$(echo tests/llk/*.llk)}
number=$(echo "$cases" | wc -w)
log_of() { echo "$work/$(echo "$1" | tr / -)"; }
others=$cases
[ -z "${SAME:-}" ] || others=$(printf "tests/llk/%s.llk " $SAME)
ways=0
todo=$cases
for way in "$@"; do
    mode=
    case $way in *--binary) mode=BINARY=1 ;; *--isolated) mode=ISOLATED=1 ;; esac
    march=${way%%--*}
    case $march in */*) mode="VLEN=${march#*/}" ;; esac
    ${MAKE:-make} --no-print-directory "$suite" MARCH="${march%/*}" $mode CASES="$todo" \
        LLK_FLAGS=--digests METAL_FLAGS=--digests >"$(log_of "$way")" 2>&1
    ways=$((ways + 1))
    todo=$others
done

# A host counts no instructions of its own.
good=$(for way in "$@"; do
    sed -nE 's/^PASS ([^ ]+): .*, ([0-9]+) tensix(, [0-9]+ riscv)? instructions, ([0-9a-f]+)$/\1 \2 \4/p' "$(log_of "$way")"
done |
    sort | uniq -c | awk -v ways=$ways -v others=" $(echo $others) " \
    '$1 == (index(others, "/" $2 " ") ? ways : 1)' | wc -l)
if [ "$good" -ne "$number" ]; then
    for way in "$@"; do
        echo "$way:"
        cat "$(log_of "$way")"
    done
fi
echo "$good passed, $((number - good)) failed"
[ "$good" -eq "$number" ]
