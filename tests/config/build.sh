#!/bin/sh
# What compilers, linkers and make must say about the sources, without running them: one line a claim that
# fails, then "N passed, N failed".
set -u
. tests/claims.sh
work=build/test/config
mkdir -p "$work"


# x87 arithmetic keeps more bits than a float has: FLT_EVAL_METHOD is 2.
refuses_excess_precision() {
    echo '#include "softensix/config.h"' >"$work/float.c"
    ! gcc -m32 -mfpmath=387 -DSTX_KERNEL=3 -Iinclude -E "$work/float.c" >"$work/float.i" 2>"$work/float.txt" &&
        grep -q FLT_EVAL_METHOD "$work/float.txt" &&
        gcc -m32 -mfpmath=387 -DSTX_KERNEL=2 -Iinclude -E "$work/float.c" >"$work/float.i"
}

quiet() { # flags...
    gcc -std=c99 -O2 -ffreestanding -fsyntax-only -Wall -Wextra -Werror -Iinclude -Ilib "$@"
}
kernels_are_quiet_about() { # warning...
    for kernel in 0 1 2 3; do
        quiet "-DSTX_KERNEL=$kernel" "$@" $(find lib/fast -name "*.c") || return 1
    done
}
# Every kernel at one of the sizes: what only some of them use is left out by the preprocessor.
clang_is_quiet_about_kernels() {
    command -v clang >/dev/null || return 0
    for choice in "0 2" "1 0" "2 1" "3 2"; do
        set -- $choice
        clang -std=c99 -ffreestanding -fsyntax-only -Wall -Wextra -Wcast-align -Werror -DSTX_KERNEL=$1 -DSTX_SIZE=$2 \
            -Iinclude -Ilib $(find lib/fast -name "*.c") || return 1
    done
}

fuzz_targets_compile_at_each_size() {
    command -v clang >/dev/null || return 0
    for size in 0 1 2; do
        clang -std=c99 -D_POSIX_C_SOURCE=200809L -fsyntax-only -Wall -Wextra -Werror -DSTX_TRACE=1 -DSTX_SIZE=$size \
            -Iinclude -Ilib -Itests tests/fuzz/*.c tests/vectors/parse.c tests/vectors/state.c || return 1
    done
}

as_cxx() { # header flags...
    header=$1
    shift
    g++ -x c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Iinclude -Iport "$@" -include "$header" /dev/null
}
# Headers of the LLK side belong to one thread; those that need the vendor's files are compiled with them.
headers_compile_as_cxx() {
    for header in include/softensix/*.h port/*.h port/*/*.h; do
        as_cxx "$header" || return 1
    done
    for header in $(grep -LE 'sfpi\.h|ckernel' include/llk/*.h include/llk/*/*.h); do
        as_cxx "$header" -Wno-pedantic -Iinclude/llk -DCOMPILE_FOR_TRISC=0 || return 1
    done
}
# Functions that C files define keep their names.
functions_have_c_linkage() {
    for header in include/softensix/*.h port/*.h port/*/*.h; do
        if grep -qE '^[a-z][a-z0-9_ ]+[ *][a-z0-9_]+\(.*\);$' "$header" && ! grep -q 'extern "C"' "$header"; then
            echo "$header"
            return 1
        fi
    done
}

# Objects of the usual build serve every selection of kernels: lib/fast alone reads the selection, and few files
# (SEE_SELECTION in the Makefile) include that.
selection_is_seen_by_few_files() {
    seen=$(grep -rlE 'STX_KERNEL|SFPU_MAD_SQUARES' lib | grep -v '^lib/fast/')
    [ -z "$seen" ] || { echo "$seen" && return 1; }
    others=$(find lib -name '*.c' | grep -vE '^lib/(fast/|fpu/|pack/|unpack/|frontend/issue\.c|sfpu/(load|lut|mad|store)\.c)')
    gcc -std=c99 -MM -Iinclude -Ilib $others >"$work/seen.txt" && ! grep -E 'lib/fast/' "$work/seen.txt"
}

# make -n carries out the calls of make in recipes: without an end, these would be for ever.
build_directory_ends() {
    for goal in unit sanitize demo-host vectors port-test; do
        timeout 60 make -n "$goal" BUILD=build/elsewhere >"$work/make.txt" 2>&1
        if [ $? -eq 124 ] || grep -q 'No rule to make' "$work/make.txt"; then
            echo "make $goal BUILD=build/elsewhere" && return 1
        fi
    done
}

