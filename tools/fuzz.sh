#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs one fuzz target for some seconds: fuzz.sh target seconds. Inputs that it finds useful stay in
# build/fuzz/corpus; a finding is a file build/fuzz/<target>-crash-..., which the target accepts as its argument.
# fuzz.sh target keep: makes tests/fuzz/corpus/<target>.txt from these inputs.
set -eu
FUZZ_DIR=${FUZZ_DIR:-build/fuzz}
REPLAY_DIR=${REPLAY_DIR:-build/replay}
work=$FUZZ_DIR/corpus/$1
kept=tests/fuzz/corpus/$1.txt
# Targets for tools are separate programs.
if [ -f "tests/fuzz/fuzz_$1.py" ]; then exec "tests/fuzz/fuzz_$1.py" "$2"; fi
mkdir -p "$work"
if [ "$2" = keep ]; then
    few=$FUZZ_DIR/few/$1
    rm -rf "$few" && mkdir -p "$few"
    $FUZZ_DIR/fuzz_"$1" -merge=1 -use_counters=0 -max_len=1200 "$few" "$work" >$FUZZ_DIR/"$1"-keep.log 2>&1
    for file in "$few"/*; do
        od -An -v -tx1 "$file" | tr -d ' \n'
        echo
    done | sort >"$kept"
    wc -l "$kept"
    exit
fi
if [ -f "$kept" ]; then $REPLAY_DIR/fuzz_"$1" "$kept" "$work" >/dev/null; fi
log=$FUZZ_DIR/$1.log
if $FUZZ_DIR/fuzz_"$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=1024 -max_len=1200 -print_final_stats=1 \
    -artifact_prefix="$FUZZ_DIR/$1-" "$work" >"$log" 2>&1; then
    echo "fuzz $1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $2 s, no finding"
else
    tail -n 40 "$log"
    echo "fuzz $1: a finding, see $log"
    exit 1
fi
