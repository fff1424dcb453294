/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.c - the core that an LLK kernel runs on. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>

#include "llk/boot.h"
#include "llk/cfg_defines.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"

enum { LANES = 32, TILE_ROWS = 64 };

static struct stx_core core;
static uint8_t l1[65536] __attribute__((aligned(16)));

struct stx_core *ulp_core(void) {
    return &core;
}

uint8_t *ulp_l1(uint32_t *bytes) {
    *bytes = sizeof l1;
    return l1;
}

static unsigned row_of(unsigned i) {
    return (2 * (i / LANES) & ~3u) + i % LANES / 8;
}
static unsigned column_of(unsigned i) {
    return 2 * (i & 7u) + (i / LANES & 1u);
}

void ulp_put(unsigned operand, unsigned i, uint32_t v) {
    unsigned row = TILE_ROWS * operand + row_of(i);
    if (ULP_DST32) {
        stx_dst_set_f32(&core, row, column_of(i), v);
    } else if (ulp_format == 1) {
        stx_dst_set_fp16(&core, row, column_of(i), v >> 16);
    } else {
        stx_dst_set_bf16(&core, row, column_of(i), v >> 16);
    }
}

uint32_t ulp_get(unsigned i) {
    return ULP_DST32         ? stx_dst_f32(&core, row_of(i), column_of(i))
           : ulp_format == 1 ? stx_dst_fp16(&core, row_of(i), column_of(i)) << 16
                             : stx_dst_bf16(&core, row_of(i), column_of(i)) << 16;
}

void stx_llk_arguments(void *to, size_t size) {
    (void)to;
    (void)size;
}

/* Rules whose breach is told and not a fault, in check(). SFPU_EARLY is one of the lint's. */
static const enum stx_rule told[] = {STX_RULE_SFPU_SCHEDULE,     STX_RULE_SFPU_TEMPLATE,
                                     STX_RULE_SFPU_MACRO_CHANGE, STX_RULE_SFPU_INDEX,
                                     STX_RULE_SFPU_VD,           STX_RULE_SFPU_STACK};
#define TOLD (sizeof told / sizeof told[0])
static bool telling;
static unsigned found;

void ulp_rules_begin(void) {
    telling = true;
    for (unsigned i = 0; i < TOLD; i++) {
        stx_policy_set(&core, told[i], STX_POLICY_FAULT);
    }
}

unsigned ulp_rules_found(void) {
    return found;
}

/* The first breach of each rule is a finding. */
static bool tell_rule(const struct stx_fault *fault, const char *text) {
    static bool known[STX_RULES];
    unsigned i = 0;
    while (i < TOLD && told[i] != fault->rule) {
        i++;
    }
    if (!telling || fault->kind == STX_FAULT_NONE || i == TOLD) {
        return false;
    }
    if (!known[fault->rule]) {
        known[fault->rule] = true;
        found++;
        printf("rule: %s (%s)\n    %s\n", fault->what, stx_rule_name(fault->rule), text);
        if (fault->where) {
            printf("      at %s\n", fault->where);
        }
    }
    return true;
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    char text[256];
    (void)ctx;
    stx_disasm(text, sizeof text, fault->word);
    if (tell_rule(fault, text)) {
        return STX_CONTINUE;
    }
    printf("fault: %s: %s\n", text, fault->what);
    exit(2);
}

/* Called if the kernel's thread waits; no other thread exists that could end the wait. */
static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    static unsigned times;
    if (++times > 100000) {
        printf("fault: the kernel waits for another thread\n");
        exit(2);
    }
}

static void write_cfg(unsigned word, unsigned shift, uint32_t mask, uint32_t value) {
    uint32_t at = STX_CFG_WINDOW + 4 * word;
    stx_mmio_write(&core, 1, at, (stx_mmio_read(&core, 1, at) & ~mask) | value << shift);
}
#define WRITE_CFG(NAME, value) write_cfg(NAME##_ADDR32, NAME##_SHAMT, NAME##_MASK, value)

unsigned ulp_choice, ulp_format = 5;

static void set_formats(void) {
    WRITE_CFG(ALU_FORMAT_SPEC_REG1_SrcB, ulp_format);
    WRITE_CFG(ALU_ACC_CTRL_Fp32_enabled, ULP_DST32);
    WRITE_CFG(ALU_ACC_CTRL_SFPU_Fp32_enabled, ULP_DST32);
}

void ulp_choose(char **choice) {
    ulp_choice = (unsigned)strtoul(choice[0], NULL, 10);
    ulp_format = (unsigned)strtoul(choice[1], NULL, 10);
}

void ulp_start(void) {
    const struct stx_port port = {.yield = on_yield, .fault = on_fault};
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    llk_boot(&core, 0);
    set_formats();
}
