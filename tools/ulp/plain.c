/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c - executes a function word by word with the library, and records it. */
#include "plain.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "llk/cfg_defines.h"
#include "recorder/places.h"
#include "recorder/recording.h"
#include "sfpu/formats.h"
#include "sfpu/load.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/order.h"
#include "softensix/softensix.h"
#include "softensix/time.h"

#define MATH 1u
enum { CODE_TF32 = 4, CODE_BF16 = 5, COLUMNS = 16, SOURCE_ROWS = 8 };
#define SOURCE_BITS 0xFFFFE000u /* of binary32; the others are cut off */

static struct stx_core core, fresh;
static FILE *recording;
static unsigned address, format; /* of the load or store that is executed next */

static const char *put_word(struct ulp_plain *plain, uint32_t word) {
    uint32_t *more = realloc(plain->word, (plain->words + 1) * sizeof *more);
    if (!more) {
        return "out of memory";
    }
    plain->word = more;
    plain->word[plain->words++] = word;
    return NULL;
}

/* Eight hexadecimal digits, or assembly. */
static const char *read_line(struct ulp_plain *plain, char *line) {
    uint32_t word;
    char *end, *at = line + strspn(line, " \t");
    at[strcspn(at, "#;\n")] = '\0';
    if (*at == '\0') {
        return NULL;
    }
    word = (uint32_t)strtoul(at, &end, 16);
    if (end != at && *(end + strspn(end, " \t")) == '\0') {
        return put_word(plain, word);
    }
    const char *wrong = stx_assemble(&word, at);
    return wrong ? wrong : put_word(plain, word);
}

bool ulp_plain_read(struct ulp_plain *plain, const char *path) {
    char line[512];
    unsigned number = 0;
    FILE *from = fopen(path, "r");
    if (!from) {
        snprintf(plain->wrong, sizeof plain->wrong, "%s cannot be read", path);
        return false;
    }
    while (fgets(line, sizeof line, from)) {
        number++;
        const char *wrong = read_line(plain, line);
        if (wrong) {
            snprintf(plain->wrong, sizeof plain->wrong, "%s:%u: %s", path, number, wrong);
            fclose(from);
            return false;
        }
    }
    fclose(from);
    if (!plain->words) {
        snprintf(plain->wrong, sizeof plain->wrong, "%s holds no words", path);
    }
    return plain->words != 0;
}

bool ulp_plain_open(struct ulp_plain *plain, const char *path) {
    void *object = dlopen(path, RTLD_NOW);
    if (!object) {
        snprintf(plain->wrong, sizeof plain->wrong, "%s", dlerror());
        return false;
    }
    *(void **)&plain->kernel = dlsym(object, "kernel");
    *(void **)&plain->init = dlsym(object, "kernel_init");
    if (!plain->kernel) {
        snprintf(plain->wrong, sizeof plain->wrong, "%s has no function kernel()", path);
    }
    return plain->kernel != NULL;
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    struct ulp_plain *plain = ctx;
    char text[256];
    stx_disasm(text, sizeof text, fault->word);
    snprintf(plain->wrong, sizeof plain->wrong, "%s: %s", text, fault->what);
    return STX_STOP;
}

static void write_cfg(unsigned word, unsigned shift, uint32_t mask, uint32_t value) {
    uint32_t at = STX_CFG_WINDOW + 4 * word;
    stx_mmio_write(&core, MATH, at, (stx_mmio_read(&core, MATH, at) & ~mask) | value << shift);
}
#define WRITE_CFG(NAME, value) write_cfg(NAME##_ADDR32, NAME##_SHAMT, NAME##_MASK, value)

/* The matrix unit owns a bank of SrcA and of SrcB. */
static void fill_sources(uint8_t code) {
    WRITE_CFG(ALU_FORMAT_SPEC_REG0_SrcA, code);
    WRITE_CFG(ALU_FORMAT_SPEC_REG1_SrcB, code);
    core.srca.format[0] = core.srcb.format[0] = code;
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 1;
}

