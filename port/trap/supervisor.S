/* SPDX-License-Identifier: Apache-2.0
 *
 * supervisor.S - traps that machine mode delegates to supervisor mode (enter.inc). */
#define CSRS 0x100
#define ENABLED 2
#define OWN 0x100 /* SPP */
#define READABLE 0xC0000 /* SUM, MXR */
#define RETURN sret
#define ENTRY stx_trap_entry_supervisor
#define ENTRY_ANY stx_trap_entry_supervisor_any
#define NEXT stx_trap_next_supervisor
#define INSTALL stx_trap_install_supervisor
#define INSTALL_ANY stx_trap_install_supervisor_any
#include "enter.inc"
