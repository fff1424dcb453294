# SPDX-License-Identifier: Apache-2.0
"""Which lines of Python a command executes: its interpreters write them down, so that a mutation needs only the commands that execute its
line. What runs in an environment without the user's packages (a virtual one) writes nothing."""

import ast
import hashlib
import os
import site
import sysconfig

# Loaded by each interpreter of the command, before its program. A process writes each line once, at once: it may end in any way.
# A function of which each line has been written is not looked at again.
HOOK = r'''
import dis, os, re, site, sys, threading
site.addsitedir(%r)
told, names, seen, left = os.environ.get("MUTANTS_LINES"), {}, set(), {}

def name_of(path):
    found = re.search(r".*/((?:tools|python)/.*\.py|tests/session\.py)$", os.path.abspath(path))
    return found and found[1]

def line(frame, event, _):
    at = frame.f_code.co_filename, frame.f_lineno
    if event == "line" and at not in seen:
        seen.add(at)
        left[frame.f_code].discard(frame.f_lineno)
        os.write(out, ("%%s\t%%d\n" %% (names[at[0]], at[1])).encode())
    return line

def call(frame, *_):
    code = frame.f_code
    if code not in left:
        path = code.co_filename
        if path not in names:
            names[path] = name_of(path)
        lines = {number for _, number in dis.findlinestarts(code) if number} if names[path] else set()
        # The line of a `def` belongs to its function, too, which does not execute it.
        left[code] = lines - {code.co_firstlineno} or lines
    return line if left[code] else None

if told:
    out = os.open(told, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    threading.settrace(call)
    sys.settrace(call)
'''


def environment(folder):
    """The variables with which a command writes its lines to folder/executed, which is empty then."""
    packages = sysconfig.get_path("purelib", "posix_user", {"userbase": folder})
    os.makedirs(packages, exist_ok=True)
    with open(os.path.join(packages, "usercustomize.py"), "w", encoding="utf-8") as f:
        f.write(HOOK % site.getusersitepackages())
    told = os.path.join(folder, "executed")
    open(told, "w").close()
    return {"PYTHONUSERBASE": folder, "MUTANTS_LINES": told}


def digest(path):
    if not os.path.exists(path):
        return ""
    with open(path, "rb") as f:
        return hashlib.sha1(f.read()).hexdigest()


def executed(folder, tree):
    """For each file of a tree the digest of what it is now, and the lines that were written down."""
    found = {}
    with open(os.path.join(folder, "executed"), encoding="utf-8") as f:
        for text in f:
            name, number = text.rstrip("\n").split("\t")
            found.setdefault(name, set()).add(int(number))
    return {name: [digest(os.path.join(tree, name)), sorted(lines)] for name, lines in found.items()}


def statement(text, number):
    """The first and the last line of the statement at a line; of one that contains others, of what is before them."""
    first, last = number, number
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.stmt, ast.excepthandler)) and node.lineno <= number <= node.end_lineno:
            inside = getattr(node, "body", None)
            end = inside[0].lineno - 1 if inside else node.end_lineno
            if number <= max(end, node.lineno):
                first, last = node.lineno, max(end, node.lineno)
    return first, last
