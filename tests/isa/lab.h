/* SPDX-License-Identifier: Apache-2.0
 *
 * lab.h - a laboratory for what the rows of blackhole.def claim: random states of a core, its L1
 * and the tile's registers; what a word has changed; whether something that was perturbed before a
 * word ran mattered to it. */
#ifndef TESTS_ISA_LAB_H
#define TESTS_ISA_LAB_H

#include "insn/data.h"
#include "regs/cfg.h"
#include "softensix/isa.h"

enum { LAB_L1 = 0x8000, STREAMS = 0xB40000 - 0xB00000, STREAM_WORDS = 64 };

/* Everything that a word can see. */
struct lab {
    struct stx_core core;
    uint32_t stream[STREAM_WORDS]; /* registers of the tile that are not the coprocessor's */
    uint8_t l1[LAB_L1];
};

static uint32_t seed = 20261123;
static uint32_t random32(void) {
    return test_random(&seed);
}

/* Which part an item of the state is, by its name; 0 is none: what the front end and the clock do
 * for every word. */
static const struct {
    const char *begins, *ends;
    uint32_t part;
} part_names[] = {{"srca.high", "", STX_PART_SRCA},
                  {"srca.low", "", STX_PART_SRCA},
                  {"srca.", "", STX_PART_BANKS},
                  {"srcb.high", "", STX_PART_SRCB},
                  {"srcb.low", "", STX_PART_SRCB},
                  {"srcb.", "", STX_PART_BANKS},
                  {"dst.", "", STX_PART_DST},
                  {"sfpu.lreg", "", STX_PART_LREG},
                  {"sfpu.flags", "", STX_PART_FLAGS},
                  {"sfpu.use", "", STX_PART_FLAGS},
                  {"sfpu.depth", "", STX_PART_FLAGS},
                  {"sfpu.stack", "", STX_PART_FLAGS},
                  {"sfpu.prng", "", STX_PART_RANDOM},
                  {"sfpu.lane_config", "", STX_PART_SFPCFG},
                  {"sfpu.templates", "", STX_PART_SFPCFG},
                  {"sfpu.sequence", "", STX_PART_SFPCFG},
                  {"sfpu.misc", "", STX_PART_SFPCFG},
                  {"sfpu.late", "", 0},
                  {"sfpu.apart", "", 0},
                  {"sfpu.", "", STX_PART_SCHEDULE},
                  {"cfg", "", STX_PART_CFG},
                  {"dbg", "", STX_PART_CFG},
                  {"tcfg", "", STX_PART_TCFG},
                  {"gpr", "", STX_PART_GPR},
                  {"rwc", "", STX_PART_RWC},
                  {"shiftxa_row", "", STX_PART_RWC},
                  {"adc", "", STX_PART_ADC},
                  {"sem", "", STX_PART_SEM},
                  {"mutex_waits", "", 0},
                  {"mutex", "", STX_PART_MUTEX},
                  {"unpacker", "", STX_PART_UNPACKER},
                  {"packer", "", STX_PART_PACKER},
                  {"exponents", "", STX_PART_PACKER},
                  {"mailbox", "", STX_PART_REGISTERS},
                  {"front", ".mop_cfg", STX_PART_MOP},
                  {"front", ".mask_hi", STX_PART_MOP},
                  {"front", ".replay", STX_PART_REPLAY}};

static bool ends_with(const char *name, const char *end) {
    size_t n = strlen(name), e = strlen(end);
    return n >= e && !strcmp(name + n - e, end);
}

static uint32_t part_of(const struct stx_item *item) {
    for (unsigned i = 0; i < sizeof part_names / sizeof part_names[0]; i++) {
        if (!strncmp(item->name, part_names[i].begins, strlen(part_names[i].begins)) &&
            ends_with(item->name, part_names[i].ends)) {
            return part_names[i].part;
        }
    }
    return 0;
}

/* Bytes of struct lab that belong to a part; kept in one list, made once. */
struct piece {
    uint32_t offset, bytes, part;
    const struct stx_item *item; /* NULL: L1 or the tile's registers */
};
static struct piece pieces[640];
static unsigned piece_count;

