/* SPDX-License-Identifier: Apache-2.0
 *
 * fault_names.c - names, references and texts of rules, errata, departures and kinds of faults. A
 * program that only executes words does not link them. */
#include "softensix/softensix.h"

struct named {
    const char *name, *reference, *text;
};

static const struct {
    const char *name, *reference;
} rules[STX_RULES] = {
#define RULE(name, kind, reference, text) {#name, reference},
#include "softensix/rules.def"
#undef RULE
};

static const struct named errata[STX_ERRATA] = {
#define ERRATUM(name, reference, text) {#name, reference, text},
#include "softensix/errata.def"
#undef ERRATUM
};

static const struct named departures[STX_DEPARTURES] = {
#define DEPARTURE(name, chip, source, text) {#name, source, text},
#include "softensix/departures.def"
#undef DEPARTURE
};

static bool is_rule(enum stx_rule rule) {
    return (unsigned)rule < STX_RULES;
}

const char *stx_rule_name(enum stx_rule rule) {
    return is_rule(rule) ? rules[rule].name : "";
}

const char *stx_rule_reference(enum stx_rule rule) {
    return is_rule(rule) ? rules[rule].reference : "";
}

static const struct named *erratum_of(enum stx_erratum erratum) {
    static const struct named none = {"", "", ""};
    return (unsigned)erratum < STX_ERRATA ? &errata[erratum] : &none;
}

const char *stx_erratum_name(enum stx_erratum erratum) {
    return erratum_of(erratum)->name;
}

const char *stx_erratum_text(enum stx_erratum erratum) {
    return erratum_of(erratum)->text;
}

const char *stx_erratum_reference(enum stx_erratum erratum) {
    return erratum_of(erratum)->reference;
}

static const struct named *departure_of(enum stx_departure departure) {
    static const struct named none = {"?", "?", "?"};
    return (unsigned)departure < STX_DEPARTURES ? &departures[departure] : &none;
}

const char *stx_departure_name(enum stx_departure departure) {
    return departure_of(departure)->name;
}

const char *stx_departure_text(enum stx_departure departure) {
    return departure_of(departure)->text;
}

const char *stx_departure_source(enum stx_departure departure) {
    return departure_of(departure)->reference;
}

const char *stx_fault_kind_name(enum stx_fault_kind kind) {
    static const char *const names[] = {"no fault",
                                        "undefined behaviour",
                                        "unpredictable value",
                                        "non-contractual",
                                        "unimplemented",
                                        "missing specification",
                                        "reserved bits",
                                        "illegal instruction",
                                        "L1 out of range",
                                        "interface misuse",
                                        "deadlock"};
    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "";
}
