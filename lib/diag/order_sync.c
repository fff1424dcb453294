/* SPDX-License-Identifier: Apache-2.0
 *
 * order_sync.c - waits, semaphores, mailboxes, mutexes and counters of streams in the order
 * checker: they order the steps of one agent after those of another. */
#include "diag/order.h"
#include "isa/args.h"
#include "isa/operand_values.h"

#define TENSIX_SYNC (STX_PC_BUFFER_WINDOW + 4u)
#define MOP_SYNC (STX_PC_BUFFER_WINDOW + 8u)
#define MAILBOX_BYTES 0x1000u
#define STREAM_WINDOW 0xFFB40000u
#define STREAM_BYTES 0x40000u

/* The bit of a bank in a wait: given to the FPU, or returned to the unpackers. */
static uint32_t bank_bit(unsigned source, unsigned bank, bool returned) {
    return 1u << (4u * returned + 2u * source + bank);
}

/* The agents that a condition of STALLWAIT waits for. Several packers are one agent; a wait for
 * only some of them does not count. */
static const struct {
    uint16_t condition;
    uint8_t kind;
} conditions[] = {
    {p_stall_THCON, ORDER_SCALAR},     {p_stall_UNPACK0, ORDER_UNPACK0},
    {p_stall_UNPACK1, ORDER_UNPACK1},  {p_stall_PACK, ORDER_PACK},
    {p_stall_MATH, ORDER_FPU},         {p_stall_WAIT_SFPU, ORDER_SFPU},
    {p_stall_XMOV, ORDER_MOVER},       {STX_STALL_CONFIG_IDLE, ORDER_CONFIG},
    {p_stall_TRISC_CFG, ORDER_STORES},
};

/* A wait covers the words that were issued before it; for the configuration unit and the mover,
 * those of all threads. */
static void wait_for_units(struct stx_order *o, unsigned thread, uint32_t condition) {
    struct stx_order_clock *until = &o->wait[thread].until;
    for (unsigned i = 0; i != sizeof conditions / sizeof conditions[0]; i++) {
        enum order_kind kind = (enum order_kind)conditions[i].kind;
        bool all = kind == ORDER_CONFIG || kind == ORDER_MOVER;
        uint32_t asked = conditions[i].condition;
        bool named = asked && (asked & condition) == asked;
        for (unsigned t = 0; t != STX_THREADS && named; t++) {
            if (t == thread || all) {
                order_join(until, order_clock(o, t, kind));
            }
        }
    }
}

/* The bank that a condition for the FPU's or, with `returned`, for the unpackers' bank is about.
 * While the thread's word that turns to the next bank is still in its unit, the condition is asked
 * about the bank before, which was handed over long ago: then the wait is for none. */
static uint32_t bank_asked(const struct stx_order *o, unsigned thread, unsigned source,
                           bool returned) {
    const struct stx_src *src = source ? &o->core->srcb : &o->core->srca;
    const struct stx_order_turn *turn = &o->turn[returned][source];
    const struct stx_order_clock *gate = &o->clock[order_agent(thread, ORDER_GATE)];
    const struct stx_order_clock *until = &o->wait[thread].until;
    bool under_way = turn->agent / STX_ORDER_KINDS == thread && gate->at[turn->agent] < turn->at &&
                     until->at[turn->agent] < turn->at;
    unsigned bank = returned ? src->unpack_bank : src->fpu_bank;
    return under_way ? 0 : bank_bit(source, bank, returned);
}

static void stallwait(struct stx_order *o, unsigned thread, uint32_t word) {
    static const uint16_t valid[] = {p_stall_SRCA_VLD, p_stall_SRCB_VLD};
    static const uint16_t clear[] = {p_stall_SRCA_CLR, p_stall_SRCB_CLR};
    const struct stx_args_STALLWAIT a = fields_of_STALLWAIT(word);
    struct stx_order_wait *wait = &o->wait[thread];
    uint32_t all = p_stall_THCON | p_stall_UNPACK | p_stall_PACK;
    uint32_t condition = a.wait_res ? a.wait_res : all;
    *wait = (struct stx_order_wait){.block = a.stall_res ? a.stall_res : p_stall_STALL_MATH};
    wait_for_units(o, thread, condition);
    for (unsigned s = 0; s < 2; s++) {
        wait->banks |= condition & valid[s] ? bank_asked(o, thread, s, false) : 0;
        wait->banks |= condition & clear[s] ? bank_asked(o, thread, s, true) : 0;
    }
}

