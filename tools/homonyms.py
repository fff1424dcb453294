#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds names in lib/ that mean two things, and things that have two names. Prints each; the exit status is 1 if
there is one.

- a struct, union or enum whose name has other members in another directory of lib/ (lib/fast counts as one)
- two functions whose names are the same words in another order (except conversions, a_to_b)
- two files of the same name in different directories
- a member whose comment explains it with two files
- "kernel" in a name: a kernel is the user's program"""
import collections
import glob
import os
import re
import sys


def names():
    """Yields (rule and key, meaning, where). Two meanings of one key are a finding."""
    for path in sorted(set(glob.glob("lib/**/*.[ch]", recursive=True)) - {"lib/private.h"}):
        text = open(path).read()
        code = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"', "", text, flags=re.S)
        directory = path.split("/")[1]
        yield ("file", os.path.basename(path)[:-2]), os.path.dirname(path), path
        for kind, tag, members in re.findall(r"\b(struct|union|enum) (\w+) \{([^}]*)\}", code):
            yield ("tag", kind, tag), directory if directory == "fast" else " ".join(members.split()), path
        for function in re.findall(r"^[a-zA-Z][^=;#(]*?\b([a-z]\w+)\(", code, re.M):
            if not re.search("_(to|from)_", function):
                yield ("order", *sorted(function.split("_"))), function, path
        for comment in re.findall(r";\s*/\*(?:(?!\*/).)*?\b\w+\.c: (?:(?!\*/).)*?\b\w+\.c: .*?\*/", text, re.S):
            yield ("member", path, comment), "one", path
            yield ("member", path, comment), "other", path
        for name in re.findall(r"\b\w*kernel\w*\b", code, re.I):
            yield ("kernel", name), path, path
            yield ("kernel", name), "the user's program", path


found = collections.defaultdict(lambda: collections.defaultdict(set))
for key, meaning, where in names():
    found[key][meaning].add(where)
twice = {key: places for key, places in found.items() if len(places) > 1}
for key, places in twice.items():
    print(*key, sorted({path for paths in places.values() for path in paths}))
sys.exit(bool(twice))
