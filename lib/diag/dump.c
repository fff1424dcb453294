/* SPDX-License-Identifier: Apache-2.0
 *
 * dump.c - prints the state as text: counters, GPRs, semaphores, mutexes and the front end.
 * dump_data.c prints Dst, SrcA, SrcB and LRegs, dump_cfg.c the configuration. */
#include "softensix/dump.h"

#include "diag/dump.h"
#include "softensix/softensix.h"
#include "softensix/isa.h"

static void value(const struct out *out, const char *name, uint32_t v) {
    stx_out_string(out, " ");
    stx_out_string(out, name);
    stx_out_string(out, " ");
    stx_out_decimal(out, v);
}

static void thread_line(const struct out *out, const char *what, unsigned thread) {
    stx_out_string(out, what);
    stx_out_string(out, "[");
    stx_out_decimal(out, thread);
    stx_out_string(out, "]");
}

static void dump_rwc(const struct out *out, const struct stx_core *core) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        const struct stx_rwc *r = &core->rwc[t];
        thread_line(out, "rwc", t);
        value(out, "srca", r->srca);
        value(out, "srcb", r->srcb);
        value(out, "dst", r->dst);
        value(out, "fidelity", r->fidelity);
        value(out, "srca_cr", r->srca_cr);
        value(out, "srcb_cr", r->srcb_cr);
        value(out, "dst_cr", r->dst_cr);
        stx_out_string(out, "\n");
    }
}

static void dump_counters(const struct out *out, const uint32_t at[2][4]) {
    static const char axes[] = "XYZW";
    for (unsigned channel = 0; channel < 2; channel++) {
        stx_out_string(out, channel ? " ch1" : " ch0");
        for (unsigned i = 0; i < 4; i++) {
            char name[] = {axes[i], 0};
            value(out, name, at[channel][i]);
        }
    }
}

static void dump_adc(const struct out *out, const struct stx_core *core) {
    static const char *const names[] = {"unpacker 0:", "unpacker 1:", "packer:    "};
    for (unsigned t = 0; t < STX_THREADS; t++) {
        for (unsigned i = 0; i < 3; i++) {
            thread_line(out, "adc", t);
            stx_out_string(out, " ");
            stx_out_string(out, names[i]);
            dump_counters(out, core->adc[t][i].at);
            stx_out_string(out, "; at the start of a row:");
            dump_counters(out, core->adc[t][i].cr);
            stx_out_string(out, "\n");
        }
    }
}

static void dump_gpr(const struct out *out, const struct stx_core *core) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        for (unsigned i = 0; i < STX_GPRS; i++) {
            if (core->gpr[t][i]) {
                thread_line(out, "gpr", t);
                thread_line(out, "", i);
                stx_out_string(out, " = ");
                stx_out_hex(out, core->gpr[t][i]);
                stx_out_string(out, "\n");
            }
        }
    }
}

static void dump_sync(const struct out *out, const struct stx_core *core) {
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        thread_line(out, "semaphore", i);
        stx_out_string(out, " ");
        stx_out_padded(out, stx_semaphore_name(i), 20);
        value(out, "is", core->sem[i].value);
        value(out, "max", core->sem[i].max);
        stx_out_string(out, "\n");
    }
    for (unsigned i = 0; i < STX_MUTEXES; i++) {
        if (core->mutex[i]) {
            thread_line(out, "mutex", i);
            value(out, "is held by thread", core->mutex[i] - 1u);
            stx_out_string(out, "\n");
        }
    }
}

static void word_line(const struct out *out, const char *what, unsigned index, uint32_t word) {
    char text[256];
    (void)stx_disasm(text, sizeof text, word);
    thread_line(out, what, index);
    stx_out_string(out, " ");
    stx_out_digits(out, word, 8);
    stx_out_string(out, " ");
    stx_out_string(out, text);
    stx_out_string(out, "\n");
}

static void dump_front(const struct out *out, const struct stx_core *core) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        const struct stx_front *f = &core->front[t];
        thread_line(out, "front", t);
        value(out, "replay left", f->replay_left);
        value(out, "record left", f->record_left);
        stx_out_string(out, f->stage ? ", a MOP is under way\n" : "\n");
        if (f->held) {
            word_line(out, "  waiting", t, f->word);
        }
        for (unsigned i = 0; i < STX_MOP_WORDS; i++) {
            if (f->mop_cfg[i]) {
                word_line(out, "  mop_cfg", i, f->mop_cfg[i]);
            }
        }
        for (unsigned i = 0; i < STX_REPLAY_WORDS; i++) {
            if (f->replay[i]) {
                word_line(out, "  replay", i, f->replay[i]);
            }
        }
    }
}

void stx_dump(const struct stx_core *core, unsigned parts, stx_print print, void *ctx) {
    static void (*const part[])(const struct out *, const struct stx_core *) = {
        stx_dump_src_part, stx_dump_dst_part, stx_dump_lreg_part, dump_rwc,  dump_adc,
        stx_dump_cfg_part, dump_gpr,          dump_sync,          dump_front};
    struct out out = {print, ctx};
    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (parts >> i & 1u) {
            part[i](&out, core);
        }
    }
}