/* Of all posts only the one that made the semaphore greater than 0 counts, and of all gets only the
 * one that made room, because on silicon the others may execute later. */
static void hear_semaphore(struct stx_order_clock *clock, const struct stx_order_semaphore *s,
                           uint32_t condition) {
    uint32_t post = s->gets - s->first, get = s->first + s->posts - s->max;
    order_join(clock, &s->set);
    if (condition & p_stall_STALL_ON_ZERO && (int32_t)post >= 0 && post < s->posts) {
        order_join(clock, &s->post[post % STX_ORDER_ROUND]);
    }
    if (condition & p_stall_STALL_ON_MAX && (int32_t)get >= 0 && get < s->gets) {
        order_join(clock, &s->get[get % STX_ORDER_ROUND]);
    }
}

void stx_order_gate(struct stx_order *o, unsigned thread, uint32_t word) {
    struct stx_order_wait *wait = &o->wait[thread];
    struct stx_order_clock *gate = order_clock(o, thread, ORDER_GATE);
    if (!wait->block || !stx_order_holds(wait->block, word)) {
        return;
    }
    order_join(gate, &wait->until);
    for (unsigned i = 0; i < 8; i++) {
        if (wait->banks >> i & 1u) {
            order_join(gate, i / 4 ? &o->returned[i / 2 % 2][i % 2] : &o->given[i / 2 % 2][i % 2]);
        }
    }
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        if (wait->semaphores >> i & 1u) {
            hear_semaphore(gate, &o->semaphore[i], wait->condition);
        }
    }
    wait->block = 0;
}

/* An agent with the clock *clock has changed a semaphore. */
static void semaphore_changed(struct stx_order *o, unsigned index,
                              const struct stx_order_clock *clock) {
    struct stx_order_semaphore *s = &o->semaphore[index];
    uint32_t value = o->core->sem[index].value;
    if (value > s->value) {
        s->post[s->posts++ % STX_ORDER_ROUND] = *clock;
    } else if (value < s->value) {
        s->get[s->gets++ % STX_ORDER_ROUND] = *clock;
    }
    s->value = value;
}

static void semaphores_set(struct stx_order *o, uint32_t which,
                           const struct stx_order_clock *clock) {
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        struct stx_order_semaphore *s = &o->semaphore[i];
        if (which >> i & 1u) {
            s->first = s->value = o->core->sem[i].value;
            s->max = o->core->sem[i].max;
            s->posts = s->gets = 0;
            s->set = *clock;
        }
    }
}

void stx_order_sync(struct stx_order *o, unsigned thread, uint32_t word) {
    const struct stx_order_clock *gate = order_clock(o, thread, ORDER_GATE);
    const struct stx_args_SEMWAIT a = fields_of_SEMWAIT(word);
    o->epoch[thread]++;
    if (is_STALLWAIT(word)) {
        stallwait(o, thread, word);
    } else if (is_SEMWAIT(word)) {
        o->wait[thread] = (struct stx_order_wait){
            a.stall_res ? a.stall_res : p_stall_STALL_MATH, a.sem_sel, a.wait_sem_cond, 0, {{0}}};
    } else if (is_SEMINIT(word)) {
        semaphores_set(o, fields_of_SEMINIT(word).sem_sel, gate);
    } else if (is_SEMPOST(word) || is_SEMGET(word)) {
        for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
            semaphore_changed(o, i, gate);
        }
    } else if (is_ATGETM(word)) {
        o->mutexes[thread] |= (uint8_t)(1u << (fields_of_ATGETM(word).mutex_index & 7u));
    } else if (is_ATRELM(word)) {
        o->mutexes[thread] &= (uint8_t) ~(1u << (fields_of_ATRELM(word).mutex_index & 7u));
    }
}

static struct stx_order_counter *counter_of(struct stx_order *o, uint32_t key) {
    for (uint32_t i = 0; i < o->counters; i++) {
        if (o->counter[i].key == key) {
            return &o->counter[i];
        }
    }
    if (o->counters == STX_ORDER_COUNTERS) {
        o->forgotten++;
        return NULL;
    }
    o->counter[o->counters].key = key;
    return &o->counter[o->counters++];
}

