/* SPDX-License-Identifier: Apache-2.0
 *
 * eltwise.h - out = a + b, a - b or a * b, where b is a tile, or its first column, first row or
 * first element for the whole tile. */
#ifndef ELTWISE_H
#define ELTWISE_H

enum operation { ADD, SUB, MUL };
enum broadcast { NONE, COLUMN, ROW, SCALAR }; /* as encoded in instr_mod19 */

struct eltwise {
    enum operation operation;
    enum broadcast broadcast;
};

void eltwise_math(void *job);

#endif
