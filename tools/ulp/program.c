/* SPDX-License-Identifier: Apache-2.0
 *
 * program.c - reads a recorded function, and assigns registers to its values. */
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/vector_words.h"
#include "sfpu/formats.h"

static void refuse(struct ulp_program *p, const char *why, uint32_t word) {
    const struct stx_insn *row = stx_insn_of(word);
    if (!p->refused[0]) {
        snprintf(p->refused, sizeof p->refused, "%s: %s", row ? row->name : "?", why);
    }
}

static bool is_between_lanes(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    return is_SFPTRANSP(word) || (is_SFPSHFT2(word) && mode < 5) || (is_SFPSWAP(word) && mode > 1);
}

/* SFPMOV from the templates and sequences of SFPLOADMACRO, which a recording does not have. */
static bool reads_configuration(uint32_t word) {
    const struct stx_args_SFPMOV a = fields_of_SFPMOV(word);
    return is_SFPMOV(word) && (a.instr_mod1 & 8u) && a.lreg_c < 9;
}

const char *ulp_word_refused(uint32_t word, bool as_value) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    if (is_SFPLOADMACRO(word)) {
        return "schedules words of its own";
    }
    if (is_SFPCONFIG(word)) {
        return "changes how all lanes work";
    }
    if (reads_configuration(word)) {
        return "reads configuration";
    }
    if (is_between_lanes(word)) {
        return "moves values from lane to lane";
    }
    bool rounds = is_SFP_STOCH_RND(word);
    uint32_t how = fields_of_SFP_STOCH_RND(word).rnd_mode; /* 0 to nearest, 2 toward zero */
    if (stx_vector_steps_prng(word) && !(rounds && (how == 0 || how == 2))) {
        return "draws random numbers";
    }
    if (!as_value && ((row->indirect_va | row->indirect_vd) >> mode & 1u)) {
        return "names a register by LReg7";
    }
    return NULL;
}

static const char *format_refused(bool dst32, uint32_t format) {
    bool wide = format == FMT_FP32 || format == FMT_INT32 || format == FMT_SM32;
    if (dst32 ? wide || format == FMT_BF16 : format == FMT_BF16 || format == FMT_FP16) {
        return NULL;
    }
    return "a format that does not suit the width of Dst";
}

static struct ulp_op *new_op(struct ulp_program *p, enum ulp_kind kind) {
    if (p->ops == p->room) {
        p->room = p->room ? 2 * p->room : 256;
        p->op = realloc(p->op, p->room * sizeof *p->op);
        if (!p->op) {
            abort();
        }
    }
    struct ulp_op *op = &p->op[p->ops++];
    memset(op, 0, sizeof *op);
    memset(op->in, 0xFF, sizeof op->in);
    op->kind = kind;
    op->out = op->out2 = ULP_NOWHERE;
    return op;
}

/* Notes which vector of Dst a load or a store accesses, from its address. */
static void note_slot(struct ulp_program *p, struct ulp_op *op, unsigned address, unsigned what) {
    if (address / 2 >= ULP_SLOTS) {
        refuse(p, "reaches beyond the tile", op->word);
        return;
    }
    op->slot = (uint16_t)(address / 2);
    uint8_t *slot = &p->slot[op->slot];
    *slot |= what | (what == SLOT_READ && !(*slot & SLOT_WRITTEN) ? SLOT_READ_FIRST : 0);
}

static void note_word(struct ulp_program *p, struct ulp_op *op, unsigned address, unsigned format) {
    const char *why = ulp_word_refused(op->word, op->kind == ULP_VALUE);
    op->reads = (uint16_t)stx_vector_reads(op->word);
    op->writes = (uint16_t)stx_vector_writes(op->word);
    op->format = (uint8_t)format;
    p->words++;
    p->lregs |= op->kind == ULP_WORD ? (op->reads | op->writes) & 0xFFu : 0;
    if (is_SFPLOADMACRO(op->word)) {
        note_slot(p, op, address, SLOT_READ);
        note_slot(p, op, address, SLOT_WRITTEN);
    }
    if (is_SFPLOAD(op->word) || is_SFPSTORE(op->word)) {
        note_slot(p, op, address, is_SFPLOAD(op->word) ? SLOT_READ : SLOT_WRITTEN);
        why = why ? why : format_refused(p->dst32, format);
    }
    if (why) {
        refuse(p, why, op->word);
    }
}

/* "w WORD [address format]": a word on the registers. Words of other units are only counted, unless
 * they change what the vector unit works on. */
