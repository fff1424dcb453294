/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR beside a model that moves one datum at a time: contexts, addresses, formats by context,
 * targets, transposition, shifts, lines, counters, with random words and configurations (SPEC 11.3,
 * in the same steps; for Wormhole appendix F). */
#include "data.h"
#include "draw.h"

static struct {
    uint32_t unit, multi, mode, context_id, step_context, by_counter, valid, zero;
} w; /* the word */
enum { WORMHOLE = STX_ARCH != STX_ARCH_BLACKHOLE, COUNTER = WORMHOLE ? 256 : 1 << 13 };
static uint32_t context, in, out, to_dst;
static struct stx_core after; /* the state as the model leaves it */

/* Bits of a configuration word of the unpacker's own section. */
static uint32_t own(unsigned word, unsigned low, unsigned width) {
    return cfg(word + UNPACKER_1_ON * w.unit, low, width);
}
static uint32_t half(unsigned word, unsigned of) { /* two contexts a word */
    return cfg(word + of % 4 / 2, of % 2 * 16, 16);
}
static unsigned bit_of_context(unsigned low) {
    return context < 4 ? low + context : low + 16 + context - 4;
}

static uint32_t context_of_word(void) {
    uint32_t offset = core.tcfg[0][TC_UNPACK_MISC] >> (8 * w.unit) & 15;
    uint32_t id = w.by_counter ? core.unpacker[w.unit].context_counter[0] : w.context_id;
    return w.multi ? (offset + id) % 8 : 0;
}

static void read_formats(void) {
    in = own(TILE_WORD, 0, 4);
    out = own(UNPACK_WORD, 0, 4);
    if (w.multi && own(UNPACK_WORD, 14, 1)) {
        in = own(OFFSET_WORD + context % 4, context < 4 ? 16 : 24, 4);
        out = own(OFFSET_WORD + context % 4, context < 4 ? 20 : 28, 4);
    }
}

static unsigned bits_of(uint32_t format) {
    return format == BFP4    ? 4
           : format == BFP2  ? 2
           : format % 4 == 0 ? 32
           : format % 4 == 1 ? 16
                             : 8;
}

static uint32_t at_least_1(uint32_t v) {
    return v ? v : 1;
}

/* The tile: where exponents and data begin, and how many datums a row, a column and a face have. */
static uint32_t exponents_at, data_at, size[4];

static void read_tile(void) {
    uint32_t offset = own(OFFSET_WORD + (w.multi ? context % 4 : 0), 0, 16);
    exponents_at = data_at =
        16 * (own(BASE_WORD + context, 0, 32) + offset + 1 + own(TILE_WORD + 3, 24, 8));
    size[0] = w.multi && w.unit == 0 ? half(WIDTH_WORD, context) : own(TILE_WORD, 16, 16);
    size[1] = own(TILE_WORD + 1, 0, 8);
    size[2] = at_least_1(own(TILE_WORD + 1, 16, 8));
    size[3] = at_least_1(own(TILE_WORD + 2, 0, 8));
    uint32_t groups = (size[0] * size[1] * size[2] * size[3] + 15) / 16;
    if (is_block(in) && !own(CONTEXTS_WORD, 8, 1) &&
        (!own(TILE_WORD, 5, 1) || (WORMHOLE && bits_of(in) == 8))) {
        data_at += (groups + 15) / 16 * 16;
    }
}

/* Sign, seven bits of magnitude and the exponent of its highest one. */
static uint32_t of_block(uint32_t v, uint32_t exponent) {
    uint32_t sign = v >> 7, magnitude = v % 128, zeros = 0;
    if (magnitude == 0) {
        return sign ? 0xFF800000 : 0;
    }
    for (; magnitude < 64; magnitude *= 2) {
        zeros++;
    }
    return sign << 31 | (exponent - zeros) % 256 << 23 | magnitude % 64 << 17;
}

static bool outside; /* does a datum lie outside L1? */

