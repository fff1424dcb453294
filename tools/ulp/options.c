/* SPDX-License-Identifier: Apache-2.0
 *
 * options.c - the command line of stx-ulp. */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "softensix/version.h"

static const char usage[] =
    "stx-ulp: the error of a function of the vector unit (docs/ulp.md)\n"
    "usage: stx-ulp KERNEL --function F [options]\n"
    "       stx-ulp compare A B [--svg FILE]: results in JSON, or names of docs/functions.tsv\n"
    "  KERNEL: --words FILE         instruction words, hexadecimal or assembly, one on each line\n"
    "          --kernel FILE.so     C in TTI_ names, compiled (make ulp KERNEL=file.c)\n"
    "          --recording FILE     the output of --record, or of tools/ulp/llk.py\n"
    "  --function F                 a name (--functions lists them) or an expression in x, y, z\n"
    "  --format bf16|fp16|fp32|int32 of input, Dst and result; or each: --in, --dst, --out\n"
    "  --per-binade N [--seed S]    N inputs of each binade instead of all\n"
    "  --ramp FROM:TO:N             N inputs at equal distances, like torch.linspace\n"
    "  --range FROM:TO              only inputs of these magnitudes count\n"
    "  --through srca|dst|src       inputs go to Dst through unpacker 0 and SrcA, or directly; "
    "src:\n"
    "                               x is in SrcA and y in SrcB, for words of the matrix unit\n"
    "  --grid N                     N values of each binade for further operands, y and z\n"
    "  --max-ulp U, --rel R         exit status 1 if a result is worse (R: 0.01 or 2^-8)\n"
    "  --json FILE                  writes the result as JSON; -: standard output\n"
    "  --save FILE                  saves progress; the same command continues from there\n"
    "  --shard I/N                  every N-th part of the inputs, from the I-th on, to --save\n"
    "  --join FILE                  takes over what another shard has saved; for each shard\n"
    "  --jobs N                     number of processes\n"
    "  --plain                      executes word by word, not in the recorded form\n"
    "  --fuse                       fuses products and sums of sfpi like its compiler\n"
    "  --check                      only lint and order checker; exit status 1 if they find "
    "something\n"
    "  --record FILE                writes the recorded form\n"
    "  --list-inputs FILE           writes the elements of Dst of all inputs, 32 bits each\n"
    "  --plain-results FILE         elements of Dst, inputs and result, computed elsewhere\n"
    "  --name TEXT                  what the report calls the function\n"
    "  --quiet                      no report and no progress\n"
    "  --functions, --help, --version\n"
    "exit status: 0, 1 a bound is broken, 2 the run failed or cannot be written,\n"
    "3 recorded and plain form differ\n";

static const struct ulp_known known[] = {
#define FUNCTION(name, symmetry, direction, text) \
    {#name, text, SYMMETRY_##symmetry, DIRECTION_##direction},
#include "functions.def"
#undef FUNCTION
};

_Noreturn void ulp_fail(const char *text, const char *about) {
    fprintf(stderr, "stx-ulp: %s%s%s\n", about ? about : "", about ? ": " : "", text);
    exit(2);
}

static const struct ulp_format *format_option(const char *text) {
    const struct ulp_format *f = ulp_format_of(text);
    if (!f) {
        ulp_fail("there is bf16, fp16, fp32, int32", text);
    }
    return f;
}

/* Parses "0.01", "2^-8" or "1e-3" up to the character stop. */
static double signed_before(const char *text, char stop, const char **rest) {
    char *end;
    double value = strtod(text, &end);
    if (*end == '^') {
        value = pow(value, strtod(end + 1, &end));
    }
    if (*end != stop || end == text || value != value) {
        ulp_fail("is not a number", text);
    }
    *rest = end + (stop != '\0');
    return value;
}
static double real_before(const char *text, char stop, const char **rest) {
    double value = signed_before(text, stop, rest);
    if (value < 0) {
        ulp_fail("is not a number", text);
    }
    return value;
}
static double real_option(const char *text) {
    return real_before(text, '\0', &text);
}

static void take_range(struct ulp_setting *s, const char *text) {
    const char *rest;
    s->from = real_before(text, ':', &rest);
    s->to = real_option(rest);
    if (s->to <= 0 || s->from > s->to) {
        ulp_fail("is not a range of magnitudes", text);
    }
}

static uint64_t count_option(const char *text) {
    char *end;
    uint64_t value = strtoull(text, &end, 0);
    if (*end || end == text || *text == '-') {
        ulp_fail("is not a number", text);
    }
    return value;
}

static void take_ramp(struct ulp_ramp *r, const char *text) {
    const char *rest = text;
    r->from = (float)signed_before(rest, ':', &rest);
    r->to = (float)signed_before(rest, ':', &rest);
    r->count = count_option(rest);
    if (!r->count || !isfinite(r->to - r->from)) {
        ulp_fail("is not a ramp of numbers", text);
    }
}

static void take_way(struct ulp_run *r, const char *text) {
    r->srca = strcmp(text, "srca") == 0;
    r->sources = strcmp(text, "src") == 0;
    if (!r->srca && !r->sources && strcmp(text, "dst") != 0) {
        ulp_fail("there is srca, dst, src", text);
    }
}

static void list_functions(void) {
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        printf("%-16s %s\n", known[i].name, known[i].text);
    }
    exit(0);
}

