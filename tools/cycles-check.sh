#!/bin/sh
# The bare program of measurements (port/bare) in QEMU: cycles-check.sh march other... The hash of every item is the
# same on each core, and the counts of the first one are those of its bench lines, but for the measuring itself.
# Last line: "N items, M differ".
set -u
first=$1
out=build/cycles
mkdir -p $out
for march in "$@"; do
    ${MAKE:-make} -s --no-print-directory cycles MARCH="$march" | grep '^cycles ' >$out/"$march" || exit 1
    tail -n 1 $out/"$march" | grep -qx 'cycles end' || { echo "cycles-check: the program did not end on $march"; exit 1; }
done
${MAKE:-make} -s --no-print-directory bench-run MARCH="$first" | grep '^bench ' >$out/bench || exit 1
for march in "$@"; do
    awk -v core="$march" '
        FILENAME == ARGV[1] { if (NF == 5) hash[$2] = $5; next }
        NF == 5 && hash[$2] != $5 { print "cycles-check: " $2 ": hash " $5 " on " core ", not " hash[$2] }
    ' $out/"$first" $out/"$march"
done >$out/differences
awk '
    FILENAME == ARGV[1] { bench[$2] = $4; next }
    NF == 5 && ($4 < bench[$2] || $4 > bench[$2] * 1.02 + 40) { print "cycles-check: " $2 ": " $4 " instructions, bench says " bench[$2] }
' $out/bench $out/"$first" >>$out/differences
cat $out/differences
items=$(grep -c '^cycles .* ' $out/"$first")
differ=$(grep -c . $out/differences)
echo "$items items, $differ differ"
[ "$items" -gt 30 ] && [ "$differ" -eq 0 ]
