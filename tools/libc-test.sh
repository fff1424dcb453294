#!/bin/sh
# Programs with other C libraries than picolibc: libc-test.sh libc... The demonstration prints the host's checksum, the
# tests of the ports, golden vectors and an LLK case pass; PARTS= only these. Last line: "N passed, N failed".
set -u
parts=${PARTS:-demonstration threads vectors kernel}
make="${MAKE:-make} --no-print-directory"
passed=0
failed=0

claim() { # part name command...
    case " $parts " in *" $1 "*) ;; *) return ;; esac
    name=$2
    shift 2
    if output=$("$@" 2>&1) && ! printf '%s\n' "$output" | grep -q '[1-9][0-9]* failed'; then
        passed=$((passed + 1))
        echo "$name: $(printf '%s\n' "$output" | tail -n 1)"
    else
        printf '%s\nFAIL %s\n' "$output" "$name" | tail -n 20
        failed=$((failed + 1))
    fi
}
demonstration() {
    got=$($make -s demo "LIBC=$1" | grep '^checksum')
    echo "$got"
    [ -n "$got" ] && [ "$got" = "$wanted" ]
}

wanted=$($make -s demo-host | grep '^checksum')
for libc in "$@"; do
    if [ "$libc" = newlib ] && [ ! -e build/newlib/rv32im/lib/libc.a ]; then
        echo "skipped: LIBC=newlib: not built (tools/setup.sh --newlib)"
        continue
    fi
    claim demonstration "$libc, demonstration" demonstration "$libc"
    claim threads "$libc, threads" $make qemu-test "LIBC=$libc"
    claim vectors "$libc, golden vectors" $make qemu-vectors "LIBC=$libc" VEC=tests/vectors/data/kat.vec.xz
    if [ -d /usr/riscv64-linux-gnu/include/c++ ]; then
        claim kernel "$libc, an LLK kernel" $make llk-own "LIBC=$libc" CASES=tests/llk/eltwise-add.llk
    else
        echo "skipped: LIBC=$libc, an LLK kernel: no C++ headers (tools/setup.sh --llk)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
