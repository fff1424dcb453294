/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_lanes.c - multiply-adds, products and sums of lanes. If one of several lanes that are
 * computed together is not ordinary, all of them are computed one by one. */
#include "fast/rvv/rvv.h"

#if STX_METHOD == STX_METHOD_RVV

enum {
    EXPONENT = 0x7F800000,
    UNIT = 1 << 23,
    MIDDLE = 1 << 29, /* sets bit 30 if it is added to an exponent in 64..191 */
    ONE = 0x3F800000
};
static const uint32_t MINUS_ONE = 0xBF800000u;

static __attribute__((noinline)) void with_care(const uint32_t *a, const uint32_t *b,
                                                const uint32_t *c, uint32_t *out, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) {
        out[i] = mad_scalar(a ? a[i] : ONE, b[i], c ? c[i] : 0);
    }
}

ALWAYS_INLINE vint32m4_t load(const uint32_t *from, size_t n) {
    return __riscv_vreinterpret_i32m4(__riscv_vle32_v_u32m4(from, n));
}

/* The product of two significands, with its leading one in bit 26 or 27; bit 0 is also set if any
 * lower bits are. */
ALWAYS_INLINE vint32m4_t significands(vint32m4_t x, vint32m4_t y, size_t n) {
    vuint32m4_t p = __riscv_vor(__riscv_vreinterpret_u32m4(__riscv_vsll(x, 8, n)), 1u << 31, n);
    vuint32m4_t q = __riscv_vand(__riscv_vreinterpret_u32m4(__riscv_vsll(y, 4, n)), 0x07FFFFF0u, n);
    q = __riscv_vor(q, 1u << 27, n);
    vint32m4_t m = __riscv_vreinterpret_i32m4(__riscv_vmulhu(p, q, n));
    return __riscv_vor_mu(__riscv_vmsne(__riscv_vmul(p, q, n), 0, n), m, m, 1, n);
}

/* m / 2^d. If any bit is lost, bit 0 is set, unless the quotient is 0. */
ALWAYS_INLINE vint32m4_t jammed(vint32m4_t m, vuint32m4_t d, size_t n) {
    vuint32m4_t kept = __riscv_vsrl(__riscv_vreinterpret_u32m4(m), d, n);
    vuint32m4_t jam = __riscv_vssrl(__riscv_vreinterpret_u32m4(m), d, RVV_JAM, n);
    return __riscv_vreinterpret_i32m4(__riscv_vmerge(jam, 0, __riscv_vmseq(kept, 0, n), n));
}

/* x * y + z by the rules of SPEC 8.5. The exact sum is converted to binary32, which rounds it
 * correctly. False if a lane is not ordinary. In an ordinary lane factors and product have
 * exponents of 64..191, z has one of at most 191, and the sum is not 0. */
