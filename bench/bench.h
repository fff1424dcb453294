/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.h - named measurements. prepare() is not measured; run() is, and does `times` times what
 * the name says. Results are counts of RISC-V instructions, which are exact and the same in every
 * run; on the host, which cannot count them, they are nanoseconds. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/core.h"

struct bench {
    const char *name;
    void (*prepare)(uint32_t parameter);
    void (*run)(void);
    unsigned times;
    uint32_t parameter; /* of prepare */
};

/* One list for each file; the last entry has no name. */
extern const struct bench bench_mvmul[], bench_tile[], bench_gemm[], bench_elwise[], bench_sfpu[],
    bench_front[], bench_move[], bench_kernel[];
/* The lists for a chip: tiles and moves use Blackhole's words. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define BENCH_LISTS                                                                         \
    bench_mvmul, bench_tile, bench_gemm, bench_elwise, bench_sfpu, bench_front, bench_move, \
        bench_kernel
#else
#define BENCH_LISTS bench_mvmul, bench_elwise, bench_sfpu, bench_front, bench_kernel
#endif

extern struct stx_core bench_core;
#define BENCH_L1_BYTES 0x20000u
extern uint8_t bench_l1[BENCH_L1_BYTES];

/* Initialises the core with all lanes enabled; both banks of the sources belong to the FPU and have
 * this format. */
void bench_core_init(uint32_t source_format);
void bench_cfg(uint32_t word, uint32_t value);
/* Issues one word on thread 1. A fault ends the program. */
void bench_issue(uint32_t word);

/* Kinds of operands. Random ones are the same in every run. */
enum bench_data { GAUSS_BF16, GAUSS_TF32, GAUSS_FP16, BFP8, INT8, ADVERSARIAL };
uint32_t bench_random(void);
void bench_random_seed(uint32_t seed);
float bench_gauss(void);
/* One random datum, as binary32 bits. */
uint32_t bench_datum(enum bench_data kind);
/* Fills rows 0..63 of the FPU's bank in both sources. */
void bench_fill_sources(enum bench_data kind);

/* Format codes and configuration bits. */
enum { CODE_FP32 = 0, CODE_FP16 = 1, CODE_TF32 = 4, CODE_BF16 = 5, CODE_BFP8 = 6, CODE_INT8 = 14 };
enum { CFG_ALU = 1, ALU_FP32 = 1u << 29, ALU_SFPU_FP32 = 1u << 30 };
#define ALU_INT8 (1u << 31)
/* The thread configuration word with the source fields of an ADDR_MOD. */
#define ADDR_MOD_AB(i) (STX_ARCH == STX_ARCH_BLACKHOLE ? 12u + (i) : 7u + 2u * (i))

#endif
