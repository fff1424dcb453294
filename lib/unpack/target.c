/* SPDX-License-Identifier: Apache-2.0
 *
 * target.c - writes unpacked datums to SrcA, SrcB or Dst (SPEC 11.3, step 9). */
#include "unpack/target.h"

#include "core/fault.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/src.h"
#include "counters/unpack_read.h"

#define SRCA_SET (STX_SRCA_SETS ? 16u : STX_SRC_ROWS) /* rows between borders of SrcA */

static inline void put_cell(uint16_t *high, uint8_t *low, uint32_t datum) {
    *high = (uint16_t)(datum >> 16);
    if (STX_SRC_LOW) {
        *low = (uint8_t)(datum >> 8 & 0xE0u);
    }
}

/* Writes datums that do not cross the end of the bank. */
static void put_straight(uint16_t *high, uint8_t *low, const uint32_t *datum, unsigned count) {
    for (const uint32_t *end = datum + count; datum != end; datum++, low += STX_SRC_LOW) {
        put_cell(high++, low, *datum);
    }
}

static void put_source(struct target *t, const uint32_t *datum, unsigned count) {
    uint32_t at = t->position % BANK_CELLS, room = BANK_CELLS - at;
    unsigned n = count < room ? count : room;
    put_straight(t->high + at, t->low + at * STX_SRC_LOW, datum, n);
    put_straight(t->high, t->low, datum + n, count - n);
    t->position += count;
}

static void put_transposed(struct target *t, const uint32_t *datum, unsigned count) {
    uint32_t position = t->position;
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = position + i, row = at / STX_COLS % STX_SRC_ROWS, col = at % STX_COLS;
        at = ((row & 0x30u) | col) * STX_COLS + (row & 15u);
        put_cell(t->high + at, t->low + at * STX_SRC_LOW, datum[i]);
    }
    t->position += count;
}

/* SrcA is written in bursts of rows. A burst drops its rows past the set of rows, or past the bank,
 * in which it begins; the next burst begins at its own row. The simulator drops none (departure
 * UNPACR_SET_BORDER). */
static bool is_behind_set(const struct target *t) {
    if (!t->drops) {
        return false;
    }
    uint32_t row = t->position / STX_COLS, in_burst = (row - t->first_row) % t->burst;
    return (row - in_burst) % SRCA_SET + in_burst >= SRCA_SET;
}

/* The rows of a burst that goes across a border of SrcA, or 0. Bursts have 2^n rows, at most eight,
 * so one does if a border is reached and the first row is not a multiple of them. */
enum { MOST_OF_A_BURST = 8 };
static uint32_t crossing_burst(const struct unpack_plan *p, uint32_t position, uint32_t first_row) {
    uint32_t rows = (position % STX_COLS + p->count + STX_COLS - 1) / STX_COLS;
    uint32_t burst = STX_SRCA_SETS ? unpack_burst(p) : MOST_OF_A_BURST;
    return first_row % burst && first_row % SRCA_SET + rows > SRCA_SET ? burst : 0;
}

/* The number of datums before the first row of SrcA; 0 if they begin inside it, or if the chip
 * keeps them. A position before SrcA has wrapped around to a large number. */
static uint32_t before_bank(const struct unpack_plan *p) {
    return p->unit == 0 && unpack_drops(p->position) ? 0u - p->position : 0;
}

/* True if the next datum is one of these; it is then counted down. */
static bool is_before_bank(struct target *t) {
    bool is = STX_SRCA_DROPS && t->before;
    t->before -= is;
    return is;
}

/* Drops the datums in columns below the shift and those before or past the bank. The others move
 * left. */
static void put_some(struct target *t, const uint32_t *datum, unsigned count) {
    for (const uint32_t *end = datum + count; datum != end; datum++) {
        if (is_before_bank(t) || t->position % STX_COLS < t->shift || is_behind_set(t)) {
            t->position++;
            continue;
        }
        t->position -= t->shift;
        t->put_kept(t, datum, 1);
        t->position += t->shift;
    }
}

/* Returns how many datums fall into the current row, and moves the position past them. */
static unsigned take_row(struct target *t, unsigned count, unsigned *row, unsigned *col) {
    *row = t->position / STX_COLS;
    *col = t->position % STX_COLS;
    unsigned room = STX_COLS - *col, n = count < room ? count : room;
    t->position += n;
    return n;
}

static void put_dst32(struct target *t, const uint32_t *datum, unsigned count) {
    for (unsigned row, col, n; count; count -= n) {
        n = take_row(t, count, &row, &col);
        unsigned physical = dst_row32(t->core, row);
        for (unsigned i = 0; i < n; i++) {
            dst_f32_set(t->core, physical, col + i, *datum++);
        }
        dst_set_valid(t->core, physical);
    }
}

static void put_dst_e8(struct target *t, const uint32_t *datum, unsigned count) {
    for (unsigned row, col, n; count; count -= n) {
        n = take_row(t, count, &row, &col);
        unsigned physical = dst_row16(t->core, row);
        for (unsigned i = 0; i < n; i++) {
            dst_bf16_set(t->core, physical, col + i, *datum++ >> 16);
        }
        dst_set_valid(t->core, physical);
    }
}