/* A core like LLK's for this format of Dst. */
static void start(struct ulp_plain *plain) {
    const struct stx_port port = {.ctx = plain, .fault = on_fault};
    stx_init(&core, NULL, 0, &port);
    stx_init_as_firmware(&core);
    stx_bind(&core);
    WRITE_CFG(ALU_FORMAT_SPEC_REG1_SrcB, plain->dst == &ulp_bf16 ? 5 : plain->dst == &ulp_fp16);
    WRITE_CFG(ALU_ACC_CTRL_Fp32_enabled, plain->dst == &ulp_fp32);
    WRITE_CFG(ALU_ACC_CTRL_SFPU_Fp32_enabled, plain->dst == &ulp_fp32);
    if (plain->source) {
        fill_sources(plain->source == &ulp_bf16 ? CODE_BF16 : CODE_TF32);
    }
}

/* The same after the function's own preparations. */
static void prepare(struct ulp_plain *plain) {
    start(plain);
    if (plain->init) {
        plain->init();
    }
    fresh = core;
}

static void execute(struct ulp_plain *plain) {
    if (plain->kernel) {
        plain->kernel();
    }
    for (size_t i = 0; i < plain->words && !plain->wrong[0]; i++) {
        if (stx_issue(&core, MATH, plain->word[i]) == STX_WAIT) {
            snprintf(plain->wrong, sizeof plain->wrong, "word %zu waits for another thread", i + 1);
        }
    }
    stx_settle(&core);
}

/* Computes the address of a load or store before the word changes the counters. */
static void begin_word(unsigned thread, uint32_t word) {
    const struct stx_args_SFPLOAD a = fields_of_SFPLOAD(word); /* SFPSTORE has the same fields */
    address = sfpu_load_address(&core, thread, a.instr_mod0, a.dest_reg_addr);
    format = a.instr_mod0 ? a.instr_mod0 : sfpu_default_format(&core, thread);
}

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    if (e->kind == STX_EVENT_BEGIN) {
        begin_word(e->thread, e->word);
    } else {
        fprintf(recording, "w %08" PRIx32 " %u %u\n", e->word, address, format);
    }
}

static unsigned row_of(unsigned slot, unsigned lane) {
    return (2 * slot & ~3u) + lane / 8;
}
static unsigned column_of(unsigned slot, unsigned lane) {
    return 2 * (lane & 7u) + (slot & 1u);
}

static void put(const struct ulp_plain *plain, unsigned row, unsigned column, uint32_t v) {
    if (plain->dst == &ulp_fp32) {
        stx_dst_set_f32(&core, row, column, v);
    } else if (plain->dst == &ulp_bf16) {
        stx_dst_set_bf16(&core, row, column, v >> 16);
    } else {
        stx_dst_set_fp16(&core, row, column, v >> 16);
    }
}

static uint32_t get(const struct ulp_plain *plain, unsigned row, unsigned column) {
    return plain->dst == &ulp_fp32   ? stx_dst_f32(&core, row, column)
           : plain->dst == &ulp_bf16 ? stx_dst_bf16(&core, row, column) << 16
                                     : stx_dst_fp16(&core, row, column) << 16;
}

/* Fills Dst with zeros, ones, special numbers, or numbers of all magnitudes. */
static uint32_t value_in_dst(uint32_t values, uint32_t i) {
    static const uint32_t special[] = {0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000, 0x7F7F0000};
    return values == 0   ? 0
           : values == 1 ? 0x3F800000u
           : values == 2 ? special[i % 5]
                         : ((values << 10 | i) * 0x9E3779B9u ^ values * 0x85EBCA6Bu) & 0xFFFF0000u;
}

static void fill_dst(const struct ulp_plain *plain, uint32_t values) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        put(plain, i / 16, i % 16, value_in_dst(values, i));
    }
}

bool ulp_plain_record(struct ulp_plain *plain, uint32_t values, FILE *to) {
    prepare(plain);
    fill_dst(plain, values);
    ulp_recording_begin(to, &core, plain->dst == &ulp_fp32 ? 32 : 16);
    recording = to;
    struct stx_listener listener = {hear, STX_HEAR(BEGIN) | STX_HEAR(END), NULL};
    stx_listen(&core, &listener);
    execute(plain);
    stx_unlisten(&core, &listener);
    fprintf(to, "end\n");
    return !plain->wrong[0];
}

