/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_time.c - when words of other cores arrive, and how long a program of several cores takes. */
#include "grid_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/timing.h"
#include "grid_order.h"
#include "llk/timed.h"

#if STX_TRACE

/* The NoC is a torus of this size. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
enum { COLUMNS = 17, ROWS = 12 };
#else
enum { COLUMNS = 10, ROWS = 12 };
#endif
enum { MOST_LINES = 16 };

void grid_time_turn(struct grid_core *core) {
    coop_time_use(&core->time);
}

static void put(void *file, const char *text) {
    fputs(text, file);
}

/* The times of the words of a core go to a file of its own: where the command line names
 * DIR/NAME.jsonl, that of core (X, Y) is DIR/NAME.X-Y.jsonl. */
static void open_lines(struct grid_core *core, const char *all) {
    char path[4096];
    const char *end = strrchr(all, '.');
    snprintf(path, sizeof path, "%.*s.%lu-%lu.jsonl", (int)(end ? end - all : 0), all,
             (unsigned long)core->logical_x, (unsigned long)core->logical_y);
    core->lines = (struct stx_time_lines){put, timed_file(path)};
    stx_time_tell(&core->time, &core->lines);
}

void grid_time_begin(struct grid_core *core, int count, char **arguments) {
    const char *all = timed_path(count, arguments);
    memset(core->words, 0, sizeof core->words);
    core->lines.ctx = NULL;
    grid_time_turn(core);
    timed_options(&core->tile.coop, count, arguments);
    if (all) {
        open_lines(core, all);
    }
    feed_begin(&core->feed, &core->tile);
}

/* Where a core is among all routers. Wormhole's coordinates leave out the others' columns and
 * rows. */
static uint32_t column(const struct memory *m) {
    const uint32_t x = m->x - 18;
    return STX_ARCH == STX_ARCH_BLACKHOLE ? m->x : x < 4 ? x + 1 : x + 2;
}

static uint32_t row(const struct memory *m) {
    const uint32_t y = m->y - 18;
    return STX_ARCH == STX_ARCH_BLACKHOLE ? m->y : y < 5 ? y + 1 : y + 2;
}

/* NoC 0 goes to the right and down, NoC 1 to the left and up. */
static uint32_t hops(const struct memory *from, const struct memory *to, unsigned noc) {
    const struct memory *a = noc ? to : from, *b = noc ? from : to;
    return (column(b) + COLUMNS - column(a)) % COLUMNS + (row(b) + ROWS - row(a)) % ROWS;
}

/* What a request waits for: of a read also the way back, on the same NoC. */
static uint32_t way(const struct memory *self, const struct noc_request *r) {
    if (r->kind == NOC_READ) {
        return r->source ? hops(self, r->source, r->noc) + hops(r->source, self, r->noc) : 0;
    }
    return r->core ? hops(self, r->core, r->noc) : 0;
}

static uint32_t parameter(const struct stx_time *time, enum stx_time_bound bound,
                          const char *name) {
    unsigned i = 0;
    while (strcmp(stx_time_parameter_at(i)->name, name) != 0) {
        i++;
    }
    return time->value[bound][i];
}

bool grid_time_is_word(const struct noc_request *r) {
    return r->kind != NOC_READ && r->core && r->bytes <= GRID_A_WORD;
}

/* A kernel sends a word to another core, which leaves after all that the kernel has requested
 * before. Notes when it arrives. */
static void send_word(struct grid_core *from, struct noc_request *r) {
    struct noc *noc = &from->tile.movers.noc;
    struct noc_traffic *traffic = &noc->traffic[r->owner];
    const struct stx_time *time = &from->time;
    const bool alone = traffic->bytes <= r->bytes;
    if (r->kind == NOC_WRITE && !noc->again) {
        traffic->bytes -= r->bytes;
    }
    feed_tell(&from->feed, (enum cb_side)r->owner, NULL);
    stx_time_settle(&from->time);
    r->leaves = stx_time_mover(time, STX_TIME_EXPECTED, r->owner == CB_WRITER);
    for (unsigned b = 0; b < STX_TIME_BOUNDS; b++) {
        const enum stx_time_bound bound = (enum stx_time_bound)b;
        const uint32_t away = parameter(time, bound, "noc_start") +
                              way(noc->memory, r) * parameter(time, bound, "noc_hop");
        r->arrives[b] = stx_time_mover(time, bound, r->owner == CB_WRITER) + (alone ? away : 1);
    }
}

void grid_time_made(struct grid_core *from, struct noc_request *r) {
    const struct memory *self = from->tile.movers.noc.memory;
    if (!coop_timed()) {
        return;
    }
    if (grid_time_is_word(r)) {
        send_word(from, r);
        return;
    }
    const uint32_t far = (r->kind == NOC_READ ? r->source : r->core) == self ? 0 : way(self, r);
    uint32_t *most = &from->tile.movers.noc.traffic[r->owner].hops;
    *most = far > *most ? far : *most;
}

