/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_dst.c - holds math and pack to their sections of Dst: a half, which changes from section
 * to section, or all of it. A section is math's from its wait for room at the semaphore that both
 * share until its post, and pack's from its wait for a post until its get; the unpackers write to
 * Dst for math. How many sections there are at once is the maximum of the semaphore. */
#include "contract.h"

#include <limits.h>

#include "llk/cfg_defines.h"
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

static void take_step(struct contract *c, const struct stx_order_step *step) {
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

static uint32_t rows_of(const struct contract *c, bool wide) {
    return (c->whole ? 2u * HALF_ROWS : HALF_ROWS) / (wide ? 2u : 1u);
}

/* True if the word is checked. Words that clear rows are not: a section may be cleared as a whole
 * for its next owner. Nor is SFPLOADMACRO: some operations that it schedules are for other rows,
 * and the first ones for none. */
static bool checks_word(const struct stx_insn *insn, uint32_t word) {
    return stx_insn_rows(insn->dst_write, word) != STX_ROWS_CLEARED &&
           !(insn->writes & STX_PART_SCHEDULE);
}

/* Checks rows of Dst, counted from the first one, in a section of `size` rows that is open. */
static void check_rows(struct cbs *cbs, const struct contract_section *s, uint32_t row,
                       uint32_t count, uint32_t size, struct contract_finding *finding) {
    uint32_t first = first_row(&cbs->contract, s), from = row - first;
    if (from < size && count <= size - from) {
        return;
    }
    finding->kind = LEAVES_SECTION;
    finding->number[0] = (row < first ? from % (2u * HALF_ROWS) : from) / ROWS_OF_A_TILE;
    finding->number[1] = size / ROWS_OF_A_TILE;
    contract_find(cbs, finding);
}

static bool is_wide(const struct stx_core *core, unsigned thread) {
    unsigned bank = core->tcfg[thread][CFG_STATE_ID_StateID_ADDR32] & CFG_STATE_ID_StateID_MASK;
    return core->cfg[bank][ALU_ACC_CTRL_Fp32_enabled_ADDR32] &
           (ALU_ACC_CTRL_Fp32_enabled_MASK | ALU_ACC_CTRL_INT8_math_enabled_MASK);
}

/* Words of the FPU and of the vector unit count rows of their width, unpackers and packer physical
 * rows, two for each row of 32-bit elements. */
void contract_hear_rows(struct cbs *cbs, const struct stx_event *e) {
    const struct contract *c = &cbs->contract;
    unsigned side = e->thread == PACK_THREAD ? FOR_PACK : FOR_MATH;
    const struct contract_section *s = &c->section[side];
    struct contract_finding finding = contract_finding_of(cbs, e->thread, e->word);
    finding.number[0] = e->first;
    if (!checks_word(stx_insn_of(e->word), e->word)) {
        return;
    }
    if (!s->open) {
        finding.kind = side == FOR_PACK ? PACK_OUTSIDE_SECTION : MATH_OUTSIDE_SECTION;
        contract_find(cbs, &finding);
    } else {
        bool wide = e->kind == STX_EVENT_ROWS && is_wide(cbs->coop->core, e->thread);
        check_rows(cbs, s, e->first, e->count, rows_of(c, wide), &finding);
    }
}

/* Without the order checker: the words that a thread's code issues, and what the packer reads.
 * Math gives the place of a tile in Dst with the thread's offset, so a tile that its section does
 * not have is seen there. */

static void offset_set(struct cbs *cbs, unsigned thread, uint32_t word, uint32_t row) {
    const struct contract_section *s = &cbs->contract.section[FOR_MATH];
    struct contract_finding finding = contract_finding_of(cbs, thread, word);
    if (thread == MATH_THREAD && s->open) {
        check_rows(cbs, s, row, 1, rows_of(&cbs->contract, is_wide(cbs->coop->core, thread)),
                   &finding);
    }
}

bool contract_asks(uint32_t word) {
    struct stx_order_step step = {.thread = 0};
    uint32_t value;
    return stx_order_step(word, &step) || stx_thread_config_set(word, &value) != UINT_MAX;
}

void contract_hear_word(struct cbs *cbs, const struct stx_event *e) {
    struct stx_order_step step = {.thread = e->thread};
    uint32_t value;
    if (stx_order_step(e->word, &step)) {
        take_step(&cbs->contract, &step);
    } else if (!cbs->order &&
               stx_thread_config_set(e->word, &value) == DEST_TARGET_REG_CFG_MATH_Offset_ADDR32) {
        offset_set(cbs, e->thread, e->word, value);
    }
}

/* A word of the packer tells its rows in several parts. It is one finding. */
void contract_hear_packed(struct cbs *cbs, const struct stx_event *e) {
    const struct stx_core *core = cbs->coop->core;
    struct contract *c = &cbs->contract;
    const struct contract_section *s = &c->section[FOR_PACK];
    uint32_t at = first_row(c, s), size = c->whole ? 2u * HALF_ROWS : HALF_ROWS;
    uint32_t first = e->first, last = first + e->count - 1u;
    struct contract_finding finding = contract_finding_of(cbs, PACK_THREAD, e->word);
    if (e->thread != PACK_THREAD || (s->open && first - at < size && last - at < size) ||
        c->packed_by == core->retired + 1u) {
        return;
    }
    c->packed_by = core->retired + 1u;
    if (s->open) {
        check_rows(cbs, s, first - at < size ? last : first, 1, size, &finding);
    } else {
        finding.kind = PACK_OUTSIDE_SECTION;
        finding.number[0] = first;
        contract_find(cbs, &finding);
    }
}
