#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Assembles the files that `make install` copies: stage.sh stage prefix libdir build diag-build "flags of the core" chip
# suffix. The suffix is the package's: empty, or that of the other chip. No file names a path outside of the copy, so it
# may be moved as a whole.
set -eu
stage=$1 prefix=$2 libdir=$3 build=$4 diag=$5 flags=$6 chip=$7 suffix=$8
package=softensix$suffix
root=$stage$prefix
share=$root/share/softensix
lib=$stage$libdir
version=$(sed -n 's/.*STX_VERSION "\(.*\)"/\1/p' include/softensix/version.h)
# From the library's directory up to the prefix: one step for lib, three for lib/rv32im/ilp32.
up=$(echo "${libdir#"$prefix"/}" | sed 's|[^/][^/]*|..|g')

put() { # to file...: single files
    to=$1
    shift
    mkdir -p "$to"
    cp "$@" "$to"
}

# The files of the tree below some names: only those that git tracks, to exclude stray files; in a release, where
# there is no git, all of them.
tracked() {
    if [ -n "$(git ls-files Makefile 2>/dev/null)" ]; then
        git ls-files -- "$@" | while IFS= read -r file; do [ ! -e "$file" ] || printf '%s\n' "$file"; done
    else
        find "$@" -type f ! -path '*/__pycache__/*'
    fi
}
put_tree() { # to from name...: files of the tree below from/name, as to/name
    to=$1 from=$2
    shift 2
    for name in "$@"; do
        set -- "$@" "$from/$name"
        shift
    done
    mkdir -p "$to"
    tracked "$@" | sed "s|^$from/||" | tar -C "$from" -cf - -T - | tar -C "$to" -xf -
}

put_tree "$root/include" include softensix
put "$root/include/coop" $(tracked port/coop | grep '\.h$')
mkdir -p "$lib"
for part in "" -coop; do
    cp "$build/libsoftensix$part.a" "$lib/lib$package$part.a"
done
cp "$diag/libsoftensix-diag.a" "$lib/lib$package-diag.a"
# The options of the host's library for Blackhole are with the headers; those of others are in a directory that is
# searched first.
case $suffix/$up in
/..) put "$root/include/softensix" "$build/include/softensix/configuration.h" && includes='-I${includedir}' ;;
/*) own=include ;;
*) own=$package/include ;;
esac
if [ -n "${own:-}" ]; then
    put "$lib/$own/softensix" "$build/include/softensix/configuration.h"
    includes="-I\${libdir}/$own -I\${includedir}"
fi
for runtime in llk metal; do
    [ -n "$suffix" ] || [ ! -e "$build/$runtime/runtime.a" ] || put "$lib/$runtime" "$build/$runtime/runtime.a"
done
if [ -z "$suffix" ] && [ -e "$build/stx-boot.elf" ]; then
    put "$lib" "$build/stx-boot.elf"
    put "$lib/port/monitor" "$build"/port/monitor/user.*.o
fi
put "$lib/cmake/$package" cmake/softensix-board.cmake
for file in config config-version; do
    cp "cmake/softensix-$file.cmake" "$lib/cmake/$package/$package-$file.cmake"
done

# Sources of the ports, memory maps, tools. LLK and tt-metal prescribe names of headers, which must not be found by
# other programs by accident.
put_tree "$share" . port linker
put "$share/cmake" cmake/riscv64-unknown-elf.cmake cmake/clang-riscv.cmake cmake/softensix-march.cmake
put_tree "$share/include" include llk metal
ln -s ../../../include/softensix "$share/include/softensix"
put_tree "$share/tools" tools kernels timeline verdict ulp/functions.py ulp/llk.py merge.py run_kernels.py run-qemu.sh results.py trace2chrome.py
put_tree "$share" . examples
put "$root/share/man/man1" $(tracked docs/man | grep '\.1$')
put_tree "$root/share/doc/softensix" . README.md CHANGELOG.md LICENSE docs

# The files for pkg-config, from templates that CMake also uses.
pc() { # template name board
    sed -e "s|@UP@|$up|; s|@VERSION@|$version|g; s|@FLAGS@|$flags|; s|@ZICSR@|$zicsr|; s|@INCLUDES@|$includes|; s|@BOARD@|$3|g; s|@PACKAGE@|$package|g; s|@CHIP@|$name_of_chip|g" \
        "cmake/$1.pc.in" >"$lib/pkgconfig/$2.pc"
}
zicsr=$(echo "$flags" | sed -n "s/.*\(-march=rv[^ ]*\).*/\1_zicsr/p")
name_of_chip=$(echo "$chip" | sed 's/^./\U&/')
mkdir -p "$lib/pkgconfig"
for part in "" -coop -diag; do
    pc "softensix$part" "$package$part" ""
done
if [ "$up" = .. ]; then
    mkdir -p "$root/bin"
    for tool in stx-dis stx-run stx-race stx-ulp; do
        [ ! -e "$build/tools/$tool" ] || cp "$build/tools/$tool" "$root/bin/$tool$suffix"
    done
    ln -s ../share/softensix/tools/timeline/stx_time.py "$root/bin/stx-time"
    cp tools/stx "$root/bin/stx"
    for tool in drift kernels merge results timeline verdict; do ln -s stx "$root/bin/stx-$tool"; done
    mkdir -p "$root/share/bash-completion/completions"
    cp tools/stx-completion.bash "$root/share/bash-completion/completions/stx"
    for command in "$root"/bin/stx-*; do ln -s stx "$root/share/bash-completion/completions/$(basename "$command")"; done
    exit 0
fi
# A board is a memory map with the start-up code and the console of picolibc.
for map in linker/*.ld; do
    board=$(basename "$map" .ld)
    [ "$board" = sections ] || pc softensix-board "softensix-$board" "$board"
done
