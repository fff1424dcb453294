/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - makes the random arguments of tests/api/random.c, whose variables it uses. */
#ifndef TESTS_API_ARGUMENTS_H
#define TESTS_API_ARGUMENTS_H

static uint32_t any_bits(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static uint32_t any_small(void) {
    return any_bits() >> 8 & ((1u << (any_bits() >> 8) % 13u) - 1u);
}

/* Mostly small numbers, or ones at the ends of their range, and few of all others. */
static uint32_t any(void) {
    static const uint32_t ends[] = {0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0xFFFFFFF0u,
                                    0xFFFFu,     0x10000u,    0x7FFFu,     255u,
                                    256u,        0xFFFFFFFEu};
    switch (any_bits() >> 8 & 7u) {
    case 0:
        return ends[(any_bits() >> 8) % (sizeof ends / sizeof *ends)];
    case 1:
        return any_bits();
    case 2: { /* a word of an instruction */
        uint32_t fields = any_bits() & any_bits();
        const struct stx_insn *insn = stx_insn_at((any_bits() >> 8) % 150u);
        return insn ? (uint32_t)insn->opcode << 24 | (fields & 0xFFFFFFu) : fields;
    }
    case 3: /* a register by its address */
        return 0xFFB00000u + (any_bits() & 0x3FFFFCu);
    default:
        return any_small();
    }
}

static uint32_t l1_bytes(void) {
    return any() % (L1_BYTES + 1u);
}

static struct stx_core *any_core(void) {
    return &core[any() & 1u];
}

static struct stx_tiles *any_tiles(void) {
    return any() % 64u ? &tiles : NULL;
}

static const char *any_text(void) {
    static char text[400];
    static const char *const texts[] = {"",
                                        "MVMUL 3 0 2 16",
                                        "STALLWAIT MATH|SYNC, SRCA_VLD|",
                                        "TTI_MVMUL(3, 0, 2, 0x99999999999999)",
                                        "cb3.rate=7",
                                        "MVMUL.latency",
                                        "ATCAS.cycles=4294967296",
                                        "riscv_cycles=",
                                        "sfpu.lreg",
                                        "p_stall::",
                                        "\n",
                                        "SEMPOST MATH_PACK # comment"};
    unsigned which = any() % 16u;
    if (which < sizeof texts / sizeof *texts) {
        return texts[which];
    }
    size_t length = any() % (sizeof text - 1);
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)(1u + (any_bits() >> 8) % 255u);
    }
    text[length] = 0;
    return text;
}

static const struct stx_item *any_item(void) {
    static size_t items;
    while (!items || stx_item_at(items)) {
        items++;
    }
    return stx_item_at((any_bits() >> 8) % items);
}

static const struct stx_insn *any_insn(void) {
    return stx_insn_at(any() % 160u);
}

static const struct stx_field *any_field(void) {
    static struct stx_field field;
    field = (struct stx_field){"field", (uint8_t)any(), (uint8_t)any()};
    return &field;
}

static const struct stx_fault *any_fault(void) {
    static struct stx_fault fault;
    fault = (struct stx_fault){
        (enum stx_fault_kind)any(),  (enum stx_rule)any(), any(), any(), any(), any(), "a sentence",
        any() & 1u ? "here:1" : NULL};
    return &fault;
}

static const struct stx_lint_finding *any_lint_finding(void) {
    static struct stx_lint_finding f;
    f = (struct stx_lint_finding){
        (enum stx_lint_rule)any(), any(), any(), any(), any(), any(), NULL, "here:2", any()};
    return &f;
}

static struct stx_order_access any_access(void) {
    return (struct stx_order_access){.word = any(),
                                     .where = any() & 1u ? "here:3" : NULL,
                                     .mask = any(),
                                     .at = any(),
                                     .issued = any(),
                                     .next = (uint16_t)any(),
                                     .agent = (uint8_t)any(),
                                     .thread = (uint8_t)any(),
                                     .unit = (uint8_t)any(),
                                     .mutexes = (uint8_t)any(),
                                     .how = (uint8_t)any(),
                                     .format = (uint8_t)any()};
}

static const struct stx_order_finding *any_order_finding(void) {
    static struct stx_order_finding f;
    memset(&f, 0, sizeof f);
    f.rule = (enum stx_order_rule)any();
    f.place = (enum stx_order_place)any();
    f.index = any();
    f.first = any_access();
    f.second = any_access();
    f.handed = (uint8_t)any();
    f.times = any();
    return &f;
}

static const struct stx_uninit_finding *any_uninit_finding(void) {
    static struct stx_uninit_finding f;
    f = (struct stx_uninit_finding){(enum stx_uninit_kind)any(), any(), any(), any()};
    return &f;
}

static const struct stx_tensor *any_tensor(void) {
    static const uint8_t formats[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 14, 15, 9};
    static struct stx_tensor ring[8];
    static unsigned next;
    struct stx_tensor *t = &ring[next++ % 8u];
    bool odd = any() % 16u == 0;
    *t = (struct stx_tensor){odd ? any() : 16u * (any() % 4096u),
                             (uint16_t)(odd ? any() : 1u + any() % 3u),
                             (uint16_t)(odd ? any() : 1u + any() % 3u),
                             odd ? (uint8_t)any() : formats[any() % sizeof formats]};
    return any() % 64u ? t : NULL;
}

static const struct stx_tile_product *any_product(void) {
    static struct stx_tile_product p;
    p = (struct stx_tile_product){(uint8_t)(any() % 6u),
                                  any() & 1u,
                                  any() & 1u,
                                  any() & 1u ? any_tensor() : NULL,
                                  (enum stx_tile_function)(any() % 24u),
                                  any()};
    return any() & 1u ? &p : NULL;
}

static const struct stx_time_transfer *any_transfer(void) {
    static struct stx_time_transfer t;
    t = (struct stx_time_transfer){
        any() & 1u, any() & 1u, any() & 1u,           any(), any(), any(), any(), any(),
        any(),      any(),      {any(), any(), any()}};
    return &t;
}

static const uint32_t *const *any_lanes(void) {
    static const uint32_t *in[8];
    for (unsigned i = 0; i < 8; i++) {
        in[i] = any() & 1u ? numbers + 32u * i : NULL;
    }
    return in;
}

/* A saved state with some bytes changed and the right checksum: a state within all limits is taken,
 * whatever else it holds. */
static const uint8_t *a_state(size_t size) {
    if (size > 8 && stx_save(any_core(), block, size) == size) {
        for (unsigned n = any() % 200u; n; n--) {
            block[4 + any_bits() % (size - 8)] = (uint8_t)any();
        }
        crc32_renew(block, size);
    }
    return block;
}

static void new_block(void) {
    free(block);
    block_size = any() % 4u ? any() % 300u : stx_save(&core[0], NULL, 0);
    block = malloc(block_size + !block_size);
    memset(block, (int)any(), block_size);
}

#endif
