/* SPDX-License-Identifier: Apache-2.0
 *
 * chip.h - the constants that are specific to Wormhole's Tensix coprocessor (Wormhole B0). */
#ifndef SOFTENSIX_CHIP_H
#define SOFTENSIX_CHIP_H

#define STX_CHIP_NAME "Wormhole"
#define STX_CHIP_ARCH "wormhole"

#define STX_L1_BYTES 0x16E000u /* L1 of one tile */

/* Configuration. */
#define STX_CFG_WORDS 188u         /* words of a bank */
#define STX_CFG_SHARED 152u        /* the first word that both banks share */
#define STX_CFG_TILE_FACE_SETS 32u /* four words: the row sets of faces */
#define STX_TCFG_WORDS 57u         /* thread configuration words, 16 bits each */
#define STX_CFG_WINDOWS 2u         /* by address: bank 0, bank 1 */
#define STX_TCFG_ENTRY_WORDS 4u    /* 32-bit addresses from one thread word to the next */

/* Dst is not memory. */
#define STX_DST_WINDOW_WORDS 0u
#define STX_CFG_DST_WINDOW 0u

#define STX_BIAS_ADDR_MODS 4u /* the bias chooses the upper four modes of ADDR_MOD */
#define STX_REG2FLOP_KNOWN 1  /* REG2FLOP is an instruction like others */

/* Packers. */
#define STX_PACKERS 4u         /* each with a configuration and a sequence of its own */
#define STX_PACK_SELECTS 1     /* 1: downsampling and the threshold of exponents are documented */
#define STX_PACK_ROUNDS_FP16 0 /* 1: Round_10b_mant makes FP16 of binary32 and of bfloat16 */
#define STX_PACK_WIDENS_BF16 1 /* 1: In = FP32 reads BF16 from a Dst of 16 bits as it is */

/* Unpackers. */
#define STX_FORMATS_REMEMBERED 0 /* a bank remembers the format of what was unpacked to it */
#define STX_UNPACR_THREE 1       /* 1: bits 1 and 13 make two more instructions of UNPACR */
#define STX_UNPACR_ZERO_FREE 1   /* 1: zeros are unpacked whatever format and address say */
#define STX_TILIZE_LINE 16       /* datums of a line with Tileize_mode, of two bytes or more */
#define STX_SRCA_DROPS 1         /* 1: datums before SrcA's first row are dropped, else they wrap */
#define STX_SRCA_SETS 0          /* 1: bursts end at every sixteenth row of SrcA, not at its end */
#define STX_UNPACK_THROTTLES 1   /* 1: Throttle_mode alone chooses the speed, not the format */
#define STX_BFP8_SECTION 1       /* 1: BFP8 exponents are always in a section before the data */
#define STX_FP8_ALL_ONES 0       /* 1: an FP8 datum of all ones becomes an FP16 datum of all ones */

/* The FPU. */
#define STX_TEN_BIT_FORMATS (1u << 1 | 1u << 2 | 1u << 4 | 1u << 10 | 1u << 14)
#define STX_FIVE_BIT_FORMATS (1u << 1 | 1u << 2 | 1u << 3 | 1u << 10 | 1u << 11 | 1u << 14)
#define STX_SUM_OF_MINUS_1 1        /* 1: erratum MINUS_ONE */
#define STX_MOVES_WIDEN 0           /* Fp32_enabled does not make MOVA2D and MOVB2D write 32 bits */
#define STX_KEPT_MINUS_ZERO_WRAPS 1 /* 1: departure KEPT_MINUS_ZERO is known */
#define STX_ZEROACC_MODE_WIDTH 1    /* 1: the upper bit of clear_mode is the width of rows */

/* The vector unit. */
#define STX_MAD_OWN_NANS 1       /* 1: multiply-adds produce Wormhole's NaNs and zeros */
#define STX_INT8_LOAD_MASK 0x7Fu /* SFPLOAD of INT8: the bits of a magnitude */
#define STX_LOADS_COMPLEMENT 1   /* 1: formats 12 and 13 convert to two's complement and back */
#define STX_SHIFT_LANES_OLD 1    /* 1: erratum SHIFT_LANES_OLD */
#define STX_POPC_FULL 1          /* 1: erratum POPC_FULL */
#define STX_LREGS 18u            /* LReg 0..16, and what SFPSHFT2 has read last */
#define STX_LATE_UNGUARDED 1     /* 1: no word waits for a result that takes two cycles */

#define STX_STALL_CONFIG_IDLE 0u /* STALLWAIT has no such condition */
#define STX_STALL_UNDEFINED 0u   /* STALLWAIT: conditions that no document describes */
#define STX_MUTEXES_THERE 0xFDu  /* bit i: mutex i exists */
#define STX_SEMWAIT_REPLACES 1   /* 1: SEMWAIT ends a wait that does not hold it */
#define STX_TTSYNC_WORD 0xFFFFu  /* thread configuration that switches Auto TTSync on: none */

#endif