# What a target is given it uses, or refuses with a sentence.
refuses() { # text target variable...
    text=$1
    shift
    ! ${MAKE:-make} -s --no-print-directory "$@" >"$work/refused.txt" 2>&1 && grep -q "$text" "$work/refused.txt"
}
targets_use_or_refuse_what_they_are_given() {
    for goal in demo digits qemu-test cycles; do refuses 'MARCH=host: it runs in QEMU' $goal MARCH=host || return 1; done
    for goal in llk-own metal-run metal-own; do refuses 'or with pointers of 32 bits' $goal MARCH=host || return 1; done
    refuses 'it tells no times' example EXAMPLE=01-one-word TIME=1 && refuses 'no tests/python_tests in' llk-pytest TT_LLK=/nowhere
}
# Where QEMU does not start.
an_example_runs_on_the_host() {
    mkdir -p "$work/bin" && printf '#!/bin/sh\nexit 1\n' >"$work/bin/qemu-system-riscv32" && chmod +x "$work/bin/qemu-system-riscv32" &&
        ! PATH="$PWD/$work/bin:$PATH" ${MAKE:-make} -s --no-print-directory example EXAMPLE=01-one-word MARCH=rv32im &&
        PATH="$PWD/$work/bin:$PATH" ${MAKE:-make} -s --no-print-directory example EXAMPLE=01-one-word MARCH=host
}
# With a checkout that holds our own header instead of its own.
a_checkout_may_be_a_relative_path() {
    common="$work/checkout/tt_llk_blackhole/common/inc" && mkdir -p "$common" "$work/checkout/tests/python_tests" &&
        printf '#include "softensix/tti.h"\n#define TT_OP_OTHER 0\n' >"$common/ckernel_ops.h" && tools/check-llk.sh "$work/checkout" &&
        refuses 'TESTS=' llk-pytest TT_LLK="$work/checkout"
}

