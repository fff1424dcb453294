/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The detail of a fault is the address, index or configuration word that was at fault, instruction
 * by instruction. */
#include "data.h"

enum { GPR = 5, OFFSET = 12 /* the low half of GPR 6 */ };

/* No instruction may touch these: L1 ends at 0x10000, and the registers begin at 0xFFB00000. */
static void far_gpr(void) {
    core.gpr[0][GPR] = 0x1234; /* units of 16 bytes */
    core.gpr[0][6] = 0x27;
}
static void far_register(void) {
    core.gpr[0][GPR] = 0x104;
    core.gpr[0][6] = 0x47;
}
static void far_mover(void) {
    core.cfg[0][88] = 0x1234; /* from */
    core.cfg[0][89] = 0x10;   /* to */
    core.cfg[0][90] = 3 | 3u << 30;
}
static void far_mover_target(void) {
    far_mover();
    core.cfg[0][89] = 0x4321;
}
static void mover_to_configuration(void) {
    core.cfg[0][90] = 3 | 1u << 30;
}
static void far_unpacker(void) {
    unpack_plain(0, BF16, BF16, 16);
    core.cfg[0][76] = 0x1233; /* the header's 16 bytes come first */
}
static void unpack_fp32_to_bfp8(void) {
    unpack_plain(0, FP32, BFP8, 16);
}
static void unpack_upsampling(void) {
    unpack_plain(0, BF16, BF16, 16);
    core.cfg[0][72] |= 1u << 12;
}
static void far_packer(void) {
    pack_plain(0, BF16, BF16);
    core.cfg[0][69] = 0x1233;
}
static void pack_bf16_to_int32(void) {
    pack_plain(2, BF16, INT32);
}
static void pack_five_accumulating(void) {
    pack_plain(0, BF16, BFP8);
    core.cfg[0][71] = 1u << 19;
    run(TT_OP_SETADCXX(PACKER, 4, 0));
}
static void nothing(void) {
}

