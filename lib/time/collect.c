/* SPDX-License-Identifier: Apache-2.0
 *
 * collect.c - collects words from the stream of events, with everything that the model needs. The
 * events for which a word waits and those that it causes are counted (struct stx_time_word): the
 * third post of a semaphore is also the third one in time, whenever that is. */
#include "core/mem.h"
#include "isa/args.h"
#include "softensix/softensix.h"
#include "time/model.h"

/* Sets the units that are twice as fast in the last clocks. */
static const uint8_t twice[] = {STX_RESOURCE_FPU,  STX_RESOURCE_SFPU,   STX_RESOURCE_UNPACK,
                                STX_RESOURCE_PACK, STX_RESOURCE_SCALAR, STX_TIME_ISSUE,
                                STX_TIME_CODE,     STX_TIME_FEED};

static void start_clocks(struct stx_time *time) {
    time->clocks = STX_TIME_BOUNDS;
    for (unsigned i = 0; i < STX_TIME_TWICE; i++) {
        time->clock[i].tick = 1;
    }
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        time->clock[STX_TIME_ALONE + t].alone = (uint8_t)(t + 1u);
    }
    for (unsigned i = 0; i < sizeof twice; i++) {
        time->clock[STX_TIME_TWICE + i].tick = 2;
        time->clock[STX_TIME_TWICE + i].twice = twice[i];
    }
}

void stx_time_more(struct stx_time *time) {
    time->clocks = STX_TIME_CLOCKS;
}

/* Clears what a run reads before it writes it. That is a sixth of the struct; clearing the rest
 * would slow down short runs. */
static void clear(struct stx_time *time) {
    memset(time, 0, offsetof(struct stx_time, thread));
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        memset(&time->thread[t], 0, offsetof(struct stx_time_thread, queue));
    }
    for (unsigned i = 0; i < STX_TIME_CLOCKS; i++) {
        memset(&time->clock[i], 0, offsetof(struct stx_time_clock, left));
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e);

bool stx_time_init(struct stx_time *time, struct stx_core *core) {
    const struct stx_insn *insn;
    stx_unlisten(core, &time->listener);
    clear(time);
    time->listener.hear = hear;
    time->listener.kinds = STX_HEAR(WAIT) | STX_HEAR(END) | STX_HEAR(ROWS) | STX_HEAR(READ) |
                           STX_HEAR(WRITE) | STX_HEAR(LOAD) | STX_HEAR(STORE);
    stx_listen(core, &time->listener);
    time->core = core;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        time->row[insn->opcode] = insn;
        time->cycles[insn->opcode] = insn->cycles ? insn->cycles : 1;
        time->latency[insn->opcode] = insn->latency;
    }
    stx_time_defaults(time->value);
    start_clocks(time);
    stx_time_sites_begin(time);
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        time->semaphore[i] = core->sem[i].value;
    }
    for (unsigned b = 0; b < STX_SRC_BANKS; b++) {
        time->owns[0][b] = core->srca.fpu_owns[b];
        time->owns[1][b] = core->srcb.fpu_owns[b];
    }
    return stx_has_trace();
}

static void signal_if(struct stx_time *time, struct stx_time_word *w, bool happened,
                      unsigned sequence) {
    w->signals |= (uint32_t)happened << sequence;
    time->total[sequence] += happened;
}

static void note_banks(struct stx_time *time, struct stx_time_word *w) {
    const struct stx_src *sources[] = {&time->core->srca, &time->core->srcb};
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned b = 0; b < STX_SRC_BANKS; b++) {
            uint8_t owns = sources[s]->fpu_owns[b];
            signal_if(time, w, owns && !time->owns[s][b], GIVEN + s);
            signal_if(time, w, !owns && time->owns[s][b], RETURNED + s);
            time->owns[s][b] = owns;
        }
    }
}

static void note_semaphores(struct stx_time *time, struct stx_time_word *w) {
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        uint8_t value = time->core->sem[i].value;
        bool named = fields_of_SEMPOST(w->word).sem_sel >> i & 1u;
        signal_if(time, w, named && value > time->semaphore[i], POST + i);
        signal_if(time, w, named && value < time->semaphore[i], GET + i);
        time->semaphore[i] = value;
    }
}

