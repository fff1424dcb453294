# SPDX-License-Identifier: Apache-2.0
"""Theorems: functions theorem_NAME() of proofs/*.c, as formulas."""
import itertools
import re
import subprocess

import llvmlite.binding as llvm
import z3

from prove.listing import CLANG, FLAGS
from prove.machine import Machine
from prove.solve import text_of
from prove.text import Refused
from prove.values import FALSE, Bits, Memory, either


def preprocessed(path, flags):
    """The source without comments: a change of them asks for nothing."""
    return subprocess.run([CLANG, *flags, *FLAGS, "-E", "-P", path], capture_output=True, text=True, check=True).stdout


def compiled(path, flags):
    return subprocess.run([CLANG, *flags, *FLAGS, "-S", "-emit-llvm", "-o", "-", path], capture_output=True, text=True,
                          check=True).stdout


class Goal:
    """A formula that must have no solution."""

    def __init__(self, what, formula, inputs):
        self.what, self.formula, self.inputs = what, formula, inputs
        solver = z3.Solver()
        solver.add(*formula)
        self.text = text_of(solver)

    def example(self):
        """The arguments for which the theorem is false."""
        solver = z3.Solver()
        solver.set("timeout", 60000)
        solver.add(*self.formula)
        if solver.check() != z3.sat:
            return ""
        model = solver.model()
        return ", ".join(f"{i} = {model.eval(i, True).as_long():#x}" for i in self.inputs[:6])


def goals(text, name):
    """Executes the theorem: what must be impossible, and a condition that must be possible."""
    module = llvm.parse_assembly(text)
    module.verify()
    machine = Machine(module, str(module))  # structures of one name have different ones in different modules
    function = next((f for f in module.functions if f.name == "theorem_" + name), None)
    if not function:
        raise Refused(f"no theorem {name}")
    inputs = machine.inputs
    for argument in function.arguments:
        width = re.fullmatch(r"i(\d+)", str(argument.type))
        if not width:
            raise Refused(f"an argument of {name} is no number")
        inputs.append(z3.BitVec(argument.name, int(width[1])))
    result = machine.call("theorem_" + name, [Bits(i) for i in inputs], Memory(fixed={}), z3.BoolVal(True))
    if result == (None, None) or not machine.wrong:
        raise Refused(f"{name} claims nothing")
    return machine, inputs, result[2]


def one_of(conditions):
    result = FALSE
    for condition in conditions:
        result = either(result, condition)
    return result


def bad_of(machine):
    """The condition under which a claim is false or something undefined happens."""
    return either(one_of(machine.wrong), one_of(c for c, _ in machine.undefined))


def questions(machine, inputs):
    """For each case of the splits: no claim is false, and nothing undefined happens."""
    whats = "; ".join(sorted({what for _, what in machine.undefined})) or "nothing else"
    bad = bad_of(machine)
    for case in itertools.product(*(cases(*split) for split in machine.splits)):
        what = ", ".join(text for text, _ in case)
        yield Goal(f"the claim{f' in the case {what}' if what else ''} (or {whats})",
                   [*machine.facts, *(c for _, c in case), bad], inputs)


def cases(value, first, last):
    """Of a number: below, each from first to last, above. Together they are all numbers."""
    for number in range(first, last + 1):
        yield f"{number}", value == number
    yield f"not {first} to {last}", z3.Or(value < first, value > last)
