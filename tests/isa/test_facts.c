/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts of rows that no run of the library shows, against lists that were made from documents: what
 * a word occupies and for how long (pages "Performance" of the vendor's ISA documentation), when it
 * has ended and what holds it (its pages STALLWAIT, ScalarUnit and ConfigurationUnit), what it
 * waits for, what a kernel must take care of, how many operations it does (its page MatrixUnit),
 * how many rows of Dst it reads and writes (the functional models); and which of its words are sure
 * to be done. */
#include <string.h>

#include "diag/order.h"
#include "frontend/execute.h"
#include "one_of.h"
#include "softensix/isa.h"
#include "test.h"

/* Instructions, and what holds for each of them. A list ends with what holds for all others. */
struct facts {
    const char *names;
    unsigned value[3];
};

/* Resource, cycles, latency; 0: nobody says. */
static const struct facts times[] = {
    {"MVMUL DOTPV GAPOOL GMPOOL ELWMUL ELWADD ELWSUB", {STX_RESOURCE_FPU, 1, 5}},
    {"SETRWC INCRWC CLEARDVALID CLREXPHIST GATESRCRST SHIFTXA ZEROACC ZEROSRC TRNSPSRCB",
     {STX_RESOURCE_FPU, 1, 1}},
    {"SHIFTXB", {STX_RESOURCE_FPU, 2, 2}},
    {"MOVD2A", {STX_RESOURCE_FPU, 1, 2}},
    {"MOVD2B MOVA2D MOVDBGA2D MOVB2D MOVB2A", {STX_RESOURCE_FPU, 1, 4}},
    /* Nobody says when their results are there. */
    {"CONV3S1 CONV3S2 MFCONV3S1 APOOL3S1 APOOL3S2 MPOOL3S1 MPOOL3S2 SETIBRWC",
     {STX_RESOURCE_FPU, 1, 0}},
    {"SFPADDI SFPADD SFPMAD SFPMUL SFPMULI SFPLUT SFPLUTFP32 SFPSHFT2 SFPCONFIG SFPMUL24",
     {STX_RESOURCE_SFPU, 1, 2}},
    {"SFPSWAP", {STX_RESOURCE_SFPU, 2, 2}},
    {"SFPABS SFPAND SFPCAST SFPCOMPC SFPDIVP2 SFPENCC SFPEXEXP SFPEXMAN SFPIADD SFPLOAD SFPLOADI "
     "SFPLZ SFPMOV SFPNOP SFPNOT SFPOR SFPPOPC SFPPUSHC SFPSETCC SFPSETEXP SFPSETMAN SFPSETSGN "
     "SFPSHFT SFPSTORE SFPTRANSP SFPXOR SFP_STOCH_RND SFPLOADMACRO SFPARECIP SFPGT SFPLE",
     {STX_RESOURCE_SFPU, 1, 1}},
    {"SETDMAREG", {STX_RESOURCE_SCALAR, 1, 1}},
    {"DMANOP RSTDMA", {STX_RESOURCE_SCALAR, 1, 0}},
    {"REG2FLOP FLUSHDMA", {STX_RESOURCE_SCALAR, 2, 0}},
    {"ADDDMAREG SUBDMAREG MULDMAREG BITWOPDMAREG SHIFTDMAREG CMPDMAREG STOREIND STOREREG ATSWAP "
     "LOADREG ATINCGET",
     {STX_RESOURCE_SCALAR, 3, 0}},
    {"LOADIND", {STX_RESOURCE_SCALAR, 3, 10}},
    {"ATCAS ATINCGETPTR", {STX_RESOURCE_SCALAR, 15, 0}},
    {"SETC16", {STX_RESOURCE_THREAD_CONFIG, 1, 1}},
    {"RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3", {STX_RESOURCE_CONFIG, 1, 1}},
    {"WRCFG RDCFG", {STX_RESOURCE_CONFIG, 1, 2}},
    {"CFGSHIFTMASK", {STX_RESOURCE_CONFIG, 2, 2}},
    {"STREAMWRCFG", {STX_RESOURCE_CONFIG, 1, 5}},
    {"SEMINIT SEMPOST SEMGET STALLWAIT SEMWAIT STREAMWAIT", {STX_RESOURCE_SYNC, 1, 1}},
    {"ATGETM ATRELM", {STX_RESOURCE_MUTEX, 1, 1}},
    {"NOP SETADC SETADCXY SETADCXX SETADCZW INCADCXY INCADCZW ADDRCRXY ADDRCRZW SETDVALID",
     {STX_RESOURCE_THREAD, 1, 1}},
    {"MOP MOP_CFG REPLAY", {STX_RESOURCE_FRONT, 1, 0}},
    {"UNPACR", {STX_RESOURCE_UNPACK, 2, 0}},
    {"UNPACR_NOP", {STX_RESOURCE_UNPACK, 1, 0}},
    {"PACR PACR_SETREG", {STX_RESOURCE_PACK, 1, 0}},
    {"XMOV", {STX_RESOURCE_MOVER, 0, 0}},
    {"", {STX_RESOURCE_UNKNOWN, 0, 0}},
};

static const struct facts waits[] = {
    {"MVMUL DOTPV GAPOOL GMPOOL ELWMUL ELWADD ELWSUB CONV3S1 CONV3S2 MFCONV3S1 APOOL3S1 APOOL3S2 "
     "MPOOL3S1 MPOOL3S2",
     {STX_WAIT_BOTH}},
    {"MOVA2D SHIFTXA", {STX_WAIT_SRCA}},
    {"MOVB2D MOVB2A TRNSPSRCB SHIFTXB", {STX_WAIT_SRCB}},
    {"SEMWAIT", {STX_WAIT_SEMAPHORE}},
    {"STALLWAIT", {STX_WAIT_STALL}},
    {"ATGETM ATRELM", {STX_WAIT_MUTEX}},
    {"UNPACR", {STX_WAIT_BANK}},
    {"UNPACR_NOP", {STX_WAIT_CLEARING}},
    {"SETDVALID", {STX_WAIT_SETTING}},
    {"ATINCGETPTR", {STX_WAIT_FIFO}},
    {"ATCAS", {STX_WAIT_COMPARE}},
    {"", {STX_WAIT_NEVER}},
};

static const struct facts cares[] = {
    {"MOVD2A MOVD2B", {STX_CARE_FREE_BANK}}, /* they do not wait for the bank that they write */
    {"MOVB2D", {STX_CARE_SLOW_DST}},         /* its latency, for readers of the same rows */
    {"ZEROSRC", {STX_CARE_ZEROES_SOURCE}},
    {"ELWADD ELWSUB", {STX_CARE_PHASE_0}},
    {"GMPOOL MPOOL3S1 MPOOL3S2", {STX_CARE_ARGMAX}},
    {"SFPMUL24", {STX_CARE_VC_IS_9}},
    {"", {STX_CARE_NONE}},
};

/* A bit of the word, operations without it, and with it. */
static const struct facts flops[] = {
    {"MVMUL", {1u << 19, 4096, 560}}, /* a row of SrcB for all rows */
    {"DOTPV", {0, 4096, 4096}},
    {"GAPOOL", {0, 2048, 2048}},
    {"GMPOOL ELWMUL", {0, 256, 256}},
    {"ELWADD ELWSUB", {1u << 21, 128, 256}}, /* to Dst */
    {"", {0, 0, 0}},
};

/* Sub-units of the vector unit, by its page. */
static const struct facts sub_units[] = {
    {"SFPLOAD SFPLOADI SFPLOADMACRO", {STX_SUB_LOAD}},
    {"SFPADDI SFPADD SFPMAD SFPMUL SFPMULI SFPLUT SFPLUTFP32 SFPMUL24", {STX_SUB_MAD}},
    {"SFP_STOCH_RND SFPSHFT2", {STX_SUB_ROUND}},
    {"SFPSTORE", {STX_SUB_STORE}},
    {"SFPNOP", {STX_SUB_ANY}},
    {"SFPABS SFPAND SFPCAST SFPCOMPC SFPCONFIG SFPDIVP2 SFPENCC SFPEXEXP SFPEXMAN SFPIADD SFPLZ "
     "SFPMOV SFPNOT SFPOR SFPPOPC SFPPUSHC SFPSETCC SFPSETEXP SFPSETMAN SFPSETSGN SFPSHFT SFPSWAP "
     "SFPTRANSP SFPXOR SFPARECIP SFPGT SFPLE",
     {STX_SUB_SIMPLE}},
    {"", {STX_SUB_NONE}},
};

/* When a word has ended: before the thread's next word, or behind that one. All others have ended
 * when their unit is idle. */
static const char at_gate[] = "SETDMAREG ADDDMAREG SUBDMAREG MULDMAREG BITWOPDMAREG SHIFTDMAREG "
                              "CMPDMAREG REG2FLOP DMANOP SETC16 RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3 "
                              "ZEROACC";
static const char behind_next[] = "WRCFG CFGSHIFTMASK RDCFG";

/* Bits of STALLWAIT's first operand, each of which holds these words. The vector unit has one for
 * all of its words, and so has the FPU with its counters. */
enum { B0 = 1, B1 = 2, B2 = 4, B3 = 8, B4 = 16, B5 = 32, B6 = 64, B7 = 128, B8 = 256, ALL = 0x1FF };
static const struct facts held[] = {

    {"RSTDMA SETDVALID SETADC SETADCXY SETADCXX SETADCZW INCADCXY INCADCZW ADDRCRXY ADDRCRZW",
     {B0}},
    {"SEMINIT SEMPOST SEMGET ATGETM ATRELM", {B1}},
    {"PACR PACR_SETREG", {B0 | B2}},
    {"UNPACR UNPACR_NOP", {B0 | B3}},
    {"XMOV", {B0 | B4}},
    {"SETDMAREG DMANOP REG2FLOP FLUSHDMA ADDDMAREG SUBDMAREG MULDMAREG BITWOPDMAREG SHIFTDMAREG "
     "CMPDMAREG STOREIND STOREREG ATSWAP LOADREG ATINCGET LOADIND ATCAS ATINCGETPTR",
     {B0 | B5}},
    {"WRCFG RDCFG SETC16 RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3 CFGSHIFTMASK STREAMWRCFG", {B7}},
    {"STALLWAIT SEMWAIT STREAMWAIT", {ALL}}, /* a wait is held by any other */
    {"", {0}},
};

/* Rows of Dst, by two bits of the word, of which the lower one is named. */
enum { BIT_OF_MOVB2D = STX_ARCH == STX_ARCH_WORMHOLE ? 13 : 12, MANY = STX_ROWS_CLEARED };
struct rows {
    const char *names;
    unsigned bit, number[4];
};
static const struct rows dst_read[] = {
    {"MVMUL DOTPV ELWMUL", 0, {8, 8, 8, 8}},
    {"ELWADD ELWSUB", 21, {0, 8, 0, 8}}, /* dest_accum_en */
    {"GAPOOL GMPOOL MPOOL3S1 MPOOL3S2 SFPLOAD SFPLOADMACRO", 0, {4, 4, 4, 4}},
    {"MOVD2A MOVD2B", 12, {1, 1, 4, 4}},
    {"", 0, {0, 0, 0, 0}},
};
static const struct rows dst_written[] = {
    {"MVMUL DOTPV ELWMUL ELWADD ELWSUB", 0, {8, 8, 8, 8}},
    {"GAPOOL GMPOOL MPOOL3S1 MPOOL3S2 SFPSTORE", 0, {4, 4, 4, 4}},
    {"MOVA2D MOVDBGA2D", 12, {1, 1, 8, 8}},
    {"MOVB2D", BIT_OF_MOVB2D, {1, 8, 4, 8}},
    {"ZEROACC", 0, {MANY, MANY, MANY, MANY}},
    {"", 0, {0, 0, 0, 0}},
};

/* Bits that have to be 0 in a word that is sure to be done, if the instruction has such words. That
 * they are sure is held by test_claims.c; that no more bits are asked for, here. */
static const struct facts sure[] = {
    {"NOP INCRWC ADDDMAREG SUBDMAREG MULDMAREG DMANOP", {true, 0}},
    {"SFPLUT SFPMULI SFPADDI SFPEXEXP SFPEXMAN SFPIADD SFPSHFT SFPMOV SFPAND SFPOR SFPNOT SFPLZ "
     "SFPMAD SFPADD SFPMUL SFPENCC SFPCOMPC SFPTRANSP SFPXOR SFP_STOCH_RND SFPNOP SFPCAST "
     "SFPLUTFP32 SFPLE SFPGT SFPMUL24 SFPARECIP",
     {true, 0}},
    {"SFPDIVP2 SFPSETCC SFPABS SFPSETEXP SFPSETMAN SFPSETSGN", {true, 0xF}},
    {"SETRWC", {true, 0x30}},
    {"SETDMAREG", {true, 0x80}},
    {"SFPLOADI", {true, 0x8F0000}},
    {"", {false, 0}},
};

static const unsigned *fact_of(const struct facts *list, const struct stx_insn *insn) {
    while (*list->names && !is_one_of(list->names, insn->name)) {
        list++;
    }
    return list->value;
}

static void compare(const struct stx_insn *insn, const char *what, unsigned got,
                    unsigned expected) {
    if (got != expected) {
        printf("%s: %s is %u, expected %u\n", insn->name, what, got, expected);
        test_bad = 1;
    }
}

static void each(void (*check)(const struct stx_insn *insn, uint32_t word)) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        if (insn->executes) {
            check(insn, (uint32_t)insn->opcode << 24);
        }
    }
}