static void note_mutexes(struct stx_time *time, struct stx_time_word *w, unsigned thread) {
    for (unsigned i = 0; i < STX_MUTEXES; i++) {
        uint8_t owner = time->core->mutex[i];
        signal_if(time, w, time->mutex[i] == thread + 1u && owner != thread + 1u,
                  MUTEX_RETURNED + i);
        time->mutex[i] = owner;
    }
}

static void note_signals(struct stx_time *time, struct stx_time_word *w, unsigned thread,
                         const struct stx_insn *insn) {
    if (insn->writes & STX_PART_BANKS) {
        note_banks(time, w);
    }
    if ((insn->writes | insn->reads) & STX_PART_SEM) {
        note_semaphores(time, w);
    }
    if (insn->writes & STX_PART_MUTEX) {
        note_mutexes(time, w, thread);
    }
}

/* Whether the word was pushed, or the front end continues a MOP or REPLAY that was pushed before.
 * While it continues, fewer loops remain, the place within a loop moves forward, and fewer words
 * remain to be replayed. Anything else is a new push. The last word of an outer loop leaves the
 * expander at the first stage of the next loop, whose words come later. */
static unsigned origin(const struct stx_time_thread *t, const struct stx_front *f) {
    if (f->offered != t->offered || f->outer > t->outer) {
        return FLAG_EMITTED | FLAG_PUSHED;
    }
    if (f->outer != t->outer || f->inner > t->inner || f->stage > t->stage) {
        return FLAG_EMITTED;
    }
    return f->replay_left < t->left ? 0 : FLAG_EMITTED | FLAG_PUSHED;
}

/* How many words the front end has recorded since the last pushed word without passing them on,
 * including the REPLAY that started the recording. They are found by comparing the buffer with its
 * previous contents, so a word that is equal to the one that it replaces is missed. */
static uint8_t swallowed(struct stx_time_thread *t, const struct stx_front *f) {
    unsigned words = 0;
    for (unsigned i = 0; i < STX_REPLAY_WORDS; i++) {
        if (t->replay[i] != f->replay[i]) {
            t->replay[i] = f->replay[i];
            words++;
        }
    }
    return (uint8_t)(words && !f->record_executes ? words + 1u : 0);
}

static void note_origin(struct stx_time *time, unsigned thread, struct stx_time_word *w) {
    struct stx_time_thread *t = &time->thread[thread];
    const struct stx_front *f = &time->core->front[thread];
    bool was_mop = is_MOP(t->offered);
    unsigned flags = origin(t, f);
    if (flags & FLAG_PUSHED && was_mop && !is_MOP(f->offered)) {
        flags |= FLAG_AFTER_MOP;
    }
    w->flags |= (uint16_t)(flags | (t->synced ? FLAG_SYNCED : 0u));
    if (flags & FLAG_PUSHED && stx_time_replays(t, w)) {
        w->flags &= (uint16_t) ~(FLAG_PUSHED | FLAG_EMITTED);
    } else if (flags & FLAG_PUSHED) {
        w->swallowed = swallowed(t, f);
        w->code = t->code + stx_time_nops(t, w, time->value[STX_TIME_EXPECTED]);
        w->missed = t->missed;
        t->code = t->missed = 0;
    }
    stx_time_note_pages(time, thread, w);
    t->synced = 0;
    t->offered = f->offered;
    t->outer = f->outer;
    t->inner = f->inner;
    t->stage = f->stage;
    t->left = f->replay_left;
}

/* Records the blocks of words that access at most as many rows as a face has. Words that clear half
 * of Dst or all of it get no blocks. */
static void hear_rows(struct stx_time *time, const struct stx_event *e) {
    if (e->count <= STX_COLS) {
        time->block = (uint8_t)(e->first % STX_DST_ROWS / 8u);
        time->blocks = (uint8_t)((e->count + 7u) / 8u);
    }
}

/* Flags for moves between Dst and a source or from SrcB to SrcA, by what a word reads and writes:
 * sums and products read the rows of Dst that they write. */
static uint16_t move_flags(const struct stx_insn *insn) {
    const uint32_t sources = STX_PART_SRCA | STX_PART_SRCB;
    if (insn->dst_read) {
        return insn->writes & STX_PART_SRCA   ? FLAG_TO_SRCA
               : insn->writes & STX_PART_SRCB ? FLAG_TO_SRCB
                                              : 0;
    }
    if (insn->dst_write) {
        return insn->reads & sources ? FLAG_TO_DST : 0;
    }
    return (insn->reads & STX_PART_SRCB) && (insn->writes & STX_PART_SRCA) ? FLAG_B_TO_A : 0;
}

