/* SPDX-License-Identifier: Apache-2.0
 *
 * tensor.c - the formats, sizes and places of tensors. */
#include "tile/tensor.h"

#include <stddef.h>

#include "tile/hardware.h"

/* For each enum stx_tile_format: how many bits a number has, the kind of its exponent, and whether
 * 16 numbers share one. */
static const struct {
    uint8_t bits, kind;
    bool shared;
} formats[16] = {
    [STX_TILE_FP32] = {32, KIND_8_BITS, 0},   [STX_TILE_FP16] = {16, KIND_5_BITS, 0},
    [STX_TILE_BFP8A] = {8, KIND_5_BITS, 1},   [STX_TILE_BFP4A] = {4, KIND_5_BITS, 1},
    [STX_TILE_TF32] = {32, KIND_8_BITS, 0},   [STX_TILE_BF16] = {16, KIND_8_BITS, 0},
    [STX_TILE_BFP8] = {8, KIND_8_BITS, 1},    [STX_TILE_BFP4] = {4, KIND_8_BITS, 1},
    [STX_TILE_INT32] = {32, KIND_INTEGER, 0}, [STX_TILE_FP8] = {8, KIND_5_BITS, 0},
    [STX_TILE_BFP2A] = {2, KIND_5_BITS, 1},   [STX_TILE_INT8] = {8, KIND_INTEGER, 0},
    [STX_TILE_BFP2] = {2, KIND_8_BITS, 1},
};

enum { DATUMS = 1024, EXPONENTS = DATUMS / 16 };

enum format_kind stx_format_kind(enum stx_tile_format format) {
    return (uint32_t)format < 16 ? (enum format_kind)formats[format].kind : KIND_NONE;
}

uint32_t stx_tile_bytes(enum stx_tile_format format) {
    if (stx_format_kind(format) == KIND_NONE) {
        return 0;
    }
    return DATUMS / 8 * formats[format].bits + (formats[format].shared ? EXPONENTS : 0u);
}

uint64_t stx_tensor_bytes(const struct stx_tensor *x) {
    return !x ? 0 : (uint64_t)x->rows * x->columns * stx_tile_bytes(tensor_format(x));
}

enum stx_tile_result stx_tensor_check(const struct stx_tiles *t, const struct stx_tensor *x) {
    if (!x || !tile_ready(t)) {
        return STX_TILE_ARGUMENT;
    }
    if (tensor_kind(x) == KIND_NONE) {
        return STX_TILE_FORMAT;
    }
    if (x->rows == 0 || x->columns == 0) {
        return STX_TILE_SHAPE;
    }
    if (x->address % 16 != 0) {
        return STX_TILE_ALIGNMENT;
    }
    return x->address >= 16 && stx_tile_l1_has(t, x->address, stx_tensor_bytes(x)) ? STX_TILE_OK
                                                                                   : STX_TILE_RANGE;
}

static bool bytes_overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

static bool tensors_overlap(const struct stx_tensor *x, const struct stx_tensor *y) {
    return bytes_overlap(x->address, stx_tensor_bytes(x), y->address, stx_tensor_bytes(y));
}

static bool touches_scratch(const struct stx_tiles *t, const struct stx_tensor *x) {
    return bytes_overlap(x->address, stx_tensor_bytes(x), t->scratch, STX_TILE_SCRATCH);
}

/* Checks each tensor separately. None may be in the scratch area. */
static enum stx_tile_result check_each(const struct stx_tiles *t, const struct stx_tensor *out,
                                       const struct stx_tensor *a, const struct stx_tensor *b) {
    const struct stx_tensor *const all[3] = {out, a, b ? b : a};
    for (unsigned i = 0; i < 3; i++) {
        enum stx_tile_result result = stx_tensor_check(t, all[i]);
        if (result != STX_TILE_OK) {
            return result;
        }
        if (touches_scratch(t, all[i])) {
            return STX_TILE_OVERLAP;
        }
    }
    return STX_TILE_OK;
}

enum stx_tile_result stx_tensor_check_all(const struct stx_tiles *t, const struct stx_tensor *out,
                                          const struct stx_tensor *a, const struct stx_tensor *b) {
    enum stx_tile_result result = check_each(t, out, a, b);
    if (result == STX_TILE_OK && (tensors_overlap(out, a) || (b && tensors_overlap(out, b)))) {
        result = STX_TILE_OVERLAP;
    }
    return result;
}