/* A word that changes a counter of a stream does so when it passes the gate. */
static void release(struct stx_order *o, const struct stx_order_clock *clock, uint32_t key) {
    struct stx_order_counter *c = counter_of(o, key);
    if (c) {
        order_join(&c->clock, clock);
    }
}

void stx_order_release(struct stx_order *o, unsigned thread, uint32_t key) {
    if (thread <= STX_ORDER_WRITER_NOC) {
        release(o, order_clock(o, thread, ORDER_RISCV), key);
    }
}

void stx_order_acquire(struct stx_order *o, unsigned thread, uint32_t key) {
    const struct stx_order_counter *c = counter_of(o, key);
    if (c && thread <= STX_ORDER_WRITER_NOC) {
        order_join(order_clock(o, thread, ORDER_RISCV), &c->clock);
    }
}

void stx_order_registers(struct stx_order *o, unsigned thread, uint32_t word) {
    struct stx_order_clock *gate = order_clock(o, thread, ORDER_GATE);
    if (is_STOREREG(word)) {
        release(o, gate, STX_REGISTER_WINDOW + 4u * fields_of_STOREREG(word).reg_addr);
    } else if (is_LOADREG(word)) {
        const struct stx_order_counter *c =
            counter_of(o, STX_REGISTER_WINDOW + 4u * fields_of_LOADREG(word).reg_addr);
        order_join(gate, c ? &c->clock : gate);
    }
}

/* After tensix_sync all words of the thread have ended. After mop_sync no MOP is under way. */
static void pc_buffer(struct stx_order *o, unsigned thread, uint32_t address) {
    struct stx_order_clock *code = order_clock(o, thread, ORDER_RISCV);
    for (unsigned kind = ORDER_GATE; kind < ORDER_MOP && address == TENSIX_SYNC; kind++) {
        order_join(code, order_clock(o, thread, (enum order_kind)kind));
    }
    if (address == TENSIX_SYNC || address == MOP_SYNC) {
        order_join(code, order_clock(o, thread, ORDER_MOP));
    }
}

/* RISC-V code that reads a semaphore's value is ordered after its last changes. */
static void semaphore_access(struct stx_order *o, unsigned thread, unsigned index, bool write) {
    struct stx_order_clock *code = order_clock(o, thread, ORDER_RISCV);
    const struct stx_order_semaphore *s = &o->semaphore[index];
    if (write) {
        semaphore_changed(o, index, code);
        return;
    }
    order_join(code, &s->set);
    order_join(code, s->posts ? &s->post[(s->posts - 1u) % STX_ORDER_ROUND] : code);
    order_join(code, s->gets ? &s->get[(s->gets - 1u) % STX_ORDER_ROUND] : code);
}

static void mailbox_access(struct stx_order *o, unsigned thread, unsigned other, bool write) {
    struct stx_order_mailbox *m =
        write ? &o->mailbox[other][thread + 1u] : &o->mailbox[thread + 1u][other];
    struct stx_order_clock *code = order_clock(o, thread, ORDER_RISCV);
    if (write) {
        m->clock[m->written++ % 4u] = *code;
    } else if (m->read != m->written) {
        order_join(code, &m->clock[m->read++ % 4u]);
    }
}

bool stx_order_sync_access(struct stx_order *o, unsigned thread, uint32_t address, bool write) {
    uint32_t semaphore = (address - STX_SEMAPHORE_WINDOW) / 4u;
    uint32_t mailbox = address - STX_MAILBOX_WINDOW;
    if (address - STX_SEMAPHORE_WINDOW < 4u * STX_SEMAPHORES) {
        semaphore_access(o, thread, semaphore, write);
    } else if (address - STX_PC_BUFFER_WINDOW < 4u * STX_SEMAPHORES) {
        pc_buffer(o, thread, write ? 0 : address);
    } else if (mailbox < 4u * MAILBOX_BYTES) {
        if (mailbox % MAILBOX_BYTES == 0) {
            mailbox_access(o, thread, mailbox / MAILBOX_BYTES, write);
        }
    } else if (address - STREAM_WINDOW < STREAM_BYTES) {
        (write ? stx_order_release : stx_order_acquire)(o, thread, address);
    } else {
        return false;
    }
    return true;
}
