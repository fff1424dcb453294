/* SPDX-License-Identifier: Apache-2.0
 *
 * words.h - words of every unit, for programs drawn at random that are timed. */
#ifndef TESTS_TIME_WORDS_H
#define TESTS_TIME_WORDS_H

#include "softensix/tti.h"

#define TIME_WORDS 22u /* without those that the front end expands and those that change banks */
static const uint32_t time_words[] = {TT_OP_NOP,
                                      TT_OP_MVMUL(0, 0, 0, 0),
                                      TT_OP_MVMUL(0, 0, 0, 8),
                                      TT_OP_ELWADD(0, 0, 0, 0, 16),
                                      TT_OP_SFPMAD(0, 0, 9, 1, 0),
                                      TT_OP_SFPMAD(1, 1, 9, 0, 0),
                                      TT_OP_SFPSWAP(0, 0, 1, 0),
                                      TT_OP_SFPNOP,
                                      TT_OP_SFPMOV(0, 0, 1, 0),
                                      TT_OP_INCRWC(0, 0, 0, 0),
                                      TT_OP_ADDDMAREG(0, 0, 0, 0),
                                      TT_OP_SETDMAREG(0, 0, 0, 0),
                                      TT_OP_RDCFG(0, 0),
                                      TT_OP_SETC16(0, 0),
                                      TT_OP_STALLWAIT(64, 16),
                                      TT_OP_STALLWAIT(257, 1),
                                      TT_OP_ZEROACC(0, 0, 0, 0, 0),
                                      TT_OP_MOVA2D(0, 0, 0, 0, 0),
                                      TT_OP_MOVD2A(0, 0, 0, 0, 0),
                                      TT_OP_SEMPOST(4),
                                      TT_OP_SEMGET(4),
                                      TT_OP_SEMWAIT(2, 4, 1),
                                      TT_OP_REPLAY(0, 3, 0, 1),
                                      TT_OP_REPLAY(0, 3, 0, 0),
                                      TT_OP_REPLAY(0, 2, 1, 1),
                                      TT_OP_SETDVALID(3),
                                      TT_OP_CLEARDVALID(3, 0),
                                      TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1),
                                      TT_OP_ATGETM(1),
                                      TT_OP_ATRELM(1),
                                      TT_OP_SFPLOAD(0, 0, 0, 0),
                                      TT_OP_SFPSTORE(0, 0, 0, 0)};
#define TIME_ALL_WORDS (sizeof time_words / sizeof *time_words)

#endif
