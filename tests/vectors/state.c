/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - what each state line means: a table of keywords. Setters get the line and trust its
 * length, which the table has checked. */
#include <string.h>

#include "softensix/inspect.h"
#include "vectors/vec.h"

#define N(i) vec_number(line, i)
typedef void (*setter)(struct vec_state *s, const struct vec_line *line);

void vec_baseline(struct vec_state *s, const struct stx_port *port) {
    memset(s->l1, 0, s->l1_used);
    s->l1_used = 0;
    memset(s->stall, 0, sizeof s->stall);
    stx_init(&s->core, s->l1, VEC_L1_BYTES, port);
    stx_init_as_firmware(&s->core);
    stx_policy_set_all(&s->core, STX_POLICY_SILICON);
}

/* 19-bit datum: sign 18, mantissa 17:8, exponent 7:0. */
static void set_src(struct vec_state *s, const struct vec_line *line) {
    unsigned source = line->token[0][1] == 'b';
    for (int col = 0; col < 16; col++) {
        uint32_t d = N(3 + col);
        uint32_t datum = (d >> 18 & 1u) << 31 | (d & 0xFFu) << 23 | (d >> 8 & 0x3FFu) << 13;
        stx_src_poke(&s->core, source, N(1), N(2), (unsigned)col, datum);
    }
}

static void set_d(struct vec_state *s, const struct vec_line *line) {
    for (int col = 0; col < 16; col++) {
        stx_dst_poke(&s->core, N(1), (unsigned)col, N(2 + col));
    }
}

static void set_dv(struct vec_state *s, const struct vec_line *line) {
    for (uint32_t row = N(1); row <= N(2) && row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&s->core, row, N(3));
    }
}

static void set_l(struct vec_state *s, const struct vec_line *line) {
    for (int lane = 0; lane < 32; lane++) {
        s->core.sfpu.lreg[N(1) % STX_LREGS][lane] = N(2 + lane);
    }
}

static void set_lc(struct vec_state *s, const struct vec_line *line) {
    for (int column = 0; column < 8; column++) {
        s->core.sfpu.lane_config[column] = N(1);
    }
}

static void set_lcc(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.lane_config[N(1) & 7u] = N(2);
}

static void set_cc(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.use = N(1) ? UINT32_MAX : 0;
    s->core.sfpu.flags = N(2);
}

static void set_ccl(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.use = N(1);
    s->core.sfpu.flags = N(2);
}

static void set_ccs(struct vec_state *s, const struct vec_line *line) {
    bool per_lane = line->token[0][3] == 'l';
    s->core.sfpu.depth = (uint8_t)(N(1) & 15u);
    for (int i = 0; i < (int)N(1) && i < 8; i++) {
        uint32_t use = N(2 + 2 * i);
        s->core.sfpu.stack[i].use = per_lane || !use ? use : UINT32_MAX;
        s->core.sfpu.stack[i].flags = N(3 + 2 * i);
    }
}

static void set_prng(struct vec_state *s, const struct vec_line *line) {
    for (int lane = 0; lane < 32; lane++) {
        s->core.sfpu.prng[lane] = N(1 + lane);
    }
}

static void set_rwc(struct vec_state *s, const struct vec_line *line) {
    struct stx_rwc *r = &s->core.rwc[N(1) % STX_THREADS];
    r->srca = (uint8_t)N(2);
    r->srca_cr = (uint8_t)N(3);
    r->srcb = (uint8_t)N(4);
    r->srcb_cr = (uint8_t)N(5);
    r->dst = (uint16_t)N(6);
    r->dst_cr = (uint16_t)N(7);
    r->fidelity = (uint8_t)N(8);
}

static void set_sp(struct vec_state *s, const struct vec_line *line) {
    s->core.rwc[N(1) % STX_THREADS].sp = (uint16_t)N(2);
}

static void set_bias(struct vec_state *s, const struct vec_line *line) {
    s->core.rwc[N(1) % STX_THREADS].bias = (uint8_t)N(2);
}

static void set_ownership(struct stx_src *src, uint32_t fpu, uint32_t unpack, uint32_t valid) {
    src->fpu_bank = fpu % STX_SRC_BANKS;
    src->unpack_bank = unpack % STX_SRC_BANKS;
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        src->fpu_owns[bank] = valid >> bank & 1u;
    }
}

static void set_banks(struct vec_state *s, const struct vec_line *line) {
    set_ownership(&s->core.srca, N(1), N(2), N(3));
    set_ownership(&s->core.srcb, N(4), N(5), N(6));
}

static void set_fmt(struct vec_state *s, const struct vec_line *line) {
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        s->core.srca.format[bank] = (uint8_t)N(1 + bank);
        s->core.srcb.format[bank] = (uint8_t)N(3 + bank);
    }
}

