/* SPDX-License-Identifier: Apache-2.0
 *
 * mover_pages.c - what readers and writers in C get of a description: pages, arguments, sizes. */
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
