/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - noise in a core before a kernel, and states kept from one kernel to the next. */
#include "llk/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llk/arguments.h"
#include "softensix/inspect.h"

/* Boards with little memory keep no states. */
#ifndef LLK_STATE_BYTES
#define LLK_STATE_BYTES 0x20000
#endif

static uint32_t random_state; /* 0: no noise was asked for */
static uint32_t behind_state; /* the same for the words after a kernel's arguments */
static const char *after, *keep;
static uint8_t bytes[LLK_STATE_BYTES];

static void refuse(const char *what, const char *why) {
    printf("state: %s: %s\n", what, why);
    exit(1);
}

/* The rest of an argument after this name, or NULL if it has another name. */
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) ? NULL : argument + length;
}

static uint32_t seed_of(const char *text) {
    char *end;
    unsigned long seed = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || seed == 0 || seed > UINT32_MAX) {
        refuse(text, "a seed of noise is a number greater than 0");
    }
    return (uint32_t)seed * 2654435761u; /* an odd factor, so that it is not 0 */
}

static bool take(void *ctx, char *argument) {
    const char *noise = value_of(argument, "noise="), *behind = value_of(argument, "behind=");
    const char *file = value_of(argument, "after="), *kept = value_of(argument, "keep=");
    (void)ctx;
    random_state = noise ? seed_of(noise) : random_state;
    behind_state = behind ? seed_of(behind) : behind_state;
    after = file ? file : after;
    keep = kept ? kept : keep;
    return noise || behind || file || kept;
}

int state_arguments(int count, char **arguments) {
    count = arguments_left(count, arguments, take, NULL);
    if (random_state && after) {
        refuse(after,
               "a core begins with noise or with what another kernel has left, not with both");
    }
    return count;
}

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static uint32_t random_number(void) {
    return next(&random_state);
}

void state_behind(uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count && behind_state; i++) {
        words[i] = next(&behind_state);
    }
}

void state_memory(uint8_t *memory, uint32_t size) {
    for (uint32_t i = 0; i < size && random_state; i++) {
        memory[i] = (uint8_t)(random_number() >> 8);
    }
}

/* True if the item holds data, and not control state. */
static bool has_noise(const char *name) {
    static const char *const names[] = {"srca.high", "srca.low",  "srcb.high", "srcb.low",
                                        "dst.cell",  "dst.valid", "sfpu.lreg", "gpr"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i])) {
            return true;
        }
    }
    return false;
}

/* LRegs 8, 9, 10 and 15 are constants of the hardware, LReg 11 is set by the boot. */
static bool is_constant(const char *name, uint32_t element) {
    uint32_t lreg = element / STX_LANES;
    return !strcmp(name, "sfpu.lreg") && lreg >= 8 && (lreg < 12 || lreg > 14);
}

static void noise(struct stx_core *core) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count && has_noise(item->name); e++) {
            if (!is_constant(item->name, e)) {
                stx_item_set(core, item, e, random_number());
            }
        }
    }
}

static void restore(struct stx_core *core) {
    FILE *file = fopen(after, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!file || !stx_restore(core, bytes, size)) {
        refuse(after, "this is not a state that a kernel has left");
    }
    fclose(file);
    core->retired = 0; /* words of this kernel are counted */
}

bool state_begin(struct stx_core *core) {
    if (after) {
        restore(core);
    } else if (random_state) {
        noise(core);
    }
    return after != NULL;
}

void state_end(const struct stx_core *core) {
    size_t size = keep ? stx_save(core, bytes, sizeof bytes) : 0;
    FILE *file = keep ? fopen(keep, "wb") : NULL;
    if (keep && (!file || size > sizeof bytes || fwrite(bytes, 1, size, file) != size)) {
        refuse(keep, "cannot be written");
    }
    if (file) {
        fclose(file);
    }
}

void state_counts(const struct stx_core *core, uint64_t instructions) {
    uint32_t infinities = stx_departure_count(core, STX_DEPARTURE_INFINITY_STAYS);
    printf("tensix %lu\nriscv %llu\n", (unsigned long)core->retired,
           (unsigned long long)instructions);
    if (infinities) {
        printf("infinities %lu\n", (unsigned long)infinities);
    }
}
