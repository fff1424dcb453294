/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c - reads the input file of a kernel. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "llk/state.h"
#include "metal/dataflow.h"

enum { BEHIND_ARGUMENTS = 256, ARGUMENT_LISTS = 6, ALIGNED = 16 };
#ifndef METAL_ARENA_BYTES
#define METAL_ARENA_BYTES (8 << 20)
#endif
enum { ARENA_BYTES = METAL_ARENA_BYTES, BEHIND_BYTES = 4 * BEHIND_ARGUMENTS * ARGUMENT_LISTS };
enum { EXIT_INPUT = 1, MOST_PAGES = 0xFFFF, MOST_BANKS = 32, PATTERN = 0xA5 };
enum { MAILBOX_WORDS = sizeof(((struct stx_mailbox *)0)->word) / sizeof(uint32_t) };

/* Memory for all inputs of a process; what is handed out of it is cleared. */
static uint8_t arena[ARENA_BYTES + BEHIND_BYTES] __attribute__((aligned(ALIGNED)))
METAL_UNCLEARED(arena);
static size_t used;

static void refuse(const char *why) {
    printf("input: %s\n", why);
    exit(EXIT_INPUT);
}

static void *keep(uint32_t bytes) {
    void *at = arena + used;
    if (bytes > sizeof arena - used) {
        refuse("more pages than this program has room for");
    }
    used += (bytes + ALIGNED - 1u) & ~(ALIGNED - 1u);
    return memset(at, 0, bytes);
}

static void get(FILE *f, void *to, size_t size) {
    if (size && fread(to, 1, size, f) != size) {
        refuse("the input is cut short");
    }
}

