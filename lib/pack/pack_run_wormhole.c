/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_run_wormhole.c - a run of datums from Dst to L1 by one of Wormhole's packers (appendix F of
 * the book, packers). It may begin in any column, and a row of the tile may end within a row of
 * Dst, so it is moved in pieces of up to sixteen datums. */
#include "core/words.h"
#include "fast/chosen.h"
#include "pack/pack_row.h"

/* Reads up to 16 datums, which may begin in a row and end in the next one. */
static void fetch_piece(const struct stx_core *core, const struct pack_plan *p, uint32_t row,
                        uint32_t v[STX_COLS]) {
    uint32_t both[2 * STX_COLS];
    fetch_row(core, p, row % STX_DST_NAMES, both);
    if (p->column + p->datums > STX_COLS) {
        fetch_row(core, p, (row + 1) % STX_DST_NAMES, both + STX_COLS);
    }
    for (unsigned k = 0; k < p->datums; k++) {
        v[k] = both[p->column + k];
    }
}

static uint32_t plane_rows(const struct stx_core *core, unsigned thread, unsigned i) {
    return cfg_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane_at(core, thread, i);
}

/* The datums of a piece that the edge mask keeps; the mask is for columns of Dst. Where the tile's
 * row ends within the piece, the mask of its next row follows. */
static uint32_t kept_datums(const struct stx_core *core, unsigned thread, unsigned i,
                            const struct pack_plan *p) {
    struct stx_packer at = core->packer[i];
    uint32_t here = edge_mask(core, thread, i, &at, 0), same_row = 0xFFFFu >> at.x;
    pack_advance_rows(&at, plane_rows(core, thread, i), 1);
    uint32_t next = edge_mask(core, thread, i, &at, 0);
    return ((here | here << STX_COLS) >> p->column & same_row) |
           ((next | next << STX_COLS) >> p->column & ~same_row);
}

/* Datums whose exponent is below the threshold become 0. */
static void apply_least(const struct pack_plan *p, uint32_t v[STX_COLS]) {
    static const struct {
        uint8_t low, width;
    } exponents[] = {[KIND_F32] = {23, 8}, [KIND_B16] = {7, 8}, [KIND_H16] = {10, 5}};
    for (unsigned k = 0; p->has_least && p->kind < KIND_T19 && k < p->datums; k++) {
        bool small = cfg_field(v[k], exponents[p->kind].low, exponents[p->kind].width) < p->least;
        v[k] = small ? 0 : v[k];
    }
}

/* Leaves out the datums that downsampling does not take. Returns how many remain. */
static uint32_t take_datums(const struct pack_plan *p, uint32_t v[STX_COLS]) {
    uint32_t n = 0;
    for (unsigned k = 0; k < p->datums; k++) {
        v[n] = v[k];
        n += p->taken >> k & 1u;
    }
    return n;
}

static void advance_tile(struct stx_core *core, unsigned thread, unsigned i, uint32_t datums) {
    struct stx_packer *packer = &core->packer[i];
    uint32_t x = packer->x + datums;
    packer->x = x % STX_COLS;
    if (x >= STX_COLS) {
        pack_advance_rows(packer, plane_rows(core, thread, i), 1);
    }
}

/* Moves up to 16 datums of a run, which begin in this row. */
static void move_piece(struct stx_core *core, unsigned thread, unsigned i, struct pack_plan *p,
                       uint32_t row) {
    uint32_t v[STX_COLS], datums = p->datums;
    fetch_piece(core, p, row, v);
    apply_relu(p, v);
    drop(core, thread, p, p->masked ? ~kept_datums(core, thread, i, p) & 0xFFFFu : 0, v);
    show_exponents(core, i, p, v, datums);
    apply_least(p, v);
    advance_tile(core, thread, i, datums);
    p->datums = take_datums(p, v);
    convert_all(p->late, v, p->datums);
    write_row(core, &core->packer[i], p, v);
    p->datums = datums;
}

/* The form of lib/fast that does all that happens to whole rows of datums; PACK_PLAIN if none
 * does. */
static enum pack_rows form_of(const struct pack_plan *p) {
    bool straight = !p->column && !p->relu && !p->masked && !p->zero && !p->bfp && !p->has_least;
    if (!straight || p->accumulate || p->taken != 0xFFFFu || p->late != pack_identity) {
        return PACK_PLAIN;
    }
    if (p->early == pack_identity) {
        return p->read == READ_F32 && p->bits == 32 ? PACK_WHOLE : PACK_PLAIN;
    }
    return p->early == pack_bf16_to_b16  ? PACK_BF16_OF_16
           : p->early == pack_f32_to_b16 ? PACK_BF16_OF_32
                                         : PACK_PLAIN;
}

/* How many rows can be moved at once, beginning with this one: those that `left` datums fill, up to
 * the next multiple of eight, since eight rows are adjacent. 0 if one of them is invalid. */
static unsigned rows_at_once(const struct stx_core *core, const struct pack_plan *p, uint32_t row,
                             uint32_t left) {
    unsigned rows = 8 - row % 8, physical = physical_row(core, p, row % STX_DST_NAMES);
    rows = left / STX_COLS < rows ? left / STX_COLS : rows;
    uint32_t all = (1u << rows) - 1u;
    return (core->dst.valid[physical / 32] >> physical % 32 & all) == all ? rows : 0;
}

static void move_rows_at_once(struct stx_core *core, unsigned thread, unsigned i,
                              const struct pack_plan *p, uint32_t row, unsigned rows) {
    struct stx_packer *packer = &core->packer[i];
    unsigned physical = physical_row(core, p, row % STX_DST_NAMES);
    fast.pack_rows(core->dst.cell[physical], rows, form_of(p), dst_row_is_raw(physical),
                   l1_at(core, packer->data_address));
    packer->data_address += rows * STX_COLS * p->bits / 8;
    for (unsigned k = 0; k < rows; k++) {
        pack_advance_rows(packer, plane_rows(core, thread, i), 1);
    }
}

void move_run(struct stx_core *core, unsigned thread, unsigned i, const struct pack_plan *p) {
    struct pack_plan piece = *p;
    bool straight = fast.pack_rows && !exponents_are_kept(core) && form_of(p) != PACK_PLAIN &&
                    word_aligned(l1_at(core, core->packer[i].data_address));
    uint32_t row = p->rows[0], left = p->datums;
    while (left) {
        unsigned rows = straight ? rows_at_once(core, p, row, left) : 0;
        if (rows) {
            move_rows_at_once(core, thread, i, p, row, rows);
            left -= rows * STX_COLS;
            row += rows;
            continue;
        }
        piece.datums = left < STX_COLS ? left : STX_COLS;
        move_piece(core, thread, i, &piece, row++);
        left -= piece.datums;
    }
}
