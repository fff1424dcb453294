#!/bin/sh
# Is the race finder right about its kernels? race/test.sh program
set -u
program=$1
passed=0
failed=0
check() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1"
    fi
}
for kernel in matmul reuse; do
    good=$("$program" $kernel 1 25)
    check "$kernel: every interleaving gives the same" $?
    printf '%s\n' "$good" | grep -q "^lint $kernel: 0 findings"
    check "$kernel: the lint is silent" $?
    printf '%s\n' "$good" | grep -q "^uninitialised $kernel: 0 findings"
    check "$kernel: nothing is read that was not written" $?
done
bad=$("$program" reuse-no-stallwait 1 25)
check "the missing STALLWAIT is found" $?
seed=$(printf '%s\n' "$bad" | sed -nE 's/^race reuse-no-stallwait: seed ([0-9]+) differs/\1/p')
[ -n "$seed" ]
check "its seed is told" $?
once=$("$program" reuse-no-stallwait "$seed" 1 build/race.jsonl | grep -v '^lint')
again=$("$program" reuse-no-stallwait "$seed" 1 | grep -v '^lint')
[ "$once" = "$again" ] && printf '%s\n' "$bad" | grep -q "^race reuse-no-stallwait: seed $seed differs"
check "the seed gives the same run again" $?
grep -q '"MOVD2A"' build/race.jsonl
check "the trace of the seed is written" $?
printf '%s\n' "$bad" | grep -q 'MOVD2A_BANK'
check "the lint names the instruction" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
