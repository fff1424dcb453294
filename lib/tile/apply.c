/* SPDX-License-Identifier: Apache-2.0
 *
 * apply.c - functions of one number: the simple ones, the table of all, and the loop over a tile.
 */
#include "tile/vector.h"

static void keep(struct stx_tiles *t) {
    (void)t;
}
static void to_absolute(struct stx_tiles *t) {
    absolute(t, R0, R0);
}
static void to_negative(struct stx_tiles *t) {
    negate(t, R0, R0);
}
static void to_square(struct stx_tiles *t) {
    mul(t, R0, R0, R0);
}
static void relu(struct stx_tiles *t) {
    where_negative(t, R0);
    copy(t, R0, ZERO);
    everywhere(t);
}
/* Functions that have a parameter find it in R7. */
static void relu_max(struct stx_tiles *t) {
    relu(t);
    sort(t, R0, R7);
}
static void leaky_relu(struct stx_tiles *t) {
    where_negative(t, R0);
    mul(t, R0, R0, R7);
    everywhere(t);
}

static const struct {
    const char *name;
    void (*of_r0)(struct stx_tiles *t);
} functions[STX_TILE_FUNCTIONS] = {
    [STX_TILE_COPY] = {"copy", keep},
    [STX_TILE_ABS] = {"abs", to_absolute},
    [STX_TILE_NEGATIVE] = {"negative", to_negative},
    [STX_TILE_SQUARE] = {"square", to_square},
    [STX_TILE_RELU] = {"relu", relu},
    [STX_TILE_RELU_MAX] = {"relu_max", relu_max},
    [STX_TILE_LEAKY_RELU] = {"leaky_relu", leaky_relu},
    [STX_TILE_EXP] = {"exp", stx_tile_exp},
    [STX_TILE_LOG] = {"log", stx_tile_log},
    [STX_TILE_SQRT] = {"sqrt", stx_tile_sqrt},
    [STX_TILE_RSQRT] = {"rsqrt", stx_tile_rsqrt},
    [STX_TILE_RECIPROCAL] = {"reciprocal", stx_tile_reciprocal},
    [STX_TILE_SIGMOID] = {"sigmoid", stx_tile_sigmoid},
    [STX_TILE_TANH] = {"tanh", stx_tile_tanh},
    [STX_TILE_GELU] = {"gelu", stx_tile_gelu},
    [STX_TILE_SILU] = {"silu", stx_tile_silu},
    [STX_TILE_SIN] = {"sin", stx_tile_sin},
    [STX_TILE_COS] = {"cos", stx_tile_cos},
};

const char *stx_tile_function_name(enum stx_tile_function function) {
    return (uint32_t)function < STX_TILE_FUNCTIONS ? functions[function].name : "";
}

void stx_tile_apply(struct stx_tiles *t, enum stx_tile_function function, uint32_t parameter,
                    unsigned slot) {
    tile_settle(t);
    for (unsigned i = 0; i < VECTORS; i++) {
        load(t, R0, slot, i);
        set(t, R7, parameter);
        functions[function].of_r0(t);
        store(t, R0, slot, i);
    }
    tile_settle(t);
}

static enum stx_tile_result check_unary(const struct stx_tiles *t, enum stx_tile_function function,
                                        const struct stx_tensor *out, const struct stx_tensor *in) {
    enum stx_tile_result result = stx_tensor_check_reals(t, out, in);
    return result == STX_TILE_OK && (uint32_t)function >= STX_TILE_FUNCTIONS ? STX_TILE_ARGUMENT
                                                                             : result;
}

enum stx_tile_result stx_tile_unary(struct stx_tiles *t, enum stx_tile_function function,
                                    uint32_t parameter, const struct stx_tensor *out,
                                    const struct stx_tensor *in) {
    if (tile_begin(t, check_unary(t, function, out, in))) {
        stx_tile_prepare(t, DST_FP32);
        for (unsigned i = 0; i < (unsigned)in->rows * in->columns; i++) {
            tensor_to_dst(t, in, 0, i, 0);
            stx_tile_apply(t, function, parameter, 0);
            tensor_from_dst(t, DST_FP32, 0, out, 0, i);
        }
    }
    return tile_end(t);
}
