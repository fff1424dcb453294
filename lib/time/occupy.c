/* SPDX-License-Identifier: Apache-2.0
 *
 * occupy.c - the effects of a word that starts: what it occupies and until when, and which waits of
 * other words it ends. */
#include "isa/args.h"
#include "isa/operand_values.h"
#include "time/model.h"

#define MATRIX_FLOPS 2048u /* words with at least this many operations multiply matrices */
/* The stages of the matrix unit, which every one of its words passes: other words may use a block
 * of Dst only after this latency, and STALLWAIT waits for it. */
#define FPU_PIPELINE 5u

/* The time that the word's bytes take; a word of an unpacker or packer moves fewer than 2^24. */
static uint32_t at_rate(const struct stx_time_clock *c, const struct stx_time_word *w,
                        uint32_t bytes, uint32_t rate) {
    return (time_span(c, w->resource, bytes) + rate - 1u) / rate;
}

/* An unpacker first generates addresses and then fetches data, limited by its own rate and by that
 * of the port that both unpackers share. */
static uint64_t unpack(struct stx_time_clock *c, const uint32_t *value, uint64_t addressed,
                       const struct stx_time_word *w) {
    unsigned unit = time_unpacker(w->word);
    uint64_t data = time_later(addressed, c->unpacker[unit]);
    if (w->bytes) {
        data = time_later(data, c->port);
        c->port = data + at_rate(c, w, w->bytes, value[PARAMETER_unpack_joint_rate]);
        data += at_rate(c, w, w->bytes << w->slower, value[PARAMETER_unpack_rate]);
    }
    c->unpacker[unit] = data;
    return data;
}

static uint64_t pack(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                     uint32_t least, const struct stx_time_word *w) {
    uint64_t cycles = at_rate(c, w, w->bytes, value[PARAMETER_pack_rate]);
    if (w->flags & FLAG_ACCUMULATES) {
        c->pack_rest += cycles * (value[PARAMETER_pack_accumulate] - 100u);
        cycles += c->pack_rest / 100u;
        c->pack_rest %= 100u;
    }
    c->packer = start + time_later(cycles, least);
    return c->packer;
}

/* The mover works on its own after its word has started, and accepts another word when it is done.
 */
static uint64_t moved(const struct stx_time_clock *c, const uint32_t *value,
                      const struct stx_time_word *w) {
    uint32_t per_128 = value[w->flags & FLAG_COPIES ? PARAMETER_mover_copy : PARAMETER_mover_clear];
    return time_at_rate(time_long_span(c, w->resource, (uint64_t)w->bytes * per_128), 128);
}

static void compute(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                    const struct stx_time_word *w) {
    uint32_t period = time_span(c, w->resource, value[PARAMETER_dst_period]);
    uint32_t latency = time_span(c, w->resource, w->latency);
    for (unsigned b = 0; b < w->blocks && w->latency >= FPU_PIPELINE; b++) {
        c->dst[(w->block + b) % STX_TIME_BLOCKS] = start + period;
    }
    if (w->flags & FLAG_TO_DST) {
        c->to_dst = time_later(c->to_dst, start + latency);
    } else if (w->flags & FLAG_B_TO_A) {
        c->to_dst = time_later(c->to_dst, start + time_span(c, w->resource, 2));
    } else if (w->flags & FLAG_TO_SRCA) {
        c->to_source[0] = start + latency;
    } else if (w->flags & FLAG_TO_SRCB) {
        c->to_source[1] = start + latency;
    }
}

/* Returns when the word is done; its unit is then idle if nothing follows. The unit accepts no
 * other word for `cycles`. */
static uint64_t run(struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                    uint32_t cycles, const struct stx_time_word *w) {
    uint32_t least = time_span(c, w->resource, w->latency > w->cycles ? w->latency : w->cycles);
    uint64_t end = start + (cycles > least ? cycles : least);
    switch (w->resource) {
    case STX_RESOURCE_UNPACK:
        return time_later(end, unpack(c, value, start + cycles, w));
    case STX_RESOURCE_PACK:
        return time_later(end, pack(c, value, start, cycles, w));
    case STX_RESOURCE_FPU:
        compute(c, value, start, w);
        return end;
    case STX_RESOURCE_SFPU:
        c->vector = start;
        c->vector_word = w->word;
        c->vector_compiled = w->compiled;
        return end;
    case STX_RESOURCE_MOVER:
        end = time_later(end, start + moved(c, value, w));
        c->free[STX_RESOURCE_MOVER] = end;
        return end;
    case STX_RESOURCE_SCALAR:
        if (w->flags & FLAG_ATOMIC) {
            c->atomic = start + time_span(c, w->resource, value[PARAMETER_atomic_period]);
        }
        return end;
    default:
        return end;
    }
}

