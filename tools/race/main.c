/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-race - runs a kernel under many interleavings of its threads and compares each run with the
 * one in which every thread runs until it waits (docs/man/stx-race.1). */
#include <dlfcn.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "json.h"
#include "number.h"
#include "printable.h"
#include "race.h"
#include "softensix/lint.h"
#include "softensix/order.h"
#include "softensix/trace.h"
#include "softensix/uninit.h"

static const char usage[] =
    "usage: stx-race [option...] kernel\n"
    "  -n, --seeds N        number of interleavings; default 100\n"
    "  -f, --first N        the first seed; default 1\n"
    "  -t, --trace FILE     write the words of all threads in the last run as JSON lines\n"
    "  -p, --plausible      only orders that silicon can produce, as far as is known\n"
    "  -j, --json FILE      write the result as JSON, too\n"
    "  -e, --expect-race    succeed if a race is found\n"
    "  -h, --help           this text\n"
    "  -V, --version        the version\n"
    "A kernel is one of the names below, a list of words in stx-run's format, or a shared\n"
    "object (.so) with a function\n"
    "  void stx_race_start(void *ctx, struct coop *coop, uint8_t *l1)\n"
    "that fills L1 and adds the threads (port/coop/race.h).\n"
    "exit status: 0 every run is like the first, 1 one is not, or the order checker has found\n"
    "something, 2 invalid arguments or file, 3 the first run ends with a fault, 4 it ends\n"
    "with threads that wait\n";

static const struct built_in {
    const char *name, *what;
    void (*start)(void *ctx, struct coop *coop, uint8_t *l1);
} built_in[] = {
    {"matmul", "the kernels of examples/matmul", matmul_start},
#if STX_ARCH == STX_ARCH_BLACKHOLE /* in words that Wormhole does not have */
    {"reuse", "Dst to SrcA with MOVD2A", reuse_start},
    {"reuse-no-stallwait", "the same without its STALLWAIT", reuse_unguarded_start},
    {"copy", "SrcA to Dst, releasing SrcB with it: wrong if a MOP is torn apart", copy_start},
#endif
};

static struct stx_core core;
static struct coop coop;
static uint8_t l1[RACE_L1_BYTES];
static struct coop_race race;
static struct stx_lint lint;
static struct stx_trace trace;
static struct stx_uninit uninit;
static struct stx_order order;
static struct race_result result;
static unsigned unordered; /* findings of the order checker in the first run that had any */
static uint8_t l1_copies[2 * RACE_L1_BYTES], l1_of_reference[RACE_L1_BYTES];

struct options {
    uint32_t first, count;
    const char *trace, *json;
    enum coop_order order;
    bool expected; /* a race is expected */
};

static void to_file(void *ctx, const char *text) {
    fputs(text, ctx);
}

static void on_uninit(void *ctx, const struct stx_uninit_finding *finding) {
    stx_uninit_print(finding, race_print, ctx);
}

static FILE *trace_file;

static _Noreturn void not_written(const char *path) {
    fprintf(stderr, "stx-race: %s cannot be written\n", printable(path));
    exit(EXIT_USAGE);
}

static void end_trace(const char *path) {
    if (trace_file && !output_closed(trace_file)) {
        not_written(path);
    }
    trace_file = NULL;
}

static void start_trace(const char *path) {
    end_trace(path);
    trace_file = fopen(path, "w");
    if (!trace_file || !stx_trace_init(&trace, STX_TRACE_JSON, &core, to_file, trace_file)) {
        not_written(path);
    }
}

/* Called after each run. Prints the order checker's findings of the first run that has any. */
static void tell_order(const struct coop_kernel *kernel, uint32_t seed) {
    if (unordered == 0 && stx_order_total(&order)) {
        unordered = stx_order_total(&order);
        stx_order_tell(&order, race_print, NULL);
        race_say("order %s: first found with seed %u\n", kernel->name, (unsigned)seed);
    }
}

/* The lint and the order checker watch every run. The findings of the lint in the first run are
 * printed; the trace is that of the last one. */
static void on_start(void *ctx, struct coop_race *r, uint32_t seed) {
    const struct options *o = ctx;
    stx_lint_init(&lint, &core, NULL, NULL);
    coop.order = o->order;
    (void)stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    if (r->repeats) {
        return; /* its findings have been printed */
    }
    if (seed == 0) {
        stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, l1_copies, on_uninit, NULL);
    } else if (o->trace) {
        start_trace(o->trace);
    }
}

static int run(const struct options *o, const struct coop_kernel *kernel) {
    bool found = coop_race_find(&race, kernel, o->first, 0);
    stx_lint_tell(&lint, race_print, NULL);
    result.lint = (unsigned)stx_lint_total(&lint);
    result.uninitialised = (unsigned)uninit.found;
    race_say("lint %s: %u findings\n", kernel->name, result.lint);
    race_say("uninitialised %s: %u findings\n", kernel->name, result.uninitialised);
    if (race.reference.end != COOP_DONE) {
        coop_report(&coop, race_print, NULL);
        return race.reference.end == COOP_DEADLOCK ? EXIT_DEADLOCK : EXIT_FAULT;
    }
    tell_order(kernel, 0);
    for (uint32_t i = 0; i < o->count && !found; i++) {
        found = !coop_race_same(&race, o->first + i);
        tell_order(kernel, o->first + i);
    }
    race_say("order %s findings %u\n", kernel->name, unordered);
    result.order = unordered;
    result.seed = found ? race.seed : 0;
    if (found) {
        coop_race_report(&race, race_print, NULL);
        race_say("  once more: stx-race%s --first %u --seeds 1 --trace race.jsonl %s\n",
                 o->order ? " --plausible" : "", (unsigned)race.seed, kernel->name);
    } else {
        race_say("race %s: %u seeds, every run like the reference\n", kernel->name,
                 (unsigned)o->count);
    }
    return (found || unordered) == o->expected ? EXIT_GOOD : EXIT_DIFFERENT;
}