/* Datum i of the range, whose first one has this number in the tile. */
static uint32_t datum(uint32_t first, uint32_t i) {
    uint32_t bits = bits_of(in), number = first + i, line = bits == 8 || WORMHOLE ? 16 : 32;
    uint64_t bit = (uint64_t)number * bits;
    if (w.unit == 0 && bits >= 8 && own(UNPACK_WORD, 9, 1)) { /* lines of a row-major matrix */
        bit = (uint64_t)first * bits + i % line * bits +
              8ull * (i / line) * (own(UNPACK_WORD, 16, 12) * 16);
    }
    uint64_t from = data_at + bit / 8;
    bool beyond = from + 4 > sizeof l1 || exponents_at + number / 16 >= sizeof l1;
    outside |= beyond && !(WORMHOLE && w.zero);
    if (w.zero || outside) {
        return 0;
    }
    uint32_t v = l1_get((uint32_t)from, bits < 8 ? 1 : bits / 8) >> bit % 8;
    if (is_block(in)) {
        uint32_t exponent = own(CONTEXTS_WORD, 8, 1) ? cfg(FORCED_WORD + TARGET_1_ON * w.unit, 0, 8)
                                                     : l1[exponents_at + number / 16];
        v %= 1u << bits;
        return of_block(bits == 8 ? v : v << (8 - bits), exponent);
    }
    return in == BF16 ? v << 16 : to_dst ? v : v & 0xFFFFE000;
}

static uint32_t position(void) {
    static const uint8_t divisor[] = {4, 2, 1, 1};
    const uint32_t *at = core.adc[0][w.unit].at[1];
    unsigned strides = STRIDE_WORD + 2 * w.unit, z_width = WORMHOLE ? 12 : 16;
    uint32_t base = cfg(TARGET_WORD + TARGET_1_ON * w.unit, TARGET_LOW, WORMHOLE ? 16 : 18);
    uint32_t bytes = base + at[1] * cfg(strides, STRIDE_LOW, z_width) +
                     at[2] * cfg(strides + 1, 0, z_width) +
                     at[3] * cfg(strides + 1, STRIDE_LOW, 16);
    uint32_t t = bytes / divisor[out % 4];
    if (w.unit == 0 && w.multi) {
        t = half(DEST_WORD, context) + (to_dst || cfg(FORCED_WORD, 8, 1) ? t : 0);
    }
    return w.unit ? t : t - 64;
}

/* The rows of a burst by the bits of a datum in L1. */
static uint32_t burst_rows(unsigned bits, bool in_lines) {
    return WORMHOLE || bits == 4 ? 8 : bits == 2 ? 4 : bits == 8 ? (in_lines ? 4 : 8) : 64 / bits;
}

static void put(uint32_t at, uint32_t v) {
    uint32_t row = at / 16, column = at % 16;
    struct stx_src *src = w.unit ? &after.srcb : &after.srca;
    uint32_t dst_row = row & (core.tcfg[0][TC_SRCA_SET] & 4 ? 0x3CFu : 0x3FFu);
    if (to_dst && out % 4 == 0) {
        stx_dst_set_f32(&after, dst_row, column, v);
        stx_dst_row_set_valid(&after, dst_row / 8 * 16 + dst_row % 8, true);
    } else if (to_dst) {
        stx_dst_set_bf16(&after, dst_row, column, v >> 16);
        stx_dst_row_set_valid(&after, dst_row, true);
    } else if (w.unit == 0 && cfg(UNPACK_WORD, 8, 1)) { /* transposed in blocks of 16 x 16 */
        stx_src_poke(&after, 0, src->unpack_bank, row % 64 / 16 * 16 + column, row % 16, v);
    } else {
        stx_src_poke(&after, w.unit, src->unpack_bank, row % 64, column, v);
    }
}

