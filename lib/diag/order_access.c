/* SPDX-License-Identifier: Apache-2.0
 *
 * order_access.c - remembers, for the order checker, the last write of each place and the reads
 * since then, and finds out whether a new access is ordered after these. */
#include "diag/order.h"

#define NONE UINT16_MAX
#define L1_UNIT 16u

void stx_order_as(struct stx_order *o, unsigned agent, enum order_kind unit) {
    o->now.agent = (uint8_t)agent;
    o->now.unit = (uint8_t)unit;
    o->now.at = o->clock[agent].at[agent];
}

void stx_order_act(struct stx_order *o, unsigned agent, enum order_kind unit) {
    o->clock[agent].at[agent]++;
    stx_order_as(o, agent, unit);
}

/* FPU and SFPU of one thread: if there are three words between two accesses, the second one is
 * ordered after the first. */
static bool is_apart(const struct stx_order *o, const struct stx_order_access *a) {
    bool vector = a->unit == ORDER_SFPU || a->unit == ORDER_FPU;
    bool now = o->now.unit == ORDER_SFPU || o->now.unit == ORDER_FPU;
    return vector && now && o->now.issued - a->issued >= 4 &&
           order_asks(o, STX_ORDER_FPU_SFPU_APART);
}

/* True if the access a has ended before the one that is being checked begins. */
static bool is_ordered(const struct stx_order *o, const struct stx_order_access *a) {
    const struct stx_order_access *now = &o->now;
    const struct stx_order_clock *clock = &o->clock[now->agent];
    if (a->agent == now->agent || clock->at[a->agent] >= a->at) {
        return true;
    }
    if (a->mutexes & now->mutexes && order_asks(o, STX_ORDER_MUTEX_EXCLUDES)) {
        return true;
    }
    bool same = a->thread == now->thread;
    bool passed =
        a->thread < STX_THREADS && clock->at[order_agent(a->thread, ORDER_GATE)] >= a->issued;
    if (now->unit == ORDER_NOBODY) { /* RISC-V code */
        return same && passed && order_asks(o, STX_ORDER_AUTO_TTSYNC);
    }
    if (same && (is_apart(o, a) || (passed && now->unit == ORDER_PACK && a->unit == ORDER_FPU &&
                                    order_asks(o, STX_ORDER_PACK_HELD_BY_FPU)))) {
        return true;
    }
    return passed && a->unit == now->unit && order_asks(o, STX_ORDER_UNIT_IN_ORDER);
}

/* True if a read uses another width of elements, 16 or 32 bits, than the write. */
static bool other_width(const struct stx_order *o, const struct stx_order_access *a) {
    const uint8_t width = STX_ORDER_NARROW | STX_ORDER_WIDE;
    return a->how & width && o->now.how & width && (a->how ^ o->now.how) & width;
}

static void check(struct stx_order *o, enum stx_order_place place, uint32_t index, uint32_t mask,
                  const struct stx_order_access *a, bool write) {
    bool conflict = a->mask & mask && (write || a->how & STX_ORDER_WRITES);
    if (conflict && !write && place == STX_ORDER_IN_DST && other_width(o, a)) {
        stx_order_find_width(o, index, a->mask & mask, a);
    }
    if (conflict && !is_ordered(o, a)) {
        stx_order_find(o, place, index, a->mask & mask, a);
    }
}

/* Records whether the access that is checked next is a write. */
static void mark(struct stx_order *o, bool write) {
    uint8_t others = o->now.how & (uint8_t)~STX_ORDER_WRITES;
    o->now.how = write ? others | STX_ORDER_WRITES : others;
}

/* The number of a place among all places for which accesses are remembered. */
static uint32_t number_of(enum stx_order_place place, uint32_t index) {
    static const uint16_t first[] = {
        [STX_ORDER_IN_CFG] = 0,
        [STX_ORDER_IN_TCFG] = STX_CFG_BANKS * STX_CFG_WORDS,
        [STX_ORDER_IN_GPR] = STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * STX_TCFG_WORDS,
        [STX_ORDER_IN_MOP] =
            STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * (STX_TCFG_WORDS + STX_GPRS),
        [STX_ORDER_IN_SOURCE] =
            STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * (STX_TCFG_WORDS + STX_GPRS + 1u),
        [STX_ORDER_IN_DST] =
            STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * (STX_TCFG_WORDS + STX_GPRS + 1u) + 4u};
    return first[place] + index;
}

/* Removes the oldest access of a place from its list; a new access stands first. */
static uint16_t take_oldest(struct stx_order *o, uint16_t *head) {
    uint16_t *link = head;
    while (o->access[*link].next != NONE) {
        link = &o->access[*link].next;
    }
    uint16_t oldest = *link;
    *link = NONE;
    return oldest;
}

