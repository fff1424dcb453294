/* SPDX-License-Identifier: Apache-2.0
 *
 * job.c - runs the three threads of an LLK kernel: llk input output. The input holds blocks of L1
 * and the ranges to write to the output (tools/kernels/llk/run.py makes it):
 *
 *   "LLKRUN1\n"  count, count x (address, bytes, data)   contents of L1, later blocks on top
 *                count, count x (address, bytes)         ranges to be written
 *
 * "noise=SEED", "after=FILE", "keep=FILE" among the arguments: state.h.
 * With further arguments the time model reports how long the kernel would take (timed.h, make llk
 * TIME=1), and the order checker what nothing orders (ordered.h, make llk ORDER=1); with
 * the one argument "registers" the registers that the run has left are printed
 * (tools/kernels/llk/upstream/state.py). Numbers are little-endian words. Exit 0 done, 1 bad input,
 * 2 fault, 3 deadlock, 4 the lint has found something (make DIAG=1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/coop.h"
#include "coop/watch.h"
#include "counter.h"
#include "llk/arguments.h"
#include "llk/boot.h"
#include "llk/job.h"
#include "llk/ordered.h"
#include "llk/platform.h"
#include "llk/probe.h"
#include "llk/state.h"
#include "llk/timed.h"
#include "softensix/dump.h"
#include "trap.h"

#define ARGUMENTS 0x20000u /* where the host places struct RuntimeParams */

enum { UNPACK_TO_DEST = 2, PACK_DONE = 4, MATH_DONE = 7 }; /* semaphores */
enum { EXIT_INPUT = 1, EXIT_FAULT = 2, EXIT_DEADLOCK = 3, EXIT_LINT = 4 };

static struct stx_core core;
static struct coop coop;

/* A board with little memory has only a part of L1: LLK_L1_BYTES, from the page of the lowest
 * address that the input names. It lies where the board's memory begins (sections.ld), so that a
 * lower address changes nothing; the library knows where the part ends. */
#ifdef LLK_L1_BYTES
enum { WHOLE = 0, BYTES = LLK_L1_BYTES };
static uint8_t memory[BYTES] __attribute__((section(".l1"), aligned(4096)));
#else
enum { WHOLE = 1, BYTES = STX_L1_BYTES };
static uint8_t memory[BYTES] __attribute__((aligned(4096))); /* aligned to pages, for host32 */
#endif
static uint32_t first;       /* the lowest address of that part */
static uint8_t *l1 = memory; /* where address 0 is, or would be */

void stx_llk_arguments(void *to, size_t size) {
    if (ARGUMENTS - first < BYTES) {
        memcpy(to, l1 + ARGUMENTS, size);
    }
}

static void refuse(const char *why) {
    printf("llk: %s\n", why);
    exit(EXIT_INPUT);
}

static void get(FILE *f, void *to, size_t size) {
    if (fread(to, 1, size, f) != size) {
        refuse("the input is cut short");
    }
}

