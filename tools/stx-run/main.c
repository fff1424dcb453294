/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-run - runs golden vectors or lists of words on the host, and reports what happens. */
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "run.h"

static const char usage[] =
    "usage: stx-run [option...] file...      golden vectors or lists of words; - = standard "
    "input;\n"
    "                                        gzip and xz are recognised\n"
    "what to show\n"
    "  -t, --trace               show every word as text\n"
    "  -j, --json                show every word as a JSON line\n"
    "  -e, --effects             also show what each word has changed\n"
    "  -T, --thread N            trace only thread N, 0..2\n"
    "  -u, --unit UNIT           trace only this unit\n"
    "  -o, --only NAME           trace only this mnemonic\n"
    "  -d, --dump PART,...       show after the run: src dst lreg rwc adc cfg gpr sync front all\n"
    "  -x, --differences FILE    show differences from the state saved in FILE\n"
    "      --time                show how many cycles the words would take on Blackhole, and why\n"
    "      --time-lines=FILE     also write the times of every word as JSON lines\n"
    "  -M, --model NAME=VALUE    set a parameter of that model (docs/time.md)\n"
    "what to look for\n"
    "  -l, --lint                schedules that go wrong on silicon\n"
    "  -O, --order[=LEVEL]       accesses that nothing orders (docs/order.md): default, strict,\n"
    "                            relaxed\n"
    "  -U, --unwritten           words that read registers which nothing has written\n"
    "  -r, --rules               broken rules, and how often\n"
    "  -L, --nothing-left        count what a list leaves undone (\"left: ...\") as a difference\n"
    "how to run\n"
    "  -i, --interactive         run a list line by line: step, back, break, print, help\n"
    "  -k, --kernels             files are ELF files of compiled kernels or output of objdump,\n"
    "                            the first for thread 0 and so on (none: no such thread); their\n"
    "                            RISC-V code is executed, and its Tensix words with it\n"
    "      --from PLACE          of kernels: begin at this symbol or address\n"
    "      --store ADDRESS=VALUE of kernels: memory that holds this value when they begin\n"
    "      --trips ADDRESS=N     of kernels: the branch at ADDRESS ends its loop after N rounds\n"
    "  -c, --case NAME           run only this case\n"
    "      --card                compare with a card's results (docs/card.md): silicon's side,\n"
    "                            and only what the file says of the state after a case\n"
    "  -s, --save FILE           save the state after the run\n"
    "  -S, --strict              make every broken rule a fault\n"
    "  -P, --policy RULE=HOW     set the policy of one rule: fault, silicon or skip\n"
    "  -E, --no-erratum NAME     do not model this bug of the hardware\n"
    "  -D, --side SIDE           silicon or simulator, where they differ; cases: simulator\n"
    "  -h, --help                this text\n"
    "  -V, --version             the version\n"
    "A list has a line \"thread 0..2\", then lines of hexadecimal words or instructions\n"
    "(\"STALLWAIT MATH|SYNC, SRCA_VLD\", \"TTI_SEMPOST(2)\"), \"mmio address value\", and state\n"
    "lines of golden vectors (docs/testing.md).\n"
    "exit status: 0 good, 1 a case differs or --order has a finding,\n"
    "2 invalid arguments or file, or output that cannot be written,\n"
    "3 a word raised a fault, 4 a list ends with words that wait; the largest one counts\n";

/* False after a message if the options request what this library cannot do. */
static bool can_watch(const struct options *o) {
    if (!stx_has_trace() && (o->time || o->trace || o->lint || o->uninit || o->order)) {
        fprintf(stderr, "stx-run: the library was built without STX_TRACE (make DIAG=1): there is "
                        "no trace, no time, no lint, no order checker and no search for "
                        "unwritten registers\n");
        return false;
    }
    return true;
}

static int run_file(struct options *options, const char *path) {
    FILE *file = cli_open("stx-run", path);
    if (!file) {
        return EXIT_USAGE;
    }
    options->file = path;
    int status =
        options->interactive ? step_run(options, file, path) : script_run(options, file, path);
    int closed = cli_close("stx-run", path, file);
    return status > closed ? status : closed;
}

int main(int argc, char **argv) {
    struct options options;
    output_checked("stx-run");
    int status = EXIT_GOOD, i = options_read(&options, argc, argv);
    if (i <= 0) {
        i == -'V' ? cli_version("stx-run") : (void)fputs(usage, i ? stdout : stderr);
        return i ? EXIT_GOOD : EXIT_USAGE;
    }
    if (!can_watch(&options)) {
        return EXIT_USAGE;
    }
    if (options.kernels) {
        status = kernels_run(&options, argv + i, argc - i);
        return status == EXIT_GOOD && run_unordered ? EXIT_DIFFERENT : status;
    }
    for (; i < argc; i++) {
        int worst = run_file(&options, argv[i]);
        status = worst > status ? worst : status;
    }
    return status == EXIT_GOOD && run_unordered ? EXIT_DIFFERENT : status;
}
