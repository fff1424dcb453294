/* SPDX-License-Identifier: Apache-2.0
 *
 * builtins.cpp - a kernel that uses the builtins of sfpi without its headers: eight vectors, each
 * through another part, so that the recorded form of every kind of builtin is compared with its
 * execution (tests/ulp/recording.py). */
#include <cstdint>

#include "llk/vector_type.h"

using __xtt_vector = unsigned __attribute__((vector_size(128)));
#include "tensix_builtins.def"

#include "recorder.h"
extern "C" {
#include "machine.h"
}

using vec = __xtt_vector;
constexpr void *BUFFER = nullptr;
constexpr unsigned LT = 1, EQ = 2, GTE = 3, NE = 4, LTE = 5, GT = 6;

/* What no word of Wormhole computes; the address mode that moves no counter. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define RECIPROCAL(v) __builtin_rvtt_sfparecip(v, 0)
#define LOW_PRODUCT(a, b) __builtin_rvtt_sfpmul24(a, b, 0)
constexpr unsigned STAYS = 7;
#else
#define RECIPROCAL(v) __builtin_rvtt_sfpmul(v, v, 0)
#define LOW_PRODUCT(a, b) __builtin_rvtt_sfpmul(a, b, 0)
constexpr unsigned STAYS = 3;
#endif

static vec constant(std::uint32_t bits) {
    return __builtin_rvtt_sfpxloadi(BUFFER, bits, 0, 0, 31);
}
static vec load(unsigned vector) {
    return __builtin_rvtt_sfpload(BUFFER, 2 * vector, 0, 0, 0, STAYS);
}
static void store(unsigned vector, vec v) {
    __builtin_rvtt_sfpstore(BUFFER, v, 2 * vector, 0, 0, 0, STAYS);
}
static void assign(vec &to, vec v) {
    to = __builtin_rvtt_sfpassign_lv(to, v);
}
static void begin_if(int condition) {
    __builtin_rvtt_sfppushc(0);
    __builtin_rvtt_sfpxcondb(condition, __builtin_rvtt_sfpxvif());
}
static void other(void) {
    __builtin_rvtt_sfpcompc();
}
static void end_if(void) {
    __builtin_rvtt_sfppopc(0);
}

static vec arithmetic(vec x) {
    vec two = constant(0x40000000), a = __builtin_rvtt_sfpmul(x, x, 0);
    vec b = __builtin_rvtt_sfpmad(x, two, a, 0),
        c = __builtin_rvtt_sfpadd(b, constant(0xBF800000), 0);
    vec r = RECIPROCAL(c), m = __builtin_rvtt_sfpmov(r, 1);
    return __builtin_rvtt_sfpadd(m, __builtin_rvtt_sfpabs(x, 1), 0);
}

static vec fields(vec x) {
    vec e = __builtin_rvtt_sfpexexp(x, 0), m = __builtin_rvtt_sfpexman(x, 0);
    vec f = __builtin_rvtt_sfpsetexp_i(BUFFER, x, 126, 0, 0, 0);
    vec g = __builtin_rvtt_sfpsetexp_v(f, __builtin_rvtt_sfpxiadd_i(BUFFER, e, 127, 0, 0, 0), 0);
    vec h = __builtin_rvtt_sfpsetman_v(g, m, 0), s = __builtin_rvtt_sfpsetsgn_v(h, x, 0);
    vec d = __builtin_rvtt_sfpdivp2(BUFFER, s, 3, 0, 0, 1);
    return __builtin_rvtt_sfpsetsgn_i(
        BUFFER, __builtin_rvtt_sfpsetman_i(BUFFER, d, 0x123456, 0, 0, 0), 1, 0, 0, 0);
}

static vec integers(vec x) {
    vec a = __builtin_rvtt_sfpand(x, constant(0x7FFF0000)),
        o = __builtin_rvtt_sfpor(a, constant(0x10000));
    vec s = __builtin_rvtt_sfpshft_i(BUFFER, o, -3, 0, 0, 0), z = __builtin_rvtt_sfplz(s, 0);
    vec v = __builtin_rvtt_sfpshft_v(s, z, 0), n = __builtin_rvtt_sfpnot(v);
    vec sum = __builtin_rvtt_sfpxiadd_v(n, s, 0), d = __builtin_rvtt_sfpxiadd_v(sum, v, 16);
    vec k = __builtin_rvtt_sfpxiadd_i(BUFFER, d, 5, 0, 0, 16);
    return __builtin_rvtt_sfpcast(__builtin_rvtt_sfpxor(k, x), 0);
}

static vec conditions(vec x) {
    vec r = x;
    begin_if(__builtin_rvtt_sfpxfcmps(BUFFER, x, 0, 0, 0, LT));
    assign(r, __builtin_rvtt_sfpmul(x, constant(0x3E800000), 0));
    begin_if(__builtin_rvtt_sfpxfcmps(BUFFER, x, 0xC0000000, 0, 0, LTE));
    assign(r, constant(0xBF000000));
    end_if();
    other();
    begin_if(__builtin_rvtt_sfpxfcmpv(x, constant(0x40400000), GTE));
    assign(r, constant(0x40400000));
    end_if();
    end_if();
    vec asked = r, bits = __builtin_rvtt_sfpexexp(x, 0);
    for (unsigned mod = 0; mod <= 8; mod += 8) { /* a sum that asks for its sign */
        __builtin_rvtt_sfppushc(0);
        __builtin_rvtt_sfpiadd_i(BUFFER, bits, mod ? -5 : 3, 0, 0, mod);
        assign(asked, __builtin_rvtt_sfpadd(asked, constant(0x40400000), 0));
        __builtin_rvtt_sfpiadd_v(bits, bits, mod);
        assign(asked, __builtin_rvtt_sfpmov(asked, 1));
        __builtin_rvtt_sfppopc(0);
    }
    return asked;
}

