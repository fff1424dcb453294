/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_tell.c - keeps what a kernel has done beyond its contract, and prints it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"
#include "llk/platform.h"
#include "softensix/isa.h"

/* A finding's numbers fill these texts: the first three, in their order, `what`; the first, the
 * fourth and the third one `add`. */
static const struct {
    const char *name, *what, *add;
} kinds[] = {
    [READS_UNWAITED] = {"CB_READ", "cb %lu, page %lu: read outside the pages that were waited for",
                        "cb_wait_front(cb %lu, %lu) before it, where %lu were waited for; or "
                        "another tile"},
    [WRITES_UNRESERVED] = {"CB_WRITE",
                           "cb %lu, page %lu: written outside the pages that were reserved",
                           "cb_reserve_back(cb %lu, %lu) before it, where %lu were reserved; or "
                           "another tile"},
    [OUTSIDE_BUFFERS] = {"CB_OUTSIDE", "cb %lu, page %lu: outside every buffer, this one has %lu",
                         "a tile of cb %lu below %lu: no more pages follow its pointer, of %lu"},
    [BEFORE_BUFFERS] = {"CB_OUTSIDE", "L1, byte %lu: outside every buffer",
                        "an address in a buffer instead of %lu"},
    [POPS_UNWAITED] = {"CB_POP", "cb %lu, page %lu: popped and never waited for",
                       "cb_wait_front(cb %lu, ...) before it"},
    [PUSHES_UNRESERVED] = {"CB_PUSH", "cb %lu, page %lu: pushed and never reserved",
                           "cb_reserve_back(cb %lu, ...) before it"},
    [ASKS_FOR_TOO_MANY] = {"CB_SIZE",
                           "cb %lu, pages: %lu asked for at once, but the buffer has %lu",
                           "fewer pages at once, or a larger buffer, to cb %lu"},
    [NEVER_PUSHES] = {"CB_DIRTY",
                      "cb %lu, page %lu: reserved, and not pushed when the thread has ended",
                      "cb_push_back(cb %lu, ...) after it"},
    [OTHER_FORMAT] = {"CB_FORMAT", "cb %lu, format: its bytes are treated as %s, but it holds %s",
                      "the reconfiguration for cb %lu before it"},
    [OTHER_TILE] = {"CB_TILE", "cb %lu, page %lu: a word crosses the end of its %lu bytes",
                    "the reconfiguration for tiles of cb %lu before it"},
    [PARTLY_PACKED] = {"CB_TILE", "cb %lu, page %lu: pushed, and %lu bytes of it were not packed",
                       "the reconfiguration for tiles of cb %lu before it is packed"},
    [NEEDS_MORE_STACK] = {"STACK",
                          "stack of %lu bytes: a TRISC has %lu for its stack and its variables",
                          "less depth, or smaller variables, than these %lu bytes"},
    [READS_NO_ARGUMENT] = {"ARG", "run-time argument %lu: read where %lu are given",
                           "argument %lu to the kernel's description, or a test before it"},
    [READS_NO_COMMON_ARGUMENT] = {"COMMON_ARG",
                                  "common run-time argument %lu: read where %lu are given",
                                  "argument %lu to the kernel's description, or a test before it"},
    [ENDS_UNDER_WAY] = {"CORES_END",
                        "NoC, %lu bytes: its kernel has ended, and no barrier has waited for them",
                        "a barrier before the end, or a flush, for these %lu bytes"},
    [LEAVES_PAGES] = {"CB_LEFT",
                      "cb %lu, page %lu: nobody has popped it and those behind it when all have "
                      "ended, %lu in all",
                      "pages to what cb_pop_front(cb %lu, ...) pops, %lu in all"},
    [PARTLY_SENT] = {"CORES_SHORT",
                     "cb %lu, page %lu: pushed, and lacks %lu of the bytes that another core sends",
                     "to what is sent for cb %lu: %lu more"},
    [NOTHING_SENT] = {"CORES_EMPTY",
                      "cb %lu, page %lu: pushed after a wait for another core, and nothing has "
                      "come into its %lu bytes",
                      "for cb %lu what sends them, or their size: %lu"},
    [LEAVES_SECTION] = {"DST_INDEX", "Dst, tile %lu: accessed in a section of %lu tiles",
                        "a section for tile %lu: fewer tiles at once, or all of Dst in one"},
    [MATH_OUTSIDE_SECTION] = {"DST_SECTION",
                              "Dst, row %lu: touched by a thread that has not "
                              "acquired it",
                              "tile_regs_acquire() before row %lu is touched, tile_regs_commit() "
                              "afterwards"},
    [PACK_OUTSIDE_SECTION] = {"DST_SECTION",
                              "Dst, row %lu: touched by a thread that has not "
                              "waited for it",
                              "tile_regs_wait() before row %lu is touched, tile_regs_release() "
                              "afterwards"},
};

