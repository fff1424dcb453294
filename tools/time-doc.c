/* SPDX-License-Identifier: Apache-2.0
 *
 * time-doc words|measured|parameters - prints a table for docs/time-words.tsv, -measured.tsv or
 * -parameters.tsv: the model's times of streams of words, compared with measured or documented
 * times, and the parameters. */
#include <stdio.h>
#include <string.h>

#include "cli/output.h"
#include "softensix/softensix.h"
#include "softensix/time.h"
#include "time-doc-streams.h"

static struct stx_core core;
static struct stx_time timing;
static uint8_t l1[0x10000];

static double cycles(enum stx_time_bound bound, unsigned threads) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_time_init(&timing, &core);
    if (code_before) {
        stx_time_set(&timing, "riscv_cycles", 1);
    }
    for (unsigned i = 0; i < count; i++) {
        stx_time_code(&timing, 1, code_before ? code_before(i) : 0);
        for (unsigned t = 0; t < threads; t++) {
            stx_issue(&core, (1 + t) % 3, words[i]);
        }
    }
    stx_time_end(&timing);
    return (double)stx_time_total(&timing, bound);
}

static bool other; /* the measured code differs from what is timed here, so the row contributes to
                      no band */

/* The band of the last run, as a factor. */
static double band(enum stx_time_bound bound) {
    return (double)stx_time_band(&timing, bound, 1000000) / 1000000;
}

/* Prints a row: the cycles of a stream of `many` parts minus those of one with `few`, divided by
 * `per`. */
static void row_why(const char *what, void (*make)(unsigned n), unsigned few, unsigned many,
                    double per, double measured, const char *source, const char *why) {
    count = 0;
    make(few);
    double before = few ? cycles(STX_TIME_EXPECTED, 1) : 0;
    count = 0;
    make(many);
    double got = (cycles(STX_TIME_EXPECTED, 1) - before) / per;
    double low = band(STX_TIME_LOW) * got, high = band(STX_TIME_HIGH) * got;
    double error = 100 * (got - measured) / measured;
    bool inside = measured >= low && measured <= high;
    printf("streams\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%+.1f %%\t%s%s%s\t%s%s\t%s\n", what, measured, got,
           low, high, error, inside ? "yes" : "no", *why ? ": " : "", why,
           stx_time_kind_text(stx_time_kind(&timing)), other ? "; not used" : "", source);
}

static void row(const char *what, void (*make)(unsigned n), unsigned few, unsigned many, double per,
                double measured, const char *source) {
    row_why(what, make, few, many, per, measured, source, "");
}

/* Prints cycles per word for 64 more words, when 1, 2 and 3 threads issue them. */
static void slopes(const char *name, uint32_t word, const double measured[3]) {
    bool inside = true;
    single = word;
    printf("%s", name);
    for (unsigned threads = 1; threads <= 3; threads++) {
        count = 0;
        same(64);
        double few = cycles(STX_TIME_EXPECTED, threads);
        same(64);
        double slope = (cycles(STX_TIME_EXPECTED, threads) - few) / 64;
        double error = slope / measured[threads - 1] - 1;
        inside = inside && error < 0.02 && error > -0.02;
        printf("\t%.2f\t%.2f", measured[threads - 1], slope);
    }
    printf("\t%s\n", inside ? "yes" : "no");
}

/* A word that no other thread can delay; one of a unit that all threads share; arithmetic of the
 * scalar unit; a word of the matrix unit on a block of Dst that all threads use. */
static void all_slopes(void) {
    static const double alone[] = {1, 1, 1}, shared[] = {1, 2, 3}, scalar[] = {3, 6, 9},
                        block[] = {6, 12, 18};
    static const struct {
        const char *name;
        uint32_t word;
        const double *measured;
    } all[] = {{"NOP", TT_OP_NOP, alone},
               {"DMANOP", TT_OP_DMANOP, shared},
               {"SFPNOP", TT_OP_SFPNOP, shared},
               {"SFPMOV", TT_OP_SFPMOV(0, 0, 1, 0), shared},
               {"SFPADD", TT_OP_SFPADD(10, 1, 9, 3, 0), shared},
               {"SFPMUL", TT_OP_SFPMUL(1, 2, 9, 3, 0), shared},
               {"SFPMAD", TT_OP_SFPMAD(1, 2, 9, 3, 0), shared},
               {"SFPABS", TT_OP_SFPABS(0, 0, 1, 0), shared},
               {"SETDMAREG", TT_OP_SETDMAREG(0, 0, 0, 0), shared},
               {"ADDDMAREG", TT_OP_ADDDMAREG(0, 0, 0, 0), scalar},
               {"MULDMAREG", TT_OP_MULDMAREG(0, 0, 0, 0), scalar},
               {"SHIFTDMAREG", TT_OP_SHIFTDMAREG(0, 0, 0, 0, 0), scalar},
               {"CMPDMAREG", TT_OP_CMPDMAREG(0, 0, 0, 0, 0), scalar},
               {"RDCFG", TT_OP_RDCFG(0, 0), shared},
               {"SETRWC", TT_OP_SETRWC(0, 0, 0, 0, 0, 0), shared},
               {"INCRWC", TT_OP_INCRWC(0, 0, 0, 0), shared},
               {"MVMUL", TT_OP_MVMUL(0, 0, 0, 0), block},
               {"ELWADD", TT_OP_ELWADD(0, 0, 0, 0, 0), block},
               {"ELWMUL", TT_OP_ELWMUL(0, 0, 0, 0, 0), block}};
    printf("word\t1 thread, measured\tmodel\t2 threads, measured\tmodel\t3 threads, "
           "measured\tmodel\tinside\n");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        slopes(all[i].name, all[i].word, all[i].measured);
    }
}

