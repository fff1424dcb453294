#!/bin/sh
# Breaks one rule of the arithmetic at a time, in a copy of the tree below build/mutate, and shows which
# test notices: mutate.sh [list]. Each row of the list is a rule, a file, a text and its replacement,
# with tabs between. Exit status 0: every mutation was caught.
set -u
list=${1:-tests/mutations/fpu.tsv}
tree=build/mutate
tests="tests/num/test_fpu_mac tests/insn/test_mvmul tests/insn/test_mvmul_edges tests/insn/test_elwise"
tests="$tests tests/insn/test_pool tests/insn/test_mov_to_dst tests/insn/test_mov_from_dst"
tab=$(printf '\t')
bad=0
count=0

build() {
    programs=
    for test in $tests; do programs="$programs build/unit/$test"; done
    ${MAKE:-make} -s --no-print-directory -C "$tree" -j2 OPT=-O1 EXTRA=-Wno-error $programs >"$tree/log" 2>&1
}

# Prints the first test that fails; nothing if all pass.
first_failure() {
    for test in $tests; do
        timeout 60 "$tree/build/unit/$test" >"$tree/log" 2>&1 || { echo "$test" && return; }
    done
}

# All occurrences of a text, literally; fails if there is none.
replace() {
    FROM=$2 TO=$3 awk 'BEGIN { from = ENVIRON["FROM"]; to = ENVIRON["TO"] }
        { line = ""
          while ((at = index($0, from)) > 0) {
              line = line substr($0, 1, at - 1) to; $0 = substr($0, at + length(from)); found = 1
          }
          print line $0 }
        END { exit !found }' "$1" >"$tree/$1"
}

verdict() {
    if ! replace "$file" "$from" "$to"; then
        echo "STALE    $file has no such text: $from"
    elif ! build; then
        echo "BROKEN   does not compile"
        cat "$tree/log"
    else
        test=$(first_failure)
        [ -n "$test" ] && echo "caught   by $test" || echo "SURVIVED"
    fi
}

rm -rf "$tree"
mkdir -p "$tree/tests"
cp -R Makefile lib include mk "$tree"
cp -R tests/test.h tests/num tests/insn "$tree/tests"
if ! build || [ -n "$(first_failure)" ]; then
    cat "$tree/log"
    echo "mutate: the tests fail without any mutation"
    exit 1
fi
while IFS=$tab read -r rule file from to; do
    case $rule in '' | '#'*) continue ;; esac
    result=$(verdict)
    count=$((count + 1))
    case $result in caught*) ;; *) bad=$((bad + 1)) ;; esac
    printf '%-52s %s\n' "$rule" "$result"
    cp "$file" "$tree/$file"
done <"$list"
echo "$((count - bad)) passed, $bad failed"
[ "$bad" -eq 0 ]
