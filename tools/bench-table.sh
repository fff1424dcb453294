#!/bin/sh
# "bench <name> <march> <number>" lines -> a table, one row a name: bench-table.sh file
awk '$1 == "bench" {
    if (!($2 in seen)) { seen[$2] = 1; name[++names] = $2 }
    if (!($3 in core)) { core[$3] = 1; march[++marches] = $3 }
    value[$2, $3] = $4
}
END {
    printf "%-20s", ""
    for (m = 1; m <= marches; m++) printf "%16s", march[m] ~ /^host/ ? march[m] ", ns" : march[m]
    print ""
    for (n = 1; n <= names; n++) {
        printf "%-20s", name[n]
        for (m = 1; m <= marches; m++) printf "%16s", value[name[n], march[m]]
        print ""
    }
}' "$1"
