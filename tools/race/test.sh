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
    good=$("$program" --seeds 25 $kernel)
    check "$kernel: every interleaving gives the same" $?
    printf '%s\n' "$good" | grep -q "^lint $kernel: 0 findings"
    check "$kernel: the lint is silent" $?
    printf '%s\n' "$good" | grep -q "^uninitialised $kernel: 0 findings"
    check "$kernel: nothing is read that was not written" $?
done
bad=$("$program" --seeds 25 --expect-race reuse-no-stallwait)
check "the missing STALLWAIT is found" $?
printf '%s\n' "$bad" | grep -q '^  first in row [0-9]*, column [0-9]*: 0x[0-9a-f]*, reference 0x[0-9a-f]*$'
check "the datum that differs is named, not a hash" $?
torn=$("$program" --seeds 25 --expect-race copy)
check "words of a MOP torn apart make a copy go wrong" $?
printf '%s\n' "$torn" | grep -q "^race copy: seed"
check "and the seed is told" $?
for kernel in matmul reuse copy; do
    "$program" --plausible --seeds 25 $kernel | grep -q "^race $kernel: 25 seeds, every run like the reference"
    check "$kernel: every plausible interleaving gives the same" $?
done
"$program" --plausible --seeds 25 reuse-no-stallwait | grep -q "^race reuse-no-stallwait: seed"
check "the missing STALLWAIT is found in a plausible order" $?
seed=$(printf '%s\n' "$bad" | sed -nE 's/^race reuse-no-stallwait: seed ([0-9]+) differs/\1/p')
[ -n "$seed" ]
check "its seed is told" $?
once=$("$program" --first "$seed" --seeds 1 --trace build/race.jsonl reuse-no-stallwait | grep -v '^lint')
again=$("$program" --first "$seed" --seeds 1 reuse-no-stallwait | grep -v '^lint')
[ "$once" = "$again" ] && printf '%s\n' "$bad" | grep -q "^race reuse-no-stallwait: seed $seed differs"
check "the seed gives the same run again" $?
grep -q '"MOVD2A"' build/race.jsonl
check "the trace of the seed is written" $?
printf '%s\n' "$bad" | grep -q 'MOVD2A_BANK'
check "the lint names the instruction" $?

# Kernels of anybody: a list of words, a shared object.
cat >build/race-list.txt <<'LIST'
thread 0
SEMINIT 1 0 4
thread 1
SEMPOST 4
LIST
status() { "$@" >build/race-out.txt 2>&1; [ $? -eq "$expected" ]; }
expected=1 && status "$program" build/race-list.txt
check "a list of words with a race gives status 1" $?
grep -q '^  the final state differs, first in sem\[2\].value: 0x00, reference 0x01$' build/race-out.txt
check "the register that differs is named" $?
cat >build/race-l1.txt <<'LIST'
g 0 0 5
g 1 0 9
g 0 8 10
g 1 8 10
thread 0
STOREIND 1 0 1 32 0 0 8
thread 1
STOREIND 1 0 1 32 0 0 8
LIST
expected=1 && status "$program" build/race-l1.txt
check "a list of words with a race in L1 gives status 1" $?
grep -q '^  L1 differs, first at 0x00000100: 0x0000000[59], reference 0x0000000[59]$' build/race-out.txt
check "the byte of L1 that differs is named" $?
sed 's/SEMPOST/NOP #/' build/race-list.txt >build/race-good.txt
expected=0 && status "$program" build/race-good.txt
check "one without gives status 0" $?
printf 'thread 2\nSEMWAIT 1 4 1\n' >build/race-stuck.txt
expected=4 && status "$program" build/race-stuck.txt
check "one that hangs gives status 4" $?
expected=2 && status "$program" build/no-such-list.txt
check "one that does not exist gives status 2" $?
cat >build/race-kernel.c <<'KERNEL'
#include "coop/coop.h"
#include "softensix/tti.h"
static void post(void *thread) {
    (void)stx_issue(stx_bound(), (unsigned)(uintptr_t)thread, TT_OP_NOP);
    (void)stx_issue(stx_bound(), (unsigned)(uintptr_t)thread, TT_OP_SEMPOST(4));
}
void stx_race_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx;
    (void)l1;
    (void)stx_issue(stx_bound(), 0, TT_OP_SEMINIT(15, 0, 4));
    coop_add(coop, "unpack", 0, post, NULL);
    coop_add(coop, "math", 1, post, (void *)(uintptr_t)1);
}
KERNEL
gcc -shared -fPIC -DSTX_TRACE=1 -Iinclude -Iport build/race-kernel.c -o build/race-kernel.so
expected=0 && status "$program" --seeds 20 build/race-kernel.so
check "a kernel in a shared object" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
