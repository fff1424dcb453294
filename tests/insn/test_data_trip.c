/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * L1 to a register file and back with UNPACR and PACR: what is left of every pattern of every
 * format of up to 16 bits, and of random ones of 32 (SPEC 11.4, 12.4, 12.6). */
#include "data.h"

static uint32_t seed = 0x54524950u;

/* Unpacks the tile at IN to Dst and packs it to OUT. */
static bool trip(uint32_t format, uint32_t controls, uint32_t in) {
    unpack_plain(0, format, format, TILE);
    unpack_to_dst();
    pack_plain(controls, in, format);
    return done(UNPACK(0, 0)) && pack_tile();
}

static uint32_t kept(uint32_t v) {
    return v;
}

/* Every 16-bit pattern becomes what `expected` says. */
static bool trip16(uint32_t format, uint32_t controls, uint32_t in,
                   uint32_t (*expected)(uint32_t)) {
    for (uint32_t first = 0; first < 0x10000u; first += TILE) {
        start();
        for (uint32_t i = 0; i < TILE; i++) {
            l1_put(IN + 2 * i, 2, first + i);
        }
        if (!trip(format, controls, in)) {
            return false;
        }
        for (uint32_t i = 0; i < TILE; i++) {
            uint32_t got = l1_get(OUT + 2 * i, 2), want = expected(first + i);
            if (got != want) {
                printf("%04x -> %04x, expected %04x\n", (unsigned)(first + i), (unsigned)got,
                       (unsigned)want);
                return false;
            }
        }
    }
    return true;
}

static bool trip8(uint32_t controls, uint32_t (*expected)(uint32_t)) {
    for (uint32_t i = 0; i < TILE; i++) {
        l1[IN + i] = (uint8_t)i;
    }
    if (!trip(FP8, controls, FP16)) {
        return false;
    }
    for (uint32_t i = 0; i < TILE; i++) {
        if (l1[OUT + i] != expected(i % 256)) {
            printf("%02x -> %02x\n", (unsigned)(i % 256), l1[OUT + i]);
            return false;
        }
    }
    return true;
}

/* NaN becomes infinity, denormals +0. */
static uint32_t bf16_clean(uint32_t v) {
    uint32_t e = v / 128 % 256;
    return e == 0 ? 0 : e == 255 ? v / 0x8000u * 0x8000u + 0x7F80u : v;
}

static uint32_t fp16_clean(uint32_t v) {
    return v / 1024 % 32 ? v : 0;
}

static uint32_t e5m2_clean(uint32_t v) {
    return v / 4 % 32 ? v : 0;
}

static uint32_t e4m3_clean(uint32_t v) {
    return v / 8 % 16 ? v : 0;
}

TEST(bf16_loses_denormals_and_nan_unless_read_as_it_is) {
    CHECK(trip16(BF16, 0, BF16, bf16_clean));
    CHECK(trip16(BF16, READ_AS_IS, BF16, kept));
}

TEST(fp16_loses_denormals_unless_read_as_it_is) {
    CHECK(trip16(FP16, 0, FP16, fp16_clean));
    CHECK(trip16(FP16, READ_AS_IS, FP16, kept));
}

TEST(int16_is_kept) {
    CHECK(trip16(INT16, 0, INT16, kept));
}

TEST(fp8_e5m2_loses_denormals_unless_read_as_it_is) {
    start();
    CHECK(trip8(0, e5m2_clean));
    start();
    CHECK(trip8(READ_AS_IS, kept));
}

TEST(fp8_e4m3_loses_denormals) {
    start();
    core.cfg[0][71] = 1u << 22 | 1u << 23;
    CHECK(trip8(0, e4m3_clean));
}

/* Formats of 32 bits are bits to both. */
TEST(fp32_int32_and_tf32_are_kept) {
    static const uint8_t formats[] = {FP32, INT32, TF32};
    for (unsigned f = 0; f < 3; f++) {
        start();
        for (uint32_t i = 0; i < TILE; i++) {
            l1_put(IN + 4 * i, 4, test_random(&seed));
        }
        unpack_plain(0, formats[f], formats[f], TILE);
        unpack_to_dst();
        uint32_t in = formats[f] == TF32 ? FP32 : formats[f];
        pack_plain(READ_32B, in, in);
        CHECK(done(UNPACK(0, 0)) && pack_tile());
        CHECK(memcmp(l1 + IN, l1 + OUT, 4 * TILE) == 0);
    }
}

/* ---- block formats ---- */

static const struct block {
    uint8_t format, bits, in;
    uint16_t first, last; /* exponents for which no datum falls out of the format's range */
} blocks[] = {{BFP8, 8, BF16, 7, 254}, {BFP4, 4, BF16, 3, 254}, {BFP2, 2, BF16, 1, 254},
              {BFP8A, 8, FP16, 7, 31}, {BFP4A, 4, FP16, 3, 31}, {BFP2A, 2, FP16, 1, 31}};
enum { BLOCKS = sizeof blocks / sizeof blocks[0], EXPONENTS = TILE / 16 };

static void put_field(uint32_t address, unsigned bits, unsigned i, uint32_t field) {
    l1[address + i * bits / 8] |= (uint8_t)(field << i * bits % 8);
}

static uint32_t get_field(uint32_t address, unsigned bits, unsigned i) {
    return (uint32_t)l1[address + i * bits / 8] >> i * bits % 8 & ((1u << bits) - 1u);
}

