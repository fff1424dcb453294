/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * PACR beside a model of one row after the other: rows, addresses, ReLU, edge masks, ends of
 * sequences and counters, with random words and configurations (SPEC 12.1 to 12.3, 12.8). Dst holds
 * ordinary numbers, which no conversion changes: BF16, or FP32. */
#include "data.h"
#include "draw.h"

/* What the packer remembers, and L1. */
static struct {
    bool active, wide;
    uint32_t data, y, z;
} m;
static uint8_t expected[sizeof l1];

static const struct stx_adc *counters(void) {
    return &core.adc[0][2];
}

static uint32_t relu(uint32_t v) {
    uint32_t mode = cfg(2, 2, 2), threshold = cfg(2, 6, 16) << (m.wide ? 16 : 0);
    unsigned cut = m.wide ? 13 : 0;
    if (mode && v >> (m.wide ? 31 : 15)) {
        return 0;
    }
    if (mode == 2 && v <= threshold) {
        return 0;
    }
    return mode == 3 && v >> cut > threshold >> cut ? threshold : v;
}

/* Does the edge mask of the k-th row keep this column of Dst? */
static bool is_kept(unsigned k, unsigned column) {
    uint32_t set = cfg(24, 17, 2);
    if (cfg(19, 8, 1)) {
        set = cfg(36 + cfg(19, 0, 2), 2 * ((m.z + cfg(180, 12, 6)) % 16), 2);
    }
    return cfg(24 + cfg(20 + set, 2 * ((m.y + k) % 16), 2), column, 1);
}

static void next_position(unsigned rows) {
    m.y = (m.y + rows) % 256;
    if (m.y == cfg(28, 8, 8)) {
        m.y = 0;
        m.z++;
    }
}

static void put_datum(unsigned row, unsigned k, unsigned column, bool zero) {
    uint32_t v = m.wide ? stx_dst_f32(&core, row, column) : stx_dst_bf16(&core, row, column);
    bool there = stx_dst_row_valid(&core, m.wide ? row / 8 * 16 + row % 8 : row);
    v = relu(there && !zero ? v : 0);
    if (!is_kept(k, column)) {
        v = cfg(24, 16, 1) ? (m.wide ? 0xFF800000 : 0xFF80) : 0;
    }
    for (unsigned i = 0; i < (m.wide ? 4 : 2); i++) {
        expected[m.data++] = (uint8_t)(v >> (8 * i));
    }
}

static void begin_sequence(void) {
    const uint32_t *at = counters()->at[1];
    uint32_t bytes =
        at[1] * cfg(14, 16, 16) + at[2] * cfg(15, 0, 16) + at[3] * cfg(15, 16, 16) + cfg(17, 0, 18);
    uint32_t unit = core.cfg[0][69] + bytes / 16 + !cfg(70, 15, 1);
    if (!m.active) {
        m.data = unit % (1 << 17) * 16;
        m.y = m.z = 0;
        m.active = true;
    }
}

static uint32_t first_row(void) {
    const uint32_t *at = counters()->at[0];
    uint32_t bytes = at[1] * cfg(12, 16, 16) + at[2] * cfg(13, 0, 16) + at[3] * cfg(13, 16, 16);
    return bytes / (m.wide ? 4 : 2) / 16 + cfg(180, 0, 12);
}

struct word {
    uint32_t strided, mode, zero, mask, flush, last;
};

/* False: what the word would write does not lie in L1. Dst has all rows that are drawn. */
static bool model(const struct word *w) {
    unsigned n = w->flush ? 0 : counters()->at[1][0] + 1, rows = 0;
    uint32_t chosen[4];
    for (unsigned i = 0; i < 4; i++) {
        if ((w->mask ? w->mask : 15) >> i & 1) {
            chosen[rows] = (first_row() + (w->strided ? 16 * rows : i)) % 1024;
            rows++;
        }
    }
    begin_sequence();
    uint64_t end = (uint64_t)m.data + rows * n * (m.wide ? 4 : 2);
    if ((w->last || w->flush ? (end + 15) / 16 * 16 : end) > sizeof l1) {
        return false;
    }
    for (unsigned i = 0; i < rows * n; i++) {
        put_datum(chosen[i / n], i / n, i % n, w->zero);
    }
    if (n) {
        next_position(rows);
    }
    for (; (w->last || w->flush) && m.data % 16; m.data++) {
        expected[m.data] = 0;
    }
    m.active = !w->last && !w->flush;
    return true;
}

static void advance_y(struct stx_adc *adc, unsigned channel, uint32_t mode) {
    uint32_t copy = adc->cr[channel][1], value = adc->at[channel][1] + mode % 16;
    value = mode & 32 ? 0 : mode & 16 ? copy + mode % 16 : value;
    adc->at[channel][1] = value % (1 << 13);
    adc->cr[channel][1] = mode & 48 ? adc->at[channel][1] : copy;
}
static void advance_z(struct stx_adc *adc, unsigned channel, uint32_t mode) {
    adc->at[channel][2] = mode & 2 ? 0 : (adc->at[channel][2] + mode % 2) % (1 << 13);
    adc->cr[channel][2] = mode & 2 ? 0 : adc->cr[channel][2];
}
static struct stx_adc advanced(unsigned mode) {
    struct stx_adc adc = *counters();
    uint32_t how = core.tcfg[0][37 + mode];
    advance_y(&adc, 0, how);
    advance_y(&adc, 1, how >> 6);
    advance_z(&adc, 0, how >> 12);
    advance_z(&adc, 1, how >> 14);
    return adc;
}

