/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_list.h - what test_vector_words.c expects of Wormhole's vector unit alone, by the vendor's
 * pages of SFPAND, SFPOR, SFPSHFT, SFPCAST and SFPSHFT2 for Wormhole B0: rows, and one bit for each
 * mode of SFPSHFT2 that holds the next word back (none does) and of SFPCAST that rounds at random.
 */
#define ROWS_OF_CHIP                                                     \
    {"SFPAND SFPOR", 0xFFFF, "cd", "d"}, {"SFPSHFT", 0x5555, "cd", "d"}, \
        {"SFPSHFT", 0xAAAA, "d", "d"}, /* ARG_IMM */
enum { SHFT2_HOLDS = 0, CAST_RANDOM = 0xAAAA };