# Where compilers make no programs of 32 bits: packages beside which the cross compilers stay.
setup_for_32_bits_removes_no_compiler() {
    stubs="$PWD/$work/setup" && mkdir -p "$stubs" || return 1
    for compiler in gcc g++; do
        printf '#!/bin/sh\ncase "$*" in *-m32*) exit 1 ;; esac\nPATH=%s exec %s "$@"\n' "$PATH" "$compiler" >"$stubs/$compiler"
    done
    printf '#!/bin/sh\necho "$@" >>%s/installed.txt\n' "$stubs" >"$stubs/apt-get"
    printf '#!/bin/sh\nexec "$@"\n' >"$stubs/sudo"
    chmod +x "$stubs"/* && rm -f "$stubs/installed.txt" && PATH="$stubs:$PATH" tools/setup.sh --llk --host32 || return 1
    version=$(gcc -dumpversion | cut -d. -f1)
    grep -q " libc6-dev-i386 lib32gcc-$version-dev lib32stdc++-$version-dev" "$stubs/installed.txt" && ! grep multilib "$stubs/installed.txt"
}

# A library is made once.
make_says_made_when_it_made_something() {
    rm -rf build/test/made
    set -- lib MARCH=host BUILD=build/test/made ONE=1 OPT=-O0
    ${MAKE:-make} -s --no-print-directory "$@" | grep -q '^made build/test/made/libsoftensix.a, [0-9]* bytes$' &&
        [ -z "$(${MAKE:-make} -s --no-print-directory "$@")" ]
}

# An object is what its command line says: of the library, of programs, for bare metal, of unit tests.
compiled_again() { # object variable...
    touch "$work/before"
    ${MAKE:-make} -s --no-print-directory "$@" && [ -n "$(find "$1" -newer "$work/before")" ]
}
objects_follow_their_command_line() {
    again=build/test/again
    for object in lib/core/fault.o port/template/port.c.o bare/port/bare/bare.c.o tests/isa/test_encoding.o; do
        case $object in bare/*) march=rv32im ;; *) march=host ;; esac
        set -- "$again/$object" BUILD="$again" UNIT="$again" MARCH=$march
        rm -rf "$again"
        compiled_again "$@" && ! compiled_again "$@" && compiled_again "$@" EXTRA=-DSTX_SLOW_MULTIPLY=1 && compiled_again "$@" &&
            compiled_again "$@" DEBUG= && compiled_again "$@" DEBUG= OPT=-O1 TEST_OPT=-O1 || { echo "$object" && return 1; }
    done
    compiled_again "$again/bare/port/bare/bare.c.o" BUILD="$again" MARCH=rv32im PORT_COUNTER=cycle
}

state_size() { # flags...
    printf '#include "softensix/core.h"\nchar state[sizeof(struct stx_core)];\n' >"$work/state.c"
    gcc -Iinclude "$@" -c "$work/state.c" -o "$work/state.o" && nm -S "$work/state.o" | awk '{print $2}'
}
layout_ignores_the_processor() {
    size=$(state_size)
    for flag in -march=x86-64-v3 -DSTX_KERNEL=0 -DSTX_KERNEL=1 -DSTX_KERNEL=2 -DSTX_KERNEL=3 -DSTX_KERNEL=4 -DSTX_TRACE=1; do
        [ "$(state_size $flag)" = "$size" ] || { echo "$flag"; return 1; }
    done
}

# The options of a library as a header give its state's size.
configuration_header_names_the_options() {
    options="-DSTX_SIZE=1 -DSTX_DST_ROWS=256"
    ${MAKE:-make} -s --no-print-directory "$work/half/include/softensix/configuration.h" MARCH=host BUILD="$work/half" EXTRA="$options" &&
        [ "$(state_size -I"$work/half/include")" = "$(state_size $options)" ] &&
        [ "$(state_size -I"$work/half/include")" != "$(state_size)" ]
}

# A trap is a signal, above 128: on a host behind one sentence.
traps_with() { # program sentence
    gcc -Iinclude "$1" build/host/libsoftensix.a -o "$work/misused" || return 1
    "$work/misused" 2>"$work/misused.txt"
    [ $? -gt 128 ] && [ "$(grep -c "$2" "$work/misused.txt")" = 1 ]
}
a_host_says_why_it_traps() {
    ${MAKE:-make} -s --no-print-directory build/host/libsoftensix.a MARCH=host &&
        traps_with qemu-tests/fail_unbound.c 'call stx_bind() first' &&
        traps_with qemu-tests/fail_layout.c 'other options than the library'
}
undefined() { nm -u "$1" | grep -E 'fputs|stderr|tls'; }
firmware_prints_nothing_and_has_one_bound_core() {
    for file in misused init; do
        gcc -std=c99 -ffreestanding -Iinclude -Ilib -c lib/core/$file.c -o "$work/free-$file.o" &&
            gcc -std=c99 -Iinclude -Ilib -c lib/core/$file.c -o "$work/hosted-$file.o" || return 1
    done
    ! undefined "$work/free-misused.o" && undefined "$work/hosted-misused.o" &&
        nm "$work/free-init.o" | grep -q ' b bound' && readelf -sW "$work/hosted-init.o" | grep -q 'TLS .* bound' &&
        ! readelf -sW "$work/free-init.o" | grep -q 'TLS'
}

claim "the float kernel refuses excess precision" refuses_excess_precision
claim "kernels read kept operands as what they are, with the alignment they have" \
    kernels_are_quiet_about -Wstrict-aliasing=1 -Wcast-align=strict
claim "kernels compile without a warning of clang, at each size" clang_is_quiet_about_kernels
claim "fuzz targets compile at each size" fuzz_targets_compile_at_each_size
claim "public headers compile as C++" headers_compile_as_cxx
claim "functions of public headers have C linkage" functions_have_c_linkage
claim "the selection of kernels is seen by few files" selection_is_seen_by_few_files
claim "make ends whatever BUILD is" build_directory_ends
claim "what a target is given and cannot use it refuses" targets_use_or_refuse_what_they_are_given
claim "an example runs on the host where that is asked for" an_example_runs_on_the_host
claim "a checkout may be a relative path" a_checkout_may_be_a_relative_path
claim "setup for programs of 32 bits removes no compiler" setup_for_32_bits_removes_no_compiler
claim "make says what it made, and only that" make_says_made_when_it_made_something
claim "each target that is named is run by a stage, or a list says why not" tests/config/targets.py
claim "what was compiled with other options is compiled again" objects_follow_their_command_line
if [ "$(uname -m)" = x86_64 ]; then
    claim "the state's layout does not depend on -march, kernel or trace" layout_ignores_the_processor
fi
claim "the configuration's header names the options" configuration_header_names_the_options
claim "without a port a host says why it traps" a_host_says_why_it_traps
claim "firmware prints nothing and has one bound core" firmware_prints_nothing_and_has_one_bound_core
claims_end
