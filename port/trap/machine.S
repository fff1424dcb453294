/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.S - traps to machine mode (enter.inc). */
#define CSRS 0x300
#define ENABLED 8
#define OWN MPP
#define READABLE 0xA0000 /* MPRV, MXR */
#define RETURN mret
#define ENTRY stx_trap_entry_machine
#define ENTRY_ANY stx_trap_entry_machine_any
#define NEXT stx_trap_next_machine
#define INSTALL stx_trap_install
#define INSTALL_ANY stx_trap_install_any
#include "enter.inc"

/* void stx_trap_close_registers(void): entry 0 of the memory protection is locked without rights for
 * the 8 MB from 0xFF800000 on. */
    .global stx_trap_close_registers
    .type stx_trap_close_registers, @function
stx_trap_close_registers:
    li      t0, (0xFF800000 >> 2) | (0x800000 / 8 - 1)
    csr_write 0x3B0, t0
    li      t0, 0xFF
    csr_clear 0x3A0, t0
    li      t0, 0x98
    csr_set 0x3A0, t0
    ret
    .size stx_trap_close_registers, .-stx_trap_close_registers
