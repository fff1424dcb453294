#!/bin/sh
# Has every row of docs/modes.tsv that runs a proof, and is each proof of any row there? A proof is a test, an example or
# golden vectors by name.
set -u
status=0
proofs=$(awk -F '\t' '!/^#/ && NF >= 3 {
    if ($4 == "" || $4 == "-") { if ($3 ~ /^runs/) print "NONE " $1 " " $2 }
    else { gsub(/vectors:/, "", $4); gsub(/[;,]/, " ", $4); print $4 }
}' docs/modes.tsv)
if printf '%s\n' "$proofs" | grep '^NONE '; then
    echo "check: docs/modes.tsv: these modes run and have no proof"
    status=1
fi
for proof in $(printf '%s\n' "$proofs" | grep -v '^NONE ' | tr ' ' '\n' | sort -u); do
    case $proof in
    */*) [ -e "$proof" ] ;;
    *.c) ls tests/*/"$proof" >/dev/null 2>&1 ;;
    *) [ -f "tests/vectors/data/$proof.vec.xz" ] ;;
    esac || { echo "check: docs/modes.tsv: there is no proof $proof"; status=1; }
done
# Every row of the table that executes has a line.
for name in $(sed -nE 's/^(INSN|SFPU_INSN)\(([A-Z0-9_]+),.*/\2/p' lib/isa/blackhole.def); do
    cut -f1 docs/modes.tsv | grep -qx "$name" || {
        echo "check: docs/modes.tsv: nothing proves $name of lib/isa/blackhole.def"
        status=1
    }
done
exit $status
