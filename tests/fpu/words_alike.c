/* SPDX-License-Identifier: Apache-2.0
 *
 * Random words in random configurations, and a hash of everything that they changed or reported, a
 * line for every hundred. tools/variants.py wants the same lines of the plain library and of
 * one with fast forms: what a plain body checks no form leaves out, for the hash covers faults.
 * Configurations are those that the forms take, but for a few bits that differ, here and there. */
#include "insn/data.h"

enum { ROUNDS = 40000, A_LINE = 100, REGISTERS = 256 };

static struct stx_core base;
static uint8_t base_l1[sizeof l1];
static uint32_t seed = 0x5EEDA11Cu;
static uint8_t source_format; /* of the banks that the FPU owns */

static uint32_t draw(uint32_t n) {
    return (test_random(&seed) >> 8) % n;
}

static uint32_t draw32(void) {
    return draw(1u << 16) << 16 | draw(1u << 16);
}

/* Numbers of ordinary size and some that are not. */
static uint32_t draw_float(void) {
    uint32_t v = draw32();
    return draw(16) ? (v & 0x87FFFFFFu) + 0x3C000000u : v;
}

static void draw_registers(void) {
    for (unsigned i = 0; i < STX_SRC_BANKS * 64 * STX_COLS; i++) {
        stx_src_poke(&core, 0, i >> 10, i >> 4, i & 15u, draw_float() >> 13);
        stx_src_poke(&core, 1, i >> 10, i >> 4, i & 15u, draw_float() >> 13);
    }
    for (unsigned i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        core.dst.cell[i / STX_COLS][i % STX_COLS] = (uint16_t)draw_float();
    }
    memset(core.dst.valid, 0xFF, sizeof core.dst.valid);
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        core.sfpu.lreg[i / STX_LANES][i % STX_LANES] = draw_float();
    }
    for (unsigned i = 0; i < sizeof base_l1; i += 2) {
        uint32_t v = draw_float() >> 16;
        base_l1[i] = (uint8_t)v;
        base_l1[i + 1] = (uint8_t)(v >> 8);
    }
}

/* What the forms of whole words and of moves take. */
static void draw_base(void) {
    static const uint8_t pack_format[][3] = {{0, BF16, BF16},
                                             {READ_32B, BF16, BF16},
                                             {READ_32B, FP32, FP32},
                                             {READ_32B, INT32, INT32},
                                             {0, BF16, BFP8}};
    static const uint8_t unpack_format[] = {BF16, BF16, INT8, BFP8};
    start();
    draw_registers();
    for (unsigned unit = 0; unit < 2; unit++) {
        uint8_t format = unpack_format[draw(sizeof unpack_format)];
        unpack_plain(unit, format, format, STX_COLS << draw(6));
    }
    unsigned kind = draw(sizeof pack_format / sizeof *pack_format);
    pack_plain(pack_format[kind][0], pack_format[kind][1], pack_format[kind][2]);
    core.cfg[0][1] |= draw(2) << 29; /* Dst of 32 bits */
    source_format = draw(4) ? BF16 : INT8;
    core.cfg[0][1] |= (source_format == INT8) * (1u << 31);
    memcpy(&base, &core, sizeof base);
}

static void flip_configuration(void) {
    static const struct {
        uint8_t first, words;
    } part[] = {{0, 32},
                {TILE_WORD, 36},
                {TILE_WORD + UNPACKER_1_ON, 36},
                {180, 8},
                {STX_CFG_WORDS - 8, 8}};
    unsigned i = draw(sizeof part / sizeof part[0]);
    core.cfg[0][part[i].first + draw(part[i].words)] ^= 1u << draw(32);
}

static void move_counters(void) {
    unsigned unit = draw(3), at = draw(8);
    core.adc[0][unit].at[at / 4][at % 4] = draw(4) ? draw(20) : draw(1u << 18);
    core.rwc[0].dst = (uint16_t)(draw(64) * 8 % 1024);
}

