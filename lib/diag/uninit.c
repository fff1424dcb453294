/* SPDX-License-Identifier: Apache-2.0
 *
 * uninit.c - finds reads of registers that nothing has written, by trying each word on two copies
 * of the core.
 *
 * An element is a cell, a datum, half a lane or a byte; a register is a group of elements. In the
 * second copy every element that was never written is XORed with a pattern of its own, the
 * spoiling. After the word there are three cases. An element that is equal in both copies has been
 * written by the word. An element that still differs by its spoiling was not touched. Any other
 * difference, in registers or in L1, shows that the word's result depends on something that was
 * never written; a binary search over the registers then finds which one. */
#include "softensix/uninit.h"

#include "core/mem.h"
#include "diag/uninit.h"
#include "isa/args.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

/* The registers of the core that are watched: kind, member, number of registers, one of them, and
 * the type of its elements. The elements of an LReg are halves of lanes, because two SFPLOADIs
 * write a lane. */
#define AREAS(X)                                                               \
    X(dst, dst.cell, STX_DST_ROWS, dst.cell[0], uint16_t)                      \
    X(srca, srca.high, STX_SRC_BANKS *STX_SRC_ROWS, srca.high[0][0], uint16_t) \
    X(srcb, srcb.high, STX_SRC_BANKS *STX_SRC_ROWS, srcb.high[0][0], uint16_t) \
    X(lreg, sfpu.lreg, 8, sfpu.lreg[0], uint16_t)                              \
    X(gpr, gpr, STX_THREADS *STX_GPRS, gpr[0][0], uint8_t)                     \
    X(cfg, cfg, STX_CFG_BANKS *STX_CFG_WORDS, cfg[0][0], uint8_t)              \
    X(tcfg, tcfg, STX_THREADS *STX_TCFG_WORDS, tcfg[0][0], uint8_t)
#define MIXING                                                                                    \
    0x9E3779B1u /* 2^32 divided by the golden ratio, so that products of neighbours are far apart \
                 */
#define NOT_0 0x10u
#define GROUP(one, type) (sizeof(((struct stx_core *)0)->one) / (sizeof(type)))

/* Elements are numbered across all areas: the number is the offset in this struct. */
#define ELEMENTS(kind, member, registers, one, type) uint8_t kind[(registers)*GROUP(one, type)];
struct elements {
    AREAS(ELEMENTS)
};
typedef char elements_fit[sizeof(struct elements) <= STX_UNINIT_ELEMENTS ? 1 : -1];

struct area {
    uint32_t offset;    /* of the first element in struct stx_core, in bytes */
    uint32_t first;     /* its number */
    uint32_t registers; /* how many */
    uint16_t group;     /* elements of a register */
    uint8_t size;       /* bytes of an element, 1 or 2 */
};
#define AREA(kind, member, registers, one, type)                                             \
    {(uint32_t)offsetof(struct stx_core, member), (uint32_t)offsetof(struct elements, kind), \
     registers, GROUP(one, type), sizeof(type)},
static const struct area areas[STX_UNINIT_REPLAY] = {AREAS(AREA)};

static uint32_t elements_of(const struct area *area) {
    return area->registers * area->group;
}

static bool is_unwritten(const struct stx_uninit *u, uint32_t element) {
    return u->unwritten[element / 32u] >> (element % 32u) & 1u;
}

static void set_written(struct stx_uninit *u, uint32_t element) {
    u->unwritten[element / 32u] &= ~(1u << (element % 32u));
}

static uint32_t get(const struct stx_core *core, const struct area *area, uint32_t i) {
    const uint8_t *at = (const uint8_t *)core + area->offset + i * area->size;
    uint16_t v16;
    if (area->size == 1) {
        return *at;
    }
    memcpy(&v16, at, sizeof v16);
    return v16;
}

