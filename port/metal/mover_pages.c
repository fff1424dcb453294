/* SPDX-License-Identifier: Apache-2.0
 *
 * mover_pages.c - what readers and writers get of a description: those in C pages, arguments and
 * sizes, kernels of tt-metal their setup. */
#include <string.h>

#include "contract.h"
#include "metal/dataflow.h"
#include "mover.h"

/* Records the place in the kernel of the call that is made. */
static void note_place(const void *place) {
    struct movers *m = movers_active();
    m->mover[m->running].at = place;
}

uint32_t get_tile_size(uint32_t cb) {
    return cb < STX_METAL_CBS ? movers_active()->cbs->setup.cb[cb].page_bytes : 0;
}

/* A page of a line "in" or "out" of the description. */
static uint8_t *page_of(const char *what, enum cb_side side, uint32_t cb, uint32_t number) {
    if (cb >= STX_METAL_CBS || number >= movers_active()->cbs->cb[cb].plan[side].asked) {
        mover_refuse(what, cb, number,
                     cb < STX_METAL_CBS ? movers_active()->cbs->cb[cb].plan[side].asked : 0);
    }
    return movers_active()->cbs->cb[cb].plan[side].data + number * get_tile_size(cb);
}

void read_page(uint32_t cb, uint32_t number, void *to) {
    note_place(__builtin_return_address(0));
    memcpy(to, page_of("read_page", CB_READER, cb, number), get_tile_size(cb));
    contract_page(movers_active()->cbs, movers_active()->running, to, cb, true);
}

uint32_t page_count(uint32_t cb) {
    return cb < STX_METAL_CBS ? movers_active()->cbs->cb[cb].plan[CB_READER].asked : 0;
}

void write_page(uint32_t cb, uint32_t number, const void *from) {
    note_place(__builtin_return_address(0));
    memcpy(page_of("write_page", CB_WRITER, cb, number), from, get_tile_size(cb));
    contract_page(movers_active()->cbs, movers_active()->running, from, cb, false);
    movers_active()->cbs->cb[cb].plan[CB_WRITER].stored++;
}

uint32_t get_arg(uint32_t number) {
    const struct mover_arguments *a = &movers_active()->mover[movers_active()->running].arguments;
    return number < a->count ? a->word[number] : 0;
}

uint8_t *l1_ptr(uint32_t address) {
    return movers_active()->cbs->l1 + address % movers_active()->l1_bytes;
}

const struct stx_dm_setup *stx_dm_setup(void) {
    struct movers *m = movers_active();
    struct mover *self = &m->mover[m->running];
    const struct mover_arguments *a = &self->arguments;
    const struct stx_metal_setup *core = &m->cbs->setup;
    self->setup = (struct stx_dm_setup){.args = a->word,
                                        .common_args = a->common,
                                        .arg_count = a->count,
                                        .common_arg_count = a->common_count,
                                        .x = (uint8_t)m->noc.memory->x,
                                        .y = (uint8_t)m->noc.memory->y,
                                        .logical_x = core->logical_x,
                                        .logical_y = core->logical_y};
    return &self->setup;
}

void stx_dm_argument(int common, uint32_t index) {
    struct movers *m = movers_active();
    const struct mover_arguments *a = &m->mover[m->running].arguments;
    note_place(__builtin_return_address(0));
    m->cbs->call[STX_THREADS + m->running].place = m->mover[m->running].at;
    contract_argument(m->cbs, STX_THREADS + m->running, common, index,
                      common ? a->common_count : a->count);
}

uint32_t stx_dm_semaphores(void) {
    return movers_active()->noc.memory->semaphores;
}
