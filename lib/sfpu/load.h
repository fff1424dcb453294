/* SPDX-License-Identifier: Apache-2.0
 *
 * load.h - what SFPLOAD and SFPLOADMACRO share. */
#ifndef STX_SFPU_LOAD_H
#define STX_SFPU_LOAD_H

#include "core/fault.h"
#include "sfpu/formats.h"
#include "sfpu/vector_issue.h"
#include "private.h"

/* True if the departure SFPU_BF16_ROWS_32 applies: with SFPU_Fp32_enabled an access in BF16 uses
 * the high half of 32-bit elements on silicon. */
bool sfpu_rows_depart(const struct stx_core *core, unsigned thread, uint32_t format);

/* True if an access uses rows of 32 bits. wide: its format has 32-bit elements; departs: the result
 * of sfpu_rows_depart(). */
static inline bool sfpu_rows_are_32(const struct stx_core *core, bool wide, bool departs) {
    return wide || (departs && would_depart(core, STX_DEPARTURE_SFPU_BF16_ROWS_32));
}

/* The format of an access with this Mod0. */
static inline uint32_t sfpu_format_of(const struct stx_core *core, unsigned thread, uint32_t mod0) {
    return mod0 == FMT_DEFAULT ? sfpu_default_format(core, thread)
           : mod0 == FMT_STACK ? FMT_INT32
                               : mod0;
}

/* The same for a load and for a store in this format. */
static inline bool sfpu_load_has_rows32(const struct stx_core *core, unsigned thread,
                                        uint32_t format) {
    return sfpu_rows_are_32(core, sfpu_load_is_wide(format),
                            sfpu_rows_depart(core, thread, format));
}
static inline bool sfpu_store_has_rows32(const struct stx_core *core, unsigned thread,
                                         uint32_t format) {
    return sfpu_rows_are_32(core, sfpu_store_is_wide(format),
                            sfpu_rows_depart(core, thread, format));
}

enum { SFPU_REFUSED = 0xFFFF };

/* Does an SFPLOAD without its ADDR_MOD. Returns its Dst address, or SFPU_REFUSED after a fault. odd
 * is 1 if bit 0 of the word does not belong to the address. */
uint32_t sfpu_load(struct stx_core *core, unsigned thread, uint32_t mod0, unsigned vd, uint32_t imm,
                   uint32_t odd);

/* The Dst address of a load. */
uint32_t sfpu_load_address(const struct stx_core *core, unsigned thread, uint32_t mod0,
                           uint32_t imm);

/* For SFPLOADMACRO: true if the operations of a sequence fit their sub-units; true if the word is
 * one and has an operation of Simple or Round for the next cycle; true if the rows of its store
 * exist, or if it has none. */
bool sfpu_sequence_fits(const struct stx_sfpu *s, uint32_t macro);
bool sfpu_sequence_is_next(const struct stx_sfpu *s, uint32_t word);
bool sfpu_sequence_store_has_rows(const struct stx_core *core, unsigned thread,
                                  const struct stx_args_SFPLOADMACRO *a);

#endif
