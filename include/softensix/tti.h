/* SPDX-License-Identifier: Apache-2.0
 *
 * tti.h - the instructions as macros. Generated from lib/isa/blackhole.def by `make generate`.
 *
 *   TT_OP_X(...)  the constant word          TTI_X(...)  issues it
 *   TT_X(...)     issues a word with operands known at run time only
 *
 * Words go to the core that stx_bind() named and to thread STX_THREAD (0, 1, 2), which defaults to
 * COMPILE_FOR_TRISC. With -DSTX_NATIVE they go to a real coprocessor instead: TTI_ emits .ttinsn, TT_
 * stores to the instruction buffer; the directive comes with the header. Arguments are added, not masked: keep them in range. */
#ifndef SOFTENSIX_TTI_H
#define SOFTENSIX_TTI_H

#include <stdint.h>

#ifndef STX_THREAD
#ifdef COMPILE_FOR_TRISC
#define STX_THREAD COMPILE_FOR_TRISC
#else
#define STX_THREAD 0
#endif
#endif

#ifdef STX_NATIVE
#ifdef __riscv
#include "softensix/ttinsn.h"
#endif
#define STX_ISSUE_CONSTANT(word) __asm__ volatile(".ttinsn %0" : : "i"(word))
#define STX_ISSUE(word) (*(volatile uint32_t *)0xFFE40000u = (word))
#else
#include "softensix/softensix.h"
#define STX_ISSUE_CONSTANT(word) STX_ISSUE(word)
#if defined(STX_TRACE) && STX_TRACE
/* Faults and waits name file and line of the macro. */
#define STX_TEXT_OF(line) #line
#define STX_PLACE(file, line) file ":" STX_TEXT_OF(line)
#define STX_ISSUE(word) \
    ((void)stx_issue_from(stx_bound(), STX_THREAD, (word), STX_PLACE(__FILE__, __LINE__)))
#else
#define STX_ISSUE(word) ((void)stx_issue(stx_bound(), STX_THREAD, (word)))
#endif
#endif

#define TT_OP(opcode, parameters) (((uint32_t)(opcode) << 24) + (parameters))
#define STX_FIELD(value, low) ((uint32_t)(value) << (low))

#define TT_OP_MOP(mop_type, loop_count, zmask_lo16_or_loop_count) \
    TT_OP(0x01, STX_FIELD(mop_type, 23) + STX_FIELD(loop_count, 16) + STX_FIELD(zmask_lo16_or_loop_count, 0))
#define TT_MOP(mop_type, loop_count, zmask_lo16_or_loop_count) STX_ISSUE(TT_OP_MOP(mop_type, loop_count, zmask_lo16_or_loop_count))
#define TTI_MOP(mop_type, loop_count, zmask_lo16_or_loop_count) STX_ISSUE_CONSTANT(TT_OP_MOP(mop_type, loop_count, zmask_lo16_or_loop_count))
#define TT_OP_NOP TT_OP(0x02, 0u)
#define TT_NOP STX_ISSUE(TT_OP_NOP)
#define TTI_NOP STX_ISSUE_CONSTANT(TT_OP_NOP)
#define TT_OP_MOP_CFG(zmask_hi16) \
    TT_OP(0x03, STX_FIELD(zmask_hi16, 0))
#define TT_MOP_CFG(zmask_hi16) STX_ISSUE(TT_OP_MOP_CFG(zmask_hi16))
#define TTI_MOP_CFG(zmask_hi16) STX_ISSUE_CONSTANT(TT_OP_MOP_CFG(zmask_hi16))
#define TT_OP_REPLAY(start_idx, len, execute_while_loading, load_mode) \
    TT_OP(0x04, STX_FIELD(start_idx, 14) + STX_FIELD(len, 4) + STX_FIELD(execute_while_loading, 1) + STX_FIELD(load_mode, 0))
#define TT_REPLAY(start_idx, len, execute_while_loading, load_mode) STX_ISSUE(TT_OP_REPLAY(start_idx, len, execute_while_loading, load_mode))
#define TTI_REPLAY(start_idx, len, execute_while_loading, load_mode) STX_ISSUE_CONSTANT(TT_OP_REPLAY(start_idx, len, execute_while_loading, load_mode))
#define TT_OP_RESOURCEDECL(linger_time, resources, op_class) \
    TT_OP(0x05, STX_FIELD(linger_time, 13) + STX_FIELD(resources, 4) + STX_FIELD(op_class, 0))
#define TT_RESOURCEDECL(linger_time, resources, op_class) STX_ISSUE(TT_OP_RESOURCEDECL(linger_time, resources, op_class))
#define TTI_RESOURCEDECL(linger_time, resources, op_class) STX_ISSUE_CONSTANT(TT_OP_RESOURCEDECL(linger_time, resources, op_class))
#define TT_OP_MOVD2A(dest_32b_lo, src, addr_mode, instr_mod, dst) \
    TT_OP(0x08, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(instr_mod, 12) + STX_FIELD(dst, 0))
#define TT_MOVD2A(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE(TT_OP_MOVD2A(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TTI_MOVD2A(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVD2A(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TT_OP_MOVDBGA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) \
    TT_OP(0x09, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(instr_mod, 12) + STX_FIELD(dst, 0))
#define TT_MOVDBGA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE(TT_OP_MOVDBGA2D(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TTI_MOVDBGA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVDBGA2D(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TT_OP_MOVD2B(dest_32b_lo, src, addr_mode, instr_mod, dst) \
    TT_OP(0x0a, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(instr_mod, 12) + STX_FIELD(dst, 0))
