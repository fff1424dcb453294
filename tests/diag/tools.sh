#!/bin/sh
# The command-line tools: stx-dis, stx-run, trace2chrome. Arguments: the directory of the tools.
set -u
tools=$1
passed=0
failed=0
say() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n--- got\n%s\n--- expected\n%s\n' "$1" "$2" "$3"
    fi
}
list='thread 1
TTI_SETDMAREG(0, 5, 0, 4)   # GPR 2
a4000008
SEMWAIT stall_res=1 sem_sel=4 wait_sem_cond=1
NOP'

say "words to text" "$("$tools/stx-dis" 26c08010)" \
    "26c08010  MVMUL clear_dvalid=CLR_AB instr_mod19=0 addr_mode=ADDR_MOD_2 dst=16"
say "words rotated as in firmware" "$(echo 98000008 | "$tools/stx-dis" -l)" \
    "26000002  MVMUL clear_dvalid=CLR_NONE instr_mod19=0 addr_mode=ADDR_MOD_0 dst=2"
say "reserved bits are shown" "$("$tools/stx-dis" 02000001)" "02000001  NOP  # reserved bits 0x000001"
say "text to words" "$(echo 'TTI_SEMPOST(2)' | "$tools/stx-dis" -a)" "a4000008"
say "names stand for values" "$("$tools/stx-dis" -a 'STALLWAIT MATH|SYNC, p_stall::SRCA_VLD')" "a2210080"
say "a mistake gives status 1" "$("$tools/stx-dis" -a 'SEMPOST x' 2>/dev/null; echo $?)" "1"
say "a list of words runs and its waits are told" "$(echo "$list" | "$tools/stx-run" -t -)" \
    '1 T1 45000504 SETDMAREG payload_sig_sel_size=0 payload_sig_sel=5 set_signals_mode=0 reg_index_16b=4
2 T1 a4000008 SEMPOST sem_sel=SEMAPHORE_1
2 T1 a6008011 (waits) SEMWAIT stall_res=TDMA sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO
thread 1 waits, 2 words left: a6008011 SEMWAIT stall_res=TDMA sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO
  SEMWAIT: semaphore 2 UNPACK_TO_DEST is 0, never initialised, waits while 0
  could be ended by: thread 0 thread 2
left: semaphore 1 MATH_PACK stands at 1'
say "a word that waits for ever gives status 1" "$(echo 'SEMWAIT 1 4 1' | "$tools/stx-run" - >/dev/null; echo $?)" "1"
say "a list that ends well gives status 0" "$(echo 'SEMPOST 4' | "$tools/stx-run" - >/dev/null; echo $?)" "0"
say "what it leaves gives status 1 if that is asked" "$(echo 'SEMPOST 4' | "$tools/stx-run" -L -; echo $?)" \
    'left: semaphore 2 UNPACK_TO_DEST stands at 1
1'
say "lint names both instructions" "$(printf 'SFPMAD 0 0 9 3\nSFPIADD 0 1 3 0\n' | "$tools/stx-run" -l -)" \
    'lint: thread 0: SFPIADD reads VD, the result of the two-cycle instruction before (SFPIADD_VD)
  84000930 SFPMAD lreg_src_a=LREG0 lreg_src_b=LREG0 lreg_src_c=LCONST_0 lreg_dest=LREG3 instr_mod1=0
  ... 0 instructions
  79000130 SFPIADD imm12_math=0 lreg_c=LREG1 lreg_dest=LREG3 instr_mod1=0
  add: 1 instruction between them, NOP or SFPNOP for example'
say "a rule has a policy of its own" "$(printf '02000001\nSEMGET 1\n' | "$tools/stx-run" -S -r -P RESERVED_BITS=silicon -P SEM_UNDERFLOW=skip -)" \
    'RESERVED_BITS       1 times, as silicon: a reserved bit is set (SPEC Appendix A)
SEM_UNDERFLOW       1 times, skipped: SEMGET of a semaphore that stands at 0 (SPEC 9)'
echo NOP | "$tools/stx-run" -s build/tools.state - >/dev/null
say "differences from a saved state" "$(printf 'NOP\nSEMPOST 4\n' | "$tools/stx-run" -x build/tools.state - | grep -v '^front')" \
    'sem[2].value 00 -> 01
retired 00000001 -> 00000002
left: semaphore 2 UNPACK_TO_DEST stands at 1'
say "what nothing has written is told" "$(printf 'SFPMAD 10 3 9 4\nSFPMAD 10 4 9 0\n' | "$tools/stx-run" -U -)" \
    'uninitialised: lreg[3] is read by thread 0
  840a3940 SFPMAD lreg_src_a=LCONST_1 lreg_src_b=LREG3 lreg_src_c=LCONST_0 lreg_dest=LREG4 instr_mod1=0'
