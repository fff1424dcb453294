#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does make isolation-test notice each hole alone? In a copy of the tree the monitor is broken in one place after the
# other. Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
. tools/progress.sh
copy=build/holes
passed=0
failed=0

# hole FILE OLD NEW: the first OLD in the file, a piece of one line, becomes NEW.
hole() {
    progress "$1: \"$2\" becomes \"$3\""
    OLD=$2 NEW=$3 awk 'BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"] }
        !done && (at = index($0, old)) { $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1 }
        { print } END { exit !done }' "$1" >"$copy/$1" || { echo "FAIL $1 does not hold \"$2\""; failed=$((failed + 1)); return; }
    if isolated; then
        echo "FAIL nobody notices that in $1 \"$2\" became \"$3\""
        failed=$((failed + 1))
    else
        grep '^FAIL not printed\|^FAIL said\|^FAIL user\|^FAIL --limit' "$copy/out.txt" | head -n 2
        passed=$((passed + 1))
    fi
    cp "$1" "$copy/$1"
}
isolated() { (cd $copy && ${MAKE:-make} -s --no-print-directory isolation-test >out.txt 2>&1); }

rm -rf $copy
mkdir -p $copy
git ls-files -z | xargs -0 cp -p --parents -t $copy
progress_start holes 10
progress "the tree as it is"
if isolated; then
    passed=1
else
    tail -n 5 $copy/out.txt
    failed=1
fi
calls=port/monitor/calls.c load=port/monitor/load.c
hole $calls ' && lanes_good(thread, op.second)' ''
hole $calls 'op.result + (op.second != NULL) < 8' 'op.result < 8'
hole $calls 'uint32_t *value = lanes_at(thread, a[1]);' 'uint32_t *value = words_at(thread, a[1], 4);'
hole $calls 'for (unsigned i = 0; i < 8; i++) {' 'for (unsigned i = 1; i < 8; i++) {'
hole $calls ' || common > room - own' ''
hole $load 'segment->p_filesz > segment->p_memsz' '0'
hole $load '!why && !inside(room->entry, 4, room->code, room->code_end)' '0'
hole port/monitor/enter.S '0x0B000D00' '0x0F000D00'
hole port/monitor/main.c 'tick(frame);' ';'
[ "$failed" -ne 0 ] || rm -rf $copy
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
