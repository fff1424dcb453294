# SPDX-License-Identifier: Apache-2.0
# Converts the pages of docs/isa to rows for stx-dis: the operands' meanings, then one row for each page.
function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
function lines(text) { text = quoted(text); gsub(/\n/, "\\n", text); return text }
FILENAME ~ /operands/ && !/^#/ { split($0, f, "\t"); print "OPERAND(" quoted(f[1]) ", " quoted(f[2]) ", " quoted(f[3]) ")"; next }
/^# / { name = $2; what = formula = mode = ""; next }
/^book / { book = $2; next }
/^(what|formula)$/ { mode = $1; next }
/^example$/ { mode = ""; print "PAGE(" quoted(name) ", " quoted(book) ", " lines(what "\n") ", " lines(formula) ")"; next }
mode == "what" { what = what $0 "\n" }
mode == "formula" { formula = formula $0 "\n" }
