/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_dst.c - holds math and pack to their sections of Dst: a half, which changes from section
 * to section, or all of it. A section is math's from its wait for room at the semaphore that both
 * share until its post, and pack's from its wait for a post until its get; the unpackers write to
 * Dst for math. How many sections there are at once is the maximum of the semaphore. */
#include "contract.h"
#include "softensix/isa.h"
#include "softensix/opcodes.h"

enum { MATH_PACK = 1, ON_ZERO = 1, ON_MAX = 2 };
enum { FOR_MATH, FOR_PACK, PACK_THREAD = 2 };
enum { HALF_ROWS = 512, ROWS_OF_A_TILE = 64 };

static uint32_t field(uint32_t word, unsigned number) {
    return stx_field_get(&stx_insn_of(word)->fields[number], word);
}

static void leave(struct contract_section *s) {
    s->open = false;
    s->turn++;
}

static void begin_anew(struct contract *c, uint32_t sections) {
    c->whole = sections < 2;
    for (unsigned i = 0; i < 2; i++) {
        c->section[i] = (struct contract_section){false, 0};
    }
}

void contract_word(struct cbs *cbs, unsigned thread, uint32_t word) {
    struct contract *c = &cbs->contract;
    uint32_t ours = 1u << MATH_PACK;
    (void)thread;
    switch (word >> 24) {
    case STX_OP_SEMINIT:
        if (field(word, 2) & ours) {
            begin_anew(c, field(word, 0));
        }
        break;
    case STX_OP_SEMWAIT:
        c->section[FOR_MATH].open |= (field(word, 1) & ours) && (field(word, 2) & ON_MAX);
        c->section[FOR_PACK].open |= (field(word, 1) & ours) && (field(word, 2) & ON_ZERO);
        break;
    case STX_OP_SEMPOST:
    case STX_OP_SEMGET:
        if (field(word, 0) & ours) {
            leave(&c->section[word >> 24 == STX_OP_SEMGET ? FOR_PACK : FOR_MATH]);
        }
        break;
    default:
        break;
    }
}

/* The first row of a section, as the rows are counted there, and how many it has. */
static uint32_t first_row(const struct contract *c, const struct contract_section *s) {
    return c->whole ? 0 : s->turn % 2u * HALF_ROWS;
}

static uint32_t rows_of(const struct contract *c, const struct stx_order_rows *rows) {
    return (c->whole ? 2u * HALF_ROWS : HALF_ROWS) / (rows->wide ? 2u : 1u);
}

/* A section is cleared as a whole, by whom it belongs to next. */
static bool clears(uint32_t word) {
    return word >> 24 == STX_OP_ZEROACC;
}

void contract_rows(void *ctx, const struct stx_order_access *by,
                   const struct stx_order_rows *rows) {
    struct cbs *cbs = ctx;
    const struct contract *c = &cbs->contract;
    unsigned side = by->thread == PACK_THREAD ? FOR_PACK : FOR_MATH;
    const struct contract_section *s = &c->section[side];
    uint32_t from = rows->row - first_row(c, s), size = rows_of(c, rows);
    struct contract_finding finding = {
        .thread = by->thread, .word = by->word, .where = by->where, .number = {rows->row}};
    if (clears(by->word)) {
        return;
    }
    if (!s->open) {
        finding.kind = side == FOR_PACK ? PACK_OUTSIDE_SECTION : MATH_OUTSIDE_SECTION;
        contract_find(cbs, &finding);
    } else if (from >= size || rows->count > size - from) {
        finding.kind = LEAVES_SECTION;
        finding.number[0] =
            (rows->row < first_row(c, s) ? from % (2u * HALF_ROWS) : from) / ROWS_OF_A_TILE;
        finding.number[1] = size / ROWS_OF_A_TILE;
        contract_find(cbs, &finding);
    }
}
