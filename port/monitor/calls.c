/* SPDX-License-Identifier: Apache-2.0
 *
 * calls.c - the calls of user code by ecall: to end its thread, to let others run, and to do what
 * the builtins of sfpi need. Pointers are checked before they are used, because a thread may name
 * only its own data. */
#include <string.h>

#include "llk/platform.h"
#include "metal/job.h"
#include "monitor.h"
#include "softensix/softensix.h"

enum { A0 = 10, A7 = 17, LANES_BYTES = 4 * STX_LANES };

/* Words in the thread's data; NULL: they lie elsewhere. */
static uint32_t *words_at(unsigned thread, uint32_t address, uint32_t bytes) {
    const struct room *room = monitor_room(thread);
    bool good = address % 4 == 0 && address >= room->data && address <= room->data_end &&
                room->data_end - address >= bytes;
    return good ? (uint32_t *)(uintptr_t)address : NULL;
}

static uint32_t *lanes_at(unsigned thread, uint32_t address) {
    return words_at(thread, address, LANES_BYTES);
}

/* True if an operation of the thread may use this pointer, which may also be NULL. */
static bool lanes_good(unsigned thread, const uint32_t *lanes) {
    return !lanes || lanes_at(thread, (uint32_t)(uintptr_t)lanes);
}

static bool sfpu(unsigned thread, uint32_t address) {
    struct stx_llk_sfpu op;
    const uint32_t *at =
        lanes_at(thread, address); /* it is shorter than the lanes, so it lies inside as well */
    _Static_assert(sizeof op <= LANES_BYTES, "the check is for lanes");
    if (!at) {
        return false;
    }
    memcpy(&op, at, sizeof op);
    bool good = lanes_good(thread, op.out) && lanes_good(thread, op.second) &&
                op.result + (op.second != NULL) < 8;
    for (unsigned i = 0; i < 8; i++) {
        good = good && lanes_good(thread, op.in[i]);
    }
    if (good) {
        stx_llk_sfpu_run(thread, &op);
    }
    return good;
}

static bool sfptransp(unsigned thread, const uintptr_t *a) {
    uint32_t *value[4];
    bool good = true;
    for (unsigned i = 0; i < 4; i++) {
        value[i] = lanes_at(thread, a[i]);
        good = good && value[i];
    }
    if (good) {
        stx_llk_sfptransp(thread, value[0], value[1], value[2], value[3]);
    }
    return good;
}

static bool lreg(unsigned thread, const uintptr_t *a, bool write) {
    uint32_t *value = lanes_at(thread, a[1]);
    if (value && write) {
        stx_llk_lreg_write(a[0], value);
    } else if (value) {
        stx_llk_lreg_read(a[0], value);
    }
    return value != NULL;
}

/* Copies the parameters of the kernel; its own arguments go to `words`, the common ones follow. */
static bool setup(unsigned thread, const uintptr_t *a) {
    struct stx_metal_setup mine = *stx_metal_setup();
    uint32_t *to = words_at(thread, a[0], sizeof mine);
    uint32_t room = a[2], own = mine.arg_count, common = mine.common_arg_count;
    uint32_t *words = room <= ROOM_BYTES / 4 ? words_at(thread, a[1], 4 * room) : NULL;
    if (!to || !words || own > room || common > room - own) {
        return false;
    }
    memcpy(words, mine.args, 4 * own);
    memcpy(words + own, mine.common_args, 4 * common);
    mine.args = words;
    mine.common_args = words + own;
    memcpy(to, &mine, sizeof mine);
    return true;
}

static bool begin(unsigned thread, const uintptr_t *a) {
    if (a[0] > STX_METAL_PUSH_BACK) {
        return false;
    }
    const struct cb_call call = {(enum stx_metal_call)a[0], a[1], a[2], a[3], true,
                                 stx_llk_place(thread)};
    metal_begin(thread, &call);
    return true;
}

/* Carries out the calls that only kernels with circular buffers may use. */
static bool carry_out_metal(unsigned thread, uint32_t number, const uintptr_t *a) {
    switch (monitor_has_buffers() ? number : CALL_EXIT) {
    case CALL_SETUP:
        return setup(thread, a);
    case CALL_BEGIN:
        return begin(thread, a);
    case CALL_END:
        stx_metal_end(thread);
        return true;
    case CALL_ARGUMENT:
        metal_argument(thread, a[0] != 0, a[1]);
        return true;
    default:
        return false;
    }
}

/* False if there is no such call, or if an argument does not belong to the thread. */
static bool carry_out(unsigned thread, struct stx_trap_frame *frame) {
    uintptr_t *a = &frame->x[A0];
    switch (frame->x[A7]) {
    case CALL_YIELD:
        stx_llk_yield(thread);
        return true;
    case CALL_SFPU:
        return sfpu(thread, a[0]);
    case CALL_SFPTRANSP:
        return sfptransp(thread, a);
    case CALL_LREG_READ:
    case CALL_LREG_WRITE:
        return lreg(thread, a, frame->x[A7] == CALL_LREG_WRITE);
    case CALL_LANES:
        a[0] = stx_llk_lanes();
        return true;
    case CALL_FLAGS_AND:
        stx_llk_flags_and(a[0]);
        return true;
    default:
        return carry_out_metal(thread, frame->x[A7], a);
    }
}

enum monitor_answer monitor_call(unsigned thread, struct stx_trap_frame *frame) {
    if (frame->x[A7] == CALL_EXIT) {
        return MONITOR_ENDED;
    }
    frame->pc += 4;
    stx_llk_set_place(thread, (const void *)(uintptr_t)frame->pc);
    return carry_out(thread, frame) ? MONITOR_GOES_ON : MONITOR_REFUSED;
}
