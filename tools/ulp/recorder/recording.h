/* SPDX-License-Identifier: Apache-2.0
 *
 * recording.h - writes the first lines of a recording: the width of Dst, the registers before the
 * first word, and the reason if the state cannot be recorded. */
#ifndef ULP_RECORDING_H
#define ULP_RECORDING_H

#include <inttypes.h>
#include <stdio.h>

#include "softensix/softensix.h"

/* The first difference from the state that recordings assume, or NULL. */
static inline const char *ulp_unusual_state(const struct stx_core *core) {
    const struct stx_sfpu *s = &core->sfpu;
    uint32_t config = 0;
    for (unsigned column = 0; column < 8; column++) {
        config |= s->lane_config[column];
    }
    return config                                           ? "lanes are configured (LaneConfig)"
           : (s->flags | ~s->use) != UINT32_MAX || s->depth ? "lanes are disabled at the start"
           : !s->use ? "flags do not enable lanes at the start"
                     : NULL;
}

static inline void ulp_recording_begin(FILE *to, const struct stx_core *core, unsigned dst_bits) {
    const char *unusual = ulp_unusual_state(core);
    fprintf(to, "STXREC 1\ndst %u\n", dst_bits);
    for (unsigned i = 0; i < 16; i++) {
        fprintf(to, "reg %u", i);
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            fprintf(to, " %" PRIx32, core->sfpu.lreg[i][lane]);
        }
        putc('\n', to);
    }
    if (unusual) {
        fprintf(to, "x %s\n", unusual);
    }
}

#endif
