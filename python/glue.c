/* SPDX-License-Identifier: Apache-2.0
 *
 * glue.c - what the Python package needs beside the library: a core whose size it does not know. */
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"

const char *stx_py_chip(void);
uint32_t stx_py_l1_bytes(void);
size_t stx_py_core_bytes(void);
size_t stx_py_tiles_bytes(void);
void stx_py_start(struct stx_core *core, uint8_t *l1, uint32_t bytes, unsigned firmware);
void stx_py_lreg(const struct stx_core *core, unsigned index, uint32_t out[32]);
void stx_py_set_lreg(struct stx_core *core, unsigned index, const uint32_t in[32]);
void stx_py_dst(const struct stx_core *core, unsigned format, uint32_t *out);
void stx_py_set_dst(struct stx_core *core, unsigned format, const uint32_t *in);
long stx_py_issue(struct stx_core *core, unsigned thread, const uint32_t *words, size_t count);
void stx_py_map(struct stx_core *core, struct stx_core *fresh, const uint32_t *words, size_t count,
                unsigned format, const uint32_t *in, uint32_t *out, size_t elements, uint8_t *bad);

#define ROWS 64u
#define COLUMNS 16u
enum { DST_F32, DST_BF16, DST_FP16 };

const char *stx_py_chip(void) {
    return STX_CHIP_NAME;
}

uint32_t stx_py_l1_bytes(void) {
    return STX_L1_BYTES;
}

size_t stx_py_core_bytes(void) {
    return sizeof(struct stx_core);
}

size_t stx_py_tiles_bytes(void) {
    return sizeof(struct stx_tiles);
}

/* firmware is not 0: the vector unit is as the vendor's firmware leaves it. */
void stx_py_start(struct stx_core *core, uint8_t *l1, uint32_t bytes, unsigned firmware) {
    stx_init(core, l1, bytes, NULL);
    if (firmware) {
        stx_init_as_firmware(core);
    }
}

void stx_py_lreg(const struct stx_core *core, unsigned index, uint32_t out[32]) {
    memcpy(out, core->sfpu.lreg[index], 32 * sizeof out[0]);
}

void stx_py_set_lreg(struct stx_core *core, unsigned index, const uint32_t in[32]) {
    memcpy(core->sfpu.lreg[index], in, 32 * sizeof in[0]);
}

static uint32_t element(const struct stx_core *core, unsigned format, unsigned row,
                        unsigned column) {
    return format == DST_F32    ? stx_dst_f32(core, row, column)
           : format == DST_BF16 ? stx_dst_bf16(core, row, column)
                                : stx_dst_fp16(core, row, column);
}

static void set_element(struct stx_core *core, unsigned format, unsigned row, unsigned column,
                        uint32_t value) {
    if (format == DST_F32) {
        stx_dst_set_f32(core, row, column, value);
    } else if (format == DST_BF16) {
        stx_dst_set_bf16(core, row, column, value);
    } else {
        stx_dst_set_fp16(core, row, column, value);
    }
}

/* The first 64 rows of 16 elements: a tile. */
void stx_py_dst(const struct stx_core *core, unsigned format, uint32_t *out) {
    for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
        out[i] = element(core, format, i / COLUMNS, i % COLUMNS);
    }
}

void stx_py_set_dst(struct stx_core *core, unsigned format, const uint32_t *in) {
    for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
        set_element(core, format, i / COLUMNS, i % COLUMNS, in[i]);
    }
}

/* How many words are done; the first that waits or faults ends them. A fault that is recorded is
 * one of these words. */
long stx_py_issue(struct stx_core *core, unsigned thread, const uint32_t *words, size_t count) {
    stx_clear_fault(core);
    for (size_t i = 0; i < count; i++) {
        if (stx_issue(core, thread, words[i]) != STX_DONE) {
            return (long)i;
        }
    }
    stx_settle(core);
    return (long)count;
}

/* The words on 32 elements of Dst at a time, from and to where an SFPLOAD of address 0 finds them,
 * each time from the state that the core has now, and has again at the end: only a fault stays
 * recorded. fresh: room for that state; the caller's, because several threads may be here. */
void stx_py_map(struct stx_core *core, struct stx_core *fresh, const uint32_t *words, size_t count,
                unsigned format, const uint32_t *in, uint32_t *out, size_t elements, uint8_t *bad) {
    *fresh = *core;
    *bad = 0;
    for (size_t first = 0; first < elements && !*bad; first += 32) {
        size_t some = elements - first < 32 ? elements - first : 32;
        *core = *fresh;
        for (unsigned i = 0; i < 32; i++) {
            set_element(core, format, i / 8, 2 * (i % 8), i < some ? in[first + i] : 0);
        }
        *bad = stx_py_issue(core, 1, words, count) != (long)count;
        for (unsigned i = 0; i < some; i++) {
            out[first + i] = element(core, format, i / 8, 2 * (i % 8));
        }
    }
    fresh->first = *bad ? core->first : fresh->first;
    *core = *fresh;
}
