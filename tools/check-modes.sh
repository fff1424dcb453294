#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that every row of docs/modes.tsv that runs has a proof, and that the proofs of all rows exist. A proof is the
# name of a test, an example or golden vectors.
set -u
status=0
proofs=$(awk -F '\t' '!/^#/ && NF >= 3 {
    if ($4 == "" || $4 == "-") { if ($3 ~ /^runs/) print "NONE " $1 " " $2 }
    else { gsub(/vectors:/, "", $4); gsub(/[;,]/, " ", $4); print $4 }
}' docs/modes.tsv)
if printf '%s\n' "$proofs" | grep '^NONE '; then
    echo "check: docs/modes.tsv: these modes run but have no proof"
    status=1
fi
for proof in $(printf '%s\n' "$proofs" | grep -v '^NONE ' | tr ' ' '\n' | sort -u); do
    case $proof in
    */*) [ -e "$proof" ] ;;
    *.c) ls tests/*/"$proof" >/dev/null 2>&1 ;;
    *) [ -f "tests/vectors/data/$proof.vec.xz" ] ;;
    esac || { echo "check: docs/modes.tsv: there is no proof $proof"; status=1; }
done
# Every row of the instruction table that executes must have a line.
for name in $(sed -nE 's/^(INSN|SFPU_INSN)\(([A-Z0-9_]+),.*/\2/p' lib/isa/blackhole.def); do
    cut -f1 docs/modes.tsv | grep -qx "$name" || {
        echo "check: docs/modes.tsv: nothing proves $name of lib/isa/blackhole.def"
        status=1
    }
done
exit $status
