#!/bin/sh
# The command-line tools: stx-dis, stx-run, trace2chrome. Arguments: the directory of the tools.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL # makes below are runs of their own
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
say "a word is explained" "$("$tools/stx-dis" --explain 26c08010)" "26c08010  MVMUL clear_dvalid=CLR_AB instr_mod19=0 addr_mode=ADDR_MOD_2 dst=16
$(sed -n '/^what/,/^example/p' docs/isa/src/MVMUL.ex | sed -e '/^what$/d; /^example$/d; s/^formula$//')
  clear_dvalid             bits 23:22 = 3      source banks given back afterwards
  instr_mod19              bits 19:19 = 0      broadcast of SrcB
  addr_mode                bits 16:14 = 2      which ADDR_MOD steps the counters afterwards
  dst                      bits  9:0  = 16     row of Dst; RWC.Dst, MATH_Offset and REGW_BASE are added
unit FPU, 1 cycle, result after 5
docs/isa/MVMUL.md"
say "a mnemonic is explained" "$("$tools/stx-dis" -e SEMPOST | tail -n 1)" "docs/isa/SEMPOST.md"
say "what is no instruction is not explained" "$("$tools/stx-dis" -e nonsense 2>/dev/null; echo $?)" "2"
say "text to words" "$(echo 'TTI_SEMPOST(2)' | "$tools/stx-dis" -a)" "a4000008"
say "names stand for values" "$("$tools/stx-dis" -a 'STALLWAIT MATH|SYNC, p_stall::SRCA_VLD')" "a2210080"
say "a mistake gives status 2" "$("$tools/stx-dis" -a 'SEMPOST x' 2>/dev/null; echo $?)" "2"
say "a list of words runs and its waits are told" "$(echo "$list" | "$tools/stx-run" -t -)" \
    '1 T1 45000504 SETDMAREG payload_sig_sel_size=0 payload_sig_sel=5 set_signals_mode=0 reg_index_16b=4
2 T1 a4000008 SEMPOST sem_sel=SEMAPHORE_1
2 T1 a6008011 (waits) SEMWAIT stall_res=TDMA sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO
thread 1 waits, 2 words left: a6008011 SEMWAIT stall_res=TDMA sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO
  SEMWAIT: semaphore 2 UNPACK_TO_DEST is 0, never initialised, waits while 0
  could be ended by: thread 0 thread 2
left: semaphore 1 MATH_PACK stands at 1: it was posted and nobody waits for it'
say "a word that waits for ever gives status 4" "$(echo 'SEMWAIT 1 4 1' | "$tools/stx-run" - >/dev/null; echo $?)" "4"
say "a list that ends well gives status 0" "$(echo 'SEMPOST 4' | "$tools/stx-run" - >/dev/null; echo $?)" "0"
say "what it leaves gives status 1 if that is asked" "$(echo 'SEMPOST 4' | "$tools/stx-run" -L -; echo $?)" \
    'left: semaphore 2 UNPACK_TO_DEST stands at 1: it was posted and nobody waits for it
1'
say "lint names both instructions" "$(printf 'SFPMAD 0 0 9 3 0\nSFPIADD 0 1 3 0\n' | "$tools/stx-run" -l -)" \
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
left: semaphore 2 UNPACK_TO_DEST stands at 1: it was posted and nobody waits for it'
say "lint names the bit that a STALLWAIT lacks" "$(printf 'thread 1\nSEMINIT 2 0 2\nZEROACC clear_mode=3\nSFPSTORE lreg_ind=0\nSTALLWAIT SYNC MATH\nSEMPOST 2\n' | "$tools/stx-run" -l - | grep -v '^left')" \
    'lint: thread 1: SEMPOST after work of FPU or SFPU without a STALLWAIT until it is done (SEMAPHORE_MATH)
  72000000 SFPSTORE lreg_ind=LREG0 instr_mod0=SRCB sfpu_addr_mode=ADDR_MOD_0 dest_reg_addr=0
  ... 1 instruction
  a4000008 SEMPOST sem_sel=SEMAPHORE_1
  add: WAIT_SFPU = 0x800 to wait_res of the STALLWAIT between them:
  a2010010 STALLWAIT stall_res=SYNC wait_res=MATH'
