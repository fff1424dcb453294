/* SPDX-License-Identifier: Apache-2.0
 *
 * inspect.h - look inside a core: peek and poke, save and restore, differences. */
#ifndef SOFTENSIX_INSPECT_H
#define SOFTENSIX_INSPECT_H

#include "softensix/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* SrcA (source 0) or SrcB (1): bank 0..1, row 0..63, col 0..15. The datum as a binary32 with 13
 * zero low bits: sign 31, exponent 30:23, mantissa 22:13 (SPEC 4). */
uint32_t stx_src_peek(const struct stx_core *core, unsigned source, unsigned bank, unsigned row,
                      unsigned col);
void stx_src_poke(struct stx_core *core, unsigned source, unsigned bank, unsigned row, unsigned col,
                  uint32_t value);

/* Dst by physical row 0..1023: the 16-bit cell in documented storage order (sign, mantissa,
 * exponent; SPEC 5). Poking leaves the valid bit as it is. For numbers see stx_dst_f32() and the
 * functions after it. */
uint32_t stx_dst_peek(const struct stx_core *core, unsigned row, unsigned col);
void stx_dst_poke(struct stx_core *core, unsigned row, unsigned col, uint32_t cell);
bool stx_dst_row_valid(const struct stx_core *core, unsigned row);
void stx_dst_row_set_valid(struct stx_core *core, unsigned row, bool valid);

/* Dst by the row that software names, with remap and swizzle: the element as binary32 (32-bit),
 * bfloat16 or binary16 pattern. Invalid rows read as 0. */
uint32_t stx_dst_f32(const struct stx_core *core, unsigned row, unsigned col);
uint32_t stx_dst_bf16(const struct stx_core *core, unsigned row, unsigned col);
uint32_t stx_dst_fp16(const struct stx_core *core, unsigned row, unsigned col);

/* The reverse: set the element to that pattern and mark its row as valid. A row that does not exist
 * is ignored. */
void stx_dst_set_f32(struct stx_core *core, unsigned row, unsigned col, uint32_t f32);
void stx_dst_set_bf16(struct stx_core *core, unsigned row, unsigned col, uint32_t bf16);
void stx_dst_set_fp16(struct stx_core *core, unsigned row, unsigned col, uint32_t fp16);

/* The state as named arrays: items 0, 1, ... until NULL. */
struct stx_item {
    const char *name;   /* "srca.cell" */
    uint32_t offset;    /* bytes from the start of struct stx_core */
    uint8_t size;       /* bytes of an element: 1, 2, 4 */
    uint32_t count;     /* elements */
    uint32_t row, bank; /* elements of the innermost and of the next dimension; 1: there is none */
    uint32_t limit;     /* no element ever exceeds it */
};
/* Of an element that does not exist, stx_item_get() returns 0; stx_item_set() ignores such an
 * element and a value beyond the limit. The item has to be one of stx_item_at(). */
const struct stx_item *stx_item_at(size_t index);
uint32_t stx_item_get(const struct stx_core *core, const struct stx_item *item, uint32_t element);
void stx_item_set(struct stx_core *core, const struct stx_item *item, uint32_t element,
                  uint32_t value);

/* Calls back for every element that differs, in the order of the items; returns their number. */
typedef void (*stx_diff_callback)(void *ctx, const struct stx_item *item, uint32_t element,
                                  uint32_t a, uint32_t b);
size_t stx_diff(const struct stx_core *a, const struct stx_core *b, stx_diff_callback callback,
                void *ctx);

/* The state as bytes, the same on every machine: "STX" and a version byte, then every item, then
 * the CRC-32 of all these bytes, little-endian. L1, port and fault record are not part of it.
 * stx_save returns the bytes needed and writes nothing if size is smaller (bytes may then be NULL);
 * stx_restore returns false, and changes nothing, if the bytes are not such a state of this version
 * and size, if a bit of them has changed, or if a value is beyond its limit. */
size_t stx_save(const struct stx_core *core, uint8_t *bytes, size_t size);
bool stx_restore(struct stx_core *core, const uint8_t *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
