/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - reads of run-time arguments report their index, so that reads of arguments that
 * were not given are noticed. The checkout's functions do the work; they must have been declared
 * before. The including file defines stx_reads_argument(common, index). */
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
