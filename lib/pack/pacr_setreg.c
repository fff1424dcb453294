/* SPDX-License-Identifier: Apache-2.0
 *
 * pacr_setreg.c - PACR_SETREG: sets counters of streams and tiles, which are not modelled (SPEC
 * 12.9). */
#include "isa/args.h"

STX_EXEC(PACR_SETREG) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}
