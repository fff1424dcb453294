#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target for each of ARCHS at every size, JOBS=2 at a time: fuzz-all.sh seconds target... Prints a line for each that
# has ended, with how many are done and the time left, and lists findings again at the end. Last line: "N passed, N failed".
set -u
seconds=$1
shift
every() { # command...: for each chip and size
    for chip in ${ARCHS:-blackhole}; do
        for size in 0 1 2; do
            "$@" || return 1
        done
    done
}
# Targets for tools do not depend on the chip or size of the library; the target `time` uses Blackhole's words.
of_these() {
    for target in $targets; do
        case $chip,$target in
        wormhole,time) ;;
        *) if [ "$chip $size" = "blackhole 0" ] || [ ! -f "tests/fuzz/fuzz_$target.py" ]; then echo "$target"; fi ;;
        esac
    done
}
compile() { ${MAKE:-make} -s --no-print-directory -j"${JOBS:-2}" fuzz-programs ARCH="$chip" SIZE=$size FUZZ="$(of_these | tr '\n' ' ')"; }
named() { of_these | sed "s/^/$chip $size /"; }
targets=$*
every compile || exit 1
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
every named >"$results/list"
RESULTS=$results
SECONDS_EACH=$seconds
TOTAL=$(wc -l <"$results/list")
export RESULTS SECONDS_EACH TOTAL
xargs -P "${JOBS:-2}" -L 1 sh -c '
    log=$RESULTS/$0-size$1-$2.log
    if ${MAKE:-make} -s --no-print-directory fuzz ARCH=$0 SIZE=$1 FUZZ="$2" FUZZ_SECONDS="$SECONDS_EACH" >"$log" 2>&1; then
        mv "$log" "$log.passed"
    else
        mv "$log" "$log.failed"
    fi
    done=$(ls "$RESULTS" | grep -c "log\\.")
    left=$(((TOTAL - done) * SECONDS_EACH / ${JOBS:-2}))
    echo "$done of $TOTAL, about $((left / 60)):$(printf %02d $((left % 60))) left: $0, size $1: $(tail -n 1 "$log".*)"
' <"$results/list"
for log in "$results"/*.failed; do
    [ -e "$log" ] && cat "$log"
done
passed=$(ls "$results" | grep -c 'log\.passed')
echo "$passed passed, $((TOTAL - passed)) failed"
[ "$passed" -eq "$TOTAL" ]