void grid_time_landed(const struct grid_core *from, const struct noc_request *r) {
    if (!coop_timed() || !grid_time_is_word(r)) {
        return;
    }
    struct grid_core *to = grid_core_of(r->core);
    const uint32_t number = grid_semaphore_at(r->core, (uint32_t)(r->to - to->l1));
    if (number < MEMORY_SEMAPHORES) {
        struct grid_words *words = &to->words[number];
        const uint32_t i = words->count++ % GRID_WORDS;
        memcpy(&words->last[i].value, r->to, sizeof words->last[i].value);
        memcpy(words->last[i].at, r->arrives, sizeof words->last[i].at);
        words->last[i].left = r->leaves;
        words->last[i].from = from;
        words->last[i].sender = (enum cb_side)r->owner;
    }
}

/* The number of the word whose arrival has ended this wait: the first one that has not ended
 * another wait and has the value that is waited for, or, if the kernel polls in a loop of its own,
 * the last one that has come. words->count if there is none. */
static uint32_t ends(const struct grid_words *words, const struct awaited *awaited, bool polls) {
    uint32_t i = words->count > GRID_WORDS ? words->count - GRID_WORDS : 0;
    i = i > words->used ? i : words->used;
    for (; i < words->count && !polls; i++) {
        const uint32_t value = words->last[i % GRID_WORDS].value;
        if (awaited->least ? value >= awaited->value : value == awaited->value) {
            return i;
        }
    }
    return polls && words->used < words->count ? words->count - 1 : words->count;
}

/* A line about the word that has ended a wait, beside those of words of the threads. */
static void tell_word(const struct grid_core *core, enum cb_side side, uint32_t number,
                      const struct grid_words *words, uint32_t i) {
    const struct grid_core *from = words->last[i].from;
    fprintf(core->lines.ctx,
            "{\"semaphore\":%lu,\"value\":%lu,\"from\":[%lu,%lu],\"sender\":\"%s\",\"left\":%llu,"
            "\"receiver\":\"%s\",\"arrived\":%llu}\n",
            (unsigned long)number, (unsigned long)words->last[i].value,
            (unsigned long)from->logical_x, (unsigned long)from->logical_y,
            cb_side_name(words->last[i].sender), (unsigned long long)words->last[i].left,
            cb_side_name(side), (unsigned long long)words->last[i].at[STX_TIME_EXPECTED]);
}

void grid_time_waited(struct grid_core *core, enum cb_side side, uint32_t address) {
    const uint32_t number = grid_semaphore_at(&core->tile.options.memory, address);
    const struct awaited *awaited = &core->tile.movers.mover[side].awaited;
    if (!coop_timed() || number >= MEMORY_SEMAPHORES) {
        return;
    }
    struct grid_words *words = &core->words[number];
    const uint32_t i = ends(words, awaited, awaited->address != address);
    if (i < words->count) {
        words->used = i + 1;
        feed_tell(&core->feed, side, words->last[i % GRID_WORDS].at);
        if (core->lines.ctx) {
            tell_word(core, side, number, words, i % GRID_WORDS);
        }
    }
}

uint64_t grid_time_of(const struct grid_core *core, const struct noc_request *r, uint32_t after) {
    const uint32_t rate = parameter(&core->time, STX_TIME_EXPECTED, "noc_rate");
    return grid_time_is_word(r)
               ? stx_time_mover(&core->time, STX_TIME_EXPECTED, r->owner == CB_WRITER)
           : rate ? after / rate
                  : 0;
}

static uint64_t now(const struct grid_core *c) {
    const uint64_t reader = stx_time_mover(&c->time, STX_TIME_EXPECTED, false);
    const uint64_t writer = stx_time_mover(&c->time, STX_TIME_EXPECTED, true);
    return reader > writer ? reader : writer;
}

