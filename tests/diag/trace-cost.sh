#!/bin/sh
# What the hooks for tracing cost when they are compiled out: the files that have them, in a copy of the tree
# from which they are deleted, give the same machine code, and so the same instruction counts; no other file
# asks for STX_TRACE. trace-cost.sh march [names to measure]
set -eu
march=$1
name=${2:-}
copy=build/trace-cost
rm -rf "$copy"
mkdir -p "$copy"
git ls-files Makefile mk lib include bench port linker examples tools | tar -cf - -T - | tar -xf - -C "$copy"
sed -i '/if (STX_TRACE && core->port/,/^    }$/d' "$copy/lib/frontend/try.c"
sed -i '/^static void tell_access/,/^}$/d; /tell_access(/d' "$copy/lib/regs/window.c"
sed -i '/^static inline bool is_watched/,/^}$/d; s/ && !is_watched(core)//' "$copy/lib/fast/words/issue_simple.h"
# stx_traces() says whether there are hooks.
if grep -rnw 'STX_TRACE' "$copy/lib" --include='*.[ch]' | grep -v 'return STX_TRACE;'; then
    echo "the hooks are still there"
    exit 1
fi
hooked="build/$march/lib/frontend/try.o build/$march/lib/frontend/issue.o build/$march/lib/regs/window.o"
make -s --no-print-directory $hooked MARCH="$march"
make -s --no-print-directory -C "$copy" $hooked MARCH="$march"
passed=0
failed=0
for object in $hooked; do
    for tree in . "$copy"; do
        riscv64-unknown-elf-strip --strip-debug -o "$copy/stripped.o" "$tree/$object"
        riscv64-unknown-elf-objdump -dr --no-show-raw-insn "$copy/stripped.o" |
            grep -v 'file format' | sed 's/\.L[A-Z]*[0-9]*//' >"$copy/$(basename $tree).s"
    done
    if cmp -s "$copy/..s" "$copy/trace-cost.s"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $object differs"
    fi
done
if [ -n "$name" ]; then
    make -s --no-print-directory bench-run MARCH="$march" NAME="$name" >"$copy/with.txt"
    make -s --no-print-directory -C "$copy" bench-run MARCH="$march" NAME="$name" >"$copy/without.txt"
    if cmp "$copy/with.txt" "$copy/without.txt"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    cat "$copy/with.txt"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
