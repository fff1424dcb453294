#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs golden-vector files: run-vectors.sh runner file... RUNNER= is a command before the runner (QEMU);
# SIDE=silicon follows silicon where it departs from the simulator, and lists the differences; with SIDE=strict a
# difference is a failure. Files may be compressed (.gz, .xz); they are unpacked below build/vec.
set -u
runner=$1
shift
mkdir -p build/vec
list=build/vec/list.$$
: >"$list"
for file in "$@"; do
    name=build/vec/${file#tests/vectors/data/} # files of the two chips have the same names
    case $name in build/vec//* | *..*) name=build/vec/$(basename "$file") ;; esac
    mkdir -p "$(dirname "$name")"
    case $file in
    *.gz) name=${name%.gz} && gzip -dc "$file" >"$name.$$" && mv "$name.$$" "$name" || exit 1 ;;
    *.xz) name=${name%.xz} && xz -dc "$file" >"$name.$$" && mv "$name.$$" "$name" || exit 1 ;;
    *) name=$file ;;
    esac
    echo "$name" >>"$list"
done
${RUNNER:-} "$runner" "$list" "${SIDE:-simulator}"
status=$?
rm -f "$list"
exit "$status"
