/* SPDX-License-Identifier: Apache-2.0
 *
 * symbols.h - gives the functions of the ports the prefix stx_ for the linker, as in the library.
 * For C, C++ and assembly. */
#ifndef COOP_SYMBOLS_H
#define COOP_SYMBOLS_H

#define context_start stx_context_start
#define context_switch stx_context_switch
#define coop_add stx_coop_add
#define coop_await stx_coop_await
#define coop_code_begins stx_coop_code_begins
#define coop_code_divides stx_coop_code_divides
#define coop_code_ends stx_coop_code_ends
#define coop_code_executed stx_coop_code_executed
#define coop_code_forgets stx_coop_code_forgets
#define coop_code_resumes stx_coop_code_resumes
#define coop_code_stored stx_coop_code_stored
#define coop_code_thread stx_coop_code_thread
#define coop_code_traps stx_coop_code_traps
#define coop_cores_add stx_coop_cores_add
#define coop_cores_init stx_coop_cores_init
#define coop_cores_report stx_coop_cores_report
#define coop_cores_run stx_coop_cores_run
#define coop_fault stx_coop_fault
#define coop_findings stx_coop_findings
#define coop_guard stx_coop_guard
#define coop_init stx_coop_init
#define coop_order stx_coop_order
#define coop_order_end stx_coop_order_end
#define coop_order_of stx_coop_order_of
#define coop_order_use stx_coop_order_use
#define coop_order_value stx_coop_order_value
#define coop_order_values stx_coop_order_values
#define coop_overflow stx_coop_overflow
#define coop_post stx_coop_post
#define coop_progress stx_coop_progress
#define coop_race_counts stx_coop_race_counts
#define coop_race_find stx_coop_race_find
#define coop_race_init stx_coop_race_init
#define coop_race_reference stx_coop_race_reference
#define coop_race_report stx_coop_race_report
#define coop_race_same stx_coop_race_same
#define coop_race_state stx_coop_race_state
#define coop_ready stx_coop_ready
#define coop_report stx_coop_report
#define coop_run stx_coop_run
#define coop_send stx_coop_send
#define coop_stack_intact stx_coop_stack_intact
#define coop_stack_limit stx_coop_stack_limit
#define coop_start stx_coop_start
#define coop_thread_name stx_coop_thread_name
#define coop_time stx_coop_time
#define coop_time_buffer stx_coop_time_buffer
#define coop_time_compiled stx_coop_time_compiled
#define coop_time_end stx_coop_time_end
#define coop_time_lines stx_coop_time_lines
#define coop_time_made stx_coop_time_made
#define coop_time_option stx_coop_time_option
#define coop_time_page_call stx_coop_time_page_call
#define coop_time_relation stx_coop_time_relation
#define coop_time_round stx_coop_time_round
#define coop_time_sites stx_coop_time_sites
#define coop_time_stands stx_coop_time_stands
#define coop_time_transfer stx_coop_time_transfer
#define coop_time_use stx_coop_time_use
#define coop_time_zone stx_coop_time_zone
#define coop_timed stx_coop_timed
#define coop_watch stx_coop_watch
#define coop_watch_core stx_coop_watch_core
#define coop_watch_forgets stx_coop_watch_forgets
#define coop_watch_tell stx_coop_watch_tell
#define coop_yield stx_coop_yield
#define port_host_instructions stx_port_host_instructions
#define port_instructions stx_port_instructions

#endif
