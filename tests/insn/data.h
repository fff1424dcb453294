/* SPDX-License-Identifier: Apache-2.0
 *
 * data.h - what tests of UNPACR and PACR share: a core, its L1, and the configuration of a plain
 * tile of four faces. Words and fields by number, as SPEC 11 and 12 give them. */
#ifndef TESTS_INSN_DATA_H
#define TESTS_INSN_DATA_H

#include <stdbool.h>
#include <string.h>

#include "core_state.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum {
    FP32,
    FP16,
    BFP8A,
    BFP4A,
    TF32,
    BF16,
    BFP8,
    BFP4,
    INT32,
    INT16,
    FP8,
    BFP2A,
    INT8 = 14,
    BFP2
};
enum { IN = 0x1000, OUT = 0x4000, TILE = 1024, FACE = 256 };
enum { UNPACKER_0 = 1, UNPACKER_1 = 2, PACKER = 4 };
enum { READ_32B = 1, READ_UNSIGNED = 2, READ_AS_IS = 4, ROUND_10B = 8 };

/* Words of unpacker 0, and how far from them those of unpacker 1 are. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
enum { TILE_WORD = 64, UNPACKER_1_ON = 48, TC_SRCA_SET = 5, TC_UNPACK_MISC = 41 };
enum { TARGET_WORD = 49, TARGET_LOW = 0, TARGET_1_ON = 12 };
enum { STRIDE_WORD = 56, STRIDE_LOW = 16 }; /* the lowest bit of those of Y and W */
#else
enum { TILE_WORD = 52, UNPACKER_1_ON = 40, TC_SRCA_SET = 3, TC_UNPACK_MISC = 39 };
enum { TARGET_WORD = 40, TARGET_LOW = 16, TARGET_1_ON = 8 };
enum { STRIDE_WORD = 44, STRIDE_LOW = 12 };
#endif
enum {
    UNPACK_WORD = TILE_WORD + 8,
    CONTEXTS_WORD = TILE_WORD + 9,
    BASE_WORD = TILE_WORD + 12,
    DEST_WORD = TILE_WORD + 20,
    WIDTH_WORD = TILE_WORD + 22,
    OFFSET_WORD = TILE_WORD + 28,
    FORCED_WORD = TARGET_WORD + 1
};

static struct stx_core core;
static uint8_t l1[0x10000];

static inline void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    memset(l1, 0, sizeof l1);
}

static inline enum stx_result run(uint32_t word) {
    return stx_try(&core, 0, word);
}

static inline bool done(uint32_t word) {
    if (run(word) == STX_DONE) {
        return true;
    }
    printf("word %08x: %s\n", (unsigned)word, stx_last_fault(&core)->what);
    return false;
}

