#!/bin/sh
# Installs what building and testing needs and is missing, with the system's package manager (Debian,
# Ubuntu). Silent when everything is there. `tools/setup.sh --llk` adds what LLK kernels need (the C++
# headers for RISC-V, Python, a C++ compiler for the host), `--all` clang, clang-format, CMake, pkg-config, gdb-multiarch,
# mkdocs, chromium, a compiler for RISC-V's vector extension and what programs of a big-endian host need too;
# `--llk --pytest` what LLK's own tests import; `--ulp` MPFR, for the accuracy laboratory; `--wheel` what
# tests of the Python package import.
# `--newlib [march mabi]` builds newlib for one core (rv32im) in build/newlib, for LIBC=newlib.
set -u

# What was complete stays so while packages and PATH are the same: compilers are not asked again.
complete="$(dirname "$0")/../build/setup/$(echo "${*:-none}" | tr -c 'a-z0-9\n' _)"
[ "${1:-}" = --newlib ] || ! [ "$complete" -nt /var/lib/dpkg/status ] || [ "$(cat "$complete")" != "$PATH" ] || exit 0

missing=
need() { missing="$missing $1"; }
have() { command -v "$1" >/dev/null 2>&1; }

# Debian 12 has version 12 of the C++ headers; elsewhere the newest that the package lists name.
cross_headers() {
    names=$(apt-cache pkgnames libstdc++- 2>/dev/null | grep -E '^libstdc\+\+-[0-9]+-dev-riscv64-cross$' | sort -V)
    echo "${names:-libstdc++-12-dev-riscv64-cross}" | grep -x 'libstdc++-12-dev-riscv64-cross' ||
        echo "$names" | tail -n 1
}

have gcc || need gcc
echo '#include <stdio.h>' | gcc -E - >/dev/null 2>&1 || need libc6-dev
have make || need make
have xz || need xz-utils
have gzip || need gzip
have riscv64-unknown-elf-gcc || need gcc-riscv64-unknown-elf
echo '#include <stdio.h>' | riscv64-unknown-elf-gcc --specs=picolibc.specs -E - >/dev/null 2>&1 ||
    need picolibc-riscv64-unknown-elf
have qemu-system-riscv32 || need qemu-system-misc
if [ "${1:-}" = --llk ] || [ "${1:-}" = --all ]; then
    have python3 || need python3
    have g++ || need g++
    ls -d /usr/riscv64-linux-gnu/include/c++/* >/dev/null 2>&1 || need "$(cross_headers)"
fi
if [ "${1:-}" = --all ]; then
    have clang || need clang
    have mkdocs || need mkdocs
    have chromium || have chromium-browser || have google-chrome || need chromium
    have gdb-multiarch || need gdb-multiarch
    have clang-format || need clang-format
    # Vector intrinsics; where the packages have no such compiler, nothing with vectors is tested.
    here=$(dirname "$0")
    [ -n "$("$here"/vector-cc.sh riscv64-unknown-elf-gcc rv32imafcv ilp32f)" ] || ! apt-cache show clang-19 >/dev/null 2>&1 ||
        need clang-19
    # Debian's cross gcc excludes gcc-multilib: where that is installed, clang makes these programs.
    if ! have s390x-linux-gnu-gcc; then
        if dpkg -s gcc-multilib >/dev/null 2>&1; then
            have s390x-linux-gnu-ld || need binutils-s390x-linux-gnu
            ls -d /usr/lib/gcc-cross/s390x-linux-gnu/* >/dev/null 2>&1 || need libgcc-12-dev-s390x-cross
        else
            need gcc-s390x-linux-gnu
        fi
    fi
    # Programs of Linux on RISC-V, the same way.
    if [ -z "$("$here"/linux-cc.sh riscv64-linux-gnu-)" ]; then
        if dpkg -s gcc-multilib >/dev/null 2>&1; then
            need binutils-riscv64-linux-gnu
            need libgcc-12-dev-riscv64-cross
        else
            need gcc-riscv64-linux-gnu
        fi
        need libc6-dev-riscv64-cross
    fi
    have cmake || need cmake
    have pkg-config || need pkg-config
    have xmllint || need libxml2-utils
    /usr/bin/python3 -c 'import kconfiglib' 2>/dev/null || need python3-kconfiglib
    python3 -c 'import yaml' 2>/dev/null || need python3-yaml
    [ -d /usr/s390x-linux-gnu/include ] || need libc6-dev-s390x-cross
    [ -d /usr/aarch64-linux-gnu/include ] || { need libc6-dev-arm64-cross; need libgcc-12-dev-arm64-cross; }
    have qemu-s390x || need qemu-user
fi
if [ "${2:-}" = --host32 ]; then
    # Not gcc-multilib: with it Debian removes the cross compilers for Linux.
    version=$(gcc -dumpversion 2>/dev/null | cut -d. -f1)
    echo 'int main(void) { return 0; }' | gcc -m32 -xc - -o /dev/null 2>/dev/null ||
        { need libc6-dev-i386; need "lib32gcc-${version:-12}-dev"; }
    echo 'int main() { return 0; }' | g++ -m32 -xc++ - -o /dev/null 2>/dev/null || need "lib32stdc++-${version:-12}-dev"
fi
# What the tests of a tt-llk checkout import.
if [ "${2:-}" = --pytest ]; then
    for package in pytest torch numpy pandas loguru filelock pydantic yaml; do
        /usr/bin/python3 -c "import $package" 2>/dev/null || need python3-$package
    done
fi
if [ "${1:-}" = --ulp ] || [ "${1:-}" = --all ]; then
    echo '#include <mpfr.h>' | gcc -E - >/dev/null 2>&1 || need libmpfr-dev
fi
if [ "${1:-}" = --wheel ] || [ "${1:-}" = --all ]; then
    /usr/bin/python3 -c 'import numpy' 2>/dev/null || need python3-numpy
    /usr/bin/python3 -c 'import ensurepip' 2>/dev/null || need python3-venv
fi
if [ "${1:-}" = --newlib ]; then
    ls /usr/src/newlib/newlib-*.tar.* >/dev/null 2>&1 || need newlib-source
fi
build_newlib() { # where it is wanted, when everything else is there
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
root=
if [ "$(id -u)" -ne 0 ]; then
    if ! have sudo; then
        echo "setup: not root and no sudo; please run: apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
    root="sudo"
fi
echo "setup: installing with apt-get:$missing"
export DEBIAN_FRONTEND=noninteractive
# The package lists may be absent or old: refresh them only if a first attempt fails.
install() { $root apt-get install -y -q --no-install-recommends $missing >"$log" 2>&1; }
log=$(mktemp)
if ! install && ! { $root apt-get update -q >"$log" 2>&1 && install; }; then
    cat "$log" >&2
    rm -f "$log"
    echo "setup: apt-get failed; needed:$missing" >&2
    exit 1
fi
rm -f "$log"
echo "setup: done"
build_newlib "$@"
