/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_stream.h - the stream of bytes and the tile that successive PACRs fill. */
#ifndef STX_COUNTERS_PACK_STREAM_H
#define STX_COUNTERS_PACK_STREAM_H

#include "counters/pack_read.h"
#include "regs/cfg.h"
#include "regs/l1.h"

static inline void pack_begin(struct stx_packer *packer, struct pack_addresses to) {
    if (!packer->active) {
        packer->exponent_address = to.exponents;
        packer->data_address = to.data;
        packer->y = packer->z = 0;
        if (STX_PACKERS > 1) {
            packer->x = 0;
        }
        packer->active = 1;
    }
}

/* Moves the tile position on by the rows of a PACR, of eight or of sixteen datums. plane is the
 * number of rows of a face; the next face begins only where the position equals this number. */
static inline void pack_advance_rows(struct stx_packer *packer, uint32_t plane, unsigned rows) {
    uint32_t y = (packer->y + rows) & 0xFFu;
    if (y == plane) {
        y = 0;
        packer->z++;
    }
    packer->y = (uint16_t)y;
}

/* Pads the stream with zero bytes to whole 16-byte units. */
static inline uint32_t pack_pad(struct stx_core *core, uint32_t address) {
    for (; address % 16; address++) {
        l1_write8(core, address, 0);
    }
    return address;
}

static inline void pack_end(struct stx_core *core, struct stx_packer *packer, bool bfp) {
    packer->data_address = pack_pad(core, packer->data_address);
    if (bfp) {
        packer->exponent_address = pack_pad(core, packer->exponent_address);
    }
    packer->active = 0;
}

#endif
