#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Frama-C's Eva on drivers (docs/proofs.md): eva.sh "flags" "sources" driver.c... An alarm, code that Eva lacks, or no report at all is a
# failure. Last line: "N passed, N failed".
set -u
flags=$1 sources=$2
shift 2
command -v frama-c >/dev/null || { echo "skipped: Eva: frama-c is not installed (tools/setup.sh --prove)" && exit 0; }
passed=0 failed=0
mkdir -p build/eva
for driver; do
    log=build/eva/$(basename "$driver" .c).txt
    eval "frama-c $flags $driver $sources" >"$log" 2>&1
    if grep -q '^  0 alarms generated' "$log" && ! grep 'Neither code' "$log" | grep -qv __builtin_; then
        passed=$((passed + 1))
        echo "$driver: $(grep -c 'Parsing' "$log") files, 0 alarms"
    else
        failed=$((failed + 1))
        grep -A2 -e 'eva:alarm' -e 'rror:' -e 'Neither code' "$log"
        echo "FAIL $driver: $log"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