static bool shared_object(const char *path, struct coop_kernel *kernel) {
    char text[PRINTABLE_BYTES + 2];
    snprintf(text, sizeof text, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(text, RTLD_NOW);
    void *symbol = object ? dlsym(object, "stx_race_start") : NULL;
    if (!symbol) {
        fprintf(stderr, "stx-race: %s\n", printable(dlerror()));
        return false;
    }
    memcpy(&kernel->start, &symbol, sizeof symbol);
    return true;
}

static bool find_kernel(const char *name, struct coop_kernel *kernel) {
    size_t length = strlen(name);
    *kernel = (struct coop_kernel){.name = name};
    for (unsigned i = 0; i < sizeof built_in / sizeof built_in[0]; i++) {
        if (!strcmp(name, built_in[i].name)) {
            kernel->start = built_in[i].start;
            return true;
        }
    }
    if (length > 3 && !strcmp(name + length - 3, ".so")) {
        return shared_object(name, kernel);
    }
    kernel->start = list_start;
    return list_read(name);
}

static void help(FILE *to) {
    fputs(usage, to);
    for (unsigned i = 0; i < sizeof built_in / sizeof built_in[0]; i++) {
        fprintf(to, "  %-20s %s\n", built_in[i].name, built_in[i].what);
    }
}

static bool read_number(const char *name, const char *text, uint32_t *value) {
    if (number_option(text, UINT32_MAX, value)) {
        return true;
    }
    fprintf(stderr, "stx-race: %s: \"%s\" is not a number\n", name, printable(text));
    return false;
}

static bool read_option(struct options *o, int flag, const char *value) {
    switch (flag) {
    case 'n':
        return read_number("--seeds", value, &o->count);
    case 'f':
        return read_number("--first", value, &o->first);
    case 't':
        o->trace = value;
        return true;
    case 'j':
        o->json = value;
        return true;
    case 'p':
        o->order = COOP_PLAUSIBLE_ORDER;
        return true;
    default:
        o->expected = true;
        return flag == 'e';
    }
}

/* Index of the kernel; 0 if the arguments are invalid; negative if the program should exit. */
static int read_options(struct options *o, int argc, char **argv) {
    static const struct option long_options[] = {{"seeds", required_argument, NULL, 'n'},
                                                 {"first", required_argument, NULL, 'f'},
                                                 {"trace", required_argument, NULL, 't'},
                                                 {"plausible", no_argument, NULL, 'p'},
                                                 {"expect-race", no_argument, NULL, 'e'},
                                                 {"json", required_argument, NULL, 'j'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {"version", no_argument, NULL, 'V'},
                                                 {NULL, 0, NULL, 0}};
    int flag;
    while ((flag = getopt_long(argc, argv, "n:f:t:j:pehV", long_options, NULL)) != -1) {
        if (flag == 'h' || flag == 'V') {
            return -flag;
        }
        if (!read_option(o, flag, optarg)) {
            return 0;
        }
    }
    return optind + 1 == argc && o->first && o->count ? optind : 0;
}

/* Writes the JSON, if it is asked for. Statuses 2 to 4 are errors. */
static int ended(const struct options *o, int status) {
    static const char *const codes[] = {
        [EXIT_USAGE] = "input", [EXIT_FAULT] = "fault", [EXIT_DEADLOCK] = "deadlock"};
    static const char *const messages[] = {[EXIT_USAGE] = "the kernel cannot be read",
                                           [EXIT_FAULT] = "the first run ends with a fault",
                                           [EXIT_DEADLOCK] =
                                               "the first run ends with threads that wait"};
    bool bad = status >= EXIT_USAGE;
    result.first = o->first;
    result.count = o->count;
    result.status = status;
    if (o->json &&
        !race_json(o->json, &result, bad ? codes[status] : NULL, bad ? messages[status] : "",
                   status == EXIT_USAGE ? "stx-race --help has the kernels"
                                        : "text says which word, and where")) {
        not_written(o->json);
    }
    return status;
}

int main(int argc, char **argv) {
    struct options options = {.first = 1, .count = 100};
    struct coop_kernel kernel;
    output_checked("stx-race");
    int i = read_options(&options, argc, argv);
    if (i <= 0) {
        i == -'V' ? cli_version("stx-race") : help(i ? stdout : stderr);
        return i ? EXIT_GOOD : EXIT_USAGE;
    }
    result.kernel = argv[i];
    if (!find_kernel(argv[i], &kernel)) {
        return ended(&options, EXIT_USAGE);
    }
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    race.l1_copy = l1_of_reference;
    race.on_start = on_start;
    race.on_start_ctx = &options;
    int status = run(&options, &kernel);
    end_trace(options.trace);
    return ended(&options, status);
}