say "a fault of formats names them" "$(printf 'cfg 0 40 00100000\ncfg 0 48 6\nUNPACR 0 0 0 0 0 1 0 0 0 0 0 0 1\n' | "$tools/stx-run" - | tail -n 1)" \
    '  FP32 to BFP8: unpacker 0, configuration THCON_SEC0_REG0_TileDescriptor and THCON_SEC0_REG2_Out_data_format'
say "what nothing has written is told" "$(printf 'SFPMAD 10 3 9 4 0\nSFPMAD 10 4 9 0 0\n' | "$tools/stx-run" -U -)" \
    'uninitialised: lreg[3] is read by thread 0
  840a3940 SFPMAD lreg_src_a=LCONST_1 lreg_src_b=LREG3 lreg_src_c=LCONST_0 lreg_dest=LREG4 instr_mod1=0'
say "dump" "$(echo "$list" | "$tools/stx-run" -d gpr - | grep gpr)" "gpr[1][2] = 0x00000005"
say "time: three words of the scalar unit" "$(printf 'thread 1\nADDDMAREG 0 0 0 0\nADDDMAREG 0 0 0 0\nADDDMAREG 0 0 0 0\n' | "$tools/stx-run" --time - | grep ^cycles)" \
    "cycles - unpack 0 math 9 pack 0 total 9 low 9 high 12"
say "time: an unknown parameter is an error" "$(echo NOP | "$tools/stx-run" --time -M no_such=1 - >/dev/null 2>&1; echo $?)" "2"
say "time: a run that hangs has a time up to there" "$(printf 'thread 1\nNOP\nSEMWAIT 1 4 1\n' | "$tools/stx-run" --time - | grep ^cycles)" \
    "cycles - unpack 0 math 2 pack 0 total 2 low 2 high 2"
say "time: a run that faults has a time up to there, behind the fault" "$(printf 'thread 1\nNOP\nff000000\n' | "$tools/stx-run" --time - | grep -o '^fault: illegal instruction\|^cycles.*')" \
    "fault: illegal instruction
cycles - unpack 0 math 1 pack 0 total 1 low 1 high 1"
say "a fault gives status 3" "$(echo 'ff000000' | "$tools/stx-run" - >/dev/null; echo $?)" "3"
say "nonsense gives status 2" "$(echo 'nonsense' | "$tools/stx-run" - 2>/dev/null; echo $?)" "2"
refused() {
    printf "$2" >build/tools-bad.vec
    say "refused: $1" "$("$tools/stx-run" ${4:-} build/tools-bad.vec 2>&1 >/dev/null; echo $?)" \
        "stx-run: build/tools-bad.vec:$3
2"
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
2"
}
unread "an unknown keyword" 'nonsense 5\n' '1: "nonsense" makes no sense here'
unread "an unknown keyword of a case" 'case a\nbefore 5\n' '2: "before" makes no sense here'
unread "a file of nothing" '# nothing\n' ' no case in this file'
unread "a case without a word" 'case a\nrun\nexpect\nend\n' \
    '3: "expect" checks nothing, for no word ran before it'
unread "a case without a check" 'case a\nrun\nx 0 02000000\nend\n' '4: "end" makes no sense here'
say "lines that make no sense: status 2 with file, line and word" \
    "$(tests/vectors/malformed.py "$tools/stx-run" "$tools/stx-race" build/host/vectors.elf | tail -n 3 | sed 's/^[0-9]* passed, //')" "0 failed"
say "a list that is compressed and wrong" "$(printf 'NOP\nthread 1x\n' | gzip | "$tools/stx-run" - 2>&1; echo $?)" \
    'stx-run: -:2: "1x" is not a hexadecimal number of at most 8 digits
2'
say "a byte that is 0 does not end a line" "$(printf 'sem 2 0\0 zz\n' | "$tools/stx-run" - 2>&1; echo $?)" \
    'stx-run: -:1: "sem 2 0" is followed by a byte that is 0
2'
say "words with a byte that is 0 are none" "$(printf '02000000\0zz\n' | "$tools/stx-dis" 2>&1; echo $?)" \
    'stx-dis: "02000000" is followed by a byte that is 0
2'
say "an operand is missing" "$("$tools/stx-dis" -a 'MVMUL CLR_AB 0 0' 2>&1; echo $?)" "stx-dis: MVMUL CLR_AB 0 0: an operand is missing
2"
for word in 1zz -1 +1 100000000 '' 0x; do
    say "\"$word\" is not a word" "$("$tools/stx-dis" "$word" 2>/dev/null; echo $?)" "2"
