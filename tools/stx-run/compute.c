/* SPDX-License-Identifier: Apache-2.0
 *
 * compute.c - what RISC-V instructions compute from registers: RV32IM, Zba, Zbb, and the atomic
 * operations of Zaamo, which are those of the cores beside the coprocessor. */
#include "compute.h"

enum { IMMEDIATE = 0x13, REGISTERS = 0x33 };

static uint32_t signed_shift(uint32_t a, unsigned by) {
    return by ? a >> by | (a >> 31 ? ~0u << (32u - by) : 0) : a;
}

static uint32_t rotated(uint32_t a, unsigned right) {
    return right % 32u ? a >> right % 32u | a << (32u - right % 32u) : a;
}

static uint32_t base(unsigned function, bool other, uint32_t a, uint32_t b) {
    switch (function) {
    case 0:
        return other ? a - b : a + b;
    case 1:
        return a << b % 32u;
    case 2:
        return (int32_t)a < (int32_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return other ? signed_shift(a, b % 32u) : a >> b % 32u;
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static uint32_t divided(unsigned function, uint32_t a, uint32_t b) {
    bool overflows = a == 0x80000000u && b == UINT32_MAX;
    switch (function) {
    case 4:
        return !b ? UINT32_MAX : overflows ? a : (uint32_t)((int32_t)a / (int32_t)b);
    case 5:
        return b ? a / b : UINT32_MAX;
    case 6:
        return !b ? a : overflows ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
    default:
        return b ? a % b : a;
    }
}

static uint32_t multiplied(unsigned function, uint32_t a, uint32_t b) {
    int64_t left = function == 3 ? (int64_t)a : (int32_t)a;
    int64_t right = function == 1 ? (int32_t)b : (int64_t)b;
    return function ? (uint32_t)((uint64_t)(left * right) >> 32) : a * b;
}

static unsigned count_bits(uint32_t a) {
    unsigned count = 0;
    for (; a; a &= a - 1u) {
        count++;
    }
    return count;
}

static unsigned leading_zeros(uint32_t a) {
    unsigned count = 32;
    for (; a; a >>= 1) {
        count--;
    }
    return count;
}

static uint32_t extended(uint32_t a, unsigned width) {
    uint32_t sign = 1u << (width - 1u);
    return ((a & (2u * sign - 1u)) ^ sign) - sign;
}

static uint32_t bytes_set(uint32_t a) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        result |= a >> i & 0xFFu ? 0xFFu << i : 0;
    }
    return result;
}

static uint32_t bytes_reversed(uint32_t a) {
    return a << 24 | (a & 0xFF00u) << 8 | (a >> 8 & 0xFF00u) | a >> 24;
}

/* Of one register: those that are encoded like shifts by an immediate. */
static bool of_one(uint32_t code, uint32_t a, uint32_t *result) {
    switch (code) {
    case 0x600:
        *result = leading_zeros(a);
        return true;
    case 0x601:
        *result = a ? count_bits((a & -a) - 1u) : 32u;
        return true;
    case 0x602:
        *result = count_bits(a);
        return true;
    case 0x604:
    case 0x605:
        *result = extended(a, code == 0x604 ? 8 : 16);
        return true;
    default:
        return false;
    }
}

static bool shifted(uint32_t code, unsigned function, uint32_t a, uint32_t *result) {
    unsigned kind = code >> 5, by = code % 32u;
    bool good = kind == 0 || (function == 5 && (kind == 0x20 || kind == 0x30));
    if (function == 5 && (code == 0x287 || code == 0x698)) {
        *result = code == 0x287 ? bytes_set(a) : bytes_reversed(a);
        return true;
    }
    *result = kind == 0x30 ? rotated(a, by) : base(function, kind == 0x20, a, by);
    return good || (function == 1 && of_one(code, a, result));
}

/* Zba and Zbb, of two registers. */
static bool more_of_two(unsigned kind, unsigned function, uint32_t a, uint32_t b, uint32_t *r) {
    bool less = function & 1u ? a < b : (int32_t)a < (int32_t)b;
    switch (kind << 4 | function) {
    case 0x102:
    case 0x104:
    case 0x106:
        *r = (a << function / 2u) + b;
        return true;
    case 0x204:
    case 0x206:
    case 0x207:
        *r = base(function, false, a, ~b);
        return true;
    case 0x301:
    case 0x305:
        *r = rotated(a, function == 5 ? b % 32u : 32u - b % 32u);
        return true;
    case 0x054:
    case 0x055:
    case 0x056:
    case 0x057:
        *r = less == (function < 6) ? a : b;
        return true;
    case 0x044:
        *r = a & 0xFFFFu;
        return b == 0;
    default:
        return false;
    }
}

bool hart_compute(uint32_t instruction, uint32_t a, uint32_t b, uint32_t *result) {
    unsigned function = instruction >> 12 & 7u, kind = instruction >> 25;
    if ((instruction & 0x7Fu) == IMMEDIATE) {
        if (function % 4u == 1) {
            return shifted(instruction >> 20, function, a, result);
        }
        *result = base(function, false, a, b);
        return true;
    }
    if ((instruction & 0x7Fu) != REGISTERS) {
        return false;
    }
    if (kind == 1) {
        *result = function < 4 ? multiplied(function, a, b) : divided(function, a, b);
        return true;
    }
    if (kind == 0 || (kind == 0x20 && (function == 0 || function == 5))) {
        *result = base(function, kind == 0x20, a, b);
        return true;
    }
    return more_of_two(kind, function, a, b, result);
}

bool hart_atomic(uint32_t instruction, uint32_t memory, uint32_t b, uint32_t *result) {
    switch (instruction >> 27) {
    case 0:
        *result = memory + b;
        return true;
    case 1:
        *result = b;
        return true;
    case 4:
        *result = memory ^ b;
        return true;
    case 8:
        *result = memory | b;
        return true;
    case 12:
        *result = memory & b;
        return true;
    case 16:
    case 20:
        *result = ((int32_t)memory < (int32_t)b) == (instruction >> 27 == 16) ? memory : b;
        return true;
    case 24:
    case 28:
        *result = (memory < b) == (instruction >> 27 == 24) ? memory : b;
        return true;
    default:
        return false;
    }
}
