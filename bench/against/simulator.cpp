/* SPDX-License-Identifier: Apache-2.0
 *
 * simulator.cpp - one Tensix core of the reference simulator without the chip around it. It is
 * compiled in the user's checkout with the simulator's own release flags (mk/speed.mk). */
#include <setjmp.h>
#include <stdarg.h>

#include "tensix.cpp"

#include "simulator.h"

uint64_t g_clock;
ChipState g_chips[NUM_CHIPS];
uint32_t g_current_chip_id;
bool g_eth_fw_routing;

static jmp_buf refused;
static char message[200];

void ttsim_printf(const char *, ...) {
}

void ttsim_error(TTSimErrorCategory, const char *func, const char *format, ...) {
    int n = snprintf(message, sizeof message, "%s: ", func);
    if (format) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message + n, sizeof message - n, format, arguments);
        va_end(arguments);
    }
    longjmp(refused, 1);
}

bool tile_mmio_wr32(char, uint32_t, uint32_t, uint64_t, uint32_t) {
    return true;
}

void rv32_icache_invalidate(Rv32HartState *) {
}

static TensixState *tensix() {
    return &g_t_tiles[0].tensix[0];
}

extern "C" {
void simulator_reset(uint32_t source_format) {
    TensixState *t = tensix();
    memset(t, 0, sizeof *t);
    tensix_init(t, 0);
    t->src_a_valid = t->src_b_valid = 3;
    for (unsigned bank = 0; bank < 2; bank++) {
        t->src_a_format[bank] = t->src_b_format[bank] = source_format;
    }
}

void simulator_source_free(void) {
    tensix()->src_a_valid = tensix()->src_b_valid = 0;
}

bool simulator_config(uint32_t word, uint32_t value) {
    if (setjmp(refused)) {
        return false;
    }
    tensix_cfg_wr32(tensix(), 0, 4 * word, value);
    return true;
}

bool simulator_try(unsigned thread, uint32_t word) {
    if (setjmp(refused)) {
        return false;
    }
    return tensix_decode_and_execute(tensix(), thread, word);
}

bool simulator_issue(unsigned thread, uint32_t word) {
    return tensix_decode_and_execute(tensix(), thread, word);
}

const char *simulator_message(void) {
    return message;
}

void simulator_source_poke(unsigned source, unsigned row, unsigned col, uint32_t datum) {
    for (unsigned bank = 0; bank < 2; bank++) {
        (source ? tensix()->src_b : tensix()->src_a)[bank][row][col] = datum;
    }
}

uint32_t *simulator_source_row(unsigned source, unsigned row) {
    TensixState *t = tensix();
    return source ? t->src_b[t->src_b_matrix_bank][row] : t->src_a[t->src_a_matrix_bank][row];
}

uint32_t *simulator_flags(void) {
    return &tensix()->cc;
}

uint32_t *simulator_lreg(unsigned reg) {
    return tensix()->l_regs[reg];
}

uint8_t *simulator_l1(void) {
    return g_t_tiles[0].sram;
}

uint16_t *simulator_dst(void) {
    return &tensix()->dst[0][0];
}

bool *simulator_dst_valid(void) {
    return tensix()->dst_row_valid;
}
}
