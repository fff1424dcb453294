/* SPDX-License-Identifier: Apache-2.0
 *
 * moved.c - how many bytes a word of an unpacker, a packer or the mover moves, as the word itself
 * tells, and how fast an unpacker is. */
#include "core/mem.h"
#include "counters/pack_read.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "time/model.h"

void stx_time_hear_move(struct stx_time *time, const struct stx_event *e) {
    struct stx_time_moves *m = &time->moves;
    if (e->part == STX_PART_L1) {
        *(e->kind == STX_EVENT_READ ? &m->read : &m->written) += e->count;
        m->format = e->format;
    } else if (e->part & (STX_PART_SRCA | STX_PART_SRCB)) {
        m->datums = e->count;
        m->format = e->format;
    }
}

/* In block formats (BFP) 16 datums share an exponent, which is one byte. */
static uint32_t bytes_of(uint32_t datums, uint32_t format) {
    uint32_t pairs = datums * (format_bits(format) /
                               2u); /* in units of two bits; no format has an odd number of bits */
    return (pairs + 3u) / 4u + (format_is_bfp(format) ? datums / 16u : 0);
}

/* The speed that the word's mode selects. Speed 3 is the full speed of an unpacker; each lower one
 * is half as fast. Only mode 2 depends on the format: datums of two bytes and more are then fetched
 * at speed 3. Tiles are gathered from rows in mode 2 (ISA documentation, UNPACR_Regular). */
static unsigned speed(const struct stx_core *core, unsigned thread, unsigned section,
                      unsigned bits) {
    unsigned mode = bits == 8 ? 3 : 2;
    if (bits == 2) {
        return 0;
    }
    if (cfg_THCON_SEC0_REG2_Tileize_mode_at(core, thread, section)) {
        mode = 2;
    } else if (cfg_THCON_SEC0_REG1_ovrd_default_throttle_mode(core, thread)) {
        mode = cfg_THCON_SEC0_REG2_Throttle_mode_at(core, thread, section);
    }
    return mode == 2 && bits != 4 && bits != 8 ? 3 : mode;
}

/* Wormhole: 16, 32 or 64 bytes a cycle, as Throttle_mode selects; lines that are not adjacent are
 * fetched at 64, formats of two bits at 16. */
static unsigned speed_throttled(const struct stx_core *core, unsigned thread, unsigned section,
                                unsigned bits) {
    unsigned mode = cfg_THCON_SEC0_REG2_Throttle_mode_at(core, thread, section);
    bool lines = cfg_THCON_SEC0_REG2_Tileize_mode_at(core, thread, section);
    return bits == 2 ? 1 : lines || mode > 2 ? 3 : mode + 1;
}

/* Zeros that come from nowhere take as long as datums. */
static void unpacked(struct stx_time *time, unsigned thread, struct stx_time_word *w) {
    const struct stx_time_moves *m = &time->moves;
    unsigned section = time_unpacker(w->word) * THCON_SECTION, bits = format_bits(m->format);
    w->bytes = m->read ? m->read : bytes_of(m->datums, m->format);
    if (w->bytes) {
        w->slower = (uint8_t)(3u - (STX_UNPACK_THROTTLES ? speed_throttled : speed)(
                                       time->core, thread, section, bits));
    }
    time->fetched += w->bytes;
}

/* The packer's interfaces, or Wormhole's packers, work at the same time, so only the bytes of one
 * of them are counted. */
static uint32_t interfaces(const struct stx_time *time, uint32_t word) {
    const struct stx_args_PACR a = fields_of_PACR(word);
    uint32_t named = STX_PACKERS > 1   ? packers_named(time->core, &a)
                     : a.read_intf_sel ? a.read_intf_sel
                                       : PACK_ALL_INTERFACES;
    uint32_t count = 0;
    for (; named; named &= named - 1u) {
        count++;
    }
    return count ? count : 1u;
}

/* To add to L1 the packer reads it. */
static void packed(struct stx_time *time, struct stx_time_word *w) {
    const struct stx_time_moves *m = &time->moves;
    w->bytes = m->written ? m->written / interfaces(time, w->word) : 0;
    w->flags |= m->read ? FLAG_ACCUMULATES : 0;
    time->packs++;
    time->pack_bytes += w->bytes;
    time->additions += m->read != 0;
}

void stx_time_moved(struct stx_time *time, unsigned thread, struct stx_time_word *w) {
    const struct stx_time_moves *m = &time->moves;
    if (w->resource == STX_RESOURCE_UNPACK) {
        unpacked(time, thread, w);
    } else if (w->resource == STX_RESOURCE_PACK) {
        packed(time, w);
    } else if (w->resource == STX_RESOURCE_MOVER) {
        w->bytes = m->written;
        w->flags |= m->read ? FLAG_COPIES : 0;
    }
    memset(&time->moves, 0, sizeof time->moves);
}
