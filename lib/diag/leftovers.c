/* SPDX-License-Identifier: Apache-2.0
 *
 * leftovers.c - prints what a run has left unfinished, in plain sentences. */
#include "diag/out.h"
#include "isa/args.h"
#include "softensix/dump.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

static void say(const struct out *out, const char *text) {
    if (out->print) {
        stx_out_string(out, text);
    }
}

static void say_number(const struct out *out, uint32_t value) {
    if (out->print) {
        stx_out_decimal(out, value);
    }
}

/* The beginning of every sentence: "left: WHAT NUMBER". */
static void begin(const struct out *out, const char *what, uint32_t number) {
    say(out, "left: ");
    say(out, what);
    say_number(out, number);
}

/* True if a thread is held by a SEMWAIT that names this semaphore. */
static bool awaited(const struct stx_core *core, unsigned semaphore) {
    bool found = false;
    for (unsigned t = 0; t < STX_THREADS; t++) {
        const struct stx_insn *insn = stx_insn_of(core->front[t].word);
        found |= core->front[t].held && insn && insn->waits == STX_WAIT_SEMAPHORE &&
                 (fields_of_SEMWAIT(core->front[t].word).sem_sel >> semaphore & 1u);
    }
    return found;
}

static unsigned semaphores(const struct out *out, const struct stx_core *core) {
    unsigned found = 0;
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        if (core->sem[i].value == 0) {
            continue;
        }
        begin(out, "semaphore ", i);
        say(out, i ? " " : "");
        say(out, stx_semaphore_name(i));
        say(out, " stands at ");
        say_number(out, core->sem[i].value);
        say(out, awaited(core, i) ? "\n" : ": it was posted and nobody waits for it\n");
        found++;
    }
    return found;
}

static unsigned mutexes(const struct out *out, const struct stx_core *core) {
    unsigned found = 0;
    for (unsigned i = 0; i < STX_MUTEXES; i++) {
        if (core->mutex[i] != 0) {
            begin(out, "mutex ", i);
            say(out, " is held by thread ");
            say_number(out, core->mutex[i] - 1u);
            say(out, "\n");
            found++;
        }
    }
    return found;
}

static unsigned banks(const struct out *out, const struct stx_src *src, const char *name) {
    unsigned found = 0;
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        if (src->fpu_owns[bank]) {
            begin(out, name, bank);
            say(out, " is valid, and nothing has consumed it\n");
            found++;
        }
    }
    return found;
}

/* Prints what a thread's front end has not finished: a waiting word, a MOP or a replay that has
 * more words to issue, or a recording that has not received all its words. */
static unsigned front_end(const struct out *out, const struct stx_core *core, unsigned thread) {
    const struct stx_front *f = &core->front[thread];
    unsigned found = 0;
    if (f->held || f->stage || f->replay_left) {
        begin(out, "thread ", thread);
        say(out, " has not finished ");
        say(out, stx_insn_of(f->offered) ? stx_insn_of(f->offered)->name : "a word");
        say(out, "\n");
        found++;
    }
    if (f->record_left) {
        begin(out, "thread ", thread);
        say(out, " is still recording for the replay buffer: ");
        say_number(out, f->record_left);
        say(out, " words are missing\n");
        found++;
    }
    return found;
}

static void say_hart(const struct out *out, unsigned hart) {
    say(out, hart ? "thread " : "the host");
    if (hart) {
        say_number(out, hart - 1);
    }
}

static unsigned mailboxes(const struct out *out, const struct stx_core *core) {
    unsigned found = 0;
    for (unsigned pair = 0; pair < 16; pair++) {
        unsigned reader = pair / 4, writer = pair % 4;
        if (core->mailbox[reader][writer].count == 0) {
            continue;
        }
        say(out, "left: the mailbox from ");
        say_hart(out, writer);
        say(out, " to ");
        say_hart(out, reader);
        say(out, " holds words that nobody has read: ");
        say_number(out, core->mailbox[reader][writer].count);
        say(out, "\n");
        found++;
    }
    return found;
}

static unsigned scheduled(const struct out *out, const struct stx_core *core) {
    if (core->sfpu.apart & STX_APART_MACRO) {
        begin(out, "operations scheduled by an SFPLOADMACRO of thread ", core->sfpu.macro_thread);
        say(out, "\n");
    }
    return (core->sfpu.apart & STX_APART_MACRO) != 0;
}

unsigned stx_leftovers(const struct stx_core *core, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    unsigned found = banks(&out, &core->srca, "SrcA bank ");
    found += banks(&out, &core->srcb, "SrcB bank ");
    found += semaphores(&out, core);
    found += mutexes(&out, core);
    found += mailboxes(&out, core);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        found += front_end(&out, core, t);
    }
    return found + scheduled(&out, core);
}
