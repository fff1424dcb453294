/* SPDX-License-Identifier: Apache-2.0
 *
 * occupy.c - a word starts: what it occupies, until when, and what it ends. */
#include "time/model.h"

#define FPU_PIPELINE 5u /* latency of the words that have to keep away from a block of Dst */

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static uint64_t divide_up(uint64_t amount, uint32_t rate) {
    return (amount + rate - 1u) / rate;
}

/* Addresses, then data at the rate of the unpacker and of what both share; the end. */
static uint64_t unpack(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                       const struct stx_time_word *w) {
    unsigned unit = w->word >> 23 & 1u;
    uint64_t data = later(start + w->cycles, c->unpacker[unit]);
    if (w->bytes) {
        data = later(data, c->port);
        c->port = data + divide_up(w->bytes, value[PARAMETER_unpack_joint_rate]);
        data += divide_up(w->bytes, value[PARAMETER_unpack_rate]);
    }
    c->unpacker[unit] = data;
    return data;
}

static uint64_t pack(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                     const struct stx_time_word *w) {
    uint64_t cycles = divide_up(w->bytes, value[PARAMETER_pack_rate]);
    if (w->flags & FLAG_ACCUMULATES) {
        cycles = divide_up(cycles * value[PARAMETER_pack_accumulate], 100);
    }
    c->packer = start + later(cycles, w->cycles);
    return c->packer;
}

static void compute(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                    const struct stx_time_word *w) {
    for (unsigned b = 0; b < w->blocks && w->latency >= FPU_PIPELINE; b++) {
        c->dst[(w->block + b) % STX_TIME_BLOCKS] = start + value[PARAMETER_dst_period];
    }
    if (w->flags & FLAG_TO_DST) {
        c->to_dst = start + w->latency;
    } else if (w->flags & FLAG_TO_SOURCE) {
        c->to_source[0] = later(c->to_source[0], start + w->latency);
    }
}

/* The end of the word: its unit may be asked whether it is idle then. */
static uint64_t run(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                    const struct stx_time_word *w) {
    uint64_t end = start + later(w->cycles, w->latency);
    switch (w->resource) {
    case STX_RESOURCE_UNPACK:
        return later(end, unpack(c, value, start, w));
    case STX_RESOURCE_PACK:
        return later(end, pack(c, value, start, w));
    case STX_RESOURCE_FPU:
        compute(c, value, start, w);
        return end;
    case STX_RESOURCE_SFPU:
        c->vector = start;
        c->vector_word = w->word;
        return end;
    default:
        return end;
    }
}

/* Units that STALLWAIT can wait for, by its bits. */
static uint64_t idle_at(const struct stx_time_clock *c, unsigned t, uint32_t until) {
    static const uint8_t unit[13] = {STX_RESOURCE_SCALAR,
                                     STX_RESOURCE_UNPACK,
                                     STX_RESOURCE_UNPACK,
                                     STX_RESOURCE_PACK,
                                     STX_RESOURCE_FPU,
                                     0,
                                     0,
                                     0,
                                     0,
                                     STX_RESOURCE_MOVER,
                                     0,
                                     STX_RESOURCE_SFPU,
                                     STX_RESOURCE_CONFIG};
    uint64_t at = 0;
    for (unsigned bit = 0; bit < 13; bit++) {
        at = until >> bit & 1u && unit[bit] ? later(at, c->idle[t][unit[bit]]) : at;
    }
    return at;
}

/* It takes a cycle until a wait that is not met is noticed. */
static void halt(struct stx_time_clock *c, unsigned t, uint64_t start,
                 const struct stx_time_word *w) {
    uint32_t held = w->word >> 15 & 0x1FFu;
    c->held[t] = (uint16_t)(held ? held : 1u << 6);
    c->gate[t] = later(start + 1u, idle_at(c, t, w->idle));
    c->wait[t] = *w;
}

static void tell(struct stx_time_clock *c, uint64_t start, uint64_t end, uint32_t signals) {
    for (unsigned q = 0; signals >> q; q++) {
        if (signals >> q & 1u) {
            c->count[q]++;
            c->at[q][c->count[q] % STX_TIME_MEMORY] = q < RETURNED ? end : start + 1u;
            c->told[q][c->count[q] % STX_TIME_MEMORY] = c->placed;
        }
    }
}

/* It leaves the front end. */
static void leave(struct stx_time_clock *c, const uint32_t *value, unsigned t, uint64_t start,
                  const struct stx_time_word *w) {
    struct time_front f = stx_time_front(c, value, t, w);
    if (w->flags & FLAG_PUSHED) {
        c->pushed[t] = f.pushed;
        c->left[t][c->pushes[t]++ % 32u] = start;
    }
    if (w->flags & FLAG_EMITTED) {
        c->mop[t] = f.emitted + 1u;
        c->passed[t][c->passes[t]++ % 32u] = start;
    }
}

static bool holds_thread(unsigned resource) {
    return resource == STX_RESOURCE_SCALAR || resource == STX_RESOURCE_UNPACK;
}

/* Cycles in which nobody else could have used the unit. */
static uint64_t busy(const uint32_t *value, uint64_t start, uint64_t end,
                     const struct stx_time_word *w) {
    switch (w->resource) {
    case STX_RESOURCE_UNPACK:
        return divide_up(w->bytes, value[PARAMETER_unpack_joint_rate]);
    case STX_RESOURCE_PACK:
        return end - start;
    default:
        return time_cycles(w);
    }
}

uint64_t stx_time_occupy(struct stx_time_clock *c, const uint32_t *value, unsigned t,
                         const struct stx_time_word *w, const struct time_start *start) {
    uint64_t at = start->at, end;
    c->placed++;
    leave(c, value, t, at, w);
    end = run(c, value, at, w);
    tell(c, at, end, w->signals);
    c->stall[t][start->stall] += at - c->next[t];
    c->words[t]++;
    c->busy[w->resource] += busy(value, at, end, w);
    c->next[t] = at + (holds_thread(w->resource) ? w->cycles : 1u);
    c->free[w->resource] = later(c->free[w->resource], at + time_cycles(w));
    stx_time_take(&c->calendar[w->resource], at, time_cycles(w));
    c->by[w->resource] = (uint8_t)t;
    c->idle[t][w->resource] = later(c->idle[t][w->resource], end);
    c->finished[t] = later(c->finished[t], end);
    if (w->flags & FLAG_HALTS) {
        halt(c, t, at, w);
    }
    return end;
}
