/* SPDX-License-Identifier: Apache-2.0
 *
 * config.h - sizes and build options. Every option may be overridden with -D. */
#ifndef SOFTENSIX_CONFIG_H
#define SOFTENSIX_CONFIG_H

#define STX_THREADS 3u     /* Tensix threads: unpack, math, pack */
#define STX_SRC_BANKS 2u   /* banks of SrcA and of SrcB */
#define STX_SRC_ROWS 64u   /* rows of a bank */
#define STX_COLS 16u       /* columns of SrcA, SrcB and Dst */
#define STX_DST_ROWS 1024u /* rows of Dst, 16-bit cells */
#define STX_LANES 32u      /* SFPU lanes */
#define STX_LREGS 17u      /* LReg 0..16 */
#define STX_GPRS 64u       /* GPRs of a thread */
#define STX_CFG_WORDS 224u /* configuration words of a bank; 180.. exist once */
#define STX_CFG_SHARED 180u
#define STX_TCFG_WORDS 68u /* thread configuration words, 16 bits each */
#define STX_REPLAY_WORDS 32u
#define STX_MOP_WORDS 9u
#define STX_SEMAPHORES 8u
#define STX_MUTEXES 8u

/* How the FPU sums products; every form gives the same bits (docs/perf.md). By default what suits
 * the core that is compiled for. */
#define STX_KERNEL_PLAIN 0    /* step by step as specified; the measure of the others */
#define STX_KERNEL_TABLE 1    /* no multiplier: a table of products, 24 KB */
#define STX_KERNEL_MULTIPLY 2 /* a multiplier with a high word */
#define STX_KERNEL_FLOAT 3    /* binary32 arithmetic, rounding to nearest even */
#define STX_KERNEL_VECTOR 4   /* hosts with AVX2 or AVX-512 */
#ifndef STX_KERNEL
#if defined __riscv && !defined __riscv_mul && !defined __riscv_zmmul
#define STX_KERNEL STX_KERNEL_TABLE
#elif defined __AVX2__
#define STX_KERNEL STX_KERNEL_VECTOR
#elif defined __riscv_flen
#define STX_KERNEL STX_KERNEL_FLOAT
#else
#define STX_KERNEL STX_KERNEL_MULTIPLY
#endif
#endif

/* Decoded operands that are kept in the core: faces of SrcA (1,280 bytes each) and half faces of
 * SrcB (640 bytes). 0 of each: none, decoded for each instruction on the stack. */
#ifndef STX_DECODED_A
#define STX_DECODED_A 1
#endif
#ifndef STX_DECODED_B
#define STX_DECODED_B 2
#endif

/* Their sizes in words. */
#define STX_DECODED_A_WORDS (STX_KERNEL == STX_KERNEL_VECTOR ? 514 : 385)
#define STX_DECODED_B_WORDS (STX_KERNEL == STX_KERNEL_VECTOR ? 258 : 160)

/* Width of the ADC counters Z and W in bits. The golden vectors observe 8; documentation says 13.
 */
#ifndef STX_ADC_ZW_BITS
#define STX_ADC_ZW_BITS 8
#endif

/* 1: the port's trace callback is called after every word that was tried. 0: it is compiled out. */
#ifndef STX_TRACE
#define STX_TRACE 0
#endif

#endif
