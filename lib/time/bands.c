/* SPDX-License-Identifier: Apache-2.0
 *
 * bands.c - how far the time on silicon may be from that of the model. For each kind of kernel,
 * tools/time_bands.py computes bands.def and wormhole-bands.def from the errors of its rows in
 * docs/time.md. */
#include "diag/out.h"
#include "time/model.h"

enum { ONE = 1000, LITTLE = 4, LITTLE_GAIN = 5, ROW_BYTES = 64 };

static const struct {
    const char *text;
    uint16_t low, high; /* thousandths of the model's time */
    uint8_t rows;
    bool other; /* these are Blackhole's, but the model is Wormhole's */
} bands[STX_TIME_KINDS] = {
#define BAND(kind, text, low, high, rows) [STX_TIME_##kind] = {text, low, high, rows, false},
#define BAND_OF_BLACKHOLE(kind, text, low, high, rows) \
    [STX_TIME_##kind] = {text, low, high, rows, true},
#include "time/kinds.def"
};

static enum stx_time_kind kind_of_math(const struct stx_time *time, uint64_t matrix,
                                       uint64_t vector) {
    if (vector < matrix) {
        return STX_TIME_MATRIX;
    }
    return 2u * (uint64_t)time->compiled > vector ? STX_TIME_COMPILED : STX_TIME_VECTOR;
}

/* A packer that writes row by row gets addresses from other words in between. On Wormhole a single
 * word packs a face, so other words do not indicate this there. */
static enum stx_time_kind kind_of_pack(const struct stx_time *time) {
    if (2u * time->additions > time->packs) {
        return STX_TIME_ADDING;
    }
    uint32_t words = time->clock[STX_TIME_EXPECTED].words[PACK_THREAD];
    bool rows = time->pack_bytes <= (uint64_t)ROW_BYTES * time->packs;
    return rows && words > 2u * time->packs ? STX_TIME_ROWS : STX_TIME_PACKING;
}

/* Twice the speed of RISC-V code would save more than anything else, and a fifth of the time. */
static bool code_limits(const struct stx_time *time) {
    unsigned binding = stx_time_binding(time);
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    return binding && time->clock[binding].twice == STX_TIME_CODE &&
           LITTLE_GAIN * (total - stx_time_total(time, (enum stx_time_bound)binding)) > total;
}

/* Compares the cycles of the unpackers, of the FPU and SFPU, and of the packer. If two of these
 * parts are large, the run counts as a whole kernel. */
enum stx_time_kind stx_time_kind(const struct stx_time *time) {
    if (code_limits(time)) {
        return STX_TIME_CODED;
    }
    const uint64_t *busy = time->clock[STX_TIME_EXPECTED].busy;
    const uint64_t part[] = {busy[STX_RESOURCE_UNPACK],
                             busy[STX_RESOURCE_FPU] + busy[STX_RESOURCE_SFPU],
                             busy[STX_RESOURCE_PACK]};
    uint64_t most = time_later(part[0], time_later(part[1], part[2]));
    unsigned large = 0;
    for (unsigned i = 0; i < 3; i++) {
        large += LITTLE * part[i] > most;
    }
    if (!most) {
        return STX_TIME_WORDS;
    }
    return large > 1         ? STX_TIME_WHOLE
           : part[0] == most ? STX_TIME_UNPACKING
           : part[1] == most ? kind_of_math(time, busy[STX_RESOURCE_FPU], busy[STX_RESOURCE_SFPU])
                             : kind_of_pack(time);
}

const char *stx_time_kind_text(enum stx_time_kind kind) {
    return kind < STX_TIME_KINDS ? bands[kind].text : "";
}

uint64_t stx_time_band(const struct stx_time *time, enum stx_time_bound bound, uint64_t cycles) {
    enum stx_time_kind kind = stx_time_kind(time);
    return bound == STX_TIME_LOW    ? cycles * bands[kind].low / ONE
           : bound == STX_TIME_HIGH ? (cycles * bands[kind].high + ONE - 1u) / ONE
                                    : cycles;
}

static void tell_percent(const struct out *out, const char *sign, unsigned thousandths) {
    stx_out_string(out, sign);
    stx_out_decimal(out, thousandths / 10u);
    stx_out_string(out, ".");
    stx_out_decimal(out, thousandths % 10u);
    stx_out_string(out, " %");
}

/* "band: matrix products -4.1 % to +8.0 %, from 16 measurements; ..." */
void stx_time_tell_band(const struct stx_time *time, const struct out *out) {
    enum stx_time_kind kind = stx_time_kind(time);
    stx_out_string(out, "band: ");
    stx_out_string(out, bands[kind].text);
    if (bands[kind].other) {
        stx_out_string(out, " (Blackhole's: no such times of Wormhole have been compared)");
    }
    tell_percent(out, ", -", ONE - bands[kind].low);
    tell_percent(out, " to +", bands[kind].high - ONE);
    stx_out_string(out, ", from ");
    stx_out_decimal(out, bands[kind].rows);
    stx_out_string(out, " measurements; with the fastest and slowest parameters: ");
    stx_time_out(out, stx_time_total(time, STX_TIME_LOW));
    stx_out_string(out, " and ");
    stx_time_out(out, stx_time_total(time, STX_TIME_HIGH));
    stx_out_string(out, " cycles\n");
}
