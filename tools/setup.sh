#!/bin/sh
# Installs missing packages that building and testing need, with the system's package manager (Debian, Ubuntu). Silent if
# everything is there. `tools/setup.sh --llk` adds what LLK kernels need (the C++ headers for RISC-V, Python, a C++
# compiler for the host), `--all` clang, clang-format, CMake, pkg-config, gdb-multiarch, mkdocs, chromium, a compiler for
# RISC-V's vector extension and what programs of a big-endian host need too; `--llk --pytest` what LLK's own tests import;
# `--ulp` MPFR, for the accuracy laboratory; `--wheel` what tests of the Python package import. `--newlib [march mabi]`
# builds newlib for one core (rv32im) in build/newlib, for LIBC=newlib. `--everything`: all of these, for every stage of the tests.
set -u
if [ "$*" = --everything ]; then
    "$0" --llk --all --host32 --ulp --wheel && exec "$0" --newlib
fi

# A complete set is remembered while packages and PATH are the same, so that compilers are not run again.
complete="$(dirname "$0")/../build/setup/$(echo "${*:-none}" | tr -c 'a-z0-9\n' _)"
[ "${1:-}" = --newlib ] || ! [ "$complete" -nt /var/lib/dpkg/status ] || [ "$(cat "$complete")" != "$PATH" ] || exit 0

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

# Debian 12 has version 12 of the C++ headers; elsewhere the newest that the package lists name.
cross_headers() {
    names=$(apt-cache pkgnames libstdc++- 2>/dev/null | grep -E '^libstdc\+\+-[0-9]+-dev-riscv64-cross$' | sort -V)
    echo "${names:-libstdc++-12-dev-riscv64-cross}" | grep -x 'libstdc++-12-dev-riscv64-cross' ||
        echo "$names" | tail -n 1
}
# Debian's cross gcc conflicts with gcc-multilib; where that is installed, clang makes the programs.
cross_compiler() { # triple architecture
    if ! dpkg -s gcc-multilib >/dev/null 2>&1; then
        need "gcc-$1"
    else
        commands "$1-ld:binutils-$1"
        ls -d "/usr/lib/gcc-cross/$1"/* >/dev/null 2>&1 || need "libgcc-12-dev-$2-cross"
    fi
}

commands gcc make xz:xz-utils gzip riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf qemu-system-riscv32:qemu-system-misc
header stdio.h libc6-dev gcc
header stdio.h picolibc-riscv64-unknown-elf riscv64-unknown-elf-gcc --specs=picolibc.specs
if asked --llk || asked --all; then
    commands python3 g++
    ls -d /usr/riscv64-linux-gnu/include/c++/* >/dev/null 2>&1 || need "$(cross_headers)"
fi
if asked --all; then
    commands clang clang-format mkdocs gdb-multiarch cmake pkg-config xmllint:libxml2-utils qemu-s390x:qemu-user
    have chromium-browser || have google-chrome || commands chromium
    modules kconfiglib yaml
    here=$(dirname "$0")
    # Vector intrinsics. Where no package has such a compiler, nothing with vectors is tested.
    [ -n "$("$here"/vector-cc.sh riscv64-unknown-elf-gcc rv32imafcv ilp32f)" ] || ! apt-cache show clang-19 >/dev/null 2>&1 ||
        need clang-19
    have s390x-linux-gnu-gcc || cross_compiler s390x-linux-gnu s390x
    [ -d /usr/s390x-linux-gnu/include ] || need libc6-dev-s390x-cross
    [ -d /usr/aarch64-linux-gnu/include ] || need libc6-dev-arm64-cross libgcc-12-dev-arm64-cross
    # Linux programs on RISC-V.
    if [ -z "$("$here"/linux-cc.sh riscv64-linux-gnu-)" ]; then
        cross_compiler riscv64-linux-gnu riscv64
        need libc6-dev-riscv64-cross
    fi
fi
if asked --host32; then
    # Not gcc-multilib: with it Debian removes the cross compilers for Linux.
    version=$(gcc -dumpversion 2>/dev/null | cut -d. -f1)
    compiles gcc -m32 -xc || need libc6-dev-i386 "lib32gcc-${version:-12}-dev"
    compiles g++ -m32 -xc++ || need "lib32stdc++-${version:-12}-dev"
fi
asked --pytest && modules pytest torch numpy pandas loguru filelock pydantic yaml
if asked --ulp || asked --all; then header mpfr.h libmpfr-dev gcc; fi
if asked --wheel || asked --all; then modules numpy ensurepip:venv; fi
asked --newlib && { ls /usr/src/newlib/newlib-*.tar.* >/dev/null 2>&1 || need newlib-source; }
build_newlib() { # if requested, after everything else is there
    [ "${1:-}" != --newlib ] || exec "$(dirname "$0")/newlib.sh" "${2:-rv32im}" "${3:-ilp32}"
}
[ -n "$missing" ] || build_newlib "$@"
if [ -z "$missing" ]; then
    mkdir -p "$(dirname "$complete")" 2>/dev/null && echo "$PATH" >"$complete"
    exit 0
fi

if ! have apt-get; then
    echo "setup: please install (names of the Debian packages):$missing" >&2
    exit 1
fi
root=$([ "$(id -u)" -eq 0 ] || echo sudo)
if [ -n "$root" ] && ! have sudo; then
    echo "setup: not root and no sudo; please run: apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "setup: installing with apt-get:$missing"
export DEBIAN_FRONTEND=noninteractive
# The package lists may be absent or old: refresh them only if a first attempt fails.
install() { $root apt-get install -y -q --no-install-recommends $missing 2>&1; }
if ! log=$(install) && ! { log=$($root apt-get update -q 2>&1) && log=$(install); }; then
    echo "$log" >&2
    echo "setup: apt-get failed; needed:$missing" >&2
    exit 1
fi
echo "setup: done"
build_newlib "$@"
