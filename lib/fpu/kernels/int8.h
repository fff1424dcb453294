/* SPDX-License-Identifier: Apache-2.0
 *
 * int8.h - products of integers, two columns in one multiplication. */
#ifndef STX_FPU_KERNEL_INT8_H
#define STX_FPU_KERNEL_INT8_H

#include "fpu/kernels/kernel.h"

kernel_function kernel_int8;

#endif
