/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - stx-ulp measures the error of a function of the vector unit for all inputs
 * (docs/ulp.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cli/output.h"
#include "options.h"
#include "report.h"
#include "tuples.h"

static const char *choose_function(const struct options *o, struct ulp_run *r,
                                   struct ulp_reference *reference) {
    const struct ulp_known *k = o->function ? ulp_function_named(o->function) : NULL;
    const char *text = k ? k->text : o->function ? o->function : "x";
    const char *wrong = ulp_reference_read(reference, text, o->out);
    if (wrong) {
        ulp_fail(wrong, text);
    }
    bool floats = !o->in->integer && !o->out->integer;
    r->symmetry = k && floats ? k->symmetry : SYMMETRY_NONE;
    r->direction = k ? k->direction : DIRECTION_NONE;
    r->setting.reference = r->reference = reference;
    r->setting.at_zero = ulp_reference_exact(reference, 0).value;
    return k ? k->name : text;
}

static char *text_of_file(const char *path, size_t *size) {
    char *text = NULL, part[4096];
    FILE *from = fopen(path, "rb"), *to = open_memstream(&text, size);
    size_t n;
    if (!from || !to) {
        ulp_fail("cannot be read", path);
    }
    while ((n = fread(part, 1, sizeof part, from)) > 0) {
        fwrite(part, 1, n, to);
    }
    bool good = !ferror(from) && !ferror(to);
    fclose(from);
    if (fclose(to) != 0 || !good) {
        ulp_fail("cannot be read", path);
    }
    return text;
}

static uint64_t hash_of_file(uint64_t hash, const char *path) {
    size_t size;
    char *text = text_of_file(path, &size);
    hash = ulp_hash(ulp_hash(hash, &size, sizeof size), text, size);
    free(text);
    return hash;
}

/* What a run is besides its options: the contents of all files that it reads. */
static void identify(const struct options *o, struct ulp_run *r) {
    const char *const files[] = {o->words, o->kernel, o->recording, o->results};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        r->identity = ulp_hash(r->identity, &i, sizeof i);
        r->identity = files[i] ? hash_of_file(r->identity, files[i]) : r->identity;
    }
    r->build = hash_of_file(ULP_HASH, "/proc/self/exe");
}

/* Makes the recorded form of words or of a kernel, whose words must not depend on the values in
 * Dst. */
static char *recorded(struct ulp_run *r, size_t *size) {
    char *text = NULL, *again = NULL;
    for (uint32_t values = 0; values < 8; values++) {
        size_t length;
        FILE *to = open_memstream(&again, &length);
        bool good = ulp_plain_record(&r->plain, values, to);
        fclose(to);
        if (!good) {
            ulp_fail(r->plain.wrong, "the function cannot be executed");
        }
        if (text && (length != *size || memcmp(text, again, length) != 0)) {
            static const char end[] = "x the words depend on the values in Dst\nend\n";
            text = realloc(text, *size + sizeof end);
            memcpy(text + *size - 4, end, sizeof end);
            *size += sizeof end - 5;
            free(again);
            return text;
        }
        if (text) {
            free(again);
        } else {
            text = again;
            *size = length;
        }
    }
    return text;
}

static struct {
    char *text;
    size_t size;
} recording;

static void read_recording(const struct options *o, struct ulp_run *r, bool fused) {
    const char *wrong = "";
    FILE *from = fmemopen(recording.text, recording.size, "r");
    if (!from || !ulp_program_read(&r->program, from, fused, &wrong)) {
        ulp_fail(wrong, o->recording);
    }
    fclose(from);
    if (r->operands == 2) {
        ulp_program_thirds(&r->program);
    }
}

