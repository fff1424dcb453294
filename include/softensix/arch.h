/* SPDX-License-Identifier: Apache-2.0
 *
 * arch.h - the constants of Blackhole's Tensix coprocessor: how much there is of each part, and
 * where harts reach it. No build changes them; what a build chooses is in config.h. */
#ifndef SOFTENSIX_ARCH_H
#define SOFTENSIX_ARCH_H

#define STX_SRC_ROWS 64u    /* rows of a bank of SrcA or SrcB */
#define STX_COLS 16u        /* columns of SrcA, SrcB and Dst */
#define STX_DST_NAMES 1024u /* rows of Dst that software can name */
#define STX_LANES 32u       /* SFPU lanes */
#define STX_LREGS 17u       /* LReg 0..16 */
#define STX_GPRS 64u        /* GPRs of a thread */
#define STX_CFG_WORDS 224u  /* configuration words of a bank; 180.. exist once */
#define STX_CFG_SHARED 180u
#define STX_TCFG_WORDS 68u   /* thread configuration words, 16 bits each */
#define STX_REPLAY_WORDS 32u /* words of a thread's replay buffer */
#define STX_MOP_WORDS 9u     /* configuration words of a thread's MOP expander */
#define STX_SEMAPHORES 8u
#define STX_MUTEXES 8u
#define STX_L1_BYTES 0x180000u /* L1 of one tile */

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

/* 32-bit words of the windows that are longer than what they hold. */
#define STX_ISSUE_WORDS 0x4000u
#define STX_PC_BUFFER_WORDS 0x4000u
#define STX_MAILBOX_WORDS 0x1000u
#define STX_IGNORED_WORDS 0x400u
#define STX_DEBUG_WORDS 0x400u

#endif