static uint32_t minus_zero(const struct block *b) {
    return 1u << (b->bits - 1);
}

/* Sixteen datums: the largest, so that the exponent is used up, and fields from `field` on. */
static void put_groups(const struct block *b, uint32_t exponent, uint32_t field) {
    start();
    for (unsigned i = 0; i < TILE; i++) {
        uint32_t f = (field + i / 16 * 15 + i % 16 - 1) % (1u << b->bits);
        l1[IN + i / 16] = (uint8_t)exponent;
        put_field(IN + EXPONENTS, b->bits, i,
                  i % 16 == 0 || f == minus_zero(b) ? minus_zero(b) - 1 : f);
    }
}

TEST(block_formats_are_kept_where_the_exponent_is_used_up) {
    for (unsigned k = 0; k < BLOCKS; k++) {
        const struct block *b = &blocks[k];
        for (uint32_t exponent = b->first; exponent <= b->last; exponent++) {
            put_groups(b, exponent, exponent);
            CHECK(trip(b->format, 0, b->in));
            CHECK(memcmp(l1 + IN, l1 + OUT, EXPONENTS + TILE * b->bits / 8) == 0);
        }
    }
}

/* A small datum alone moves up in the field, and the exponent falls. */
TEST(block_formats_normalise) {
    for (unsigned k = 0; k < BLOCKS; k++) {
        const struct block *b = &blocks[k];
        start();
        for (unsigned i = 0; i < TILE; i += 16) {
            l1[IN + i / 16] = 20;
            put_field(IN + EXPONENTS, b->bits, i, 1); /* one unit */
        }
        CHECK(trip(b->format, 0, b->in));
        CHECK_EQ(l1[OUT], 20 - (b->bits - 2));
        CHECK_EQ(get_field(OUT + EXPONENTS, b->bits, 0), 1u << (b->bits - 2));
        CHECK_EQ(get_field(OUT + EXPONENTS, b->bits, 1), 0);
    }
}

TEST(minus_zero_of_a_block_is_minus_infinity_and_hides_the_others) {
    for (unsigned k = 0; k < BLOCKS; k++) {
        const struct block *b = &blocks[k];
        start();
        for (unsigned i = 0; i < TILE; i++) {
            l1[IN + i / 16] = 20;
            put_field(IN + EXPONENTS, b->bits, i, i % 16 == 5 ? minus_zero(b) : 1);
        }
        CHECK(trip(b->format, 0, b->in));
        CHECK_EQ(l1[OUT], b->in == BF16 ? 255 : 31);
        for (unsigned i = 0; i < 16; i++) {
            uint32_t infinity = minus_zero(b) | 1u << (b->bits - 2);
            CHECK(i == 5 ? get_field(OUT + EXPONENTS, b->bits, i) == infinity
                         : get_field(OUT + EXPONENTS, b->bits, i) < minus_zero(b) / 2);
        }
    }
}

/* ---- 8-bit integers: SrcA, sum with 0 in a 32-bit Dst, L1 ---- */

static bool add_zero(bool is_unsigned) {
    start();
    core.cfg[0][1] = 1u << 31 | (is_unsigned ? 1u << 15 | 1u << 16 : 0); /* INT8_math */
    for (unsigned i = 0; i < TILE; i++) {
        l1[IN + i] = (uint8_t)i;
    }
    unpack_plain(0, INT8, INT8, TILE);
    unpack_plain(1, INT8, INT8, TILE);
    core.cfg[0][76 + 48] = 0x8000 / 16; /* zeroes */
    core.tcfg[0][28] = 8;               /* ADDR_MOD 0: eight rows on */
    core.tcfg[0][12] = 8 | 8 << 8;
    pack_plain(READ_32B | (is_unsigned ? READ_UNSIGNED : 0), INT8, INT8);
    core.cfg[0][12] = 16u << 16;
    bool good = done(UNPACK(0, 1)) && done(UNPACK(1, 1));
    for (unsigned i = 0; i < 8; i++) {
        good = good && done(TT_OP_ELWADD(0, 0, 0, 0, 0));
    }
    return good && pack_tile();
}

TEST(int8_and_uint8_are_kept_through_the_fpu) {
    CHECK(add_zero(false));
    for (unsigned i = 0; i < TILE; i++) {
        CHECK_EQ(l1[OUT + i], i % 256 == 128 ? 0 : i % 256); /* -0 + 0 = 0 */
    }
    CHECK(add_zero(true));
    for (unsigned i = 0; i < TILE; i++) {
        CHECK_EQ(l1[OUT + i], i % 256);
    }
}

int main(void) {
    RUN(bf16_loses_denormals_and_nan_unless_read_as_it_is);
    RUN(fp16_loses_denormals_unless_read_as_it_is);
    RUN(int16_is_kept);
    RUN(fp8_e5m2_loses_denormals_unless_read_as_it_is);
    RUN(fp8_e4m3_loses_denormals);
    RUN_IF(STX_DST_ROWS >= 512, fp32_int32_and_tf32_are_kept);
    RUN(block_formats_are_kept_where_the_exponent_is_used_up);
    RUN(block_formats_normalise);
    RUN(minus_zero_of_a_block_is_minus_infinity_and_hides_the_others);
    RUN_IF(STX_SRC_LOW && STX_DST_ROWS >= 512, int8_and_uint8_are_kept_through_the_fpu);
    return test_summary();
}
