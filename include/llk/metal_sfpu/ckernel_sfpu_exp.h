/* SPDX-License-Identifier: Apache-2.0
 *
 * ckernel_sfpu_exp.h - LLK's test helpers include it and use nothing of it. */
#pragma once
