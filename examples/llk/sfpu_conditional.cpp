/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_conditional.cpp - tiles through Dst, where the vector unit changes each value depending on
 * the value itself.
 *
 * Constants: is_fp32_dest_acc_en, FUNCTION (see math below). Parameters: formats, TILES, A,
 * A_BYTES, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_tiles_a(params);
}

#endif

#ifdef LLK_TRISC_MATH

#include "lanes.h"
#include "thread_math.h"

using own::lanes;

/* x/4 below 0, 1 above 1, x between. */
static lanes clamp(const lanes &x) {
    lanes y = x;
    lanes_if(x < 0.0f) {
        y = x * 0.25f;
    }
    lanes_elseif(x > 1.0f) {
        y = 1.0f;
    }
    lanes_endif;
    return y;
}

/* Inside (-2, 2) x*x, and 1 more outside [-0.5, 0.5); elsewhere -x, but 0 where x is -4 or 4. */
static lanes nested(const lanes &x) {
    lanes y = 0.0f;
    lanes_if(x > -2.0f && x < 2.0f) {
        y = x * x;
        lanes_if(x >= 0.5f || x < -0.5f) {
            y = y + 1.0f;
        }
        lanes_endif;
    }
    lanes_else {
        y = -x;
        lanes_if(x == 4.0f || !(x != -4.0f)) {
            y = 0.0f;
        }
        lanes_endif;
    }
    lanes_endif;
    return y;
}

/* floor(log2(|x|)), or -100 for 0; plus 10 where x is negative and |x| is at least 1. */
static lanes levels(const lanes &x) {
    lanes y = -100.0f, magnitude = own::magnitude_of(x);
    lanes_if(x != 0.0f) {
        y = own::float_of(own::exponent_of(x));
        lanes_and(x < 0.0f);
        lanes_and(magnitude >= lanes(1.0f));
        y = y + 10.0f;
    }
    lanes_endif;
    return y;
}

/* A chain of branches, one for each range; the last one takes all other values. */
static lanes ladder(const lanes &x) {
    lanes y = 0.0f;
    lanes_if(x < -1.5f) {
        y = -3.0f;
    }
    lanes_elseif(x < 0.0f) {
        y = -1.0f;
    }
    lanes_elseif(x == 0.0f) {
        y = 0.5f;
    }
    lanes_elseif(x <= 1.5f) {
        y = 1.0f;
    }
    lanes_else {
        y = lanes(3.0f) - x;
    }
    lanes_endif;
    return y;
}

/* x/4 below 0, x elsewhere. */
static lanes leaky(const lanes &x) {
    lanes y = x;
    lanes_if(x < 0.0f) {
        y = x * 0.25f;
    }
    lanes_endif;
    return y;
}

static lanes function(const lanes &x) {
    return FUNCTION == 0   ? clamp(x)
           : FUNCTION == 1 ? nested(x)
           : FUNCTION == 2 ? levels(x)
           : FUNCTION == 3 ? ladder(x)
           : FUNCTION == 4 ? leaky(x)
                           : x * x;
}

enum : own::u32 { NEXT_8_ROWS = 0, FIRST_ROW = 1 };

/* A vector holds the even or the odd columns of 4 rows. */
static void change_tile() {
    for (own::u32 face = 0; face < own::FACES; face++) {
        for (unsigned i = 0; i < 8; i++) {
            own::dst_store(i, function(own::dst_load(i)));
        }
        TTI_SETRWC(0, 4, 8, 0, 0, 4);
        TTI_SETRWC(0, 4, 8, 0, 0, 4);
    }
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const own::u32 move = TT_OP_MOVA2D(0, 0, NEXT_8_ROWS, 2, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    own::addr_mod(NEXT_8_ROWS, own::rows(8), own::rows(0), 8);
    own::addr_mod(FIRST_ROW, own::ROWS_CLEAR, own::ROWS_CLEAR, own::DST_CLEAR);
    own::addr_mod(own::VECTOR_STAY, own::rows(0), own::rows(0), 0);
    own::mop_loops(1, 8, move, move, TT_OP_MOVA2D(0, 0, FIRST_ROW, 2, 0),
                   TT_OP_SETRWC(1, 0, 0, 0, 0, 15));
    for (own::u32 i = 0; i < params.TILES; i++) {
        half.wait();
        TTI_MOP(1, 0, 0);
        TTI_STALLWAIT(own::HOLD_SFPU, own::UNTIL_MATH_IDLE);
        change_tile();
        half.done();
    }
}

#endif

#ifdef LLK_TRISC_PACK

#include "thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::pack_tiles(params, params.TILES);
}

#endif
