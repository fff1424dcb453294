/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * For how long what fast products made of SrcA and SrcB is kept (kept_operands.c): until its bank
 * is written or its place is taken, and never for other data. */
#include "fast/chosen.h"
#include "fpu/product.h"
#include "insn/fpu.h"
#include "regs/src.h"

static unsigned bank;

static void swap_in(unsigned source, unsigned in, unsigned row, uint32_t datum) {
    struct stx_src *src = source ? &core.srcb : &core.srca;
    src->high[in][row][0] = (uint16_t)(datum >> 16);
}

/* Sixteen products of ones, or of one two: element 0 of the first row. */
static uint32_t first_element(unsigned a_row, unsigned b_row) {
    struct fpu_plan plan;
    const struct product_block block = {
        .a0 = a_row, .b0 = b_row, .b_step = 1, .d_step = 1, .rows = 8};
    fpu_plan_make(&plan, &core, 0);
    memset(&core.dst, 0, sizeof core.dst);
    product_of_block(&core, &plan, &block);
    return core.dst.cell[0][0];
}
enum { SIXTEEN = 0x4180, SEVENTEEN = 0x4188 }; /* as bfloat16 */

static void start_with_ones(void) {
    start(BF16, BF16);
    for (unsigned i = 0; i < 2 * 64 * 16; i++) {
        stx_src_poke(&core, A, i / 1024, i / 16, i % 16, ONE);
        stx_src_poke(&core, B, i / 1024, i / 16, i % 16, ONE);
    }
}

/* A change behind the library's back shows that data are not read again. */
static bool decoded_once(unsigned source) {
    struct stx_src *src = source ? &core.srcb : &core.srca;
    start_with_ones();
    src->fpu_bank = (uint8_t)bank;
    bool good = first_element(0, 0) == SIXTEEN;
    swap_in(source, bank, 0, TWO);
    good &= first_element(0, 0) == SIXTEEN;
    src_touch(src, !bank);
    good &= first_element(0, 0) == SIXTEEN;
    src_touch(src, bank);
    good &= first_element(0, 0) == SEVENTEEN;
    swap_in(source, bank, 0, ONE);
    return good && first_element(0, 0) == SEVENTEEN;
}

TEST(a_face_of_srca_is_decoded_once_until_its_bank_is_written) {
    for (bank = 0; bank < 2; bank++) {
        CHECK(decoded_once(A));
        for (unsigned place = 0; place != STX_DECODED_A; place++) {
            CHECK_EQ(first_element(16 + 16 * place, 0), SIXTEEN); /* takes the place */
        }
        CHECK_EQ(first_element(0, 0), SIXTEEN);
    }
}

TEST(rows_of_srcb_are_decoded_once_until_their_bank_is_written) {
    for (bank = 0; bank < 2; bank++) {
        CHECK(decoded_once(B));
    }
}

/* Another bank, row, phase, format or treatment of denormals, or one of those before. */
static void vary(uint32_t r) {
    static const uint8_t format[] = {BF16, TF32, FP16, FP8, INT8};
    unsigned f = format[r % 5];
    set_formats(f, r & 32u && f != INT8 ? BF16 : f);
    core.cfg[0][1] = (core.cfg[0][1] & ~(5u << 29)) | (f == INT8 ? 1u << 31 : (r & 64u) << 23);
    core.cfg[0][2] = r >> 7 & 1u;
    core.rwc[0].fidelity = r >> 8 & 3u;
    core.srca.fpu_bank = (r >> 10) % STX_SRC_BANKS;
    core.srcb.fpu_bank = (r >> 11) % STX_SRC_BANKS;
}

TEST(operands_that_were_decoded_otherwise_are_not_used) {
    static struct stx_core other;
    start(BF16, BF16);
    fill_random(true);
    for (unsigned i = 0; i < 2 * 64 * 16; i++) { /* with small exponents too, and zeros */
        uint32_t v = stx_src_peek(&core, i & 1u, i / 1024, i / 16, i);
        stx_src_poke(&core, i & 1u, i / 1024, i / 16, i, i % 7 ? v : v & 0x8FFFE000u);
        stx_src_poke(&core, i & 1u, i / 1024, i / 16, i, i % 5 ? v : v & 0x807FE000u);
    }
    for (unsigned n = 0; n < 1500; n++) {
        struct fpu_plan plan;
        uint32_t r = random32(), rows = random32();
        const struct product_block block = {
            .a0 = rows & 0x18u, .b0 = rows >> 8 & 8u, .b_step = 1, .d_step = 1, .rows = 4};
        vary(r);
        fpu_plan_make(&plan, &core, 0);
        other.srca = core.srca, other.srcb = core.srcb, other.dst = core.dst;
        product_of_block(&core, &plan, &block);
        product_plain(&other, &plan, &block);
        CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
    }
}

TEST(what_was_decoded_of_one_bank_outlives_a_write_to_the_other) {
    for (bank = 0; bank < 2; bank++) {
        start_with_ones();
        core.srcb.fpu_bank = !bank;
        CHECK_EQ(first_element(0, 0), SIXTEEN);
        core.srcb.fpu_bank = (uint8_t)bank;
        CHECK_EQ(first_element(0, 0), SIXTEEN);
        swap_in(B, 0, 0, TWO);
        swap_in(B, 1, 0, TWO);
        src_touch(&core.srcb, !bank);
        core.srcb.fpu_bank = !bank;
        CHECK_EQ(first_element(0, 0), SEVENTEEN);
        core.srcb.fpu_bank = (uint8_t)bank;
        CHECK_EQ(first_element(0, 0), SIXTEEN);
    }
}

