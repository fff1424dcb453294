/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "number.h"
#include "printable.h"
#include "run.h"
#include "softensix/dump.h"

enum { TIME = 1, TIME_LINES, CARD, FROM, STORE, TRIPS }; /* options without a letter */

static unsigned part_named(const char *name) {
    static const char *const names[] = {"src", "dst", "lreg", "rwc",  "adc",
                                        "cfg", "gpr", "sync", "front"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i])) {
            return 1u << i;
        }
    }
    return strcmp(name, "all") ? 0 : STX_DUMP_ALL;
}

static bool read_parts(struct options *o, char *list) {
    for (char *t = strtok(list, ","); t; t = strtok(NULL, ",")) {
        unsigned part = part_named(t);
        if (!part) {
            return false;
        }
        o->dump |= part;
    }
    return o->dump != 0;
}

static bool read_unit(struct options *o, const char *name) {
    for (unsigned i = 0; i <= STX_UNIT_MOVER; i++) {
        if (!strcmp(name, stx_unit_name(i))) {
            o->units |= 1u << i;
            return true;
        }
    }
    return false;
}

/* RULE=fault, RULE=silicon or RULE=skip. */
static bool read_policy(struct options *o, char *text) {
    static const char *const names[] = {"fault", "silicon", "skip"};
    char *how = strchr(text, '=');
    if (!how || o->policy_count == 16) {
        return false;
    }
    *how++ = 0;
    for (unsigned r = 0; r < STX_RULES; r++) {
        for (unsigned p = 0; p < 3; p++) {
            if (!strcmp(text, stx_rule_name((enum stx_rule)r)) && !strcmp(how, names[p])) {
                o->policies[o->policy_count].rule = (enum stx_rule)r;
                o->policies[o->policy_count++].policy = (enum stx_policy)p;
                return true;
            }
        }
    }
    return false;
}

static bool read_level(struct options *o, const char *name) {
    static const char *const names[] = {"default", "strict", "relaxed"};
    o->order = 1;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i])) {
            o->level = (enum stx_order_level)i;
            return true;
        }
    }
    return false;
}

static bool read_erratum(struct options *o, const char *name) {
    for (unsigned e = 0; e < STX_ERRATA; e++) {
        if (!strcmp(name, stx_erratum_name((enum stx_erratum)e))) {
            o->errata_off |= 1u << e;
            return true;
        }
    }
    return false;
}

static bool read_side(struct options *o, const char *name) {
    o->sided = true;
    o->side = strcmp(name, "silicon") ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON;
    return !strcmp(name, "silicon") || !strcmp(name, "simulator");
}

/* ADDRESS=VALUE: an address in hexadecimal, a value that may be; x10=VALUE: a register. */
static bool read_hart_value(struct options *o, struct hart_value *list, unsigned *count,
                            char *text) {
    char *value = strchr(text, '=');
    if (!value || *count == HART_VALUES) {
        return false;
    }
    *value++ = 0;
    if (list == o->hart.store && text[0] == 'x' && o->hart.registers < HART_VALUES) {
        struct hart_value *reg = &o->hart.reg[o->hart.registers++];
        return number_read(text + 1, 10, 31, &reg->address) &&
               number_option(value, UINT32_MAX, &reg->value);
    }
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return number_read(hex ? text + 2 : text, 16, UINT32_MAX, &list[*count].address) &&
           number_option(value, UINT32_MAX, &list[(*count)++].value);
}

static bool read_value(struct options *o, char flag, char *value) {
    switch (flag) {
    case 'T':
        o->threads |= (uint8_t)(1u << (unsigned)(value[0] - '0') % 8u);
        return value[0] >= '0' && value[0] <= '2' && !value[1];
    case 'u':
        return read_unit(o, value);
    case 'o':
        o->only[o->only_count++ % 16] = cli_insn(value);
        return o->only_count <= 16 && cli_insn(value);
    case 'd':
        return read_parts(o, value);
    case 'P':
        return read_policy(o, value);
    case 'E':
        return read_erratum(o, value);
    case 'D':
        return read_side(o, value);
    case 'O':
        return read_level(o, value);
    case 'M':
        o->parameters[o->parameter_count++ % 16] = value;
        return o->parameter_count <= 16;
    case FROM:
        o->hart.from = value;
        return true;
    case STORE:
        return read_hart_value(o, o->hart.store, &o->hart.stores, value);
    case TRIPS:
        return read_hart_value(o, o->hart.trips, &o->hart.trips_given, value);
    case 'x':
        o->from = value;
        return true;
    case 'c':
        o->case_name = value;
        return true;
    case TIME_LINES:
        o->time_lines = value;
        o->time = 1;
        return true;
    default:
        o->save = value;
        return flag == 's';
    }
}

