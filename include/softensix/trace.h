/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.h - prints each word of a run: text for people, JSON lines for programs. It hears words
 * only if the library was built with STX_TRACE=1 (config.h, `make DIAG=1`).
 *
 *   static struct stx_trace trace;
 *   stx_trace_init(&trace, STX_TRACE_TEXT, &core, print, NULL);
 *
 * docs/diagnostics.md describes both forms; the fields of the JSON form are a contract. */
#ifndef SOFTENSIX_TRACE_H
#define SOFTENSIX_TRACE_H

#include "softensix/listen.h"
#include "softensix/print.h"

#ifdef __cplusplus
extern "C" {
#endif

enum stx_trace_form { STX_TRACE_TEXT, STX_TRACE_JSON };

/* Version of the JSON form. */
#define STX_TRACE_VERSION 1

/* Everything may be changed between words. */
struct stx_trace {
    struct stx_listener listener;
    stx_print print;
    void *ctx;
    const struct stx_core *core;
    struct stx_core *before; /* room for a second core: effects are printed; NULL: they are not */
    enum stx_trace_form form;
    uint32_t units;      /* bit i: words of unit i (enum stx_unit) are printed */
    uint32_t opcodes[8]; /* bit i % 32 of word i / 32: so are those of opcode i */
    uint8_t threads;     /* bit i: so are those of thread i */
    uint8_t waits;       /* 1: a word that begins to wait is printed as well */
    uint8_t begun;       /* the first line of the JSON form is out */
    uint8_t waiting;     /* bit i: thread i waits and that was noticed */
    uint32_t words;      /* words done or failed so far, printed or not: the time of an event */
};

/* Begins to listen to core, without a filter, with waits and without effects. print is given pieces
 * of text; lines end with \n. Returns false if the library was built without STX_TRACE, because
 * then nothing is heard. */
bool stx_trace_init(struct stx_trace *trace, enum stx_trace_form form, struct stx_core *core,
                    stx_print print, void *ctx);

/* Prints effects too: what each word changed, found by comparing the core with *before. Slow. */
/* With before NULL, no longer. */
void stx_trace_effects(struct stx_trace *trace, struct stx_core *before);

/* Prints only words of this opcode (0..255, modulo 256), in addition to those chosen so far. */
void stx_trace_only(struct stx_trace *trace, unsigned opcode);

#ifdef __cplusplus
}
#endif
#endif
