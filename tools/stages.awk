# SPDX-License-Identifier: Apache-2.0
# docs/stages.md from tools/stages.tsv (make docs). With -v LISTED=docs/stages.md instead: what is listed there and is no longer in
# the table, with exit status 1. New stages are no error.
BEGIN {
    FS = "\t"
    while (LISTED && (getline row < LISTED) > 0) if (row ~ /^\| .*`/) left[row] = 1
}
!/^#/ && NF {
    gsub(/\|/, "\\|")
    gsub(/,/, ", ", $1)
    row = "| " $3 " | " $1 " | " $2 " | `" $4 "` |"
    rows[++count] = row
    delete left[row]
}
END {
    if (LISTED) {
        for (row in left) { print LISTED ": no longer in tools/stages.tsv: " row; lost = 1 }
        exit lost
    }
    print "# Stages of the tests\n"
    print "What `make test`, `make test-quick`, `make test-all` and `make test-ci` run: the rows of `tools/stages.tsv`, from which `make docs` makes this list. It is also the"
    print "promise of what is run: a stage that is missing from the table or does less than it says here is an error (tests/config/build.txt, `make house-check`)."
    print "[testing.md](testing.md) says what the tests are.\n"
    print "| stage | run by | lane | command |"
    print "|---|---|---|---|"
    for (i = 1; i <= count; i++) print rows[i]
}