static void move_datums(void) {
    const struct stx_adc *adc = &core.adc[0][w.unit];
    uint32_t first = adc->at[0][0] +
                     size[0] * (adc->at[0][1] +
                                size[1] * (adc->at[0][2] % 256 + size[2] * (adc->at[0][3] % 256)));
    uint32_t at = position(), skipped = 0u - at;
    bool drops = WORMHOLE && w.unit == 0 && !to_dst && skipped <= 64; /* before SrcA's first row */
    uint32_t before = drops ? skipped : 0, shift = w.unit || own(UNPACK_WORD, 9, 1)
                                                       ? 0
                                                       : own(UNPACK_WORD, 16 + context % 4 * 4, 4);
    if (!to_dst && (w.unit || !(core.tcfg[0][TC_SRCA_SET] & 4))) {
        at += core.unpacker[w.unit].row_base[0] * 16;
    }
    uint32_t burst = burst_rows(bits_of(in), own(UNPACK_WORD, 9, 1)), set = WORMHOLE ? 64 : 16;
    for (uint32_t i = 0; i < adc->at[1][0] - adc->at[0][0] + 1; i++) {
        uint32_t begin = at + before, row = (begin % 16 + i - before) / 16;
        uint32_t begins = (begin / 16 + row / burst * burst) % set;
        bool behind = w.unit == 0 && !to_dst && begins + row % burst >= set;
        uint32_t v = datum(first, i); /* read even if it goes nowhere */
        if (i >= before && (at + i) % 16 >= shift && !behind) {
            put(at + i - shift, v);
        }
    }
}

static void count_context(struct stx_unpacker *u, uint32_t used) {
    uint32_t contexts = 1u << own(UNPACK_WORD, 6, 2), next = (used + 1) % 8;
    u->context_counter[0] = (uint8_t)(!WORMHOLE ? next % contexts : next < contexts ? next : 0);
}

static void step_counters(void) {
    struct stx_adc *adc = &after.adc[0][w.unit];
    struct stx_unpacker *u = &after.unpacker[w.unit];
    uint32_t base = core.tcfg[0][TC_SRCA_SET + w.unit] % 4 * 16;
    adc->at[0][2] = (adc->at[0][2] + w.mode % 4) % COUNTER;
    adc->at[0][1] += w.mode / 4 % 4;
    adc->at[1][2] = (adc->at[1][2] + w.mode / 16 % 4) % COUNTER;
    adc->at[1][1] += w.mode / 64;
    if (WORMHOLE ? w.by_counter && w.multi : w.by_counter || w.step_context) {
        count_context(u, WORMHOLE ? context : u->context_counter[0]);
    }
    if (w.valid || own(UNPACK_WORD, 10, 1)) {
        u->row_base[0] = (uint8_t)(w.valid ? base : (u->row_base[0] + 16 + base) % 64);
    }
}

static void hand_over(void) {
    struct stx_src *src = w.unit ? &after.srcb : &after.srca;
    after.unpacker[w.unit].valid_format = (uint8_t)(WORMHOLE ? 0 : out);
    src->fpu_owns[src->unpack_bank] = 1;
    src->format[src->unpack_bank] = (uint8_t)(WORMHOLE ? 0 : out);
    src->unpack_bank ^= 1;
}

