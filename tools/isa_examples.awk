# SPDX-License-Identifier: Apache-2.0
# Converts the examples of docs/isa/src/*.ex to one file of cases for stx-run.
/^# / { name = $2; mode = ""; next }
/^(what|formula|example)$/ || /^book / { mode = ""; next }
$1 == "before" { print "case isa/" name; mode = "state"; next }
$1 == "words" { print "run\nthread 1"; next }
$1 == "after" { print "expect"; next }
mode == "state" { print }
$1 == "end" { mode = "" }