enum {
    O_WORDS = 256,
    O_KERNEL,
    O_RECORDING,
    O_FUNCTION,
    O_FORMAT,
    O_IN,
    O_OUT,
    O_DST,
    O_PER_BINADE,
    O_SEED,
    O_RAMP,
    O_RANGE,
    O_THROUGH,
    O_GRID,
    O_MAX_ULP,
    O_REL,
    O_JSON,
    O_SAVE,
    O_SHARD,
    O_JOIN,
    O_JOBS,
    O_PLAIN,
    O_FUSE,
    O_CHECK,
    O_RECORD,
    O_LIST,
    O_RESULTS,
    O_NAME,
    O_QUIET,
    O_FUNCTIONS,
    O_VERSION,
    O_HELP
};
static const struct option names[] = {{"words", 1, NULL, O_WORDS},
                                      {"kernel", 1, NULL, O_KERNEL},
                                      {"recording", 1, NULL, O_RECORDING},
                                      {"function", 1, NULL, O_FUNCTION},
                                      {"format", 1, NULL, O_FORMAT},
                                      {"in", 1, NULL, O_IN},
                                      {"out", 1, NULL, O_OUT},
                                      {"dst", 1, NULL, O_DST},
                                      {"per-binade", 1, NULL, O_PER_BINADE},
                                      {"seed", 1, NULL, O_SEED},
                                      {"ramp", 1, NULL, O_RAMP},
                                      {"range", 1, NULL, O_RANGE},
                                      {"through", 1, NULL, O_THROUGH},
                                      {"grid", 1, NULL, O_GRID},
                                      {"max-ulp", 1, NULL, O_MAX_ULP},
                                      {"rel", 1, NULL, O_REL},
                                      {"json", 1, NULL, O_JSON},
                                      {"save", 1, NULL, O_SAVE},
                                      {"shard", 1, NULL, O_SHARD},
                                      {"join", 1, NULL, O_JOIN},
                                      {"jobs", 1, NULL, O_JOBS},
                                      {"plain", 0, NULL, O_PLAIN},
                                      {"fuse", 0, NULL, O_FUSE},
                                      {"check", 0, NULL, O_CHECK},
                                      {"record", 1, NULL, O_RECORD},
                                      {"list-inputs", 1, NULL, O_LIST},
                                      {"plain-results", 1, NULL, O_RESULTS},
                                      {"name", 1, NULL, O_NAME},
                                      {"quiet", 0, NULL, O_QUIET},
                                      {"functions", 0, NULL, O_FUNCTIONS},
                                      {"version", 0, NULL, O_VERSION},
                                      {"help", 0, NULL, O_HELP},
                                      {NULL, 0, NULL, 0}};

/* Options with a text; NULL for all others. */
static const char **text_option(struct options *o, int which) {
    switch (which) {
    case O_WORDS:
        return &o->words;
    case O_KERNEL:
        return &o->kernel;
    case O_RECORDING:
        return &o->recording;
    case O_FUNCTION:
        return &o->function;
    case O_JSON:
        return &o->json;
    case O_RECORD:
        return &o->record;
    case O_LIST:
        return &o->list;
    case O_RESULTS:
        return &o->results;
    case O_NAME:
        return &o->name;
    default:
        return NULL;
    }
}

/* "2/4" is the second of four. */
static void take_shard(struct ulp_run *r, const char *text) {
    char *end;
    unsigned long shard = strtoul(text, &end, 10);
    uint64_t shards = *end == '/' ? count_option(end + 1) : 0;
    if (*text < '0' || *text > '9' || !shard || shard > shards || shards > UINT16_MAX) {
        ulp_fail("is not a shard, as 2/4", text);
    }
    r->shard = (unsigned)shard - 1;
    r->shards = (unsigned)shards;
}

