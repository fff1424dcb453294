/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_words.c - finds the registers that words of the vector unit read and write, from the rows
 * of the table. */
#include "isa/vector_words.h"

#include "isa/args.h"

enum { VD_LOW = 4, VD_HIGH = 20 };
enum { USE_NEVER, USE_TEMPLATE };

/* Positions in the table below. All opcodes of other units have position 0. */
enum {
    OTHER,
#define INSN(...)
#define SFPU_INSN(NAME, ...) AT_##NAME,
#include "isa/tensix.def"
    ROWS
};

#define INSN(...)
#define SFPU_INSN(NAME, opcode, ...) [opcode] = AT_##NAME,
static const uint8_t row_at[STX_OPCODES] = {
#include "isa/tensix.def"
};

#define SUB(unit) .sub_unit = STX_SUB_##unit,
#define VD_AT(place, use) .vd_at = VD_##place, .can_be_template = USE_##use,
#define IN(named, modes) .in_##named = (modes),
#define IN_LREG0(modes) .in_lreg0 = (modes),
#define IN_SET(mask, modes) .set = (mask), .in_set = (modes),
#define OUT(named, modes) .out_##named = (modes),
#define OUT_SET(mask, modes) .outs = (mask), .out_set = (modes),
#define INDIRECT_VA(modes) .indirect_va = (modes),
#define INDIRECT_VD(modes) .indirect_vd = (modes),
#define MODES(defined) .modes = (defined),
#define HOLDS(modes) .holds = (modes),
#define PRNG(modes, vc) .prng = (modes), .prng_vc = (vc),
#define INSN(...)
#define SFPU_INSN(NAME, opcode, facts, ...) [AT_##NAME] = {facts},
static const struct vector_row rows[ROWS] = {
#include "isa/tensix.def"
};

const struct vector_row *stx_vector_row(uint32_t word) {
    return &rows[row_at[stx_opcode_of(word)]];
}

unsigned stx_vector_sub_unit(uint32_t word) {
    return stx_vector_row(word)->sub_unit;
}

/* The registers if the mode is one of these modes, otherwise none. */
static uint32_t if_in(uint32_t modes, unsigned mode, uint32_t registers) {
    return modes >> mode & 1u ? registers : 0;
}

static uint32_t bit(uint32_t number) {
    return 1u << number;
}

uint32_t stx_vector_reads(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    return if_in(row->in_VA, mode, bit(vector_va(word))) |
           if_in(row->in_VB, mode, bit(vector_vb(word))) |
           if_in(row->in_VC, mode, bit(vector_vc(word))) |
           if_in(row->in_VD, mode, bit(vector_vd(row, word))) | if_in(row->in_lreg0, mode, 1u) |
           if_in(row->in_set, mode, row->set) | if_in(row->indirect_va, mode, 0xFFFFu) |
           if_in(row->indirect_vd, mode, 1u << 7);
}

uint32_t stx_vector_writes(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    return if_in(row->out_VC, mode, bit(vector_vc(word))) |
           if_in(row->out_VD, mode, bit(vector_vd(row, word))) |
           if_in(row->out_set, mode, row->outs) | if_in(row->indirect_vd, mode, 0xFFu);
}

bool stx_vector_has_values(uint32_t word, bool result) {
    const struct vector_row *row = stx_vector_row(word);
    uint32_t others = row->in_lreg0 | row->in_set | row->indirect_va | row->indirect_vd |
                      row->out_VC | row->out_set;
    uint32_t modes = result ? row->out_VD : row->sub_unit == STX_SUB_STORE ? row->in_VD : 0;
    return row->sub_unit != STX_SUB_ROUND && vector_vd(row, word) < 8 &&
           (modes & ~others) >> vector_mode(row, word) & 1u;
}

bool stx_vector_mode_undefined(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    return row->modes && !(row->modes >> vector_mode(row, word) & 1u);
}

bool stx_vector_is_slow(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    return row->holds >> vector_mode(row, word) & 1u;
}

bool stx_vector_holds_next(uint32_t word) {
    bool waits = !STX_LATE_UNGUARDED || stx_vector_sub_unit(word) == STX_SUB_SIMPLE;
    return stx_vector_is_slow(word) && waits;
}

bool stx_vector_steps_prng(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    return (row->prng >> vector_mode(row, word) & 1u) &&
           (row->prng_vc == ANY_VC || row->prng_vc == vector_vc(word));
}

unsigned stx_vector_template(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    return row->can_be_template ? vector_vd(row, word) : 0;
}