static const char *read_word(struct ulp_program *p, const char *text) {
    unsigned address = 0, format = 0;
    uint32_t word;
    if (sscanf(text, "%" SCNx32 " %u %u", &word, &address, &format) < 1) {
        return "a line w without a word";
    }
    const struct stx_insn *row = stx_insn_of(word);
    if (!row || !row->sub_unit) {
        const uint32_t state = STX_PART_DST | STX_PART_LREG | STX_PART_FLAGS | STX_PART_SFPCFG;
        p->others++;
        if (!row || row->writes & state) {
            refuse(p, "is not a word of the vector unit but changes what it works on", word);
        }
        return NULL;
    }
    if (stx_vector_template(word) >= 12) { /* for SFPLOADMACRO, which is refused */
        p->others++;
        return NULL;
    }
    struct ulp_op *op = new_op(p, ULP_WORD);
    op->word = word;
    op->masked = true;
    for (uint16_t i = 0; i < 8; i++) {
        op->in[i] = i;
    }
    op->result = (uint8_t)vector_vd(stx_vector_row(word), word);
    op->out = op->result;
    note_word(p, op, address, format);
    return NULL;
}

/* "v WORD result out out2 masked in0 ... in7 [address format]"; - means no register. */
static const char *read_value(struct ulp_program *p, char *text) {
    unsigned number[13] = {0};
    char *save = NULL, *part = strtok_r(text, " \n", &save);
    struct ulp_op *op = new_op(p, ULP_VALUE);
    for (unsigned i = 0; i < 15; i++, part = strtok_r(NULL, " \n", &save)) {
        if (!part && i < 13) {
            return "a line v has too few numbers";
        }
        unsigned long v = !part ? 0 : *part == '-' ? ULP_NOWHERE : strtoul(part, NULL, i ? 10 : 16);
        if (i == 0) {
            op->word = (uint32_t)v;
        } else if (i < 13) {
            number[i] = (unsigned)v;
        } else if (i == 13) {
            number[0] = (unsigned)v;
        } else {
            number[1] |= (unsigned)v << 8;
        }
    }
    op->result = (uint8_t)(number[1] & 0xFF);
    op->out = (uint16_t)number[2];
    op->out2 = (uint16_t)number[3];
    op->masked = number[4];
    for (unsigned i = 0; i < 8; i++) {
        op->in[i] = (uint16_t)number[5 + i];
    }
    note_word(p, op, number[0], number[1] >> 8);
    return NULL;
}

/* "c out imm", "m out condition in", "i out how a b", "f in", "s out old now", "k out in", "a out a
 * b", "d out a b". */
static const char *read_other(struct ulp_program *p, char kind, const char *text) {
    static const struct {
        char letter;
        uint8_t kind, out, imm, in; /* the number of each */
    } forms[] = {{'c', ULP_CONSTANT, 1, 1, 0}, {'m', ULP_CONDITION, 1, 1, 1},
                 {'i', ULP_COMPARE, 1, 1, 2},  {'f', ULP_NARROW, 0, 0, 1},
                 {'s', ULP_SELECT, 1, 0, 2},   {'k', ULP_COPY, 1, 0, 1},
                 {'a', ULP_ADD, 1, 0, 2},      {'d', ULP_SUBTRACT, 1, 0, 2}};
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (forms[i].letter == kind) {
            struct ulp_op *op = new_op(p, forms[i].kind);
            char *end = (char *)text;
            if (forms[i].out) {
                op->out = (uint16_t)strtoul(end, &end, 10);
            }
            if (forms[i].imm) {
                op->imm = (uint32_t)strtoul(end, &end, kind == 'c' ? 16 : 10);
            }
            for (unsigned n = 0; n < forms[i].in; n++) {
                op->in[n] = (uint16_t)strtoul(end, &end, 10);
            }
            return NULL;
        }
    }
    return "a line that begins with an unknown letter";
}

/* "reg N v", or all 32 lanes. */
static const char *read_register(struct ulp_program *p, const char *text) {
    char *end;
    unsigned long reg = strtoul(text, &end, 10);
    if (reg >= 16) {
        return "a line reg of a register that does not exist";
    }
    uint32_t value = (uint32_t)strtoul(end, &end, 16);
    for (unsigned lane = 0; lane < 32; lane++) {
        p->lreg[reg][lane] = value;
        char *before = end;
        uint32_t next = (uint32_t)strtoul(end, &end, 16);
        value = end == before ? value : next;
    }
    return NULL;
}

/* Assigns a register to each value until its last use. */
struct places {
    uint32_t *last;
    uint16_t *place, *free;
    unsigned frees, highest;
};

static void note_uses(const struct ulp_program *p, uint32_t *last) {
    for (size_t i = 0; i < p->ops; i++) {
        for (unsigned n = 0; n < 8; n++) {
            if (p->op[i].in[n] != ULP_NOWHERE) {
                last[p->op[i].in[n]] = (uint32_t)i;
            }
        }
    }
}

static uint16_t place_for(struct places *s, uint16_t value) {
    if (value < ULP_HARDWARE || value == ULP_NOWHERE) {
        return value;
    }
    s->place[value] = s->frees ? s->free[--s->frees] : (uint16_t)s->highest++;
    return s->place[value];
}

