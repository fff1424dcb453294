/* SPDX-License-Identifier: Apache-2.0
 *
 * isa.c - the readers of lib/isa for every word: its row, its fields, and the registers that it
 * reads and writes. */
#include "any.h"

#include "isa/gpr_words.h"
#include "isa/vector_words.h"
#include "softensix/isa.h"

static void rows(uint32_t word) {
    const struct stx_insn *row = stx_insn_of(word);
    const struct stx_field field = {0, (uint8_t)any, (uint8_t)any};
    used = stx_insn_at(any) != NULL;
    used = stx_insn_rows(any, word) + stx_insn_flops(row, word) + stx_field_get(&field, word);
    used = (uint8_t)stx_unit_name(any)[0];
}

static void registers(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    const struct gpr_use use = stx_gprs_of(word);
    used = use.reads + use.writes + use.steps;
    used = vector_mode(row, word) + vector_vd(row, word) + stx_vector_sub_unit(word);
    used = stx_vector_reads(word) + stx_vector_writes(word) + stx_vector_template(word);
    used = stx_vector_has_values(word, any & 1u) + stx_vector_mode_undefined(word);
    used = stx_vector_is_slow(word) + stx_vector_holds_next(word) + stx_vector_steps_prng(word);
    if (STX_LATE_UNGUARDED) {
        used = stx_vector_late(word);
    }
}

void readers_of_words(void) {
    uint32_t word = any;
    rows(word);
    registers(word);
}
