#!/bin/sh
# stx-ulp from the command line. Arguments: the directory of the tools.
set -u
tools=$(cd "$1" && pwd)
ulp=$tools/stx-ulp
work=build/ulp-test
passed=0
failed=0
rm -rf $work && mkdir -p $work
say() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n--- got\n%s\n--- expected\n%s\n' "$1" "$2" "$3"
    fi
}
# The exit status of a command; what it says is kept.
status() {
    "$@" >$work/out 2>$work/err
    echo $?
}
# A field of a result in JSON.
field() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$work/$1" "$2"; }
object() { # source, object, options
    source=$1
    to=$2
    shift 2
    ${CC:-gcc} -std=c99 -O1 -shared -fPIC -DSTX_TRACE=1 -Iinclude "$@" "$source" -o $work/"$to"
}
list() { printf '%s\n' "$@"; }

object tools/ulp/examples/reciprocal.c recip.so
object tools/ulp/examples/reciprocal.c wrong.so -DTWO=0x4001
kernel="--kernel $work/recip.so --function reciprocal"

say "a good kernel is within half a unit and a bit" "$(status "$ulp" $kernel --max-ulp 128 --quiet --json $work/good.json)" 0
say "all inputs are measured" "$(field good.json inputs) $(field good.json sampled) $(field good.json differing)" "65536 65536 0"
say "in the recorded form" "$(field good.json way)" recorded
say "a wrong coefficient breaks the bound" \
    "$(status "$ulp" --kernel $work/wrong.so --function reciprocal --rel 2^-8 --in bf16 --quiet)" 1
say "which the right one keeps" "$(status "$ulp" $kernel --per-binade 128 --rel 1 --quiet)" 0
say "a wrong coefficient costs correctly rounded results" \
    "$("$ulp" --kernel $work/wrong.so --function reciprocal --quiet --json $work/wrong.json
       python3 -c "print($(field wrong.json correct) < $(field good.json correct) / 2)")" True

# The plain way gives the same, but for how and how long.
"$ulp" $kernel --plain --quiet --json $work/plain.json
say "the plain way gives the same" "$(python3 - $work/good.json $work/plain.json <<'P'
import json, sys
a, b = (json.load(open(p)) for p in sys.argv[1:])
print(sorted(k for k in a if a[k] != b[k]))
P
)" "['sampled', 'seconds', 'way']"

# An identity of binary32 has no error; all formats.
list "SFPLOAD lreg_ind=0 instr_mod0=0" "SFPSTORE lreg_ind=0" >$work/copy.words
for format in bf16 fp16; do
    say "a copy of $format is exact" "$(status "$ulp" --words $work/copy.words --function x --format $format --max-ulp 0 --quiet)" 0
done
say "a copy of fp32 is exact" \
    "$(status "$ulp" --words $work/copy.words --function x --format fp32 --per-binade 500 --max-ulp 0 --quiet)" 0
say "packing to bf16 rounds to nearest" \
    "$(status "$ulp" --words $work/copy.words --function x --in fp32 --dst fp32 --out bf16 --per-binade 500 --max-ulp 0.5 --quiet)" 0
say "a store to rows of bf16 cuts off" \
    "$(list "SFPLOAD lreg_ind=0" "SFPADDI imm16_math=0x3f80 lreg_dest=0" "SFPSTORE lreg_ind=0" >$work/one.words
       "$ulp" --words $work/one.words --function 'x + 1' --quiet --json $work/one.json
       python3 -c "print(0.5 < $(field one.json max_ulp) < 1.1)")" True

# Interrupted and resumed.
big="$kernel --format fp32 --per-binade 8000 --quiet"
"$ulp" $big --json $work/whole.json
"$ulp" $big --save $work/state --jobs 2 >/dev/null 2>&1 &
child=$!
sleep 0.4
kill -INT $child 2>/dev/null
wait $child
first=$?
"$ulp" $big --save $work/state --json $work/resumed.json
say "an interrupted run ends so" "$first" 2
say "a resumed run gives the same as a whole one" "$(python3 - $work/whole.json $work/resumed.json <<'P'
import json, sys
a, b = (json.load(open(p)) for p in sys.argv[1:])
print(sorted(k for k in a if a[k] != b[k]))
P
)" "['seconds']"
say "a saved run of other inputs is refused" "$(status "$ulp" $kernel --save $work/state --quiet)" 2
"$ulp" $big --jobs 3 --json $work/jobs.json
say "three processes give the same as one" "$(field jobs.json mean_ulp) $(field jobs.json sampled)" \
    "$(field whole.json mean_ulp) $(field whole.json sampled)"