done
for option in "--only NOSUCH" "--thread 3" "--thread 1x" "--unit no" "--policy RESERVED_BITS=maybe" "--model MVMUL.cycles=5x"; do
    say "stx-run $option makes no sense" "$(echo NOP | "$tools/stx-run" --time $option - 2>/dev/null; echo $?)" "2"
done
for option in "--seeds 5x" "--seeds -1" "--seeds 4294967296" "--seeds 0" "--first 0" "--first zz"; do
    say "stx-race $option makes no sense" "$("$tools/stx-race" $option matmul 2>/dev/null; echo $?)" "2"
done
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

# What every tool offers: --help, --version, long names; the same options in the man page.
for tool in stx-dis stx-run stx-race; do
    say "$tool --version" "$("$tools/$tool" --version | cut -d' ' -f1,2)" "$tool (softensix)"
    say "$tool --help goes to standard output, with status 0" "$("$tools/$tool" --help 2>/dev/null | grep -c '^usage'
        "$tools/$tool" --help >/dev/null; echo $?)" "1
0"
    say "$tool: an unknown option gives status 2" "$("$tools/$tool" --no-such 2>/dev/null; echo $?)" "2"
    say "$tool: help and man page name the same options" \
        "$(grep '^\.It .*Fl -' "docs/man/$tool.1" | grep -oE -- '-[a-z][a-z-]+' | sort -u)" \
        "$("$tools/$tool" --help | grep -oE -- '--[a-z-]+' | sed 's/^-//' | sort -u)"
done
say "long names" "$(echo SEMINIT 2 1 4 | "$tools/stx-run" --strict --dump=sync --only SEMINIT --trace - | grep -c SEMINIT)" "1"
say "what xz and gzip have compressed is recognised" "$("$tools/stx-run" tests/vectors/data/sync.vec.xz | grep -c '^passed'
    gzip -c build/tools.vec | "$tools/stx-run" - | grep -c '^passed')" "$cases
$cases"
mkfifo build/tools-pipe.$$
xz -dc tests/vectors/data/sync.vec.xz >build/tools-pipe.$$ &
say "a file may be a pipe" "$("$tools/stx-run" build/tools-pipe.$$ | grep -c '^passed')" "$cases"
rm -f build/tools-pipe.$$
head -c 500 tests/vectors/data/sync.vec.xz >build/tools-cut.xz
say "a compressed file that is cut gives status 2" "$("$tools/stx-run" build/tools-cut.xz >/dev/null 2>&1; echo $?)" "2"
escape=$(printf '\033[31m')
say "escape sequences of the input are shown, not sent" "$({ printf '%sx\n' "$escape" | "$tools/stx-run" -
    "$tools/stx-run" "$escape"; "$tools/stx-dis" "$escape"; "$tools/stx-dis" -a "$escape"
    printf 'case %s\nrun\nx 0 02000000\nexpect\nend\n' "$escape" | "$tools/stx-run" -
    "$tools/stx-run" -u "$escape" -; } 2>&1 | grep -cF "$escape")" "0"
sed -n '/^    # a name without/,/^    end/s/^    //p' docs/testing.md >build/tools-doc.vec
say "the case of docs/testing.md passes" "$("$tools/stx-run" build/tools-doc.vec)" "case sync/posts
passed"
xz -dc tests/vectors/data/sync.vec.xz | sed '0,/^expect/s//expect\nsem 0 9 9/' >build/tools-wrong.vec
printf 'thread 1\nSFPLOADI LREG3 FLOATB 0x3f80\n' >build/tools-steps.txt
say "the stepper prints one register of the vector unit" "$(printf 'step 2\nprint lreg 3\nquit\n' |
    "$tools/stx-run" -i build/tools-steps.txt | grep -c '^lreg\[3\].*3f800000 1 ')" "4"
