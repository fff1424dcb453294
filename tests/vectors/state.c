/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - what each state line means: a table of keywords. Setters get the line and trust its
 * length and its numbers, which the table has checked. */
#include <string.h>

#include "number.h"
#include "softensix/inspect.h"
#include "vectors/vec.h"

#define N(i) (line->value[i])
enum { ENABLE_DEST_INDEX = 1u << 2 }; /* in LaneConfig */
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
    for (uint32_t row = N(1); row <= N(2); row++) {
        stx_dst_row_set_valid(&s->core, row, N(3));
    }
}

static void set_l(struct vec_state *s, const struct vec_line *line) {
    for (int lane = 0; lane < 32; lane++) {
        s->core.sfpu.lreg[N(1)][lane] = N(2 + lane);
    }
}

/* Words look at indices if any column has ENABLE_DEST_INDEX. */
static void note_indices(struct vec_state *s) {
    uint32_t config = 0;
    for (int column = 0; column < 8; column++) {
        config |= s->core.sfpu.lane_config[column];
    }
    s->core.sfpu.apart &= (uint8_t)~STX_APART_INDEX;
    s->core.sfpu.apart |= config & ENABLE_DEST_INDEX ? STX_APART_INDEX : 0;
}

static void set_lc(struct vec_state *s, const struct vec_line *line) {
    for (int column = 0; column < 8; column++) {
        s->core.sfpu.lane_config[column] = N(1);
    }
    note_indices(s);
}