/* The word faults by this rule, as it does under every policy, and changes nothing. */
static inline bool faults(uint32_t word, enum stx_rule rule) {
    static struct stx_core before;
    stx_clear_fault(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    memcpy(&before, &core, sizeof core);
    bool refused = run(word) == STX_FAULT && stx_last_fault(&core)->rule == rule;
    bool kept = same_state(&before, &core);
    memcpy(&core, &before, sizeof core);
    return refused && kept;
}

/* The word breaks this rule under the strict policy, and changes nothing. */
static inline bool refuses(uint32_t word, enum stx_rule rule) {
    static struct stx_core before;
    stx_clear_fault(&core);
    memcpy(&before, &core, sizeof core);
    bool refused = run(word) == STX_FAULT && stx_last_fault(&core)->rule == rule;
    return refused && same_state(&before, &core);
}

static inline bool is_block(uint32_t format) {
    return format == BFP8 || format == BFP4 || format == BFP2 || format == BFP8A ||
           format == BFP4A || format == BFP2A;
}

static inline uint32_t l1_get(uint32_t address, unsigned bytes) {
    uint32_t v = 0;
    for (unsigned i = 0; i < bytes; i++) {
        v |= (uint32_t)l1[address + i] << (8 * i);
    }
    return v;
}

static inline void l1_put(uint32_t address, unsigned bytes, uint32_t v) {
    for (unsigned i = 0; i < bytes; i++) {
        l1[address + i] = (uint8_t)(v >> (8 * i));
    }
}

/* An unpacker reads `count` datums at IN, from the first column of row 0 on. */
static inline void unpack_plain(unsigned unit, uint32_t in, uint32_t out, uint32_t count) {
    uint32_t u = UNPACKER_1_ON * unit;
    core.cfg[0][TILE_WORD + u] = count << 16 | 1u << 4 | in;
    core.cfg[0][TILE_WORD + 1 + u] = 1u << 16 | 1u;
    core.cfg[0][UNPACK_WORD + u] = out;
    core.cfg[0][CONTEXTS_WORD + u] = 0xF;
    core.cfg[0][BASE_WORD + u] = IN / 16 - 1;
    core.cfg[0][DEST_WORD] = 64;
    core.cfg[0][WIDTH_WORD] = count;
    core.tcfg[0][TC_SRCA_SET] = 4;
    run(TT_OP_SETADCXX(unit ? UNPACKER_1 : UNPACKER_0, count - 1, 0));
}

static inline void unpack_to_dst(void) {
    core.cfg[0][CONTEXTS_WORD] |= 0xF0;
    core.tcfg[0][TC_SRCA_SET] = 0;
}

/* Unpacker, SrcA or Dst by configuration, context 0, dvalid or not. */
#define UNPACK(unit, dvalid) TT_OP_UNPACR(unit, 0, 0, 0, 0, 1, dvalid, 0, 0, 0, 0, 0, 1)

#if STX_ARCH == STX_ARCH_BLACKHOLE
#define CLEAR_ROWS(block) TT_OP_ZEROACC(1, 0, 0, 0, block) /* 16 of Dst */
#define PACK(addr_mode, mask, last) TT_OP_PACR(0, 0, 0, addr_mode, 0, 0, mask, 0, 0, 0, 0, last)

/* The packer writes rows of 16 from Dst row 0 on to OUT, four a PACR. */
static inline void pack_plain(uint32_t controls, uint32_t in, uint32_t out) {
    uint32_t element = (in & 3u) == 0 ? 4 : (in & 3u) == 1 ? 2 : 1;
    core.cfg[0][1] = (core.cfg[0][1] & 0xE1FFFFFFu) | in << 25;
    core.cfg[0][18] = controls;
    core.cfg[0][70] = in << 8 | out << 4;
    core.cfg[0][68] = is_block(out) ? 4u << 16 : 0;
    core.cfg[0][12] = (16 * element) << 16;
    core.cfg[0][13] = 256 * element;
    core.cfg[0][28] = 16u << 8;
    core.cfg[0][24] = 0xFFFF;
    core.cfg[0][69] = OUT / 16 - 1;
    core.tcfg[0][37] = 4;
    core.tcfg[0][38] = 1u << 5 | 1u << 11;
    run(TT_OP_SETADCXX(PACKER, 15, 0));
    run(TT_OP_SETADCXY(PACKER, 0, 0, 0, 0, 10));
}

static inline void pack_to(uint32_t address) {
    core.cfg[0][69] = address / 16 - 1;
}

#else
#define CLEAR_ROWS(block) TT_OP_ZEROACC(1, 0, block)
#define PACK(addr_mode, mask, last) TT_OP_PACR(addr_mode, 0, mask, 0, 0, 0, last)

/* The first of the four words of a packer, and the distance of what it writes from packer 0's. */
static const uint8_t packer_words[] = {56, 84, 96, 124};
enum { APART = 0x800 };

/* The packers write a face each from Dst row 0 on to OUT and what follows; all of a tile in one
 * PACR. */
static inline void pack_plain(uint32_t controls, uint32_t in, uint32_t out) {
    uint32_t element = (in & 3u) == 0 ? 4 : (in & 3u) == 1 ? 2 : 1;
    core.cfg[0][1] = (core.cfg[0][1] & 0xE1FFFFFFu) | in << 25;
    core.cfg[0][14] = controls;
    core.cfg[0][8] = element | (16 * element) << 12;
    core.cfg[0][9] = 256 * element | (1024 * element) << 12;
    core.cfg[0][20] = 0xFFFF;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t *own = &core.cfg[0][packer_words[i]];
        own[0] = is_block(out) ? 1u << 16 : 0;
        own[1] = (OUT + APART * i) / 16 - 1;
        own[2] = in << 8 | out << 4 | 1;
        core.cfg[0][24 + i] = 16u << 8;
        core.cfg[0][152 + i] = 16 * i;
    }
    core.tcfg[0][31] = 4;
    core.tcfg[0][32] = 1u << 5 | 1u << 11;
    run(TT_OP_SETADCXX(PACKER, 255, 0));
    run(TT_OP_SETADCXY(PACKER, 0, 0, 0, 0, 10));
}

static inline void pack_to(uint32_t address) {
    for (unsigned i = 0; i < 4; i++) {
        core.cfg[0][packer_words[i] + 1] = (address + APART * i) / 16 - 1;
    }
}
#endif

/* The 64 rows of a tile. */
static inline bool pack_tile(void) {
    for (unsigned i = 0; i < 15; i++) {
        if (!done(PACK(0, 15, 0))) {
            return false;
        }
    }
    return done(PACK(1, 15, 1));
}

#endif
