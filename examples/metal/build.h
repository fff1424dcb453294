/* SPDX-License-Identifier: Apache-2.0
 *
 * build.h - definitions for the kernels of this directory. What examples/llk takes from a case
 * comes from the descriptors of the circular buffers here. */
#pragma once

#include <cstdint>

#include "chlkc_descriptors.h"

static_assert(!DST_ACCUM_MODE, "these kernels keep 16 bits in Dst");
constexpr bool is_fp32_dest_acc_en = DST_ACCUM_MODE;

struct FormatConfig {
    std::uint32_t unpack_A_src, unpack_B_src, unpack_A_dst, unpack_B_dst, math, pack_src, pack_dst;
};
