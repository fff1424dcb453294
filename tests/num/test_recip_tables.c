/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of SFPARECIP, entry by entry, against the closed forms of SPEC 8.8. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num/recip_table.h"
#include "test.h"

/* The middle of the interval is 1 + (2 i + 1) / 256; its reciprocal in 256ths, to the nearest. */
TEST(reciprocals_are_those_of_the_middle_of_each_interval) {
    for (unsigned i = 0; i < 128; i++) {
        double reciprocal = 1 / (1 + (2 * i + 1) / 256.0);
        CHECK_EQ(recip_table[i], (unsigned)floor(reciprocal * 256 + 0.5) - 128);
    }
}

/* Entry n is for the bfloat16 number n + 0x3C80, from 1/64 on. From e^t the mantissa above its
 * power of two is kept in 128ths, and 4 or more has its bit set beside it. */
TEST(exponentials_are_rounded_down_to_128ths) {
    CHECK_EQ(sizeof exp_table, 896);
    for (uint32_t n = 0; n < 896; n++) {
        uint32_t bits = (n + 0x3C80) << 16;
        float t;
        memcpy(&t, &bits, sizeof t);
        double v = exp((double)t);
        bool four = v >= 4 && v < 8;
        double power = 1;
        while (power * 2 <= v) {
            power *= 2;
        }
        CHECK_EQ(exp_table[n], (unsigned)floor((v / power - 1) * 128) + (four ? 128u : 0u));
    }
}

int main(void) {
    RUN(reciprocals_are_those_of_the_middle_of_each_interval);
    RUN(exponentials_are_rounded_down_to_128ths);
    return test_summary();
}
