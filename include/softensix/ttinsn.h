/* SPDX-License-Identifier: Apache-2.0
 *
 * ttinsn.h - the directive .ttinsn for assemblers that lack it: a Tensix word among a core's own
 * instructions, rotated left by 2. The result never ends in bits 11, so that a core without C
 * treats it as an illegal instruction (port/llk/trap.c executes it); a core with C would see two
 * instructions of its own.
 */
#ifndef SOFTENSIX_TTINSN_H
#define SOFTENSIX_TTINSN_H

#ifdef __riscv_compressed
#error ".ttinsn needs a core without C"
#endif

/* Data has no source line of its own, for which faults are reported; a label can have one. */
#ifdef __clang__
#define STX_TTINSN_LINE
#else
#define STX_TTINSN_LINE "\t.loc_mark_labels 1\n.Lttinsn\\@:\n\t.loc_mark_labels 0\n"
#endif

__asm__(".macro .ttinsn word\n" STX_TTINSN_LINE
        "\t.4byte (((\\word) << 2) | (((\\word) >> 30) & 3)) & 0xFFFFFFFF\n"
        ".endm\n");

#endif
