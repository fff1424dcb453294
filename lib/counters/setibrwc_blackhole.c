/* SPDX-License-Identifier: Apache-2.0
 *
 * setibrwc_blackhole.c - SETIBRWC, whose counter nothing reads on Blackhole (SPEC 3, D.2). On
 * Wormhole it would matter, and no document says what it does. */
#include "core/fault.h"
#include "isa/args.h"

STX_EXEC(SETIBRWC) {
    (void)thread;
    (void)a;
    return stx_allow(core, STX_RULE_BIAS) ? STX_DONE : STX_FAULT;
}
