#!/bin/sh
# The two files of `make single`: single.sh directory. They compile without a warning for every kernel, size and
# compiler at hand; nothing global lacks stx_; the README's program and the demonstration run on them as on the
# library. QUICK=1: they compile, for the host and with vectors. Last line: "N passed, N failed".
set -u
dir=$1
make="${MAKE:-make} -s --no-print-directory"
strict="-std=c99 -ffreestanding -Wall -Wextra -Werror"
. tests/claims.sh
vector=$(tools/vector-cc.sh riscv64-unknown-elf-gcc rv32imafcv ilp32f)
quiet() { "$@" -fsyntax-only "$dir/softensix.c"; }
with_vectors() {
    if [ -n "$vector" ]; then
        claim "compiles for rv32imafcv" quiet $vector -std=c99 -ffreestanding -Wall -Wextra -Werror
    else
        echo "skipped: two files for rv32imafcv: no compiler with vector intrinsics, clang-19 or GCC 14 (tools/setup.sh --all)"
    fi
}
only_stx() { ! nm -g --defined-only "$dir/softensix.o" | grep -v ' stx_'; }
one_word() {
    sed -e '/#include "softensix/d' -e 's|#include <stdio.h>|#include <stdio.h>\n#include "softensix.h"|' \
        examples/01-one-word/main.c >"$dir/one.c"
    gcc -std=c99 -Wall -Wextra -Werror -I"$dir" "$dir/one.c" "$dir/softensix.o" -o "$dir/one" && "$dir/one"
}
demonstration() {
    wanted=$($make demo-host | grep '^checksum')
    gcc -std=c99 -O2 -D_XOPEN_SOURCE=700 -Iinclude -Iport -Iexamples examples/matmul/*.c examples/common/tiles.c \
        port/coop/*.c port/host/*.c "$dir/softensix.o" -lm -o "$dir/matmul" &&
        [ "$("$dir/matmul" | grep '^checksum')" = "$wanted" ]
}

# The tests of softensix/names.h, in C and C++, with the one header instead.
names() {
    for file in test_names.c names.cpp; do
        { echo '#include "softensix.h"' && grep -v '#include "softensix/' "tests/isa/$file"; } >"$dir/$file" || return 1
    done
    gcc -std=c99 -Wall -Wextra -Werror -I"$dir" -Itests -Iinclude "$dir/test_names.c" "$dir/hosted.o" -o "$dir/names-c" && "$dir/names-c" &&
        g++ -std=c++20 -Wall -Wextra -Werror -I"$dir" -Itests -Iinclude "$dir/names.cpp" "$dir/hosted.o" -o "$dir/names-cxx" && "$dir/names-cxx"
}
# They are left out where that is said, and in C++ before C++17.
no_names() {
    printf '#include "softensix.h"\nenum { CLR_AB, p_stall_STALL_MATH };\n' >"$dir/own.c"
    gcc -std=c99 -I"$dir" -DSTX_NO_NAMES -fsyntax-only "$dir/own.c" && ! gcc -std=c99 -w -I"$dir" -fsyntax-only "$dir/own.c" 2>"$dir/own.txt" &&
        g++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ "$dir/softensix.h"
}
# Compiled as a program's own source: with an operating system around it.
two_threads() {
    gcc -O1 -Wall -Wextra -Werror -c "$dir/softensix.c" -o "$dir/hosted.o" &&
        g++ -std=c++17 -Wall -Wextra -Werror -DSINGLE -I"$dir" tests/install/two_threads.cpp "$dir/hosted.o" -pthread -o "$dir/two_threads" &&
        "$dir/two_threads"
}

if [ "${QUICK:-}" = 1 ]; then
    claim "compiles without a warning, and two threads of a C++ program have a core each" two_threads
    claim "names of operands, in C and C++" names
    with_vectors
    claims_end
    exit
fi
claim "compiles" gcc $strict -O2 -c "$dir/softensix.c" -o "$dir/softensix.o"
for option in -DSTX_KERNEL=0 -DSTX_KERNEL=1 -DSTX_KERNEL=3 -DSTX_SIZE=2 -DSTX_TRACE=1; do
    claim "compiles with $option" quiet gcc $strict $option
done
claim "compiles with the usual options, too" gcc -Wall -Wextra -Werror -fsyntax-only "$dir/softensix.c"
claim "compiles for rv32i" quiet riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 $strict
with_vectors
if command -v clang >/dev/null; then
    claim "compiles by clang" quiet clang $strict
else
    echo "skipped: two files by clang: not installed (tools/setup.sh --all)"
fi
claim "nothing global lacks stx_" only_stx
claim "the header is C++ too" g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "$dir/softensix.h"
claim "the README's program" one_word
claim "two threads of a C++ program have a core each" two_threads
claim "names of operands, in C and C++" names
claim "without names where that is said" no_names
claim "the demonstration's checksum" demonstration
claims_end