static void set(struct stx_core *core, const struct area *area, uint32_t i, uint32_t value) {
    uint8_t *at = (uint8_t *)core + area->offset + i * area->size;
    uint16_t v16 = (uint16_t)value;
    if (area->size == 1) {
        *at = (uint8_t)value;
    } else {
        memcpy(at, &v16, sizeof v16);
    }
}

/* The spoiling of an element: neighbours have different patterns, and none is 0. */
static uint32_t difference(uint32_t element, unsigned size) {
    uint32_t mixed = element * MIXING >> 16;
    return (size == 1 ? (uint8_t)mixed : mixed) | NOT_0;
}

static void touch_sources(struct stx_core *core) {
    memset(core->srca.decoded, 0, sizeof core->srca.decoded);
    memset(core->srcb.decoded, 0, sizeof core->srcb.decoded);
}

/* Registers are numbered across all areas as well. */
#define ADD(kind, member, registers, one, type) +(registers)
enum { REGISTERS = AREAS(ADD) };

static void find_register(uint32_t number, unsigned *kind, uint32_t *index) {
    *kind = 0;
    while (number >= areas[*kind].registers) {
        number -= areas[(*kind)++].registers;
    }
    *index = number;
}

/* Is a register of Dst, SrcA or SrcB invalid, and has it an element that was never written? The
 * first kinds of registers are these three. */
static bool row_unwritten(const struct stx_uninit *u, const struct area *area, uint32_t index) {
    bool some = false;
    for (uint32_t i = 0; i < area->group; i++) {
        some |= is_unwritten(u, area->first + index * area->group + i);
    }
    return some;
}

/* Documents say that SFPLOAD of an invalid row is undefined, where the library reads zeros: in the
 * second copy the spoilt row is valid. Other units read an invalid row as zeros. */
static bool loads_undefined_rows(uint32_t word) {
    return is_SFPLOAD(word) || is_SFPLOADMACRO(word);
}

static void open_invalid_rows(struct stx_uninit *u, uint32_t to) {
    for (uint32_t row = 0; row < STX_DST_ROWS && row < to; row++) {
        if (!stx_dst_row_valid(u->core, row) && row_unwritten(u, &areas[STX_UNINIT_DST], row)) {
            stx_dst_row_set_valid(&u->other, row, true);
        }
    }
}

/* The same rows become invalid again, unless the word has made them valid. */
static void close_invalid_rows(struct stx_uninit *u) {
    memcpy(u->other.dst.valid, u->same.dst.valid, sizeof u->same.dst.valid);
}

/* Copies the core, and spoils the elements of registers 0 to `to` - 1 that were never written. */
static void prepare(struct stx_uninit *u, uint32_t to, uint32_t word) {
    u->other = *u->core;
    if (loads_undefined_rows(word)) {
        open_invalid_rows(u, to);
    }
    for (unsigned k = 0; k != STX_UNINIT_REPLAY; k++) {
        const struct area *area = &areas[k];
        uint32_t spoilt = to < area->registers ? to : area->registers;
        for (uint32_t i = 0; i < spoilt * area->group; i++) {
            if (is_unwritten(u, area->first + i)) {
                uint32_t d = difference(area->first + i, area->size);
                set(&u->other, area, i, get(&u->other, area, i) ^ d);
            }
        }
        to -= spoilt;
    }
    touch_sources(&u->other);
}

static enum stx_verdict go_on(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    return STX_CONTINUE;
}

static bool may_write_l1(uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    return insn && (insn->writes & (STX_PART_L1 | STX_PART_REGISTERS));
}

enum stx_result stx_uninit_try(struct stx_uninit *u, struct stx_core *copy, uint8_t *l1,
                               unsigned thread, uint32_t word) {
    copy->port = (struct stx_port){.fault = go_on};
    copy->listeners = NULL;
    copy->hears = 0;
    if (may_write_l1(word) && copy->l1_size) {
        memcpy(l1, u->core->l1, copy->l1_size);
        copy->l1 = l1;
    }
    return stx_try(copy, thread, word);
}

/* Removes the spoiling from elements that the word has not touched. If all registers were spoilt,
 * an element that is equal in both copies has been written, and is recorded as such. */
