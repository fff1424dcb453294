/* SPDX-License-Identifier: Apache-2.0
 *
 * compiler_vectors.h - the compiler's vector types, as wide as the machine's registers. */
#ifndef STX_FAST_SIMD_COMPILER_VECTORS_H
#define STX_FAST_SIMD_COMPILER_VECTORS_H

#include <stdbool.h>
#include <stdint.h>

#include "num/bits.h"
#include "softensix/config.h"

/* V_TARGET marks every function that computes with vectors, so that a library for machines without
 * AVX2 can contain it. */
#if STX_CHOOSE
#define V_TARGET __attribute__((target("avx2,fma")))
#define V_FMA 1
#else
#define V_TARGET
#ifdef __FMA__
#define V_FMA 1
#else
#define V_FMA 0
#endif
#endif

enum {
    V_LANES = 8,
    V_BLOCKS = 16 / V_LANES /* vectors that hold sixteen columns */
};
#if !defined __clang__ && (STX_CHOOSE || defined __AVX2__)
#define V_AVX2 1
#else
#define V_AVX2 0
#endif

typedef int32_t vec_i __attribute__((vector_size(V_LANES * 4)));
typedef uint32_t vec_u __attribute__((vector_size(V_LANES * 4)));
typedef float vec_f __attribute__((vector_size(V_LANES * 4)));
typedef uint16_t vec_h __attribute__((vector_size(V_LANES * 2)));
typedef uint8_t vec_b __attribute__((vector_size(V_LANES)));
typedef int16_t vec_s __attribute__((vector_size(V_LANES * 2))); /* signed, of 16 bits */
typedef int16_t vec_e __attribute__((vector_size(32)));          /* of sixteen columns */
typedef uint32_t vec_two __attribute__((vector_size(32))); /* two numbers of 16 bits in each */

/* A row: the sixteen cells of a register, or sixteen bytes. */
typedef uint16_t row_cells __attribute__((vector_size(32)));
typedef uint8_t row_bytes __attribute__((vector_size(16)));

#define V_INLINE static inline V_TARGET __attribute__((always_inline))

/* Unaligned loads and stores. */
#define V_LOAD(v, from) __builtin_memcpy(&(v), (from), sizeof(v))
#define V_STORE(to, v) __builtin_memcpy((to), &(v), sizeof(v))

/* A sum modulo 2^32: lanes whose result is not needed may overflow. */
V_INLINE vec_i v_sum(vec_i a, vec_i b) {
    return (vec_i)((vec_u)a + (vec_u)b);
}

V_INLINE vec_i v_set(int32_t v) {
    return v - (vec_i){0};
}

/* Operations for which the machine has an instruction that GCC does not always find. Each
 * element of a condition has all bits set or none, like the result of a comparison. Shift amounts
 * are 0 or more; a shift by 32 or more leaves only the sign. v_with_sign() is -m where v is
 * negative, otherwise m, which must be 0 where v is 0. */
