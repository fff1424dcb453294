/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_index.c - words that may not write registers of indices (SPEC 7.1). */
#include "frontend/sfpu_index.h"

#include "isa/args.h"
#include "isa/vector_words.h"
#include "sfpu/sub_units.h"
#include "sfpu/template.h"
#include "sfpu/vector_issue.h"

enum { INDICES = 0xF0 }; /* LReg4..7 */

/* These two write VD in half of their modes. */
enum { COMPARISON_WRITES_VD = 8 };
static bool is_comparison_alone(uint32_t word) {
    return (is_SFPGT(word) || is_SFPLE(word)) &&
           !(vector_mode(stx_vector_row(word), word) & COMPARISON_WRITES_VD);
}

/* Does LReg7 name a register of indices in one of these lanes? */
static bool lreg7_names_one(const struct stx_core *core, uint32_t lanes) {
    uint32_t named = 0;
    SFPU_FOR_LANES(lanes, lane) {
        named |= 1u << (core->sfpu.lreg[7][lane] & 15u);
    }
    return named & INDICES;
}

static bool may_write(uint32_t word) {
    return is_SFPLOAD(word) || is_SFPLOADI(word) || is_SFPSWAP(word) || is_SFPTRANSP(word) ||
           is_comparison_alone(word);
}

static bool writes_one(const struct stx_core *core, uint32_t word, uint32_t lanes) {
    const struct vector_row *row = stx_vector_row(word);
    if (is_SFPLOADMACRO(word)) {
        return fields_of_SFPLOADMACRO(word).dest_reg_addr & 1u; /* bit 2 of its register */
    }
    if (row->indirect_vd >> vector_mode(row, word) & 1u) {
        return lreg7_names_one(core, lanes);
    }
    return stx_vector_writes(word) & INDICES;
}

bool sfpu_breaks_index(const struct stx_core *core, uint32_t word, uint32_t lanes) {
    lanes &= sfpu_lanes_with(core, LC_DEST_INDEX);
    return lanes && stx_vector_sub_unit(word) && !may_write(word) &&
           !sfpu_is_template(core, word) && writes_one(core, word, lanes);
}

/* An operation of a store, SFPSWAP and those that set only flags write no such register, or may. */
bool sfpu_scheduled_breaks_index(const struct stx_core *core, const struct stx_sfpu_op *op,
                                 uint32_t lanes) {
    const struct vector_row *row = stx_vector_row(op->word);
    unsigned mode = vector_mode(row, op->word);
    bool writes = (row->out_VD | row->indirect_vd) >> mode & 1u && !(op->byte & TO_LREG16);
    lanes &= sfpu_lanes_with(core, LC_DEST_INDEX);
    if (!lanes || !writes || may_write(op->word)) {
        return false;
    }
    return row->indirect_vd >> mode & 1u ? lreg7_names_one(core, lanes) : INDICES >> op->lreg & 1u;
}
