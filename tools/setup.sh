#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages that building and testing need, with the system's package manager (Debian, Ubuntu). Silent if
# everything is there. `tools/setup.sh --llk` adds what LLK kernels need (the C++ headers for RISC-V, Python, a C++
# compiler for the host), `--all` clang, clang-format, CMake, pkg-config, gdb-multiarch, mkdocs, chromium, a compiler for
# RISC-V's vector extension and what programs of a big-endian host need too; `--llk --pytest` what LLK's own tests import;
# `--prove` what proofs need where there is clang 14 (Debian 12); `--ulp` MPFR, for the accuracy laboratory; `--wheel` what
# tests of the Python package import; `--bare` what makes a bare Debian (make fresh-test). `--newlib [march mabi]` builds newlib
# for one core (rv32im) in build/newlib, for LIBC=newlib. `--test`: what the stages of `make test` need; `--everything`: all of
# these but the bare Debian, whose own test is as long as `make test`.
set -u
case $* in
--everything) exec "$0" --llk --all --host32 --ulp --wheel --prove --fleet --newlib ;;
--test) exec "$0" --llk --host32 --ulp --vectors ;;
esac

# A complete set is remembered while packages, kernel and PATH are the same, so that compilers are not run again.
complete="$(dirname "$0")/../build/setup/$(echo "${*:-none}" | tr -c 'a-z0-9\n' _)"
[ "${1:-}" = --newlib ] || ! [ "$complete" -nt /var/lib/dpkg/status ] || [ "$(cat "$complete")" != "$(uname -r) $PATH" ] || exit 0

missing=
need() { missing="$missing $*"; }
have() { command -v "$1" >/dev/null 2>&1; }
options=" $* "
asked() { case $options in *" $1 "*) ;; *) return 1 ;; esac; }
commands() { # command or command:package...
    for wanted in "$@"; do
        have "${wanted%:*}" || need "${wanted#*:}"
    done
}
modules() { # modules of Debian's Python, in packages of the same names: module or module:package...
    for wanted in "$@"; do
        /usr/bin/python3 -c "import ${wanted%:*}" 2>/dev/null || need "python3-${wanted#*:}"
    done
}
header() { # file package compiler...
    wanted=$1 package=$2
    shift 2
    echo "#include <$wanted>" | "$@" -E - >/dev/null 2>&1 || need "$package"
}
compiles() { echo 'int main(void) { return 0; }' | "$@" - -o /dev/null 2>/dev/null; }

# Some kernels of x86-64 hosts run no programs of 32 bits. This program ends at once, with status 0.
runs32() {
    program=$(mktemp)
    {
        printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0T\200\4\10\64\0\0\0\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0\0\0\0\0'
        printf '\1\0\0\0\0\0\0\0\0\200\4\10\0\0\0\0\133\0\0\0\133\0\0\0\5\0\0\0\0\20\0\0\61\333\215C\1\315\200'
    } >"$program"
    chmod +x "$program"
    if "$program" 2>/dev/null; then status=0; else status=1; fi
    rm "$program"
    return $status
}

