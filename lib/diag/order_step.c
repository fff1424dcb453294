/* SPDX-License-Identifier: Apache-2.0
 *
 * order_step.c - operands of single words, for programs that check more than the order of words. */
#include <limits.h>

#include "isa/args.h"
#include "softensix/order.h"

bool stx_order_step(uint32_t word, struct stx_order_step *step) {
    const struct stx_args_SEMWAIT wait = fields_of_SEMWAIT(word);
    const struct stx_args_SEMINIT set = fields_of_SEMINIT(word);
    const unsigned thread = step->thread;
    if (is_SEMWAIT(word)) {
        *step = (struct stx_order_step){thread, STX_ORDER_WAITS, wait.sem_sel, wait.wait_sem_cond};
    } else if (is_SEMINIT(word)) {
        *step = (struct stx_order_step){thread, STX_ORDER_SETS, set.sem_sel, set.max_value};
    } else if (is_SEMPOST(word)) {
        *step =
            (struct stx_order_step){thread, STX_ORDER_POSTS, fields_of_SEMPOST(word).sem_sel, 0};
    } else if (is_SEMGET(word)) {
        *step = (struct stx_order_step){thread, STX_ORDER_GETS, fields_of_SEMGET(word).sem_sel, 0};
    } else {
        return false;
    }
    return true;
}

unsigned stx_unpacker_of(uint32_t word) {
    return fields_of_UNPACR(word).unpack_block_selection;
}

unsigned stx_thread_config_set(uint32_t word, uint32_t *value) {
    const struct stx_args_SETC16 set = fields_of_SETC16(word);
    if (!is_SETC16(word)) {
        return UINT_MAX;
    }
    *value = set.setc16_value;
    return set.setc16_reg;
}