static void set_cfg(struct vec_state *s, const struct vec_line *line) {
    s->core.cfg[N(1) % STX_CFG_BANKS][N(2) % STX_CFG_WORDS] = N(3);
}

static void set_tc(struct vec_state *s, const struct vec_line *line) {
    s->core.tcfg[N(1) % STX_THREADS][N(2) % STX_TCFG_WORDS] = (uint16_t)N(3);
}

static void set_g(struct vec_state *s, const struct vec_line *line) {
    s->core.gpr[N(1) % STX_THREADS][N(2) % STX_GPRS] = N(3);
}

static void set_sem(struct vec_state *s, const struct vec_line *line) {
    s->core.sem[N(1) & 7u].value = (uint8_t)N(2);
    s->core.sem[N(1) & 7u].max = (uint8_t)N(3);
    s->core.sem[N(1) & 7u].initialised = 1;
}

static void set_mtx(struct vec_state *s, const struct vec_line *line) {
    s->core.mutex[N(1) & 7u] = (uint8_t)N(2);
}

static void set_adc(struct vec_state *s, const struct vec_line *line) {
    struct stx_adc *adc = &s->core.adc[N(1) % STX_THREADS][N(2) % 3];
    for (int i = 0; i < 8; i++) {
        adc->at[i / 4][i % 4] = N(3 + i);
        adc->cr[i / 4][i % 4] = N(11 + i);
    }
}

static void set_mop(struct vec_state *s, const struct vec_line *line) {
    stx_mop_write(&s->core, N(1), N(2), N(3));
}

static void set_mopz(struct vec_state *s, const struct vec_line *line) {
    s->core.front[N(1) % STX_THREADS].mask_hi = (uint16_t)N(2);
}

static void set_rb(struct vec_state *s, const struct vec_line *line) {
    s->core.front[N(1) % STX_THREADS].replay[N(2) % STX_REPLAY_WORDS] = N(3);
}

static void set_rst(struct vec_state *s, const struct vec_line *line) {
    struct stx_front *f = &s->core.front[N(1) % STX_THREADS];
    f->record_at = (uint8_t)N(2);
    f->record_left = (uint8_t)N(3);
    f->record_executes = (uint8_t)N(4);
}

static void set_lmt(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.templates[N(1) & 3u] = N(2);
}

static void set_lms(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.sequence[N(1) & 3u] = N(2);
}

static void set_lmm(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.misc = N(1);
}

static void set_dbg(struct vec_state *s, const struct vec_line *line) {
    s->core.dbg_feature_disable = N(1);
}

static unsigned nibble(char c) {
    return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10) & 15u;
}

static void set_m(struct vec_state *s, const struct vec_line *line) {
    uint32_t address = N(1);
    for (const char *h = line->token[2]; h[0] && h[1] && address < VEC_L1_BYTES; h += 2) {
        s->l1[address++] = (uint8_t)(nibble(h[0]) << 4 | nibble(h[1]));
    }
    address = (address + 3u) & ~3u;
    if (address <= VEC_L1_BYTES && address > s->l1_used) {
        s->l1_used = address;
    }
}

static void set_stall(struct vec_state *s, const struct vec_line *line) {
    s->stall[N(1) % STX_THREADS] = N(2);
}

static const struct {
    const char *keyword;
    int tokens; /* at least */
    setter set;
} keywords[] = {
    {"sa", 19, set_src},     {"sb", 19, set_src}, {"d", 18, set_d},      {"dv", 4, set_dv},
    {"l", 34, set_l},        {"lc", 2, set_lc},   {"lcc", 3, set_lcc},   {"cc", 3, set_cc},
    {"ccl", 3, set_ccl},     {"ccs", 2, set_ccs}, {"ccsl", 2, set_ccs},  {"prng", 33, set_prng},
    {"rwc", 9, set_rwc},     {"sp", 3, set_sp},   {"bias", 3, set_bias}, {"src", 7, set_banks},
    {"fmt", 5, set_fmt},     {"cfg", 4, set_cfg}, {"tc", 4, set_tc},     {"g", 4, set_g},
    {"sem", 4, set_sem},     {"mtx", 3, set_mtx}, {"adc", 19, set_adc},  {"mop", 4, set_mop},
    {"mopz", 3, set_mopz},   {"rb", 4, set_rb},   {"rst", 5, set_rst},   {"lmt", 3, set_lmt},
    {"lms", 3, set_lms},     {"lmm", 2, set_lmm}, {"dbg", 2, set_dbg},   {"m", 3, set_m},
    {"stall", 3, set_stall},
};

bool vec_apply(struct vec_state *s, const struct vec_line *line) {
    for (unsigned i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (!strcmp(line->token[0], keywords[i].keyword)) {
            if (line->tokens < keywords[i].tokens) {
                return false;
            }
            keywords[i].set(s, line);
            return true;
        }
    }
    return false;
}