static void check_time(const struct stx_insn *insn, uint32_t word) {
    const unsigned *time = fact_of(times, insn);
    (void)word;
    compare(insn, "what it occupies", insn->resource, time[0]);
    compare(insn, "its number of cycles", insn->cycles, time[1]);
    compare(insn, "its latency", insn->latency, time[2]);
}

TEST(a_word_occupies_what_documents_say_for_as_long) {
    each(check_time);
}

static void check_waits(const struct stx_insn *insn, uint32_t word) {
    (void)word;
    compare(insn, "what it waits for", insn->waits, fact_of(waits, insn)[0]);
    compare(insn, "what is to be taken care of", insn->care, fact_of(cares, insn)[0]);
    compare(insn, "its sub-unit", insn->sub_unit, fact_of(sub_units, insn)[0]);
}

TEST(a_row_names_the_wait_the_care_and_the_sub_unit_of_documents) {
    each(check_waits);
}

static void check_flops(const struct stx_insn *insn, uint32_t word) {
    const unsigned *of = fact_of(flops, insn);
    for (unsigned bit = 0; bit < 24; bit++) {
        unsigned expected = of[0] >> bit & 1u ? of[2] : of[1];
        compare(insn, "its number of operations", stx_insn_flops(insn, word | 1u << bit), expected);
    }
    compare(insn, "its number of operations", stx_insn_flops(insn, word), of[1]);
}

