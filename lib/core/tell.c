/* SPDX-License-Identifier: Apache-2.0
 *
 * tell.c - the list of those who listen, and what they are told. */
#include "core/tell.h"

#if STX_HOSTED
__thread struct stx_core *stx_uses_of;
#else
struct stx_core *stx_uses_of;
#endif

static void hear_all(struct stx_core *core) {
    uint32_t kinds = 0;
    for (const struct stx_listener *l = core->listeners; l; l = l->next) {
        kinds |= l->kinds;
    }
    core->hears = STX_TRACE ? kinds : kinds & (TELL_MOVES | STX_HEAR(ISSUED));
}

void stx_unlisten(struct stx_core *core, struct stx_listener *listener) {
    struct stx_listener **at = &core->listeners;
    while (*at && *at != listener) {
        at = &(*at)->next;
    }
    if (*at) {
        *at = listener->next;
        hear_all(core);
    }
}

void stx_listen(struct stx_core *core, struct stx_listener *listener) {
    if (!listener) {
        return;
    }
    stx_unlisten(core, listener);
    listener->next = core->listeners;
    core->listeners = listener;
    hear_all(core);
}

uint32_t stx_hush(struct stx_core *core, uint32_t kinds) {
    uint32_t told = core->hears & kinds;
    core->hears &= ~kinds;
    return told;
}

void stx_unhush(struct stx_core *core, uint32_t kinds) {
    core->hears |= kinds;
}

/* A listener may run other threads of the kernel, so who hears next is read afterwards. */
void stx_tell(struct stx_core *core, const struct stx_event *event) {
    if (!event || event->kind >= STX_EVENT_KINDS) {
        return;
    }
    for (struct stx_listener *l = core->listeners; l; l = l->next) {
        if (l->hear && l->kinds >> event->kind & 1u) {
            l->hear(l, core, event);
        }
    }
}

void stx_l1_accessed(struct stx_core *core, unsigned thread, uint32_t address, uint32_t bytes,
                     bool write) {
    stx_tell(core, &(const struct stx_event){.kind = write ? STX_EVENT_L1_STORE : STX_EVENT_L1_LOAD,
                                             .thread = (uint8_t)thread,
                                             .part = STX_PART_L1,
                                             .first = address,
                                             .count = bytes});
}

#if STX_TRACE
static void tell_try(struct stx_core *core, enum stx_event_kind kind, unsigned thread,
                     uint32_t word) {
    if (core->hears >> kind & 1u) {
        const struct stx_event event = {
            .kind = (uint8_t)kind, .thread = (uint8_t)thread, .word = word};
        stx_tell(core, &event);
    }
}

/* Listeners may execute words on copies of the core when a word begins; the configuration that
 * those use is not told. */
void tell_begin(struct stx_core *core, unsigned thread, uint32_t word) {
    tell_try(core, STX_EVENT_BEGIN, thread, word);
    stx_uses_of = core->hears & STX_HEAR(USE) ? core : NULL;
}

void tell_tried(struct stx_core *core, unsigned thread, uint32_t word, enum stx_result result) {
    static const uint8_t kinds[] = {
        [STX_DONE] = STX_EVENT_END, [STX_WAIT] = STX_EVENT_WAIT, [STX_FAULT] = STX_EVENT_FAULT};
    stx_uses_of = NULL;
    tell_try(core, (enum stx_event_kind)kinds[result], thread, word);
}

void tell_register(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value,
                   bool write) {
    stx_tell(core, &(const struct stx_event){
                       .kind = write ? STX_EVENT_STORE : STX_EVENT_LOAD,
                       .thread = (uint8_t)thread,
                       .part = STX_PART_REGISTERS,
                       .first = address,
                       .count = 4,
                       .value = value,
                   });
}

void tell_cfg(const uint32_t *word, uint32_t bits) {
    struct stx_core *core = stx_uses_of;
    uint32_t index = (uint32_t)(word - core->cfg[0]);
    if (index < STX_CFG_BANKS * STX_CFG_WORDS) { /* else of another core */
        stx_tell(core, &(const struct stx_event){.kind = STX_EVENT_USE,
                                                 .thread = core->now_thread,
                                                 .word = core->now_word,
                                                 .part = STX_PART_CFG,
                                                 .first = index,
                                                 .count = 1,
                                                 .value = bits});
    }
}

void tell_tcfg(uint32_t word, uint32_t bits) {
    struct stx_core *core = stx_uses_of;
    stx_tell(core, &(const struct stx_event){.kind = STX_EVENT_USE,
                                             .thread = core->now_thread,
                                             .word = core->now_word,
                                             .part = STX_PART_TCFG,
                                             .first = word,
                                             .count = 1,
                                             .value = bits});
}
#endif

/* Bodies that only read the core tell what they read. Who listens may not change what they see, and
 * changes its own list only through stx_listen(). Every field of the event has a value here: others
 * are cleared by memset() on small cores, which takes longer than all the rest. */
static void tell_move(const struct stx_core *told, bool write, uint32_t part, uint32_t first,
                      uint32_t count, uint32_t format, unsigned bits) {
    struct stx_core *core = (struct stx_core *)(uintptr_t)told;
    enum stx_event_kind kind = write ? STX_EVENT_WRITE : STX_EVENT_READ;
    if (count && core->hears >> kind & 1u) {
        const struct stx_event event = {.kind = (uint8_t)kind,
                                        .thread = core->now_thread,
                                        .format = (uint8_t)format,
                                        .bits = (uint8_t)bits,
                                        .part = part,
                                        .first = first,
                                        .count = count,
                                        .value = 0,
                                        .word = core->now_word};
        stx_tell(core, &event);
    }
}

void tell_l1(const struct stx_core *core, bool write, uint32_t address, uint32_t bytes,
             uint32_t format) {
    tell_move(core, write, STX_PART_L1, address, bytes, format, 0);
}

void tell_dst(const struct stx_core *core, bool write, uint32_t row, uint32_t count,
              unsigned bits) {
    tell_move(core, write, STX_PART_DST, row, count, STX_EVENT_NO_FORMAT, bits);
}

void tell_source(const struct stx_core *core, unsigned source, uint32_t datums, uint32_t format) {
    tell_move(core, true, source ? STX_PART_SRCB : STX_PART_SRCA, 0, datums, format, 0);
}
