/* SPDX-License-Identifier: Apache-2.0
 *
 * dump_cfg.c - prints the configuration with the names of its fields (isa/config.def). */
#include "diag/dump.h"

struct field {
    const char *name;
    uint8_t word, low, width, thread; /* thread: 1 = a thread configuration word */
};

static const struct field fields[] = {
#define CFG(name, word, low, width) {#name, word, low, width, 0},
#define TCFG(name, word, low, width) {#name, word, low, width, 1},
#include "isa/config.def"
#undef CFG
#undef TCFG
};

#define FIELDS (sizeof fields / sizeof fields[0])

static uint32_t mask_of(const struct field *field) {
    return UINT32_MAX >> (32u - field->width) << field->low;
}

static void line(const struct out *out, const char *set, unsigned index, unsigned word,
                 const char *name, uint32_t value) {
    stx_out_string(out, set);
    stx_out_string(out, "[");
    stx_out_decimal(out, index);
    stx_out_string(out, "][");
    stx_out_decimal(out, word);
    stx_out_string(out, "] ");
    stx_out_string(out, name);
    stx_out_string(out, " = ");
    if (value < 1000) {
        stx_out_decimal(out, value);
    } else {
        stx_out_hex(out, value);
    }
    stx_out_string(out, "\n");
}

/* Prints one word: its fields that are not 0, then the bits that no field covers. */
static void dump_word(const struct out *out, const char *set, unsigned index, unsigned word,
                      uint32_t value) {
    uint32_t rest = value, thread = set[0] == 't';
    for (size_t i = 0; i < FIELDS && value; i++) {
        if (fields[i].word != word || fields[i].thread != thread ||
            !(value & mask_of(&fields[i]))) {
            continue;
        }
        rest &= ~mask_of(&fields[i]);
        line(out, set, index, word, fields[i].name, (value & mask_of(&fields[i])) >> fields[i].low);
    }
    if (rest) {
        line(out, set, index, word, "(bits without a name)", rest);
    }
}

void stx_dump_cfg_part(const struct out *out, const struct stx_core *core) {
    for (unsigned bank = 0; bank < STX_CFG_BANKS; bank++) {
        for (unsigned w = 0; w < (bank ? STX_CFG_SHARED : STX_CFG_WORDS); w++) {
            dump_word(out, "cfg", bank, w, core->cfg[bank][w]);
        }
    }
    for (unsigned t = 0; t < STX_THREADS; t++) {
        for (unsigned w = 0; w < STX_TCFG_WORDS; w++) {
            dump_word(out, "tcfg", t, w, core->tcfg[t][w]);
        }
    }
}

void stx_dump_cfg_names(const struct out *out, unsigned word, bool thread, uint32_t bits) {
    const char *before = " ";
    for (size_t i = 0; i < FIELDS; i++) {
        if (fields[i].word == word && fields[i].thread == thread && bits & mask_of(&fields[i])) {
            stx_out_string(out, before);
            stx_out_string(out, fields[i].name);
            before = ", ";
        }
    }
}