TEST(a_word_does_as_many_operations_as_documents_count) {
    each(check_flops);
}

static void check_end(const struct stx_insn *insn, uint32_t word) {
    compare(insn, "its end before the next word", stx_order_ends_at_gate(word),
            is_one_of(at_gate, insn->name));
    compare(insn, "its end behind the next word", stx_order_ends_late(word),
            is_one_of(behind_next, insn->name));
}

TEST(a_word_ends_where_documents_say) {
    each(check_end);
}

/* Which single bits of STALLWAIT's first operand hold the word? NOP needs all of them. */
static void check_held(const struct stx_insn *insn, uint32_t word) {
    unsigned bits = 0, expected = fact_of(held, insn)[0];
    for (unsigned bit = 0; bit < 9; bit++) {
        bits |= (unsigned)stx_order_holds(1u << bit, word) << bit;
    }
    bool of_fpu = insn->unit == STX_UNIT_FPU || insn->unit == STX_UNIT_RWC;
    expected = expected ? expected : insn->unit == STX_UNIT_SFPU ? B8 : of_fpu ? B6 : 0;
    if (insn->unit != STX_UNIT_FRONT &&
        !(STX_SEMWAIT_REPLACES && insn->waits == STX_WAIT_SEMAPHORE)) {
        compare(insn, "what holds it", bits, expected);
        compare(insn, "all that holds it", stx_order_holds(ALL, word), 1);
    }
}