struct grid_core *grid_time_next(void) {
    struct grid_core *least = NULL;
    for (unsigned i = 0; i < grid_count && coop_timed(); i++) {
        struct grid_core *c = &grid_core[i];
        if (!c->ended && !c->still && (!least || now(c) < now(least))) {
            least = c;
        }
    }
    return least;
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static uint64_t total(const struct grid_core *c) {
    return stx_time_core(&c->time, STX_TIME_EXPECTED);
}

static int slower_first(const void *a, const void *b) {
    const struct grid_core *const *x = a, *const *y = b;
    return total(*x) > total(*y) ? -1 : total(*x) < total(*y) ? 1 : *x < *y ? -1 : *x > *y;
}

static unsigned long apart(const struct grid_core *c, bool writer) {
    return (unsigned long)stx_time_apart(&c->time, STX_TIME_EXPECTED, writer);
}

static void tell_core(const struct grid_core *c) {
    printf("core (%lu, %lu): %lu cycles; until their last word compute %lu, reader %lu, writer "
           "%lu; waits for other cores: reader %lu, writer %lu\n",
           (unsigned long)c->logical_x, (unsigned long)c->logical_y, (unsigned long)total(c),
           (unsigned long)stx_time_total(&c->time, STX_TIME_EXPECTED),
           (unsigned long)stx_time_mover(&c->time, STX_TIME_EXPECTED, false),
           (unsigned long)stx_time_mover(&c->time, STX_TIME_EXPECTED, true), apart(c, false),
           apart(c, true));
}

/* The bank of DRAM for which all cores together have the most bytes. Each core's model has it for
 * itself, so that is a bound of its own, at the highest rate of a bank. Returns its cycles. */
static uint64_t tell_bank(void) {
    const uint32_t rate = parameter(&grid_core->time, STX_TIME_LOW, "dram_rate");
    uint64_t most = 0;
    unsigned bank = 0;
    for (unsigned i = 0; i < NOC_BANKS; i++) {
        uint64_t bytes = 0;
        for (unsigned k = 0; k < grid_count; k++) {
            bytes += grid_core[k].feed.bank_bytes[i];
        }
        bank = bytes > most ? i : bank;
        most = bytes > most ? bytes : most;
    }
    if (!most || !rate) {
        return 0;
    }
    printf("DRAM: all cores together move %lu bytes to or from bank %u, which takes it %lu cycles "
           "or more\n",
           (unsigned long)most, bank, (unsigned long)(most / rate));
    return most / rate;
}

static void tell_total(const struct grid_core *c) {
    const struct stx_time *t = &c->time;
    const uint64_t all = total(c);
    printf("cycles %s unpack %lu math %lu pack %lu total %lu low %lu high %lu\n", timed_name(),
           (unsigned long)stx_time_of(t, STX_TIME_EXPECTED, 0),
           (unsigned long)stx_time_of(t, STX_TIME_EXPECTED, 1),
           (unsigned long)stx_time_of(t, STX_TIME_EXPECTED, 2), (unsigned long)all,
           (unsigned long)stx_time_band(t, STX_TIME_LOW, all),
           (unsigned long)stx_time_band(t, STX_TIME_HIGH, all));
}

/* Prints what is known of all cores, the slowest one first. */
static const struct grid_core *tell_cores(void) {
    const struct grid_core *cores[GRID_CORES];
    for (unsigned i = 0; i < grid_count; i++) {
        cores[i] = &grid_core[i];
    }
    qsort(cores, grid_count, sizeof cores[0], slower_first);
    tell_total(cores[0]);
    for (unsigned i = 0; i < grid_count && i < MOST_LINES; i++) {
        tell_core(cores[i]);
    }
    if (grid_count > MOST_LINES) {
        printf("%u more cores: %lu to %lu cycles\n", grid_count - MOST_LINES,
               (unsigned long)total(cores[grid_count - 1]),
               (unsigned long)total(cores[MOST_LINES]));
    }
    return cores[0];
}

void grid_time_end(void) {
    if (!timed_name()) {
        return;
    }
    for (unsigned i = 0; i < grid_count; i++) {
        grid_time_turn(&grid_core[i]);
        feed_tell(&grid_core[i].feed, CB_READER, NULL);
        feed_tell(&grid_core[i].feed, CB_WRITER, NULL);
        stx_time_end(&grid_core[i].time);
        if (grid_core[i].lines.ctx) {
            fclose(grid_core[i].lines.ctx);
        }
    }
    const struct grid_core *slowest = tell_cores();
    if (tell_bank() > total(slowest)) {
        printf("DRAM binds the run\n");
    }
    printf("of core (%lu, %lu):\n", (unsigned long)slowest->logical_x,
           (unsigned long)slowest->logical_y);
    stx_time_table(&slowest->time, print, NULL);
    stx_time_sites(&slowest->time, STX_TIME_SITES, print, NULL);
    printf("time ends\n");
}

#else

void grid_time_begin(struct grid_core *core, int count, char **arguments) {
    timed_begin(&core->tile.coop, count, arguments); /* says why nothing is timed */
}

void grid_time_turn(struct grid_core *core) {
    (void)core;
}

void grid_time_made(struct grid_core *from, struct noc_request *r) {
    (void)from, (void)r;
}

void grid_time_landed(const struct grid_core *from, const struct noc_request *r) {
    (void)from, (void)r;
}

void grid_time_waited(struct grid_core *core, enum cb_side side, uint32_t address) {
    (void)core, (void)side, (void)address;
}

struct grid_core *grid_time_next(void) {
    return NULL;
}

void grid_time_end(void) {
}
#endif
