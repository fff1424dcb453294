/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h - the result of a run as text for people and as JSON for programs. */
#ifndef ULP_REPORT_H
#define ULP_REPORT_H

#include <stdio.h>

#include "run.h"

struct ulp_report {
    const char *name, *function; /* of the kernel; the exact function as text */
    const struct ulp_run *run;
    const struct ulp_measure *measure;
    double seconds;
};

void ulp_report_text(const struct ulp_report *report, FILE *to);
void ulp_report_json(const struct ulp_report *report, FILE *to);

#endif
