/* SPDX-License-Identifier: Apache-2.0
 *
 * lane_masks.h - the part of sfpu/lanes.h that exists for speed: masks of lanes on cores with
 * vectors. lanes.h includes this file and has the plain form of what is missing here. */
#ifndef STX_FAST_LANES_LANE_MASKS_H
#define STX_FAST_LANES_LANE_MASKS_H

#include "fast/lanes/each_lane.h"

#if STX_METHOD != STX_METHOD_PLAIN

#if SFPU_USUAL_COPY
static inline uint64_t sfpu_two_words(const uint32_t *word) {
    uint64_t both;
    __builtin_memcpy(&both, word, sizeof both);
    return both;
}
/* 0 if no bit of LaneConfig is set in any column, which is usual. */
static inline uint64_t sfpu_config_bits(const struct stx_core *core) {
    const uint32_t *c = core->sfpu.lane_config;
    return sfpu_two_words(c) | sfpu_two_words(c + 2) | sfpu_two_words(c + 4) |
           sfpu_two_words(c + 6);
}
#define sfpu_lanes_on sfpu_lanes_on
static inline uint32_t sfpu_lanes_on(const struct stx_core *core) {
    return sfpu_config_bits(core) ? sfpu_enabled(core) : core->sfpu.flags | ~core->sfpu.use;
}
#define sfpu_all_lanes_usual sfpu_all_lanes_usual
static inline bool sfpu_all_lanes_usual(const struct stx_core *core) {
    return !(sfpu_config_bits(core) | (uintptr_t)core->sfpu.issue) &&
           !(~core->sfpu.flags & core->sfpu.use);
}
#endif

/* Vectors of SSE2 cannot shift each element by its own amount. */
#if defined __SSE2__ && !defined __AVX2__
#define SFPU_FOUR_BITS(b) (b), (b) << 1, (b) << 2, (b) << 3
#define SFPU_EIGHT_BITS(b) SFPU_FOUR_BITS(b), SFPU_FOUR_BITS((b) << 4)
static const uint32_t sfpu_lane_bits[STX_LANES] = {SFPU_EIGHT_BITS(1u), SFPU_EIGHT_BITS(1u << 8),
                                                   SFPU_EIGHT_BITS(1u << 16),
                                                   SFPU_EIGHT_BITS(1u << 24)};
#define sfpu_all_ones sfpu_all_ones
static inline uint32_t sfpu_all_ones(uint32_t mask, unsigned lane) {
    return (mask & sfpu_lane_bits[lane]) == sfpu_lane_bits[lane] ? UINT32_MAX : 0;
}
#define sfpu_half sfpu_half
static inline uint32_t sfpu_half(uint32_t v, bool upper) {
    uint32_t taken = 0u - (uint32_t)upper;
    return (v >> 16 & taken) | (v & 0xFFFFu & ~taken);
}
#endif

#if defined __SSE2__ || defined __ARM_NEON
static inline uint32_t sfpu_all_ones(uint32_t mask, unsigned lane);
#define sfpu_keep sfpu_keep
static inline void sfpu_keep(const struct sfpu_op *op) {
    const uint32_t *result = op->buffer, lanes = op->lanes;
    uint32_t *out = op->out;
    if (lanes != SFPU_ALL_LANES && out != result) {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_select(sfpu_all_ones(lanes, lane), result[lane], out[lane]);
        }
    }
}
#endif

#ifdef __SSE2__
#ifdef __AVX2__
typedef float sfpu_some_lanes __attribute__((vector_size(32)));
#define SFPU_SIGNS_OF(some) ((uint32_t)__builtin_ia32_movmskps256(some))
#else
typedef float sfpu_some_lanes __attribute__((vector_size(16)));
#define SFPU_SIGNS_OF(some) ((uint32_t)__builtin_ia32_movmskps(some))
#endif
#define sfpu_signs sfpu_signs
static inline uint32_t sfpu_signs(const uint32_t *v) {
    const unsigned each = sizeof(sfpu_some_lanes) / sizeof *v;
    uint32_t signs = 0;
    for (unsigned lane = STX_LANES; lane > 0;) {
        sfpu_some_lanes some;
        lane -= each;
        __builtin_memcpy(&some, v + lane, sizeof some);
        signs = signs << each | SFPU_SIGNS_OF(some);
    }
    return signs;
}
#define sfpu_less sfpu_less
static inline uint32_t sfpu_less(const uint32_t *a, const uint32_t *b) {
    uint32_t less[STX_LANES];
    SFPU_EACH_LANE(lane) {
        less[lane] = sfpu_order(a[lane]) < sfpu_order(b[lane]) ? UINT32_MAX : 0;
    }
    return sfpu_signs(less);
}
#endif
#endif
#endif