/* A configuration in which all pairs of formats are legal, for the target that is drawn. */
static void configure_unit(unsigned unit, bool dst) {
    static const uint8_t pairs[][2] = {
        {BF16, BF16}, {FP32, TF32}, {BFP8, BFP8}, {BFP4, BFP4}, {BFP2, BFP2}};
    const unsigned s = UNPACKER_1_ON * unit;
    for (unsigned i = 0; i < 5; i++) { /* the words by contexts, and those for all */
        const uint8_t *one = pairs[mostly(0, draw(5))], *two = pairs[mostly(0, draw(5))];
        uint32_t first = one[0] | (dst && one[0] == FP32 ? FP32 : one[1]) << 4;
        uint32_t second = two[0] | (dst && two[0] == FP32 ? FP32 : two[1]) << 4;
        if (i < 4) {
            core.cfg[0][OFFSET_WORD + s + i] = first << 16 | second << 24 | draw(256);
        } else {
            core.cfg[0][TILE_WORD + s] =
                first % 16 | 1u << 4 | mostly(0, 1) << 5 | mostly(16 * draw(17), draw(300)) << 16;
            core.cfg[0][UNPACK_WORD + s] = first >> 4 | draw(4) << 6 | draw(2) << 10 |
                                           (uint32_t)dst << 11 | mostly(0, 1) << 14;
        }
    }
    core.cfg[0][TILE_WORD + 1 + s] = draw(5) | draw(5) << 16;
    core.cfg[0][TILE_WORD + 2 + s] = draw(4);
    core.cfg[0][TILE_WORD + 3 + s] = mostly(0, draw(8)) << 24;
    core.cfg[0][CONTEXTS_WORD + s] = 0xF000F | (dst ? 0xF000F0 : 0) | mostly(0, 1) << 8;
    for (unsigned i = 0; i < 8; i++) {
        core.cfg[0][BASE_WORD + s + i] = draw(256);
    }
    core.cfg[0][TARGET_WORD + TARGET_1_ON * unit] = mostly(32 * draw(128), draw(4096))
                                                    << TARGET_LOW;
    core.cfg[0][STRIDE_WORD + 2 * unit] = mostly(32 * draw(8), draw(256)) << STRIDE_LOW;
    core.cfg[0][STRIDE_WORD + 1 + 2 * unit] =
        mostly(32 * draw(16), draw(512)) | mostly(32 * draw(16), draw(512)) << STRIDE_LOW;
}

static void configure(void) {
    plain = draw(2);
    bool dst = mostly(0, draw(3) > 0);
    configure_unit(0, dst);
    configure_unit(1, false);
    if (!dst) {
        core.cfg[0][UNPACK_WORD] |=
            draw(2) << 8 | mostly(0, test_random(&seed) & 0xFFFF0000u) | mostly(0, 1) << 9;
    } else if (draw(2)) { /* lines */
        core.cfg[0][UNPACK_WORD] |= draw(256) << 16 | 1u << 9;
    }
    core.cfg[0][FORCED_WORD] = (core.cfg[0][FORCED_WORD] & 0xFF) | draw(2) << 8;
    core.cfg[0][FORCED_WORD] ^= draw(256);
    core.cfg[0][FORCED_WORD + TARGET_1_ON] = draw(256);
    for (unsigned i = 0; i < 2; i++) {
        core.cfg[0][DEST_WORD + i] =
            ((WORMHOLE ? mostly(64, draw(64)) : 64) + mostly(16 * draw(64), draw(1024))) * 0x10001u;
        core.cfg[0][WIDTH_WORD + i] = (mostly(16 * draw(19), draw(300))) | draw(300) << 16;
    }
    core.tcfg[0][TC_SRCA_SET] = (uint16_t)(draw(4) | mostly(1, draw(2)) << 2);
    core.tcfg[0][TC_SRCA_SET + 1] = (uint16_t)mostly(0, draw(4));
    core.tcfg[0][TC_UNPACK_MISC] = (uint16_t)(draw(16) | draw(16) << 8);
}

static uint32_t draw_word(void) {
    w.unit = draw(2);
    w.multi = mostly(1, 0);
    w.mode = draw(256);
    w.context_id = draw(8);
    w.step_context = draw(2);
    w.by_counter = draw(2);
    w.valid = draw(2);
    w.zero = mostly(0, draw(2));
    uint32_t x = mostly(16 * draw(4), draw(64)), count = mostly(16 * (1 + draw(20)), 1 + draw(100));
    core.adc[0][w.unit].at[0][0] = x;
    core.adc[0][w.unit].at[1][0] = x + count - 1;
    for (unsigned i = 1; i < 4; i++) {
        core.adc[0][w.unit].at[0][i] =
            (draw(4) + (i > 1 ? mostly(0, 256 * draw(32)) : 0)) % COUNTER;
        core.adc[0][w.unit].at[1][i] =
            (draw(4) + (i > 1 ? mostly(0, 256 * draw(32)) : 0)) % COUNTER;
    }
    return TT_OP_UNPACR(w.unit, w.mode, w.step_context, w.context_id, 0, w.multi, w.valid, 0,
                        w.zero, w.by_counter, 0, 0, 1);
}