static bool read_switch(struct options *o, char flag) {
    switch (flag) {
    case 'j':
        o->form = STX_TRACE_JSON;
        o->trace = 1;
        return true;
    case 'e':
        o->effects = o->trace = 1;
        return true;
    case 't':
        o->trace = 1;
        return true;
    case 'U':
        o->uninit = 1;
        return true;
    case 'r':
        o->rules = 1;
        return true;
    case 'L':
        o->nothing_left = 1;
        return true;
    case 'l':
        o->lint = 1;
        return true;
    case 'O':
        o->order = 1;
        return true;
    case 'S':
        o->strict = 1;
        return true;
    case 'i':
        o->interactive = 1;
        return true;
    case 'k':
        o->kernels = 1;
        return true;
    case CARD:
        o->card = 1;
        return read_side(o, "silicon");
    default:
        o->time = 1;
        return flag == TIME;
    }
}

static const struct option long_options[] = {{"trace", no_argument, NULL, 't'},
                                             {"json", no_argument, NULL, 'j'},
                                             {"effects", no_argument, NULL, 'e'},
                                             {"thread", required_argument, NULL, 'T'},
                                             {"unit", required_argument, NULL, 'u'},
                                             {"only", required_argument, NULL, 'o'},
                                             {"dump", required_argument, NULL, 'd'},
                                             {"case", required_argument, NULL, 'c'},
                                             {"save", required_argument, NULL, 's'},
                                             {"unwritten", no_argument, NULL, 'U'},
                                             {"lint", no_argument, NULL, 'l'},
                                             {"order", optional_argument, NULL, 'O'},
                                             {"nothing-left", no_argument, NULL, 'L'},
                                             {"differences", required_argument, NULL, 'x'},
                                             {"strict", no_argument, NULL, 'S'},
                                             {"policy", required_argument, NULL, 'P'},
                                             {"no-erratum", required_argument, NULL, 'E'},
                                             {"side", required_argument, NULL, 'D'},
                                             {"time", no_argument, NULL, TIME},
                                             {"time-lines", required_argument, NULL, TIME_LINES},
                                             {"model", required_argument, NULL, 'M'},
                                             {"rules", no_argument, NULL, 'r'},
                                             {"interactive", no_argument, NULL, 'i'},
                                             {"kernels", no_argument, NULL, 'k'},
                                             {"card", no_argument, NULL, CARD},
                                             {"from", required_argument, NULL, FROM},
                                             {"store", required_argument, NULL, STORE},
                                             {"trips", required_argument, NULL, TRIPS},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, 'V'},
                                             {NULL, 0, NULL, 0}};

static void refuse(int flag) {
    const struct option *option = long_options;
    while (option->val != flag) {
        option++;
    }
    const char letter[] = {(char)flag, 0};
    fprintf(stderr, "stx-run: -%s%s %s makes no sense\n", flag < ' ' ? "-" : "",
            flag < ' ' ? option->name : letter, optarg ? printable(optarg) : "");
}

int options_read(struct options *o, int argc, char **argv) {
    int flag;
    *o = (struct options){.form = STX_TRACE_TEXT};
    while ((flag = getopt_long(argc, argv, "iktjeT:u:o:d:c:s:UlO::Lx:SP:E:D:M:rhV", long_options,
                               NULL)) != -1) {
        if (flag == 'h' || flag == 'V') {
            return -flag;
        }
        if (flag == '?') {
            return 0;
        }
        if (!(optarg ? read_value(o, (char)flag, optarg) : read_switch(o, (char)flag))) {
            refuse(flag);
            return 0;
        }
    }
    if (optind == argc) {
        fprintf(stderr, "stx-run: which file?\n");
    }
    return optind < argc ? optind : 0;
}
