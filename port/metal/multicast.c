/* SPDX-License-Identifier: Apache-2.0
 *
 * multicast.c - requests to the NoC that all cores of a rectangle receive, or all but the one that
 * sends it. */
#include <stdio.h>
#include <string.h>

#include "metal/dataflow.h"
#include "nocs.h"

/* Corners as a register has them: NoC 0 goes from the first to the last, NoC 1 the other way. */
struct rectangle {
    uint32_t first_x, first_y, last_x, last_y;
};

static struct rectangle rectangle_of(uint32_t place) {
    return (struct rectangle){place >> 12 & 63u, place >> 18 & 63u, place & 63u, place >> 6 & 63u};
}

/* Columns of the chip between those of cores, which a multicast passes. */
static bool is_gap(uint32_t x) {
    return STX_ARCH == STX_ARCH_BLACKHOLE && (x == 8 || x == 9);
}

static bool refuse(struct noc *noc, uint32_t instance, const struct rectangle *r,
                   const char *what) {
    snprintf(noc->why, sizeof noc->why, "a multicast on NoC %lu from (%lu, %lu) to (%lu, %lu)%s",
             (unsigned long)instance, (unsigned long)r->first_x, (unsigned long)r->first_y,
             (unsigned long)r->last_x, (unsigned long)r->last_y, what);
    return false;
}

static bool refuse_core(struct noc *noc, uint32_t instance, const struct rectangle *r, uint32_t x,
                        uint32_t y) {
    char what[64];
    snprintf(what, sizeof what, ": no core of the program is at (%lu, %lu)", (unsigned long)x,
             (unsigned long)y);
    return refuse(noc, instance, r, what);
}

/* Sends to one core. True if there is none at these coordinates and none is needed, or if the
 * request is good; then `receivers` counts it. */
static bool send_to(struct noc *noc, enum cb_side owner, uint32_t instance, uint32_t *reg,
                    uint32_t place, uint32_t *receivers) {
    const unsigned which = reg[CONTROL] & (IS_ATOMIC | IS_INLINE) ? TARGET_PLACE : RETURN_PLACE;
    reg[which] = place << STX_DM_PLACE_SHIFT;
    noc->again = ++*receivers > 1;
    const bool good = noc_send(noc, owner, instance, reg);
    noc->again = false;
    return good;
}

/* A write to several cores is sent once, and each of them answers. */
static void count_once(uint32_t *counter, const uint32_t *before) {
    for (unsigned i = WRITES_SENT; i <= POSTED_SENT; i++) {
        counter[i] = before[i] + (counter[i] != before[i]);
    }
}

bool noc_multicast(struct noc *noc, enum cb_side owner, uint32_t instance, const uint32_t *reg) {
    const unsigned which = reg[CONTROL] & (IS_ATOMIC | IS_INLINE) ? TARGET_PLACE : RETURN_PLACE;
    const struct rectangle r = rectangle_of(reg[which] >> STX_DM_PLACE_SHIFT);
    const uint32_t x0 = instance ? r.last_x : r.first_x, y0 = instance ? r.last_y : r.first_y;
    const uint32_t x1 = instance ? r.first_x : r.last_x, y1 = instance ? r.first_y : r.last_y;
    uint32_t one[NOC_REGISTERS], before[NOC_COUNTERS], receivers = 0;
    uint32_t *counter = noc->counter[owner][instance];
    if (!noc->memory->at) {
        return refuse(noc, instance, &r, " is not modelled: another core, by multicast");
    }
    if (x0 > x1 || y0 > y1) {
        return refuse(noc, instance, &r, ": its corners are in the order of the other NoC");
    }
    memcpy(one, reg, sizeof one);
    memcpy(before, counter, sizeof before);
    one[CONTROL] &= ~(uint32_t)IS_MULTICAST;
    noc->rectangle = reg[which] >> STX_DM_PLACE_SHIFT;
    for (uint32_t x = x0; x <= x1; x++) {
        for (uint32_t y = y0; y <= y1 && !is_gap(x); y++) {
            const struct memory *core = memory_core(noc->memory, y << 6 | x);
            if (!core) {
                return refuse_core(noc, instance, &r, x, y);
            }
            if ((core != noc->memory || reg[CONTROL] & INCLUDES_SENDER) &&
                !send_to(noc, owner, instance, one, y << 6 | x, &receivers)) {
                return false;
            }
        }
    }
    noc->rectangle = 0;
    count_once(counter, before);
    noc->receivers[owner] = receivers;
    noc->spreads = true;
    return receivers != 0 || refuse(noc, instance, &r,
                                    " reaches only the core that sends it, which does not receive "
                                    "it without loopback");
}
