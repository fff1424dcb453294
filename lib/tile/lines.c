/* SPDX-License-Identifier: Apache-2.0
 *
 * lines.c - sums, maxima and copies along the rows and columns of a slot of Dst.
 *
 * SFPTRANSP exchanges the rows of lanes of R0..R3 with the registers: afterwards R1, say, holds row
 * 1 of all four vectors. */
#include "tile/lines.h"

#include "tile/vector.h"

unsigned stx_tile_vector(unsigned group, unsigned which) {
    unsigned face = group / 4 * 2 + which / 2;
    return face * VECTORS_OF_FACE + group % 4 * 2 + which % 2;
}

static void load_group(struct stx_tiles *t, unsigned slot, unsigned group) {
    for (unsigned i = 0; i < GROUP_VECTORS; i++) {
        load(t, R0 + i, slot, stx_tile_vector(group, i));
    }
}

static void store_group(struct stx_tiles *t, unsigned slot, unsigned group) {
    for (unsigned i = 0; i < GROUP_VECTORS; i++) {
        store(t, R0 + i, slot, stx_tile_vector(group, i));
    }
}

static void transpose_registers(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SFPTRANSP(0, 0, 0, 0));
}

/* Combines register `other` into register `into`; `other` is lost. */
static void combine_registers(struct stx_tiles *t, enum combine how, unsigned into,
                              unsigned other) {
    switch (how) {
    case COMBINE_SUM:
        add(t, into, into, other);
        break;
    case COMBINE_MAX:
        sort(t, other, into);
        break;
    default:
        sort(t, into, other);
    }
}

/* Combines R0 to R3 into R0. */
static void combine_group(struct stx_tiles *t, enum combine how) {
    combine_registers(t, how, R0, R1);
    combine_registers(t, how, R2, R3);
    combine_registers(t, how, R0, R2);
}

void stx_tile_combine(struct stx_tiles *t, enum combine how, unsigned slot, unsigned other) {
    for (unsigned i = 0; i < VECTORS; i++) {
        load(t, R0, slot, i);
        load(t, R1, other, i);
        combine_registers(t, how, R0, R1);
        store(t, R0, slot, i);
    }
}

void stx_tile_rotate(struct stx_tiles *t, unsigned reg) {
    stx_tile_issue(t, TT_OP_SFPSHFT2(0, reg, reg, 3));
    stx_tile_issue(t, TT_OP_SFPNOP);
}

/* Every lane of R0 becomes the combination of the eight lanes of its row: R0 is combined with
 * itself moved by 1, then by 2, then by 4 lanes. */
static void combine_lanes(struct stx_tiles *t, enum combine how) {
    for (unsigned distance = 1; distance < 8; distance *= 2) {
        copy(t, R1, R0);
        for (unsigned i = 0; i < distance; i++) {
            stx_tile_rotate(t, R1);
        }
        combine_registers(t, how, R0, R1);
    }
}

static void spread_register(struct stx_tiles *t) {
    for (unsigned i = 1; i < GROUP_VECTORS; i++) {
        copy(t, R0 + i, R0);
    }
}

void stx_tile_reduce_rows(struct stx_tiles *t, enum combine how, unsigned slot) {
    for (unsigned group = 0; group < GROUPS; group++) {
        load_group(t, slot, group);
        combine_group(t, how);
        combine_lanes(t, how);
        spread_register(t);
        store_group(t, slot, group);
    }
}

/* R4 to R7 combine the four vectors of all groups, then move to R0 to R3. Each still holds four
 * rows. */
static void collect_groups(struct stx_tiles *t, enum combine how, unsigned slot) {
    for (unsigned i = 0; i < GROUP_VECTORS; i++) {
        load(t, R4 + i, slot, stx_tile_vector(0, i));
    }
    for (unsigned group = 1; group < GROUPS; group++) {
        for (unsigned i = 0; i < GROUP_VECTORS; i++) {
            load(t, R0, slot, stx_tile_vector(group, i));
            combine_registers(t, how, R4 + i, R0);
        }
    }
    for (unsigned i = 0; i < GROUP_VECTORS; i++) {
        copy(t, R0 + i, R4 + i);
    }
}

/* Row i of the lanes of R0 holds one row of vector i. All rows of the slot become that row. */
static void store_row_everywhere(struct stx_tiles *t, unsigned slot) {
    spread_register(t);
    transpose_registers(t);
    for (unsigned group = 0; group < GROUPS; group++) {
        store_group(t, slot, group);
    }
}

void stx_tile_reduce_columns(struct stx_tiles *t, enum combine how, unsigned slot) {
    collect_groups(t, how, slot);
    transpose_registers(t);
    combine_group(t, how);
    store_row_everywhere(t, slot);
}

void stx_tile_spread_row(struct stx_tiles *t, unsigned slot) {
    load_group(t, slot, 0);
    transpose_registers(t);
    store_row_everywhere(t, slot);
}

void stx_tile_add_row(struct stx_tiles *t, unsigned slot, unsigned other) {
    tile_settle(t);
    stx_tile_spread_row(t, other);
    stx_tile_combine(t, COMBINE_SUM, slot, other);
    tile_settle(t);
}
