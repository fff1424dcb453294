# SPDX-License-Identifier: Apache-2.0
"""Draws changes of the functions whose results are proven, on either chip: each must make a theorem fail, or a row of
proofs/equal.tsv says why the function gives the same."""
import collections
import itertools
import os
import random
import subprocess
import tempfile

from prove.exhaust import tried
from prove.listing import CHIPS, theorems
from prove.reached import reached
from prove.sampled import false_for
from prove.sites import explained, sites, theorems_of
from prove.text import Refused
from prove.theorem import compiled

SECONDS = 5  # of processor time, in which inputs are drawn for a theorem
Change = collections.namedtuple("Change", "function text mutation chip")


class Tree:
    """A directory that holds one file of lib/ with another text, to be found before that of this tree."""

    def __init__(self, path, text):
        self.directory = tempfile.TemporaryDirectory()
        path = os.path.join(self.directory.name, path)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.flag = f"-I{self.directory.name}/lib"

    def __enter__(self):
        return self.flag

    def __exit__(self, *_):
        self.directory.cleanup()


def concerned(run, about, flag):
    """The theorems for which the changed file changes what they reach, each with the new IR."""
    irs = {build: compiled(build[0], [flag, *run.flags(build)]) for build in dict.fromkeys(theorem.build for theorem in about)}
    for theorem in about:
        ir, name = irs[theorem.build], ("exhaust_" if theorem.exhausts else "theorem_") + theorem.name
        if reached(ir, name) != reached(run.ir(theorem.build), name):
            yield theorem, ir


def by_drawing(_, theorem, flag, ir, limit):
    """What is wrong with a theorem, if an input that is drawn shows it."""
    try:
        return "" if theorem.exhausts else false_for(theorem, flag, ir, min(SECONDS, limit)) or ""
    except Refused:
        return ""


def by_proof(run, theorem, flag, ir, limit):
    """What is wrong with a theorem; "" if it holds."""
    if theorem.exhausts:
        return tried(theorem, [flag, "-DSCATTERED", *CHIPS[theorem.chip]], 4 * limit)[0] or ""
    try:
        return run.prove(theorem, ir)[0] or ""
    except Refused as why:
        return f"refused: {why}"


def verdict(run, change, about, limit):
    """Whether a theorem fails, and what is said of it; None if the change does not compile, or changes no code."""
    start, end, new = change.mutation.start, change.mutation.end, change.mutation.text
    with Tree(change.function[0], change.text[:start] + new + change.text[end:]) as flag:
        try:
            asked = list(concerned(run, about, flag))
        except subprocess.CalledProcessError:
            return None
        for way, (theorem, ir) in itertools.product((by_drawing, by_proof), asked):
            wrong = way(run, theorem, flag, ir, limit)
            if wrong:
                return not wrong.startswith("no answer"), f"{theorem.name}: {wrong}"
    return (False, "STILL PROVEN: " + ", ".join(theorem.name for theorem, _ in asked)) if asked else None


def drawn(seed, about):
    """Changes without end: a function, then one of its places, then a chip. None comes twice."""
    dice, seen = random.Random(seed), set()
    functions = [(function, *sites(function)) for function in sorted(about)]
    functions = [each for each in functions if each[2]]
    while len(seen) < 2 * sum(len(places) for _, _, places in functions):
        function, text, places = dice.choice(functions)
        change = Change(function, text, dice.choice(places), dice.choice(sorted(CHIPS)))
        if (function, change.mutation, change.chip) not in seen:
            seen.add((function, change.mutation, change.chip))
            yield change


def all_changed(run, seed, count, only, limit):
    """Tries `count` changes; their lines, and the numbers of passed and failed of the run."""
    order = {t.name: (("", "Slow", "Long").index(t.kind), t.exhausts) for t in theorems([])}
    names = {f: found for f, found in theorems_of().items() if not only or any(o in "/".join(f) for o in only)}
    equal, tried_ones = explained(), 0
    for change in drawn(seed, names):
        if tried_ones == count:
            break
        about = [t for t in theorems([]) if t.chip == change.chip and t.name in names[change.function]]
        about.sort(key=lambda t: order[t.name])
        row = (*change.function, change.mutation.name, change.mutation.line)
        found = (True, "equal: " + equal[row]) if row in equal else verdict(run, change, about, limit)
        if found is None:
            continue
        tried_ones += 1
        run.passed, run.failed = run.passed + found[0], run.failed + (not found[0])
        print("\t".join((*row, change.chip, found[1][:200])), flush=True)