static vec booleans(vec x) {
    vec e = __builtin_rvtt_sfpexexp(x, 0), r = constant(0x3F800000);
    int small = __builtin_rvtt_sfpxicmps(BUFFER, e, -4, 0, 0, LT);
    int large = __builtin_rvtt_sfpxicmpv(constant(6), e, GT);
    int either = __builtin_rvtt_sfpxbool(sfpi::SFPXBOOL_MOD1_OR, small, large);
    begin_if(either);
    assign(r, __builtin_rvtt_sfpcast(__builtin_rvtt_sfpxcondi(small), 0));
    end_if();
    int equal = __builtin_rvtt_sfpxicmps(BUFFER, e, 2, 0, 0, EQ);
    int not_zero = __builtin_rvtt_sfpxfcmps(BUFFER, x, 0, 0, 0, NE);
    begin_if(__builtin_rvtt_sfpxbool(sfpi::SFPXBOOL_MOD1_AND, equal, not_zero));
    assign(r, x);
    end_if();
    return r;
}

static vec tables(vec x) {
    vec a = __builtin_rvtt_sfplut(constant(0x1234), constant(0x3FF0), constant(0x22A1), x, 4);
    vec b = __builtin_rvtt_sfplutfp32_6r(constant(0x34003800), constant(0x3C003000),
                                         constant(0x38003A00), constant(0x30003400),
                                         constant(0xB4003800), constant(0x3800AC00), x, 2);
    vec c = __builtin_rvtt_sfplutfp32_3r(constant(0x34003800), constant(0x3C00B000),
                                         constant(0x3800AA00), x, 10);
    return __builtin_rvtt_sfpadd(__builtin_rvtt_sfpadd(a, b, 0), c, 0);
}

static vec several(vec x) {
    auto pair = __builtin_rvtt_sfpswap(x, constant(0x3F000000), 1);
    vec low = __builtin_rvtt_sfpselect2(pair, 0), high = __builtin_rvtt_sfpselect2(pair, 1);
    __builtin_rvtt_sfpwritelreg(__builtin_rvtt_sfpadd(low, low, 0), 2);
    vec back = __builtin_rvtt_sfpreadlreg(2);
    vec rounded =
        __builtin_rvtt_sfpstochrnd_i(BUFFER, __builtin_rvtt_sfpmul(back, high, 0), 0, 0, 0, 1, 0);
    return LOW_PRODUCT(rounded, constant(0x123));
}

/* Words of the kernel's own between builtins, on the same registers and flags. */
static vec words(vec x) {
    __builtin_rvtt_sfpwritelreg(x, 1);
    stx_llk_issue(1, 0x87000000); /* SFPPUSHC */
    stx_llk_issue(1, 0x7B000100); /* SFPSETCC: LReg1 is negative */
    stx_llk_issue(1, 0x7C000121); /* SFPMOV: LReg2 = -LReg1 */
    vec r = constant(0x40A00000);
    assign(r, __builtin_rvtt_sfpreadlreg(2));
    stx_llk_issue(1, 0x88000000); /* SFPPOPC */
    return __builtin_rvtt_sfpadd(r, x, 0);
}

extern "C" void ulp_init(void) {
}

#if ULP_OPERANDS == 3
/* Each operand is a tile behind the one before. */
extern "C" void ulp_kernel(void) {
    for (unsigned i = 0; i < 8; i++) {
        vec z = load(64 + i), product = __builtin_rvtt_sfpmul(load(i), load(32 + i), 0);
        store(i, __builtin_rvtt_sfpadd(product, z, 0));
    }
}
#elif ULP_OPERANDS == 2
extern "C" void ulp_kernel(void) {
    for (unsigned i = 0; i < 8 - ULP_LEFT; i++) {
        store(i, __builtin_rvtt_sfpmad(load(i), load(32 + i), load(i), 0));
    }
#if ULP_LEFT /* a mistake besides, of a rule: SFPLOADI to LReg12 */
    stx_issue(ulp_core(), 1, 0x71C20001);
#endif
}
#else
extern "C" void ulp_kernel(void) {
    store(0, arithmetic(load(0)));
    store(1, fields(load(1)));
    store(2, integers(load(2)));
    store(3, conditions(load(3)));
    store(4, booleans(load(4)));
    store(5, tables(load(5)));
    store(6, several(load(6)));
    store(7, words(load(7)));
}
#endif
