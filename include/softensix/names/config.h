/* SPDX-License-Identifier: Apache-2.0
 *
 * config.h - configuration by the names of its fields (lib/isa/config.def). Two kinds: thread
 * configuration, 16-bit words that SETC16 writes whole, and configuration, 32-bit words. A field
 * of the other kind does not compile.
 *
 *   STX_SET_THREAD(CFG_STATE_ID_StateID, 1);           SETC16: other fields of the word become 0
 *   TTI_SETC16(STX_THREAD_WORD(A), STX_THREAD_BITS(A, 1) | STX_THREAD_BITS(B, 2));
 *   STX_SET_CONFIG(ALU_FORMAT_SPEC_REG0_SrcA, 5);      RMWCIB: other fields stay as they are
 *   STX_WRCFG(THCON_SEC0_REG3_Base_address, 4);        WRCFG: the field's word becomes GPR 4
 *
 * Values are cut to the width of the field. */
#ifndef SOFTENSIX_NAMES_CONFIG_H
#define SOFTENSIX_NAMES_CONFIG_H

#include "softensix/names/fields.h"
#include "softensix/tti.h"

#define STX_MASK_OF(width) (0xFFFFFFFFu >> (32 - (width)))
#define STX_WORD_OF(word, ...) (word)
#define STX_BITS_OF(value, word, low, width, ...) (((uint32_t)(value)&STX_MASK_OF(width)) << (low))
#define STX_WORDS_OF(words, value, word, low, width, ...) \
    stx_config_words(words, word, low, width, value)
/* The numbers at the end become arguments only if the field does not exist: then the compiler's
 * message names just the field. */
#define STX_EXPAND(macro, ...) macro(__VA_ARGS__, 0, 1, 0)

/* The word of a field, and a value in its place. */
#define STX_THREAD_WORD(field) STX_EXPAND(STX_WORD_OF, STX_THREAD_FIELD_##field)
#define STX_THREAD_BITS(field, value) STX_EXPAND(STX_BITS_OF, value, STX_THREAD_FIELD_##field)
#define STX_CONFIG_WORD(field) STX_EXPAND(STX_WORD_OF, STX_CONFIG_FIELD_##field)
#define STX_CONFIG_BITS(field, value) STX_EXPAND(STX_BITS_OF, value, STX_CONFIG_FIELD_##field)

#define STX_SET_THREAD(field, value)                           \
    do {                                                       \
        enum { stx_word_ = STX_THREAD_WORD(field) };           \
        TT_SETC16(stx_word_, STX_THREAD_BITS(field, (value))); \
    } while (0)
#define STX_SET_CONFIG(field, value)                                                           \
    do {                                                                                       \
        uint32_t stx_words_[4];                                                                \
        unsigned stx_count_ =                                                                  \
            STX_EXPAND(STX_WORDS_OF, stx_words_, (uint32_t)(value), STX_CONFIG_FIELD_##field); \
        for (unsigned stx_i_ = 0; stx_i_ < stx_count_; stx_i_++) {                             \
            STX_ISSUE(stx_words_[stx_i_]);                                                     \
        }                                                                                      \
    } while (0)
#define STX_WRCFG(field, gpr)                        \
    do {                                             \
        enum { stx_word_ = STX_CONFIG_WORD(field) }; \
        TT_WRCFG(gpr, 0, stx_word_);                 \
    } while (0)

/* The RMWCIB words that write a field, one for each byte of the word that it touches, at
 * words[0..3]; returns how many. */
static inline unsigned stx_config_words(uint32_t words[4], uint32_t word, uint32_t low,
                                        uint32_t width, uint32_t value) {
    static const uint32_t opcode[4] = {0xB3, 0xB4, 0xB5, 0xB6}; /* RMWCIB0..3 */
    uint32_t mask = STX_MASK_OF(width) << low, data = (value & STX_MASK_OF(width)) << low;
    unsigned n = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        uint32_t m = mask >> (8 * byte) & 0xFFu, d = data >> (8 * byte) & 0xFFu;
        if (m) {
            words[n++] = TT_OP(opcode[byte], (m << 16) + (d << 8) + word);
        }
    }
    return n;
}

#endif
