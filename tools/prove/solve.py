# SPDX-License-Identifier: Apache-2.0
"""Asks solvers whether a formula, in SMT-LIB, has a solution. A theorem counts as proven when two of them deny it."""
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time

import z3

from prove.limit import limited

SOLVERS = {  # the command, and that for its version
    "boolector": (["boolector"], ["boolector", "--version"]),
    "cadical": ([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cnf.py")], ["cadical", "--version"]),
    "z3": (["z3"], ["z3", "--version"]),
    "cvc5": (["cvc5", "--bitblast=eager"], ["cvc5", "--version"]),
}
AGREE = 2  # solvers
SOON = 15  # seconds of processor time after which the next solver is tried first


def versions():
    """Of all solvers that are installed: name -> version."""
    found = {}
    for name, (_, command) in SOLVERS.items():
        try:
            found[name] = subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]
        except OSError:
            continue
    if "cadical" in found:
        found["cadical"] += " behind z3 " + z3.get_version_string()
    return found


def text_of(solver):
    """Of a z3.Solver, without what z3 alone knows. It numbers parts by what it has seen before; here they are numbered as
    they come, so that a question is the same text each time."""
    body = re.sub(r"^\(set-info.*\)$|^; .*$", "", solver.to_smt2(), flags=re.M)
    numbers = {}
    body = re.sub(r"([?$]x)\d+\b", lambda found: f"{found[1]}{numbers.setdefault(found[0], len(numbers))}", body)
    body = body.replace("@", "~")  # what begins with @ is reserved in SMT-LIB: cvc5 refuses it
    return "(set-logic QF_BV)\n" + body.replace("(check-sat)", "(check-sat)\n(exit)")


class Cache:
    """Answers that were given before, each in a file with the name of its question."""

    def __init__(self, directory):
        self.directory = directory
        os.makedirs(directory, exist_ok=True)

    @staticmethod
    def key(*words):
        return hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]

    def get(self, key):
        try:
            with open(os.path.join(self.directory, key)) as f:
                return f.read()
        except OSError:
            return None

    def put(self, key, text):
        path = os.path.join(self.directory, key)
        with open(f"{path}.{os.getpid()}", "w") as f:
            f.write(text)
        os.replace(f"{path}.{os.getpid()}", path)


class Answers:
    def __init__(self, cache, limit):
        self.cache, self.limit, self.versions, self.seconds = cache, limit, versions(), 0.0

    def one(self, name, text, limit):
        """sat, unsat or unknown."""
        key = Cache.key(name, self.versions[name], text)
        known = self.cache.get(key)
        if known in ("sat", "unsat"):
            return known
        with tempfile.NamedTemporaryFile("w", suffix=".smt2") as f:
            f.write(text)
            f.flush()
            began = time.monotonic()
            ran = subprocess.run(limited([*SOLVERS[name][0], f.name], limit), capture_output=True, text=True)
            self.seconds += time.monotonic() - began
        answer = (ran.stdout.split("\n") or [""])[0].strip()
        if os.environ.get("PROVE_TIMES"):
            print(f"    {name} {answer or 'too slow'} {time.monotonic() - began:.1f} s", flush=True)
        if answer in ("sat", "unsat"):
            self.cache.put(key, answer)
            return answer
        return "unknown"

    def ask(self, text):
        """unsat if two solvers say so; sat if one does; otherwise which solvers were too slow. One that needs long comes
        again after the others."""
        denied, slow = 0, list(self.versions)
        for limit in min(SOON, self.limit), self.limit:
            asked, slow = slow, []
            for name in asked:
                answer = self.one(name, text, limit)
                if answer == "sat":
                    return "sat"
                denied += answer == "unsat"
                slow += [name] if answer == "unknown" else []
                if denied == AGREE:
                    return "unsat"
        return "no answer of " + ", ".join(slow) if slow else f"there are fewer than {AGREE} solvers"
