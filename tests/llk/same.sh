#!/bin/sh
# The kernels of examples/llk built in several ways: every case passes in each, and the whole of L1 ends
# up the same, byte by byte, after as many instructions. same.sh WAY WAY..., a way being a MARCH, or
# MARCH--binary for instructions as the vendor compiles them, MARCH--isolated for those in user mode. CASES= only these. Last line "N passed, N
# failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
work=build/llk/same
mkdir -p $work
cases=${CASES:-$(echo tests/llk/*.llk)}
number=$(echo "$cases" | wc -w)
ways=0
for way in "$@"; do
    flags=--digests
    march=${way%%--*}
    [ "$march" = "$way" ] || flags="$flags --${way#*--}"
    case $way in *--isolated) ${MAKE:-make} --no-print-directory stx-boot MARCH="$march" || exit 1 ;; esac
    ${MAKE:-make} --no-print-directory llk-own MARCH="$march" CASES="$cases" LLK_FLAGS="$flags" >"$work/$way" 2>&1
    ways=$((ways + 1))
done

good=$(for way in "$@"; do sed -nE 's/^PASS ([^:]+): .*, ([0-9]+ tensix), .*, ([0-9a-f]+)$/\1 \2 \3/p' "$work/$way"; done |
    sort | uniq -c | awk -v ways=$ways '$1 == ways' | wc -l)
if [ "$good" -ne "$number" ]; then
    for way in "$@"; do
        echo "$way:"
        cat "$work/$way"
    done
fi
echo "$good passed, $((number - good)) failed"
[ "$good" -eq "$number" ]
