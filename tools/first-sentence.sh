#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the first sentence or clause of a C file's first comment: first-sentence.sh file.c
sed -n '1,/\*\//p' "$1" | sed -E '/SPDX/d; s/^\/\* ?//; s/^ ?\* ?//; s/ ?\*\/.*//; s/^(main|[a-z_]+\.c) - //; s/^main\.c - //' |
    tr '\n' ' ' | sed -E 's/^ +//; s/([.:;])( .*|$)//; s/ +$//' | sed -E '/^.{91}/s/^(.{1,89}[^ ,]),? .*$/\1/'
