/* SPDX-License-Identifier: Apache-2.0
 *
 * order.c - the order checker. With vector clocks, it follows each word through the wait gate and
 * its unit, and the accesses of RISC-V code (docs/order.md). */
#include "diag/order.h"

#include "core/mem.h"
#include "isa/args.h"
#include "softensix/softensix.h"

/* The memory that a caller must provide on a 32-bit core. */
typedef char
    order_is_small[sizeof(void *) > 4 || sizeof(struct stx_order) <= 205u * 1024u ? 1 : -1];

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e);

bool stx_order_init(struct stx_order *o, struct stx_core *core, enum stx_order_level level) {
    stx_unlisten(core, &o->listener);
    memset(o, 0, sizeof *o);
    o->core = core;
    stx_order_choose(o, level);
    memset(o->places, -1, sizeof o->places);
    for (unsigned i = 0; i < STX_ORDER_ACCESSES; i++) {
        o->access[i].next = (uint16_t)(i + 1u < STX_ORDER_ACCESSES ? i + 1u : UINT16_MAX);
    }
    memcpy(o->cfg, core->cfg, sizeof o->cfg);
    memcpy(o->gpr, core->gpr, sizeof o->gpr);
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        o->semaphore[i].first = o->semaphore[i].value = core->sem[i].value;
        o->semaphore[i].max = core->sem[i].max;
    }
    stx_order_vector_init(o);
    o->listener.hear = hear;
    o->listener.kinds = STX_HEAR(BEGIN) | STX_HEAR(END) | STX_HEAR(READ) | STX_HEAR(WRITE) |
                        STX_HEAR(USE) | STX_HEAR(ROWS) | STX_HEAR(LOAD) | STX_HEAR(STORE) |
                        STX_HEAR(L1_LOAD) | STX_HEAR(L1_STORE);
    stx_listen(core, &o->listener);
    return stx_has_trace();
}

/* Records which banks the FPU and the unpackers are using, and which of the two owns each bank. */
static void note_banks(struct stx_order *o) {
    const struct stx_src *source[] = {&o->core->srca, &o->core->srcb};
    for (unsigned s = 0; s < 2; s++) {
        o->fpu_bank[s] = source[s]->fpu_bank;
        o->unpack_bank[s] = source[s]->unpack_bank;
        memcpy(o->owned[s], source[s]->fpu_owns, sizeof o->owned[s]);
    }
}

static void begin_word(struct stx_order *o) {
    note_banks(o);
    stx_order_vector_before(o);
    o->notes.count = o->notes.lost = 0;
}

/* Records the word in the form in which findings name it. */
static void begin(struct stx_order *o, unsigned thread, uint32_t word, const char *where) {
    o->now = (struct stx_order_access){.word = word,
                                       .where = where,
                                       .thread = (uint8_t)thread,
                                       .format = STX_ORDER_NO_FORMAT,
                                       .mutexes = thread < STX_THREADS ? o->mutexes[thread] : 0};
}

/* The MOP expander reads its configuration as long as words come from it. */
static void read_mop(struct stx_order *o, unsigned thread) {
    unsigned mop = order_agent(thread, ORDER_MOP);
    if (is_MOP(o->core->front[thread].offered)) {
        order_join(&o->clock[mop], order_clock(o, thread, ORDER_RISCV));
        o->now.how |= STX_ORDER_OF_MOP;
        stx_order_act(o, mop, ORDER_MOP);
        stx_order_touch(o, STX_ORDER_IN_MOP, thread, 1, false);
    }
}

/* Lets the word pass the gate. It is then ordered after everything that it waited for there:
 * latched waits, banks for which its unit does not wait itself, and an earlier WRCFG unless that is
 * the word just before. */
static void pass_gate(struct stx_order *o, unsigned thread, uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    struct stx_order_clock *gate = order_clock(o, thread, ORDER_GATE);
    stx_order_gate(o, thread, word);
    for (unsigned s = 0; s < 2 && insn->waits <= STX_WAIT_BOTH; s++) {
        order_join(gate, insn->waits >> s & 1u ? &o->given[s][o->fpu_bank[s]] : gate);
    }
    if (o->lag[thread] == 1) {
        order_join(gate, &o->late[thread]);
    }
    o->lag[thread] = o->lag[thread] ? (uint8_t)(o->lag[thread] - 1u) : 0;
    gate->at[order_agent(thread, ORDER_GATE)]++;
    o->now.issued = gate->at[order_agent(thread, ORDER_GATE)];
}