/* Records which blocks of Dst a word of the FPU uses, and whether it is a move between Dst and a
 * source, for which later words must wait. */
static void note_dst(struct stx_time *time, struct stx_time_word *w, unsigned thread,
                     const struct stx_insn *insn) {
    struct stx_time_thread *t = &time->thread[thread];
    /* The hardware holds back words that read Dst, except sums. */
    bool sums = is_ELWADD(w->word) || is_ELWSUB(w->word);
    bool held = !sums && stx_insn_rows(insn->dst_read, w->word);
    if (insn->resource == STX_RESOURCE_FPU) {
        w->flags |= move_flags(insn);
        if (held) {
            w->flags |= FLAG_READS_DST;
        }
        w->block = time->block;
        w->blocks = time->blocks;
    }
    time->block = time->blocks = 0;
    w->phase = t->phase;
    t->phase = time->core->rwc[thread].fidelity;
}

/* STX_TIME_BATCH words are placed together, which costs less than placing them one by one. */
static void append(struct stx_time *time, unsigned thread, const struct stx_time_word *w) {
    struct stx_time_thread *t = &time->thread[thread];
    t->queue[t->tail % STX_TIME_WINDOW] = *w;
    if (w->zone) {
        t->queue[t->tail % STX_TIME_WINDOW].kept = stx_time_zone_kept(&time->nest[thread]);
    }
    t->slow = w->compiled && stx_time_vector_slow(w->word);
    t->tail++;
    t->unplaced += stx_time_clocks(time);
    if (++time->collected == STX_TIME_BATCH) {
        stx_time_place(time, false);
    }
}

/* FLAG_ARITHMETIC is for what makes a GPR of others, and for what loads and stores a register by
 * its address. */
static uint16_t scalar_flags(const struct stx_insn *insn) {
    if (insn->resource != STX_RESOURCE_SCALAR) {
        return 0;
    }
    if (!((insn->reads | insn->writes) & STX_PART_L1)) {
        bool computes = insn->reads & insn->writes & STX_PART_GPR;
        bool addresses = (insn->reads | insn->writes) & STX_PART_REGISTERS;
        return computes || addresses ? FLAG_ARITHMETIC : 0;
    }
    bool atomic = insn->reads & insn->writes & STX_PART_L1;
    return atomic ? FLAG_MEMORY | FLAG_ATOMIC : FLAG_MEMORY;
}

/* Words that only count, clear or hand over banks use no operands. */
static uint16_t operand_flag(const struct stx_insn *insn) {
    bool reads = insn->reads & (STX_PART_SRCA | STX_PART_SRCB | STX_PART_DST);
    return reads || insn->resource != STX_RESOURCE_FPU ? FLAG_OPERANDS : 0;
}

static struct stx_time_word new_word(struct stx_time *time, unsigned thread, uint32_t word,
                                     bool waits) {
    const struct stx_insn *insn = time->row[stx_opcode_of(word)];
    return (struct stx_time_word){.word = word,
                                  .flags = (uint16_t)(scalar_flags(insn) | operand_flag(insn)),
                                  .resource = insn->resource,
                                  .cycles = time->cycles[insn->opcode],
                                  .latency = time->latency[insn->opcode],
                                  .flops = (uint16_t)stx_insn_flops(insn, word),
                                  .waits = waits,
                                  .site = stx_time_site(time, thread),
                                  .zone = stx_time_zone_now(time, thread),
                                  .compiled = time->compiles,
                                  .dependent = time->relation == STX_TIME_NEEDS};
}

/* The library could not execute the word. What it waits for is now known, so until then other words
 * can be placed without waiting for this thread. A STALLWAIT or SEMWAIT starts at once and then
 * holds later words, so it is queued here and not when it is done. */
static void begin_wait(struct stx_time *time, unsigned thread, uint32_t word,
                       const struct stx_insn *insn) {
    struct stx_time_thread *t = &time->thread[thread];
    if (!t->waits) {
        t->waits = true;
        t->waiting = new_word(time, thread, word, true);
        stx_time_needs(time, &t->waiting, insn->waits);
        if (t->waiting.flags & FLAG_HALTS) {
            struct stx_time_word w = t->waiting;
            t->early = true;
            note_origin(time, thread, &w);
            append(time, thread, &w);
        }
    }
}