static void take_recording(const struct options *o, struct ulp_run *r) {
    recording.text =
        o->recording ? text_of_file(o->recording, &recording.size) : recorded(r, &recording.size);
    read_recording(o, r, false);
    FILE *to = o->record ? fopen(o->record, "wb") : NULL;
    bool written = to && fwrite(recording.text, 1, recording.size, to) == recording.size;
    if (o->record && (!to || !output_closed(to) || !written)) {
        ulp_fail("cannot be written", o->record);
    }
    r->identity = ulp_hash(r->identity, recording.text, recording.size);
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* The four faces of a tile. */
static int check(struct ulp_run *r) {
    unsigned findings = ulp_plain_check(&r->plain, 4, print, NULL);
    if (r->plain.wrong[0]) {
        ulp_fail(r->plain.wrong, "the function cannot be executed");
    }
    printf("findings %u\n", findings);
    return findings != 0;
}

#define MORE_OPERANDS \
    "further operands are y and z in the function; inputs of 32 bits need --per-binade"

static void open_kernel(const struct options *o, struct ulp_run *r) {
    r->plain.dst = o->dst;
    r->plain.source = r->sources ? o->in : NULL;
    if ((o->words && !ulp_plain_read(&r->plain, o->words)) ||
        (o->kernel && !ulp_plain_open(&r->plain, o->kernel))) {
        ulp_fail(r->plain.wrong, NULL);
    }
}

/* How many vectors of Dst are of a kind. */
static unsigned vectors_of(const struct ulp_program *p, unsigned kind) {
    unsigned count = 0;
    for (unsigned i = 0; i < ULP_SLOTS; i++) {
        count += p->slot[i] == kind;
    }
    return count;
}

static void count_operands(const struct options *o, struct ulp_run *r) {
    r->operands = ulp_expression_more(&r->reference->expression);
    r->grid = r->operands && !r->grid ? 1 : r->grid;
    if (r->sources && r->operands == 2) {
        ulp_fail("words of the matrix unit have operands x and y", NULL);
    }
    if (!r->operands != !r->grid || (r->grid && !r->per_binade && o->in->bits == 32)) {
        ulp_fail(MORE_OPERANDS, NULL);
    }
}

static void take_kernel(const struct options *o, struct ulp_run *r) {
    open_kernel(o, r);
    if (r->sources) {
        snprintf(r->program.refused, sizeof r->program.refused, "words of the matrix unit");
        return;
    }
    take_recording(o, r);
    if (!r->operands && vectors_of(&r->program, SLOT_ACTIVE)) {
        ulp_program_refuse_seconds(&r->program);
    } else if (!vectors_of(&r->program, SLOT_ACTIVE)) {
        ulp_program_misplaced(&r->program, 1 + r->operands);
    }
    r->fast = !o->plain && !r->program.refused[0];
    if (r->program.dst32 != (o->dst == &ulp_fp32)) {
        ulp_fail("it was recorded with elements of Dst of another width", o->recording);
    }
    if (!vectors_of(&r->program, SLOT_ACTIVE)) {
        ulp_fail("it reads no vector of Dst", "the function");
    }
}

static void take_results(const struct options *o, struct ulp_run *r) {
    size_t size = 0;
    if (o->results) {
        r->results.element = (void *)text_of_file(o->results, &size);
        r->results.count = size / sizeof(uint32_t) / (2 + r->operands);
        if (!r->fast && !r->operands && r->results.count < ulp_run_inputs(r)) {
            ulp_fail("holds some of the inputs only, and there is no recorded form: --per-binade",
                     o->results);
        }
    } else if (!r->fast && o->recording) {
        ulp_fail(r->program.refused[0] ? r->program.refused : "a recording has no plain form",
                 "needs --plain-results");
    }
}

/* Runs the recorded form on every input whose result is known; returns how many results differ. */
static uint64_t compare_results(struct ulp_run *r) {
    uint64_t differing = 0, count = r->results.count;
    const uint32_t *pair = r->results.element;
    uint32_t *element = malloc(2 * (size_t)count * sizeof *element);
    for (uint64_t i = 0; i < count; i++) {
        element[i] = pair[2 * i];
    }
    if (!ulp_run_elements(r, true, element, element + count, count)) {
        ulp_fail(r->wrong, NULL);
    }
    for (uint64_t i = 0; i < count; i++) {
        differing += element[count + i] != pair[2 * i + 1];
    }
    free(element);
    return differing;
}

static void list_inputs(struct ulp_run *r, const char *path) {
    enum { SOME = 1024 };
    uint32_t input[SOME], element[SOME];
    FILE *to = fopen(path, "wb");
    if (to && r->grid && !ulp_tuples_list(r, to)) {
        ulp_fail(r->wrong, NULL);
    }
    for (uint64_t at = 0, all = r->grid ? 0 : ulp_run_inputs(r); to && at < all; at += SOME) {
        uint64_t count = all - at < SOME ? all - at : SOME;
        for (uint64_t i = 0; i < count; i++) {
            input[i] = ulp_run_input(r, at + i);
        }
        if (!ulp_run_to_dst(r, input, element, count)) {
            ulp_fail(r->wrong, NULL);
        }
        fwrite(element, sizeof element[0], (size_t)count, to);
    }
    if (!to || !output_closed(to)) {
        ulp_fail("cannot be written", path);
    }
}

static void write_report(const struct options *o, const struct ulp_report *report) {
    bool to_terminal = o->json && strcmp(o->json, "-") == 0;
    if (!o->quiet && !to_terminal) {
        ulp_report_text(report, stdout);
    }
    FILE *to = to_terminal ? stdout : o->json ? fopen(o->json, "w") : NULL;
    if (to) {
        ulp_report_json(report, to);
    }
    bool good = to && !ferror(to) && fflush(to) == 0;
    good = (!to || to_terminal || output_closed(to)) && good;
    if (o->json && !good) {
        ulp_fail("cannot be written", o->json);
    }
}

/* What a shard has is in its file; all of them together are reported. */
static int tell_shard(const struct ulp_run *r) {
    if (r->unsaved) {
        ulp_fail("cannot be written", r->save);
    }
    printf("%" PRIu64 " of %" PRIu64 " parts are in %s: without --shard, --join takes them over\n",
           r->done, r->parts, r->save);
    return 0;
}

static int measure(const struct options *o, struct ulp_run *r, const char *function) {
    static struct ulp_measure m;
    double began = ulp_now();
    bool compares = r->fast && r->results.element;
    uint64_t differing = compares && !r->operands ? compare_results(r) : 0;
    if (compares && r->operands) {
        ulp_tuples_compare(r, &differing);
    }
    if (o->fuse && r->fast) { /* only now, because the plain form does not fuse */
        ulp_program_free(&r->program);
        read_recording(o, r, true);
    }
    if (!r->fast && r->operands && r->results.element) {
        ulp_measure_begin(&m);
        ulp_tuples_measure(r, &m);
    } else if (ulp_run_cost(r)) {
        ulp_run(r, &m);
    }
    if (r->wrong[0]) {
        ulp_fail(r->wrong, NULL);
    }
    if (r->done < r->parts) {
        return tell_shard(r);
    }
    m.sampled += compares ? r->results.count : 0;
    m.differing += differing;
    const char *name = o->name     ? o->name
                       : o->words  ? o->words
                       : o->kernel ? o->kernel
                                   : o->recording;
    struct ulp_report report = {name, function, r, &m, ulp_now() - began};
    write_report(o, &report);
    if (r->unsaved) {
        ulp_fail("cannot be written", r->save);
    }
    if (m.differing) {
        fprintf(stderr,
                "stx-ulp: %" PRIu64 " results of the recorded form are not the plain ones\n",
                m.differing);
        return 3;
    }
    return ulp_measure_within(&m, &r->setting.bounds) ? 0 : 1;
}

/* Runs "compare A B", which is a script in the tree where the command was built. */
static _Noreturn void compare(char **argv) {
    char script[4096];
    ssize_t n = readlink("/proc/self/exe", script, sizeof script - 64);
    if (n < 0) {
        ulp_fail("stx-ulp cannot be found", "compare");
    }
    for (unsigned up = 0; up < 4; up++) { /* build/host/tools/stx-ulp */
        while (n > 0 && script[--n] != '/') {
        }
    }
    strcpy(script + n, "/tools/ulp/pareto.py");
    argv[1] = script;
    execvp("python3", (argv[0] = "python3", argv));
    ulp_fail("python3 cannot be started", "compare");
}

int main(int argc, char **argv) {
    static struct ulp_run r;
    static struct ulp_reference reference;
    struct options o;
    output_checked("stx-ulp");
    if (argc > 1 && strcmp(argv[1], "compare") == 0) {
        compare(argv);
    }
    ulp_options_read(&o, &r, argc, argv);
    if (o.check) {
        open_kernel(&o, &r);
        return check(&r);
    }
    const char *function = choose_function(&o, &r, &reference);
    count_operands(&o, &r);
    if (o.list) {
        list_inputs(&r, o.list);
        return 0;
    }
    char settings[256];
    int n = snprintf(settings, sizeof settings,
                     "%s %s %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %.17g %.17g %d%d%d %.17g %.17g "
                     "%.9g %.9g %" PRIu64,
                     o.in->name, o.out->name, o.dst->name, r.per_binade, r.seed, r.grid,
                     r.setting.bounds.ulp, r.setting.bounds.relative, o.plain, o.fuse,
                     r.srca + 2 * r.sources, r.setting.from, r.setting.to, (double)r.ramp.from,
                     (double)r.ramp.to, r.ramp.count);
    r.identity = ulp_hash(ULP_HASH, function, strlen(function));
    r.identity = ulp_hash(r.identity, settings, (size_t)n);
    if (r.save || r.joins) {
        identify(&o, &r);
    }
    r.progress = !o.quiet && isatty(2);
    take_kernel(&o, &r);
    take_results(&o, &r);
    return o.function || !o.record ? measure(&o, &r, function) : 0;
}
