/* SPDX-License-Identifier: Apache-2.0
 *
 * buffers.c - records what a program reports about circular buffers: which ones exist, for which
 * pages threads wait and which they move, and what a reader and a writer move. feed.c computes the
 * times. */
#include "time/model.h"

enum { READER, WRITER, OF_BUFFERS = STX_TIME_MOVERS };
#define NO_BUFFER STX_TIME_BUFFERS
#define NUMBERS 64u /* of buffers */

static unsigned find(const struct stx_time *time, unsigned number) {
    unsigned i = 0;
    while (i < time->buffers && time->buffer[i].number != number) {
        i++;
    }
    return i < time->buffers ? i : NO_BUFFER;
}

/* Writes "cb_wait_front[3]"; there is room for the longest call and two digits. */
static void name_wait(char *text, const char *call, unsigned number) {
    while (*call) {
        *text++ = *call++;
    }
    *text++ = '[';
    if (number >= 10u) {
        *text++ = (char)('0' + number / 10u);
    }
    *text++ = (char)('0' + number % 10u);
    *text++ = ']';
    *text = 0;
}

bool stx_time_buffer(struct stx_time *time, unsigned number, uint32_t pages, uint32_t page_bytes) {
    unsigned i = time->buffers;
    bool begun = time->thread[0].tail || time->thread[1].tail || time->thread[2].tail;
    if (i == STX_TIME_BUFFERS || number >= NUMBERS || begun) {
        return false;
    }
    struct stx_time_buffer *b = &time->buffer[i];
    *b = (struct stx_time_buffer){.pages = pages, .bytes = page_bytes, .number = (uint8_t)number};
    name_wait(b->wait[0], "cb_wait_front", number);
    name_wait(b->wait[1], "cb_reserve_back", number);
    time->buffers++;
    for (unsigned clock = 0; clock < STX_TIME_CLOCKS; clock++) {
        uint8_t *shift = &time->clock[clock].shift[i];
        while (pages >> *shift >= STX_TIME_PAGES) {
            ++*shift;
        }
    }
    return true;
}

/* The thread pushes no word before this number of pages has come or left. Of two needs of the same
 * kind the larger one counts; numbers of pages wrap around. */
static void need(struct stx_time_thread *t, unsigned sequence, uint32_t pages) {
    unsigned i = 0;
    while (i < t->page_needs && t->page_sequence[i] != sequence) {
        i++;
    }
    if (i < t->page_needs && (uint16_t)(t->page_need[i] - pages) < 0x8000u) {
        return;
    }
    if (i < sizeof t->page_sequence) {
        t->page_needs = (uint8_t)(i == t->page_needs ? i + 1u : t->page_needs);
        t->page_sequence[i] = (uint8_t)sequence;
        t->page_need[i] = (uint16_t)pages;
    }
}

/* Pages that no word has moved yet move at the time of the thread's last push. */
static void flush(struct stx_time *time, unsigned thread) {
    struct stx_time_thread *t = &time->thread[thread];
    if (t->pages) {
        stx_time_place(time, false);
    }
    for (unsigned i = 0; t->pages && i < time->clocks; i++) {
        struct stx_time_clock *c = &time->clock[i];
        stx_time_pages(c, t->moves, t->pages, c->pushed[thread]);
    }
    t->pages = 0;
}

static void move(struct stx_time *time, unsigned thread, unsigned sequence, uint32_t pages) {
    struct stx_time_thread *t = &time->thread[thread];
    flush(time, thread);
    t->moves = (uint8_t)sequence;
    t->pages = (uint16_t)pages;
    t->moved = false;
}

void stx_time_call(struct stx_time *time, unsigned thread, enum stx_time_call call, unsigned number,
                   uint32_t pages) {
    unsigned i = find(time, number);
    if (thread >= STX_THREADS || i == NO_BUFFER) {
        return;
    }
    struct stx_time_buffer *b = &time->buffer[i];
    if (call == STX_TIME_WAIT_FRONT) {
        need(&time->thread[thread], 2u * i, b->out + pages);
    } else if (call == STX_TIME_RESERVE_BACK && b->in + pages > b->pages) {
        need(&time->thread[thread], 2u * i + 1u, b->in + pages - b->pages);
    } else if (call == STX_TIME_POP_FRONT) {
        b->out += pages;
        move(time, thread, 2u * i + 1u, pages);
    } else if (call == STX_TIME_PUSH_BACK) {
        b->in += pages;
        time->packed += thread == PACK_THREAD ? pages : 0;
        move(time, thread, 2u * i, pages);
    }
}

void stx_time_called(struct stx_time *time, unsigned thread) {
    if (thread < STX_THREADS) {
        time->thread[thread].moved = true;
    }
}

static const uint32_t *values(const struct stx_time *time, unsigned clock) {
    return time->value[clock < STX_TIME_BOUNDS ? clock : STX_TIME_EXPECTED];
}

static void add(struct stx_time *time, const struct stx_time_batch *b) {
    for (unsigned i = 0; i < time->clocks; i++) {
        stx_time_make_room(time, &time->clock[i], values(time, i));
    }
    time->batch[time->batches++ % STX_TIME_BATCHES] = *b;
    for (unsigned i = 0; i < time->clocks; i++) {
        stx_time_feed(time, &time->clock[i], values(time, i));
    }
}

/* How many pages must have come, or have left, before the transfer can begin. */
static uint32_t needed(const struct stx_time_buffer *b, const struct stx_time_transfer *t) {
    uint32_t pages = t->pages > t->reserved ? t->pages : t->reserved;
    uint32_t end = pages + (t->pops ? b->out : b->in);
    return t->pops ? end : end > b->pages ? end - b->pages : 0;
}

void stx_time_transfer(struct stx_time *time, const struct stx_time_transfer *t) {
    unsigned i = find(time, t->number);
    if ((i == NO_BUFFER && (t->pages || t->stream)) || time->ended) {
        return;
    }
    stx_time_place(time, false);
    struct stx_time_buffer none = {.pages = 0}, *b = i == NO_BUFFER ? &none : &time->buffer[i];
    unsigned agent = t->stream ? OF_BUFFERS + 2u * i + t->pops : t->writer ? WRITER : READER;
    uint32_t least = i == NO_BUFFER ? 0 : needed(b, t),
             asked = t->stream ? 0 : ++time->asked[agent];
    *(t->pops ? &b->out : &b->in) += t->pages;
    add(time, &(struct stx_time_batch){.bytes = t->bytes,
                                       .bank_bytes = t->bank_bytes,
                                       .hops = (uint16_t)t->hops,
                                       .after = {t->after[0], t->after[1], t->after[2]},
                                       .asked = asked,
                                       .awaited = asked > t->behind ? asked - t->behind : 0,
                                       .need = (uint16_t)least,
                                       .pages = (uint16_t)t->pages,
                                       .need_sequence = (uint8_t)(2u * i + !t->pops),
                                       .sequence = (uint8_t)(2u * i + t->pops),
                                       .agent = (uint8_t)agent,
                                       .stream = t->stream});
    time->noc_bytes += t->stream ? 0 : t->bytes;
}