static void take_join(struct ulp_run *r, const char *text) {
    if (r->joins == ULP_SAVED) {
        ulp_fail("is more than can be joined at once: join some into --save first", text);
    }
    r->joined[r->joins++] = text;
}

static void take_number(struct ulp_run *r, int which) {
    switch (which) {
    case O_PER_BINADE:
        r->per_binade = count_option(optarg);
        break;
    case O_SEED:
        r->seed = count_option(optarg);
        break;
    case O_GRID:
        r->grid = count_option(optarg);
        break;
    case O_RAMP:
        take_ramp(&r->ramp, optarg);
        break;
    case O_THROUGH:
        take_way(r, optarg);
        break;
    case O_RANGE:
        take_range(&r->setting, optarg);
        break;
    case O_MAX_ULP:
        r->setting.bounds.ulp = real_option(optarg);
        break;
    case O_REL:
        r->setting.bounds.relative = real_option(optarg);
        break;
    case O_JOBS:
        r->jobs = (unsigned)count_option(optarg);
        break;
    case O_SAVE:
        r->save = optarg;
        break;
    case O_SHARD:
        take_shard(r, optarg);
        break;
    case O_JOIN:
        take_join(r, optarg);
        break;
    default:
        fputs(usage, which == O_HELP ? stdout : stderr);
        exit(which == O_HELP ? 0 : 2);
    }
}

static void take_option(struct options *o, struct ulp_run *r, int which) {
    const char **text = text_option(o, which);
    if (text) {
        *text = optarg;
    } else if (which == O_FORMAT) {
        o->in = o->out = o->dst = format_option(optarg);
        o->dst = o->dst->integer ? &ulp_fp32 : o->dst;
    } else if (which == O_IN) {
        o->in = format_option(optarg);
    } else if (which == O_OUT) {
        o->out = format_option(optarg);
    } else if (which == O_DST) {
        o->dst = format_option(optarg);
    } else if (which == O_PLAIN) {
        o->plain = true;
    } else if (which == O_FUSE) {
        o->fuse = true;
    } else if (which == O_CHECK) {
        o->check = true;
    } else if (which == O_QUIET) {
        o->quiet = true;
    } else if (which == O_FUNCTIONS) {
        list_functions();
    } else if (which == O_VERSION) {
        printf("stx-ulp (softensix) %s\n", STX_VERSION);
        exit(0);
    } else {
        take_number(r, which);
    }
}

/* A 16-bit element has the format of inputs and results. */
static void check_formats(const struct options *o) {
    if (o->dst != &ulp_fp32 && (o->in != o->dst || o->out != o->dst)) {
        ulp_fail("with Dst of 16 bits, input and result have its format", "--dst");
    }
    if (o->dst->integer) {
        ulp_fail("Dst of 32 bits is fp32", "--dst");
    }
}

const struct ulp_known *ulp_function_named(const char *name) {
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, name) == 0) {
            return &known[i];
        }
    }
    return NULL;
}

void ulp_options_read(struct options *o, struct ulp_run *r, int argc, char **argv) {
    *o = (struct options){.in = &ulp_bf16, .out = &ulp_bf16, .dst = &ulp_bf16};
    r->setting.bounds = (struct ulp_bounds){-1, -1};
    r->jobs = 1;
    r->shards = 1;
    r->seed = 1;
    for (int which; (which = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        take_option(o, r, which);
    }
    check_formats(o);
    if (o->check && o->recording) {
        ulp_fail("words and kernels are checked, a recording is not", "--check");
    }
    if (r->srca && o->in->integer) {
        ulp_fail("integers of 32 bits do not go through SrcA", "--through");
    }
    if (r->sources && ((o->in != &ulp_bf16 && o->in != &ulp_fp32) || o->recording)) {
        ulp_fail("words of the matrix unit have inputs of bf16 or fp32, and no recording", "src");
    }
    if (r->ramp.count && r->per_binade) {
        ulp_fail("is one way to choose inputs, --per-binade another", "--ramp");
    }
    if (r->shards > 1 && (!r->save || o->json)) {
        ulp_fail(r->save ? "has no result of its own; all --join have one: no --json"
                         : "needs --save, where its results go",
                 "--shard");
    }
    bool only_lists = o->list && !o->record;
    if (optind != argc || !r->jobs ||
        !!o->words + !!o->kernel + !!o->recording != (only_lists ? 0 : 1)) {
        fputs(usage, stderr);
        exit(2);
    }
    r->setting.in = o->in;
    r->setting.out = o->out;
    r->dst = o->dst;
}
