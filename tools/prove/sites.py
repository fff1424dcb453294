# SPDX-License-Identifier: Apache-2.0
"""The functions whose results are proven, and the places of them that can be changed (make prove-mutants)."""
import collections
import re

from mutants.sites import mutations
from prove.about import FUNCTION, NOTE, Library, included, subjects

EQUAL = "proofs/equal.tsv"
# Theorems that say of functions that they are defined or stay inside, not what they give: by name and by file.
BOUNDS = re.compile(r"_(defined|inside)$")
OF_STATES = "proofs/state.c", "proofs/packer.c", "proofs/unpacker.c"
# Included by a method that no theorem of proofs/finish.c is about.
UNSEEN = {"lib/fast/float/round_sum.h"}


def theorems_of():
    """Of each function, as (file, name), the theorems about its result: those that call it, or a function of the same
    directory below lib/ that calls it."""
    library, found = Library(), collections.defaultdict(set)
    for theorem, (_, home, _, about) in subjects(library).items():
        seen, layers = included(home).keys() - UNSEEN, {layer(path) for path, _ in about}
        bounds = BOUNDS.search(theorem) or home in OF_STATES
        for path, name in [] if bounds else library.reached(about):
            if path in seen and layer(path) in layers and (path, name) in functions(path):
                found[path, name].add(theorem)
    return found


def layer(path):
    return path.split("/")[1]


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def functions(path, known={}):
    """The functions of a file: {(file, name): (first, last character)}."""
    if path not in known:
        with open(path, encoding="utf-8") as file:
            text = NOTE.sub(blank, file.read())
        known[path] = {(path, match[2]): match.span() for match in FUNCTION.finditer(text)}
    return known[path]


def sites(function):
    """The changes of a function, as the text of its file and mutations of it."""
    with open(function[0], encoding="utf-8") as file:
        text = file.read()
    first, last = functions(function[0])[function]
    return text, [m for m in mutations(text) if first <= m.start and m.end <= last]


def explained():
    """Changes that give the same: {(file, function, change, line): reason}."""
    with open(EQUAL, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    return {tuple(row[:4]): row[4] for row in rows}


def stale():
    """Rows of proofs/equal.tsv that are about no change of a proven function."""
    proven = theorems_of()
    for path, name, change, line in explained():
        if (path, name) not in proven or (change, line) not in [(m.name, m.line) for m in sites((path, name))[1]]:
            yield f"{EQUAL}: {name} has no change {change} of: {line}"