/* Units that STALLWAIT can wait for. */
static const struct {
    uint16_t until;
    uint8_t unit, stall;
} waits[] = {{p_stall_THCON, STX_RESOURCE_SCALAR, STX_STALL_WAIT_SCALAR},
             {p_stall_UNPACK, STX_RESOURCE_UNPACK, STX_STALL_WAIT_UNPACK},
             {p_stall_PACK, STX_RESOURCE_PACK, STX_STALL_WAIT_PACK},
             {p_stall_MATH, STX_RESOURCE_FPU, STX_STALL_WAIT_MATH},
             {p_stall_XMOV, STX_RESOURCE_MOVER, STX_STALL_WAIT_MOVER},
             {p_stall_WAIT_SFPU, STX_RESOURCE_SFPU, STX_STALL_WAIT_SFPU},
             {STX_STALL_CONFIG_IDLE, STX_RESOURCE_CONFIG, STX_STALL_WAIT}};

/* Is the need of a STALLWAIT met at that time? Of a bank it is, too, while the word that turns to
 * this bank is in its unit: the condition is then asked about the bank before, which was handed
 * over long ago. */
static bool is_met(const struct stx_time_clock *c, const struct stx_time_word *w, unsigned i,
                   uint64_t at) {
    unsigned q = w->sequence[i];
    int16_t ahead = (int16_t)(c->count[q] - w->need[i]);
    bool happened = ahead >= (int)STX_TIME_MEMORY ||
                    (ahead >= 0 && c->at[q][w->need[i] % STX_TIME_MEMORY] <= at);
    return happened || (q < POST && at < c->turns[q / RETURNED][q % 2u]);
}

/* A wait whose conditions are all met at once holds nothing. */
static void drop_needs(struct stx_time_clock *c, unsigned t) {
    struct stx_time_word *w = &c->wait[t];
    bool met = is_STALLWAIT(w->word);
    for (unsigned i = 0; i < w->needs; i++) {
        met = met && is_met(c, w, i, c->gate[t]);
    }
    w->needs = met ? 0 : w->needs;
}

/* The FPU turns to its next bank at the end of its pipeline, an unpacker when its last datum has
 * arrived. CLEARDVALID turns at once: the vendor's performance tests let it follow a wait for the
 * bank that the one before has turned to. */
static void turn(struct stx_time_clock *c, uint64_t at, uint64_t end,
                 const struct stx_time_word *w) {
    uint32_t stages = is_CLEARDVALID(w->word) ? w->latency : FPU_PIPELINE;
    uint64_t leaves = at + time_span(c, w->resource, stages);
    for (unsigned s = 0; s < 2; s++) {
        if (w->resource == STX_RESOURCE_FPU && (w->signals >> (RETURNED + s) & 1u)) {
            c->turns[0][s] = leaves;
        } else if (w->resource == STX_RESOURCE_UNPACK && (w->signals >> (GIVEN + s) & 1u)) {
            c->turns[1][s] = end;
        }
    }
}

/* A wait holds its thread for at least one cycle, because checking the conditions takes that
 * long. */
static void halt(struct stx_time_clock *c, unsigned t, uint64_t start,
                 const struct stx_time_word *w) {
    uint32_t held = fields_of_STALLWAIT(w->word).stall_res;
    c->held[t] = (uint16_t)(held ? held : p_stall_STALL_MATH);
    c->gate[t] = start + c->tick;
    c->gate_by[t] = STX_STALL_WAIT;
    c->wait[t] = *w;
    for (unsigned i = 0; i < sizeof waits / sizeof *waits; i++) {
        if ((w->idle & waits[i].until) && c->idle[t][waits[i].unit] > c->gate[t]) {
            c->gate[t] = c->idle[t][waits[i].unit];
            c->gate_by[t] = waits[i].stall;
        }
    }
    drop_needs(c, t);
}

/* A bank belongs to the FPU when its last datum has arrived, and to the unpackers when the word
 * that returns it has left the FPU's pipeline; all other events happen a cycle after the start of
 * their word. */
static void tell(struct stx_time_clock *c, const uint32_t *value, uint64_t start, uint64_t end,
                 const struct stx_time_word *w) {
    uint64_t next = start + c->tick;
    uint32_t returned = is_CLEARDVALID(w->word) ? 0 : value[PARAMETER_bank_returned];
    for (unsigned q = 0; w->signals >> q; q++) {
        if (w->signals >> q & 1u) {
            c->count[q]++;
            c->at[q][c->count[q] % STX_TIME_MEMORY] = q < RETURNED ? end
                                                      : q < POST   ? next + time_ticks(c, returned)
                                                                   : next;
            c->told[q][c->count[q] % STX_TIME_MEMORY] = c->placed;
        }
    }
}

