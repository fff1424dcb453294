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
