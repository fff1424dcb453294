/* SPDX-License-Identifier: Apache-2.0
 *
 * zones.c - parts of a kernel that it names itself, as with DeviceZoneScopedN: how much of their
 * thread's time their words took. A zone within another one counts in both. */
#include "core/text.h"
#include "diag/out.h"
#include "time/model.h"

enum { NONE = 0 };

static bool is_zone(const struct stx_time_zone *z, unsigned thread, unsigned parent,
                    const char *name) {
    return text_equal(z->name, name) && z->thread == thread && z->parent == parent;
}

/* The zone with that name within its parent; a new one is added. If there is no space for another
 * zone, the words count in the parent. */
static unsigned zone_of(struct stx_time *time, unsigned thread, unsigned parent, const char *name) {
    for (unsigned i = 1; i <= time->zones; i++) {
        if (is_zone(&time->zone[i], thread, parent, name)) {
            return i;
        }
    }
    if (time->zones + 1u == STX_TIME_ZONES) {
        return parent;
    }
    time->zones++;
    time->zone[time->zones].name = name;
    time->zone[time->zones].thread = (uint8_t)thread;
    time->zone[time->zones].parent = (uint8_t)parent;
    return time->zones;
}

void stx_time_zone(struct stx_time *time, unsigned thread, const char *name) {
    if (thread >= STX_THREADS) {
        return;
    }
    struct stx_time_nest *nest = &time->nest[thread];
    if (!name) {
        nest->depth -= nest->depth != 0;
        nest->kept = nest->kept < nest->depth ? nest->kept : nest->depth;
        return;
    }
    nest->depth++;
    if (nest->depth < STX_TIME_NESTED) {
        unsigned parent = nest->zone[nest->depth - 1u];
        nest->zone[nest->depth] = (uint8_t)zone_of(time, thread, parent, name);
    }
}

uint8_t stx_time_zone_now(const struct stx_time *time, unsigned thread) {
    const struct stx_time_nest *nest = &time->nest[thread];
    return nest->zone[nest->depth < STX_TIME_NESTED ? nest->depth : STX_TIME_NESTED - 1u];
}

uint8_t stx_time_zone_kept(struct stx_time_nest *nest) {
    unsigned kept = nest->kept < STX_TIME_NESTED ? nest->kept : STX_TIME_NESTED - 1u;
    nest->kept = nest->depth;
    return (uint8_t)kept;
}

void stx_time_zone_spend(struct stx_time *time, unsigned zone, struct time_spent spent) {
    for (; zone != NONE; zone = time->zone[zone].parent) {
        time->zone[zone].words++;
        time->zone[zone].cycles += spent.cycles;
        time->zone[zone].busy += spent.busy;
    }
}

void stx_time_tell_zones(const struct stx_time *time, const struct out *out) {
    for (unsigned i = 1; i <= time->zones; i++) {
        const struct stx_time_zone *z = &time->zone[i];
        stx_out_string(out, "zone ");
        stx_out_string(out, z->name);
        stx_out_string(out, " of ");
        stx_out_string(out, stx_time_thread_name(z->thread));
        stx_out_string(out, z->parent ? ", within " : "");
        stx_out_string(out, z->parent ? time->zone[z->parent].name : "");
        stx_out_string(out, ": ");
        stx_time_out(out, z->cycles);
        stx_out_string(out, " cycles, ");
        stx_time_share(out, z->cycles, time->clock[STX_TIME_EXPECTED].next[z->thread]);
        stx_out_string(out, "; ");
        stx_time_out(out, z->words);
        stx_out_string(out, " words, busy ");
        stx_time_out(out, z->busy);
        stx_out_string(out, "\n");
    }
}