static void end_uses(struct places *s, const uint16_t *values, size_t op) {
    for (unsigned n = 0; n < 8; n++) {
        uint16_t value = values[n];
        if (value >= ULP_HARDWARE && value != ULP_NOWHERE && s->last[value] == op) {
            s->free[s->frees++] = s->place[value];
            s->last[value] = UINT32_MAX;
        }
    }
}

static void find_places(struct ulp_program *p) {
    struct places s = {calloc(65536, sizeof *s.last), calloc(65536, sizeof *s.place),
                       calloc(65536, sizeof *s.free), 0, ULP_HARDWARE};
    if (!s.last || !s.place || !s.free) {
        abort();
    }
    note_uses(p, s.last);
    for (size_t i = 0; i < p->ops; i++) {
        struct ulp_op *op = &p->op[i];
        uint16_t values[8];
        memcpy(values, op->in, sizeof values);
        for (unsigned n = 0; n < 8; n++) {
            op->in[n] = values[n] < ULP_HARDWARE || values[n] == ULP_NOWHERE ? values[n]
                                                                             : s.place[values[n]];
        }
        op->out = place_for(&s, op->out); /* before the registers of its inputs are free, so that
                                             none is overwritten early */
        op->out2 = place_for(&s, op->out2);
        end_uses(&s, values, i);
    }
    p->registers = s.highest;
    free(s.last);
    free(s.place);
    free(s.free);
}

/* Refuses functions that read a vector which they never write. */
static void check_slots(struct ulp_program *p) {
    for (unsigned i = 0; i < ULP_SLOTS; i++) {
        bool in = p->slot[i] & SLOT_READ_FIRST, out = p->slot[i] & SLOT_WRITTEN;
        p->seconds += in && !out;
        if (in || out) {
            p->slots = i + 1;
        }
    }
}

void ulp_program_refuse_seconds(struct ulp_program *p) {
    for (unsigned i = 0; i < p->slots && !p->refused[0]; i++) {
        if (p->slot[i] == SLOT_SECOND) {
            snprintf(p->refused, sizeof p->refused, "reads vector %u of Dst, which it never writes",
                     i);
        }
    }
}

void ulp_program_thirds(struct ulp_program *p) {
    unsigned firsts = 0;
    for (unsigned i = 0; i < p->slots; i++) {
        firsts += p->slot[i] == SLOT_ACTIVE;
    }
    unsigned left = firsts && p->seconds > firsts ? p->seconds / 2 : 0;
    for (unsigned i = p->slots; i-- > 0 && left;) {
        left -= p->slot[i] == SLOT_SECOND;
        p->slot[i] = p->slot[i] == SLOT_SECOND ? SLOT_THIRD : p->slot[i];
    }
}

void ulp_program_misplaced(struct ulp_program *p, unsigned operands) {
    unsigned first = p->seconds / operands; /* those of the first operand */
    for (unsigned i = 0; i < p->slots && first; i++) {
        first -= p->slot[i] == SLOT_SECOND;
        p->seconds -= p->slot[i] == SLOT_SECOND;
        p->slot[i] |= p->slot[i] == SLOT_SECOND ? SLOT_WRITTEN : 0;
    }
    if (!p->refused[0]) {
        snprintf(p->refused, sizeof p->refused, "writes no vector of Dst that it reads first");
    }
}

static const char *read_line(struct ulp_program *p, char *line) {
    unsigned bits;
    if (sscanf(line, "dst %u", &bits) == 1) {
        p->dst32 = bits == 32;
        return NULL;
    }
    if (strncmp(line, "reg ", 4) == 0) {
        return read_register(p, line + 4);
    }
    if (strncmp(line, "x ", 2) == 0) {
        if (!p->refused[0]) {
            snprintf(p->refused, sizeof p->refused, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
        }
        return NULL;
    }
    return *line == 'w'   ? read_word(p, line + 1)
           : *line == 'v' ? read_value(p, line + 1)
                          : read_other(p, *line, line + 1);
}

bool ulp_program_read(struct ulp_program *p, FILE *from, bool fused, const char **wrong) {
    char line[512];
    memset(p, 0, sizeof *p);
    if (!fgets(line, sizeof line, from) || strcmp(line, "STXREC 1\n") != 0) {
        *wrong = "the first line is not STXREC 1";
        return false;
    }
    while (fgets(line, sizeof line, from)) {
        if (strcmp(line, "end\n") == 0) {
            check_slots(p);
            if (fused) {
                ulp_program_fuse(p);
            }
            find_places(p);
            return true;
        }
        const char *why = read_line(p, line);
        if (why) {
            *wrong = why;
            return false;
        }
    }
    *wrong = "there is no line end";
    return false;
}

void ulp_program_free(struct ulp_program *p) {
    free(p->op);
    p->op = NULL;
}
