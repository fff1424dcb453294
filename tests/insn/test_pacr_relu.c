/* SPDX-License-Identifier: Apache-2.0
 *
 * PACR's ReLU (SPEC 12.5): none, below 0, up to a threshold, above one. */
#include "floats.h"
#include "data.h"

static void begin(void) {
    start();
    stx_dst_row_set_valid(&core, 0, true);
    pack_plain(0, BF16, BF16);
    memset(l1 + OUT, 0xEE, 0x1000);
}

static uint32_t out16(unsigned i) {
    return l1_get(OUT + 2 * i, 2);
}

static float relu(unsigned mode, float x, float t) {
    return mode == 0   ? x
           : x < 0     ? 0
           : mode == 2 ? (x <= t ? 0 : x)
           : mode == 3 ? (x > t ? t : x)
                       : x;
}

static const float samples[16] = {0,    1,    -1,    2.5f,   -2.5f, 100,   -100,  3,
                                  3.5f, 2.9f, 1e30f, -1e30f, 0.5f,  -0.5f, 3.25f, 7};

static uint32_t cut_to_bf16(float f) {
    return bits(f) & 0xFFFF0000u;
}

TEST(relu_of_bf16) {
    for (unsigned mode = 0; mode < 4; mode++) {
        begin();
        core.cfg[0][2] = mode << 2 | (bits(3) >> 16) << 6;
        for (unsigned col = 0; col < 16; col++) {
            stx_dst_set_bf16(&core, 0, col, bits(samples[col]) >> 16);
        }
        CHECK(done(PACK(0, 1, 1)));
        for (unsigned col = 0; col < 16; col++) {
            uint32_t x = cut_to_bf16(samples[col]);
            float f;
            memcpy(&f, &x, sizeof f);
            CHECK_EQ(out16(col), bits(relu(mode, f, 3)) >> 16);
        }
    }
}

TEST(relu_of_fp32) {
    for (unsigned mode = 0; mode < 4; mode++) {
        begin();
        pack_plain(READ_32B, FP32, FP32);
        core.cfg[0][2] = mode << 2 | (bits(3) >> 16) << 6;
        for (unsigned col = 0; col < 16; col++) {
            stx_dst_set_f32(&core, 0, col, bits(samples[col]));
        }
        CHECK(done(PACK(0, 1, 1)));
        for (unsigned col = 0; col < 16; col++) {
            CHECK_EQ(l1_get(OUT + 4 * col, 4), bits(relu(mode, samples[col], 3)));
        }
    }
}

/* The maximum compares without the 13 low bits of FP32, the other threshold with all of them; the
 * maximum itself has none of the 16 low bits (SPEC 12.5). */
TEST(the_maximum_of_fp32_does_not_see_the_13_low_bits) {
    static const uint32_t above[16] = {0,       1,       2,       0x1000, 0x1FFE, 0x1FFF,
                                       0x2000,  0x2001,  0x3FFF,  0x4000, 0x8000, 0xFFFF,
                                       0x10000, 0x10001, 0x1FFF0, 0x20000};
    const uint32_t threshold = bits(3) & 0xFFFF0000u;
    for (unsigned mode = 2; mode < 4; mode++) {
        begin();
        pack_plain(READ_32B, FP32, FP32);
        core.cfg[0][2] = mode << 2 | (threshold >> 16) << 6;
        for (unsigned col = 0; col < 16; col++) {
            stx_dst_set_f32(&core, 0, col, threshold + above[col]);
        }
        CHECK(done(PACK(0, 1, 1)));
        for (unsigned col = 0; col < 16; col++) {
            uint32_t v = threshold + above[col], at_most = above[col] < 0x2000 ? v : threshold;
            uint32_t more_than = above[col] == 0 ? 0 : v;
            CHECK_EQ(l1_get(OUT + 4 * col, 4), mode == 2 ? more_than : at_most);
        }
    }
}

int main(void) {
    RUN(relu_of_bf16);
    RUN(relu_of_fp32);
    RUN(the_maximum_of_fp32_does_not_see_the_13_low_bits);
    return test_summary();
}
