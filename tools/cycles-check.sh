#!/bin/sh
# The bare program of measurements (port/bare) in QEMU: cycles-check.sh core other..., rv32im or with vectors of so many
# bits rv32imafcv/128. The hash of every item is the same on each core, and the counts of the first one are those of its bench lines, but for the measuring itself.
# Last line: "N items, M differ".
set -u
out=build/cycles
mkdir -p $out
log_of() { echo "$out/$(echo "$1" | tr / -)"; }
make_for() { # goal core
    case $2 in */*) set -- "$1" "${2%/*}" VLEN="${2#*/}" ;; esac
    goal=$1
    march=$2
    shift 2
    ${MAKE:-make} -s --no-print-directory "$goal" MARCH="$march" "$@"
}
for core in "$@"; do
    make_for cycles "$core" | grep '^cycles ' >"$(log_of "$core")" || exit 1
    tail -n 1 "$(log_of "$core")" | grep -qx 'cycles end' || { echo "cycles-check: the program did not end on $core"; exit 1; }
done
make_for bench-run "$1" | grep '^bench ' >$out/bench || exit 1
first=$(log_of "$1")
for core in "$@"; do
    awk -v core="$core" '
        FILENAME == ARGV[1] { if (NF == 5) hash[$2] = $5; next }
        NF == 5 && hash[$2] != $5 { print "cycles-check: " $2 ": hash " $5 " on " core ", not " hash[$2] }
    ' "$first" "$(log_of "$core")"
done >$out/differences
awk '
    FILENAME == ARGV[1] { bench[$2] = $4; next }
    NF == 5 && ($4 < bench[$2] || $4 > bench[$2] * 1.02 + 40) { print "cycles-check: " $2 ": " $4 " instructions, bench says " bench[$2] }
' $out/bench "$first" >>$out/differences
cat $out/differences
items=$(grep -c '^cycles .* ' "$first")
differ=$(grep -c . $out/differences)
echo "$items items, $differ differ"
[ "$items" -gt 30 ] && [ "$differ" -eq 0 ]
