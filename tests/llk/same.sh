#!/bin/sh
# The kernels of examples/llk on two cores: every case passes on both, and the whole of L1 ends up the
# same, byte by byte. same.sh MARCH MARCH. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
digests() { sed -nE 's/^PASS ([^:]+): .*, ([0-9a-f]+)$/\1 \2/p'; }

one=$(${MAKE:-make} --no-print-directory llk-own MARCH="$1" LLK_FLAGS=--digests 2>&1)
two=$(${MAKE:-make} --no-print-directory llk-own MARCH="$2" LLK_FLAGS=--digests 2>&1)
cases=$(ls tests/llk/*.llk | wc -l)
good=$(printf '%s\n%s\n' "$(printf '%s\n' "$one" | digests)" "$(printf '%s\n' "$two" | digests)" | sort | uniq -d | wc -l)
if [ "$good" -ne "$cases" ]; then printf '%s: %s\n%s: %s\n' "$1" "$one" "$2" "$two"; fi
echo "$good passed, $((cases - good)) failed"
[ "$good" -eq "$cases" ]