#if V_AVX2
V_INLINE vec_u v_load_u16(const uint16_t *from) {
    typedef short eight __attribute__((vector_size(16)));
    eight h;
    V_LOAD(h, from);
    return (vec_u)__builtin_ia32_pmovzxwd256(h);
}
V_INLINE vec_i v_load_s16(const int16_t *from) {
    typedef short eight __attribute__((vector_size(16)));
    eight h;
    V_LOAD(h, from);
    return __builtin_ia32_pmovsxwd256(h);
}
V_INLINE vec_i v_select(vec_i condition, vec_i yes, vec_i no) {
    return (vec_i)__builtin_ia32_blendvps256((vec_f)no, (vec_f)yes, (vec_f)condition);
}
V_INLINE vec_i v_max(vec_i a, vec_i b) {
    return __builtin_ia32_pmaxsd256(a, b);
}
V_INLINE vec_i v_min(vec_i a, vec_i b) {
    return __builtin_ia32_pminsd256(a, b);
}
V_INLINE vec_i v_min_unsigned(vec_i a, vec_i b) {
    return __builtin_ia32_pminud256(a, b);
}
V_INLINE vec_e v_max16(vec_e a, vec_e b) {
    return __builtin_ia32_pmaxsw256(a, b);
}
V_INLINE row_cells v_max_cells(row_cells a, row_cells b) {
    typedef short words __attribute__((vector_size(32)));
    return (row_cells)__builtin_ia32_pmaxuw256((words)a, (words)b);
}
V_INLINE row_cells v_select_cells(row_cells condition, row_cells yes, row_cells no) {
    typedef char bytes __attribute__((vector_size(32)));
    return (row_cells)__builtin_ia32_pblendvb256((bytes)no, (bytes)yes, (bytes)condition);
}
V_INLINE vec_i v_magnitude(vec_i v) {
    return __builtin_ia32_pabsd256(v);
}
V_INLINE vec_i v_with_sign(vec_i m, vec_i v) {
    return __builtin_ia32_psignd256(m, v);
}
V_INLINE vec_i v_shift(vec_i v, vec_i by) {
    return __builtin_ia32_psrav8si(v, by);
}
/* V_LANES of sixteen columns, block 0 or 1, sign-extended to 32 bits. */
V_INLINE vec_i v_widened(vec_e v, unsigned block) {
    typedef long long four __attribute__((vector_size(32)));
    typedef short eight __attribute__((vector_size(16)));
    return block ? __builtin_ia32_pmovsxwd256((eight)__builtin_ia32_extract128i256((four)v, 1))
                 : __builtin_ia32_pmovsxwd256((eight)__builtin_ia32_extract128i256((four)v, 0));
}
/* Sixteen elements below 2^16 as cells. */
V_INLINE row_cells v_narrowed(const vec_i v[V_BLOCKS]) {
    typedef long long four __attribute__((vector_size(32)));
    four cells = (four)__builtin_ia32_packusdw256(v[0], v[1]);
    return (row_cells)__builtin_ia32_permdi256(cells, 0xD8);
}
#else
V_INLINE vec_u v_load_u16(const uint16_t *from) {
    vec_h h;
    V_LOAD(h, from);
    return __builtin_convertvector(h, vec_u);
}
V_INLINE vec_i v_load_s16(const int16_t *from) {
    vec_s h;
    V_LOAD(h, from);
    return __builtin_convertvector(h, vec_i);
}
V_INLINE vec_i v_select(vec_i condition, vec_i yes, vec_i no) {
    return (condition & yes) | (~condition & no);
}
V_INLINE vec_i v_max(vec_i a, vec_i b) {
    return v_select(a > b, a, b);
}
V_INLINE vec_i v_min(vec_i a, vec_i b) {
    return v_select(a < b, a, b);
}
V_INLINE vec_i v_min_unsigned(vec_i a, vec_i b) {
    return v_select((vec_i)((vec_u)a < (vec_u)b), a, b);
}
V_INLINE vec_e v_max16(vec_e a, vec_e b) {
    vec_e more = a > b;
    return (more & a) | (~more & b);
}
V_INLINE row_cells v_select_cells(row_cells condition, row_cells yes, row_cells no) {
    return (condition & yes) | (~condition & no);
}
V_INLINE row_cells v_max_cells(row_cells a, row_cells b) {
    return v_select_cells((row_cells)(a > b), a, b);
}
V_INLINE vec_i v_magnitude(vec_i v) {
    vec_i s = v >> 31;
    return (v ^ s) - s;
}
V_INLINE vec_i v_with_sign(vec_i m, vec_i v) {
    vec_i s = v >> 31;
    return (m ^ s) - s;
}
V_INLINE vec_i v_shift(vec_i v, vec_i by) {
    return v >> v_select(by > 31, v_set(31), by);
}
V_INLINE vec_i v_widened(vec_e v, unsigned block) {
    vec_s part;
    V_LOAD(part, (const int16_t *)&v + block * V_LANES);
    return __builtin_convertvector(part, vec_i);
}
V_INLINE row_cells v_narrowed(const vec_i v[V_BLOCKS]) {
    row_cells cells;
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_h h = __builtin_convertvector((vec_u)v[block], vec_h);
        V_STORE((uint16_t *)&cells + block * V_LANES, h);
    }
    return cells;
}
#endif