TEST(of_two_places_for_srcb_the_older_one_is_replaced) {
    start_with_ones();
    for (unsigned row = 0; row < 24; row += 8) {
        CHECK_EQ(first_element(0, row), SIXTEEN);
        swap_in(B, 0, row, TWO);
    }
    CHECK_EQ(first_element(0, 8), SIXTEEN);
    CHECK_EQ(first_element(0, 16), SIXTEEN);
    CHECK_EQ(first_element(0, 0), SEVENTEEN); /* instead of row 8 */
    CHECK_EQ(first_element(0, 16), SIXTEEN);
    CHECK_EQ(first_element(0, 8), SEVENTEEN);
    CHECK_EQ(first_element(0, 0), SEVENTEEN);
    CHECK_EQ(first_element(0, 16), SEVENTEEN);
}

TEST(of_two_places_for_srca_the_older_one_is_replaced) {
    start_with_ones();
    for (unsigned row = 0; row < 48; row += 16) {
        CHECK_EQ(first_element(row, 0), SIXTEEN);
        swap_in(A, 0, row, TWO);
    }
    CHECK_EQ(first_element(16, 0), SIXTEEN);
    CHECK_EQ(first_element(32, 0), SIXTEEN);
    CHECK_EQ(first_element(0, 0), SEVENTEEN); /* instead of row 16 */
    CHECK_EQ(first_element(32, 0), SIXTEEN);
    CHECK_EQ(first_element(16, 0), SEVENTEEN);
    CHECK_EQ(first_element(0, 0), SEVENTEEN);
}

/* Every instruction that writes a source, each of which changes what a product finds there. */
static const uint32_t writers[] = {TT_OP_ZEROSRC(1, 1, 0, 3),
                                   TT_OP_ZEROSRC(0, 0, 1, 3),
                                   TT_OP_TRNSPSRCB,
                                   TT_OP_SHIFTXA(0, 2),
                                   TT_OP_SHIFTXB(0, 1, 0),
                                   TT_OP_MOVD2A(0, 0, 0, 0, 0),
                                   TT_OP_MOVD2A(0, 4, 0, 2, 0),
                                   TT_OP_MOVD2B(0, 0, 0, 0, 0),
                                   TT_OP_MOVD2B(0, 4, 0, 2, 0),
                                   TT_OP_MOVB2A(0, 0, 0, 20),
                                   TT_OP_MOVB2A(8, 0, 2, 24),
                                   TT_OP_UNPACR_NOP(0, 0, 0, 0, 0, 0, 0, 0, 1),
                                   TT_OP_UNPACR_NOP(1, 0, 0, 0, 0, 0, 0, 0, 1)};

TEST(every_instruction_that_writes_a_source_is_seen_by_the_next_product) {
    static struct stx_core other;
    for (unsigned n = 0; n < sizeof writers / sizeof writers[0]; n++) {
        unsigned row_b = writers[n] >> 24 == 0x16 ? 16 : 0; /* TRNSPSRCB: rows 16 to 31 */
        start(BF16, BF16);
        fill_random(true);
        core.tcfg[0][2] = core.tcfg[0][3] = 1;
        core.srca.unpack_bank = core.srcb.unpack_bank = 0;
        core.rwc[0].srcb = (uint8_t)row_b;
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 256));
        core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = writers[n] >> 24 != 0x43;
        EXECUTE(writers[n]);
        core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 1;
        core.rwc[0].srcb = (uint8_t)row_b;
        other = core;
        memset(other.srca.decoded, 0, sizeof other.srca.decoded);
        memset(other.srcb.decoded, 0, sizeof other.srcb.decoded);
        EXECUTE(TT_OP_MVMUL(0, 0, 0, 256));
        CHECK_EQ(stx_try(&other, 0, TT_OP_MVMUL(0, 0, 0, 256)), STX_DONE);
        if (memcmp(&core.dst, &other.dst, sizeof core.dst)) {
            printf("after word %08x\n", (unsigned)writers[n]);
        }
        CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
    }
}

int main(void) {
    RUN_IF(fast.product && STX_DECODED_A, a_face_of_srca_is_decoded_once_until_its_bank_is_written);
    RUN_IF(fast.product && STX_DECODED_A == 2, of_two_places_for_srca_the_older_one_is_replaced);
    RUN_IF(fast.product && STX_DECODED_B == 2,
           rows_of_srcb_are_decoded_once_until_their_bank_is_written);
    RUN_IF(fast.product && STX_SRC_LOW, operands_that_were_decoded_otherwise_are_not_used);
    RUN_IF(fast.product && STX_DECODED_B == 2,
           what_was_decoded_of_one_bank_outlives_a_write_to_the_other);
    RUN_IF(fast.product && STX_DECODED_B == 2, of_two_places_for_srcb_the_older_one_is_replaced);
    RUN_IF(fast.product && STX_SRC_LOW && STX_DECODED_B == 2,
           every_instruction_that_writes_a_source_is_seen_by_the_next_product);
    return test_summary();
}
