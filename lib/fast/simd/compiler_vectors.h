/* SPDX-License-Identifier: Apache-2.0
 *
 * compiler_vectors.h - the compiler's vectors, as wide as the machine's. */
#ifndef STX_NUM_VECTOR_H
#define STX_NUM_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __AVX512F__
#define V_LANES 16u
#else
#define V_LANES 8u
#endif

typedef int32_t vec_i __attribute__((vector_size(V_LANES * 4)));
typedef uint32_t vec_u __attribute__((vector_size(V_LANES * 4)));
typedef float vec_f __attribute__((vector_size(V_LANES * 4)));
typedef uint16_t vec_h __attribute__((vector_size(V_LANES * 2)));
typedef uint8_t vec_b __attribute__((vector_size(V_LANES)));

#define V_INLINE static inline __attribute__((always_inline))

/* Loads and stores without alignment. */
#define V_LOAD(v, from) __builtin_memcpy(&(v), (from), sizeof(v))
#define V_STORE(to, v) __builtin_memcpy((to), &(v), sizeof(v))

/* Unsigned 16-bit or 8-bit elements to 32 bits, and 32 to 16. */
V_INLINE vec_u v_load_u16(const uint16_t *from) {
    vec_h h;
    V_LOAD(h, from);
    return __builtin_convertvector(h, vec_u);
}
V_INLINE vec_u v_load_u8(const uint8_t *from) {
    vec_b b;
    V_LOAD(b, from);
    return __builtin_convertvector(b, vec_u);
}
V_INLINE void v_store_u16(uint16_t *to, vec_u v) {
    vec_h h = __builtin_convertvector(v, vec_h);
    V_STORE(to, h);
}

/* condition: all bits or none, as comparisons give it. */
V_INLINE vec_i v_select(vec_i condition, vec_i yes, vec_i no) {
    return (condition & yes) | (~condition & no);
}
V_INLINE vec_i v_max(vec_i a, vec_i b) {
    return v_select(a > b, a, b);
}
V_INLINE vec_i v_min(vec_i a, vec_i b) {
    return v_select(a < b, a, b);
}
V_INLINE vec_i v_set(int32_t v) {
    return v - (vec_i){0};
}

/* Leading zeros of m > 0: the exponent of a number that does not round up to a power of two. */
V_INLINE vec_i v_leading_zeros(vec_i m) {
    vec_f f = __builtin_convertvector(m & ~(m >> 8), vec_f);
    return 158 - ((vec_i)f >> 23);
}
V_INLINE vec_i v_magnitude(vec_i v) {
    vec_i s = v >> 31;
    return (v ^ s) - s;
}

/* Is there an element that is not 0? */
V_INLINE bool v_any(vec_i v) {
    uint64_t part[V_LANES / 2], any = 0;
    V_STORE(part, v);
    for (unsigned i = 0; i < V_LANES / 2; i++) {
        any |= part[i];
    }
    return any;
}

#endif
