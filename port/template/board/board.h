/* SPDX-License-Identifier: Apache-2.0
 *
 * board.h - what the program needs of the board. */
#ifndef BOARD_H
#define BOARD_H

void board_write(const char *text);
void board_exit(int status);

#endif