static void add_piece(size_t offset, size_t bytes, uint32_t part, const struct stx_item *item) {
    pieces[piece_count++] = (struct piece){(uint32_t)offset, (uint32_t)bytes, part, item};
}

static void find_pieces(void) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        uint32_t part = part_of(item);
        if (part || !strcmp(item->name, "retired")) {
            add_piece(item->offset, (size_t)item->size * item->count, part, item);
        }
    }
    add_piece(offsetof(struct lab, l1), LAB_L1, STX_PART_L1, NULL);
    add_piece(offsetof(struct lab, stream), sizeof((struct lab *)0)->stream, STX_PART_REGISTERS,
              NULL);
}

static uint8_t *bytes_of(struct lab *lab, const struct piece *piece) {
    return (uint8_t *)lab + piece->offset;
}

static bool equal(struct lab *a, struct lab *b, const struct piece *piece) {
    return !memcmp(bytes_of(a, piece), bytes_of(b, piece), piece->bytes);
}

/* The tile has registers too: 64 words, where those of the NoC's streams are. */
static bool outside(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    struct lab *lab = (struct lab *)ctx;
    uint32_t index = (address - STX_REGISTER_WINDOW - STREAMS) / 4;
    (void)thread;
    if (index >= STREAM_WORDS) {
        return false;
    }
    if (value && write) {
        lab->stream[index] = *value;
    } else if (value) {
        *value = lab->stream[index];
    }
    return true;
}

static void lab_copy(struct lab *to, const struct lab *from) {
    memcpy(to, from, sizeof *to);
    to->core.l1 = to->l1;
    to->core.port.ctx = to;
    to->core.port.outside = outside;
}

static void forget_decoded(struct stx_core *c) {
    memset(c->srca.decoded, 0, sizeof c->srca.decoded);
    memset(c->srcb.decoded, 0, sizeof c->srcb.decoded);
}

/* Counters stay as wide as they are. */
static void keep_widths(struct stx_core *c) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        c->rwc[t].dst &= 1023u, c->rwc[t].dst_cr &= 1023u, c->rwc[t].sp &= 1023u;
        c->rwc[t].srca &= 63u, c->rwc[t].srca_cr &= 63u;
        c->rwc[t].srcb &= 63u, c->rwc[t].srcb_cr &= 63u;
        c->rwc[t].fidelity &= 3u, c->rwc[t].bias &= 1u;
    }
    forget_decoded(c);
}

