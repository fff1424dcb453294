/* SPDX-License-Identifier: Apache-2.0
 *
 * lane_config.h - the bits of LaneConfig. Each column of the vector unit has one such word (SPEC
 * 7). */
#ifndef STX_ISA_LANE_CONFIG_H
#define STX_ISA_LANE_CONFIG_H

enum {
    LC_FP16A_INF = 1u << 0,      /* ENABLE_FP16A_INF */
    LC_NO_BACKDOOR = 1u << 1,    /* DISABLE_BACKDOOR_LOAD */
    LC_DEST_INDEX = 1u << 2,     /* ENABLE_DEST_INDEX */
    LC_CAPTURE = 1u << 3,        /* CAPTURE_DEFAULT_DEST_INDEX */
    LC_BLOCK_WR = 1u << 4,       /* BLOCK_DEST_WR */
    LC_BLOCK_RD = 1u << 5,       /* BLOCK_DEST_RD */
    LC_RD_EXCHANGE = 1u << 6,    /* DEST_RD_COL_EXCHANGE */
    LC_WR_EXCHANGE = 1u << 7,    /* DEST_WR_COL_EXCHANGE */
    LC_SRCB_SRCC = 1u << 8,      /* EXCHANGE_SRCB_SRCC */
    LC_BLOCK_MOV_EVEN = 1u << 9, /* BLOCK_DEST_MOV of the two columns of Dst */
    LC_BLOCK_MOV_ODD = 1u << 10,
    LC_ROW_MASK_0 = 1u << 12, /* ROW_MASK has one bit for each row of lanes */
    LC_ROW_MASK = 15u << 12
};

#endif
