#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints counts that should fall, and some that must stay 0: what bypasses the rows of the instruction table, and
# how much there is to learn (`make house`).
set -u
count() { printf '%6d  %s\n' "$2" "$1"; }
sources() { find lib port tools -name '*.[ch]' ! -path 'lib/isa/*'; }

# Only lib/isa/args.h extracts fields of coprocessor words; the port's .ttinsn words are rotated.
decoded=$(sources | xargs grep -nE '\bword >> ?\(?[0-9]|\bword & \(?(0x|[0-9]|1u <<)' |
    grep -vE 'word >> 2 \| |\(word & 3u\) == 3u|word & 0x7FFFFFFFu' | tee /dev/stderr | wc -l)
compared=$(sources | xargs grep -nE '(==|!=|case) *STX_OP_' | tee /dev/stderr | wc -l)
named=$(sources | xargs grep -oE '\bis_[A-Z][A-Z0-9_]*\(' | wc -l)
count "words of the coprocessor decoded by hand" "$decoded"
count "comparisons of opcodes outside the tables" "$compared"
# A rule of one instruction names it (is_MOP); what several share is a fact of their rows instead. A time, a number
# of cycles or a warning is never such a fact.
count "places outside the tables that name an instruction, each for a rule of its own; the fewer the better" "$named"
facts=$(find lib -name '*.[ch]' ! -path 'lib/isa/*' | xargs grep -nE 'insn->(cycles|latency) *(==|!=|<|>)' | tee /dev/stderr | wc -l)
count "instructions recognized by how long they take" "$facts"
homonyms=$(tools/homonyms.py | tee /dev/stderr | wc -l)
chip=$(sources | grep '^lib' | xargs grep -nE '^ *# *(if|elif).*STX_ARCH' | tee /dev/stderr | wc -l)
# What knows the vectors of a machine.
speed=$(find lib -name '*.[ch]' ! -path 'lib/fast/*' | xargs grep -nE '__(SSE|AVX|ARM_NEON|riscv_vector)|__builtin_ia32|vector_size|ivdep' | tee /dev/stderr | wc -l)
# Files whose names end with a chip's name, and functions that test macros which are 0 or 1 depending on the chip.
of_one_chip=$(find lib -name '*.[ch]' ! -path 'lib/isa/*' ! -path 'lib/tile/*' | xargs awk '
    FILENAME ~ /chip\.h$/ { if ($1 == "#define" && $3 ~ /^[0-9]u?$/) asks[$2] = 1; next }
    FILENAME ~ /_(wormhole|blackhole)\.[ch]$/ { all++; next }
    { body = body "\n" $0; lines++ }
    /^[a-z].*\{$/ { body = $0; lines = 1 }
    /^}/ { for (name in asks) if (index(body, name)) { all += lines; break }
           body = ""; lines = 0 }
    END { print all + 0 }' include/softensix/wormhole/chip.h)
count "names that meant two things, or two that meant one" "$homonyms"
count "conditions on the chip outside lib/isa" "$chip"
count "lines for one chip alone in lib/, outside the tables" "$of_one_chip"
count "lines for vectors of a machine outside lib/fast" "$speed"
count "lines of make and shell together; they should stay below 2,600" "$(find Makefile mk tools tests port examples -name Makefile -o -name '*.mk' -o -name '*.sh' | xargs cat | wc -l)"
count "lines of commands in sessions of tests" "$(find tests tools -name '*.txt' | xargs grep -hc '^  [$>] ' | awk '{ n += $1 } END { print n }')"
count "public targets" "$(${MAKE:-make} --no-print-directory help 2>/dev/null | grep -cE '^ +[a-z]')"
count "names in lib/private.h" "$(grep -c '^#define [a-z]' lib/private.h)"
count "directories of lib/" "$(find lib -mindepth 1 -maxdepth 1 -type d | wc -l)"
[ $((decoded + compared + facts + homonyms + chip + speed)) -eq 0 ] && [ "$of_one_chip" -lt 1600 ]