/* Takes a free access record. If all are in use, it replaces the oldest one of this place. */
static struct stx_order_access *take(struct stx_order *o, uint16_t *head) {
    uint16_t i = o->unused;
    if (i != NONE) {
        o->unused = o->access[i].next;
    } else if (*head != NONE) {
        o->forgotten++;
        i = take_oldest(o, head);
    } else {
        o->forgotten++;
        return NULL;
    }
    o->access[i] = o->now;
    o->access[i].next = *head;
    *head = i;
    return &o->access[i];
}

/* Drops what need not be remembered: bits that the new access overwrites, or that the same agent
 * has read before and reads again. */
static void drop(struct stx_order *o, uint16_t *head, uint32_t mask, bool write) {
    for (uint16_t *link = head; *link != NONE;) {
        struct stx_order_access *a = &o->access[*link];
        bool again = !(a->how & STX_ORDER_WRITES) && a->agent == o->now.agent;
        a->mask = write || again ? a->mask & ~mask : a->mask;
        if (a->mask) {
            link = &a->next;
            continue;
        }
        uint16_t i = *link;
        *link = a->next;
        a->next = o->unused;
        o->unused = i;
    }
}

void stx_order_touch(struct stx_order *o, enum stx_order_place place, uint32_t index, uint32_t mask,
                     bool write) {
    uint16_t *head = &o->places[number_of(place, index)];
    mark(o, write);
    for (uint16_t i = *head; i != NONE && mask; i = o->access[i].next) {
        check(o, place, index, mask, &o->access[i], write);
    }
    if (mask) {
        drop(o, head, mask, write);
        struct stx_order_access *a = take(o, head);
        if (a) {
            a->mask = mask;
        }
    }
}

/* Removes the bytes from `from` to `to` - 1 from a range. What is left after them becomes a
 * separate range. False if nothing of the range is left. */
static bool cut(struct stx_order *o, struct stx_order_range *r, uint32_t from, uint32_t to) {
    if (r->from < from && r->to > to && o->ranges < STX_ORDER_RANGES) {
        struct stx_order_range *behind = &o->range[o->ranges++];
        *behind = *r;
        behind->from = to;
        r->to = from;
    } else if (r->from < from) {
        r->to = r->to < from ? r->to : from;
    } else {
        r->from = r->from > to ? r->from : to;
    }
    return r->from < r->to;
}

static bool overlaps(const struct stx_order_range *r, uint32_t from, uint32_t to) {
    return r->from < to && from < r->to;
}

/* A recent range that this agent has accessed in the same way, if the new one continues it and
 * nothing was synchronized in between; otherwise NULL. */
static struct stx_order_range *continued(struct stx_order *o, uint32_t from, uint32_t epoch,
                                         bool write) {
    for (uint32_t i = o->ranges; i-- > 0 && i + 8u > o->ranges;) {
        struct stx_order_range *r = &o->range[i];
        if (r->by.agent == o->now.agent && r->epoch == epoch && r->to == from &&
            r->by.where == o->now.where && (r->by.how & STX_ORDER_WRITES) == write) {
            return r;
        }
    }
    return NULL;
}

static struct stx_order_range *range_take(struct stx_order *o) {
    if (o->ranges < STX_ORDER_RANGES) {
        return &o->range[o->ranges++];
    }
    o->forgotten++;
    o->oldest = (o->oldest + 1u) % STX_ORDER_RANGES;
    return &o->range[o->oldest];
}

void stx_order_touch_l1(struct stx_order *o, uint32_t address, uint32_t bytes, bool write) {
    uint32_t from = address / L1_UNIT * L1_UNIT;
    uint32_t to = (address + bytes + L1_UNIT - 1u) / L1_UNIT * L1_UNIT;
    uint32_t epoch = o->now.thread < STX_THREADS ? o->epoch[o->now.thread] : o->now.at;
    mark(o, write);
    for (uint32_t i = 0; i < o->ranges && bytes; i++) {
        struct stx_order_range *r = &o->range[i];
        if (overlaps(r, from, to)) {
            check(o, STX_ORDER_IN_L1, r->from > from ? r->from : from, UINT32_MAX, &r->by, write);
            bool own = !(r->by.how & STX_ORDER_WRITES) && r->by.agent == o->now.agent;
            if ((write || own) && !cut(o, r, from, to)) {
                *r = o->range[--o->ranges];
                i--;
            }
        }
    }
    struct stx_order_range *r = bytes ? continued(o, from, epoch, write) : NULL;
    if (bytes && !r) {
        r = range_take(o);
        r->from = from;
    }
    if (bytes) {
        r->by = o->now;
        r->by.mask = UINT32_MAX;
        r->to = to;
        r->epoch = epoch;
    }
}