static bool is_in_place(const struct stx_tensor *out, const struct stx_tensor *in) {
    return out->address == in->address && tensor_same_shape(out, in) &&
           stx_tensor_bytes(out) == stx_tensor_bytes(in);
}

/* True if the result would overwrite numbers of an operand that have not been read yet. */
static bool spoils(const struct stx_tensor *out, const struct stx_tensor *in) {
    return tensors_overlap(out, in) && !is_in_place(out, in);
}

enum stx_tile_result stx_tensor_check_in_place(const struct stx_tiles *t,
                                               const struct stx_tensor *out,
                                               const struct stx_tensor *a,
                                               const struct stx_tensor *b) {
    enum stx_tile_result result = check_each(t, out, a, b);
    if (result == STX_TILE_OK && (spoils(out, a) || (b && spoils(out, b)))) {
        result = STX_TILE_OVERLAP;
    }
    return result;
}

enum stx_tile_result stx_tensor_check_alike(const struct stx_tiles *t, const struct stx_tensor *out,
                                            const struct stx_tensor *in) {
    enum stx_tile_result result = stx_tensor_check_in_place(t, out, in, NULL);
    if (result == STX_TILE_OK && !tensor_same_shape(out, in)) {
        result = STX_TILE_SHAPE;
    }
    if (result == STX_TILE_OK && tensor_is_integer(out) != tensor_is_integer(in)) {
        result = STX_TILE_FORMAT;
    }
    return result;
}

enum stx_tile_result stx_tensor_check_reals(const struct stx_tiles *t, const struct stx_tensor *out,
                                            const struct stx_tensor *in) {
    enum stx_tile_result result = stx_tensor_check_alike(t, out, in);
    return result == STX_TILE_OK && tensor_is_integer(in) ? STX_TILE_FORMAT : result;
}

enum stx_tile_result stx_tensor_check_row(const struct stx_tiles *t, const struct stx_tensor *out,
                                          const struct stx_tensor *x) {
    if (!x) {
        return STX_TILE_OK;
    }
    if (x->rows != 1 || x->columns != out->columns) {
        return STX_TILE_SHAPE;
    }
    if (tensor_is_integer(x)) {
        return STX_TILE_FORMAT;
    }
    return stx_tensor_check_all(t, out, x, NULL);
}

static enum stx_tile_result check_scratch(const struct stx_tiles *t, uint32_t bytes) {
    if (t->thread > 2 || !stx_tile_hardware_is_there(t)) {
        return STX_TILE_ARGUMENT;
    }
    if (t->scratch % 16 != 0) {
        return STX_TILE_ALIGNMENT;
    }
    if (t->scratch < 16 || !stx_tile_l1_has(t, t->scratch, bytes)) {
        return STX_TILE_RANGE;
    }
    return bytes < STX_TILE_SCRATCH ? STX_TILE_TOO_SMALL : STX_TILE_OK;
}

enum stx_tile_result stx_tiles_init(struct stx_tiles *t, struct stx_core *core, unsigned thread,
                                    uint32_t scratch, uint32_t scratch_bytes) {
    if (!t) {
        return STX_TILE_ARGUMENT;
    }
    *t = (struct stx_tiles){.core = core, .thread = thread, .scratch = scratch};
    t->result = check_scratch(t, scratch_bytes);
    if (t->result != STX_TILE_OK) {
        t->scratch = 0;
    }
    return t->result;
}

const char *stx_tile_text(enum stx_tile_result result) {
    static const char *const texts[] = {
        "done",
        "the sizes of the tensors do not fit each other, or one is 0",
        "there is no rule for these data formats",
        "an address is not a multiple of 16",
        "a tensor begins below byte 16 of L1 or does not end in it",
        "the scratch area is smaller than STX_TILE_SCRATCH bytes",
        "the result overlaps an operand, or a tensor the scratch area",
        "no such operation, fidelity, thread or option, or a pointer is NULL",
        "an instruction faulted or waits for ever; stx_last_fault() says which and why",
    };
    return (uint32_t)result <= STX_TILE_FAULT ? texts[result] : "";
}
