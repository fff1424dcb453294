# SPDX-License-Identifier: Apache-2.0
"""What theorems are about: the functions of lib/ that a theorem calls, and the instructions whose bodies reach one of them.

The source is read as text. A call is a name before a parenthesis; where a function or a table of the same file is named
otherwise, its address is taken, which counts as a call. A call by the table of fast forms calls every form of that kind."""
import collections
import glob
import re

from prove.listing import theorems

NOTE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|__attribute__\(\(.*?\)\)", re.S)
FUNCTION = re.compile(r"^([A-Za-z_](?:[^;{}=#()]|\(\w+\))*?)(\w+)\(([^;{}#]*)\)\s*\{(.*?)^\}", re.M | re.S)
BODY = re.compile(r"^(STX_EXEC|SFPU_EXEC\w*|THEOREM|EXHAUST)\((\w+)\)[^;{]*\{(.*?)^\}", re.M | re.S)
TABLE = re.compile(r"^([A-Za-z_][^;{}()#]*?)\b(\w+)(?:\[[^\]\n]*\])* = \{(.*?)^\};", re.M | re.S)
MACRO = re.compile(r"^#define (\w+)((?:[^\n]*\\\n)*[^\n]*)", re.M)
FORM = re.compile(r"^(\w+)_form (\w+);", re.M)
BY_TABLE = re.compile(r"\b(?:fast\.|forms_of\(core\)->|f->|FORM_OF\(core, )(\w+)")
CALL, NAME = re.compile(r"\b([A-Za-z_]\w*)\("), re.compile(r"\b[A-Za-z_]\w*")
PASSED = re.compile(r"[(,]\s*([A-Za-z_]\w*)(?=\s*[,)])")  # perhaps a function, to be called by another
FORMS = "lib/fast/forms.h"
# Directories below the front end, and without what counts bits, which is no instruction's subject.
LAYERS = "num regs counters fast fpu sfpu unpack pack control".split()
APART = ("lib/num/bits.h", "lib/num/bits.c", FORMS, "lib/fast/chosen.h")


def read(path):
    with open(path, encoding="utf-8") as file:
        return NOTE.sub(" ", file.read())


def defined(text):
    """Yields name, body and whether other files can call it: functions, macros and tables."""
    for kind, name, body in BODY.findall(text):
        yield ("theorem_" if kind in ("THEOREM", "EXHAUST") else "exec_") + name, body, False
    for before, name, _, body in FUNCTION.findall(text):
        if not re.match("STX_EXEC|SFPU_EXEC|THEOREM|EXHAUST", name):
            yield name, body, "static" not in before
    for before, name, body in TABLE.findall(text):
        yield name, body, "static" not in before
    for name, body in MACRO.findall(text):
        yield name, body, False


class Library:
    """The functions of lib/ as (file, name)."""

    def __init__(self):
        self.bodies, self.own, self.common = collections.defaultdict(str), collections.defaultdict(set), collections.defaultdict(set)
        paths = {path for layer in LAYERS for path in glob.glob(f"lib/{layer}/**/*.[ch]", recursive=True)}
        for path in sorted(paths - set(APART)):
            for name, body, called in defined(read(path)):
                self.bodies[path, name] += body
                self.own[path].add(name)
                if called or path.endswith(".h"):
                    self.common[name].add(path)
        self.forms, self.sees = collections.defaultdict(set), {path: included(path) for path in self.own}
        for kind, form in FORM.findall(read(FORMS)):
            self.forms[kind].add(form)

    def calls(self, path, name):
        body, own = self.bodies[path, name], self.own[path]
        yield from ((path, other) for other in NAME.findall(body) if other in own and other != name)
        called = {other for other in CALL.findall(body) if other not in own}
        for kind in BY_TABLE.findall(body):
            called |= self.forms[kind]
        yield from ((home, other) for other in called for home in self.common[other]
                    if home.endswith(".c") or home in self.sees[path])

    def reached(self, start):
        found, todo = set(start), list(start)
        while todo:
            new = set(self.calls(*todo.pop())) - found
            found |= new
            todo += new
        return found

    def instructions(self):
        """Of each instruction, the functions that its bodies reach."""
        found = collections.defaultdict(list)
        for path, name in list(self.bodies):
            if name.startswith("exec_"):
                found[name[5:]].append((path, name))
        return {name: self.reached(bodies) for name, bodies in found.items()}


def included(path, found=None):
    """The files of lib/ and proofs/ that a file includes."""
    found = {} if found is None else found
    with open(path, encoding="utf-8") as file:
        for name in re.findall(r'^#include "([^"]+)"', file.read(), re.M):
            for home in ("lib/" + name, "proofs/" + name, "proofs/exhaust/" + name):
                if home not in found and glob.glob(home):
                    found[home] = True
                    included(home, found)
    return found


def subjects(library):
    """Of each theorem: (sentence, file, the functions of lib/ that it calls itself, those of them that it is about).
    An equality with a plain function is about the fast one."""
    found = {}
    for theorem in {theorem.name: theorem for theorem in theorems([])}.values():  # one of its forms
        headers = [path for path in included(theorem.path) if path.startswith("proofs/")]
        bodies = {name: body for path in (*headers, theorem.path) for name, body, _ in defined(read(path))}
        names, todo = set(), ["theorem_" + theorem.name]
        while todo:
            name = todo.pop()
            if name not in names:
                names.add(name)
                body = bodies.get(name, "")
                todo += CALL.findall(body) + PASSED.findall(body)
        names |= {re.sub("^plain_", "", name) for name in names}
        about = {(path, name) for path in included(theorem.path) for name in names & library.own.get(path, set())}
        fast = {function for function in about if function[0].startswith("lib/fast/")}
        found[theorem.name] = theorem.sentence, theorem.path, about, fast or about
    return found


def by_instruction():
    """Of each instruction, the theorems about what its bodies call."""
    library = Library()
    about = subjects(library)
    return {instruction: [(name, sentence) for name, (sentence, _, _, functions) in about.items() if functions & reached]
            for instruction, reached in library.instructions().items()}