# What has no recorded form is told, and executed word by word.
refused() {
    "$ulp" --words $work/odd.words --function x --quiet --json $work/odd.json 2>$work/err
    field odd.json way
    field odd.json refused
}
list 70000000 8c000000 72000000 >$work/odd.words
say "lanes that mix" "$(refused)" "plain
SFPTRANSP: moves values from lane to lane"
list 70000000 "SFPMOV lreg_c=9 lreg_dest=1 instr_mod1=8" 72000000 >$work/odd.words
say "random numbers" "$(refused)" "plain
SFPMOV: draws random numbers"
list "SFPLOAD dest_reg_addr=8" 72000000 >$work/odd.words
say "another vector of Dst alone" "$(status "$ulp" --words $work/odd.words --function x)" 2
list 70000000 "SFPLOAD lreg_ind=1 dest_reg_addr=8" 72000000 >$work/odd.words
say "another vector of Dst, too" "$(refused)" "plain
reads vector 4 of Dst, which it never writes"
cat >$work/loop.c <<'C'
#define STX_THREAD 1
#include "softensix/inspect.h"
#include "softensix/tti.h"
void kernel(void) { /* as often as the first element says */
    TTI_SFPLOAD(0, 0, 0, 0);
    for (uint32_t i = stx_dst_bf16(stx_bound(), 0, 0) & 3u; i; i--) {
        TTI_SFPADDI(0x3F80, 0, 0);
    }
    TTI_SFPSTORE(0, 0, 0, 0);
}
C
object $work/loop.c loop.so
"$ulp" --kernel $work/loop.so --function x --quiet --json $work/odd.json
say "a loop over the value" "$(field odd.json way), $(field odd.json refused)" "plain, the words depend on the values in Dst"

# What makes no sense.
say "no kernel" "$(status "$ulp" --function exp)" 2
say "no such function" "$(status "$ulp" $kernel --function foo; cat $work/err)" "2
stx-ulp: foo: a name that is no function"
list 70000000 "SFPFOO x=1" >$work/bad.words
say "a word that is none names its line" "$(status "$ulp" --words $work/bad.words --function x; grep -c bad.words:2 $work/err)" "2
1"
list 70000000 "ELWADD dst=0" 72000000 >$work/bad.words
say "a word that waits" "$(status "$ulp" --words $work/bad.words --function x)" 2
list "SFPLOADI imm16=1" >$work/bad.words
say "nothing is read" "$(status "$ulp" --words $work/bad.words --function x)" 2
echo "STXREC 2" >$work/bad.rec
say "no recording" "$(status "$ulp" --recording $work/bad.rec --function x)" 2
say "formats that do not fit" "$(status "$ulp" $kernel --in fp32 --dst bf16)" 2

# A recording that does not do what was computed plainly is noticed.
"$ulp" --words $work/copy.words --record $work/copy.rec
"$ulp" --list-inputs $work/inputs
python3 - $work <<'P'
import struct, sys
raw = open(sys.argv[1] + '/inputs', 'rb').read()
values = struct.unpack(f'<{len(raw) // 4}I', raw)
for name, flip in (('same', 0), ('other', 0x10000)):
    with open(f'{sys.argv[1]}/{name}', 'wb') as f:
        for i, v in enumerate(values):
            flushed = v if v & 0x7F800000 else v & 0x80000000
            f.write(struct.pack('<2I', v, flushed ^ (flip if i == 40000 else 0)))
P
say "a recording like the plain results" \
    "$(status "$ulp" --recording $work/copy.rec --plain-results $work/same --function x --quiet)" 0
say "one that differs once" \
    "$(status "$ulp" --recording $work/copy.rec --plain-results $work/other --function x --quiet; cat $work/err)" "3
stx-ulp: 1 results of the recorded form are not the plain ones"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