V_INLINE void v_store_cells(uint16_t *to, const vec_i v[V_BLOCKS]) {
    row_cells cells = v_narrowed(v);
    V_STORE(to, cells);
}

/* v * w + n. A rounding before the sum does not matter (float_sums.c). */
V_INLINE vec_f v_multiply_add(vec_f v, float w, vec_f n) {
#if V_AVX2 && V_FMA
    return __builtin_ia32_vfmaddps256(v, w - (vec_f){0}, n);
#else
    return n + v * w;
#endif
}

V_INLINE vec_u v_load_u8(const uint8_t *from) {
#if V_AVX2
    typedef char sixteen __attribute__((vector_size(16)));
    typedef long long two __attribute__((vector_size(16)));
    long long eight;
    V_LOAD(eight, from);
    return (vec_u)__builtin_ia32_pmovzxbd256((sixteen)(two){eight, 0});
#else
    vec_b b;
    V_LOAD(b, from);
    return __builtin_convertvector(b, vec_u);
#endif
}

/* Sixteen bytes as cells. */
V_INLINE row_cells v_cells_of_bytes(const uint8_t *from) {
    row_bytes b;
    V_LOAD(b, from);
#if V_AVX2
    typedef char sixteen __attribute__((vector_size(16)));
    return (row_cells)__builtin_ia32_pmovzxbw256((sixteen)b);
#else
    return __builtin_convertvector(b, row_cells);
#endif
}

/* The largest of sixteen numbers, in all columns. */
V_INLINE row_cells v_largest(row_cells v) {
#if V_AVX2
    typedef short eight __attribute__((vector_size(16)));
    eight half[2], most;
    V_STORE(half, v);
    most = (eight)__builtin_ia32_pmaxuw128(half[0], half[1]);
    return ~(row_cells)__builtin_ia32_pbroadcastw256(__builtin_ia32_phminposuw128(~most));
#else
    uint16_t most = 0;
    for (unsigned i = 0; i < 16; i++) {
        most = v[i] > most ? v[i] : most;
    }
    return most - (row_cells){0};
#endif
}

/* Sixteen words that have these upper and lower halves. */
V_INLINE void v_words(vec_i to[V_BLOCKS], row_cells upper, row_cells lower) {
#if V_AVX2
    typedef long long four __attribute__((vector_size(32)));
    typedef short words __attribute__((vector_size(32)));
    words u = (words)__builtin_ia32_permdi256((four)upper, 0xD8);
    words l = (words)__builtin_ia32_permdi256((four)lower, 0xD8);
    to[0] = (vec_i)__builtin_ia32_punpcklwd256(l, u);
    to[1] = (vec_i)__builtin_ia32_punpckhwd256(l, u);
#else
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_h u, l;
        V_LOAD(u, (const uint16_t *)&upper + block * V_LANES);
        V_LOAD(l, (const uint16_t *)&lower + block * V_LANES);
        to[block] =
            (vec_i)(__builtin_convertvector(u, vec_u) << 16 | __builtin_convertvector(l, vec_u));
    }
#endif
}

V_INLINE void v_store_words(uint32_t *to, row_cells upper, row_cells lower) {
    vec_i word[V_BLOCKS];
    v_words(word, upper, lower);
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        V_STORE(to + block * V_LANES, word[block]);
    }
}

/* Stores sixteen numbers as words that have the number in both halves. */
V_INLINE void v_store_twice(uint32_t *to, vec_e v) {
    v_store_words(to, (row_cells)v, (row_cells)v);
}

/* True if any element is not 0. */
V_INLINE bool v_any(vec_i v) {
    uint64_t part[V_LANES / 2], any = 0;
    V_STORE(part, v);
    for (unsigned i = 0; i < V_LANES / 2; i++) {
        any |= part[i];
    }
    return any;
}

#endif
