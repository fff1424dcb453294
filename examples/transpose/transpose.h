/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.h - transposes each tile of SrcB. */
#ifndef TRANSPOSE_H
#define TRANSPOSE_H

void transpose_math(void *job);

#endif