static void randomize_element(struct lab *lab, const struct stx_item *item, uint32_t e) {
    uint32_t value = random32();
    uint8_t *at = (uint8_t *)&lab->core + item->offset + e * item->size;
    value = item->limit < UINT32_MAX ? value % (item->limit + 1u) : value;
    for (unsigned i = 0; i < item->size; i++) { /* the host of these tests is little-endian */
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static void randomize_piece(struct lab *lab, const struct piece *piece) {
    for (uint32_t e = 0; piece->item && e < piece->item->count; e++) {
        randomize_element(lab, piece->item, e);
    }
    for (uint32_t i = 0; !piece->item && i < piece->bytes; i += 4) {
        uint32_t value = random32();
        memcpy(bytes_of(lab, piece) + i, &value, 4);
    }
}

/* Anything in every item of these parts. */
static void randomize(struct lab *lab, uint32_t parts) {
    for (unsigned i = 0; i < piece_count; i++) {
        if (pieces[i].part & parts) {
            randomize_piece(lab, &pieces[i]);
        }
    }
    keep_widths(&lab->core);
}

/* Two runs from a0 and b0, which differed in something, have ended in a1 and b1: did the difference
 * matter? It did if a bit differs in the end that either run has changed. */
static bool mattered(struct lab *a0, struct lab *b0, struct lab *a1, struct lab *b1) {
    for (unsigned i = 0; i < piece_count; i++) {
        const uint8_t *x0 = bytes_of(a0, &pieces[i]), *y0 = bytes_of(b0, &pieces[i]);
        const uint8_t *x1 = bytes_of(a1, &pieces[i]), *y1 = bytes_of(b1, &pieces[i]);
        if (equal(a1, b1, &pieces[i])) {
            continue;
        }
        for (uint32_t k = 0; k < pieces[i].bytes; k++) {
            if ((x1[k] ^ y1[k]) & ((x0[k] ^ x1[k]) | (y0[k] ^ y1[k]))) {
                return true;
            }
        }
    }
    return false;
}

/* Addresses that words of the scalar unit can do something with. */
static uint32_t some_register(void) {
    switch (random32() % 6) {
    case 0:
        return STX_MOP_WINDOW - STX_REGISTER_WINDOW + 4 * (random32() % STX_MOP_WORDS);
    case 1:
        return STX_DEBUG_WINDOW - STX_REGISTER_WINDOW + (random32() % 2 ? 0x68 : 0x1F0);
    case 2:
        return STREAMS + 4 * (random32() % STREAM_WORDS);
    case 3:
        return random32() & 0xFFFFFu;
    default:
        return STX_DST_WINDOW - STX_REGISTER_WINDOW + 4 * (random32() % 0x2000);
    }
}

static uint32_t some_gpr(void) {
    switch (random32() % 4) {
    case 0:
        return random32() % 256;
    case 1:
        return some_register();
    case 2:
        return random32() % (LAB_L1 / 16) | random32() % 16 << 16;
    default:
        return random32();
    }
}

/* Words that do nothing: they count as executed. */
static uint32_t some_idle_word(void) {
    static const uint32_t words[] = {TT_OP_NOP, TT_OP_DMANOP, TT_OP_RSTDMA, TT_OP_SFPNOP};
    return words[random32() % 4];
}

/* What the front end expands: loops that are short, of words that do nothing. */
static void plain_front(struct stx_front *f) {
    for (unsigned i = 0; i < STX_MOP_WORDS; i++) {
        f->mop_cfg[i] = i < 2 ? random32() % 4 : some_idle_word();
    }
    for (unsigned i = 0; i < STX_REPLAY_WORDS; i++) {
        f->replay[i] = some_idle_word();
    }
    f->mask_hi = (uint16_t)random32();
}

static void start_plain_tile(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    unpack_plain(0, BF16, BF16, 256);
    unpack_plain(1, BF16, BF16, 256);
    pack_plain(0, BF16, BF16);
}

static void some_owner(struct stx_src *src) {
    src->fpu_owns[src->fpu_bank] = random32() % 4 != 0;
}

#if STX_ARCH == STX_ARCH_BLACKHOLE
#define COMPARING_WORD TT_OP_SFPGT(0, 1, 2, 1)
#else /* SFPGT is Blackhole's alone */
#define COMPARING_WORD TT_OP_SFPSETCC(0, 1, 0, 0)
#endif

/* Templates of words that step random numbers, multiply, compare, store. */
static uint32_t some_vector_word(void) {
    static const uint32_t words[] = {TT_OP_SFP_STOCH_RND(1, 0, 0, 1, 2, 0),
                                     TT_OP_SFPMAD(1, 2, 3, 4, 0), COMPARING_WORD,
                                     TT_OP_SFPSTORE(1, 0, 0, 0), TT_OP_SFPCAST(1, 2, 1)};
    return words[random32() % 5];
}

/* The mover copies or clears a little, unpacker 0 writes to Dst, atomics find small numbers. */
static void aim(struct lab *lab) {
    uint32_t *mover = &lab->core.cfg[0][CFG_WORD_THCON_SEC0_REG6_Source_address];
    mover[0] = random32() % (LAB_L1 / 32);
    mover[1] = random32() % (LAB_L1 / 32);
    mover[2] = random32() % 32 | (random32() % 2 ? 3u << 30 : 0);
    if (random32() % 2) {
        lab->core.cfg[0][CONTEXTS_WORD] |= 0xF0;
        lab->core.tcfg[0][TC_SRCA_SET] = 0;
    }
    for (unsigned i = 0, small = random32() % 4 == 0; small && i < LAB_L1; i++) {
        lab->l1[i] &= i % 4 ? 0 : 3;
    }
    if (random32() % 2) {
        lab->core.cfg[0][CFG_WORD_THCON_SEC0_REG1_Pack_L1_Acc] |=
            STX_ARCH == STX_ARCH_BLACKHOLE ? 1u << 19 : 1u << 21;
    }
    for (unsigned i = 0; i < 4; i++) {
        lab->core.sfpu.templates[i] = some_vector_word();
    }
}

/* Formats and addresses are those of a plain tile, but for a few bits, in two states of three:
 * random ones fault too often. */
static void random_lab(struct lab *lab) {
    const uint32_t plan = STX_PART_CFG | STX_PART_TCFG | STX_PART_ADC | STX_PART_GPR |
                          STX_PART_PACKER | STX_PART_UNPACKER | STX_PART_MOP | STX_PART_REPLAY;
    unsigned kind = random32() % 3;
    start_plain_tile();
    memcpy(&lab->core, &core, sizeof core);
    lab->core.l1_size = LAB_L1;
    lab_copy(lab, lab);
    stx_policy_set_all(&lab->core, STX_POLICY_SILICON);
    randomize(lab, ~(uint32_t)STX_PART_SCHEDULE & ~(kind ? plan : 0));
    for (unsigned i = 0; kind == 2 && i < 64; i++) {
        lab->core.cfg[random32() % 2][random32() % STX_CFG_WORDS] ^= 1u << random32() % 32;
        lab->core.tcfg[0][random32() % STX_TCFG_WORDS] ^= (uint16_t)(1u << random32() % 16);
    }
    for (unsigned i = 0; kind && i < STX_GPRS; i++) {
        lab->core.gpr[0][i] = some_gpr();
    }
    plain_front(&lab->core.front[0]);
    if (kind) {
        aim(lab);
    }
    some_owner(&lab->core.srca);
    some_owner(&lab->core.srcb);
}

static bool starts_with(const char *name, const char *start) {
    return !strncmp(name, start, strlen(start));
}

static uint32_t with_field(uint32_t word, const struct stx_field *f, uint32_t value) {
    uint32_t mask = ((1u << f->width) - 1u) << f->low;
    return (word & ~mask) | (value << f->low & mask);
}

/* A word of an instruction: any bits that fields cover, often few of them, an address that exists.
 */
static uint32_t random_word(const struct stx_insn *insn) {
    uint32_t mask = random32() % 4 ? UINT32_MAX : random32() & random32();
    uint32_t word =
        (uint32_t)insn->opcode << 24 | (random32() & mask & 0xFFFFFFu & ~insn->reserved);
    bool aimed = random32() % 4 == 0;
    for (unsigned i = 0; aimed && i < insn->field_count; i++) {
        if (starts_with(insn->fields[i].name, "cfg_reg")) {
            word = with_field(word, &insn->fields[i], CFG_WORD_PRNG_SEED_Seed_Val);
        } else if (starts_with(insn->fields[i].name, "setc16_reg")) {
            word = with_field(word, &insn->fields[i], TCFG_WORD_UNPACK_MISC_CFG_CfgContextOffset_0);
        } else if (starts_with(insn->fields[i].name, "mutex_index") ||
                   starts_with(insn->fields[i].name, "cmp_val")) {
            word = with_field(word, &insn->fields[i], random32() % 4);
        }
    }
    if (insn->fields[insn->field_count - 1].width == 18) { /* LOADREG, STOREREG */
        word = (word & ~0x3FFFFu) | some_register() / 4;
    }
    return word;
}

/* Runs the word on thread 0. What the front end takes is followed by words that do nothing. */
static enum stx_result lab_run(struct lab *lab, const struct stx_insn *insn, uint32_t word) {
    enum stx_result result;
    if (insn->unit != STX_UNIT_FRONT) {
        result = stx_try(&lab->core, 0, word);
        stx_settle(&lab->core);
        return result;
    }
    result = stx_issue(&lab->core, 0, word);
    for (unsigned i = 0; i < STX_REPLAY_WORDS && lab->core.front[0].record_left; i++) {
        result = result == STX_DONE ? stx_issue(&lab->core, 0, TT_OP_NOP) : result;
    }
    return result;
}

#endif
