#!/bin/sh
# CMake: the tree as a subdirectory of a project, as a project of its own with ctest, installed, and with the two
# toolchain files. One line a claim that fails, then "N passed, N failed".
set -u
command -v cmake >/dev/null || { echo "skipped: CMake: not installed (tools/setup.sh --all)" && exit 0; }
tree=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/claims.sh
build() { # directory flags... -- target...
    directory=$work/$1
    flags=
    shift
    while [ "$1" != -- ]; do flags="$flags $1" && shift; done
    shift
    cmake -S "$source" -B "$directory" $flags && cmake --build "$directory" -j2 --target "$@"
}
subdirectory() {
    mkdir "$work/mine"
    cp examples/01-one-word/main.c "$work/mine/"
    cat >"$work/mine/CMakeLists.txt" <<C
cmake_minimum_required(VERSION 3.16)
project(mine LANGUAGES C)
add_subdirectory($tree softensix)
add_executable(mine main.c)
target_link_libraries(mine PRIVATE softensix::coop)
C
    source=$work/mine
    build mine-build -DCMAKE_BUILD_TYPE=Release -- mine && "$work/mine-build/mine"
}
of_its_own() {
    source=$tree
    build own -DSOFTENSIX_DIAG=OFF -DSOFTENSIX_KERNEL=plain -- one-word test_version vectors softensix-coop &&
        (cd "$work/own" && ctest -R 'one-word|flow/test_version|vectors/kat') | tee "$work/ctest.txt" &&
        grep -q '100% tests passed, 0 tests failed out of 3' "$work/ctest.txt" &&
        cmake --install "$work/own" --prefix "$work/installed" &&
        PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name softensix.pc)") pkg-config --exists softensix-coop
}
refuses() {
    source=$tree
    ! cmake -S "$tree" -B "$work/refused" -DSOFTENSIX_SIZE=enormous 2>"$work/refused.txt" && grep -q 'none of: full' "$work/refused.txt"
}
toolchain() { # file
    source=$tree
    build "$1" "-DCMAKE_TOOLCHAIN_FILE=$tree/cmake/$1.cmake" -DSOFTENSIX_SIZE=tiny -DSOFTENSIX_KERNEL=plain -DSOFTENSIX_DIAG=OFF \
        -DSOFTENSIX_MARCH=rv32im -- softensix softensix-coop &&
        [ "$(riscv64-unknown-elf-nm -g --defined-only "$work/$1/libsoftensix.a" | awk 'NF == 3 && $3 !~ /^stx_/' | wc -l)" = 0 ]
}

claim "add_subdirectory gives the targets" subdirectory
claim "a project of its own builds, tests and installs" of_its_own
claim "a size that is none is refused by name" refuses
claim "toolchain file for GCC" toolchain riscv64-unknown-elf
if command -v clang >/dev/null; then
    claim "toolchain file for clang" toolchain clang-riscv
else
    echo "skipped: CMake with clang: not installed (tools/setup.sh --all)"
fi
claims_end