static void restore(struct stx_uninit *u, bool all) {
    for (unsigned k = 0; k != STX_UNINIT_REPLAY; k++) {
        const struct area *area = &areas[k];
        for (uint32_t i = 0; i != elements_of(area); i++) {
            uint32_t e = area->first + i;
            if (!is_unwritten(u, e)) {
                continue;
            }
            uint32_t a = get(&u->same, area, i), b = get(&u->other, area, i);
            if (b == (a ^ difference(e, area->size))) {
                set(&u->other, area, i, a);
            } else if (all && a == b) {
                set_written(u, e);
            }
        }
    }
    memcpy(u->other.srca.decoded, u->same.srca.decoded, sizeof u->same.srca.decoded);
    memcpy(u->other.srcb.decoded, u->same.srcb.decoded, sizeof u->same.srcb.decoded);
}

static bool equal_bytes(const void *a, const void *b, size_t size) {
    const uint8_t *p = a, *q = b;
    uint64_t x, y;
    for (; size >= sizeof x; size -= sizeof x, p += sizeof x, q += sizeof x) {
        memcpy(&x, p, sizeof x);
        memcpy(&y, q, sizeof y);
        if (x != y) {
            return false;
        }
    }
    while (size && *p == *q) {
        p++;
        q++;
        size--;
    }
    return size == 0;
}

/* What a word sees and changes, without what the forms remember and where L1 is. */
static bool same_state(const struct stx_core *a, const struct stx_core *b) {
    return equal_bytes(&a->retired, &b->retired,
                       offsetof(struct stx_core, decoded) - offsetof(struct stx_core, retired));
}

/* True if the word's effect, or the rules that it breaks, depend on spoilt registers 0 to `to` -
 * 1. */
static bool depends(struct stx_uninit *u, uint32_t to, unsigned thread, uint32_t word) {
    prepare(u, to, word);
    enum stx_result result = stx_uninit_try(u, &u->other, u->l1[1], thread, word);
    restore(u, to == REGISTERS);
    if (loads_undefined_rows(word)) {
        close_invalid_rows(u);
    }
    return result != STX_DONE || !same_state(&u->same, &u->other) ||
           !equal_bytes(u->same.broken, u->other.broken, sizeof u->same.broken) ||
           (may_write_l1(word) && !equal_bytes(u->l1[0], u->l1[1], u->core->l1_size));
}

static void report(struct stx_uninit *u, unsigned kind, uint32_t index, unsigned thread,
                   uint32_t word) {
    struct stx_uninit_finding finding = {(enum stx_uninit_kind)kind, index, thread, word};
    u->found++;
    if (u->report) {
        u->report(u->ctx, &finding);
    }
}

/* Counts a register as written from now on. False if it was already. */
static bool accept(struct stx_uninit *u, unsigned kind, uint32_t index) {
    const struct area *area = &areas[kind];
    bool was_unwritten = false;
    for (uint32_t i = 0; i < area->group; i++) {
        uint32_t e = area->first + index * area->group + i;
        was_unwritten = was_unwritten || is_unwritten(u, e);
        set_written(u, e);
    }
    return was_unwritten;
}

/* Finds one register that the effect depends on, reports it, and counts it as written from now on.
 * It is the one at which depends() changes: the effect is the same while only registers before it
 * are spoilt, and differs as soon as it is spoilt too. False if that register was written: then it
 * is not by a register that the copies differ. */
static bool find_one(struct stx_uninit *u, unsigned thread, uint32_t word) {
    uint32_t from = 0, to = REGISTERS, index;
    unsigned kind;
    while (to - from > 1u) {
        uint32_t middle = from + (to - from) / 2u;
        if (depends(u, middle, thread, word)) {
            to = middle;
        } else {
            from = middle;
        }
    }
    find_register(from, &kind, &index);
    if (!accept(u, kind, index)) {
        return false;
    }
    if (from < STX_UNINIT_ROWS) {
        u->told[from / 32u] |= 1u << (from % 32u);
    }
    report(u, kind, index, thread, word);
    return true;
}