static void set_lcc(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.lane_config[N(1)] = N(2);
    note_indices(s);
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
    s->core.sfpu.depth = (uint8_t)N(1);
    for (int i = 0; i < (int)N(1); i++) {
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
    struct stx_rwc *r = &s->core.rwc[N(1)];
    r->srca = (uint8_t)N(2);
    r->srca_cr = (uint8_t)N(3);
    r->srcb = (uint8_t)N(4);
    r->srcb_cr = (uint8_t)N(5);
    r->dst = (uint16_t)N(6);
    r->dst_cr = (uint16_t)N(7);
    r->fidelity = (uint8_t)N(8);
}

static void set_sp(struct vec_state *s, const struct vec_line *line) {
    s->core.rwc[N(1)].sp = (uint16_t)N(2);
}

static void set_bias(struct vec_state *s, const struct vec_line *line) {
    s->core.rwc[N(1)].bias = (uint8_t)N(2);
}

static void set_ownership(struct stx_src *src, uint32_t fpu, uint32_t unpack, uint32_t valid) {
    src->fpu_bank = (uint8_t)fpu;
    src->unpack_bank = (uint8_t)unpack;
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
    s->core.cfg[N(1)][N(2)] = N(3);
}

static void set_tc(struct vec_state *s, const struct vec_line *line) {
    s->core.tcfg[N(1)][N(2)] = (uint16_t)N(3);
}

static void set_g(struct vec_state *s, const struct vec_line *line) {
    s->core.gpr[N(1)][N(2)] = N(3);
}

static void set_sem(struct vec_state *s, const struct vec_line *line) {
    s->core.sem[N(1)].value = (uint8_t)N(2);
    s->core.sem[N(1)].max = (uint8_t)N(3);
    s->core.sem[N(1)].initialised = 1;
}

static void set_mtx(struct vec_state *s, const struct vec_line *line) {
    s->core.mutex[N(1)] = (uint8_t)N(2);
}

static void set_adc(struct vec_state *s, const struct vec_line *line) {
    struct stx_adc *adc = &s->core.adc[N(1)][N(2)];
    for (int i = 0; i < 8; i++) {
        adc->at[i / 4][i % 4] = N(3 + i);
        adc->cr[i / 4][i % 4] = N(11 + i);
    }
}

/* The packer is inside a sequence: column, row and plane of the next datum, its address in L1 and
 * that of the next exponent. */
static void set_pk(struct vec_state *s, const struct vec_line *line) {
    struct stx_packer *p = &s->core.packer[N(1)];
    memset(p, 0, sizeof *p);
    p->active = (uint8_t)N(2);
    if (p->active) {
        p->x = (uint8_t)N(3);
        p->y = (uint16_t)N(4);
        p->z = (uint16_t)N(5);
        p->data_address = N(6);
        p->exponent_address = N(7);
    }
}

static void set_mop(struct vec_state *s, const struct vec_line *line) {
    stx_mop_write(&s->core, N(1), N(2), N(3));
}

static void set_mopz(struct vec_state *s, const struct vec_line *line) {
    s->core.front[N(1)].mask_hi = (uint16_t)N(2);
}

static void set_rb(struct vec_state *s, const struct vec_line *line) {
    s->core.front[N(1)].replay[N(2)] = N(3);
}

static void set_rst(struct vec_state *s, const struct vec_line *line) {
    struct stx_front *f = &s->core.front[N(1)];
    f->record_at = (uint8_t)N(2);
    f->record_left = (uint8_t)N(3);
    f->record_executes = (uint8_t)N(4);
}

static void set_lmt(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.templates[N(1)] = N(2);
}

static void set_lms(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.sequence[N(1)] = N(2);
}

static void set_lmm(struct vec_state *s, const struct vec_line *line) {
    s->core.sfpu.misc = N(1);
}

static void set_dbg(struct vec_state *s, const struct vec_line *line) {
    s->core.dbg_feature_disable = N(1);
}

static void set_m(struct vec_state *s, const struct vec_line *line) {
    uint32_t address = N(1);
    for (const char *h = line->token[2]; *h; h += 2) {
        s->l1[address++] = (uint8_t)(number_digit(h[0]) << 4 | number_digit(h[1]));
    }
    address = (address + 3u) & ~3u;
    s->l1_used = address > s->l1_used ? address : s->l1_used;
}

static void set_stall(struct vec_state *s, const struct vec_line *line) {
    s->stall[N(1)] = N(2);
}

/* Values behind a keyword: so many, each of a kind, of which the last holds for the rest. */
#define PAIRS (-1)  /* the first one says how many pairs follow */
#define WANTED (-2) /* two, and only where a case says what it expects */
#define PACKER (-3) /* a packer and 0, or 1 and five more */
static const struct keyword {
    const char *keyword;
    int values;
    setter set;
    const char *kinds;
} keywords[] = {
    {"sa", 18, set_src, "bas"},      {"sb", 18, set_src, "bas"},
    {"d", 17, set_d, "rh"},          {"dv", 3, set_dv, "re1"},
    {"l", 33, set_l, "lw"},          {"lc", 1, set_lc, "w"},
    {"lcc", 2, set_lcc, "7w"},       {"cc", 2, set_cc, "1w"},
    {"ccl", 2, set_ccl, "w"},        {"ccs", PAIRS, set_ccs, "1w"},
    {"ccsl", PAIRS, set_ccs, "ww"},  {"prng", 32, set_prng, "w"},
    {"rwc", 8, set_rwc, "tcccchhc"}, {"sp", 2, set_sp, "th"},
    {"bias", 2, set_bias, "tc"},     {"src", 6, set_banks, "bbobbo"},
    {"fmt", 4, set_fmt, "f"},        {"cfg", 3, set_cfg, "BCw"},
    {"tc", 3, set_tc, "tTh"},        {"g", 3, set_g, "tgw"},
    {"sem", 3, set_sem, "7p"},       {"mtx", 2, set_mtx, "7m"},
    {"adc", 18, set_adc, "t2w"},     {"pk", PACKER, set_pk, "P1fhhAw"},
    {"mop", 3, set_mop, "tMw"},      {"mopz", 2, set_mopz, "th"},
    {"rb", 3, set_rb, "tRw"},        {"rst", 4, set_rst, "tRn1"},
    {"lmt", 2, set_lmt, "3w"},       {"lms", 2, set_lms, "3w"},
    {"lmm", 1, set_lmm, "w"},        {"dbg", 1, set_dbg, "w"},
    {"m", 2, set_m, "Ax"},           {"stall", WANTED, set_stall, "tw"},
};

/* The largest number of a kind: a digit is that number. */
static uint32_t most_of(char kind) {
    static const struct {
        char kind;
        uint32_t most;
    } kinds[] = {
        {'t', STX_THREADS - 1},
        {'m', STX_THREADS},
        {'b', STX_SRC_BANKS - 1},
        {'o', (1u << STX_SRC_BANKS) - 1},
        {'a', STX_SRC_ROWS - 1},
        {'s', 0x7FFFF},
        {'r', STX_DST_ROWS - 1},
        {'e', STX_DST_ROWS - 1},
        {'l', STX_LREGS - 1},
        {'g', STX_GPRS - 1},
        {'B', STX_CFG_BANKS - 1},
        {'C', STX_CFG_WORDS - 1},
        {'T', STX_TCFG_WORDS - 1},
        {'P', STX_PACKERS - 1},
        {'M', STX_MOP_WORDS - 1},
        {'R', STX_REPLAY_WORDS - 1},
        {'n', STX_REPLAY_WORDS},
        {'A', VEC_L1_BYTES - 1},
        {'f', 31}, /* codes of software have a fifth bit */
        {'p', 15}, /* posts of a semaphore */
        {'c', UINT8_MAX},
        {'h', UINT16_MAX},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].kind == kind) {
            return kinds[i].most;
        }
    }
    return kind >= '0' && kind <= '9' ? (uint32_t)(kind - '0') : UINT32_MAX;
}

