#!/bin/sh
# An installed copy, used from empty directories outside the tree: one line a claim that fails, then
# "N passed, N failed". The programs are built by the scripts beside this file, as a user would.
set -u
here=$(cd "$(dirname "$0")" && pwd)
make="${MAKE:-make} -s --no-print-directory"
work=$(mktemp -d)
PREFIX=$work/root/usr
export PREFIX
. tests/claims.sh
in_empty_directory() { # script
    directory=$work/$1
    mkdir "$directory" && cd "$directory" && sh -e "$here/$1.sh"
}
prints() { # script pattern times
    output=$(in_empty_directory "$1") || { echo "$output" && return 1; }
    [ "$(printf '%s\n' "$output" | grep -c "$2")" -eq "$3" ] || { echo "$output" && return 1; }
}
only_stx() {
    leaked=$(find "$PREFIX" -name 'libsoftensix*.a' -exec nm -g --defined-only {} + |
        awk 'NF == 3 && $3 !~ /^stx_/ {print $3}' | sort -u)
    [ -z "$leaked" ] || { echo $leaked && return 1; }
    [ "$(find "$PREFIX" -name 'libsoftensix*.a' | wc -l)" -eq 6 ]
}
commands_work() { # and what they print is what their pages say
    [ "$("$PREFIX/bin/stx-dis" 26000000 | cut -c 11-15)" = MVMUL ] && "$PREFIX/bin/stx-run" --version && "$PREFIX/bin/stx-race" --version &&
        for page in "$PREFIX"/share/man/man1/*.1; do [ -x "$PREFIX/bin/$(basename "$page" .1)" ] || return 1; done
}
kernels_run() { # with the installed tools and libraries alone, in user mode
    mkdir "$work/kernels" && cp tests/llk/eltwise-add.llk tests/metal/eltwise-add.desc "$work/kernels" && cd "$work/kernels" &&
        tools=$PREFIX/share/softensix/tools && examples=$PREFIX/share/softensix/examples &&
        "$tools/llk/llk.py" --isolated --kernels "$examples/llk" eltwise-add.llk &&
        "$tools/metal/metal.py" --isolated --kernels "$examples/metal" eltwise-add.desc
}
nothing_left() {
    $make uninstall PREFIX=/usr DESTDIR="$work/root" && $make uninstall PREFIX=/usr DESTDIR="$work/root" MARCH=rv32im &&
        [ -z "$(find "$work/root" ! -path "$work/root")" ] || { find "$work/root" && return 1; }
}
scripts_are_shown() { # every line behind the first two
    for script in c cxx bare board; do sed 1,2d "$here/$script.sh"; done | while IFS= read -r line; do
        grep -qxF -e "$line" docs/install.md || { echo "not in docs/install.md: $line" && return 1; }
    done
}
scripts_are_short() {
    wc -l "$here/c.sh" "$here/cxx.sh" "$here/bare.sh" "$here/board.sh" | awk '$1 > 10 && $2 != "total" { print; long = 1 } END { exit long }'
}

# What lies about in the tree and is no part of it: it must not be installed.
lies_about="include/softensix/lies-about.h docs/lies-about.txt examples/matmul/lies-about.txt tools/llk/lies-about.py port/coop/lies-about.h
    linker/lies-about.txt docs/man/lies-about.1"
trap 'rm -rf "$work"; rm -f $lies_about' EXIT
trap 'exit 1' INT TERM
[ -z "$(git ls-files Makefile 2>/dev/null)" ] || touch $lies_about
only_tracked_files() {
    found=$(find "$work/root" -name 'lies-about*' -o -name __pycache__)
    [ -z "$found" ] || { echo "$found" && return 1; }
}

$make install PREFIX=/usr DESTDIR="$work/root" && $make install PREFIX=/usr DESTDIR="$work/root" MARCH=rv32im || exit 1
claim "what lies about in the tree is not installed" only_tracked_files
rm -f $lies_about
claim "no name of the installed libraries lacks stx_" only_stx
claim "the programs' scripts have ten lines at most" scripts_are_short
claim "docs/install.md shows the scripts" scripts_are_shown
if command -v pkg-config >/dev/null; then
    claim "a C program by pkg-config" prints c 'Dst\[0\]\[0\] = 4180' 1
    checksum=$($make demo-host | grep '^checksum')
    claim "a program without an operating system on two boards" prints bare "^$checksum\$" 2
else
    echo "skipped: programs by pkg-config: not installed (tools/setup.sh --all)"
fi
if command -v cmake >/dev/null; then
    claim "a C++ program by find_package" prints cxx 'Dst\[0\]\[0\] = 4180' 1
    claim "a program without an operating system by find_package" prints board 'Dst\[0\]\[0\] = 4180' 1
else
    echo "skipped: a C++ program by find_package: no cmake (tools/setup.sh --all)"
fi
claim "every command with a manual page is there and works" commands_work
if [ -d /usr/riscv64-linux-gnu/include/c++ ]; then
    claim "kernels by the installed tools, in user mode" kernels_run
else
    echo "skipped: kernels by the installed tools: no C++ headers (tools/setup.sh --llk)"
fi
claim "uninstall leaves nothing" nothing_left
claims_end
