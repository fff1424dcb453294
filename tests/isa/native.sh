#!/bin/sh
# With -DSTX_NATIVE a TTI_ macro is the .ttinsn word itself, and TT_ a store to the instruction buffer.
set -eu
cat >build/native.c <<'C'
#include "softensix/tti.h"
void kernel(uint32_t dst);
void kernel(uint32_t dst) {
    TTI_MVMUL(3, 0, 5, 8);
    TT_MVMUL(3, 0, 5, dst);
}
C
for mode in "-std=c99 -xc" "-std=c++17 -xc++"; do
    # shellcheck disable=SC2086
    gcc $mode -DSTX_NATIVE -O1 -Iinclude -S build/native.c -o build/native.s
    grep -q "ttinsn.*$((0x26C14008))" build/native.s
    ! grep -q stx_issue build/native.s
done
# The same source, our way, in both languages.
gcc -std=c99 -Wall -Wextra -Werror -O1 -Iinclude -S build/native.c -o build/native.s
g++ -std=c++17 -Wall -Wextra -Werror -O1 -Iinclude -xc++ -S build/native.c -o build/native.s
grep -q stx_issue build/native.s
echo "1 passed, 0 failed"
