#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Frama-C's Eva on drivers (docs/proofs.md): eva.sh DIRECTORY "flags of the preprocessor" "sources" function... The library is read once,
# as one file, with proofs/eva/*.c, and each function is interpreted apart. An alarm without a row in proofs/eva/lemmas.tsv, code that Eva
# lacks, or no report at all is a failure. Without sources the directory has that file already. What has passed
# is kept by a hash of all that was read. Last line: "N passed, N failed".
set -u
directory=$1 preprocessor=$2 sources=$3
shift 3
command -v frama-c >/dev/null || { echo "skipped: Eva: frama-c is not installed (tools/setup.sh --prove)" && exit 0; }
lemmas=proofs/eva/lemmas.tsv passed=0 failed=0
mkdir -p "$directory"
# shellcheck disable=SC2086
[ -z "$sources" ] || tools/single.py "$directory" $sources || exit 1

# Words of lanes: loops over lanes are unrolled, and Eva looks at two cases apart, twice (proofs/eva/bodies.c). Of unpackers, plans that
# were made are kept apart from those that were not; nothing is gained from that where datums are moved.
moving=move_straight:0,move_all:0,read_raw:0,read_fields:0,read_bfp:0,read_plain:0,put_source:0,put_straight:0,put_transposed:0,put_some:0
moving=$moving,put_dst32:0,put_dst_e8:0,put_dst_e5:0,put_dst_masked:0
options_of() {
    case $1 in
    vector_words) echo "-eva-split-return auto -eva-slevel 10 -eva-min-loop-unroll 33 -eva-partition-value all_lanes,constants \
        -eva-interprocedural-splits -eva-domains bitwise" ;;
    unpacker_words) echo "-eva-split-return auto -eva-slevel 20 -eva-slevel-function $moving,unpack_any:200,stx_unpack_plan_make:200" ;;
    *_words) echo "-eva-split-return auto -eva-slevel 20 -eva-slevel-function shift_row:100" ;;
    esac
}

key_of() {
    { cat tools/eva.sh "$lemmas" proofs/eva/*.[ch] "$directory"/softensix.[ch] && echo "$preprocessor" && frama-c -version; } | sha256sum
}

parse() {
    [ -e "$directory/parsed.sav" ] && return
    frama-c -machdep gcc_x86_32 -cpp-extra-args="$preprocessor" -kernel-warn-key CERT:EXP:46=inactive -save "$directory/parsed.sav" \
        "$directory/softensix.c" proofs/eva/*.c >"$directory/parsed.txt" 2>&1 || { cat "$directory/parsed.txt" && exit 1; }
}

# Alarms as "function<TAB>what is not proven", sorted; without the numbers that tell variables and functions of one name apart.
alarms_of() {
    awk -F'\t' '($6 == "Unknown" || $6 ~ /^Invalid/) && $1 !~ /^FRAMAC_SHARE/ && $4 !~ /^__builtin_/ {
        gsub(/_(in_)?[0-9]+/, "", $4)
        gsub(/_[0-9]+/, "", $7)
        print $4 "\t" $7
    }' "$1" | LC_ALL=C sort -u
}

rows_of() {
    awk -F'\t' -v name="$1" '$1 == name { print $2 "\t" $3 }' "$lemmas" | LC_ALL=C sort -u
}

key=$(key_of)
rm -f "$directory/parsed.sav"
for name; do
    log=$directory/$name.txt
    if [ "$(cat "$directory/$name.key" 2>/dev/null)" = "$key" ]; then
        passed=$((passed + 1))
        echo "$name: unchanged"
        continue
    fi
    parse
    # shellcheck disable=SC2046
    frama-c -load "$directory/parsed.sav" -main "$name" -eva -eva-no-print -eva-precision 1 $(options_of "$name") \
        -eva-warn-undefined-pointer-comparison none -then -report-csv "$log.csv" >"$log" 2>&1
    alarms_of "$log.csv" >"$log.alarms"
    rows_of "$name" >"$log.rows"
    if grep -q 'alarms\? generated' "$log" && ! grep 'Neither code' "$log" | grep -qv __builtin_ && [ -z "$(LC_ALL=C comm -23 "$log.alarms" "$log.rows")" ]; then
        passed=$((passed + 1))
        echo "$key" >"$directory/$name.key"
        echo "$name: $(wc -l <"$log.alarms") alarms$([ -s "$log.alarms" ] && echo ", each with a lemma")"
    else
        failed=$((failed + 1))
        LC_ALL=C comm -23 "$log.alarms" "$log.rows"
        grep -e 'rror:' -e 'Neither code' "$log"
        echo "FAIL $name: $log"
    fi
done
rm -f "$directory/parsed.sav"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
