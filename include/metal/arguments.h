/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - reads of run-time arguments tell their index, for those that nobody has given. The
 * checkout's functions do the work; they must have been declared before. Who includes this defines
 * stx_reads_argument(common, index). */
#pragma once

template <typename T> inline __attribute__((always_inline)) T stx_get_arg_val(int index) {
    stx_reads_argument(0, static_cast<std::uint32_t>(index));
    return get_arg_val<T>(index);
}

template <typename T> inline __attribute__((always_inline)) T stx_get_common_arg_val(int index) {
    stx_reads_argument(1, static_cast<std::uint32_t>(index));
    return get_common_arg_val<T>(index);
}

#define get_arg_val stx_get_arg_val
#define get_common_arg_val stx_get_common_arg_val