/* The word leaves the front end and frees its entry there. */
static void leave(struct stx_time_clock *c, const uint32_t *value, unsigned t,
                  const struct time_start *start, const struct stx_time_word *w) {
    if (!(w->flags & FLAG_EMITTED)) {
        return;
    }
    if (w->flags & FLAG_PUSHED) {
        c->pushed[t] = start->front.pushed;
        c->fetch_rest[t] = (uint8_t)(time_fetch_extra(c, value, t, w) % 100u);
        c->code[t] += (uint64_t)w->code * value[PARAMETER_riscv_cycles];
        c->left[t][c->pushes[t]++ % 32u] = start->at;
    }
    c->mop[t] = start->front.emitted + time_issue(c, w->resource);
    c->passed[t][c->passes[t]++ % 32u] = start->at;
}

/* A wait that has held a word is over for later words, because they leave the thread after it. */
static void release(struct stx_time_clock *c, unsigned t, const struct time_start *start,
                    const struct stx_time_word *w) {
    if (start->ready && time_is_held(c, t, w)) {
        c->held[t] = 0;
    }
}

static bool holds_thread(unsigned resource) {
    return resource == STX_RESOURCE_SCALAR || resource == STX_RESOURCE_UNPACK;
}

/* For how long no other word could have used the unit. */
static uint64_t busy(const struct stx_time_clock *c, const uint32_t *value, uint64_t start,
                     uint64_t end, const struct stx_time_word *w) {
    switch (w->resource) {
    case STX_RESOURCE_UNPACK:
        return time_at_rate(w->bytes, value[PARAMETER_unpack_joint_rate]);
    case STX_RESOURCE_PACK:
    case STX_RESOURCE_MOVER:
        return end - start;
    default: /* the hardware's counter of the matrix unit counts only words with operands */
        return w->flags & FLAG_OPERANDS ? time_cycles(c, value, w) : 0;
    }
}

/* Counts the distances between successive products that have nothing but NOPs between them. */
static void count_products(struct stx_time_clock *c, unsigned t, uint64_t start,
                           const struct stx_time_word *w) {
    if (w->flops >= MATRIX_FLOPS) {
        c->gaps += c->product[t] ? start + 1u - c->product[t] : 0;
        c->products += c->product[t] != 0;
        c->product[t] = start + 1u;
    } else if (!is_NOP(w->word)) {
        c->product[t] = 0;
    }
}

uint64_t stx_time_account(struct stx_time_clock *c, const uint32_t *value, unsigned t,
                          const struct stx_time_word *w, uint64_t start, uint64_t end) {
    uint64_t cycles = busy(c, value, start, end, w);
    c->words[t]++;
    c->busy[w->resource] += cycles;
    c->flops += w->phase ? 0 : w->flops;
    c->work += w->flops;
    count_products(c, t, start, w);
    return cycles;
}

uint64_t stx_time_occupy(struct stx_time_clock *c, const uint32_t *value, unsigned t,
                         const struct stx_time_word *w, const struct time_start *start) {
    unsigned cycles = time_cycles(c, value, w);
    uint64_t at = start->at, end;
    c->placed++;
    leave(c, value, t, start, w);
    release(c, t, start, w);
    end = run(c, value, at, cycles, w);
    tell(c, value, at, end, w);
    turn(c, at, end, w);
    if (w->pages) {
        stx_time_pages(c, w->moves, w->pages, end);
    }
    c->stall[t][start->stall] += at - c->next[t];
    c->next[t] = start->leaves + (holds_thread(w->resource) ? cycles : time_issue(c, w->resource));
    c->free[w->resource] = time_later(c->free[w->resource], at + cycles);
    if (time_shared(w->resource)) {
        stx_time_take(&c->calendar[w->resource], at, cycles);
    }
    c->by[w->resource] = (uint8_t)t;
    c->idle[t][w->resource] = time_later(c->idle[t][w->resource], end);
    if (w->resource == STX_RESOURCE_FPU) {
        uint64_t leaves = at + time_span(c, w->resource, FPU_PIPELINE);
        c->idle[t][w->resource] = time_later(c->idle[t][w->resource], leaves);
    }
    c->finished[t] = time_later(c->finished[t], end);
    if (w->flags & FLAG_HALTS) {
        halt(c, t, at, w);
    }
    return end;
}
