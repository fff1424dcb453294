/* SPDX-License-Identifier: Apache-2.0
 *
 * order_words.h - words and addresses that tests of the order checker share. */
#ifndef TESTS_DIAG_ORDER_WORDS_H
#define TESTS_DIAG_ORDER_WORDS_H

#include "diag/order_core.h"

#define STORE_ROWS TT_OP_SFPSTORE(0, 0, 7, 0)
#define LOAD_ROWS TT_OP_SFPLOAD(0, 0, 7, 0)
#define CLEAR_ROWS TT_OP_ZEROACC(0, 0, 0, 7, 0)
#define CLEAR_ALL TT_OP_ZEROACC(3, 0, 0, 7, 0)
#define PRODUCT TT_OP_MVMUL(0, 0, 7, 0)
#define POST TT_OP_SEMPOST(1)
#define GET TT_OP_SEMGET(1)
#define POSTED(block) TT_OP_SEMWAIT(block, 1, 1)
#define ROOM(block) TT_OP_SEMWAIT(block, 1, 2)
#define UNTIL(block, condition) TT_OP_STALLWAIT(block, condition)
#define PC_BUFFER 0xFFE80000u
#define CFG(word) (0xFFEF0000u + 4u * (word))
#define GPR(number) (0xFFE00000u + 4u * (number))
#define MOP(word) (0xFFB80000u + 4u * (word))
#define WIDE 0x20000000u /* ALU_ACC_CTRL_Fp32_enabled in word 1, which products read */

#endif
