/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.c - compiled kernels, one for each thread: their RISC-V code is executed, and the words
 * that it has for the coprocessor run as they come. A core whose word waits, or that polls, lets
 * the others go on. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "image.h"
#include "printable.h"
#include "run.h"
#include "softensix/softensix.h"

/* A run is ended after so many words, or so many instructions of all cores without a word. */
enum { MOST_WORDS = 4000000, MOST_IDLE = 10000000 };

static struct hart harts[STX_THREADS];
static uint32_t idle, words; /* instructions since the last word; words so far */

static void offer(struct hart *h) {
    idle = 0;
    words++;
    timing_code(h->thread, h->cycles, h->divisions);
    h->cycles = h->divisions = 0;
    h->polled_at = NOWHERE;
    machine.core.place[h->thread] = image_place(&h->image, h->at);
    vec_queue_offer(&machine.core, h->thread, h->word);
    machine.core.place[h->thread] = NULL;
}

/* A loop that waits takes no time of its own beyond its first round. */
static void polled(struct hart *h) {
    if (h->polled_at == h->at) {
        h->cycles = h->polled_cycles;
    }
    h->polled_at = h->at;
    h->polled_cycles = h->cycles;
}

static bool is_over(void) {
    return idle >= MOST_IDLE || words >= MOST_WORDS;
}

/* Until a word of the core waits, or until it polls or ends. True if it has executed anything. */
static bool advance(struct hart *h) {
    bool moved = false;
    enum step step = STEP_ON;
    while (h->alive && !vec_queue_left(h->thread) && step != STEP_POLL && !is_over()) {
        step = hart_step(h);
        if (step == STEP_END) {
            break;
        }
        idle++;
        timing_executed(h->thread, h->at);
        if (step == STEP_WORD) {
            offer(h);
        } else if (step == STEP_POLL) {
            polled(h);
        }
        moved = true;
    }
    return moved;
}

static void run_all(void) {
    bool moved = true;
    idle = words = 0;
    while (moved && !is_over()) {
        moved = false;
        for (unsigned t = 0; t < STX_THREADS; t++) {
            moved = advance(&harts[t]) || moved;
        }
        vec_queue_retry(&machine.core);
    }
}

/* Why a core executes nothing more, if its code does not end; returns an exit status. */
static int tell_end(const struct hart *h) {
    if (h->unknown) {
        printf("note: thread %u has read %" PRIu32 " times memory that nothing has written, first "
               "at 0x%08" PRIx32 "; it read 0 (--store gives it a value)\n",
               h->thread, h->unknown, h->unknown_at);
    }
    if (h->alive && !vec_queue_left(h->thread)) {
        printf("thread %u is at 0x%08" PRIx32 ", where it %s\n", h->thread, h->at,
               h->polled_at == h->at ? "waits for what it reads"
               : words < MOST_WORDS  ? "has had no word for too long"
                                     : "has had too many words");
        return EXIT_DEADLOCK;
    }
    if (h->wrong) {
        printf("thread %u ends at 0x%08" PRIx32 ": %s\n", h->thread, h->at, h->wrong);
        return EXIT_DIFFERENT;
    }
    return EXIT_GOOD;
}

static int read_file(const char *path, struct hart *h) {
    FILE *file = cli_open("stx-run", path);
    if (!file) {
        return EXIT_USAGE;
    }
    const char *wrong = image_read(&h->image, file, machine.l1);
    if (wrong) {
        fprintf(stderr, "stx-run: %s %s\n", printable(path), wrong);
    }
    int closed = cli_close("stx-run", path, file);
    return wrong ? EXIT_USAGE : closed;
}

static bool is_thread(const char *path) {
    return strcmp(path, "none") != 0;
}

/* NULL, or an error message about the files as a whole; *first: the first file that is one. */
static const char *choose(char **paths, int count, const char **first) {
    *first = NULL;
    for (int i = count; i-- > 0;) {
        *first = is_thread(paths[i]) ? paths[i] : *first;
    }
    return count > (int)STX_THREADS ? "are more than the threads of a core"
           : *first                 ? NULL
                                    : "are no kernel";
}

static int begin_all(const struct options *o, char **paths, int count) {
    for (int i = 0; i < count; i++) {
        if (is_thread(paths[i]) && read_file(paths[i], &harts[i]) != EXIT_GOOD) {
            return EXIT_USAGE;
        }
    }
    for (int i = 0; i < count; i++) {
        if (is_thread(paths[i])) {
            bool found = hart_begin(&harts[i], (unsigned)i, &o->hart);
            if (!found) {
                fprintf(stderr, "stx-run: %s has no code at ", printable(paths[i]));
                fprintf(stderr, "%s\n", printable(o->hart.from));
                return EXIT_USAGE;
            }
        }
    }
    return EXIT_GOOD;
}

/* What the user has said of the code has to be about code that was executed. */
static int tell_unused(const struct hart_options *o) {
    int status = EXIT_GOOD;
    for (unsigned n = 0; n < o->trips_given; n++) {
        bool met = false;
        for (unsigned t = 0; t < STX_THREADS; t++) {
            met = met || harts[t].met >> n & 1u;
        }
        if (!met) {
            fprintf(stderr, "stx-run: no branch at 0x%08" PRIx32 " was executed\n",
                    o->trips[n].address);
            status = EXIT_USAGE;
        }
    }
    if (!words) {
        fprintf(stderr, "stx-run: no word was executed; --from says where the code begins\n");
        status = EXIT_USAGE;
    }
    return status;
}

int kernels_run(struct options *o, char **paths, int count) {
    const char *wrong = choose(paths, count, &o->file);
    if (wrong) {
        fprintf(stderr, "stx-run: %d files %s\n", count, wrong);
        return EXIT_USAGE;
    }
    run_begin(o);
    int status = begin_all(o, paths, count);
    if (status == EXIT_GOOD) {
        run_all();
        for (int i = 0; i < count; i++) {
            int worst = is_thread(paths[i]) ? tell_end(&harts[i]) : EXIT_GOOD;
            status = worst > status ? worst : status;
        }
        int ended = script_end(o), unused = tell_unused(&o->hart);
        status = ended > status ? ended : status;
        status = unused > status ? unused : status;
    }
    for (unsigned t = 0; t < STX_THREADS; t++) {
        hart_free(&harts[t]);
    }
    return status;
}