bool ulp_plain_cost(struct ulp_plain *plain, unsigned times, struct ulp_cost *cost) {
    static struct stx_time time;
    prepare(plain);
    fill_dst(plain, 1);
    if (!stx_time_init(&time, &core)) {
        snprintf(plain->wrong, sizeof plain->wrong, "the library was built without STX_TRACE");
        return false;
    }
    for (unsigned i = 0; i < times && !plain->wrong[0]; i++) {
        execute(plain);
    }
    stx_time_end(&time);
    stx_unlisten(&core, &time.listener);
    *cost = (struct ulp_cost){
        stx_time_total(&time, STX_TIME_EXPECTED), stx_time_total(&time, STX_TIME_LOW),
        stx_time_total(&time, STX_TIME_HIGH), time.clock[STX_TIME_EXPECTED].words[MATH]};
    return !plain->wrong[0];
}

unsigned ulp_plain_check(struct ulp_plain *plain, unsigned times, stx_print print, void *ctx) {
    static struct stx_lint lint;
    static struct stx_order order;
    start(plain);
    stx_lint_init(&lint, &core, NULL, NULL);
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    stx_order_set(&order, STX_ORDER_VECTOR_UNWRITTEN, true);
    if (plain->init) {
        plain->init();
    }
    fill_dst(plain, 1);
    ulp_places_begin(&core);
    for (unsigned i = 0; i < times && !plain->wrong[0]; i++) {
        execute(plain);
    }
    unsigned places = ulp_places_tell(&core, print, ctx);
    stx_lint_tell(&lint, print, ctx);
    stx_order_tell(&order, print, ctx);
    stx_unlisten(&core, &order.listener);
    stx_unlisten(&core, &lint.listener);
    return places + stx_lint_total(&lint) + stx_order_total(&order);
}

bool ulp_plain_run(struct ulp_plain *plain, unsigned slots, const uint32_t *in, uint32_t *out,
                   size_t vectors) {
    prepare(plain);
    for (size_t v = 0; v < vectors && !plain->wrong[0]; v++) {
        core = fresh;
        for (unsigned i = 0; i < slots * STX_LANES; i++) {
            put(plain, row_of(i / STX_LANES, i % STX_LANES),
                column_of(i / STX_LANES, i % STX_LANES), in[v * slots * STX_LANES + i]);
        }
        execute(plain);
        for (unsigned i = 0; i < slots * STX_LANES; i++) {
            out[v * slots * STX_LANES + i] = get(plain, row_of(i / STX_LANES, i % STX_LANES),
                                                 column_of(i / STX_LANES, i % STX_LANES));
        }
    }
    return !plain->wrong[0];
}

/* One call for 8 rows. */
static void run_rows(struct ulp_plain *plain, const uint32_t *x, uint32_t y, uint32_t *out,
                     size_t count) {
    core = fresh;
    for (unsigned i = 0; i < SOURCE_ROWS * COLUMNS; i++) {
        unsigned row = i / COLUMNS, column = i % COLUMNS;
        stx_src_poke(&core, 0, 0, row, column, i < count ? x[i] & SOURCE_BITS : 0);
        stx_src_poke(&core, 1, 0, row, column, y & SOURCE_BITS);
        put(plain, row, column, 0);
    }
    execute(plain);
    for (unsigned i = 0; i < count; i++) {
        out[i] = get(plain, i / COLUMNS, i % COLUMNS);
    }
}

bool ulp_plain_run_sources(struct ulp_plain *plain, const uint32_t *x, uint32_t y, uint32_t *out,
                           size_t count) {
    prepare(plain);
    for (size_t i = 0; i < count && !plain->wrong[0]; i += SOURCE_ROWS * COLUMNS) {
        size_t left = count - i, some = left < SOURCE_ROWS * COLUMNS ? left : SOURCE_ROWS * COLUMNS;
        run_rows(plain, x + i, y, out + i, some);
    }
    return !plain->wrong[0];
}