static void put_dst_e5(struct target *t, const uint32_t *datum, unsigned count) {
    for (unsigned row, col, n; count; count -= n) {
        n = take_row(t, count, &row, &col);
        unsigned physical = dst_row16(t->core, row);
        for (unsigned i = 0; i < n; i++) {
            dst_fp16_set(t->core, physical, col + i, fp16_of_datum(*datum++));
        }
        dst_set_valid(t->core, physical);
    }
}

/* Rows of Dst lose bits 5:4 while rows of SrcA have addresses, as the documents guess (departure
 * UNPACR_DST_ROW). */
static void put_dst_masked(struct target *t, const uint32_t *datum, unsigned count) {
    for (unsigned row, col, n; count; count -= n, datum += n) {
        n = take_row(t, count, &row, &col);
        uint32_t next = t->position;
        t->position = (row & UNPACK_DST_ROWS) * STX_COLS + col;
        t->put_kept(t, datum, n);
        t->position = next;
    }
}

static void put_nowhere(struct target *t, const uint32_t *datum, unsigned count) {
    for (const uint32_t *end = datum + count; datum != end; datum++) {
        t->seen |= *datum;
    }
    t->position += count;
}

void unpack_look_only(struct target *t) {
    t->seen = 0;
    *(t->put_kept ? &t->put_kept : &t->put) = put_nowhere;
}

/* Finds which datums are dropped, if any. */
static __attribute__((noinline)) void find_dropped(const struct stx_core *core,
                                                   const struct unpack_plan *p, struct target *t) {
    t->is_doubtful = true;
    t->shift = p->shift;
    t->before = before_bank(p);
    t->first_row = (t->position + t->before) / STX_COLS;
    t->burst = p->unit ? 0 : crossing_burst(p, t->position, t->first_row);
    t->drops = t->burst && !would_simulate(core, STX_DEPARTURE_UNPACR_SET_BORDER);
    bool fits = p->unit || t->position % BANK_CELLS + p->count <= BANK_CELLS;
    if (p->shift || !fits || t->before || t->burst) {
        t->put_kept = t->put;
        t->put = put_some;
    }
}

/* True if the datums of a source are whole rows within a bank, as usual, of which none can be
 * dropped, and the unpacker's rows are defined (unpack_is_undefined() asks exactly). `given`: the
 * place in SrcA is an address. */
static inline bool place_is_usual(const struct unpack_plan *p, uint32_t position, bool given) {
    if (STX_SRCA_SETS && (p->bytes & 3u)) {
        return false;
    }
    if (p->unit) {
        bool inside = !(position % STX_COLS) && position + p->count <= BANK_CELLS;
        return p->context <= 1 && (!STX_SRCA_SETS || inside);
    }
    /* a place before the bank is not aligned: it is at most 64 datums from its border */
    bool aligned = !(position % (MOST_OF_A_BURST * STX_COLS));
    return given && aligned && !p->shift && position % BANK_CELLS + p->count <= BANK_CELLS;
}

void unpack_target(struct stx_core *core, unsigned thread, const struct unpack_plan *p,
                   struct target *t) {
    struct stx_src *src = p->unit ? &core->srcb : &core->srca;
    unsigned bank = src->unpack_bank;
    t->core = core;
    t->high = src->high[bank][0];
    t->low = src_low_bank(src, bank);
    t->position = p->position;
    t->put_kept = NULL;
    if (p->to_dst) {
        t->put = (p->out & 3u) == 0 ? put_dst32 : format_is_e5(p->out) ? put_dst_e5 : put_dst_e8;
        bool addresses = cfg_SRCA_SET_SetOvrdWithAddr(core, thread);
        t->is_doubtful = (STX_SRCA_SETS && unpack_is_partial(p)) || addresses;
        if (addresses && !would_simulate(core, STX_DEPARTURE_UNPACR_DST_ROW)) {
            t->put_kept = t->put;
            t->put = put_dst_masked;
        }
        return;
    }
    t->put = p->transpose ? put_transposed : put_source;
    bool given = !p->unit && cfg_SRCA_SET_SetOvrdWithAddr(core, thread);
    if (!given) {
        t->position += core->unpacker[p->unit].row_base[thread] * STX_COLS;
    }
    t->is_doubtful = false;
    if (!place_is_usual(p, t->position, given)) {
        find_dropped(core, p, t);
    }
}

#if STX_TRACE
void unpack_tell_target(const struct stx_core *core, const struct unpack_plan *p) {
    unsigned rows = (p->position % STX_COLS + p->count + STX_COLS - 1) / STX_COLS;
    bool wide = (p->out & 3u) == 0;
    bool masked = cfg_SRCA_SET_SetOvrdWithAddr(core, core->now_thread) &&
                  !would_simulate(core, STX_DEPARTURE_UNPACR_DST_ROW);
    unsigned mask = masked ? UNPACK_DST_ROWS : STX_DST_NAMES - 1u;
    if (!p->to_dst) {
        tell_source(core, p->unit, p->count, p->in);
    }
    for (unsigned i = 0; i < rows && p->to_dst && p->count; i++) {
        unsigned row = (p->position / STX_COLS + i) % STX_DST_NAMES & mask;
        unsigned physical = wide ? dst_row32(core, row) : dst_row16(core, row);
        tell_dst(core, true, physical, 1, wide ? 32 : 16);
        tell_dst(core, true, physical + DST_LOW_HALF, wide, 32);
    }
}
#endif
