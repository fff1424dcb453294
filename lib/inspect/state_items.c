/* SPDX-License-Identifier: Apache-2.0
 *
 * state_items.c - the state as named arrays, on which comparing, saving and restoring it are based.
 */
#include "core/mem.h"
#include "regs/src.h"
#include "softensix/inspect.h"

#define MEMBER_SIZE(member) sizeof(((const struct stx_core *)0)->member)
#define ROW(member, scalar, row, bank, limit)               \
    {#member,                                               \
     (uint32_t)offsetof(struct stx_core, scalar),           \
     (uint8_t)MEMBER_SIZE(scalar),                          \
     (uint32_t)(MEMBER_SIZE(member) / MEMBER_SIZE(scalar)), \
     row,                                                   \
     bank,                                                  \
     limit},
#define ITEM(member, scalar, row, bank) ROW(member, scalar, row, bank, UINT32_MAX)
#define LIMITED(member, scalar, limit) ROW(member, scalar, 1, 1, limit)
#define ROWS(member, scalar, row, limit) ROW(member, scalar, row, 1, limit)
static const struct stx_item items[] = {
#include "inspect/state_items.def"
};

#define ITEMS (sizeof items / sizeof items[0])
#define HEADER 4u
static const uint8_t header[HEADER] = {'S', 'T', 'X', 5};
#define CHECKSUM 4u

const struct stx_item *stx_item_at(size_t index) {
    return index < ITEMS ? &items[index] : NULL;
}

uint32_t stx_item_get(const struct stx_core *core, const struct stx_item *item, uint32_t element) {
    const uint8_t *at = (const uint8_t *)core + item->offset + element * item->size;
    uint32_t v32;
    uint16_t v16;
    if (element >= item->count) {
        return 0;
    }
    if (item->size == 1) {
        return *at;
    }
    if (item->size == 2) {
        memcpy(&v16, at, sizeof v16);
        return v16;
    }
    memcpy(&v32, at, sizeof v32);
    return v32;
}

/* Records that a byte of `low` has been written. */
static void note_low(struct stx_src *src, const uint8_t *at) {
#if STX_SRC_LOW
    size_t place = (size_t)(at - src->low[0][0]);
    if (at >= src->low[0][0] && place < sizeof src->low && *at) {
        unsigned row = (unsigned)(place / STX_COLS);
        src_rows_are(src, row / STX_SRC_ROWS, row, 1, SRC_LOW_BITS);
    }
#else
    (void)src, (void)at;
#endif
}

void stx_item_set(struct stx_core *core, const struct stx_item *item, uint32_t element,
                  uint32_t value) {
    uint8_t *at = (uint8_t *)core + item->offset + element * item->size;
    uint16_t v16 = (uint16_t)value;
    if (element >= item->count || value > item->limit) {
        return;
    }
    memset(core->srca.decoded, 0, sizeof core->srca.decoded);
    memset(core->srcb.decoded, 0, sizeof core->srcb.decoded);
    if (item->size == 1) {
        *at = (uint8_t)value;
        note_low(&core->srca, at);
        note_low(&core->srcb, at);
    } else if (item->size == 2) {
        memcpy(at, &v16, sizeof v16);
    } else {
        memcpy(at, &value, sizeof value);
    }
}

size_t stx_diff(const struct stx_core *a, const struct stx_core *b, stx_diff_callback callback,
                void *ctx) {
    size_t differences = 0;
    for (size_t i = 0; i < ITEMS; i++) {
        for (uint32_t e = 0; e < items[i].count; e++) {
            uint32_t va = stx_item_get(a, &items[i], e), vb = stx_item_get(b, &items[i], e);
            if (va != vb) {
                callback(ctx, &items[i], e, va, vb);
                differences++;
            }
        }
    }
    return differences;
}

static size_t saved_size(void) {
    size_t bytes = HEADER + CHECKSUM;
    for (size_t i = 0; i < ITEMS; i++) {
        bytes += (size_t)items[i].size * items[i].count;
    }
    return bytes;
}

/* CRC-32 of IEEE 802.3, four bits at a time: any single wrong bit or byte changes it. */
static uint32_t checksum_of(const uint8_t *bytes, size_t size) {
    static const uint32_t of_low_bits[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                             0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                             0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                             0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t remainder = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        remainder ^= bytes[i];
        remainder = remainder >> 4 ^ of_low_bits[remainder & 15u];
        remainder = remainder >> 4 ^ of_low_bits[remainder & 15u];
    }
    return ~remainder;
}

static uint8_t *write_element(uint8_t *bytes, uint32_t value, unsigned size) {
    for (unsigned k = 0; k < size; k++) {
        *bytes++ = (uint8_t)(value >> (8 * k));
    }
    return bytes;
}

size_t stx_save(const struct stx_core *core, uint8_t *bytes, size_t size) {
    size_t needed = saved_size();
    if (size < needed) {
        return needed;
    }
    memcpy(bytes, header, HEADER);
    uint8_t *at = bytes + HEADER;
    for (size_t i = 0; i < ITEMS; i++) {
        for (uint32_t e = 0; e < items[i].count; e++) {
            at = write_element(at, stx_item_get(core, &items[i], e), items[i].size);
        }
    }
    (void)write_element(at, checksum_of(bytes, needed - CHECKSUM), CHECKSUM);
    return needed;
}

static uint32_t read_element(const uint8_t **bytes, unsigned size) {
    uint32_t v = 0;
    for (unsigned k = 0; k < size; k++) {
        v |= (uint32_t) * (*bytes)++ << (8 * k);
    }
    return v;
}

static bool is_intact(const uint8_t *bytes, size_t size) {
    const uint8_t *sum = bytes + size - CHECKSUM;
    return read_element(&sum, CHECKSUM) == checksum_of(bytes, size - CHECKSUM);
}

static bool header_fits(const uint8_t *bytes, size_t size) {
    if (size != saved_size()) {
        return false;
    }
    for (unsigned i = 0; i < HEADER; i++) {
        if (bytes[i] != header[i]) {
            return false;
        }
    }
    return true;
}

static bool within_limits(const uint8_t *bytes) {
    for (size_t i = 0; i < ITEMS; i++) {
        for (uint32_t e = 0; e < items[i].count; e++) {
            if (read_element(&bytes, items[i].size) > items[i].limit) {
                return false;
            }
        }
    }
    return true;
}

bool stx_restore(struct stx_core *core, const uint8_t *bytes, size_t size) {
    if (!header_fits(bytes, size) || !is_intact(bytes, size) || !within_limits(bytes + HEADER)) {
        return false;
    }
    bytes += HEADER;
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        src_rows_are(&core->srca, bank, 0, STX_SRC_ROWS, 0);
        src_rows_are(&core->srcb, bank, 0, STX_SRC_ROWS, 0);
    }
    for (size_t i = 0; i < ITEMS; i++) {
        for (uint32_t e = 0; e < items[i].count; e++) {
            stx_item_set(core, &items[i], e, read_element(&bytes, items[i].size));
        }
    }
    core->sfpu.issue = NULL;
    return true;
}
