#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The lines of README.md, "Using it": executed one by one, with a home of their own. One line each; what needs a tool
# that is missing is left out. Last line "N passed, N failed".
set -u
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
HOME=$home
CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null)}
export HOME CCACHE_DIR
work=build/test/using
mkdir -p "$work"
passed=0
failed=0

lines() { sed -n '/^## Using it/,/^## /p' README.md | sed -n '/^```sh/,/^```/p' | grep -v '^```' | sed 's/ *#.*//'; }
missing() { # line: what it needs that is not there
    case $1 in
    *pkg-config\ --*) command -v pkg-config >/dev/null || echo pkg-config ;;
    *llk-own* | *metal-run*) ls -d /usr/riscv64-linux-gnu/include/c++/* >/dev/null 2>&1 || echo "C++ headers" ;;
    *"make dist"*) git rev-parse HEAD >/dev/null 2>&1 || echo "a git checkout" ;;
    esac
}

: >"$work/setting"
lines >"$work/lines"
while read -r line; do
    case $line in PREFIX=* | export\ *) echo "$line" >>"$work/setting" && continue ;; esac
    why=$(missing "$line")
    if [ -n "$why" ]; then
        echo "skipped: README, $line: no $why (tools/setup.sh --all)"
    elif (cat "$work/setting" && echo "$line") | sh -e >"$work/output" 2>&1; then
        passed=$((passed + 1))
        echo "works: $line"
    else
        failed=$((failed + 1))
        tail -n 20 "$work/output"
        echo "FAIL README: $line"
    fi
done <"$work/lines"
[ "$passed" -gt 0 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
