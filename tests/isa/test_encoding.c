/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Every row x every field: encode with the macro's position, decode with the table, same; opcodes
 * are unique; fields do not overlap; the macros equal words worked out by hand from SPEC Appendix
 * A. */
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/isa.h"
#include "softensix/tti.h"
#include "test.h"

TEST(instructions_stand_in_opcode_order) {
    for (unsigned n = 0; stx_insn_at(n); n++) {
        CHECK(n == 0 || stx_insn_at(n)->opcode > stx_insn_at(n - 1)->opcode);
    }
}

TEST(fields_do_not_overlap_and_reserved_bits_are_the_rest) {
    const struct stx_insn *insn;
    for (unsigned n = 0; (insn = stx_insn_at(n)) != NULL; n++) {
        uint32_t seen = 0;
        for (unsigned i = 0; i < insn->field_count; i++) {
            uint32_t mask = ((1u << insn->fields[i].width) - 1u) << insn->fields[i].low;
            CHECK_EQ(seen & mask, 0);
            CHECK(insn->fields[i].low + insn->fields[i].width <= 24);
            seen |= mask;
        }
        CHECK_EQ(insn->reserved, 0xFFFFFF & ~seen);
    }
}

TEST(every_field_survives_encoding_and_decoding) {
    const struct stx_insn *insn;
    for (unsigned n = 0; (insn = stx_insn_at(n)) != NULL; n++) {
        for (unsigned i = 0; i < insn->field_count; i++) {
            const struct stx_field *f = &insn->fields[i];
            for (uint32_t v = 0; v < 1u << f->width; v = v * 2 + 1) {
                uint32_t word = (uint32_t)insn->opcode << 24 | v << f->low;
                CHECK(stx_insn_of(word) == insn);
                CHECK_EQ(stx_field_get(f, word), v);
            }
        }
    }
}

TEST(macros_give_the_words_of_the_specification) {
    CHECK_EQ(TT_OP_NOP, 0x02000000);
    CHECK_EQ(TT_OP_MOP(1, 2, 3), 0x01820003);
    CHECK_EQ(TT_OP_REPLAY(16, 16, 1, 1), 0x04040103);
    CHECK_EQ(TT_OP_MVMUL(3, 1, 5, 8), 0x26C94008);
    CHECK_EQ(TT_OP_SETRWC(3, 1, 2, 3, 4, 15), 0x37C48D0F);
    CHECK_EQ(TT_OP_GMPOOL(1, 1, 2, 1, 4), 0x33494004);
    CHECK_EQ(TT_OP_UNPACR(1, 17, 1, 2, 3, 1, 1, 0, 0, 0, 0, 0, 1), 0x4288ABC1);
    CHECK_EQ(TT_OP_SEMWAIT(2, 4, 1), 0xA6010011);
    CHECK_EQ(TT_OP_SETC16(12, 0x8123), 0xB20C8123);
    CHECK_EQ(TT_OP_SFPMAD(1, 2, 3, 4, 5), 0x84012345);
}

TEST(disassembly_names_fields_and_bounds_the_buffer) {
    char text[128], small[6];
    stx_disasm(text, sizeof text, 0xA6010011);
    CHECK(strcmp(text, "SEMWAIT stall_res=SYNC sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO") == 0);
    CHECK_EQ(stx_disasm(small, sizeof small, 0xA6010011), 64);
    CHECK(strcmp(small, "SEMWA") == 0);
    stx_disasm(text, sizeof text, 0xFF123456);
    CHECK(strcmp(text, ".word 0xff123456") == 0);
}

TEST(a_reserved_bit_faults_when_strict_and_is_ignored_as_silicon) {
    static struct stx_core core;
    stx_init(&core, NULL, 0, NULL);
    CHECK_EQ(stx_try(&core, 0, 0x02000001), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_RESERVED_BITS);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    CHECK_EQ(stx_try(&core, 0, 0x02000001), STX_DONE);
    CHECK_EQ(core.broken[STX_RULE_RESERVED_BITS], 2);
}

TEST(every_opcode_without_a_row_is_illegal) {
    static struct stx_core core;
    for (uint32_t op = 0; op < 256; op++) {
        if (!stx_insn_of(op << 24)) {
            stx_init(&core, NULL, 0, NULL);
            CHECK_EQ(stx_issue(&core, 2, op << 24), STX_FAULT);
            CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_ILLEGAL);
            CHECK_EQ(stx_last_fault(&core)->thread, 2);
            CHECK_EQ(stx_last_fault(&core)->word, op << 24);
        }
    }
}

int main(void) {
    RUN(instructions_stand_in_opcode_order);
    RUN(fields_do_not_overlap_and_reserved_bits_are_the_rest);
    RUN(every_field_survives_encoding_and_decoding);
    RUN(macros_give_the_words_of_the_specification);
    RUN(disassembly_names_fields_and_bounds_the_buffer);
    RUN(a_reserved_bit_faults_when_strict_and_is_ignored_as_silicon);
    RUN_IF(STX_THREADS == 3, every_opcode_without_a_row_is_illegal);
    return test_summary();
}
