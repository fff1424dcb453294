/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.h - each tile of SrcB, transposed. */
#ifndef TRANSPOSE_H
#define TRANSPOSE_H

void transpose_math(void *job);

#endif