/* Vector words from tables in the vendor's pull requests, one round for each word. */
static void vector_rows(void) {
    static const struct {
        const char *what, *source, *why;
        double measured;
        unsigned length;
        uint32_t body[5];
    } all[] = {
        {"SFPU identity: load, store, next", "tt-metal#54317", "", 124.06, 3, {LOAD, STORE, NEXT}},
        {"SFPU tanh by table: load, look up, store, next",
         "tt-metal#54317; determines vector_room",
         "",
         159.98,
         4,
         {LOAD, LUT, STORE, NEXT}},
        {"SFPU tanh: load, look up, store",
         "tt-metal#54317",
         "outside its rounds a tile takes 28.9 cycles, of which 19 are words and waits; pushes run "
         "ahead here, so the rest is not code; no document says how long a bank takes from the FPU "
         "to the unpackers and back",
         156.94,
         3,
         {LOAD, LUT, STORE}},
        {"SFPU tanh: look up, load the next, store",
         "tt-metal#54317",
         "",
         125.95,
         3,
         {TT_OP_SFPLUT(7, 0, 0), LOAD, TT_OP_SFPSTORE(7, 0, 0, 0)}},
        {"SFPU sigmoid by table: load, look up, add, store, next",
         "tt-metal#49926; determines vector_room",
         "",
         221.20,
         5,
         {LOAD, LUT, TT_OP_SFPADDI(0x3F00, 3, 0), STORE, NEXT}},
        {"SFPU gelu by table: load, look up, multiply and add, store, next",
         "tt-metal#49926; determines vector_room",
         "",
         220.89,
         5,
         {LOAD, LUT, TT_OP_SFPMAD(3, 4, 5, 3, 0), STORE, NEXT}}};
    code_before = before_each_tile;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        body = all[i].body;
        body_length = all[i].length;
        words_of_tile = COPY + 32 * body_length;
        row_why(all[i].what, body_rounds, 1, 5, 4, all[i].measured, all[i].source, all[i].why);
    }
    code_before = NULL;
}

static void throttle(const char *name, unsigned between, double share) {
    nops = between;
    row(name, throttled, 2, 10, 64, 100 / share, "tt-llk#88: level's share of the peak");
}

/* The largest number of words that have been pushed but not started, in a burst of one word. */
static struct {
    uint64_t pushed[WORDS], started[WORDS];
    unsigned count;
} burst;

static void note(void *ctx, const struct stx_time_event *e) {
    (void)ctx;
    if (e->thread == 1 && burst.count < WORDS) {
        burst.pushed[burst.count] = e->pushed;
        burst.started[burst.count++] = e->start;
    }
}

static unsigned most_waiting(uint32_t depth) {
    unsigned most = 0;
    stx_init(&core, l1, sizeof l1, NULL);
    stx_time_init(&timing, &core);
    stx_time_set(&timing, "fifo_words", depth);
    timing.event = note;
    burst.count = 0;
    for (unsigned i = 0; i < 1024; i++) {
        stx_issue(&core, 1, TT_OP_ADDDMAREG(0, 0, 0, 0));
    }
    stx_time_end(&timing);
    for (unsigned i = 0, first = 0; i < burst.count; i++) {
        while (burst.started[first] <= burst.pushed[i]) {
            first++;
        }
        most = i + 1 - first > most ? i + 1 - first : most;
    }
    return most;
}

static void fifo(void) {
    const struct stx_time_parameter *p = stx_time_parameter_at(0); /* fifo_words */
    unsigned most = most_waiting(p->expected);
    printf("streams\twords that wait in the FIFO, burst of ADDDMAREG\t31.50\t%u\t%u\t%u\t%+.1f "
           "%%\t%s\t"
           "words, not a time\ttt-sim docs/bh_arch.md 1.10: 31 to 32\n",
           most, most_waiting(p->slow), most_waiting(p->fast), 100 * (most - 31.5) / 31.5,
           most == 31 || most == 32 ? "yes" : "no");
}