/* The unit begins to execute the word. An unpacker waits for its bank here, not at the gate. */
static void enter_unit(struct stx_order *o, unsigned thread, uint32_t word) {
    enum order_kind unit = stx_order_unit(word);
    bool waits = stx_order_ends_at_gate(word) || unit == ORDER_GATE;
    unsigned agent = order_agent(thread, waits ? ORDER_GATE : unit), s = unit == ORDER_UNPACK1;
    if (waits) {
        stx_order_as(o, agent, unit);
        return;
    }
    order_join(&o->clock[agent], order_clock(o, thread, ORDER_GATE));
    if (unit == ORDER_UNPACK0 || unit == ORDER_UNPACK1) {
        order_join(&o->clock[agent], &o->returned[s][o->unpack_bank[s]]);
    }
    stx_order_act(o, agent, unit);
}

/* Records the banks that the word has handed to the other side. Whoever hands over a bank turns to
 * its other one when the word ends; SETDVALID, which has no unit, does so at the gate. */
static void hand_over(struct stx_order *o, uint32_t word) {
    const struct stx_src *source[] = {&o->core->srca, &o->core->srcb};
    const struct stx_order_clock *by = &o->clock[o->now.agent];
    const struct stx_order_turn turn = {is_SETDVALID(word) ? 0 : by->at[o->now.agent],
                                        o->now.agent};
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
            bool before = o->owned[s][bank], now = source[s]->fpu_owns[bank];
            if (before != now) {
                (now ? o->given : o->returned)[s][bank] = *by;
                o->turn[now][s] = turn;
            }
        }
    }
}

static void end_word(struct stx_order *o, unsigned thread, uint32_t word) {
    if (!stx_insn_of(word)) {
        return;
    }
    o->words++;
    o->forgotten += o->notes.lost;
    o->pushed[thread] = 1;
    begin(o, thread, word, o->core->place[thread]);
    o->clock[order_agent(thread, ORDER_RISCV)].at[order_agent(thread, ORDER_RISCV)]++;
    order_join(order_clock(o, thread, ORDER_GATE), order_clock(o, thread, ORDER_RISCV));
    read_mop(o, thread);
    pass_gate(o, thread, word);
    enter_unit(o, thread, word);
    stx_order_accesses(o, thread, word);
    stx_order_vector(o, word);
    if (stx_order_ends_late(word) && !is_RDCFG(word)) {
        o->late[thread] = o->clock[o->now.agent];
        o->lag[thread] = 2;
    }
    hand_over(o, word);
    if (stx_insn_of(word)->unit == STX_UNIT_SYNC) {
        stx_order_sync(o, thread, word);
    }
    stx_order_registers(o, thread, word);
}

/* RISC-V code has issued a store; when it takes effect is not known yet. */
static void act_store(struct stx_order *o, unsigned thread) {
    unsigned stores = order_agent(thread, ORDER_STORES);
    struct stx_order_clock *code = order_clock(o, thread, ORDER_RISCV);
    if (order_asks(o, STX_ORDER_AUTO_TTSYNC)) {
        order_join(code, order_clock(o, thread, ORDER_GATE));
        return;
    }
    order_join(&o->clock[stores], code);
    stx_order_act(o, stores, ORDER_NOBODY);
}

/* RISC-V code loads. When the load returns, earlier stores of the same code to this place have
 * taken effect. */
static void act_load(struct stx_order *o, unsigned thread) {
    order_join(order_clock(o, thread, ORDER_RISCV), order_clock(o, thread, ORDER_STORES));
}

static void cfg_access(struct stx_order *o, unsigned thread, uint32_t index, bool write) {
    unsigned window = index / STX_CFG_WORDS, word = index % STX_CFG_WORDS;
    (write ? act_store : act_load)(o, thread);
    for (unsigned bank = 0; bank < STX_CFG_BANKS; bank++) {
        unsigned slot = word < STX_CFG_SHARED ? bank : 0;
        bool same = order_asks(o, STX_ORDER_SAME_VALUE);
        uint32_t now = o->core->cfg[slot][word];
        uint32_t mask = write && same ? o->cfg[slot][word] ^ now : UINT32_MAX;
        if (window == bank || window == STX_CFG_BANKS) {
            o->cfg[slot][word] = now;
            if (write) {
                stx_order_wrote(o, slot * STX_CFG_WORDS + word, UINT32_MAX);
            }
            stx_order_touch(o, STX_ORDER_IN_CFG, slot * STX_CFG_WORDS + word, mask, write);
        }
    }
}

