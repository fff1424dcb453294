/* SPDX-License-Identifier: Apache-2.0
 *
 * recorder.c - writes the lines of a recording (recorder.h), also for words that the kernel issues
 * itself. */
#include "recorder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "llk/platform.h"
#include "machine.h"
#include "softensix/isa.h"
#include "softensix/listen.h"

/* Internals of the library: the address and the format of a load or a store. */
uint32_t stx_sfpu_load_address(const struct stx_core *core, unsigned thread, uint32_t mod0,
                               uint32_t imm);
uint32_t stx_sfpu_default_format(const struct stx_core *core, unsigned thread);

static FILE *to;
static unsigned values;
static bool quiet; /* a word is executed for its effect on counters alone */
static unsigned address, format;

static unsigned next(void) {
    return 16 + values++;
}

unsigned ulp_constant(uint32_t bits) {
    unsigned out = next();
    if (to) {
        fprintf(to, "c %u %" PRIx32 "\n", out, bits);
    }
    return out;
}

static void write_in(const unsigned in[8]) {
    for (unsigned i = 0; i < 8; i++) {
        if (in[i] == ULP_NONE) {
            fputs(" -", to);
        } else {
            fprintf(to, " %u", in[i]);
        }
    }
}

static unsigned write_value(uint32_t word, unsigned result, const unsigned in[8], bool masked,
                            unsigned *second) {
    unsigned out = next();
    if (second) {
        *second = next();
    }
    if (to) {
        fprintf(to, "v %08" PRIx32 " %u %u ", word, result, out);
        second ? (void)fprintf(to, "%u", *second) : (void)putc('-', to);
        fprintf(to, " %d", masked);
        write_in(in);
    }
    return out;
}

static void end_line(void) {
    if (to) {
        putc('\n', to);
    }
}

unsigned ulp_value(uint32_t word, unsigned result, const unsigned in[8], bool masked,
                   unsigned *second) {
    unsigned out = write_value(word, result, in, masked, second);
    end_line();
    return out;
}

static uint32_t operand(uint32_t word, const char *name) {
    const struct stx_insn *row = stx_insn_of(word);
    for (unsigned i = 0; i < row->field_count; i++) {
        if (!strcmp(row->fields[i].name, name)) {
            return stx_field_get(&row->fields[i], word);
        }
    }
    return 0;
}

/* Address and format of an SFPLOAD or SFPSTORE. */
static void find_address(uint32_t word) {
    uint32_t mod0 = operand(word, "instr_mod0");
    address = stx_sfpu_load_address(ulp_core(), 1, mod0, operand(word, "dest_reg_addr"));
    format = mod0 ? mod0 : stx_sfpu_default_format(ulp_core(), 1);
}

static void execute_quietly(uint32_t word) {
    quiet = true;
    stx_llk_issue(1, word);
    quiet = false;
}

unsigned ulp_load(uint32_t word) {
    static const unsigned none[8] = {ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE,
                                     ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE};
    find_address(word);
    unsigned out = write_value(word, 0, none, false, NULL);
    if (to) {
        fprintf(to, " %u %u\n", address, format);
    }
    execute_quietly(word);
    return out;
}

void ulp_store(uint32_t word, unsigned value) {
    unsigned in[8] = {value, ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE};
    find_address(word);
    (void)write_value(word, 0, in, true, NULL);
    if (to) {
        fprintf(to, " %u %u\n", address, format);
    }
    execute_quietly(word);
}

static unsigned line(const char *start, unsigned a, unsigned b) {
    unsigned out = next();
    if (to) {
        fprintf(to, "%.1s %u%s %u %u\n", start, out, start + 1, a, b);
    }
    return out;
}

unsigned ulp_copy(unsigned lreg) {
    unsigned out = next();
    if (to) {
        fprintf(to, "k %u %u\n", out, lreg);
    }
    return out;
}

void ulp_register(unsigned lreg, unsigned value) {
    if (to && lreg < 8) {
        fprintf(to, "s %u %u %u\n", lreg, lreg, value);
    }
}

unsigned ulp_select(unsigned old, unsigned now) {
    return line("s", old, now);
}

unsigned ulp_condition(unsigned condition, unsigned value) {
    return line("m", condition, value);
}

unsigned ulp_compare(unsigned how, unsigned a, unsigned b) {
    unsigned out = next();
    if (to) {
        fprintf(to, "i %u %u %u %u\n", out, how, a, b);
    }
    return out;
}

unsigned ulp_sum(char kind, unsigned a, unsigned b) {
    const char start[2] = {kind, '\0'};
    return line(start, a, b);
}

void ulp_narrow(unsigned mask) {
    if (to) {
        fprintf(to, "f %u\n", mask);
    }
}

void ulp_refuse(const char *why) {
    if (to) {
        fprintf(to, "x %s\n", why);
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    (void)self, (void)core;
    if (quiet) {
        return;
    }
    if (e->kind == STX_EVENT_BEGIN) {
        find_address(e->word);
    } else {
        fprintf(to, "w %08" PRIx32 " %u %u\n", e->word, address, format);
    }
}

/* record FILE, possibly with a choice: writes the lines between those of the state (plain.c) and
 * the end. */
int main(int argc, char **argv) {
    FILE *file = argc == 3 || argc == 5 ? fopen(argv[2], "w") : NULL;
    if (!file) {
        return 1;
    }
    if (argc == 5) {
        ulp_choose(argv + 3);
    }
    ulp_start();
    ulp_init();
    to = file;
    static struct stx_listener listener = {hear, STX_HEAR(BEGIN) | STX_HEAR(END), NULL};
    stx_listen(ulp_core(), &listener);
    ulp_kernel();
    return fclose(file) != 0;
}