static void measurements(void) {
    static const char session[] = "tt-sim card session 2026-08-12";
    fifo();
    single = TT_OP_ADDDMAREG(0, 0, 0, 0);
    row("ADDDMAREG in a burst that is drained", same, 64, 1024, 960, 3,
        "tt-sim docs/bh_arch.md 1.9");
    single = TT_OP_RDCFG(0, 0);
    row("RDCFG and a wait for its unit", pairs, 8, 72, 64, 2.968, session);
    single = TT_OP_RMWCIB0(0, 0, 0);
    row("RMWCIB0 and a wait", pairs, 8, 72, 64, 2.968, session);
    single = TT_OP_SETDMAREG(0, 0, 0, 0);
    row("SETDMAREG and a wait", pairs, 8, 72, 64, 2.968, session);
    single = TT_OP_ZEROACC(0, 0, 0, 0, 0);
    other = true;
    row_why(
        "ZEROACC of one row, each further one", same, 64, 1024, 960, 1.325,
        "tt-metal#54295: 1.15 to 1.5",
        "documented as one cycle; no document says why it took longer; ZEROACC.cycles=2 sets two");
    other = false;
    row("matmul, a fidelity phase of a tile", products, 1, 9, 8, 16, "GEMM_FLOPS.md");
    row_why("ELWMUL HiFi2, a tile", elwise_hifi2, 1, 9, 8, 34.6,
            "tt-metal#58723; determines dst_period",
            "only its products; with its other words, LLK's kernel takes 34.00");
    row("ELWMUL HiFi4, a tile", elwise_hifi4, 1, 9, 8, 82.6,
        "tt-metal#58723; determines dst_period");
    vector_rows();
    code_before = before_each_tile;
    words_of_tile = COPY + 32 * 16;
    row("SFPU, 16 slots and 1 stall a round", body_16, 1, 5, 4, 577.99,
        "tt-metal#54318, Exp of 16 words; a similar stream, whose stalls are derived from the "
        "measurement");
    words_of_tile = COPY + 32 * 12;
    row("SFPU, 12 slots and 2 stalls a round", body_12, 1, 5, 4, 481.99,
        "tt-metal#54318, Exp of 12 words, likewise");
    code_before = NULL;
    row("AbsInt32 and BitwiseNot, replayed", abs_int32, 1, 5, 4, 135.43, "tt-metal#49820");
    row("SUB of int32", sub_int32, 1, 5, 4, 178.47, "tt-metal#49820");
    code_before = before_each_face;
    words_of_face = 8 * 4 + 2;
    row_why(
        "AbsInt32, a word made by RISC-V code", abs_int32, 1, 5, 4, 149.8,
        "tt-metal#49820, the older form, with 5 instructions for each face as in tt-metal#48717",
        "that number of instructions is from another kernel; four would give 152");
    words_of_face = 8 * 5 + 2;
    row("SUB of int32, words made by RISC-V code", sub_int32, 1, 5, 4, 192.99,
        "tt-metal#49820, the older form, with the same 5 instructions for each face");
    code_before = before_each_round;
    other = true;
    row_why(
        "Fill of int32, a loop of two words and two RISC-V instructions", fill_int32, 1, 5, 4,
        117.78, "tt-metal#49820",
        "RISC-V code limits it (the words take 70 cycles), and the code that the vendor's compiler "
        "makes of the loop is not known");
    code_before = NULL;
    other = false;
    row("SDPA, cycles of the math thread, thousands", attention, 0, 1, 1, 2861.684,
        "tt-metal#55759: 2418.7 of products and 442.996 of vectors, one after the other");
    throttle("matmul throttled, level 1: cycles a MVMUL", 3, 73);
    throttle("level 2", 4, 67);
    throttle("level 3", 8, 50);
    throttle("level 4", 12, 40);
    throttle("level 5", 16, 33.3);
}

static void parameters(void) {
    const struct stx_time_parameter *p;
    printf("parameter\tvalue\tfast\tslow\tunit\tsource\tconfidence\n");
    for (unsigned i = 0; (p = stx_time_parameter_at(i)) != NULL; i++) {
        printf("%s\t%u\t%u\t%u\t%s\t%s\t%s\n", p->name, (unsigned)p->expected, (unsigned)p->fast,
               (unsigned)p->slow, p->unit, p->source, p->confidence);
    }
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = {{"words", all_slopes}, {"measured", measurements}, {"parameters", parameters}};
    for (unsigned i = 0; argc == 2 && i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(argv[1], tables[i].name) == 0) {
            output_checked("time-doc");
            tables[i].print();
            return 0;
        }
    }
    fprintf(stderr, "usage: time-doc words|measured|parameters\n");
    return 2;
}
