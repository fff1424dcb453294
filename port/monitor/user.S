/* SPDX-License-Identifier: Apache-2.0
 *
 * user.S - start of a thread's program in user mode: it sets the stack, calls the constructors and
 * the kernel (stx_kernel, a symbol that the linker defines), and ends the thread. */

#include "monitor.h"

    .section .text.start, "ax"
    .balign 4
    .global stx_user_start
stx_user_start:
    la      sp, stx_stack
    la      s0, stx_constructors
    la      s1, stx_constructors_end
1:
    beq     s0, s1, 2f
    lw      t0, 0(s0)
    addi    s0, s0, 4
    jalr    t0
    j       1b
2:
    call    stx_kernel
    li      a7, CALL_EXIT
    ecall