/* Rows that have been reported are not watched any longer. */
void stx_uninit_unwrite(struct stx_uninit *u, unsigned kind, uint32_t index, uint32_t column) {
    uint32_t number = index, e = areas[kind].first + index * areas[kind].group + column;
    for (unsigned k = 0; k < kind; k++) {
        number += areas[k].registers;
    }
    if ((u->kinds >> kind & 1u) && !(u->told[number / 32u] >> (number % 32u) & 1u)) {
        u->unwritten[e / 32u] |= 1u << (e % 32u);
    }
}

/* A slot of the replay buffer that was never recorded holds 0, which is not an instruction. */
static void check_replay(struct stx_uninit *u, unsigned thread, uint32_t word) {
    unsigned slot = (u->core->front[thread].replay_at - 1u) % STX_REPLAY_WORDS;
    if (word == 0 && !(u->slots[thread] >> slot & 1u) && (u->kinds >> STX_UNINIT_REPLAY & 1u)) {
        u->slots[thread] |= 1u << slot;
        report(u, STX_UNINIT_REPLAY, thread * STX_REPLAY_WORDS + slot, thread, word);
    }
}

/* Elements that differ from the state after the last word have been written from outside, by the
 * port.
 */
static void note_outside(struct stx_uninit *u) {
    for (unsigned k = 0; k != STX_UNINIT_REPLAY; k++) {
        const struct area *area = &areas[k];
        for (uint32_t i = 0; i != elements_of(area); i++) {
            uint32_t e = area->first + i;
            if (is_unwritten(u, e) && get(u->core, area, i) != get(&u->same, area, i)) {
                (void)accept(u, k, i / area->group);
            }
        }
    }
}

void stx_uninit_set_up(struct stx_uninit *u, struct stx_core *core, unsigned kinds, uint8_t *l1,
                       stx_uninit_callback callback, void *ctx) {
    stx_unlisten(core, &u->listener);
    memset(u, 0, sizeof *u);
    u->core = core;
    u->report = callback;
    u->ctx = ctx;
    u->kinds = kinds;
    u->l1[0] = l1;
    u->l1[1] = l1 ? l1 + core->l1_size : NULL;
    for (unsigned k = 0; k != STX_UNINIT_REPLAY; k++) {
        const struct area *area = &areas[k];
        for (uint32_t i = 0; i != elements_of(area) && (kinds >> k & 1u); i++) {
            uint32_t e = area->first + i;
            u->unwritten[e / 32u] |= (uint32_t)(get(core, area, i) == 0) << (e % 32u);
        }
    }
}

bool stx_uninit_search(struct stx_uninit *u, unsigned thread, uint32_t word) {
    note_outside(u);
    check_replay(u, thread, word);
    u->same = *u->core;
    if (stx_uninit_try(u, &u->same, u->l1[0], thread, word) != STX_DONE) {
        return false; /* a waiting word changes no register */
    }
    while (depends(u, REGISTERS, thread, word) && find_one(u, thread, word)) {
    }
    return true;
}

void stx_uninit_store(struct stx_uninit *u, unsigned thread, uint32_t address) {
    uint32_t gpr = (address - STX_GPR_WINDOW) / 4u, cfg = (address - STX_CFG_WINDOW) / 4u;
    if (gpr < STX_GPRS) {
        accept(u, STX_UNINIT_GPR, thread * STX_GPRS + gpr);
    } else if (cfg < STX_CFG_BANKS * STX_CFG_WORDS) {
        accept(u, STX_UNINIT_CFG, cfg);
    } else if (cfg >= 2u * STX_CFG_WORDS && cfg < 3u * STX_CFG_WORDS) {
        for (unsigned bank = 0; bank < STX_CFG_BANKS; bank++) {
            accept(u, STX_UNINIT_CFG, cfg - (2u - bank) * STX_CFG_WORDS);
        }
    }
}
