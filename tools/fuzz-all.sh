#!/bin/sh
# Fuzzes every target at every size, JOBS=2 at a time: fuzz-all.sh seconds target... A line for each that has ended,
# with how many are done and the time left; findings are listed again at the end. Last line: "N passed, N failed".
set -u
seconds=$1
shift
for size in 0 1 2; do
    ${MAKE:-make} -s --no-print-directory -j"${JOBS:-2}" fuzz-programs SIZE=$size FUZZ="$*" || exit 1
done
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
for size in 0 1 2; do
    for target in "$@"; do
        # Tools do not know the sizes of the library.
        if [ "$size" = 0 ] || [ ! -f "tests/fuzz/fuzz_$target.py" ]; then echo "$size $target"; fi
    done
done >"$results/list"
RESULTS=$results
SECONDS_EACH=$seconds
TOTAL=$(wc -l <"$results/list")
export RESULTS SECONDS_EACH TOTAL
xargs -P "${JOBS:-2}" -L 1 sh -c '
    log=$RESULTS/size$0-$1.log
    if ${MAKE:-make} -s --no-print-directory fuzz SIZE=$0 FUZZ="$1" FUZZ_SECONDS="$SECONDS_EACH" >"$log" 2>&1; then
        mv "$log" "$log.passed"
    else
        mv "$log" "$log.failed"
    fi
    done=$(ls "$RESULTS" | grep -c "log\\.")
    left=$(((TOTAL - done) * SECONDS_EACH / ${JOBS:-2}))
    echo "$done of $TOTAL, about $((left / 60)):$(printf %02d $((left % 60))) left: size $0: $(tail -n 1 "$log".*)"
' <"$results/list"
for log in "$results"/*.failed; do
    [ -e "$log" ] && cat "$log"
done
passed=$(ls "$results" | grep -c 'log\.passed')
echo "$passed passed, $((TOTAL - passed)) failed"
[ "$passed" -eq "$TOTAL" ]