static void fill_dst(void) {
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&core, row, draw(16) != 0);
        for (unsigned column = 0; column < STX_COLS; column++) { /* no exponent of 0 or 255 */
            stx_dst_set_bf16(&core, row, column, draw(2) << 15 | (64 + draw(128)) << 7 | draw(128));
        }
    }
}

/* A plain configuration with, mostly, nothing odd about it; between sequences. */
static void configure(void) {
    m.wide = draw(2);
    plain = draw(2);
    pack_plain(m.wide ? READ_32B : 0, m.wide ? FP32 : BF16, m.wide ? FP32 : BF16);
    uint32_t size = m.wide ? 4 : 2;
    core.cfg[0][2] = mostly(0, draw(4) << 2 | (0x3F80 + draw(64)) << 6);
    core.cfg[0][12] = (16 * size + mostly(0, draw(9))) << 16;
    core.cfg[0][13] = mostly(256 * size, draw(2048)) | mostly(0, draw(512)) << 16;
    core.cfg[0][14] = mostly(0, draw(512)) << 16;
    core.cfg[0][15] = mostly(0, draw(512)) | mostly(0, draw(512)) << 16;
    core.cfg[0][17] = mostly(0, draw(4096));
    core.cfg[0][19] = mostly(0, draw(4) | draw(2) << 8);
    core.cfg[0][24] = mostly(0xFFFF, draw(1 << 17)) | draw(4) << 17;
    for (unsigned i = 0; i < 4; i++) {
        core.cfg[0][20 + i] = mostly(0, test_random(&seed));
        core.cfg[0][25 + i % 3] = mostly(0xFFFF, draw(1 << 16));
        core.cfg[0][36 + i] = test_random(&seed);
    }
    core.cfg[0][28] = (1 + draw(8)) << 8;
    core.cfg[0][69] = mostly(OUT / 16 + draw(1024), sizeof l1 / 16 - 1 - draw(64)) | draw(2) << 31;
    core.cfg[0][70] |= mostly(0, 1u << 15);
    core.cfg[0][180] = (draw(m.wide ? 256 : 512) & mostly(~3u, ~0u)) | draw(64) << 12;
    for (unsigned i = 0; i < 4; i++) {
        core.tcfg[0][37 + i] = (uint16_t)mostly(4 * draw(4), test_random(&seed) >> 16);
    }
    run(TT_OP_SETADCXY(PACKER, 0, draw(4), 0, draw(8), 10));
    run(TT_OP_SETADCZW(PACKER, mostly(0, draw(3)), draw(4), mostly(0, draw(2)), draw(3), 15));
}

static struct word draw_word(void) {
    bool narrow = mostly(0, draw(2));
    run(TT_OP_SETADCXX(PACKER, narrow ? 7 : 15, 0));
    return (struct word){.strided = mostly(0, draw(2)),
                         .mode = draw(4),
                         .zero = mostly(0, draw(4) == 0),
                         .mask = narrow ? 1u << draw(4) : mostly(15, draw(16)),
                         .flush = draw(16) == 0,
                         .last = draw(3) == 0};
}

static bool rows_are_there(const struct word *w) {
    return w->flush || first_row() + 48 < (m.wide ? 512 : 1024);
}

static bool as_the_model(const struct word *w) {
    const struct stx_adc after = advanced(w->mode);
    bool fits = model(w);
    enum stx_result result =
        run(TT_OP_PACR(0, 0, w->strided, w->mode, 0, w->zero, w->mask, 0, 0, 0, w->flush, w->last));
    if (!fits) {
        m.active = core.packer[0].active;
        stx_clear_fault(&core);
        return result == STX_FAULT && memcmp(expected, l1, sizeof l1) == 0;
    }
    return result == STX_DONE && memcmp(expected, l1, sizeof l1) == 0 &&
           memcmp(&after, counters(), sizeof after) == 0 && core.packer[0].active == m.active &&
           core.packer[0].data_address == m.data && core.packer[0].y == m.y &&
           core.packer[0].z == m.z;
}

TEST(each_word_does_what_the_model_does) {
    start();
    stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
    fill_dst();
    for (unsigned i = 0; i < 3000; i++) {
        if (!m.active) {
            configure();
            memset(l1, 0xEE, sizeof l1);
            memset(expected, 0xEE, sizeof expected);
        }
        struct word w = draw_word();
        if (!rows_are_there(&w)) {
            core.packer[0].active = 0;
            m.active = false;
            continue;
        }
        CHECK(as_the_model(&w));
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, each_word_does_what_the_model_does);
    return test_summary();
}
