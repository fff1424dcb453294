/* SPDX-License-Identifier: Apache-2.0
 *
 * departure.c - decides whether a word behaves as silicon or as the official simulator does where
 * the two differ. */
#include "core/fault.h"
#include "softensix/softensix.h"

bool departs(struct stx_core *core, enum stx_departure departure) {
    if ((STX_DEPARTURES_KNOWN >> departure & 1u) && core->departed[departure] < UINT16_MAX) {
        core->departed[departure]++;
    }
    return would_depart(core, departure);
}

void stx_departure_set(struct stx_core *core, enum stx_departure departure, enum stx_side side) {
    if (departure < STX_DEPARTURES) {
        uint32_t bit = 1u << departure;
        core->simulated =
            side == STX_SIDE_SIMULATOR ? core->simulated | bit : core->simulated & ~bit;
        core->infinity[1] = would_simulate(core, STX_DEPARTURE_INFINITY_STAYS);
    }
}

void stx_departure_set_all(struct stx_core *core, enum stx_side side) {
    for (unsigned d = 0; d < STX_DEPARTURES; d++) {
        stx_departure_set(core, (enum stx_departure)d, side);
    }
}

uint32_t stx_departure_count(const struct stx_core *core, enum stx_departure departure) {
    return departure < STX_DEPARTURES ? core->departed[departure] : 0;
}
