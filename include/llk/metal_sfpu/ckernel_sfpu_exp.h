/* SPDX-License-Identifier: Apache-2.0
 *
 * ckernel_sfpu_exp.h - LLK's test helpers include this file, but use nothing from it. */
#pragma once