root=$([ "$(id -u)" -eq 0 ] || echo sudo)
# A bare system has no lists of packages yet.
lists() {
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 || ! have apt-get || $root apt-get update -q >/dev/null 2>&1
}
# Of packages whose names hold a version: version 12 where it is there, as in Debian 12, otherwise the newest.
versioned() { # beginning end
    lists
    names=$(apt-cache pkgnames "$1-" 2>/dev/null | grep -E "^$(echo "$1" | sed 's/+/\\+/g')-[0-9]+-$2\$" | sort -V)
    echo "${names:-$1-12-$2}" | grep -x "$1-12-$2" || echo "$names" | tail -n 1
}
# Debian's cross gcc conflicts with gcc-multilib; where that is installed, clang makes the programs.
cross_compiler() { # triple architecture
    if ! dpkg -s gcc-multilib >/dev/null 2>&1; then
        need "gcc-$1"
    else
        commands "$1-ld:binutils-$1"
        ls -d "/usr/lib/gcc-cross/$1"/* >/dev/null 2>&1 || need "$(versioned libgcc "dev-$2-cross")"
    fi
}
# Vector intrinsics: a clang of version 18 or later, or GCC 14. Where no package has one, nothing with vectors is tested.
vectors() {
    [ -z "$("$(dirname "$0")"/vector-cc.sh riscv64-unknown-elf-gcc rv32imafcv ilp32f)" ] || return 0
    lists
    for clang in clang-19 clang-20 clang-21 clang-18; do
        apt-cache show "$clang" >/dev/null 2>&1 && need "$clang" && return 0
    done
}

commands gcc make xz:xz-utils gzip riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf qemu-system-riscv32:qemu-system-misc
header stdio.h libc6-dev gcc
header stdio.h picolibc-riscv64-unknown-elf riscv64-unknown-elf-gcc --specs=picolibc.specs
if asked --llk || asked --all; then
    commands python3 g++
    ls -d /usr/riscv64-linux-gnu/include/c++/* >/dev/null 2>&1 || need "$(versioned libstdc++ dev-riscv64-cross)"
fi
if asked --all; then
    commands clang clang-format flake8 mypy shellcheck mkdocs gdb-multiarch cmake pkg-config xmllint:libxml2-utils qemu-s390x:qemu-user
    have chromium-browser || have google-chrome || commands chromium
    modules kconfiglib yaml
    vectors
    have s390x-linux-gnu-gcc || cross_compiler s390x-linux-gnu s390x
    [ -d /usr/s390x-linux-gnu/include ] || need libc6-dev-s390x-cross
    [ -d /usr/aarch64-linux-gnu/include ] || need libc6-dev-arm64-cross "$(versioned libgcc dev-arm64-cross)"
    # Linux programs on RISC-V.
    if [ -z "$("$(dirname "$0")"/linux-cc.sh riscv64-linux-gnu-)" ]; then
        cross_compiler riscv64-linux-gnu riscv64
        need libc6-dev-riscv64-cross
    fi
fi
if asked --host32; then
    # Not gcc-multilib: with it Debian removes the cross compilers for Linux.
    lists
    version=$(gcc -dumpversion 2>/dev/null || apt-cache depends gcc 2>/dev/null | sed -n 's/.*Depends: gcc-\([0-9]*\)$/\1/p')
    version=${version%%.*}
    compiles gcc -m32 -xc || need libc6-dev-i386 "lib32gcc-${version:-12}-dev"
    compiles g++ -m32 -xc++ || need "lib32stdc++-${version:-12}-dev"
    have qemu-i386 || runs32 || need qemu-user
fi
if asked --vectors; then vectors; fi
asked --pytest && modules pytest torch numpy pandas loguru filelock pydantic yaml
if asked --prove && { have clang-14 || { lists && apt-cache show clang-14 >/dev/null 2>&1; }; }; then
    commands clang-14 boolector z3 cvc5 frama-c:frama-c-base
    modules llvmlite z3
    [ -z "$missing" ] || commands cadical # without it proofs take longer
fi
if asked --ulp || asked --all; then header mpfr.h libmpfr-dev gcc; fi
if asked --wheel || asked --all; then modules numpy ensurepip:venv; fi
if asked --wheel; then modules nbconvert ipykernel; fi
if asked --fleet; then
    commands slurmctld slurmd sbatch:slurm-client parallel
    modules distributed
fi
if asked --bare; then have mmdebstrap || [ -x /usr/sbin/debootstrap ] || need debootstrap; fi
asked --newlib && { ls /usr/src/newlib/newlib-*.tar.* >/dev/null 2>&1 || need newlib-source; }
build_newlib() { # if requested, after everything else is there
    [ "${1:-}" != --newlib ] || exec "$(dirname "$0")/newlib.sh" "${2:-rv32im}" "${3:-ilp32}"
}
[ -n "$missing" ] || build_newlib "$@"
if [ -z "$missing" ]; then
    mkdir -p "$(dirname "$complete")" 2>/dev/null && echo "$(uname -r) $PATH" >"$complete"
    exit 0
fi

if ! have apt-get; then
    echo "setup: please install (names of the Debian packages):$missing" >&2
    exit 1
fi
if [ -n "$root" ] && ! have sudo; then
    echo "setup: not root and no sudo; please run: apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "setup: installing with apt-get:$missing"
before=$(date +%s)
export DEBIAN_FRONTEND=noninteractive
# The package lists may be absent or old: refresh them only if a first attempt fails.
install() { $root apt-get install -y -q --no-install-recommends $missing 2>&1; }
if ! log=$(install) && ! { log=$($root apt-get update -q 2>&1) && log=$(install); }; then
    echo "$log" >&2
    echo "setup: apt-get failed; needed:$missing" >&2
    exit 1
fi
echo "setup: done in $(($(date +%s) - before)) s"
build_newlib "$@"
