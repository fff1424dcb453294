#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the recipes of CONTRIBUTING.md: recipes.py [NAME]...

A recipe is a file of tests/recipes: edits of a copy of the tree, in build/recipes, and what has to hold
afterwards. Its first line begins with the title of the recipe in CONTRIBUTING.md, which must name the files that
the recipe edits and no others. Then, the text of an edit two spaces in:

  in FILE before TEXT | in FILE at the end     lines to insert, before the line that begins with the text
  in FILE replace, by                          lines, and those that replace them
  new FILE                                     a file
  refused WORD: COMMAND                        while something is missing, the command fails and prints the word
  fails TEST: FILE                             while something is missing, this test of a file of unit tests fails, and no other
  tests FILE...                                unit tests
  accepted COMMAND | prints WORD: COMMAND | builds MAKE'S ARGUMENTS

All edits come first, then `make generate docs`, the house rules and the unit tests, for all recipes together,
and then the commands of each recipe. Last line: "N passed, N failed"."""
import glob
import os
import re
import subprocess
import sys

from kernels import ending

COPY = "build/recipes"
MAKE = ["make", "--no-print-directory", "-j%d" % (os.cpu_count() or 2)]
# One library for everything, with the tracing that the unit tests need, compiled without optimization.
QUICK = ["OPT=-O1", "DEBUG=", "QUICKLY=build/host-wormhole", "EXTRA=-DSTX_TRACE=1", "UNIT_LIB=build/host/libinternal.a"]
counts = [0, 0]


def run(command):
    """Status and output of a command, given as a shell line or a list."""
    done = subprocess.run(command, shell=isinstance(command, str), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def tell(good, what, output=""):
    counts[not good] += 1
    if not good:
        print(output[-3000:])
    print(("passed: " if good else "FAILED: ") + what, flush=True)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def steps(path):
    """Yields (what, its text) for each step."""
    found = []
    for line in read(path).split("\n")[1:]:
        if line and not line.startswith("  "):
            found.append([line, ""])
        elif found:
            found[-1][1] += line[2:] + "\n"
    return [(what, text.rstrip("\n") + "\n" + "\n" * (text.endswith("\n\n") and what.startswith("in"))) for what, text in found]


def title(path):
    return read(path).split(":")[0]


def only(text, part, path):
    if text.count(part) != 1:
        raise ValueError("%s has %d places that read %r" % (path, text.count(part), part))
    return part


def edit(what, text, following):
    """Does one edit and returns its file; None if the step is not an edit."""
    new, inside = re.fullmatch(r"new (\S+)", what), re.fullmatch(r"in (\S+) (before|replace|at the end) ?(.*)", what)
    if new:
        if os.path.exists(new[1]):
            raise ValueError(new[1] + " is there already")
        write(new[1], text)
        return new[1]
    if not inside:
        return None
    path, how, mark = inside.groups()
    old = read(path)
    if how == "before":
        now = old.replace(only("\n" + old, "\n" + mark, path)[1:], text + mark, 1) if old.startswith(mark) else \
            old.replace(only(old, "\n" + mark, path), "\n" + text + mark)
    else:
        now = old + text if how == "at the end" else old.replace(only(old, text, path), following)
    write(path, now)
    return path


def fails(path, test, file):
    """While something is missing, one unit test fails and says so."""
    run([*MAKE, *QUICK, "generate"])
    _, output = run([*MAKE, *QUICK, "unit", "TEST_SRC=" + file])
    failed = re.findall(r"^FAIL (\w+)$", output, re.M)
    tell(failed == [test], "%s: %s fails while something is missing" % (title(path), test), output)


def named_by(recipe):
    """The files and directories that CONTRIBUTING.md names for a recipe."""
    paragraph = re.search(r"^- \*\*%s\*\*(.*?)(?=^- |^\S|\Z)" % re.escape(recipe), read("CONTRIBUTING.md"), re.S | re.M)
    return re.findall(r"`([a-z]+/[\w./-]*)`", paragraph[1]) if paragraph else []


def do_edits(path):
    """Does a recipe's edits; returns the edited files."""
    todo, edited = steps(path), []
    for number, (what, text) in enumerate(todo):
        refused, failing = re.fullmatch(r"refused (\w+): (.*)", what), re.fullmatch(r"fails (\w+): (\S+)", what)
        if refused:
            run(["git", "add", "-A"])
            status, output = run(refused[2])
            tell(status != 0 and refused[1] in output, "%s: refused while something is missing" % title(path), output)
        elif failing:
            fails(path, *failing.groups())
        else:
            edited.append(edit(what, text, todo[number + 1][1] if number + 1 < len(todo) else ""))
    edited, named = [file for file in edited if file], named_by(title(path))
    wrong = [file for file in edited if not any(file.startswith(name) for name in named)] + \
            [name for name in named if not any(file.startswith(name) for file in edited)]
    tell(not wrong, "%s: CONTRIBUTING.md names the files" % title(path), "either edited or named, but not both: " + " ".join(wrong))
    return edited


def house(recipes, edited):
    """Checks what has to hold with all edits. Of the rules for single files, only those of the edited files
    count."""
    status, output = run([*MAKE, *QUICK, "generate", "docs"])
    tell(status == 0, "generated files and documents", output)
    run(["git", "add", "-A"])
    status, output = run(["tools/layers.py", "build/host"])
    tell(status == 0, "layers", output)
    _, output = run(["tools/check.py", "build/host/libsoftensix.a"])
    broken = [line for line in output.split("\n") if line.startswith("check: symbols") or any(file in line for file in edited)]
    tell(not broken, "house rules", "\n".join(broken))
    tests = sorted({file for path in recipes for what, _ in steps(path) if what.startswith("tests ")
                    for pattern in what.split()[1:] for file in glob.glob(pattern) or [pattern]})
    status, output = run([*MAKE, *QUICK, "unit", "TEST_SRC=" + " ".join(tests)])
    tell(status == 0, "unit tests", output)


def do_commands(path):
    for what, _ in steps(path):
        kind, _, rest = what.partition(" ")
        if kind == "builds":
            status, output = run(" ".join(MAKE) + " " + rest)
        elif kind in ("accepted", "prints"):
            word, _, command = rest.partition(": ") if kind == "prints" else ("", "", rest)
            status, output = run(command)
            status = status or int(word not in output)
        else:
            continue
        tell(status == 0, "%s: %s" % (title(path), what), output)


def main():
    recipes = [os.path.abspath(path) for path in sorted(glob.glob("tests/recipes/*.txt"))
               if not sys.argv[1:] or os.path.basename(path)[:-4] in sys.argv[1:]]
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
        os.environ.pop(name, None)
    run("rm -rf %s && mkdir -p %s && git ls-files -z | tar cf - --null -T - | tar xf - -C %s" % (COPY, COPY, COPY))
    os.chdir(COPY)
    run("git init -q . && git add -A")
    edited = []
    for path in recipes:
        try:
            edited += do_edits(path)
        except ValueError as error:
            tell(False, title(path), str(error))
    house(recipes, edited)
    for path in recipes:
        do_commands(path)
    print("%d passed, %d failed" % tuple(counts))
    sys.exit(counts[1] != 0)


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
