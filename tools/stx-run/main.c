/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-run - runs golden vectors or lists of words on the host, and tells what happens. */
#include <string.h>

#include "run.h"

static const char usage[] =
    "usage: stx-run [option...] file...      file: golden vectors or a list of words; - = input\n"
    "  -t           trace as text              -j         trace as JSON lines\n"
    "  -e           trace with effects         -T thread  trace only thread 0..2\n"
    "  -u UNIT      trace only this unit       -o NAME    trace only this mnemonic\n"
    "  -d part,...  dump after the run: src dst lreg rwc adc cfg gpr sync front all\n"
    "  -c case      run only this case         -s file    save the state after the run\n"
    "  -U           tell which words read registers that nothing has written\n"
    "  -l           lint: schedules that go wrong on silicon\n"
    "  -L           what a list leaves undone (\"left: ...\") is a failure\n"
    "  -x file      tell what differs from the state saved in a file\n"
    "  -S           strict: every broken rule is a fault\n"
    "  -P RULE=how  one rule: fault, silicon or skip\n"
    "  -E ERRATUM   do not model this bug of the hardware\n"
    "  -D side      silicon or simulator, where they differ; a case without it: simulator\n"
    "  --time       tell how many cycles the words would take on Blackhole, and why\n"
    "  -M name=value   set a parameter of that model (docs/time.md)\n"
    "  -r           tell which rules were broken, and how often\n"
    "A list has a line \"thread 0..2\", then lines of hexadecimal words or instructions\n"
    "(\"STALLWAIT MATH|SYNC, SRCA_VLD\", \"TTI_SEMPOST(2)\"), \"mmio address value\", and state "
    "lines as\n"
    "golden vectors have them. Status: 0, or 1 if a case failed, a word raised a fault or\n"
    "a list ends with words that wait.\n";

/* False, with a sentence, if the options ask for what this library cannot do. */
static bool can_watch(const struct options *o) {
    if (!stx_has_trace() && (o->time || o->trace || o->lint || o->uninit)) {
        fprintf(stderr, "stx-run: the library was built without STX_TRACE (make DIAG=1): there is "
                        "no trace, no time, no lint and no search for unwritten registers\n");
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    struct options options;
    unsigned failures = 0;
    int i = options_read(&options, argc, argv);
    if (!i) {
        fputs(usage, stderr);
        return 2;
    }
    if (!can_watch(&options)) {
        return 2;
    }
    for (; i < argc; i++) {
        FILE *file = strcmp(argv[i], "-") ? fopen(argv[i], "r") : stdin;
        if (!file) {
            fprintf(stderr, "stx-run: %s cannot be opened\n", argv[i]);
            return 2;
        }
        options.file = argv[i];
        failures += script_run(&options, file, argv[i]);
        if (file != stdin) {
            fclose(file);
        }
    }
    return failures != 0;
}