ALWAYS_INLINE bool multiply_add(vint32m4_t x, vint32m4_t y, vint32m4_t z, uint32_t *out, size_t n) {
    vint32m4_t ex = __riscv_vadd(__riscv_vand(x, EXPONENT, n), MIDDLE, n);
    vint32m4_t ey = __riscv_vadd(__riscv_vand(y, EXPONENT, n), MIDDLE, n);
    vint32m4_t e = __riscv_vand(z, EXPONENT, n);
    vint32m4_t p = __riscv_vadd(__riscv_vadd(ex, ey, n), -127 * UNIT - 2 * MIDDLE, n);
    vint32m4_t good = __riscv_vand(__riscv_vand(ex, ey, n), __riscv_vadd(p, MIDDLE, n), n);
    good = __riscv_vand(__riscv_vsll(good, 1, n), __riscv_vnot(__riscv_vadd(e, MIDDLE, n), n), n);
    vbool8_t bad = __riscv_vmsge(good, 0, n);
    vint32m4_t large = significands(x, y, n);
    vint32m4_t k = __riscv_vor(__riscv_vsll(__riscv_vand(z, UNIT - 1, n), 3, n), UNIT << 3, n);
    k = __riscv_vmerge(k, 0, __riscv_vmseq(e, 0, n), n);
    vint32m4_t sign = __riscv_vxor(x, y, n);
    vbool8_t opposite = __riscv_vmslt(__riscv_vxor(sign, z, n), 0, n);
    vbool8_t leads = __riscv_vmslt(p, e, n);
    vint32m4_t small = __riscv_vmerge(k, large, leads, n);
    large = __riscv_vmerge(large, k, leads, n);
    sign = __riscv_vand(__riscv_vmerge(sign, z, leads, n), INT32_MIN, n);
    vint32m4_t top = __riscv_vmax(p, e, n), d = __riscv_vsub(top, __riscv_vmin(p, e, n), n);
    small =
        jammed(small, __riscv_vminu(__riscv_vsrl(__riscv_vreinterpret_u32m4(d), 23, n), 31, n), n);
    small = __riscv_vrsub_mu(opposite, small, small, 0, n);
    vint32m4_t sum = __riscv_vadd(large, small, n);
    bad = __riscv_vmor(bad, __riscv_vmseq(sum, 0, n), n);
    if (!rvv_none(bad, n)) {
        return false;
    }
    vint32m4_t r = __riscv_vreinterpret_i32m4(__riscv_vfcvt_f(sum, n));
    r = __riscv_vadd(r, __riscv_vadd(top, -153 * UNIT, n), n);
    __riscv_vse32(out, __riscv_vreinterpret_u32m4(__riscv_vxor(r, sign, n)), n);
    return true;
}

void mad_lanes_rvv(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                   unsigned lanes) {
    for (size_t left = lanes, n; left; left -= n, a += n, b += n, c += n, out += n) {
        n = __riscv_vsetvl_e32m4(left);
        if (!multiply_add(load(a, n), load(b, n), load(c, n), out, n)) {
            with_care(a, b, c, out, n);
        }
    }
}

/* A mask of the lanes whose exponents are not in 64..191 and that are not zeros. */
ALWAYS_INLINE vbool4_t uneasy(vuint32m8_t x, size_t n) {
    vuint32m8_t twice = __riscv_vsll(x, 1, n);
    vbool4_t zero = __riscv_vmseq(twice, 0, n);
    twice = __riscv_vadd(twice, 0xC0000000u, n);
    return __riscv_vmandn(__riscv_vmslt(__riscv_vreinterpret_i32m8(twice), 0, n), zero, n);
}

ALWAYS_INLINE bool all_easy(vuint32m8_t x, vuint32m8_t y, size_t n) {
    return rvv_none(__riscv_vmor(uneasy(x, n), uneasy(y, n), n), n);
}

ALWAYS_INLINE vfloat32m8_t floats_of(vuint32m8_t v) {
    return __riscv_vreinterpret_f32m8(v);
}

ALWAYS_INLINE void floats_store(uint32_t *out, vfloat32m8_t r, size_t n) {
    __riscv_vse32(out, __riscv_vreinterpret_u32m8(r), n);
}

/* Bit 31 of the result is set for exponents in 64..191, and for zeros. */
ALWAYS_INLINE vint32m4_t easy(vint32m4_t x, size_t n) {
    vint32m4_t twice = __riscv_vsll(x, 1, n);
    vint32m4_t easy = __riscv_vsll(__riscv_vxor(x, twice, n), 1, n);
    return __riscv_vmerge(easy, -1, __riscv_vmseq(twice, 0, n), n);
}

ALWAYS_INLINE bool all_set(vint32m4_t x, vint32m4_t y, size_t n) {
    return rvv_none(__riscv_vmsge(__riscv_vand(x, y, n), 0, n), n);
}

/* The same, but also for infinities and NaNs: the hardware has the vector unit's rules for these,
 * and gives the same NaN. */
ALWAYS_INLINE vint32m4_t easy_or_not_finite(vint32m4_t x, size_t n) {
    vbool8_t special = __riscv_vmseq(__riscv_vand(x, EXPONENT, n), EXPONENT, n);
    return __riscv_vmerge(easy(x, n), -1, special, n);
}

ALWAYS_INLINE void store(uint32_t *out, vfloat32m4_t r, size_t n) {
    __riscv_vse32(out, __riscv_vreinterpret_u32m4(r), n);
}

