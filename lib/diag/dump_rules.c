/* SPDX-License-Identifier: Apache-2.0
 *
 * dump_rules.c - prints which rules a run has broken. */
#include "diag/out.h"
#include "softensix/dump.h"
#include "softensix/softensix.h"

unsigned stx_dump_rules(const struct stx_core *core, stx_print print, void *ctx) {
    static const char *const policies[] = {"faults", "as silicon", "skipped"};
    struct out out = {print, ctx};
    unsigned broken = 0;
    for (unsigned r = 0; r != STX_RULES; r++) {
        enum stx_rule rule = (enum stx_rule)r;
        if (stx_rule_count(core, rule)) {
            stx_out_padded(&out, stx_rule_name(rule), 20);
            stx_out_decimal(&out, stx_rule_count(core, rule));
            stx_out_string(&out, " times, ");
            stx_out_string(&out, policies[stx_policy_get(core, rule)]);
            stx_out_string(&out, ": ");
            stx_out_string(&out, stx_rule_text(rule));
            stx_out_string(&out, " (");
            stx_out_string(&out, stx_rule_reference(rule));
            stx_out_string(&out, ")\n");
            broken++;
        }
    }
    return broken;
}
