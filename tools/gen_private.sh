#!/bin/sh
# Writes lib/private.h: names that only files of lib/ share, each with the prefix stx_ for the linker. It reads
# them from the declarations in lib's own headers.
cat <<'H'
/* SPDX-License-Identifier: Apache-2.0
 *
 * private.h - the linker knows nothing of the library but names that begin with stx_, however its
 * files are compiled. Generated from lib's own headers by `make generate`; each of them that
 * declares a global name includes this file before. */
#ifndef STX_PRIVATE_H
#define STX_PRIVATE_H

H
# A declaration starts in the first column; its name is followed by ( or [ or ;.
sed -nE '/^(static|typedef|struct [a-z_0-9]+ *(\{|;)|enum [a-z_0-9]+ *\{|return|#| |\/|\*|\}|STX_)/d
    s/^(extern )?[a-z][a-z0-9_ ]*[ *]([a-z][a-z0-9_]*)(\(|\[[^]]*\](\[[^]]*\])*;|;).*/\2/p' \
    $(find lib -name '*.h' ! -name private.h) | grep -vE "^(stx_.*|memcpy|memset)$" | LC_ALL=C sort -u |
    sed 's/.*/#define & stx_&/'
printf '\n#endif\n'
