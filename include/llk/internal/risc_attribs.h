/* SPDX-License-Identifier: Apache-2.0
 *
 * risc_attribs.h - attributes of the vendor's compiler, empty here. */
#pragma once

#define tt_l1_ptr
#define tt_reg_ptr

#ifndef FORCE_INLINE
#define FORCE_INLINE inline __attribute__((always_inline))
#endif