say "dump" "$(echo "$list" | "$tools/stx-run" -d gpr - | grep gpr)" "gpr[1][2] = 0x00000005"
say "time: three words of the scalar unit" "$(printf 'thread 1\nADDDMAREG\nADDDMAREG\nADDDMAREG\n' | "$tools/stx-run" --time - | grep ^cycles)" \
    "cycles - unpack 0 math 9 pack 0 total 9 low 9 high 9"
say "time: an unknown parameter is an error" "$(echo NOP | "$tools/stx-run" --time -M no_such=1 - >/dev/null 2>&1; echo $?)" "2"
say "time: a run that hangs has a time up to there" "$(printf 'thread 1\nNOP\nSEMWAIT 1 4 1\n' | "$tools/stx-run" --time - | grep ^cycles)" \
    "cycles - unpack 0 math 2 pack 0 total 2 low 2 high 2"
say "a fault gives status 1" "$(echo 'ff000000' | "$tools/stx-run" - >/dev/null; echo $?)" "1"
say "nonsense gives status 1" "$(echo 'nonsense' | "$tools/stx-run" - 2>/dev/null; echo $?)" "1"
refused() {
    printf "$2" >build/tools-bad.vec
    say "refused: $1" "$("$tools/stx-run" ${4:-} build/tools-bad.vec 2>&1 >/dev/null; echo $?)" \
        "stx-run: build/tools-bad.vec:$3
1"
}
refused "an unknown keyword" 'NOP\nnonsense 5\n' '2: "nonsense" makes no sense here'
refused "a file of nothing" '# nothing\n' ' there is neither a case nor a word in it'
refused "a case without an end" 'case a\nrun\nx 0 02000000\nexpect\n' ' the last case has no "end"'
refused "a case without a word" 'case a\nrun\nexpect\nend\n' '3: "expect" makes no sense here'
refused "a case without a check" 'case a\nrun\nx 0 02000000\nend\n' '4: "end" makes no sense here'
refused "a case that is not there" 'case a\nrun\nx 0 02000000\nexpect\nend\n' \
    ' the case that was asked for is not in it' '-c b'
unread() {
    printf "$2" >build/tools-bad.vec
    echo build/tools-bad.vec >build/tools-bad.list
    say "no vectors: $1" "$(build/host/vectors.elf build/tools-bad.list | head -n 1
        build/host/vectors.elf build/tools-bad.list >/dev/null; echo $?)" "build/tools-bad.vec:$3
1"
}
unread "an unknown keyword" 'nonsense 5\n' '1: unknown or malformed line "nonsense"'
unread "an unknown keyword of a case" 'case a\nbefore 5\n' '2: unknown or malformed line "before"'
unread "a file of nothing" '# nothing\n' ' no case in this file'
unread "a case without a word" 'case a\nrun\nexpect\nend\n' \
    '3: the case checks nothing, for no word ran before "expect"'
unread "a case without a check" 'case a\nrun\nx 0 02000000\nend\n' '4: unknown or malformed line "end"'
without='stx-run: the library was built without STX_TRACE (make DIAG=1): there is no trace, no time, no lint and no search for unwritten registers
2'
for option in -t -j -l -U; do
    say "$option needs STX_TRACE" "$(echo NOP | "$tools/stx-run-untraced" $option - 2>&1; echo $?)" "$without"
done
say "the demo's trace needs STX_TRACE" "$(build/host/examples/matmul.elf lofi bf16 1 build/tools.jsonl >build/tools.out
    echo $?; tail -n 1 build/tools.out)" '1
trace: the library was built without STX_TRACE (make DIAG=1)'
xz -dc tests/vectors/data/sync.vec.xz >build/tools.vec
cases=$(grep -c '^case' build/tools.vec)
say "golden vectors pass" "$("$tools/stx-run" build/tools.vec | grep -c '^passed')" "$cases"
echo "$list" | "$tools/stx-run" -j -e - >build/tools.jsonl
say "every JSON line is JSON" "$(grep '^{' build/tools.jsonl | python3 -c 'import json, sys
print(len([json.loads(line) for line in sys.stdin]))')" "4"
grep '^{' build/tools.jsonl >build/tools2.jsonl
say "the Chrome trace has a slice a word" "$(tools/trace2chrome.py build/tools2.jsonl | python3 -c 'import json, sys
print([e["name"] for e in json.load(sys.stdin)["traceEvents"] if e["ph"] == "X"])')" "['SETDMAREG', 'SEMPOST']"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
