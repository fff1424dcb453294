# SPDX-License-Identifier: Apache-2.0
"""Looks for an input of which a theorem is false by executing it, on this machine, for drawn inputs. What is found so is asked of the
theorem's formula, too. A solver, which knows no such input, may need long for a theorem that is false."""
import os
import re
import subprocess
import tempfile

import z3

from prove.exhaust import LINK
from prove.limit import limited
from prove.listing import CHIPS, CLANG, FLAGS
from prove.theorem import bad_of, goals

EXTERN = re.compile(r"^extern (\w+) ([\w, ]+);", re.M)


def arguments_of(path, name):
    """Types and names of a theorem's arguments, and of objects that hold any value."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    arguments = re.search(rf"^THEOREM\({name}\)\(([^)]*)\)", text, re.M)[1]
    objects = [(kind, name) for kind, names in EXTERN.findall(text) for name in names.split(", ")]
    return [tuple(argument.split()) for argument in arguments.split(",") if argument.strip() != "void"], objects


def program(path, name):
    """The source of a program that draws inputs of a theorem."""
    arguments, objects = arguments_of(path, name)
    lines = [f'#include "{os.path.abspath(path)}"', '#include "sample.h"', *(f"{kind} {each};" for kind, each in objects),
             "static void sample(void) {"]
    lines += [f"{each} = ({kind})(draw(){' & 1u' if kind == 'bool' else ''});" for kind, each in objects]
    lines += [f"given[{i}] = draw(){' & 1u' if kind == 'bool' else ''};" for i, (kind, _) in enumerate(arguments)]
    given = ", ".join(f"({kind})given[{i}]" for i, (kind, _) in enumerate(arguments))
    return "\n".join([*lines, f"theorem_{name}({given});", "}", ""])


def drawn_input(theorem, flag, seconds):
    """The arguments of which the theorem is false, as {name: number}, or None."""
    with tempfile.TemporaryDirectory() as directory:
        source, binary = os.path.join(directory, "sample.c"), os.path.join(directory, "sample")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(theorem.path, theorem.name))
        compiled = subprocess.run([CLANG, flag, *CHIPS[theorem.chip], *FLAGS, *LINK, "-U__SSE2__", "-o", binary, source], capture_output=True, text=True)
        if compiled.returncode:
            return None
        said = subprocess.run(limited([binary], seconds), capture_output=True, text=True).stdout.split()
    names = [name for _, name in arguments_of(theorem.path, theorem.name)[0]]
    return dict(zip(names, map(int, said))) if said else None


def false_for(theorem, flag, ir, seconds):
    """What is wrong with a theorem about changed code, if an input that was drawn shows it; otherwise None."""
    found = drawn_input(theorem, flag, seconds)
    if found is None:
        return None
    machine, inputs, _ = goals(ir, theorem.name)
    solver = z3.Solver()
    solver.add(*machine.facts, bad_of(machine))
    solver.add(*(i == found[str(i)] for i in inputs if str(i) in found))
    if solver.check() != z3.sat:
        return None
    return "sat: a claim is false, or something undefined happens; for example " + \
        ", ".join(f"{i} = {found[str(i)] % 2 ** i.size():#x}" for i in inputs if str(i) in found)
