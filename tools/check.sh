#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks house rules: symbols, lengths of files, format, generated files.
set -u
exec </dev/null # grep without a file would read it
status=0
say() {
    echo "check: $*"
    status=1
}

# In a release's tarball, git has no list of files.
git() { command git "$@" 2>/dev/null; }
[ -n "$(git ls-files Makefile 2>/dev/null)" ] || echo "skipped: rules about single files: this is not a git checkout"

# L1: only regs/l1.h dereferences the pointer (and code that sets it or copies all of L1). Files that include it
# must be in the table of the test.
for file in $(git ls-files 'lib/*.[ch]' 'lib/**/*.[ch]' | xargs grep -lE '(core|to|from)->l1\b|"regs/l1.h"'); do
    case "$file" in */regs/l1.h | */core/init.c | */diag/uninit*.c) continue ;; esac
    grep -qE '(core|to|from)->l1\b' "$file" && say "L1: $file reads core->l1 itself, not through regs/l1.h"
    if grep -q '"regs/l1.h"' "$file" && ! grep -q "$file" tests/insn/test_l1_range.c; then
        say "L1: $file is not in the table of tests/insn/test_l1_range.c"
    fi
done

# Every source and script names its licence, except two programs that documents show whole.
for file in $(git ls-files Makefile '*.[chS]' '*.cpp' '*.py' '*.sh' '*.awk' '*.mk' '*.def' '*.ld' |
    grep -vxE 'examples/(01-one-word|cookbook)/main.c' | xargs grep -L 'SPDX-License-Identifier: Apache-2.0'); do
    say "licence: $file has no line SPDX-License-Identifier: Apache-2.0"
done

# A header's guard is derived from its path, so that no two are the same.
for file in $(git ls-files 'lib/*.h' 'lib/**/*.h' | grep -vxE 'lib/private.h|lib/num/recip_table.h|lib/fast/common/product_loops.h'); do
    guard=STX_$(echo "${file#lib/}" | tr 'a-z/.' 'A-Z__')
    grep -qx "#define $guard" "$file" || say "guard: $file has no include guard $guard"
done

# Files have at most 400 lines.
for file in $(git ls-files ':(glob)include/softensix/*.h' 'lib/*.[ch]' 'lib/**/*.[ch]' 'port/**/*.[chS]' 'tests/**/*.[ch]' 'tools/*' ':!*.tsv' |
    xargs grep -c '' 2>/dev/null | awk -F: '$2 > 400 { print $1 }'); do
    say "length: $file has more than 400 lines"
done

# Symbols: global ones begin with stx_. Undefined ones may be memcpy, memset, libgcc's integer helpers and, on a
# host, the functions that stx_misused() prints with and what libgcc knows of the processor.
archive=${1:-build/host/libsoftensix.a}
case $archive in build/host*) hosted='|fputs|stderr|fwrite|fputc|__cpu_model|__cpu_indicator_init' ;; *) hosted= ;; esac
if [ -f "$archive" ]; then
    libgcc='__(u?(div|mod)[sdt]i3|mul[sd]i3|ash[lr]di3|lshrdi3|clz[sd]i2|ctz[sd]i2|popcount[sd]i2|u?divmod[sd]i4|clz_tab)'
    bad=$(nm -g "$archive" 2>/dev/null | awk 'NF >= 2 {print $NF}' |
        grep -vxE "stx_.*|memcpy|memset|$libgcc|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail$hosted" | sort -u)
    [ -n "$bad" ] && say "symbols:" $bad
fi
bad=$(git ls-files 'lib/*.c' 'lib/**/*.c' | sed "s|^|$(dirname "$archive")/|; s|c\$|o|" |
    xargs nm -g --defined-only 2>/dev/null | awk 'NF == 3 && $3 !~ /^stx_/ {print $3}' | sort -u)
[ -n "$bad" ] && say "symbols: run make generate, include private.h where they are declared:" $bad

# Sections: the compiler puts a function NAME into .text.NAME. Where linkers or boards put something special there, such
# as entry code, no function may have that name. The C library's exit() is one.
special='start|startup|entry|init|boot|reset|vectors?|traps?|hot|cold|exit|likely|unlikely|sorted|unknown|[a-z_]+_unlikely'
bad=$(git ls-files 'lib/*.[ch]' 'lib/**/*.[ch]' 'port/**/*.[ch]' 'include/*.h' 'include/**/*.h' |
    grep -vx 'port/none/stdlib.c' | xargs grep -nE "^[a-z][a-z_0-9 *]*[ *]($special)\([^;]*$" | sed 's/(.*//')
[ -n "$bad" ] && say "sections: functions whose names make special sections: $bad"

# Format, as clang-format 14 has it; others differ in details.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    git ls-files 'lib/*.[ch]' 'lib/**/*.[ch]' 'include/softensix/*.h' 'port/**/*.[ch]' 'tests/**/*.[ch]' 'examples/**/*.[ch]' 'tools/*.[ch]' 'tools/**/*.[ch]' | grep -v 'tti\.h$' |
        xargs -n 60 -P "$(nproc)" clang-format --dry-run 2>&1 | sed -nE 's/^([^:]*):([0-9]+):.*-Wclang-format-violations.*/check: format: \1:\2/p' | tee build/format.log
    [ -s build/format.log ] && status=1
else
    echo "skipped: format: no clang-format 14"
fi
[ "$status" -eq 0 ] && echo "check: lengths, symbols, format: good"
exit "$status"
