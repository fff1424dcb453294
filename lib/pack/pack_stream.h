/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_stream.h - the stream of bytes and the tile that PACRs fill one after the other. */
#ifndef STX_PACK_PACK_STREAM_H
#define STX_PACK_PACK_STREAM_H

#include "pack/pack_plan.h"
#include "regs/cfg.h"
#include "regs/l1.h"

static inline void pack_begin(struct stx_packer *packer, struct pack_addresses to) {
    if (!packer->active) {
        packer->exponent_address = to.exponents;
        packer->data_address = to.data;
        packer->x = packer->y = packer->z = 0;
        packer->active = 1;
    }
}

/* The next rows of the tile; plane: rows of a face. */
static inline __attribute__((always_inline)) void pack_advance_rows(struct stx_packer *packer,
                                                                    uint32_t plane, unsigned rows) {
    uint32_t y = packer->y + rows, z = packer->z;
    if (y == plane) {
        y = 0;
        z++;
    } else if (y > plane) { /* one row after the other */
        for (y -= rows; rows; rows--) {
            y = (y + 1u) & 0xFFFFu;
            z += y == plane;
            y = y == plane ? 0 : y;
        }
    }
    packer->y = (uint16_t)y;
    packer->z = (uint16_t)z;
}

/* The stream is padded with zero bytes to whole 16-byte units. */
static inline uint32_t pack_pad(struct stx_core *core, uint32_t address) {
    for (; address % 16; address++) {
        l1_write8(core, address, 0);
    }
    return address;
}

static inline void pack_end(struct stx_core *core, bool bfp) {
    struct stx_packer *packer = &core->packer;
    packer->data_address = pack_pad(core, packer->data_address);
    if (bfp) {
        packer->exponent_address = pack_pad(core, packer->exponent_address);
    }
    packer->active = 0;
}

#endif