/* Bytes of L1 from an address on, as pairs of digits. */
static bool bytes_are_good(struct vec_line *line, int token) {
    size_t digits = 0;
    while (number_digit(line->token[token][digits]) < 16) {
        digits++;
    }
    if (line->token[token][digits] || digits % 2 || !digits) {
        return vec_wrong(line, token, "is not a row of bytes of two digits each");
    }
    return digits / 2 <= VEC_L1_BYTES - N(1) || vec_wrong(line, token, "reaches beyond L1");
}

static bool number_is_good(struct vec_line *line, int token, char kind) {
    if (kind == 'x') {
        return bytes_are_good(line, token);
    }
    bool good = vec_number(line, token, most_of(kind));
    if (good && kind == 'e' && N(token) < N(token - 1)) {
        return vec_wrong(line, token, "is less than the number before it");
    }
    return good;
}

static bool numbers_are_good(struct vec_line *line, int first, const char *kinds) {
    bool good = true;
    for (int token = first; token < line->tokens && good; token++) {
        good = number_is_good(line, token, *kinds);
        kinds += kinds[1] != 0;
    }
    return good;
}

/* "ccs 2 use flags use flags". */
static bool pairs_are_good(struct vec_line *line, const char *kinds) {
    bool good = line->tokens > 1 ? vec_number(line, 1, 8) && vec_has(line, 1 + 2 * (int)N(1))
                                 : vec_has(line, 1);
    for (int token = 2; token < line->tokens && good; token++) {
        good = vec_number(line, token, most_of(kinds[token % 2]));
    }
    return good;
}

static bool line_is_good(struct vec_line *line, const struct keyword *k, bool wanted) {
    if (k->values == PAIRS) {
        return pairs_are_good(line, k->kinds);
    }
    if (k->values == WANTED && !wanted) {
        return vec_wrong(line, 0, "makes no sense here: a case says it after \"expect\"");
    }
    int packer = line->tokens == 3 ? 2 : 7;
    int values = k->values == WANTED ? 2 : k->values == PACKER ? packer : k->values;
    return vec_has(line, values) && numbers_are_good(line, 1, k->kinds);
}

bool vec_apply(struct vec_state *s, struct vec_line *line) {
    for (unsigned i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (!strcmp(line->token[0], keywords[i].keyword)) {
            bool good = line_is_good(line, &keywords[i], s->wanted);
            if (good) {
                keywords[i].set(s, line);
            }
            return good;
        }
    }
    return vec_wrong(line, 0, "makes no sense here");
}
