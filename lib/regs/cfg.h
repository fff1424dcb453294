/* SPDX-License-Identifier: Apache-2.0
 *
 * cfg.h - configuration words and typed getters, one for each row of isa/config.def:
 * cfg_ALU_ACC_CTRL_Fp32_enabled(core, thread). The getter reads the bank that the thread selects
 * (CFG_STATE_ID). */
#ifndef STX_REGS_CFG_H
#define STX_REGS_CFG_H

#include "core/tell.h"
#include "softensix/core.h"

/* The bank that a thread selects. */
static inline unsigned cfg_bank(const struct stx_core *core, unsigned thread) {
    return core->tcfg[thread][0] & (STX_CFG_BANKS - 1u);
}

/* A configuration word of a bank, where word < STX_CFG_WORDS. Both banks share the words from
 * STX_CFG_SHARED on. */
static inline uint32_t *cfg_slot(struct stx_core *core, unsigned bank, unsigned word) {
    return &core->cfg[word < STX_CFG_SHARED ? bank % STX_CFG_BANKS : 0][word];
}

/* The word that a thread sees. */
static inline const uint32_t *cfg_seen(const struct stx_core *core, unsigned thread,
                                       unsigned word) {
    return &core->cfg[word < STX_CFG_SHARED ? cfg_bank(core, thread) : 0][word];
}

static inline uint32_t cfg_field(uint32_t word, unsigned low, unsigned width) {
    return (word >> low) & (width < 32 ? (1u << width) - 1u : UINT32_MAX);
}

/* A field of a word, whose use is told. */
static inline uint32_t cfg_read(const uint32_t *word, unsigned low, unsigned width) {
    tell_cfg_used(word, low, width);
    return cfg_field(*word, low, width);
}

static inline uint32_t cfg_word(const struct stx_core *core, unsigned thread, unsigned word) {
    return cfg_read(cfg_seen(core, thread, word), 0, 32);
}

/* The same for a thread's configuration. */
static inline uint32_t tcfg_read(const struct stx_core *core, unsigned thread, unsigned word,
                                 unsigned low, unsigned width) {
    tell_tcfg_used(word, tell_bits(low, width));
    return cfg_field(core->tcfg[thread][word], low, width);
}

/* Words 0 .. STX_CFG_SHARED - 1 of the bank that a thread selects, for code that reads many of
 * them. */
static inline const uint32_t *cfg_words_of(const struct stx_core *core, unsigned thread) {
    return core->cfg[cfg_bank(core, thread)];
}

/* Writes a word with the side effects of special words (SPEC 10); bank 0 or 1. */
void cfg_write(struct stx_core *core, unsigned bank, unsigned word, uint32_t value);

/* Writes a thread configuration word with its side effects. */
void tcfg_write(struct stx_core *core, unsigned thread, unsigned word, uint32_t value);

/* The numbers of words, by the names of their fields. */
enum cfg_words {
#define CFG(name, word, low, width) CFG_WORD_##name = word,
#define TCFG(name, word, low, width) TCFG_WORD_##name = word,
#include "isa/config.def"
#undef CFG
#undef TCFG
    CFG_WORDS_END
};

/* The distance from the THCON words of unpacker 0 to those of unpacker 1. */
#define THCON_SECTION \
    (CFG_WORD_THCON_SEC1_REG0_TileDescriptor - CFG_WORD_THCON_SEC0_REG0_TileDescriptor)

/* cfg_NAME_at() reads the same field `words` words further on, which belongs to another unpacker or
 * context. cfg_NAME_in() reads the field among the words that cfg_words_of() returns.
 * cfg_NAME_bits_in() leaves its bits where they lie, so that several fields are tested in one step.
 */
#define CFG(name, word, low, width)                                                      \
    static inline uint32_t cfg_##name##_at(const struct stx_core *core, unsigned thread, \
                                           unsigned words) {                             \
        return cfg_read(cfg_seen(core, thread, word + words), low, width);               \
    }                                                                                    \
    static inline uint32_t cfg_##name(const struct stx_core *core, unsigned thread) {    \
        return cfg_##name##_at(core, thread, 0);                                         \
    }                                                                                    \
    static inline uint32_t cfg_##name##_in(const uint32_t *words) {                      \
        return cfg_read(&words[word], low, width);                                       \
    }                                                                                    \
    static inline uint32_t cfg_##name##_bits_in(const uint32_t *words) {                 \
        tell_cfg_used(&words[word], low, width);                                         \
        return words[word] & cfg_field(UINT32_MAX, 0, width) << (low);                   \
    }
#define TCFG(name, word, low, width)                                                  \
    static inline uint32_t cfg_##name(const struct stx_core *core, unsigned thread) { \
        return tcfg_read(core, thread, word, low, width);                             \
    }
/* A field that the chip does not have reads as a constant. */
#define CFG_FIXED(name, value)                                                           \
    static inline uint32_t cfg_##name##_at(const struct stx_core *core, unsigned thread, \
                                           unsigned words) {                             \
        (void)core, (void)thread, (void)words;                                           \
        return value;                                                                    \
    }                                                                                    \
    static inline uint32_t cfg_##name##_in(const uint32_t *words) {                      \
        (void)words;                                                                     \
        return value;                                                                    \
    }                                                                                    \
    static inline uint32_t cfg_##name##_bits_in(const uint32_t *words) {                 \
        return cfg_##name##_in(words);                                                   \
    }                                                                                    \
    TCFG_FIXED(name, value)
#define TCFG_FIXED(name, value)                                                       \
    static inline uint32_t cfg_##name(const struct stx_core *core, unsigned thread) { \
        (void)core, (void)thread;                                                     \
        return value;                                                                 \
    }
#include "isa/config.def"
#include "private.h"
#undef CFG
#undef TCFG

#endif
