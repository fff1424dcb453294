#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares every TT_OP_ macro with a user's LLK checkout: check-llk.sh <tt-llk checkout>. Each macro is expanded with
# distinct arguments by both headers; last line "N of ALL macros equal".
set -eu
checkout=${1:-} arch=${ARCH:-blackhole}
case $arch in wormhole) tree=wormhole_b0 number=1 ;; *) tree=$arch number=0 ;; esac
theirs=$checkout/tt_llk_$tree/common/inc/ckernel_ops.h
if [ -z "$checkout" ] || [ ! -f "$theirs" ]; then
    echo "check-llk: no $theirs (set TT_LLK to a checkout of tt-llk)" >&2
    exit 1
fi
theirs=$(realpath "$theirs")
dir=build/check-llk
mkdir -p "$dir"
# Arguments are 1, 2, 3..., so that swapped or misplaced arguments change the word.
sed -nE 's/^#define (TT_OP_[A-Z0-9_]+)(\(([^)]*)\))?[ \\].*/\1 \3/p' "include/softensix/$arch/tti.h" | tr -d ',' |
    while read -r name parameters; do
        set -- $parameters
        call=$name
        if [ $# -gt 0 ]; then call="$name($(seq -s, 1 $#))"; fi
        printf '    printf("%s %%08x\\n", (unsigned)(%s));\n' "$name" "$call"
    done >"$dir/calls.inc"
for side in ours theirs; do
    if [ $side = ours ]; then header=softensix/tti.h; else header=$theirs; fi
    printf '#include <cstdint>\n#include <cstdio>\n#include "%s"\nint main() {\n#include "calls.inc"\n}\n' "$header" >"$dir/$side.cc"
    ${HOSTCXX:-g++} -std=c++17 -w -DSTX_ARCH=$number -Iinclude -I"$dir" "$dir/$side.cc" -o "$dir/$side"
    "$dir/$side" >"$dir/$side.txt"
done
total=$(wc -l <"$dir/ours.txt")
different=$(diff "$dir/ours.txt" "$dir/theirs.txt" | grep -c '^<' || true)
diff "$dir/ours.txt" "$dir/theirs.txt" || true
echo "$((total - different)) of $total macros equal"
theirs_total=$(grep -c "^#define TT_OP_" "$theirs")
[ "$total" -ge "$theirs_total" ] && [ "$different" -eq 0 ]
