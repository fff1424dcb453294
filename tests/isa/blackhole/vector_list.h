/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_list.h - what test_vector_words.c expects of Blackhole's vector unit alone: rows, and one
 * bit for each mode of SFPSHFT2 that holds the next word back and of SFPCAST that rounds at random
 * (bits 2 and 3 leave that as it is). */
#define ROWS_OF_CHIP                                                                       \
    {"SFPAND SFPOR", 0x5555, "cd", "d"}, {"SFPAND SFPOR", 0xAAAA, "cb", "d"}, /* USE_VB */ \
        {"SFPSHFT", 0xFFFF, "c", "d"},                                                     \
        {"SFPSHFT", 0x5F5F, "d", ""}, /* all but ARG_IMM 1 with USE_VC 4 */
enum { SHFT2_HOLDS = 0x1C, CAST_RANDOM = 0x2222 };
