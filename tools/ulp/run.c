/* SPDX-License-Identifier: Apache-2.0
 *
 * run.c - runs all inputs in parts, with several processes; progress can be saved and resumed. */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "softensix/arch.h"

#define PART (1u << 16) /* inputs */
#define MOST_PARTS (1u << 16)
#define MOST_JOBS 64u
#define SAVE_SECONDS 20

/* The progress of a run, as a saved file has it: what it belongs to, and a checksum of all before
 * it. */
struct state {
    char magic[8];
    char chip[16];
    uint64_t build, identity, parts, done;
    uint8_t is_done[MOST_PARTS];
    struct ulp_measure total;
    uint64_t checksum;
};
static const char magic[8] = "STXULP2";

uint64_t ulp_hash(uint64_t hash, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes; size--; at++) {
        hash = (hash ^ *at) * 0x100000001B3u;
    }
    return hash;
}

static uint64_t checksum_of(const struct state *s) {
    return ulp_hash(ULP_HASH, s, offsetof(struct state, checksum));
}

struct message {
    uint32_t part, good;
    char wrong[600];
    struct ulp_measure measure;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static bool write_all(int to, const void *bytes, size_t size) {
    for (const char *at = bytes; size;) {
        ssize_t n = write(to, at, size);
        if (n <= 0) {
            return false;
        }
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool read_all(int from, void *bytes, size_t size) {
    for (char *at = bytes; size;) {
        ssize_t n = read(from, at, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* How many parts of the shard are not done. */
static uint64_t left_of(const struct ulp_run *r, const struct state *s) {
    uint64_t left = 0;
    for (uint64_t part = r->shard; part < s->parts; part += r->shards) {
        left += !s->is_done[part];
    }
    return left;
}

/* A child process: computes every jobs-th part of the shard that is not done. */
static void work(struct ulp_run *r, const struct state *s, unsigned job, int to) {
    static struct message message;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    uint64_t step = (uint64_t)r->jobs * r->shards;
    for (uint64_t part = r->shard + (uint64_t)job * r->shards; part < s->parts; part += step) {
        if (s->is_done[part]) {
            continue;
        }
        uint64_t first = part * PART, left = ulp_run_inputs(r) - first;
        ulp_measure_begin(&message.measure);
        message.part = (uint32_t)part;
        message.good = ulp_run_part(r, first, left < PART ? left : PART, &message.measure);
        memcpy(message.wrong, r->wrong, sizeof message.wrong);
        if (!write_all(to, &message, sizeof message) || !message.good) {
            break;
        }
    }
    close(to);
    _exit(0);
}

static bool save(const struct ulp_run *r, struct state *s) {
    char name[4096];
    if (snprintf(name, sizeof name, "%s.new", r->save) >= (int)sizeof name) {
        return false;
    }
    s->checksum = checksum_of(s);
    FILE *to = fopen(name, "wb");
    bool good = to && fwrite(s, sizeof *s, 1, to) == 1;
    good = to && fclose(to) == 0 && good;
    return good && rename(name, r->save) == 0;
}

/* Why a saved run cannot be continued as this one; NULL if it can. */
static const char *differs(const struct state *old, size_t size, const struct state *s) {
    return size != sizeof *old || memcmp(old->magic, s->magic, sizeof magic) != 0
               ? "is no saved run of this version of stx-ulp"
           : old->checksum != checksum_of(old)               ? "is damaged"
           : memcmp(old->chip, s->chip, sizeof s->chip) != 0 ? "is a run of another chip"
           : old->build != s->build ? "was saved by another build of stx-ulp"
           : old->identity != s->identity || old->parts != s->parts ? "belongs to another run"
                                                                    : NULL;
}

/* Reads a saved run of the same inputs. NULL, with r->wrong unless the file does not exist. */
static struct state *saved_run(struct ulp_run *r, const char *name, const struct state *s) {
    FILE *from = fopen(name, "rb");
    if (!from) {
        return NULL;
    }
    struct state *old = calloc(1, sizeof *old + 1);
    const char *wrong =
        old ? differs(old, fread(old, 1, sizeof *old + 1, from), s) : "is too large";
    fclose(from);
    if (wrong) {
        snprintf(r->wrong, sizeof r->wrong, "%s %s", name, wrong);
        free(old);
        return NULL;
    }
    return old;
}

/* Continues where a saved run ended. */
static bool resume(struct ulp_run *r, struct state *s) {
    errno = 0;
    struct state *old = saved_run(r, r->save, s);
    bool none = !old && errno == ENOENT;
    if (old) {
        *s = *old;
    }
    free(old);
    return (old || none) && !r->wrong[0];
}

/* Takes over the parts of another saved run, unless all of them are here already. False if some
 * are: a sum cannot be divided. */
static bool take_over(struct state *s, const struct state *other) {
    uint64_t both = 0;
    for (uint64_t part = 0; part < s->parts; part++) {
        both += s->is_done[part] & other->is_done[part];
    }
    if (both) {
        return both == other->done;
    }
    for (uint64_t part = 0; part < s->parts; part++) {
        s->is_done[part] |= other->is_done[part];
    }
    ulp_measure_add(&s->total, &other->total);
    s->done += other->done;
    return true;
}

static bool join(struct ulp_run *r, struct state *s) {
    for (unsigned i = 0; i < r->joins; i++) {
        struct state *other = saved_run(r, r->joined[i], s);
        if (!r->wrong[0] && (!other || !take_over(s, other))) {
            snprintf(r->wrong, sizeof r->wrong, "%s %s", r->joined[i],
                     other ? "shares some parts with another saved run" : "cannot be read");
        }
        free(other);
    }
    return !r->wrong[0];
}

/* Takes up a saved run, or makes its file: a place that cannot be written is told before the work
 * begins. */
static bool open_saved(struct ulp_run *r, struct state *s) {
    bool good = (!r->save || resume(r, s)) && join(r, s) && (!r->save || save(r, s));
    if (!good && !r->wrong[0]) {
        snprintf(r->wrong, sizeof r->wrong, "%s cannot be written", r->save);
    }
    return good;
}

/* before: how many parts were done when the run began; end: how many when it ends. */
static void show_progress(const struct ulp_run *r, const struct state *s, double seconds,
                          uint64_t before, uint64_t end) {
    unsigned filled = (unsigned)(s->done * 40 / end);
    double rate = seconds > 0 ? (double)(s->done - before) / seconds : 0;
    double left = rate > 0 ? (double)(end - s->done) / rate : 0;
    if (r->progress) {
        fprintf(stderr, "\r[%.*s%.*s] %3u %%, %.0f s left, worst %.4g ulp   ", (int)filled,
                "########################################", (int)(40 - filled),
                "........................................", (unsigned)(s->done * 100 / end), left,
                s->total.max_ulp);
    }
}

double ulp_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Reads one message of a child; false if it has ended. */
static bool receive(struct ulp_run *r, struct state *s, int from) {
    static struct message message;
    if (!read_all(from, &message, sizeof message)) {
        return false;
    }
    if (!message.good) {
        memcpy(r->wrong, message.wrong, sizeof r->wrong);
        return false;
    }
    ulp_measure_add(&s->total, &message.measure);
    s->is_done[message.part] = 1;
    s->done++;
    return true;
}

static void listen_to(struct ulp_run *r, struct state *s, struct pollfd *pipes) {
    double began = ulp_now(), saved = began;
    uint64_t before = s->done, left = left_of(r, s), end = left ? before + left : 1;
    unsigned open = r->jobs;
    while (open && !interrupted && !r->wrong[0]) {
        poll(pipes, r->jobs, 1000);
        for (unsigned i = 0; i < r->jobs && !interrupted; i++) {
            if (pipes[i].fd >= 0 && pipes[i].revents && !receive(r, s, pipes[i].fd)) {
                close(pipes[i].fd);
                pipes[i].fd = -1;
                open--;
            }
        }
        show_progress(r, s, ulp_now() - began, before, end);
        if (r->save && ulp_now() - saved > SAVE_SECONDS) {
            save(r, s);
            saved = ulp_now();
        }
    }
    if (r->progress) {
        fprintf(stderr, "\n");
    }
}

static bool start_jobs(struct ulp_run *r, struct state *s, struct pollfd *pipes, pid_t *child) {
    for (unsigned i = 0; i < r->jobs; i++) {
        int ends[2];
        if (pipe(ends) != 0 || (child[i] = fork()) < 0) {
            snprintf(r->wrong, sizeof r->wrong, "no process could be started");
            return false;
        }
        if (child[i] == 0) {
            close(ends[0]);
            work(r, s, i, ends[1]);
        }
        close(ends[1]);
        pipes[i] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    }
    return true;
}

static void run_jobs(struct ulp_run *r, struct state *s) {
    struct pollfd pipes[MOST_JOBS];
    pid_t child[MOST_JOBS];
    r->jobs = r->jobs > MOST_JOBS ? MOST_JOBS : r->jobs;
    if (start_jobs(r, s, pipes, child)) {
        listen_to(r, s, pipes);
    }
    for (unsigned i = 0; i < r->jobs; i++) {
        if (pipes[i].fd >= 0) {
            close(pipes[i].fd);
            kill(child[i], SIGKILL);
        }
        waitpid(child[i], NULL, 0);
    }
}

bool ulp_run(struct ulp_run *r, struct ulp_measure *total) {
    static struct state s;
    struct sigaction action = {.sa_handler = on_interrupt};
    memcpy(s.magic, magic, sizeof magic);
    snprintf(s.chip, sizeof s.chip, "%s", STX_CHIP_NAME);
    s.build = r->build;
    s.identity = r->identity;
    s.parts = (ulp_run_inputs(r) + PART - 1) / PART;
    ulp_measure_begin(&s.total);
    r->shards = r->shards ? r->shards : 1;
    if (s.parts > MOST_PARTS) {
        snprintf(r->wrong, sizeof r->wrong, "too many inputs");
    }
    if (r->wrong[0] || !open_saved(r, &s)) {
        return false;
    }
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    run_jobs(r, &s);
    r->unsaved = r->save && !save(r, &s);
    *total = s.total;
    r->parts = s.parts;
    r->done = s.done;
    if (!r->wrong[0] && left_of(r, &s)) {
        snprintf(r->wrong, sizeof r->wrong, "ended after %" PRIu64 " of %" PRIu64 " parts%s",
                 s.done, s.done + left_of(r, &s),
                 r->unsaved ? "; they could not be saved"
                 : r->save  ? "; the same command continues from there"
                            : "");
    }
    return !r->wrong[0];
}