static uint32_t get_word(FILE *f) {
    uint8_t b[4];
    get(f, b, sizeof b);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Reads an address and a size, which must lie in L1. */
static uint32_t get_range(FILE *f, uint32_t *size) {
    uint32_t address = get_word(f);
    *size = get_word(f);
    if (*size > STX_L1_BYTES || address > STX_L1_BYTES - *size) {
        refuse("a range leaves L1");
    }
    return address;
}

static void check_magic(FILE *f) {
    char magic[8];
    get(f, magic, sizeof magic);
    if (memcmp(magic, "LLKRUN1\n", sizeof magic) != 0) {
        refuse("not an input of this program");
    }
}

/* Reads count ranges, which data follow if they are skipped, and widens first to end by them. */
static void survey(FILE *f, bool skips, uint32_t *end) {
    for (uint32_t n = get_word(f); n > 0; n--) {
        uint32_t size, address = get_range(f, &size);
        first = address < first ? address : first;
        *end = address + size > *end ? address + size : *end;
        if (skips && fseek(f, (long)size, SEEK_CUR)) {
            refuse("the input is cut short");
        }
    }
}

static void choose_part(FILE *f) {
    uint32_t end = 0;
    first = STX_L1_BYTES;
    check_magic(f);
    survey(f, true, &end);
    survey(f, false, &end);
    rewind(f);
    first &= ~4095u;
    if (end > first && end - first > BYTES) {
        printf("llk: this case needs %lu bytes of L1, from 0x%lx on; the board has %lu\n",
               (unsigned long)(end - first), (unsigned long)first, (unsigned long)BYTES);
        exit(EXIT_INPUT);
    }
    l1 = (uint8_t *)((uintptr_t)memory - first);
    memset(memory, 0, BYTES);
}

static void load(FILE *f) {
    check_magic(f);
    for (uint32_t n = get_word(f); n > 0; n--) {
        uint32_t size, address = get_range(f, &size);
        get(f, l1 + address, size);
    }
}

static void save(FILE *in, const char *path) {
    FILE *out = fopen(path, "wb");
    for (uint32_t n = get_word(in); n > 0; n--) {
        uint32_t size, address = get_range(in, &size);
        if (!out || fwrite(l1 + address, 1, size, out) != size) {
            refuse("cannot write the output");
        }
    }
    fclose(out);
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static enum coop_end run(const struct llk_threads *threads, uint64_t *instructions, int told,
                         char **how) {
    struct stx_port port = {.ctx = &coop, .yield = coop_yield, .fault = coop_fault};
    stx_init(&core, l1, first + BYTES, &port);
    stx_bind(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    if (!state_begin(&core)) {
        llk_boot(&core, 1u << UNPACK_TO_DEST | 1u << MATH_DONE | 1u << PACK_DONE);
    }
    coop_init(&coop, &core);
    told = arguments_left(told, how, probe_takes, &core);
    timed_begin(&coop, ordered_at(told, how), how);
    (void)ordered_begin(&coop, told, how);
    if (!told && stx_has_trace()) {
        coop_watch(&coop, print, NULL);
    }
    coop_add(&coop, "unpack", 0, threads->run[0], &coop);
    coop_add(&coop, "math", 1, threads->run[1], &coop);
    coop_add(&coop, "pack", 2, threads->run[2], &coop);
    static struct llk_trap trap;
    trap = (struct llk_trap){
        .coop = &coop, .core = &core, .l1 = l1, .l1_first = first, .l1_size = first + BYTES};
    llk_trap_install(&trap);
    uint64_t before = port_instructions();
    enum coop_end end = coop_run(&coop);
    *instructions = port_instructions() - before;
    stx_llk_settle();
    return end;
}

static bool registers_asked(int argc, char **argv) {
    return argc == 4 && !strcmp(argv[3], "registers");
}

static void tell_registers(void) {
    printf("registers begin\n");
    stx_dump(&core, STX_DUMP_RWC | STX_DUMP_ADC | STX_DUMP_CFG | STX_DUMP_GPR, print, NULL);
    printf("registers end\n");
}

/* Prints the report and, for tools/kernels/llk/run.py, where each thread is in its kernel. */
static void report(void) {
    coop_report(&coop, print, NULL);
    for (unsigned i = 0; i < STX_THREADS; i++) {
        printf("place %u 0x%lx\n", i, (unsigned long)(uintptr_t)stx_llk_place(i));
    }
}

int llk_job(const struct llk_threads *threads, int argc, char **argv) {
    uint64_t instructions;
    FILE *in = argc >= 3 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        refuse(argc >= 3 ? "cannot open the input"
                         : "usage: llk input output [name [lines [name=value]...]]");
    }
    argc = 3 + state_arguments(argc - 3, argv + 3);
    if (!WHOLE) {
        choose_part(in);
    }
    state_memory(memory, BYTES);
    load(in);
    const bool registers = registers_asked(argc, argv);
    enum coop_end end = run(threads, &instructions, registers ? 0 : argc - 3, argv + 3);
    probe_end();
    timed_end();
    (void)ordered_end(NULL, NULL);
    state_counts(&core, instructions);
    if (end != COOP_DONE) {
        report();
        return end == COOP_DEADLOCK ? EXIT_DEADLOCK : EXIT_FAULT;
    }
    (void)stx_leftovers(&core, print, NULL);
    if (registers) {
        tell_registers();
    }
    state_end(&core);
    save(in, argv[2]);
    return coop_findings() ? EXIT_LINT : 0;
}