/* For lanes that are not all easy; they may be infinities or NaNs. */
static __attribute__((noinline)) void mul_rarely(const uint32_t *a, const uint32_t *b,
                                                 uint32_t *out, size_t lanes) {
    for (size_t i = 0, n; i < lanes; i += n) {
        n = __riscv_vsetvl_e32m4(lanes - i);
        vint32m4_t x = load(a + i, n), y = load(b + i, n);
        vfloat32m4_t p = __riscv_vreinterpret_f32m4(x), q = __riscv_vreinterpret_f32m4(y);
        if (all_set(easy_or_not_finite(x, n), easy_or_not_finite(y, n), n)) {
            store(out + i, __riscv_vfadd(__riscv_vfmul(p, q, n), 0.0f, n), n);
        } else {
            with_care(a + i, b + i, NULL, out + i, n);
        }
    }
}

static __attribute__((noinline)) void add_rarely(const uint32_t *b, const uint32_t *c,
                                                 uint32_t *out, size_t lanes) {
    for (size_t i = 0, n; i < lanes; i += n) {
        n = __riscv_vsetvl_e32m4(lanes - i);
        vint32m4_t x = load(b + i, n), y = load(c + i, n);
        vfloat32m4_t p = __riscv_vreinterpret_f32m4(x), q = __riscv_vreinterpret_f32m4(y);
        if (all_set(easy_or_not_finite(x, n), easy_or_not_finite(y, n), n)) {
            store(out + i, __riscv_vfadd(p, q, n), n);
        } else {
            with_care(NULL, b + i, c + i, out + i, n);
        }
    }
}

/* Products of easy factors do not underflow, and they overflow correctly; a zero product is +0. */
void mul_lanes_rvv(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (size_t left = lanes, n; left; left -= n, a += n, b += n, out += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t x = __riscv_vle32_v_u32m8(a, n), y = __riscv_vle32_v_u32m8(b, n);
        if (!all_easy(x, y, n)) {
            mul_rarely(a, b, out, left);
            return;
        }
        vfloat32m8_t p = __riscv_vfmul(floats_of(x), floats_of(y), n);
        floats_store(out, __riscv_vfadd(p, 0.0f, n), n);
    }
}

/* Differences are multiply-adds with b = -1.0. */
static __attribute__((noinline)) void sub_rarely(const uint32_t *a, const uint32_t *c,
                                                 uint32_t *out, size_t lanes) {
    for (size_t i = 0, n; i < lanes; i += n) {
        n = __riscv_vsetvl_e32m4(lanes - i);
        const vint32m4_t minus_one = __riscv_vmv_v_x_i32m4((int32_t)MINUS_ONE, n);
        if (!multiply_add(load(a + i, n), minus_one, load(c + i, n), out + i, n)) {
            for (size_t lane = i; lane < i + n; lane++) {
                out[lane] = mad_scalar(a[lane], MINUS_ONE, c[lane]);
            }
        }
    }
}

/* c + b, or c - b. Sums and differences of easy terms neither underflow nor overflow. */
ALWAYS_INLINE void sums_of_lanes(const uint32_t *b, const uint32_t *c, uint32_t *out,
                                 unsigned lanes, bool minus) {
    for (size_t left = lanes, n; left; left -= n, b += n, c += n, out += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t x = __riscv_vle32_v_u32m8(b, n), y = __riscv_vle32_v_u32m8(c, n);
        if (!all_easy(x, y, n)) {
            (minus ? sub_rarely : add_rarely)(b, c, out, left);
            return;
        }
        if (minus) {
            floats_store(out, __riscv_vfsub(floats_of(y), floats_of(x), n), n);
        } else {
            floats_store(out, __riscv_vfadd(floats_of(x), floats_of(y), n), n);
        }
    }
}

void sub_lanes_rvv(const uint32_t *a, const uint32_t *c, uint32_t *out, unsigned lanes) {
    sums_of_lanes(a, c, out, lanes, true);
}

void add_lanes_rvv(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes) {
    sums_of_lanes(b, c, out, lanes, false);
}
#endif