TEST(a_word_is_held_by_the_bits_that_documents_name) {
    each(check_held);
}

static unsigned rows_of(const struct rows *list, const struct stx_insn *insn, uint32_t word) {
    while (*list->names && !is_one_of(list->names, insn->name)) {
        list++;
    }
    return list->number[word >> list->bit & 3u];
}

static void check_rows(const struct stx_insn *insn, uint32_t word) {
    uint32_t seed = 3;
    for (unsigned n = 0; n < 64; n++) {
        uint32_t any = word | test_random(&seed) >> 8;
        compare(insn, "its number of rows read", stx_insn_rows(insn->dst_read, any),
                rows_of(dst_read, insn, any));
        compare(insn, "its number of rows written", stx_insn_rows(insn->dst_write, any),
                rows_of(dst_written, insn, any));
    }
}

TEST(a_word_reads_and_writes_as_many_rows_of_dst_as_documents_say) {
    each(check_rows);
}

static void check_sure(const struct stx_insn *insn, uint32_t word) {
    const struct execute_row *row = execute_row_of(insn->opcode << 24);
    const unsigned *of = fact_of(sure, insn);
    (void)word;
    compare(insn, "what a sure word may have", execute_sure_bits(row),
            of[0] ? row->simple & ~of[1] : 0);
}

TEST(rows_tell_which_words_are_sure) {
    each(check_sure);
    CHECK(!execute_is_sure(execute_row_of(0), 0));
}

int main(void) {
    RUN(a_word_occupies_what_documents_say_for_as_long);
    RUN(a_row_names_the_wait_the_care_and_the_sub_unit_of_documents);
    RUN(a_word_does_as_many_operations_as_documents_count);
    RUN(a_word_ends_where_documents_say);
    RUN(a_word_is_held_by_the_bits_that_documents_name);
    RUN(a_word_reads_and_writes_as_many_rows_of_dst_as_documents_say);
    RUN_IF(EXECUTE_KNOWS_SURE, rows_tell_which_words_are_sure);
    return test_summary();
}