#define TT_MOVD2B(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE(TT_OP_MOVD2B(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TTI_MOVD2B(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVD2B(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TT_OP_MOVB2A(srca, addr_mode, instr_mod, srcb) \
    TT_OP(0x0b, STX_FIELD(srca, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(instr_mod, 12) + STX_FIELD(srcb, 0))
#define TT_MOVB2A(srca, addr_mode, instr_mod, srcb) STX_ISSUE(TT_OP_MOVB2A(srca, addr_mode, instr_mod, srcb))
#define TTI_MOVB2A(srca, addr_mode, instr_mod, srcb) STX_ISSUE_CONSTANT(TT_OP_MOVB2A(srca, addr_mode, instr_mod, srcb))
#define TT_OP_MOVDBGB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) \
    TT_OP(0x0c, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(movb2d_instr_mod, 11) + STX_FIELD(dst, 0))
#define TT_MOVDBGB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) STX_ISSUE(TT_OP_MOVDBGB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst))
#define TTI_MOVDBGB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVDBGB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst))
#define TT_OP_ZEROACC(clear_mode, use_32_bit_mode, clear_zero_flags, addr_mode, where) \
    TT_OP(0x10, STX_FIELD(clear_mode, 19) + STX_FIELD(use_32_bit_mode, 18) + STX_FIELD(clear_zero_flags, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(where, 0))
#define TT_ZEROACC(clear_mode, use_32_bit_mode, clear_zero_flags, addr_mode, where) STX_ISSUE(TT_OP_ZEROACC(clear_mode, use_32_bit_mode, clear_zero_flags, addr_mode, where))
#define TTI_ZEROACC(clear_mode, use_32_bit_mode, clear_zero_flags, addr_mode, where) STX_ISSUE_CONSTANT(TT_OP_ZEROACC(clear_mode, use_32_bit_mode, clear_zero_flags, addr_mode, where))
#define TT_OP_ZEROSRC(zero_val, write_mode, bank_mask, src_mask) \
    TT_OP(0x11, STX_FIELD(zero_val, 4) + STX_FIELD(write_mode, 3) + STX_FIELD(bank_mask, 2) + STX_FIELD(src_mask, 0))
#define TT_ZEROSRC(zero_val, write_mode, bank_mask, src_mask) STX_ISSUE(TT_OP_ZEROSRC(zero_val, write_mode, bank_mask, src_mask))
#define TTI_ZEROSRC(zero_val, write_mode, bank_mask, src_mask) STX_ISSUE_CONSTANT(TT_OP_ZEROSRC(zero_val, write_mode, bank_mask, src_mask))
#define TT_OP_MOVA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) \
    TT_OP(0x12, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(instr_mod, 12) + STX_FIELD(dst, 0))
#define TT_MOVA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE(TT_OP_MOVA2D(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TTI_MOVA2D(dest_32b_lo, src, addr_mode, instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVA2D(dest_32b_lo, src, addr_mode, instr_mod, dst))
#define TT_OP_MOVB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) \
    TT_OP(0x13, STX_FIELD(dest_32b_lo, 23) + STX_FIELD(src, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(movb2d_instr_mod, 11) + STX_FIELD(dst, 0))
#define TT_MOVB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) STX_ISSUE(TT_OP_MOVB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst))
#define TTI_MOVB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst) STX_ISSUE_CONSTANT(TT_OP_MOVB2D(dest_32b_lo, src, addr_mode, movb2d_instr_mod, dst))
#define TT_OP_TRNSPSRCA TT_OP(0x14, 0u)
#define TT_TRNSPSRCA STX_ISSUE(TT_OP_TRNSPSRCA)
#define TTI_TRNSPSRCA STX_ISSUE_CONSTANT(TT_OP_TRNSPSRCA)
#define TT_OP_RAREB TT_OP(0x15, 0u)
#define TT_RAREB STX_ISSUE(TT_OP_RAREB)
#define TTI_RAREB STX_ISSUE_CONSTANT(TT_OP_RAREB)
#define TT_OP_TRNSPSRCB TT_OP(0x16, 0u)
#define TT_TRNSPSRCB STX_ISSUE(TT_OP_TRNSPSRCB)
#define TTI_TRNSPSRCB STX_ISSUE_CONSTANT(TT_OP_TRNSPSRCB)
#define TT_OP_SHIFTXA(log2_amount2, shift_mode) \
    TT_OP(0x17, STX_FIELD(log2_amount2, 2) + STX_FIELD(shift_mode, 0))
#define TT_SHIFTXA(log2_amount2, shift_mode) STX_ISSUE(TT_OP_SHIFTXA(log2_amount2, shift_mode))
#define TTI_SHIFTXA(log2_amount2, shift_mode) STX_ISSUE_CONSTANT(TT_OP_SHIFTXA(log2_amount2, shift_mode))
#define TT_OP_SHIFTXB(addr_mode, rot_shift, shift_row) \
    TT_OP(0x18, STX_FIELD(addr_mode, 14) + STX_FIELD(rot_shift, 10) + STX_FIELD(shift_row, 0))
#define TT_SHIFTXB(addr_mode, rot_shift, shift_row) STX_ISSUE(TT_OP_SHIFTXB(addr_mode, rot_shift, shift_row))
#define TTI_SHIFTXB(addr_mode, rot_shift, shift_row) STX_ISSUE_CONSTANT(TT_OP_SHIFTXB(addr_mode, rot_shift, shift_row))
#define TT_OP_SETASHRMH0(reg_mask, halo_mask) \
    TT_OP(0x1a, STX_FIELD(reg_mask, 1) + STX_FIELD(halo_mask, 0))
#define TT_SETASHRMH0(reg_mask, halo_mask) STX_ISSUE(TT_OP_SETASHRMH0(reg_mask, halo_mask))
#define TTI_SETASHRMH0(reg_mask, halo_mask) STX_ISSUE_CONSTANT(TT_OP_SETASHRMH0(reg_mask, halo_mask))
#define TT_OP_SETASHRMH1(reg_mask, halo_mask) \
    TT_OP(0x1b, STX_FIELD(reg_mask, 1) + STX_FIELD(halo_mask, 0))
#define TT_SETASHRMH1(reg_mask, halo_mask) STX_ISSUE(TT_OP_SETASHRMH1(reg_mask, halo_mask))
#define TTI_SETASHRMH1(reg_mask, halo_mask) STX_ISSUE_CONSTANT(TT_OP_SETASHRMH1(reg_mask, halo_mask))
#define TT_OP_SETASHRMV(reg_mask2) \
    TT_OP(0x1c, STX_FIELD(reg_mask2, 0))
#define TT_SETASHRMV(reg_mask2) STX_ISSUE(TT_OP_SETASHRMV(reg_mask2))
#define TTI_SETASHRMV(reg_mask2) STX_ISSUE_CONSTANT(TT_OP_SETASHRMV(reg_mask2))
#define TT_OP_SETPKEDGOF(y_end, y_start, x_end, x_start) \
    TT_OP(0x1d, STX_FIELD(y_end, 12) + STX_FIELD(y_start, 8) + STX_FIELD(x_end, 4) + STX_FIELD(x_start, 0))
#define TT_SETPKEDGOF(y_end, y_start, x_end, x_start) STX_ISSUE(TT_OP_SETPKEDGOF(y_end, y_start, x_end, x_start))
#define TTI_SETPKEDGOF(y_end, y_start, x_end, x_start) STX_ISSUE_CONSTANT(TT_OP_SETPKEDGOF(y_end, y_start, x_end, x_start))
#define TT_OP_SETASHRMH(reg_mask, halo_mask) \
    TT_OP(0x1e, STX_FIELD(reg_mask, 1) + STX_FIELD(halo_mask, 0))
#define TT_SETASHRMH(reg_mask, halo_mask) STX_ISSUE(TT_OP_SETASHRMH(reg_mask, halo_mask))
#define TTI_SETASHRMH(reg_mask, halo_mask) STX_ISSUE_CONSTANT(TT_OP_SETASHRMH(reg_mask, halo_mask))
#define TT_OP_CLREXPHIST TT_OP(0x21, 0u)
#define TT_CLREXPHIST STX_ISSUE(TT_OP_CLREXPHIST)
#define TTI_CLREXPHIST STX_ISSUE_CONSTANT(TT_OP_CLREXPHIST)
#define TT_OP_CONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) \
    TT_OP(0x22, STX_FIELD(clear_dvalid, 22) + STX_FIELD(rotate_weights, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_CONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE(TT_OP_CONV3S1(clear_dvalid, rotate_weights, addr_mode, dst))
#define TTI_CONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_CONV3S1(clear_dvalid, rotate_weights, addr_mode, dst))
#define TT_OP_CONV3S2(clear_dvalid, rotate_weights, addr_mode, dst) \
    TT_OP(0x23, STX_FIELD(clear_dvalid, 22) + STX_FIELD(rotate_weights, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_CONV3S2(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE(TT_OP_CONV3S2(clear_dvalid, rotate_weights, addr_mode, dst))
#define TTI_CONV3S2(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_CONV3S2(clear_dvalid, rotate_weights, addr_mode, dst))
#define TT_OP_MPOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) \
    TT_OP(0x24, STX_FIELD(clear_dvalid, 22) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(index_en, 14) + STX_FIELD(dst, 0))
#define TT_MPOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE(TT_OP_MPOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst))
#define TTI_MPOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE_CONSTANT(TT_OP_MPOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst))
#define TT_OP_APOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) \
    TT_OP(0x25, STX_FIELD(clear_dvalid, 22) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(index_en, 14) + STX_FIELD(dst, 0))
#define TT_APOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE(TT_OP_APOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst))
#define TTI_APOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE_CONSTANT(TT_OP_APOOL3S1(clear_dvalid, pool_addr_mode, index_en, dst))
#define TT_OP_MVMUL(clear_dvalid, instr_mod19, addr_mode, dst) \
    TT_OP(0x26, STX_FIELD(clear_dvalid, 22) + STX_FIELD(instr_mod19, 19) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_MVMUL(clear_dvalid, instr_mod19, addr_mode, dst) STX_ISSUE(TT_OP_MVMUL(clear_dvalid, instr_mod19, addr_mode, dst))
#define TTI_MVMUL(clear_dvalid, instr_mod19, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_MVMUL(clear_dvalid, instr_mod19, addr_mode, dst))
#define TT_OP_ELWMUL(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) \
    TT_OP(0x27, STX_FIELD(clear_dvalid, 22) + STX_FIELD(dest_accum_en, 21) + STX_FIELD(instr_mod19, 19) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_ELWMUL(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE(TT_OP_ELWMUL(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TTI_ELWMUL(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_ELWMUL(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TT_OP_ELWADD(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) \
    TT_OP(0x28, STX_FIELD(clear_dvalid, 22) + STX_FIELD(dest_accum_en, 21) + STX_FIELD(instr_mod19, 19) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_ELWADD(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE(TT_OP_ELWADD(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TTI_ELWADD(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_ELWADD(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TT_OP_DOTPV(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) \
    TT_OP(0x29, STX_FIELD(clear_dvalid, 22) + STX_FIELD(dest_accum_en, 21) + STX_FIELD(instr_mod19, 19) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_DOTPV(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE(TT_OP_DOTPV(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TTI_DOTPV(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_DOTPV(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TT_OP_ELWSUB(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) \
    TT_OP(0x30, STX_FIELD(clear_dvalid, 22) + STX_FIELD(dest_accum_en, 21) + STX_FIELD(instr_mod19, 19) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_ELWSUB(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE(TT_OP_ELWSUB(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TTI_ELWSUB(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_ELWSUB(clear_dvalid, dest_accum_en, instr_mod19, addr_mode, dst))
#define TT_OP_MPOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) \
    TT_OP(0x31, STX_FIELD(clear_dvalid, 22) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(index_en, 14) + STX_FIELD(dst, 0))
#define TT_MPOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE(TT_OP_MPOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst))
#define TTI_MPOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE_CONSTANT(TT_OP_MPOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst))
#define TT_OP_APOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) \
    TT_OP(0x32, STX_FIELD(clear_dvalid, 22) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(index_en, 14) + STX_FIELD(dst, 0))
#define TT_APOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE(TT_OP_APOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst))
#define TTI_APOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst) STX_ISSUE_CONSTANT(TT_OP_APOOL3S2(clear_dvalid, pool_addr_mode, index_en, dst))
#define TT_OP_GMPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) \
    TT_OP(0x33, STX_FIELD(clear_dvalid, 22) + STX_FIELD(instr_mod19, 19) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(max_pool_index_en, 14) + STX_FIELD(dst, 0))
#define TT_GMPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) STX_ISSUE(TT_OP_GMPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst))
#define TTI_GMPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) STX_ISSUE_CONSTANT(TT_OP_GMPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst))
#define TT_OP_GAPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) \
    TT_OP(0x34, STX_FIELD(clear_dvalid, 22) + STX_FIELD(instr_mod19, 19) + STX_FIELD(pool_addr_mode, 15) + STX_FIELD(max_pool_index_en, 14) + STX_FIELD(dst, 0))
#define TT_GAPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) STX_ISSUE(TT_OP_GAPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst))
#define TTI_GAPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst) STX_ISSUE_CONSTANT(TT_OP_GAPOOL(clear_dvalid, instr_mod19, pool_addr_mode, max_pool_index_en, dst))
#define TT_OP_GATESRCRST(reset_srcb_gate_control, reset_srca_gate_control) \
    TT_OP(0x35, STX_FIELD(reset_srcb_gate_control, 1) + STX_FIELD(reset_srca_gate_control, 0))
#define TT_GATESRCRST(reset_srcb_gate_control, reset_srca_gate_control) STX_ISSUE(TT_OP_GATESRCRST(reset_srcb_gate_control, reset_srca_gate_control))
#define TTI_GATESRCRST(reset_srcb_gate_control, reset_srca_gate_control) STX_ISSUE_CONSTANT(TT_OP_GATESRCRST(reset_srcb_gate_control, reset_srca_gate_control))
#define TT_OP_CLEARDVALID(cleardvalid, reset) \
    TT_OP(0x36, STX_FIELD(cleardvalid, 22) + STX_FIELD(reset, 0))
#define TT_CLEARDVALID(cleardvalid, reset) STX_ISSUE(TT_OP_CLEARDVALID(cleardvalid, reset))
#define TTI_CLEARDVALID(cleardvalid, reset) STX_ISSUE_CONSTANT(TT_OP_CLEARDVALID(cleardvalid, reset))
#define TT_OP_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask) \
    TT_OP(0x37, STX_FIELD(clear_ab_vld, 22) + STX_FIELD(rwc_cr, 18) + STX_FIELD(rwc_d, 14) + STX_FIELD(rwc_b, 10) + STX_FIELD(rwc_a, 6) + STX_FIELD(bit_mask, 0))
#define TT_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask) STX_ISSUE(TT_OP_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask))
#define TTI_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask) STX_ISSUE_CONSTANT(TT_OP_SETRWC(clear_ab_vld, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask))
#define TT_OP_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a) \
    TT_OP(0x38, STX_FIELD(rwc_cr, 18) + STX_FIELD(rwc_d, 14) + STX_FIELD(rwc_b, 10) + STX_FIELD(rwc_a, 6))
#define TT_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a) STX_ISSUE(TT_OP_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a))
#define TTI_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a) STX_ISSUE_CONSTANT(TT_OP_INCRWC(rwc_cr, rwc_d, rwc_b, rwc_a))
#define TT_OP_SETIBRWC(rwc_cr, rwc_bias, set_inc_ctrl) \
    TT_OP(0x39, STX_FIELD(rwc_cr, 18) + STX_FIELD(rwc_bias, 6) + STX_FIELD(set_inc_ctrl, 0))
#define TT_SETIBRWC(rwc_cr, rwc_bias, set_inc_ctrl) STX_ISSUE(TT_OP_SETIBRWC(rwc_cr, rwc_bias, set_inc_ctrl))
#define TTI_SETIBRWC(rwc_cr, rwc_bias, set_inc_ctrl) STX_ISSUE_CONSTANT(TT_OP_SETIBRWC(rwc_cr, rwc_bias, set_inc_ctrl))
#define TT_OP_MFCONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) \
    TT_OP(0x3a, STX_FIELD(clear_dvalid, 22) + STX_FIELD(rotate_weights, 17) + STX_FIELD(addr_mode, 14) + STX_FIELD(dst, 0))
#define TT_MFCONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE(TT_OP_MFCONV3S1(clear_dvalid, rotate_weights, addr_mode, dst))
#define TTI_MFCONV3S1(clear_dvalid, rotate_weights, addr_mode, dst) STX_ISSUE_CONSTANT(TT_OP_MFCONV3S1(clear_dvalid, rotate_weights, addr_mode, dst))
#define TT_OP_XMOV(mov_block_selection, last) \
    TT_OP(0x40, STX_FIELD(mov_block_selection, 23) + STX_FIELD(last, 0))
#define TT_XMOV(mov_block_selection, last) STX_ISSUE(TT_OP_XMOV(mov_block_selection, last))
#define TTI_XMOV(mov_block_selection, last) STX_ISSUE_CONSTANT(TT_OP_XMOV(mov_block_selection, last))
#define TT_OP_PACR(cfg_context, row_pad_zero, dst_access_mode, addr_mode, addr_cnt_context, zero_write, read_intf_sel, ovrd_thread_id, concat, ctxt_ctrl, flush, last) \
    TT_OP(0x41, STX_FIELD(cfg_context, 21) + STX_FIELD(row_pad_zero, 18) + STX_FIELD(dst_access_mode, 17) + STX_FIELD(addr_mode, 15) + STX_FIELD(addr_cnt_context, 13) + STX_FIELD(zero_write, 12) + STX_FIELD(read_intf_sel, 8) + STX_FIELD(ovrd_thread_id, 7) + STX_FIELD(concat, 4) + STX_FIELD(ctxt_ctrl, 2) + STX_FIELD(flush, 1) + STX_FIELD(last, 0))
#define TT_PACR(cfg_context, row_pad_zero, dst_access_mode, addr_mode, addr_cnt_context, zero_write, read_intf_sel, ovrd_thread_id, concat, ctxt_ctrl, flush, last) STX_ISSUE(TT_OP_PACR(cfg_context, row_pad_zero, dst_access_mode, addr_mode, addr_cnt_context, zero_write, read_intf_sel, ovrd_thread_id, concat, ctxt_ctrl, flush, last))
#define TTI_PACR(cfg_context, row_pad_zero, dst_access_mode, addr_mode, addr_cnt_context, zero_write, read_intf_sel, ovrd_thread_id, concat, ctxt_ctrl, flush, last) STX_ISSUE_CONSTANT(TT_OP_PACR(cfg_context, row_pad_zero, dst_access_mode, addr_mode, addr_cnt_context, zero_write, read_intf_sel, ovrd_thread_id, concat, ctxt_ctrl, flush, last))
#define TT_OP_UNPACR(unpack_block_selection, addr_mode, cfg_context_cnt_inc, cfg_context_id, addr_cnt_context_id, ovrd_thread_id, set_dat_valid, srcb_bcast, zero_write2, auto_inc_context_id, row_search, search_cache_flush, last) \
    TT_OP(0x42, STX_FIELD(unpack_block_selection, 23) + STX_FIELD(addr_mode, 15) + STX_FIELD(cfg_context_cnt_inc, 13) + STX_FIELD(cfg_context_id, 10) + STX_FIELD(addr_cnt_context_id, 8) + STX_FIELD(ovrd_thread_id, 7) + STX_FIELD(set_dat_valid, 6) + STX_FIELD(srcb_bcast, 5) + STX_FIELD(zero_write2, 4) + STX_FIELD(auto_inc_context_id, 3) + STX_FIELD(row_search, 2) + STX_FIELD(search_cache_flush, 1) + STX_FIELD(last, 0))
#define TT_UNPACR(unpack_block_selection, addr_mode, cfg_context_cnt_inc, cfg_context_id, addr_cnt_context_id, ovrd_thread_id, set_dat_valid, srcb_bcast, zero_write2, auto_inc_context_id, row_search, search_cache_flush, last) STX_ISSUE(TT_OP_UNPACR(unpack_block_selection, addr_mode, cfg_context_cnt_inc, cfg_context_id, addr_cnt_context_id, ovrd_thread_id, set_dat_valid, srcb_bcast, zero_write2, auto_inc_context_id, row_search, search_cache_flush, last))
#define TTI_UNPACR(unpack_block_selection, addr_mode, cfg_context_cnt_inc, cfg_context_id, addr_cnt_context_id, ovrd_thread_id, set_dat_valid, srcb_bcast, zero_write2, auto_inc_context_id, row_search, search_cache_flush, last) STX_ISSUE_CONSTANT(TT_OP_UNPACR(unpack_block_selection, addr_mode, cfg_context_cnt_inc, cfg_context_id, addr_cnt_context_id, ovrd_thread_id, set_dat_valid, srcb_bcast, zero_write2, auto_inc_context_id, row_search, search_cache_flush, last))
#define TT_OP_UNPACR_NOP(unpacker_select, stream_id, msg_clr_cnt, set_dvalid, clr_to1_fmt_ctrl, stall_clr_cntrl, bank_clr_ctrl, src_clr_val_ctrl, unpack_pop) \
    TT_OP(0x43, STX_FIELD(unpacker_select, 23) + STX_FIELD(stream_id, 16) + STX_FIELD(msg_clr_cnt, 12) + STX_FIELD(set_dvalid, 8) + STX_FIELD(clr_to1_fmt_ctrl, 6) + STX_FIELD(stall_clr_cntrl, 5) + STX_FIELD(bank_clr_ctrl, 4) + STX_FIELD(src_clr_val_ctrl, 2) + STX_FIELD(unpack_pop, 0))
#define TT_UNPACR_NOP(unpacker_select, stream_id, msg_clr_cnt, set_dvalid, clr_to1_fmt_ctrl, stall_clr_cntrl, bank_clr_ctrl, src_clr_val_ctrl, unpack_pop) STX_ISSUE(TT_OP_UNPACR_NOP(unpacker_select, stream_id, msg_clr_cnt, set_dvalid, clr_to1_fmt_ctrl, stall_clr_cntrl, bank_clr_ctrl, src_clr_val_ctrl, unpack_pop))
#define TTI_UNPACR_NOP(unpacker_select, stream_id, msg_clr_cnt, set_dvalid, clr_to1_fmt_ctrl, stall_clr_cntrl, bank_clr_ctrl, src_clr_val_ctrl, unpack_pop) STX_ISSUE_CONSTANT(TT_OP_UNPACR_NOP(unpacker_select, stream_id, msg_clr_cnt, set_dvalid, clr_to1_fmt_ctrl, stall_clr_cntrl, bank_clr_ctrl, src_clr_val_ctrl, unpack_pop))
#define TT_OP_RSTDMA TT_OP(0x44, 0u)
#define TT_RSTDMA STX_ISSUE(TT_OP_RSTDMA)
#define TTI_RSTDMA STX_ISSUE_CONSTANT(TT_OP_RSTDMA)
#define TT_OP_SETDMAREG(payload_sig_sel_size, payload_sig_sel, set_signals_mode, reg_index_16b) \
    TT_OP(0x45, STX_FIELD(payload_sig_sel_size, 22) + STX_FIELD(payload_sig_sel, 8) + STX_FIELD(set_signals_mode, 7) + STX_FIELD(reg_index_16b, 0))
#define TT_SETDMAREG(payload_sig_sel_size, payload_sig_sel, set_signals_mode, reg_index_16b) STX_ISSUE(TT_OP_SETDMAREG(payload_sig_sel_size, payload_sig_sel, set_signals_mode, reg_index_16b))
#define TTI_SETDMAREG(payload_sig_sel_size, payload_sig_sel, set_signals_mode, reg_index_16b) STX_ISSUE_CONSTANT(TT_OP_SETDMAREG(payload_sig_sel_size, payload_sig_sel, set_signals_mode, reg_index_16b))
#define TT_OP_FLUSHDMA(flush_spec) \
    TT_OP(0x46, STX_FIELD(flush_spec, 0))
#define TT_FLUSHDMA(flush_spec) STX_ISSUE(TT_OP_FLUSHDMA(flush_spec))
#define TTI_FLUSHDMA(flush_spec) STX_ISSUE_CONSTANT(TT_OP_FLUSHDMA(flush_spec))
#define TT_OP_REG2FLOP(size_sel, target_sel, byte_offset, context_id_2, flop_index, reg_index) \
    TT_OP(0x48, STX_FIELD(size_sel, 22) + STX_FIELD(target_sel, 20) + STX_FIELD(byte_offset, 18) + STX_FIELD(context_id_2, 16) + STX_FIELD(flop_index, 6) + STX_FIELD(reg_index, 0))
#define TT_REG2FLOP(size_sel, target_sel, byte_offset, context_id_2, flop_index, reg_index) STX_ISSUE(TT_OP_REG2FLOP(size_sel, target_sel, byte_offset, context_id_2, flop_index, reg_index))
#define TTI_REG2FLOP(size_sel, target_sel, byte_offset, context_id_2, flop_index, reg_index) STX_ISSUE_CONSTANT(TT_OP_REG2FLOP(size_sel, target_sel, byte_offset, context_id_2, flop_index, reg_index))
#define TT_OP_LOADIND(size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) \
    TT_OP(0x49, STX_FIELD(size_sel, 22) + STX_FIELD(offset_index, 14) + STX_FIELD(auto_inc_spec, 12) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_LOADIND(size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_LOADIND(size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index))
#define TTI_LOADIND(size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_LOADIND(size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index))
#define TT_OP_PACR_SETREG(push, mode_sel, unused, disable_stall, addr_sel, stream_id, flush, last) \
    TT_OP(0x4a, STX_FIELD(push, 23) + STX_FIELD(mode_sel, 22) + STX_FIELD(unused, 12) + STX_FIELD(disable_stall, 10) + STX_FIELD(addr_sel, 8) + STX_FIELD(stream_id, 2) + STX_FIELD(flush, 1) + STX_FIELD(last, 0))
#define TT_PACR_SETREG(push, mode_sel, unused, disable_stall, addr_sel, stream_id, flush, last) STX_ISSUE(TT_OP_PACR_SETREG(push, mode_sel, unused, disable_stall, addr_sel, stream_id, flush, last))
#define TTI_PACR_SETREG(push, mode_sel, unused, disable_stall, addr_sel, stream_id, flush, last) STX_ISSUE_CONSTANT(TT_OP_PACR_SETREG(push, mode_sel, unused, disable_stall, addr_sel, stream_id, flush, last))
#define TT_OP_TBUFCMD TT_OP(0x4b, 0u)
#define TT_TBUFCMD STX_ISSUE(TT_OP_TBUFCMD)
#define TTI_TBUFCMD STX_ISSUE_CONSTANT(TT_OP_TBUFCMD)
#define TT_OP_SETADC(cnt_set_mask, channel_index, dimension_index, value) \
    TT_OP(0x50, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(channel_index, 20) + STX_FIELD(dimension_index, 18) + STX_FIELD(value, 0))
#define TT_SETADC(cnt_set_mask, channel_index, dimension_index, value) STX_ISSUE(TT_OP_SETADC(cnt_set_mask, channel_index, dimension_index, value))
#define TTI_SETADC(cnt_set_mask, channel_index, dimension_index, value) STX_ISSUE_CONSTANT(TT_OP_SETADC(cnt_set_mask, channel_index, dimension_index, value))
#define TT_OP_SETADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) \
    TT_OP(0x51, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_y, 15) + STX_FIELD(ch1_x, 12) + STX_FIELD(ch0_y, 9) + STX_FIELD(ch0_x, 6) + STX_FIELD(bit_mask, 0))
#define TT_SETADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) STX_ISSUE(TT_OP_SETADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask))
#define TTI_SETADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) STX_ISSUE_CONSTANT(TT_OP_SETADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask))
#define TT_OP_INCADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x) \
    TT_OP(0x52, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_y, 15) + STX_FIELD(ch1_x, 12) + STX_FIELD(ch0_y, 9) + STX_FIELD(ch0_x, 6))
#define TT_INCADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x) STX_ISSUE(TT_OP_INCADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x))
#define TTI_INCADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x) STX_ISSUE_CONSTANT(TT_OP_INCADCXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x))
#define TT_OP_ADDRCRXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) \
    TT_OP(0x53, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_y, 15) + STX_FIELD(ch1_x, 12) + STX_FIELD(ch0_y, 9) + STX_FIELD(ch0_x, 6) + STX_FIELD(bit_mask, 0))
#define TT_ADDRCRXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) STX_ISSUE(TT_OP_ADDRCRXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask))
#define TTI_ADDRCRXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask) STX_ISSUE_CONSTANT(TT_OP_ADDRCRXY(cnt_set_mask, ch1_y, ch1_x, ch0_y, ch0_x, bit_mask))
#define TT_OP_SETADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) \
    TT_OP(0x54, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_w, 15) + STX_FIELD(ch1_z, 12) + STX_FIELD(ch0_w, 9) + STX_FIELD(ch0_z, 6) + STX_FIELD(bit_mask, 0))
#define TT_SETADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) STX_ISSUE(TT_OP_SETADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask))
#define TTI_SETADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) STX_ISSUE_CONSTANT(TT_OP_SETADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask))
#define TT_OP_INCADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z) \
    TT_OP(0x55, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_w, 15) + STX_FIELD(ch1_z, 12) + STX_FIELD(ch0_w, 9) + STX_FIELD(ch0_z, 6))
#define TT_INCADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z) STX_ISSUE(TT_OP_INCADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z))
#define TTI_INCADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z) STX_ISSUE_CONSTANT(TT_OP_INCADCZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z))
#define TT_OP_ADDRCRZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) \
    TT_OP(0x56, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(ch1_w, 15) + STX_FIELD(ch1_z, 12) + STX_FIELD(ch0_w, 9) + STX_FIELD(ch0_z, 6) + STX_FIELD(bit_mask, 0))
#define TT_ADDRCRZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) STX_ISSUE(TT_OP_ADDRCRZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask))
#define TTI_ADDRCRZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask) STX_ISSUE_CONSTANT(TT_OP_ADDRCRZW(cnt_set_mask, ch1_w, ch1_z, ch0_w, ch0_z, bit_mask))
#define TT_OP_SETDVALID(setvalid) \
    TT_OP(0x57, STX_FIELD(setvalid, 0))
#define TT_SETDVALID(setvalid) STX_ISSUE(TT_OP_SETDVALID(setvalid))
#define TTI_SETDVALID(setvalid) STX_ISSUE_CONSTANT(TT_OP_SETDVALID(setvalid))
#define TT_OP_ADDDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x58, STX_FIELD(op_b_is_const, 23) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_ADDDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_ADDDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_ADDDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_ADDDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_SUBDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x59, STX_FIELD(op_b_is_const, 23) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_SUBDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_SUBDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_SUBDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_SUBDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_MULDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x5a, STX_FIELD(op_b_is_const, 23) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_MULDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_MULDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_MULDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_MULDMAREG(op_b_is_const, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_BITWOPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x5b, STX_FIELD(op_b_is_const, 23) + STX_FIELD(op_sel, 18) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_BITWOPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_BITWOPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_BITWOPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_BITWOPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_SHIFTDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x5c, STX_FIELD(op_b_is_const, 23) + STX_FIELD(op_sel, 18) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_SHIFTDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_SHIFTDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_SHIFTDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_SHIFTDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_CMPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) \
    TT_OP(0x5d, STX_FIELD(op_b_is_const, 23) + STX_FIELD(op_sel, 18) + STX_FIELD(result_reg_index, 12) + STX_FIELD(op_b_reg_index, 6) + STX_FIELD(op_a_reg_index, 0))
#define TT_CMPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE(TT_OP_CMPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TTI_CMPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index) STX_ISSUE_CONSTANT(TT_OP_CMPDMAREG(op_b_is_const, op_sel, result_reg_index, op_b_reg_index, op_a_reg_index))
#define TT_OP_SETADCXX(cnt_set_mask, x_end2, x_start) \
    TT_OP(0x5e, STX_FIELD(cnt_set_mask, 21) + STX_FIELD(x_end2, 10) + STX_FIELD(x_start, 0))
#define TT_SETADCXX(cnt_set_mask, x_end2, x_start) STX_ISSUE(TT_OP_SETADCXX(cnt_set_mask, x_end2, x_start))
#define TTI_SETADCXX(cnt_set_mask, x_end2, x_start) STX_ISSUE_CONSTANT(TT_OP_SETADCXX(cnt_set_mask, x_end2, x_start))
#define TT_OP_DMANOP TT_OP(0x60, 0u)
#define TT_DMANOP STX_ISSUE(TT_OP_DMANOP)
#define TTI_DMANOP STX_ISSUE_CONSTANT(TT_OP_DMANOP)
#define TT_OP_ATINCGET(mem_hier_sel, wrap_val, sel32b, data_reg_index, addr_reg_index) \
    TT_OP(0x61, STX_FIELD(mem_hier_sel, 23) + STX_FIELD(wrap_val, 14) + STX_FIELD(sel32b, 12) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_ATINCGET(mem_hier_sel, wrap_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_ATINCGET(mem_hier_sel, wrap_val, sel32b, data_reg_index, addr_reg_index))
#define TTI_ATINCGET(mem_hier_sel, wrap_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_ATINCGET(mem_hier_sel, wrap_val, sel32b, data_reg_index, addr_reg_index))
#define TT_OP_ATINCGETPTR(mem_hier_sel, no_incr, incr_val, wrap_val, sel32b, data_reg_index, addr_reg_index) \
    TT_OP(0x62, STX_FIELD(mem_hier_sel, 23) + STX_FIELD(no_incr, 22) + STX_FIELD(incr_val, 18) + STX_FIELD(wrap_val, 14) + STX_FIELD(sel32b, 12) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_ATINCGETPTR(mem_hier_sel, no_incr, incr_val, wrap_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_ATINCGETPTR(mem_hier_sel, no_incr, incr_val, wrap_val, sel32b, data_reg_index, addr_reg_index))
#define TTI_ATINCGETPTR(mem_hier_sel, no_incr, incr_val, wrap_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_ATINCGETPTR(mem_hier_sel, no_incr, incr_val, wrap_val, sel32b, data_reg_index, addr_reg_index))
#define TT_OP_ATSWAP(mem_hier_sel, swap_mask, data_reg_index, addr_reg_index) \
    TT_OP(0x63, STX_FIELD(mem_hier_sel, 23) + STX_FIELD(swap_mask, 14) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_ATSWAP(mem_hier_sel, swap_mask, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_ATSWAP(mem_hier_sel, swap_mask, data_reg_index, addr_reg_index))
#define TTI_ATSWAP(mem_hier_sel, swap_mask, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_ATSWAP(mem_hier_sel, swap_mask, data_reg_index, addr_reg_index))
#define TT_OP_ATCAS(mem_hier_sel, swap_val, cmp_val, sel32b, data_reg_index, addr_reg_index) \
    TT_OP(0x64, STX_FIELD(mem_hier_sel, 23) + STX_FIELD(swap_val, 18) + STX_FIELD(cmp_val, 14) + STX_FIELD(sel32b, 12) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_ATCAS(mem_hier_sel, swap_val, cmp_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_ATCAS(mem_hier_sel, swap_val, cmp_val, sel32b, data_reg_index, addr_reg_index))
#define TTI_ATCAS(mem_hier_sel, swap_val, cmp_val, sel32b, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_ATCAS(mem_hier_sel, swap_val, cmp_val, sel32b, data_reg_index, addr_reg_index))
#define TT_OP_STOREIND(mem_hier_sel, size_sel, reg_size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) \
    TT_OP(0x66, STX_FIELD(mem_hier_sel, 23) + STX_FIELD(size_sel, 22) + STX_FIELD(reg_size_sel, 21) + STX_FIELD(offset_index, 14) + STX_FIELD(auto_inc_spec, 12) + STX_FIELD(data_reg_index, 6) + STX_FIELD(addr_reg_index, 0))
#define TT_STOREIND(mem_hier_sel, size_sel, reg_size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) STX_ISSUE(TT_OP_STOREIND(mem_hier_sel, size_sel, reg_size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index))
#define TTI_STOREIND(mem_hier_sel, size_sel, reg_size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index) STX_ISSUE_CONSTANT(TT_OP_STOREIND(mem_hier_sel, size_sel, reg_size_sel, offset_index, auto_inc_spec, data_reg_index, addr_reg_index))
#define TT_OP_STOREREG(tdma_data_reg_index, reg_addr) \
    TT_OP(0x67, STX_FIELD(tdma_data_reg_index, 18) + STX_FIELD(reg_addr, 0))
#define TT_STOREREG(tdma_data_reg_index, reg_addr) STX_ISSUE(TT_OP_STOREREG(tdma_data_reg_index, reg_addr))
#define TTI_STOREREG(tdma_data_reg_index, reg_addr) STX_ISSUE_CONSTANT(TT_OP_STOREREG(tdma_data_reg_index, reg_addr))
#define TT_OP_LOADREG(tdma_data_reg_index, reg_addr) \
    TT_OP(0x68, STX_FIELD(tdma_data_reg_index, 18) + STX_FIELD(reg_addr, 0))
#define TT_LOADREG(tdma_data_reg_index, reg_addr) STX_ISSUE(TT_OP_LOADREG(tdma_data_reg_index, reg_addr))
#define TTI_LOADREG(tdma_data_reg_index, reg_addr) STX_ISSUE_CONSTANT(TT_OP_LOADREG(tdma_data_reg_index, reg_addr))
#define TT_OP_SFPLOAD(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) \
    TT_OP(0x70, STX_FIELD(lreg_ind, 20) + STX_FIELD(instr_mod0, 16) + STX_FIELD(sfpu_addr_mode, 13) + STX_FIELD(dest_reg_addr, 0))
#define TT_SFPLOAD(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE(TT_OP_SFPLOAD(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TTI_SFPLOAD(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE_CONSTANT(TT_OP_SFPLOAD(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TT_OP_SFPLOADI(lreg_ind, instr_mod0, imm16) \
    TT_OP(0x71, STX_FIELD(lreg_ind, 20) + STX_FIELD(instr_mod0, 16) + STX_FIELD(imm16, 0))
#define TT_SFPLOADI(lreg_ind, instr_mod0, imm16) STX_ISSUE(TT_OP_SFPLOADI(lreg_ind, instr_mod0, imm16))
#define TTI_SFPLOADI(lreg_ind, instr_mod0, imm16) STX_ISSUE_CONSTANT(TT_OP_SFPLOADI(lreg_ind, instr_mod0, imm16))
#define TT_OP_SFPSTORE(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) \
    TT_OP(0x72, STX_FIELD(lreg_ind, 20) + STX_FIELD(instr_mod0, 16) + STX_FIELD(sfpu_addr_mode, 13) + STX_FIELD(dest_reg_addr, 0))
#define TT_SFPSTORE(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE(TT_OP_SFPSTORE(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TTI_SFPSTORE(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE_CONSTANT(TT_OP_SFPSTORE(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TT_OP_SFPLUT(lreg_ind, instr_mod0, dest_reg_addr) \
    TT_OP(0x73, STX_FIELD(lreg_ind, 20) + STX_FIELD(instr_mod0, 16) + STX_FIELD(dest_reg_addr, 0))
#define TT_SFPLUT(lreg_ind, instr_mod0, dest_reg_addr) STX_ISSUE(TT_OP_SFPLUT(lreg_ind, instr_mod0, dest_reg_addr))
#define TTI_SFPLUT(lreg_ind, instr_mod0, dest_reg_addr) STX_ISSUE_CONSTANT(TT_OP_SFPLUT(lreg_ind, instr_mod0, dest_reg_addr))
#define TT_OP_SFPMULI(imm16_math, lreg_dest, instr_mod1) \
    TT_OP(0x74, STX_FIELD(imm16_math, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPMULI(imm16_math, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPMULI(imm16_math, lreg_dest, instr_mod1))
#define TTI_SFPMULI(imm16_math, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPMULI(imm16_math, lreg_dest, instr_mod1))
#define TT_OP_SFPADDI(imm16_math, lreg_dest, instr_mod1) \
    TT_OP(0x75, STX_FIELD(imm16_math, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPADDI(imm16_math, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPADDI(imm16_math, lreg_dest, instr_mod1))
#define TTI_SFPADDI(imm16_math, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPADDI(imm16_math, lreg_dest, instr_mod1))
#define TT_OP_SFPDIVP2(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x76, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPDIVP2(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPDIVP2(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPDIVP2(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPDIVP2(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPEXEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x77, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPEXEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPEXEXP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPEXEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPEXEXP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPEXMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x78, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPEXMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPEXMAN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPEXMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPEXMAN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPIADD(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x79, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPIADD(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPIADD(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPIADD(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPIADD(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPSHFT(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7a, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSHFT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSHFT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPSHFT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSHFT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPSETCC(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7b, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSETCC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSETCC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPSETCC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSETCC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPMOV(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7c, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPMOV(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPMOV(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPMOV(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPMOV(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPABS(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7d, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPABS(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPABS(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPABS(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPABS(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPAND(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7e, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPAND(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPAND(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPAND(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPAND(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPOR(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x7f, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPOR(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPOR(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPOR(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPOR(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPNOT(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x80, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPNOT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPNOT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPNOT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPNOT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPLZ(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x81, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPLZ(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPLZ(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPLZ(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPLZ(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPSETEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x82, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSETEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSETEXP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPSETEXP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSETEXP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPSETMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x83, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSETMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSETMAN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPSETMAN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSETMAN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPMAD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x84, STX_FIELD(lreg_src_a, 16) + STX_FIELD(lreg_src_b, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPMAD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPMAD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPMAD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPMAD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPADD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x85, STX_FIELD(lreg_src_a, 16) + STX_FIELD(lreg_src_b, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPADD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPADD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPADD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPADD(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPMUL(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x86, STX_FIELD(lreg_src_a, 16) + STX_FIELD(lreg_src_b, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPMUL(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPMUL(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPMUL(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPMUL(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPPUSHC(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x87, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPPUSHC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPPUSHC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPPUSHC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPPUSHC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPPOPC(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x88, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPPOPC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPPOPC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPPOPC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPPOPC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPSETSGN(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x89, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSETSGN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSETSGN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPSETSGN(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSETSGN(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPENCC(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x8a, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPENCC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPENCC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPENCC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPENCC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPCOMPC(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x8b, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPCOMPC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPCOMPC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPCOMPC(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPCOMPC(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPTRANSP(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x8c, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPTRANSP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPTRANSP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPTRANSP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPTRANSP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPXOR(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x8d, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPXOR(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPXOR(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPXOR(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPXOR(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFP_STOCH_RND(rnd_mode, imm8_math, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x8e, STX_FIELD(rnd_mode, 21) + STX_FIELD(imm8_math, 16) + STX_FIELD(lreg_src_b, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFP_STOCH_RND(rnd_mode, imm8_math, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFP_STOCH_RND(rnd_mode, imm8_math, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFP_STOCH_RND(rnd_mode, imm8_math, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFP_STOCH_RND(rnd_mode, imm8_math, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPNOP TT_OP(0x8f, 0u)
#define TT_SFPNOP STX_ISSUE(TT_OP_SFPNOP)
#define TTI_SFPNOP STX_ISSUE_CONSTANT(TT_OP_SFPNOP)
#define TT_OP_SFPCAST(lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x90, STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPCAST(lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPCAST(lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPCAST(lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPCAST(lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPCONFIG(imm16_math, config_dest, instr_mod1) \
    TT_OP(0x91, STX_FIELD(imm16_math, 8) + STX_FIELD(config_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPCONFIG(imm16_math, config_dest, instr_mod1) STX_ISSUE(TT_OP_SFPCONFIG(imm16_math, config_dest, instr_mod1))
#define TTI_SFPCONFIG(imm16_math, config_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPCONFIG(imm16_math, config_dest, instr_mod1))
#define TT_OP_SFPSWAP(imm12_math, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x92, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSWAP(imm12_math, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSWAP(imm12_math, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPSWAP(imm12_math, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSWAP(imm12_math, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPLOADMACRO(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) \
    TT_OP(0x93, STX_FIELD(lreg_ind, 20) + STX_FIELD(instr_mod0, 16) + STX_FIELD(sfpu_addr_mode, 13) + STX_FIELD(dest_reg_addr, 0))
#define TT_SFPLOADMACRO(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE(TT_OP_SFPLOADMACRO(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TTI_SFPLOADMACRO(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr) STX_ISSUE_CONSTANT(TT_OP_SFPLOADMACRO(lreg_ind, instr_mod0, sfpu_addr_mode, dest_reg_addr))
#define TT_OP_SFPSHFT2(imm12_math, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x94, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPSHFT2(imm12_math, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPSHFT2(imm12_math, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPSHFT2(imm12_math, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPSHFT2(imm12_math, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPLUTFP32(lreg_dest, instr_mod1) \
    TT_OP(0x95, STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPLUTFP32(lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPLUTFP32(lreg_dest, instr_mod1))
#define TTI_SFPLUTFP32(lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPLUTFP32(lreg_dest, instr_mod1))
#define TT_OP_SFPLE(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x96, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPLE(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPLE(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPLE(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPLE(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPGT(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x97, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPGT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPGT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPGT(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPGT(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_SFPMUL24(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) \
    TT_OP(0x98, STX_FIELD(lreg_src_a, 16) + STX_FIELD(lreg_src_b, 12) + STX_FIELD(lreg_src_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPMUL24(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPMUL24(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TTI_SFPMUL24(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPMUL24(lreg_src_a, lreg_src_b, lreg_src_c, lreg_dest, instr_mod1))
#define TT_OP_SFPARECIP(imm12_math, lreg_c, lreg_dest, instr_mod1) \
    TT_OP(0x99, STX_FIELD(imm12_math, 12) + STX_FIELD(lreg_c, 8) + STX_FIELD(lreg_dest, 4) + STX_FIELD(instr_mod1, 0))
#define TT_SFPARECIP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE(TT_OP_SFPARECIP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TTI_SFPARECIP(imm12_math, lreg_c, lreg_dest, instr_mod1) STX_ISSUE_CONSTANT(TT_OP_SFPARECIP(imm12_math, lreg_c, lreg_dest, instr_mod1))
#define TT_OP_ATGETM(mutex_index) \
    TT_OP(0xa0, STX_FIELD(mutex_index, 0))
#define TT_ATGETM(mutex_index) STX_ISSUE(TT_OP_ATGETM(mutex_index))
#define TTI_ATGETM(mutex_index) STX_ISSUE_CONSTANT(TT_OP_ATGETM(mutex_index))
#define TT_OP_ATRELM(mutex_index) \
    TT_OP(0xa1, STX_FIELD(mutex_index, 0))
#define TT_ATRELM(mutex_index) STX_ISSUE(TT_OP_ATRELM(mutex_index))
#define TTI_ATRELM(mutex_index) STX_ISSUE_CONSTANT(TT_OP_ATRELM(mutex_index))
#define TT_OP_STALLWAIT(stall_res, wait_res) \
    TT_OP(0xa2, STX_FIELD(stall_res, 15) + STX_FIELD(wait_res, 0))
#define TT_STALLWAIT(stall_res, wait_res) STX_ISSUE(TT_OP_STALLWAIT(stall_res, wait_res))
#define TTI_STALLWAIT(stall_res, wait_res) STX_ISSUE_CONSTANT(TT_OP_STALLWAIT(stall_res, wait_res))
#define TT_OP_SEMINIT(max_value, init_value, sem_sel) \
    TT_OP(0xa3, STX_FIELD(max_value, 20) + STX_FIELD(init_value, 16) + STX_FIELD(sem_sel, 2))
#define TT_SEMINIT(max_value, init_value, sem_sel) STX_ISSUE(TT_OP_SEMINIT(max_value, init_value, sem_sel))
#define TTI_SEMINIT(max_value, init_value, sem_sel) STX_ISSUE_CONSTANT(TT_OP_SEMINIT(max_value, init_value, sem_sel))
#define TT_OP_SEMPOST(sem_sel) \
    TT_OP(0xa4, STX_FIELD(sem_sel, 2))
#define TT_SEMPOST(sem_sel) STX_ISSUE(TT_OP_SEMPOST(sem_sel))
#define TTI_SEMPOST(sem_sel) STX_ISSUE_CONSTANT(TT_OP_SEMPOST(sem_sel))
#define TT_OP_SEMGET(sem_sel) \
    TT_OP(0xa5, STX_FIELD(sem_sel, 2))
#define TT_SEMGET(sem_sel) STX_ISSUE(TT_OP_SEMGET(sem_sel))
#define TTI_SEMGET(sem_sel) STX_ISSUE_CONSTANT(TT_OP_SEMGET(sem_sel))
#define TT_OP_SEMWAIT(stall_res, sem_sel, wait_sem_cond) \
    TT_OP(0xa6, STX_FIELD(stall_res, 15) + STX_FIELD(sem_sel, 2) + STX_FIELD(wait_sem_cond, 0))
#define TT_SEMWAIT(stall_res, sem_sel, wait_sem_cond) STX_ISSUE(TT_OP_SEMWAIT(stall_res, sem_sel, wait_sem_cond))
#define TTI_SEMWAIT(stall_res, sem_sel, wait_sem_cond) STX_ISSUE_CONSTANT(TT_OP_SEMWAIT(stall_res, sem_sel, wait_sem_cond))
#define TT_OP_STREAMWAIT(stall_res, target_value, target_sel, wait_stream_sel) \
    TT_OP(0xa7, STX_FIELD(stall_res, 15) + STX_FIELD(target_value, 4) + STX_FIELD(target_sel, 3) + STX_FIELD(wait_stream_sel, 0))
#define TT_STREAMWAIT(stall_res, target_value, target_sel, wait_stream_sel) STX_ISSUE(TT_OP_STREAMWAIT(stall_res, target_value, target_sel, wait_stream_sel))
#define TTI_STREAMWAIT(stall_res, target_value, target_sel, wait_stream_sel) STX_ISSUE_CONSTANT(TT_OP_STREAMWAIT(stall_res, target_value, target_sel, wait_stream_sel))
#define TT_OP_WRCFG(gpr_address, wr128b, cfg_reg) \
    TT_OP(0xb0, STX_FIELD(gpr_address, 16) + STX_FIELD(wr128b, 15) + STX_FIELD(cfg_reg, 0))
#define TT_WRCFG(gpr_address, wr128b, cfg_reg) STX_ISSUE(TT_OP_WRCFG(gpr_address, wr128b, cfg_reg))
#define TTI_WRCFG(gpr_address, wr128b, cfg_reg) STX_ISSUE_CONSTANT(TT_OP_WRCFG(gpr_address, wr128b, cfg_reg))
#define TT_OP_RDCFG(gpr_address, cfg_reg) \
    TT_OP(0xb1, STX_FIELD(gpr_address, 16) + STX_FIELD(cfg_reg, 0))
#define TT_RDCFG(gpr_address, cfg_reg) STX_ISSUE(TT_OP_RDCFG(gpr_address, cfg_reg))
#define TTI_RDCFG(gpr_address, cfg_reg) STX_ISSUE_CONSTANT(TT_OP_RDCFG(gpr_address, cfg_reg))
#define TT_OP_SETC16(setc16_reg, setc16_value) \
    TT_OP(0xb2, STX_FIELD(setc16_reg, 16) + STX_FIELD(setc16_value, 0))
#define TT_SETC16(setc16_reg, setc16_value) STX_ISSUE(TT_OP_SETC16(setc16_reg, setc16_value))
#define TTI_SETC16(setc16_reg, setc16_value) STX_ISSUE_CONSTANT(TT_OP_SETC16(setc16_reg, setc16_value))
#define TT_OP_RMWCIB0(mask, data, cfg_reg_addr) \
    TT_OP(0xb3, STX_FIELD(mask, 16) + STX_FIELD(data, 8) + STX_FIELD(cfg_reg_addr, 0))
#define TT_RMWCIB0(mask, data, cfg_reg_addr) STX_ISSUE(TT_OP_RMWCIB0(mask, data, cfg_reg_addr))
#define TTI_RMWCIB0(mask, data, cfg_reg_addr) STX_ISSUE_CONSTANT(TT_OP_RMWCIB0(mask, data, cfg_reg_addr))
#define TT_OP_RMWCIB1(mask, data, cfg_reg_addr) \
    TT_OP(0xb4, STX_FIELD(mask, 16) + STX_FIELD(data, 8) + STX_FIELD(cfg_reg_addr, 0))
#define TT_RMWCIB1(mask, data, cfg_reg_addr) STX_ISSUE(TT_OP_RMWCIB1(mask, data, cfg_reg_addr))
#define TTI_RMWCIB1(mask, data, cfg_reg_addr) STX_ISSUE_CONSTANT(TT_OP_RMWCIB1(mask, data, cfg_reg_addr))
#define TT_OP_RMWCIB2(mask, data, cfg_reg_addr) \
    TT_OP(0xb5, STX_FIELD(mask, 16) + STX_FIELD(data, 8) + STX_FIELD(cfg_reg_addr, 0))
#define TT_RMWCIB2(mask, data, cfg_reg_addr) STX_ISSUE(TT_OP_RMWCIB2(mask, data, cfg_reg_addr))
#define TTI_RMWCIB2(mask, data, cfg_reg_addr) STX_ISSUE_CONSTANT(TT_OP_RMWCIB2(mask, data, cfg_reg_addr))
#define TT_OP_RMWCIB3(mask, data, cfg_reg_addr) \
    TT_OP(0xb6, STX_FIELD(mask, 16) + STX_FIELD(data, 8) + STX_FIELD(cfg_reg_addr, 0))
#define TT_RMWCIB3(mask, data, cfg_reg_addr) STX_ISSUE(TT_OP_RMWCIB3(mask, data, cfg_reg_addr))
#define TTI_RMWCIB3(mask, data, cfg_reg_addr) STX_ISSUE_CONSTANT(TT_OP_RMWCIB3(mask, data, cfg_reg_addr))
#define TT_OP_STREAMWRCFG(stream_id_sel, stream_reg_addr, cfg_reg) \
    TT_OP(0xb7, STX_FIELD(stream_id_sel, 21) + STX_FIELD(stream_reg_addr, 11) + STX_FIELD(cfg_reg, 0))
#define TT_STREAMWRCFG(stream_id_sel, stream_reg_addr, cfg_reg) STX_ISSUE(TT_OP_STREAMWRCFG(stream_id_sel, stream_reg_addr, cfg_reg))
#define TTI_STREAMWRCFG(stream_id_sel, stream_reg_addr, cfg_reg) STX_ISSUE_CONSTANT(TT_OP_STREAMWRCFG(stream_id_sel, stream_reg_addr, cfg_reg))
#define TT_OP_CFGSHIFTMASK(disable_mask_on_old_val, operation, mask_width, right_cshift_amt, scratch_sel, cfg_reg) \
    TT_OP(0xb8, STX_FIELD(disable_mask_on_old_val, 23) + STX_FIELD(operation, 20) + STX_FIELD(mask_width, 15) + STX_FIELD(right_cshift_amt, 10) + STX_FIELD(scratch_sel, 8) + STX_FIELD(cfg_reg, 0))
#define TT_CFGSHIFTMASK(disable_mask_on_old_val, operation, mask_width, right_cshift_amt, scratch_sel, cfg_reg) STX_ISSUE(TT_OP_CFGSHIFTMASK(disable_mask_on_old_val, operation, mask_width, right_cshift_amt, scratch_sel, cfg_reg))
#define TTI_CFGSHIFTMASK(disable_mask_on_old_val, operation, mask_width, right_cshift_amt, scratch_sel, cfg_reg) STX_ISSUE_CONSTANT(TT_OP_CFGSHIFTMASK(disable_mask_on_old_val, operation, mask_width, right_cshift_amt, scratch_sel, cfg_reg))

#endif
