/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_dst.c - holds math and pack to their sections of Dst: a half, which changes from section
 * to section, or all of it. A section is math's from its wait for room at the semaphore that both
 * share until its post, and pack's from its wait for a post until its get; the unpackers write to
 * Dst for math. How many sections there are at once is the maximum of the semaphore. */
#include "contract.h"
#include "softensix/isa.h"

enum { MATH_PACK = 1, ON_ZERO = 1, ON_MAX = 2 };
enum { FOR_MATH, FOR_PACK };
enum { HALF_ROWS = 512, ROWS_OF_A_TILE = 64 };

static void leave(struct contract_section *s) {
    s->open = false;
    s->turn++;
}

/* The semaphore is initialised while it is 0, so pack has no section then. A section that math has
 * acquired remains math's and becomes the first of the new ones. */
static void begin_anew(struct contract *c, uint32_t sections) {
    c->whole = sections < 2;
    c->section[FOR_MATH].turn = 0;
    c->section[FOR_PACK] = (struct contract_section){false, 0};
}

void contract_step(void *ctx, const struct stx_order_step *step) {
    struct contract *c = &((struct cbs *)ctx)->contract;
    if (!(step->which >> MATH_PACK & 1u)) {
        return;
    }
    switch (step->what) {
    case STX_ORDER_SETS:
        begin_anew(c, step->value);
        break;
    case STX_ORDER_WAITS:
        c->section[FOR_MATH].open |= (step->value & ON_MAX) != 0;
        c->section[FOR_PACK].open |= (step->value & ON_ZERO) != 0;
        break;
    case STX_ORDER_POSTS:
        leave(&c->section[FOR_MATH]);
        break;
    default:
        leave(&c->section[FOR_PACK]);
    }
}

/* The first row of a section, as the rows are counted there, and how many it has. */
static uint32_t first_row(const struct contract *c, const struct contract_section *s) {
    return c->whole ? 0 : s->turn % 2u * HALF_ROWS;
}

static uint32_t rows_of(const struct contract *c, const struct stx_order_rows *rows) {
    return (c->whole ? 2u * HALF_ROWS : HALF_ROWS) / (rows->wide ? 2u : 1u);
}

/* True if the word is checked. Words that clear rows are not: a section may be cleared as a whole
 * for its next owner. Nor is SFPLOADMACRO: some operations that it schedules are for other rows,
 * and the first ones for none. */
static bool checks_word(const struct stx_insn *insn, uint32_t word) {
    return stx_insn_rows(insn->dst_write, word) != STX_ROWS_CLEARED &&
           !(insn->writes & STX_PART_SCHEDULE);
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
    if (!checks_word(stx_insn_of(by->word), by->word)) {
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
