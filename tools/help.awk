# SPDX-License-Identifier: Apache-2.0
# The targets that a "## " comment describes, in groups. A line "##@ Group" begins a group, which lasts until the end
# of the file. The targets in FIRST come first.
BEGIN {
    groups = split("Kernels|Look inside|Tests|Deeper tests|Speed and size|Files and documents", order, "|")
    firsts = split(FIRST, first, " ")
}
FNR == 1 { group = "Files and documents" }
/^##@ / { group = substr($0, 5) }
/^[a-z][a-z0-9-]*:.*## / {
    name = $0
    sub(/:.*/, "", name)
    text[name] = $0
    sub(/^.*## /, "", text[name])
    of[name] = group
    names[++count] = name
}
END {
    print "The first targets:"
    for (i = 1; i <= firsts; i++) { line(first[i]); of[first[i]] = "" }
    for (g = 1; g <= groups; g++) {
        printf "\n%s:\n", order[g]
        for (i = 1; i <= count; i++) if (of[names[i]] == order[g]) line(names[i])
    }
    print "\nA variable that does not exist, or that the target does not use, is an error (mk/variables.tsv lists values)."
    print "Everything else: make test ONLY=\"part of a stage's name\"; the stages are in tools/stages.tsv."
}
function line(name) { printf "  %-22s %s\n", name, text[name] }