/* A few oddities of the state, which may be none. */
static void draw_oddities(void) {
    for (unsigned n = draw(4); n > 0; n--) {
        switch (draw(6)) {
        case 0:
            move_counters();
            break;
        case 1:
            core.tcfg[0][draw(STX_TCFG_WORDS)] ^= (uint16_t)(1u << draw(16));
            break;
        case 2:
            for (unsigned i = 0; i < sizeof core.dst.valid / 4; i++) {
                core.dst.valid[i] = draw32();
            }
            break;
        case 3:
            core.sfpu.use = core.sfpu.flags = draw32();
            break;
        default:
            flip_configuration();
        }
    }
    stx_policy_set_all(&core, draw(2) ? STX_POLICY_SILICON : STX_POLICY_FAULT);
}

static void give_banks(bool to_fpu) {
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        core.srca.fpu_owns[bank] = core.srcb.fpu_owns[bank] = to_fpu;
        core.srca.format[bank] = core.srcb.format[bank] = source_format;
    }
}

static uint32_t draw_word(void) {
    static const uint8_t fpu[] = {0x26, 0x27, 0x28, 0x30, 0x33, 0x34, 0x08, 0x09, 0x12, 0x13, 0x16};
    static const uint8_t vector[] = {0x70, 0x72, 0x74, 0x75, 0x84, 0x85, 0x86};
    uint32_t word;
    switch (draw(4)) {
    case 0:
        word = UNPACK(draw(2), draw(2));
        break;
    case 1:
        word = PACK(0, draw(2) ? 15 : 0, draw(2));
        break;
    case 2:
        return (uint32_t)fpu[draw(sizeof fpu)] << 24 |
               (draw32() & (draw(4) ? 0x3C0030u : 0xFFFFFFu));
    default:
        return (uint32_t)vector[draw(sizeof vector)] << 24 |
               (draw32() & (draw(2) ? 0x7777F0u : 0xFFFFFFu));
    }
    return draw(4) ? word : word ^ 1u << draw(24);
}

static uint64_t hash;

static void hash_bytes(const void *from, size_t bytes) {
    const uint8_t *p = from;
    uint64_t part;
    for (; bytes >= sizeof part; bytes -= sizeof part, p += sizeof part) {
        memcpy(&part, p, sizeof part);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
}

/* Hashes what a thread, a hart or a report can see. */
static void hash_state(enum stx_result result) {
    const struct stx_fault *fault = stx_last_fault(&core);
    uint32_t report[4] = {result, result == STX_FAULT ? fault->rule : 0,
                          result == STX_FAULT ? fault->detail : 0, core.front[0].held};
    size_t from = offsetof(struct stx_core, rwc), to = offsetof(struct stx_core, decoded);
    static struct stx_core seen;
    memcpy(&seen, &core, sizeof seen);
    memset(seen.srca.decoded, 0, sizeof seen.srca.decoded); /* notes of the forms alone */
    memset(seen.srcb.decoded, 0, sizeof seen.srcb.decoded);
    hash_bytes(report, sizeof report);
    hash_bytes((const char *)&seen + from, (to - from) & ~(size_t)7);
    hash_bytes(l1, sizeof l1);
}

static unsigned executed, refused;

static void one_round(void) {
    memcpy(&core, &base, sizeof core);
    memcpy(l1, base_l1, sizeof l1);
    draw_oddities();
    uint32_t word = draw_word();
    give_banks(word >> 24 != 0x42);
    for (unsigned n = 1 + draw(2); n > 0; n--) {
        enum stx_result result = stx_issue(&core, 0, word);
        executed += result == STX_DONE;
        refused += result == STX_FAULT;
        hash_state(result);
    }
}

int main(void) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (round % REGISTERS == 0) {
            draw_base();
        }
        one_round();
        if (round % A_LINE == A_LINE - 1) {
            printf("words %u to %u: %08x%08x, %u done, %u faults\n", round + 1 - A_LINE, round,
                   (unsigned)(hash >> 32), (unsigned)hash, executed, refused);
        }
    }
    return 0;
}
