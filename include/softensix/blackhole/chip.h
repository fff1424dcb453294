/* SPDX-License-Identifier: Apache-2.0
 *
 * chip.h - the constants that are specific to Blackhole's Tensix coprocessor (SPEC 1.5, 9, 10). */
#ifndef SOFTENSIX_CHIP_H
#define SOFTENSIX_CHIP_H

#define STX_CHIP_NAME "Blackhole"
#define STX_CHIP_ARCH "blackhole"

#define STX_L1_BYTES 0x180000u /* L1 of one tile */

/* Configuration. */
#define STX_CFG_WORDS 224u  /* words of a bank */
#define STX_CFG_SHARED 180u /* the first word that both banks share */
#define STX_CFG_TILE_FACE_SETS \
    36u /* four words: the row sets of faces; they have no name of the vendor's */
#define STX_TCFG_WORDS 68u      /* thread configuration words, 16 bits each */
#define STX_CFG_WINDOWS 3u      /* by address: bank 0, bank 1, both at once */
#define STX_TCFG_ENTRY_WORDS 1u /* 32-bit addresses from one thread word to the next */

/* Dst as memory: 32-bit words from STX_DST_WINDOW on, and the configuration word that says how
 * each thread sees them. */
#define STX_DST_WINDOW_WORDS 0x2000u
#define STX_CFG_DST_WINDOW 3u

#define STX_BIAS_ADDR_MODS 0u /* the bias does not choose among modes of ADDR_MOD */
#define STX_REG2FLOP_KNOWN 0  /* REG2FLOP has no page in its documentation */

/* Packers. */
#define STX_PACKERS 1u         /* one, which reads up to four rows at once */
#define STX_PACK_SELECTS 0     /* 1: downsampling and the threshold of exponents are documented */
#define STX_PACK_ROUNDS_FP16 1 /* 1: Round_10b_mant makes FP16 of binary32 and of bfloat16 */
#define STX_PACK_WIDENS_BF16 0 /* 1: In = FP32 reads BF16 from a Dst of 16 bits as it is */

/* Unpackers. */
#define STX_FORMATS_REMEMBERED 1 /* a bank remembers the format of what was unpacked to it */
#define STX_UNPACR_THREE 0       /* 1: bits 1 and 13 make two more instructions of UNPACR */
#define STX_UNPACR_ZERO_FREE 0   /* 1: zeros are unpacked whatever format and address say */
#define STX_TILIZE_LINE 32       /* datums of a line with Tileize_mode, of two bytes or more */
#define STX_SRCA_DROPS 0         /* 1: datums before SrcA's first row are dropped, else they wrap */
#define STX_SRCA_SETS 1          /* 1: bursts end at every sixteenth row of SrcA, not at its end */
#define STX_UNPACK_THROTTLES 0   /* 1: Throttle_mode alone chooses the speed, not the format */
#define STX_BFP8_SECTION 0       /* 1: BFP8 exponents are always in a section before the data */
#define STX_FP8_ALL_ONES 1       /* 1: an FP8 datum of all ones becomes an FP16 datum of all ones */

/* The FPU. */
#define STX_TEN_BIT_FORMATS                                                              \
    (1u << 1 | 1u << 4 | 1u << 10)                /* ten mantissa bits count; else seven \
                                                   */
#define STX_FIVE_BIT_FORMATS (1u << 1 | 1u << 10) /* five exponent bits count; else eight */
#define STX_SUM_OF_MINUS_1 0                      /* 1: erratum MINUS_ONE */
#define STX_MOVES_WIDEN 1           /* Fp32_enabled makes MOVA2D and MOVB2D write 32 bits */
#define STX_KEPT_MINUS_ZERO_WRAPS 0 /* 1: departure KEPT_MINUS_ZERO is known */
#define STX_ZEROACC_MODE_WIDTH 0    /* 1: the upper bit of clear_mode is the width of rows */

/* The vector unit. */
#define STX_MAD_OWN_NANS 0       /* 1: multiply-adds produce Wormhole's NaNs and zeros */
#define STX_INT8_LOAD_MASK 0xFFu /* SFPLOAD of INT8: the bits of a magnitude */
#define STX_LOADS_COMPLEMENT 0   /* 1: formats 12 and 13 convert to two's complement and back */
#define STX_SHIFT_LANES_OLD 0    /* 1: erratum SHIFT_LANES_OLD */
#define STX_POPC_FULL 0          /* 1: erratum POPC_FULL */
#define STX_LREGS 17u            /* LReg 0..16 */
#define STX_LATE_UNGUARDED 0     /* 1: no word waits for a result that takes two cycles */

#define STX_STALL_CONFIG_IDLE 0x1000u /* STALLWAIT: until the configuration unit is idle */
#define STX_STALL_UNDEFINED 0x6000u   /* STALLWAIT: conditions that no document describes */
#define STX_MUTEXES_THERE 0x1Du       /* bit i: mutex i exists */
#define STX_SEMWAIT_REPLACES 0        /* 1: SEMWAIT ends a wait that does not hold it */
#define STX_TTSYNC_WORD 56u           /* thread configuration that switches Auto TTSync on */

#endif