uint32_t input_word(FILE *f) {
    uint8_t b[4];
    get(f, b, sizeof b);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Reads words, and leaves room after them. */
static uint32_t *get_words(FILE *f, uint32_t *count, uint32_t behind) {
    *count = input_word(f);
    if (*count > ARENA_BYTES / 4) {
        refuse("too many words");
    }
    uint32_t *words = keep(4 * (*count + behind));
    for (uint32_t i = 0; i < *count; i++) {
        words[i] = input_word(f);
    }
    return words;
}

/* Reads arguments. The words after them were not given and may hold noise. */
static uint32_t *get_arguments(FILE *f, uint32_t *count) {
    uint32_t *words = get_words(f, count, BEHIND_ARGUMENTS);
    state_behind(words + *count, BEHIND_ARGUMENTS);
    return words;
}

/* Reads pairs of an address and a word. */
static uint32_t *get_l1(FILE *f, uint32_t *count, uint32_t l1_bytes) {
    uint32_t *words = get_words(f, count, 0);
    if (*count % 2 != 0) {
        refuse("an address in L1 without its word");
    }
    for (uint32_t i = 0; i < *count; i += 2) {
        if (words[i] % 4 != 0 || words[i] > l1_bytes - 4) {
            refuse("a word of L1 that is not aligned or does not end in L1");
        }
    }
    return words;
}

static unsigned get_id(FILE *f) {
    uint32_t id = input_word(f);
    if (id >= STX_METAL_CBS) {
        refuse("a circular buffer's number is above 63");
    }
    return id;
}

static void get_buffer(FILE *f, struct cbs *cbs, uint32_t l1_bytes) {
    struct stx_metal_cb *cb = &cbs->setup.cb[get_id(f)];
    if (cb->pages) {
        refuse("a circular buffer is given twice");
    }
    cb->address = input_word(f);
    cb->page_bytes = input_word(f);
    cb->pages = input_word(f);
    cb->format = input_word(f);
    if (!cb->pages || !cb->page_bytes || (cb->address | cb->page_bytes) % 16u ||
        cb->address > l1_bytes || cb->pages > (l1_bytes - cb->address) / cb->page_bytes) {
        refuse("a circular buffer leaves L1");
    }
    if (cb->pages > MOST_PAGES) {
        refuse("more pages in a circular buffer than its counters can count");
    }
}

static void get_plan(FILE *f, struct cbs *cbs, struct options *options, enum cb_side side) {
    unsigned id = get_id(f);
    struct cb_plan *plan = &cbs->cb[id].plan[side];
    uint32_t bytes = cbs->setup.cb[id].page_bytes;
    if (plan->present) {
        refuse("pages for a circular buffer are given twice");
    }
    plan->asked = input_word(f);
    plan->present = true;
    if (!bytes || plan->asked > ARENA_BYTES / bytes) {
        refuse("pages for a circular buffer that does not exist, or too many");
    }
    plan->data = keep(plan->asked * bytes);
    if (side == CB_READER) {
        get(f, plan->data, (size_t)plan->asked * bytes);
    } else {
        options->outs[options->out_count++] = (uint8_t)id; /* each buffer occurs once, so it fits */
    }
}

static void add_patch(struct options *options, uint32_t address, uint32_t bytes,
                      const uint8_t *data) {
    if (options->patch_count == INPUT_PATCHES) {
        refuse("too many contents of L1");
    }
    options->patch[options->patch_count++] = (struct patch){address, bytes, data};
}

static void get_patches(FILE *f, const struct cbs *cbs, struct options *options) {
    for (uint32_t count = input_word(f); count > 0; count--) {
        const struct stx_metal_cb *cb = &cbs->setup.cb[get_id(f)];
        uint32_t bytes = input_word(f);
        if (bytes > cb->pages * cb->page_bytes) {
            refuse("more bytes than a circular buffer holds");
        }
        uint8_t *data = keep(bytes);
        get(f, data, bytes);
        add_patch(options, cb->address, bytes, data);
    }
}

static void get_semaphores(FILE *f, struct options *options) {
    struct memory *m = &options->memory;
    for (uint32_t count = input_word(f); count > 0; count--) {
        uint32_t number = input_word(f);
        uint8_t *value = keep(4);
        get(f, value, 4);
        if (number >= PROGRAM_SEMAPHORES || m->semaphores > m->l1_bytes - 4096) {
            refuse("a semaphore that cannot exist");
        }
        m->semaphore[number] = true;
        add_patch(options, m->semaphores + number * SEMAPHORE_BYTES, 4, value);
    }
}

/* Distributes the given pages to banks. Without data each byte is PATTERN. */
static void fill_tensor(FILE *f, struct options *options, struct tensor *t, bool given) {
    const struct memory *m = &options->memory;
    for (uint32_t page = 0; page < t->pages; page++) {
        uint8_t *to = t->place == TENSOR_DRAM ? memory_page(m, t, page) : NULL;
        if (!given) {
            continue;
        }
        if (!to) {
            to = keep(t->page_bytes);
            add_patch(options, t->address + page * t->aligned, t->page_bytes, to);
        }
        get(f, to, t->page_bytes);
    }
}

/* All cores share DRAM: where the first core keeps the data of the tensor at this address. The two
 * may list their tensors in different orders. */
static uint8_t *shared_data(const struct memory *dram, uint32_t address) {
    for (uint32_t i = 0; i < dram->tensor_count; i++) {
        const struct tensor *t = &dram->tensor[i];
        if (t->place == TENSOR_DRAM && t->address == address) {
            return t->data;
        }
    }
    refuse("a tensor in DRAM that the first core does not have");
    return NULL;
}

static void get_tensor(FILE *f, struct options *options, struct tensor *t,
                       const struct memory *dram) {
    const struct memory *m = &options->memory;
    t->place = input_word(f);
    t->address = input_word(f);
    t->aligned = input_word(f);
    t->page_bytes = input_word(f);
    t->pages = input_word(f);
    bool given = input_word(f) != 0;
    if (!t->pages || !t->page_bytes || t->page_bytes > t->aligned ||
        t->pages > ARENA_BYTES / t->aligned || t->place > TENSOR_SHARD ||
        (t->place != TENSOR_DRAM &&
         (t->address > m->l1_bytes || t->pages * t->aligned > m->l1_bytes - t->address))) {
        refuse("there is no room for a tensor");
    }
    if (t->place == TENSOR_DRAM && dram) {
        t->data = shared_data(dram, t->address);
    } else if (t->place == TENSOR_DRAM) {
        uint32_t bytes = (t->pages + m->banks - 1) / m->banks * m->banks * t->aligned;
        t->data = keep(bytes);
        memset(t->data, PATTERN, bytes);
    }
    fill_tensor(f, options, t, given);
}

/* Reads the members of a struct memory_global, in their order; refuses what cannot be. */
static void get_global(FILE *f, struct memory *m) {
    struct memory_global *g = &m->global[m->global_count++];
    uint32_t *const word[] = {&g->cb, &g->page_bytes, &g->address, &g->bytes, &g->counter};
    for (unsigned i = 0; i < sizeof word / sizeof *word; i++) {
        *word[i] = input_word(f);
    }
    g->sends = input_word(f) != 0;
    g->receivers = input_word(f);
    g->own = input_word(f);
    const uint32_t places = input_word(f);
    if (g->cb >= STX_METAL_CBS || !g->page_bytes || g->page_bytes > g->bytes ||
        g->bytes > m->l1_bytes || g->address > m->l1_bytes - g->bytes ||
        g->receivers > GLOBAL_RECEIVERS || g->own >= g->receivers || places > g->receivers ||
        g->counter < PROGRAM_SEMAPHORES || g->counter > MEMORY_SEMAPHORES - 2 * g->receivers) {
        refuse("a global circular buffer that cannot exist");
    }
    for (uint32_t i = 0; i < places; i++) {
        g->place[i] = input_word(f);
    }
    for (uint32_t i = 0; i < 2 * g->receivers; i++) {
        m->semaphore[g->counter + i] = true;
    }
}

static void get_globals(FILE *f, struct memory *m) {
    const uint32_t count = input_word(f);
    if (count > MEMORY_GLOBALS || (count && !m->semaphores)) {
        refuse("too many global circular buffers");
    }
    while (m->global_count < count) {
        get_global(f, m);
    }
}

static void get_program(FILE *f, const struct cbs *cbs, uint32_t l1_bytes, struct options *options,
                        const struct memory *dram) {
    struct memory *m = &options->memory;
    m->cbs = cbs;
    m->l1_bytes = l1_bytes;
    for (unsigned side = CB_READER; side < CB_SIDES; side++) {
        options->mover[side].common = get_arguments(f, &options->mover[side].common_count);
    }
    options->program = input_word(f) != 0;
    m->banks = input_word(f);
    m->semaphores = input_word(f);
    get_semaphores(f, options);
    m->tensor_count = input_word(f);
    if (!m->banks || m->banks > MOST_BANKS || m->tensor_count > MEMORY_TENSORS) {
        refuse("too many tensors or banks");
    }
    for (uint32_t i = 0; i < m->tensor_count; i++) {
        get_tensor(f, options, &m->tensor[i], dram);
    }
    get_globals(f, m);
}

void input_magic(FILE *f, const char *expected) {
    char magic[8];
    if (!f) {
        refuse("cannot be opened");
    }
    get(f, magic, sizeof magic);
    if (memcmp(magic, expected, sizeof magic) != 0) {
        refuse("not an input of this program");
    }
}

void input_load(const char *path, struct cbs *cbs, uint32_t l1_bytes, struct options *options) {
    FILE *f = fopen(path, "rb");
    options->memory.x = STX_DM_CORE_X;
    options->memory.y = STX_DM_CORE_Y;
    input_read(f, cbs, l1_bytes, options, NULL);
    fclose(f);
}

void input_read(FILE *f, struct cbs *cbs, uint32_t l1_bytes, struct options *options,
                const struct memory *dram) {
    uint32_t count;
    input_magic(f, "METALRN2");
    options->turns = input_word(f);
    options->seed = input_word(f);
    options->order = input_word(f);
    options->whole_l1 = input_word(f);
    cbs->setup.args = get_arguments(f, &cbs->setup.arg_count);
    cbs->setup.common_args = get_arguments(f, &cbs->setup.common_arg_count);
    options->mailbox = get_words(f, &options->mailboxes, 0);
    if (options->mailboxes > MAILBOX_WORDS) {
        refuse("more words than a mailbox holds");
    }
    options->l1 = get_l1(f, &options->l1_words, l1_bytes);
    for (unsigned side = CB_READER; side < CB_SIDES; side++) {
        options->mover[side].word = get_arguments(f, &options->mover[side].count);
    }
    for (count = input_word(f); count > 0; count--) {
        get_buffer(f, cbs, l1_bytes);
    }
    for (unsigned side = CB_READER; side < CB_SIDES; side++) {
        for (count = input_word(f); count > 0; count--) {
            get_plan(f, cbs, options, side);
        }
    }
    get_patches(f, cbs, options);
    get_program(f, cbs, l1_bytes, options, dram);
}

void input_place(const struct options *options, uint8_t *l1) {
    for (uint32_t i = 0; i < options->patch_count; i++) {
        const struct patch *patch = &options->patch[i];
        memcpy(l1 + patch->address, patch->data, patch->bytes);
    }
}

bool output_tensors(FILE *f, const struct memory *m, bool dram) {
    bool good = true;
    for (uint32_t i = 0; i < m->tensor_count; i++) {
        const struct tensor *t = &m->tensor[i];
        bool wanted = dram || t->place != TENSOR_DRAM;
        for (uint32_t page = 0; good && wanted && page < t->pages; page++) {
            good = fwrite(memory_page(m, t, page), 1, t->page_bytes, f) == t->page_bytes;
        }
    }
    return good;
}

void output_save(const char *path, const struct cbs *cbs, const struct options *options,
                 const uint8_t *l1, uint32_t l1_bytes) {
    FILE *f = fopen(path, "wb");
    bool good = f != NULL;
    for (unsigned i = 0; good && i < options->out_count; i++) {
        const struct cb_plan *plan = &cbs->cb[options->outs[i]].plan[CB_WRITER];
        size_t size = (size_t)plan->asked * cbs->setup.cb[options->outs[i]].page_bytes;
        good = fwrite(plan->data, 1, size, f) == size;
    }
    good = good && output_tensors(f, &options->memory, true);
    good = good && fwrite(l1, 1, l1_bytes, f) == l1_bytes;
    if (f && fclose(f) != 0) {
        good = false;
    }
    if (!good) {
        refuse("cannot write the output");
    }
}
