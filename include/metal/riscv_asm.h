/* SPDX-License-Identifier: Apache-2.0
 *
 * riscv_asm.h - for an x86 host: RISC-V instructions that data-movement kernels of tt-metal contain
 * as text. LLK's loads and stores that wait (load_blocking, store_blocking) are a load or store and
 * an instruction that needs what was loaded; on a host nothing is left to wait for. */
#ifndef STX_METAL_RISCV_ASM_H
#define STX_METAL_RISCV_ASM_H

#ifndef __riscv
__asm__(".macro fence\n.endm\n"
        ".macro ebreak\n int3\n.endm\n"
        ".macro lw to, from\n movl \\from, \\to\n.endm\n"
        ".macro lhu to, from\n movzwl \\from, \\to\n.endm\n"
        ".macro sw from, to\n movl \\from, \\to\n.endm\n"
        ".macro and to, left, right\n.endm\n"
        ".macro andi to, left, right\n.endm");
#endif

#endif