static void gpr_access(struct stx_order *o, unsigned thread, uint32_t gpr, bool write) {
    if (write && o->pushed[thread]) {
        act_store(o, thread);
    } else {
        act_load(o, thread);
    }
    uint32_t now = o->core->gpr[thread][gpr], changed = o->gpr[thread][gpr] ^ now;
    bool same = write && order_asks(o, STX_ORDER_SAME_VALUE);
    o->gpr[thread][gpr] = now;
    stx_order_touch(o, STX_ORDER_IN_GPR, thread * STX_GPRS + gpr, same ? changed : UINT32_MAX,
                    write);
}

static void begin_access(struct stx_order *o, unsigned thread, uint32_t address) {
    const char *where = o->place && thread < STX_THREADS ? o->place(o->place_ctx, thread) : NULL;
    unsigned code = order_agent(thread, ORDER_RISCV);
    begin(o, thread, address, where);
    o->now.how = STX_ORDER_OF_RISCV;
    o->now.issued = thread < STX_THREADS ? o->clock[code].at[order_agent(thread, ORDER_GATE)] : 0;
    stx_order_act(o, code, ORDER_NOBODY);
    if (thread < STX_THREADS) {
        o->epoch[thread]++;
    }
}

static void access(struct stx_order *o, unsigned thread, uint32_t address, bool write) {
    uint32_t cfg = (address - STX_CFG_WINDOW) / 4u, gpr = (address - STX_GPR_WINDOW) / 4u;
    begin_access(o, thread, address);
    if (address - STX_GPR_WINDOW < 4u * STX_GPRS) {
        gpr_access(o, thread, gpr, write);
    } else if (address - STX_CFG_WINDOW < 4u * STX_CFG_WINDOWS * STX_CFG_WORDS) {
        cfg_access(o, thread, cfg, write);
    } else if (address - STX_MOP_WINDOW < 4u * STX_MOP_WORDS && write) {
        stx_order_touch(o, STX_ORDER_IN_MOP, thread, 1, true);
    } else {
        (void)stx_order_sync_access(o, thread, address, write);
    }
}

static void access_l1(struct stx_order *o, const struct stx_event *e) {
    if (e->thread <= STX_ORDER_WRITER_NOC) {
        begin_access(o, e->thread, e->first);
        stx_order_touch_l1(o, e->first, e->count, e->kind == STX_EVENT_L1_STORE);
    }
}

static void note_rows(struct stx_order *o, const struct stx_event *e) {
    for (unsigned write = 0; write < 2; write++) {
        if (e->value >> write & 1u) {
            o->rows[write] = (struct stx_order_rows){e->first % STX_DST_ROWS, e->count};
        }
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct stx_order *o = (struct stx_order *)self;
    (void)core;
    if (e->kind >= STX_EVENT_L1_LOAD) {
        access_l1(o, e);
    } else if (e->thread >= STX_THREADS) {
        return;
    } else if (e->kind == STX_EVENT_BEGIN) {
        begin_word(o);
    } else if (e->kind == STX_EVENT_END) {
        end_word(o, e->thread, e->word);
    } else if (e->kind >= STX_EVENT_LOAD) {
        access(o, e->thread, e->first, e->kind == STX_EVENT_STORE);
    } else if (e->kind >= STX_EVENT_ROWS) {
        note_rows(o, e);
    } else if (e->kind >= STX_EVENT_READ) {
        stx_order_note(o, e);
    }
}

void stx_order_values(struct stx_order *o, unsigned thread, bool have) {
    if (thread < STX_THREADS) {
        uint8_t others = o->vector.values & (uint8_t) ~(1u << thread);
        o->vector.values = (uint8_t)(others | (have ? 1u << thread : 0));
    }
}

void stx_order_value(struct stx_order *o, unsigned thread, unsigned lreg, uint32_t lanes,
                     bool write, const char *where) {
    if (thread < STX_THREADS && lreg < 16) {
        begin(o, thread, lreg, where);
        o->now.how = STX_ORDER_OF_VALUE;
        stx_order_vector_value(o, lreg, lanes, write);
    }
}