/* Lines of block formats and shifts to Dst have no rule. */
static bool has_a_rule(void) {
    bool lines = w.unit == 0 && own(UNPACK_WORD, 9, 1);
    bool shifts =
        w.unit == 0 && (!lines || bits_of(in) < 8) && own(UNPACK_WORD, 16 + context % 4 * 4, 4);
    return !(to_dst && shifts) && !(lines && is_block(in));
}

/* Rows with mantissa bits 2:0 are known to have them. Makes what is known of both the same. */
static bool knows_fine_rows(const struct stx_src *src, struct stx_src *model) {
    bool known = true;
#if STX_SRC_LOW
    for (unsigned i = 0; i < STX_SRC_BANKS * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned row = i / STX_COLS % STX_SRC_ROWS, bank = i / STX_COLS / STX_SRC_ROWS;
        bool fine = src->fine[bank] && src->fine_rows[bank][row / 32] >> row % 32 & 1u;
        known = known && (fine || !src->low[bank][row][i % STX_COLS]);
    }
    memcpy(model->fine_rows, src->fine_rows, sizeof src->fine_rows);
    memcpy(model->fine, src->fine, sizeof src->fine);
#else
    (void)src, (void)model;
#endif
    return known;
}

static bool same_as_model(void) {
    return memcmp(&core.srca, &after.srca, sizeof core.srca) == 0 &&
           memcmp(&core.srcb, &after.srcb, sizeof core.srcb) == 0 &&
           memcmp(&core.dst, &after.dst, sizeof core.dst) == 0 &&
           memcmp(core.adc, after.adc, sizeof core.adc) == 0 &&
           memcmp(core.unpacker, after.unpacker, sizeof core.unpacker) == 0;
}

/* False: a datum lies outside L1. */
static bool model_word(void) {
    struct stx_unpacker *u = &after.unpacker[w.unit];
    if (WORMHOLE && w.step_context) { /* another instruction */
        count_context(u, u->context_counter[0]);
        return true;
    }
    read_tile();
    outside = false;
    move_datums();
    if (outside) {
        return false;
    }
    step_counters();
    if (w.valid) {
        hand_over();
    }
    return true;
}

TEST(each_word_does_what_the_model_does) {
    unsigned done_words = 0;
    start();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    for (unsigned i = 0; i < sizeof l1; i++) {
        l1[i] = (uint8_t)(test_random(&seed) >> 16);
    }
    for (unsigned i = 0; i < 3000; i++) {
        configure();
        uint32_t word = draw_word();
        context = context_of_word();
        to_dst = w.unit == 0 &&
                 cfg(w.multi ? CONTEXTS_WORD : UNPACK_WORD, w.multi ? bit_of_context(4) : 11, 1);
        read_formats();
        if (!has_a_rule()) {
            continue;
        }
        memcpy(&after, &core, sizeof core);
        if (!model_word()) {
            continue;
        }
        CHECK(done(word));
        memset(core.srca.decoded, 0, sizeof core.srca.decoded);
        memset(core.srcb.decoded, 0, sizeof core.srcb.decoded);
        memset(after.srca.decoded, 0, sizeof after.srca.decoded);
        memset(after.srcb.decoded, 0, sizeof after.srcb.decoded);
        CHECK(knows_fine_rows(&core.srca, &after.srca) && knows_fine_rows(&core.srcb, &after.srcb));
        CHECK(same_as_model());
        core.srca.fpu_owns[0] = core.srca.fpu_owns[1] = 0;
        core.srcb.fpu_owns[0] = core.srcb.fpu_owns[1] = 0;
        done_words++;
    }
    CHECK(done_words > 1500);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, each_word_does_what_the_model_does);
    return test_summary();
}
