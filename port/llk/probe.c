/* SPDX-License-Identifier: Apache-2.0
 *
 * probe.c - Dst and LRegs at lines of a kernel: listens to the words of a run. */
#include "llk/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llk/platform.h"
#include "softensix/dump.h"
#include "softensix/listen.h"

static void refuse(const char *argument, const char *why) {
    printf("probe: %s: %s\n", argument, why);
    exit(1);
}

#if STX_TRACE

enum { PROBES = 4, PLACES = 64, KNOWN = 2048, TILE_ROWS = 64, COLUMNS = 16 };

struct place {
    uint32_t address; /* 0: none */
    uint8_t thread;
};

struct probe {
    struct stx_listener listener;
    FILE *file;
    bool of_lreg, inside[STX_THREADS]; /* inside: a word of its places was the last of a thread */
    unsigned number, count;
    struct place place[PLACES];
    uint32_t head[3], bits[TILE_ROWS * COLUMNS];
};

static struct probe probes[PROBES];
static unsigned probe_count;
static struct stx_listener walker; /* for places= */
static struct place known[KNOWN];
static FILE *places;

static uint32_t address_of(unsigned thread) {
    return (uint32_t)(uintptr_t)stx_llk_place(thread);
}

static void take(struct probe *p, const struct stx_core *core, unsigned thread) {
    p->head[0] = thread;
    p->head[1] = p->of_lreg ? STX_DUMP_FP32 : stx_dump_form_of(core);
    p->head[2] = p->of_lreg ? STX_LANES : TILE_ROWS * COLUMNS;
    if (p->of_lreg) {
        memcpy(p->bits, core->sfpu.lreg[p->number], sizeof core->sfpu.lreg[0]);
        return;
    }
    for (unsigned i = 0; i < TILE_ROWS * COLUMNS; i++) {
        p->bits[i] = stx_dump_element(core, (enum stx_dump_form)p->head[1],
                                      p->number * TILE_ROWS + i / COLUMNS, i % COLUMNS);
    }
}

static void put(struct probe *p) {
    if (fwrite(p->head, sizeof p->head, 1, p->file) != 1 ||
        fwrite(p->bits, sizeof p->bits[0], p->head[2], p->file) != p->head[2]) {
        refuse("its file", "not everything could be written");
    }
}

static bool is_here(const struct probe *p, unsigned thread) {
    for (unsigned i = 0; i < p->count; i++) {
        if (p->place[i].thread == thread && p->place[i].address == address_of(thread)) {
            return true;
        }
    }
    return false;
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct probe *p = (struct probe *)self;
    bool here = is_here(p, e->thread);
    if (e->kind == STX_EVENT_END && here) {
        p->inside[e->thread] = true;
        take(p, core, e->thread);
    } else if (e->kind == STX_EVENT_BEGIN && !here && p->inside[e->thread]) {
        p->inside[e->thread] = false;
        put(p);
    }
}

/* Notes the place of a word, if it is new. When the table is full, further places are left out. */
static void walk(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    uint32_t address = address_of(e->thread), i = address * 2654435761u / 65536u % KNOWN;
    (void)self, (void)core;
    for (unsigned tries = 0; tries < KNOWN && address; tries++, i = (i + 1) % KNOWN) {
        if (!known[i].address) {
            known[i] = (struct place){address, e->thread};
            return;
        }
        if (known[i].address == address && known[i].thread == e->thread) {
            return;
        }
    }
}

static FILE *opened(const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        refuse(path, "cannot be written");
    }
    return file;
}

/* Begins a probe; text: "FILE:WHAT:N:PLACES", whose file may contain colons. */
static void begin(struct stx_core *core, char *text) {
    char *part[4] = {text, NULL, NULL, NULL};
    for (unsigned i = 3; i > 0; i--) {
        part[i] = strrchr(text, ':');
        if (!part[i] || probe_count == PROBES) {
            refuse(text, part[i] ? "there are too many" : "FILE:WHAT:N:PLACES is expected");
        }
        *part[i]++ = '\0';
    }
    struct probe *p = &probes[probe_count++];
    p->of_lreg = strcmp(part[1], "lreg") == 0;
    p->number = (unsigned)strtoul(part[2], NULL, 10);
    if (p->number >= (p->of_lreg ? STX_LREGS : STX_DST_ROWS / TILE_ROWS)) {
        refuse(part[2], "there is no such tile of Dst, or LReg");
    }
    for (char *at = strtok(part[3], ","); at && p->count < PLACES; at = strtok(NULL, ",")) {
        char *end;
        unsigned thread = (unsigned)strtoul(at, &end, 10);
        p->place[p->count++] =
            (struct place){(uint32_t)strtoul(end + 1, NULL, 16), (uint8_t)thread};
    }
    p->file = opened(part[0]);
    p->listener = (struct stx_listener){hear, STX_HEAR(BEGIN) | STX_HEAR(END), NULL};
    stx_listen(core, &p->listener);
}

bool probe_takes(void *core, char *argument) {
    bool probe = strncmp(argument, "probe=", 6) == 0;
    if (!probe && strncmp(argument, "places=", 7) != 0) {
        return false;
    }
    if (probe) {
        begin(core, argument + 6);
    } else {
        places = opened(argument + 7);
        walker = (struct stx_listener){walk, STX_HEAR(END), NULL};
        stx_listen(core, &walker);
    }
    return true;
}

void probe_end(void) {
    for (unsigned i = 0; i < probe_count; i++) {
        for (unsigned thread = 0; thread < STX_THREADS; thread++) {
            if (probes[i].inside[thread]) {
                put(&probes[i]);
            }
        }
        fclose(probes[i].file);
    }
    for (unsigned i = 0; i < KNOWN && places; i++) {
        if (known[i].address) {
            fprintf(places, "%u 0x%08lx\n", known[i].thread, (unsigned long)known[i].address);
        }
    }
    if (places) {
        fclose(places);
    }
    probe_count = 0;
    places = NULL;
}
#else
bool probe_takes(void *core, char *argument) {
    (void)core;
    if (strncmp(argument, "probe=", 6) == 0 || strncmp(argument, "places=", 7) == 0) {
        refuse(argument, "the library was built without STX_TRACE (make DIAG=1)");
    }
    return false;
}

void probe_end(void) {
}
#endif