/* Names of data formats. A unit knows the low four bits of their numbers. */
static const char *format_name(uint32_t format) {
    static const char *const names[32] = {
        "Float32",     "Float16", "Bfp8",  "Bfp4",   "Tf32",          "Float16_b",
        "Bfp8_b",      "Bfp4_b",  "Int32", "UInt16", "Lf8",           "Bfp2",
        "?",           "?",       "Int8",  "Bfp2_b", [24] = "UInt32", [26] = "Fp8_e4m3",
        [30] = "UInt8"};
    return format < 32 && names[format] ? names[format] : "?";
}

/* Place and number must be equal; for an argument only the number, for Dst only the place, for a
 * format only the buffer and both formats. */
bool contract_same(const struct contract_finding *a, const struct contract_finding *b) {
    bool argument = a->kind == READS_NO_ARGUMENT || a->kind == READS_NO_COMMON_ARGUMENT;
    bool dst = a->kind >= LEAVES_SECTION, format = a->kind == OTHER_FORMAT;
    return a->kind == b->kind &&
           (argument || format || (a->where == b->where && a->place == b->place)) &&
           (dst || a->number[0] == b->number[0]) && (!format || a->number[1] == b->number[1]);
}

/* The order checker names places as the core does, which may be texts. */
struct contract_finding contract_finding_of(const struct cbs *cbs, unsigned thread, uint32_t word) {
    struct contract_finding finding = {.thread = (uint8_t)thread, .word = word};
    if (cbs->order) {
        finding.where = cbs->coop->core->place[thread];
    } else {
        finding.place = stx_llk_place(thread);
    }
    return finding;
}

bool contract_switch_off(struct cbs *cbs, const char *name) {
    bool any = false;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const bool is_named = !strcmp(kinds[i].name, name);
        cbs->contract.off |= (uint32_t)is_named << i;
        any |= is_named;
    }
    return any;
}

bool contract_takes(struct cbs *cbs, const char *argument) {
    static const char prefix[] = "off=";
    const char *name = argument + sizeof prefix - 1;
    const bool is_one = !strncmp(argument, prefix, sizeof prefix - 1);
    if (is_one && !contract_switch_off(cbs, name)) {
        printf("contract: %s: there is no such check\n", name);
        exit(1);
    }
    return is_one;
}

void contract_find(struct cbs *cbs, const struct contract_finding *finding) {
    struct contract *c = &cbs->contract;
    uint32_t kept = c->found < CONTRACT_FINDINGS ? c->found : CONTRACT_FINDINGS;
    if (c->off >> finding->kind & 1u) {
        return;
    }
    for (uint32_t i = 0; i < kept; i++) {
        if (contract_same(&c->finding[i], finding)) {
            c->finding[i].times++;
            return;
        }
    }
    if (kept < CONTRACT_FINDINGS) {
        c->finding[kept] = *finding;
        c->finding[kept].times = 1;
    }
    c->found++;
}

static void tell_place(const struct contract_finding *f, stx_print print) {
    char text[64];
    if (f->where) {
        snprintf(text, sizeof text, "    at %s\n", f->where);
    } else if (f->place) {
        snprintf(text, sizeof text, "    at 0x%08lx\n", (unsigned long)(uintptr_t)f->place);
    } else {
        snprintf(text, sizeof text, "    at an unknown place\n");
    }
    print(NULL, text);
}

static void tell_who(const struct contract_finding *f, stx_print print) {
    char text[300], word[256] = "the call";
    if (f->kind == NEEDS_MORE_STACK) {
        snprintf(word, sizeof word, "its code");
    }
    if (f->word) {
        (void)stx_disasm(word, sizeof word, f->word);
    }
    if (f->thread < STX_THREADS) {
        snprintf(text, sizeof text, "  first: thread %u: %s\n", f->thread, word);
    } else {
        snprintf(text, sizeof text, "  first: the %s: %s\n",
                 cb_side_name((f->thread - STX_THREADS) % 2u), word);
    }
    print(NULL, text);
}

void contract_tell_one(const struct contract_finding *f, const char *who, stx_print print) {
    char text[256], what[160];
    const unsigned long number[] = {f->number[0], f->number[1], f->number[2], f->number[3]};
    if (f->kind == OTHER_FORMAT) {
        snprintf(what, sizeof what, kinds[f->kind].what, number[0], format_name(f->number[1]),
                 format_name(f->number[2]));
    } else {
        snprintf(what, sizeof what, kinds[f->kind].what, number[0], number[1], number[2]);
    }
    snprintf(text, sizeof text, "%s: %s (%s), %lu time%s\n", who, what, kinds[f->kind].name,
             (unsigned long)f->times, f->times == 1 ? "" : "s");
    print(NULL, text);
    tell_who(f, print);
    tell_place(f, print);
    snprintf(what, sizeof what, kinds[f->kind].add, number[0], number[3], number[2]);
    snprintf(text, sizeof text, "  add: %s\n", what);
    print(NULL, text);
}

unsigned contract_tell(void *ctx, stx_print print) {
    const struct cbs *cbs = ctx;
    const struct contract *c = &cbs->contract;
    for (uint32_t i = 0; i < c->found && i < CONTRACT_FINDINGS; i++) {
        contract_tell_one(&c->finding[i], cbs->order ? "order" : "contract", print);
    }
    return c->found;
}
