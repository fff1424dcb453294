#!/bin/sh
# softensix/names.h: every name of the tables is there in both languages with its value; the C++ classes do what they
# say (names.cpp); a field of the other kind of configuration does not compile; with -DSTX_NATIVE it all compiles.
set -eu
dir=build/names
mkdir -p "$dir"
cc="gcc -std=c99 -Wall -Wextra -Werror -Iinclude"
cxx="g++ -std=c++17 -Wall -Wextra -Werror -Iinclude"

rows() { # kinds: group, name, value of each row
    sed -nE "s/^(NAME|VALUE)\((\w+), \w+, (\w+), (\w+),.*/\1 \2 \3 \4/p; s/^(PLAIN|SFPI)\(\w+, (\w+), (\w+),.*/\1 - \2 \3/p" \
        lib/isa/names.def lib/isa/blackhole-names.def lib/isa/names_sfpu.def
}
{
    echo '#include "softensix/names.h"'
    rows | while read -r kind group name value; do
        case $kind in NAME | VALUE) name=${group}_$name ;; esac
        echo "typedef char is_$name[($name) == $value ? 1 : -1];"
    done
} >"$dir/every.c"
{
    echo '#include "softensix/names.h"'
    rows | while read -r kind group name value; do
        case $kind in
        NAME) echo "static_assert(ckernel::$group::$name == $value, \"\");" ;;
        VALUE) echo "static_assert(to_underlying($group::$name) == $value, \"\");" ;;
        PLAIN) echo "static_assert(ckernel::$name == $value, \"\");" ;;
        SFPI) echo "static_assert(sfpi::$name == $value, \"\");" ;;
        esac
    done
} >"$dir/every.cc"
[ "$(rows | wc -l)" -gt 500 ]
$cc -c "$dir/every.c" -o "$dir/every.o"
$cxx -c "$dir/every.cc" -o "$dir/every.o"

# Every field of the configuration, and none as the other kind.
{
    printf '#include "softensix/names.h"\nvoid set(void);\nvoid set(void) {\n'
    sed -nE 's/^TCFG\((\w+),.*/STX_SET_THREAD(\1, 1);/p; s/^CFG\((\w+),.*/STX_SET_CONFIG(\1, 1);/p' lib/isa/blackhole-config.def
    echo '}'
} >"$dir/fields.c"
$cc -c "$dir/fields.c" -o "$dir/fields.o"
wrong() { # statement, what the one error has to name
    printf '#include "softensix/names.h"\nvoid set(void);\nvoid set(void) { %s; }\n' "$1" >"$dir/wrong.c"
    if LC_ALL=C $cc -c "$dir/wrong.c" -o "$dir/wrong.o" 2>"$dir/wrong.txt"; then
        echo "compiles, with a field of the other kind: $1"
        exit 1
    fi
    [ "$(grep -c 'error:' "$dir/wrong.txt")" = 1 ] || { echo "more than one error: $1"; exit 1; }
    grep -q "error:.*$2.*undeclared" "$dir/wrong.txt" || { echo "the error does not name the field: $1"; exit 1; }
}
wrong 'STX_SET_CONFIG(CFG_STATE_ID_StateID, 1)' STX_CONFIG_FIELD_CFG_STATE_ID_StateID
wrong 'STX_SET_THREAD(ALU_FORMAT_SPEC_REG0_SrcA, 1)' STX_THREAD_FIELD_ALU_FORMAT_SPEC_REG0_SrcA
wrong 'STX_WRCFG(CFG_STATE_ID_StateID, 1)' STX_CONFIG_FIELD_CFG_STATE_ID_StateID
$cc -DSTX_NATIVE -S "$dir/fields.c" -o "$dir/fields.s" -w
g++ -std=c++20 -DSTX_NATIVE -O1 -w -Iinclude -Itests -S tests/isa/names.cpp -o "$dir/native.s"
grep -q ttinsn "$dir/native.s"

g++ -std=c++20 -Wall -Wextra -Werror -Iinclude -Itests tests/isa/names.cpp build/host/libsoftensix.a -o "$dir/names"
"$dir/names"