static void note_done(struct stx_time *time, unsigned thread, uint32_t word,
                      const struct stx_insn *insn) {
    struct stx_time_word w = new_word(time, thread, word, false);
    stx_time_needs(time, &w, insn->waits);
    note_signals(time, &w, thread, insn);
    note_origin(time, thread, &w);
    note_dst(time, &w, thread, insn);
    if ((insn->reads | insn->writes) & STX_PART_L1) {
        stx_time_moved(time, thread, &w);
    }
    append(time, thread, &w);
}

static void hear_word(struct stx_time *time, unsigned thread, uint32_t word, bool waits) {
    const struct stx_insn *insn = time->row[stx_opcode_of(word)];
    if (time->ended || !insn || time->relation == STX_TIME_MERGED) {
        return;
    }
    struct stx_time_thread *t = &time->thread[thread];
    if (waits) {
        begin_wait(time, thread, word, insn);
        return;
    }
    bool early = t->early;
    t->waits = t->early = false;
    if (!early) {
        note_done(time, thread, word, insn);
    }
}

/* The cost of a register access in RISC-V code, in instructions. A store is one instruction; a
 * store that pushes a word costs nothing here, because the push is counted separately. A load costs
 * the cycles until its value arrives. */
static uint32_t access_cost(const uint32_t *value, uint32_t address, bool write) {
    if (write) {
        return address - STX_ISSUE_WINDOW < STX_PC_BUFFER_WINDOW - STX_ISSUE_WINDOW ? 0 : 1;
    }
    bool sync = address - STX_PC_BUFFER_WINDOW < STX_CFG_WINDOW - STX_PC_BUFFER_WINDOW;
    return value[sync ? PARAMETER_riscv_sync_load : PARAMETER_riscv_register_load];
}

static void hear_access(struct stx_time *time, unsigned thread, uint32_t address, bool write) {
    stx_time_code(time, thread, access_cost(time->value[STX_TIME_EXPECTED], address, write));
    if (!write && (address == STX_PC_BUFFER_WINDOW + 4u || address == STX_PC_BUFFER_WINDOW + 8u)) {
        time->thread[thread].synced = 1;
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct stx_time *time = (struct stx_time *)self;
    (void)core;
    if (e->thread >= STX_THREADS) {
        return;
    }
    if (e->kind == STX_EVENT_WAIT || e->kind == STX_EVENT_END) {
        hear_word(time, e->thread, e->word, e->kind == STX_EVENT_WAIT);
    } else if (e->kind == STX_EVENT_ROWS) {
        hear_rows(time, e);
    } else if (e->kind == STX_EVENT_READ || e->kind == STX_EVENT_WRITE) {
        stx_time_hear_move(time, e);
    } else {
        hear_access(time, e->thread, e->first, e->kind == STX_EVENT_STORE);
    }
}

void stx_time_compiled(struct stx_time *time, bool compiled) {
    time->compiles = compiled;
    time->compiled += compiled && time->relation != STX_TIME_MERGED;
}

void stx_time_relation(struct stx_time *time, enum stx_time_relation relation) {
    time->relation = (uint8_t)relation;
}

void stx_time_stands(struct stx_time *time, unsigned thread, unsigned words) {
    words = words < UINT16_MAX ? words : UINT16_MAX; /* no line of code stands for more */
    for (; thread < STX_THREADS && !time->ended && words; words--) {
        stx_time_compiled(time, true);
        struct stx_time_word w = new_word(time, thread, (uint32_t)STX_OP_SFPNOP << 24, false);
        stx_time_compiled(time, false);
        w.flags |= stx_time_replays(&time->thread[thread], &w) ? 0 : FLAG_EMITTED | FLAG_PUSHED;
        w.code = stx_time_nops(&time->thread[thread], &w, time->value[STX_TIME_EXPECTED]);
        append(time, thread, &w);
    }
}

void stx_time_code(struct stx_time *time, unsigned thread, uint32_t instructions) {
    if (thread < STX_THREADS) {
        time->thread[thread].code += instructions;
    }
}

void stx_time_divide(struct stx_time *time, unsigned thread, uint32_t divisions) {
    uint32_t cycles = time->value[STX_TIME_EXPECTED][PARAMETER_riscv_divide];
    stx_time_code(time, thread, cycles > 1u ? divisions * (cycles - 1u) : 0);
}