static const struct {
    uint32_t word;
    enum stx_rule rule;
    uint32_t detail;
    void (*prepare)(void);
} rows[] = {
    {TT_OP_SETC16(STX_TCFG_WORDS, 1), STX_RULE_CFG_INDEX, STX_TCFG_WORDS, nothing},
    {TT_OP_SETC16(255, 1), STX_RULE_CFG_INDEX, 255, nothing},
    {TT_OP_WRCFG(1, 0, 225), STX_RULE_CFG_INDEX, 225, nothing},
    {TT_OP_WRCFG(1, 1, 227), STX_RULE_CFG_INDEX, 224, nothing},
    {TT_OP_RDCFG(1, 2047), STX_RULE_CFG_INDEX, 2047, nothing},
    {TT_OP_RMWCIB2(1, 1, 230), STX_RULE_CFG_INDEX, 230, nothing},
    {TT_OP_CFGSHIFTMASK(0, 0, 3, 0, 0, 231), STX_RULE_CFG_INDEX, 231, nothing},
    {TT_OP_STREAMWRCFG(0, 0, 232), STX_RULE_CFG_INDEX, 232, nothing},
    {TT_OP_REG2FLOP(1, 0, 0, 0, 117, 1), STX_RULE_CFG_INDEX, 64 + 117, nothing},
    {TT_OP_REG2FLOP(0, 0, 0, 0, 119, 1), STX_RULE_CFG_INDEX, 64 + 116, nothing},
    {TT_OP_REG2FLOP(1, 2, 0, 0, 1, 1), STX_RULE_UNIMPLEMENTED_MODE, 2, nothing},
    {TT_OP_SETDMAREG(0, 9 << 3, 1, 2), STX_RULE_UNIMPLEMENTED_MODE, 9, nothing},
    {TT_OP_LOADREG(1, 1), STX_RULE_MMIO_ADDRESS, 0xFFB00004, nothing},
    {TT_OP_STOREREG(1, 2), STX_RULE_MMIO_ADDRESS, 0xFFB00008, nothing},
    {TT_OP_STOREIND(0, 1, 0, OFFSET, 0, 8, GPR), STX_RULE_MMIO_ADDRESS, 0xFFB00108, far_register},
    {TT_OP_STOREIND(0, 0, 0, OFFSET, 0, 8, GPR), STX_RULE_UNIMPLEMENTED_MODE, 0, far_register},
    {TT_OP_STOREIND(1, 1, 1, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12367, far_gpr},
    {TT_OP_STOREIND(1, 0, 0, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12360, far_gpr},
    {TT_OP_LOADIND(3, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12367, far_gpr},
    {TT_OP_LOADIND(2, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12366, far_gpr},
    {TT_OP_LOADIND(1, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12364, far_gpr},
    {TT_OP_LOADIND(0, OFFSET, 0, 8, GPR), STX_RULE_L1_RANGE, 0x12360, far_gpr},
    {TT_OP_ATINCGET(0, 31, 2, 8, GPR), STX_RULE_L1_RANGE, 0x12340, far_gpr},
    {TT_OP_ATINCGETPTR(0, 0, 0, 4, 1, 8, GPR), STX_RULE_L1_RANGE, 0x12340, far_gpr},
    {TT_OP_ATSWAP(0, 0xFF, 8, GPR), STX_RULE_L1_RANGE, 0x12340, far_gpr},
    {TT_OP_ATCAS(0, 5, 0, 3, 0, GPR), STX_RULE_L1_RANGE, 0x12340, far_gpr},
    {TT_OP_ATSWAP(1, 0xFF, 8, GPR), STX_RULE_UNIMPLEMENTED_MODE, 0, far_gpr},
    {TT_OP_XMOV(0, 0), STX_RULE_L1_RANGE, 0x12340, far_mover},
    {TT_OP_XMOV(0, 0), STX_RULE_L1_RANGE, 0x43210, far_mover_target},
    {TT_OP_XMOV(0, 0), STX_RULE_UNIMPLEMENTED_MODE, 1, mover_to_configuration},
    {UNPACK(0, 0), STX_RULE_L1_RANGE, 0x12340, far_unpacker},
    {UNPACK(0, 0), STX_RULE_BAD_FORMAT, FP32 << 4 | BFP8, unpack_fp32_to_bfp8},
    {UNPACK(0, 0), STX_RULE_UNIMPLEMENTED_MODE, 1u << 12 | BF16, unpack_upsampling},
    {PACK(0, 1, 1), STX_RULE_L1_RANGE, 0x12340, far_packer},
    {PACK(0, 1, 1), STX_RULE_BAD_FORMAT, (uint32_t)BF16 << 28 | 2 << 8 | BF16 << 4 | INT32,
     pack_bf16_to_int32},
    {PACK(0, 1, 1), STX_RULE_UNIMPLEMENTED_MODE, 5, pack_five_accumulating},
    {0xFF123456, STX_RULE_UNKNOWN_OPCODE, 0, nothing},
    {TT_OP_RAREB, STX_RULE_MISSING_SPEC, 0, nothing},
    {TT_OP_MOP(0, 0, 0), STX_RULE_FRONT_END_ONLY, 0, nothing},
};

TEST(the_detail_is_what_was_at_fault) {
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start();
        rows[i].prepare();
        stx_clear_fault(&core);
        const struct stx_fault *fault = stx_last_fault(&core);
        enum stx_result result = stx_try(&core, 0, rows[i].word);
        if (result != STX_FAULT || fault->rule != rows[i].rule || fault->detail != rows[i].detail ||
            fault->word != rows[i].word) {
            printf("row %u, word %08x: result %d, %s, detail %x, expected %s, %x\n", i,
                   (unsigned)rows[i].word, (int)result, stx_rule_name(fault->rule),
                   (unsigned)fault->detail, stx_rule_name(rows[i].rule), (unsigned)rows[i].detail);
            test_bad = 1;
        }
    }
}

/* The same words with addresses of 2^32 bytes and more. */
static void beyond_gpr(void) {
    core.gpr[0][GPR] = 0x30001234;
    core.gpr[0][6] = 0x27;
}
static void beyond_unpacker(void) {
    unpack_plain(0, BF16, BF16, 16);
    core.cfg[0][76] = 0x70001233;
}
static void beyond_mover(void) {
    far_mover();
    core.cfg[0][89] = 0xF0004321;
}

TEST(the_detail_of_an_address_has_all_its_bits) {
    static const struct {
        uint32_t word;
        uint64_t detail;
        void (*prepare)(void);
    } beyond[] = {{TT_OP_LOADIND(1, OFFSET, 0, 8, GPR), 0x300012364, beyond_gpr},
                  {TT_OP_STOREIND(1, 0, 0, OFFSET, 0, 8, GPR), 0x300012360, beyond_gpr},
                  {TT_OP_ATSWAP(0, 0xFF, 8, GPR), 0x300012340, beyond_gpr},
                  {TT_OP_XMOV(0, 0), 0xF00043210, beyond_mover},
                  {UNPACK(0, 0), 0x700012340, beyond_unpacker}};
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        start();
        beyond[i].prepare();
        stx_clear_fault(&core);
        const struct stx_fault *fault = stx_last_fault(&core);
        CHECK_EQ(stx_try(&core, 0, beyond[i].word), STX_FAULT);
        CHECK_EQ(fault->rule, STX_RULE_L1_RANGE);
        CHECK_EQ(fault->detail, (uint32_t)beyond[i].detail);
        CHECK_EQ(fault->detail_high, beyond[i].detail >> 32);
    }
}

int main(void) {
    RUN(the_detail_of_an_address_has_all_its_bits);
    RUN(the_detail_is_what_was_at_fault);
    return test_summary();
}