say "and no other" "$(printf 'step 2\nprint lreg 3\nquit\n' | "$tools/stx-run" -i build/tools-steps.txt | grep -c '^lreg')" "4"
stepper() { # claim commands answer-without-prompts status
    say "the stepper: $1" "$(printf "$2\nquit\n" | "$tools/stx-run" -i build/tools-session.txt >build/tools.out; echo $?
        grep -v '^>\|^1: ' build/tools.out)" "$4${3:+
$3}"
}
printf 'thread 1\n# comment\n\nSEMINIT 2 0 SEMAPHORE_1\nx 1 02000000 a4000008\n' >build/tools-session.txt
for what in 'sem[99]' 'sem[1' 'a[b' 'rw' 'gpr[1][64]' 'gpr[1][2]x' 'thread 3' 'thread 1x' 'thread' 'mvmul' ''; do
    stepper "break $what is refused" "break $what" "this is neither a mnemonic, a thread nor a register: \"$what\"" 2
done
for what in 'step 2x' 'step 0' 'back -1' 'continue 3' 'list all' 'print' 'print tile 16' 'print tile x' 'print lreg 17' \
    'print nothing' 'print changes now' 'nonsense' 'quit now'; do
    say "the stepper: $what is refused" "$(echo "$what" | "$tools/stx-run" -i build/tools-session.txt >/dev/null; echo $?)" "2"
done
stepper "a line has the number that it has in the file" "step" "4: thread 1: SEMINIT 2 0 SEMAPHORE_1" 0
stepper "it stops at words among others, and after a register" 'break SEMPOST\nbreak sem[1].value\ncontinue\ncontinue' 'break SEMPOST
5: thread 1: x 1 02000000 a4000008
break sem[1].value
sem[1].value 00 -> 01
end of the list' 0
stepper "it stops before a thread's words, and at a whole register" 'break thread 1\nbreak sem\ncontinue\ncontinue' 'break thread 1
4: thread 1: SEMINIT 2 0 SEMAPHORE_1
break sem
sem[1].max 00 -> 02
5: thread 1: x 1 02000000 a4000008' 0
printf 'thread 1\nsem 2 0 zz\n' >build/tools-session.txt
say "the stepper refuses a list with a line that makes no sense" "$("$tools/stx-run" -i build/tools-session.txt 2>&1 </dev/null; echo $?)" \
    'stx-run: build/tools-session.txt:2: "zz" is not a hexadecimal number of at most 8 digits
2'
say "a case that differs gives status 1" "$("$tools/stx-run" build/tools-wrong.vec >/dev/null; echo $?)" "1"
say "trace2chrome --help" "$(tools/trace2chrome.py --help | head -n 1 | cut -c 1-22)" "usage: trace2chrome.py"
say "trace2chrome without a file gives status 2" "$(tools/trace2chrome.py 2>/dev/null; echo $?)" "2"
say "trace2chrome: a file that is no trace gives status 2" "$(tools/trace2chrome.py README.md 2>/dev/null; echo $?)" "2"

# make: lists and choices; long targets say where they are.
say "make help begins with the first five targets" "$(${MAKE:-make} -s --no-print-directory help | sed -n '2,6p' | awk '{print $1}' | paste -sd ' ')" \
    "demo test example lib tools"
say "every target that has a description is in the help" "$(${MAKE:-make} -s --no-print-directory help | grep -c '^  ')" \
    "$(cat Makefile mk/*.mk | grep -E '^[a-z][a-z0-9-]*:.*## ' | cut -d: -f1 | sort -u | wc -l)"
say "make example without a name lists them" "$(${MAKE:-make} -s --no-print-directory example | grep -cE '^  (matmul|sigmoid) +[a-zA-Z]')" "2"
say "a fidelity that does not exist" "$(${MAKE:-make} -s --no-print-directory demo-host FIDELITY=hifi9 2>&1 | head -n 1)" \
    "FIDELITY=hifi9: there is lofi hifi2 hifi3 hifi4"
say "a compiler that is missing" "$(${MAKE:-make} -s --no-print-directory build/none/lib/core/fault.o BUILD=build/none CC=no-such-gcc 2>&1 | head -n 1)" \
    "no compiler no-such-gcc: tools/setup.sh installs what is missing"
say "steps: n of m and the time left" "$(tools/steps.sh soak true 'sleep 1' true | sed 's/1:0[0-9]/T/g; s/0:0[0-9]/T/g')" \
    "soak: 1 of 3, T so far: true
soak: 2 of 3, T so far, about T left: sleep 1
soak: 3 of 3, T so far, about T left: true"
say "batches: n of m and the time left" "$(PYTHONPATH=tools python3 -c 'from ksuite.progress import line
print(line("llk", 30, 120, 65))')" "llk: 30 of 120, 1:05 so far, about 3:15 left"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
