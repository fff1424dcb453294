#!/bin/sh
# The example of docs/ci.md that keeps times and compares with them, as it stands there; its files go to build/. Then with
# a baseline that is a cycle shorter: it must fail.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build
awk '/^\*\*A limit for time/ { on = 1 } on && /^```$/ { exit } on && text { print } on && /^```sh$/ { text = 1 }' docs/ci.md |
    sed 's|times\.|build/times.|g' >build/ci-times.sh
[ "$(grep -c 'stx_time.py check' build/ci-times.sh)" = 2 ]
sh -eu build/ci-times.sh
sed -i 's/"total": \([0-9]*\)[0-9],/"total": \1,/' build/times.json
if tools/timeline/stx_time.py check --baseline build/times.json --tolerance 3% build/times.txt; then
    echo "FAIL ci.sh: a run that takes ten times as long passed"
    exit 1
fi
echo "1 passed, 0 failed"
