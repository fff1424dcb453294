/* SPDX-License-Identifier: Apache-2.0
 *
 * recorder.c - keeps the pages of circular buffers as they are pushed: listens to calls of threads,
 * readers and writers, and to pages that no code moves. */
#include "recorder.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "llk/platform.h"

static const struct tile *of;
static int file = -1; /* not a FILE, which copies byte by byte on a bare core */
static bool lost;
static uint64_t wanted;                /* bit i: buffer i */
static uint32_t pushed[STX_METAL_CBS]; /* pages of each buffer */

static void put(const void *data, size_t size) {
    lost |= write(file, data, size) != (ssize_t)size;
}

static void keep(uint32_t id, uint32_t thread, uint32_t place, uint32_t pages) {
    const struct stx_metal_cb *b = &of->cbs.setup.cb[id];
    for (uint32_t i = 0; i < pages && b->pages; i++) {
        uint32_t at = (pushed[id] + i) % b->pages;
        const uint32_t head[] = {id, thread, place, at, b->page_bytes};
        put(head, sizeof head);
        put(of->cbs.l1 + b->address + at * b->page_bytes, b->page_bytes);
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    (void)self, (void)core;
    bool moved = e->kind == STX_EVENT_PAGE && e->thread == STX_ORDER_READER;
    bool call = e->kind == STX_EVENT_CALL && e->value == STX_METAL_PUSH_BACK;
    uint32_t id = moved ? e->value : e->first, pages = moved ? 1 : e->count;
    if ((moved || call) && id < STX_METAL_CBS) {
        uint32_t place =
            e->thread < STX_THREADS ? (uint32_t)(uintptr_t)stx_llk_place(e->thread) : 0;
        if (wanted >> id & 1u) {
            keep(id, e->thread, place, pages);
        }
        pushed[id] += pages;
    }
}

static void choose(char *ids) {
    for (char *id = strtok(ids, ","); id; id = strtok(NULL, ",")) {
        wanted |= strcmp(id, "all") == 0 ? UINT64_MAX : 1ull << (strtoul(id, NULL, 10) & 63u);
    }
}

static void begin(struct tile *tile, char *path) {
    static struct stx_listener listener;
    char *ids = strrchr(path, ':');
    *ids = '\0';
    choose(ids + 1);
    of = tile;
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) {
        printf("record: %s cannot be written\n", path);
        exit(1);
    }
    listener = (struct stx_listener){hear, STX_HEAR(CALL) | STX_HEAR(PAGE), NULL};
    stx_listen(&tile->core, &listener);
}

bool recorder_takes(struct tile *tile, char *argument) {
    static const char prefix[] = "record=";
    if (strncmp(argument, prefix, sizeof prefix - 1) != 0 || !strrchr(argument, ':')) {
        return false;
    }
    begin(tile, argument + sizeof prefix - 1);
    return true;
}

void recorder_end(void) {
    if (file >= 0 && (close(file) != 0 || lost)) {
        printf("record: not everything could be written\n");
        exit(1);
    }
    file = -1;
}
