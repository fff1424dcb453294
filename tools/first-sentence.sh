#!/bin/sh
# What a C file says of itself in its first comment, to the end of the first sentence or clause:
# first-sentence.sh file.c
sed -n '1,/\*\//p' "$1" | sed -E '/SPDX/d; s/^\/\* ?//; s/^ ?\* ?//; s/ ?\*\/.*//; s/^(main|[a-z_]+\.c) - //; s/^main\.c - //' |
    tr '\n' ' ' | sed -E 's/^ +//; s/([.:;])( .*|$)//; s/ +$//' | sed -E '/^.{91}/s/^(.{1,89}[^ ,]),? .*$/\1/'
