/* SPDX-License-Identifier: Apache-2.0
 *
 * gpr_words.c - finds the GPRs that words read and write, by the rows of the table. */
#include "isa/gpr_words.h"

enum { OF_GPR = STX_GPRS - 1 };

/* One GPR, or the four of an aligned group that it is in; then it is the first one in the list. */
static unsigned add(struct gpr_bits *list, uint32_t gpr, bool four) {
    unsigned count = four ? 4 : 1;
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (struct gpr_bits){(gpr & (OF_GPR & ~3u)) | ((gpr + i) & 3u), UINT32_MAX};
    }
    return count;
}

static void reads(struct gpr_use *use, uint32_t gpr, bool four) {
    use->reads += (uint8_t)add(&use->read[use->reads], gpr, four);
}

static void writes(struct gpr_use *use, uint32_t gpr, bool four) {
    use->writes += (uint8_t)add(&use->written[use->writes], gpr, four);
}

/* Half h is in GPR h / 2; an odd h is the upper half. */
static struct gpr_bits half_of(uint32_t half) {
    return (struct gpr_bits){half / 2 & OF_GPR, half & 1u ? 0xFFFF0000u : 0xFFFFu};
}

static void writes_half(struct gpr_use *use, uint32_t half, bool four) {
    if (four) {
        writes(use, half / 2, true);
    } else {
        use->written[use->writes++] = half_of(half);
    }
}

static void steps(struct gpr_use *use, uint32_t half, bool by_something) {
    use->step = use->read[use->reads++] = half_of(half);
    use->steps = by_something;
}

struct gpr_use stx_gprs_of(uint32_t word) {
    struct gpr_use use = {.reads = 0};
    switch (stx_opcode_of(word)) {
#define GPR_IN(bit) reads(&use, word >> (bit), false);
#define GPR_IN_UNLESS(bit, of) (word >> (of)&1u ? (void)0 : reads(&use, word >> (bit), false));
#define GPR_IN_4(bit, mask, value) reads(&use, word >> (bit), (word & (mask)) == (value));
#define GPR_OUT(bit) writes(&use, word >> (bit), false);
#define GPR_OUT_4(bit, mask, value) writes(&use, word >> (bit), (word & (mask)) == (value));
#define GPR_OUT_HALF(bit, mask) writes_half(&use, word >> (bit), word & (mask));
#define GPR_OFFSET(bit, by) steps(&use, word >> (bit), word >> (by)&3u);
#define INSN(NAME, opcode, unit, facts, ...) \
    case opcode:                             \
        facts break;
#include "isa/tensix.def"
    default:
        break;
    }
    return use;
}
