/* SPDX-License-Identifier: Apache-2.0
 *
 * round.c - how a sum of the matrix unit is rounded, on cores with and without an instruction that
 * counts leading zeros: there is other code for each.
 * Cores: rv32im rv32im_zbb. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/common/finish_sum.h"
#include "num/bits.c"

static uint32_t magnitude_of(int32_t sum) {
    return (uint32_t)(sum < 0 ? -sum : sum);
}

/* A sum of a 32-bit element, where finish_round() does not decline, is rounded as by the plain
 * form. A core that counts leading zeros declines only 0 and both ends of the range. */
THEOREM(round_to_f32)(int32_t sum, int32_t top) {
    const struct fpu_mode mode = {.acc32 = true, .e8 = true};
    uint32_t v;
    assume(sum > -(1 << 29) && sum < 1 << 29 && top >= 0 && top <= 400);
    int32_t seen = fpu_sum_as_seen(sum);
    bool done = finish_round(sum, top, &v);
#ifdef BITS_CLZ_FAST
    claim(done || !sum || top < 32 || top > 200);
#endif
    assume(done);
    claim(v == plain_round_sum(&mode, (uint32_t)seen & SIGN_BIT, top, magnitude_of(seen)));
}

/* The same for bfloat16 and finish_round16(). */
THEOREM(round_to_bf16)(int32_t sum, int32_t top) {
    const struct fpu_mode mode = {.e8 = true};
    uint32_t v;
    assume(sum > -(1 << 16) && sum < 1 << 16 && top >= 0 && top <= 400);
    bool done = finish_round16(sum, top, 7, &v);
    assume(done);
    claim(v == plain_round_sum(&mode, 0, top, magnitude_of(sum) << 13) >> 16);
}

/* The same for FP16. */
THEOREM(round_to_fp16)(int32_t sum, int32_t top) {
    const struct fpu_mode mode = {.e8 = false};
    uint32_t v;
    assume(sum > -(1 << 16) && sum < 1 << 16 && top >= 0 && top <= 400);
    bool done = finish_round16(sum, top, 10, &v);
    assume(done);
    claim(v == plain_round_sum(&mode, 0, top, magnitude_of(sum) << 13) >> 13);
}
