/* SPDX-License-Identifier: Apache-2.0
 *
 * arch.h - the chip that is compiled for, and the constants of its Tensix coprocessor: how much
 * there is of each part, and where harts reach it. What differs between chips is in
 * softensix/blackhole/chip.h and softensix/wormhole/chip.h; what a build chooses besides the chip
 * is in config.h. */
#ifndef SOFTENSIX_ARCH_H
#define SOFTENSIX_ARCH_H

/* The options that a library was built with (build/<march>/include, installed beside it): a program
 * with that directory in its include path is compiled with the same ones. */
#ifdef __has_include
#if __has_include("softensix/configuration.h")
#include "softensix/configuration.h"
#endif
#endif

/* A library is for one chip. stx_init() refuses a program that was compiled for the other one. */
#define STX_ARCH_BLACKHOLE 0
#define STX_ARCH_WORMHOLE 1
#ifndef STX_ARCH
#define STX_ARCH STX_ARCH_BLACKHOLE
#endif

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/chip.h"
#elif STX_ARCH == STX_ARCH_WORMHOLE
#include "softensix/wormhole/chip.h"
#else
#error "STX_ARCH: there are STX_ARCH_BLACKHOLE and STX_ARCH_WORMHOLE"
#endif

/* 1 if the chip that is compiled for is one of those that a row of a table names. */
#define STX_CHIP_IS_BOTH 1
#define STX_CHIP_IS_BLACKHOLE (STX_ARCH == STX_ARCH_BLACKHOLE)
#define STX_CHIP_IS_WORMHOLE (STX_ARCH == STX_ARCH_WORMHOLE)

#define STX_SRC_ROWS 64u     /* rows of a bank of SrcA or SrcB */
#define STX_COLS 16u         /* columns of SrcA, SrcB and Dst */
#define STX_DST_NAMES 1024u  /* rows of Dst that software can name */
#define STX_LANES 32u        /* SFPU lanes */
#define STX_GPRS 64u         /* GPRs of a thread */
#define STX_REPLAY_WORDS 32u /* words of a thread's replay buffer */
#define STX_MOP_WORDS 9u     /* configuration words of a thread's MOP expander */
#define STX_SEMAPHORES 8u
#define STX_MUTEXES 8u

/* First addresses of the windows through which harts reach the coprocessor. */
#define STX_REGISTER_WINDOW 0xFFB00000u  /* LOADREG, STOREREG and STOREIND count from here */
#define STX_IGNORED_WINDOW 0xFFB11000u   /* read as 0 */
#define STX_DEBUG_WINDOW 0xFFB12000u     /* debug registers */
#define STX_MOP_WINDOW 0xFFB80000u       /* configuration of the thread's MOP expander */
#define STX_DST_WINDOW 0xFFBD8000u       /* Dst as memory */
#define STX_GPR_WINDOW 0xFFE00000u       /* GPRs of the thread */
#define STX_ISSUE_WINDOW 0xFFE40000u     /* a store is a word for the thread to execute */
#define STX_PC_BUFFER_WINDOW 0xFFE80000u /* "is the coprocessor idle", semaphores */
#define STX_SEMAPHORE_WINDOW (STX_PC_BUFFER_WINDOW + 4u * 8u)
#define STX_MAILBOX_WINDOW 0xFFEC0000u
#define STX_CFG_WINDOW 0xFFEF0000u /* bank 0, bank 1, both at once, then the threads' words */

/* The sizes, in 32-bit words, of the windows that are larger than their contents. */
#define STX_ISSUE_WORDS 0x4000u
#define STX_PC_BUFFER_WORDS 0x4000u
#define STX_MAILBOX_WORDS 0x1000u
#define STX_IGNORED_WORDS 0x400u
#define STX_DEBUG_WORDS 0x400u

#endif
