#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds proofs/forms.tsv against the source and the theorems: every fast form that lib/fast/forms.h declares has a row, and
each row has a reason or names theorems that exist, each of which has a change that makes it false (proofs/broken.tsv). Every function
of lib/fast is one whose result is proven, or has a reason in proofs/rest.tsv why it is not. With "page" remakes the tables of
docs/proofs.md. Last line: "N passed, N failed"."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from prove.listing import cores_of, theorems  # noqa: E402
from prove.sites import functions, stale, theorems_of  # noqa: E402

PAGE = "docs/proofs.md"
BEGIN, END = "<!-- theorems: made by `make prove-doc` -->\n\n", "\n<!-- theorems: end -->"
DECLARED = re.compile(r"^\w+_form (\w+);", re.M)


def rows(path):
    with open(path) as f:
        return [line.rstrip("\n").split("\t") for line in f if line.strip() and line[0] != "#"]


def text_of(path):
    with open(path) as f:
        return f.read()


def excused_of(path):
    """The functions of a file that have a reason."""
    found = set()
    for where, given, _ in rows("proofs/rest.tsv"):
        if where == path or where.endswith("/") and path.startswith(where):
            found |= {name for _, name in functions(path)} if given == "*" else set(given.split())
    return found


def gaps():
    """Functions of lib/fast without a theorem or a reason, and rows about functions that are proven or are not there."""
    proven, paths = set(theorems_of()), sorted(glob.glob("lib/fast/**/*.[ch]", recursive=True))
    for path in paths:
        names, excused = {name for _, name in functions(path)}, excused_of(path)
        known = {name for name in names if (path, name) in proven}
        yield from (f"{path}: {name}() has no theorem and no row of proofs/rest.tsv" for name in sorted(names - known - excused))
        yield from (f"proofs/rest.tsv: {name}() of {path} has a theorem" for name in sorted(known & excused))
        yield from (f"proofs/rest.tsv: {path} has no function {name}()" for name in sorted(excused - names))
    for where, *_ in rows("proofs/rest.tsv"):
        if not any(path.startswith(where) for path in paths):
            yield f"proofs/rest.tsv: there is no {where}"


def reasons():
    """Of each reason the functions that have it, by files."""
    found = {}
    for where, names, why in rows("proofs/rest.tsv"):
        found.setdefault(why, []).append(f"{where}{'' if names == '*' else ' ' + ', '.join(f'`{n}`' for n in names.split())}")
    return found.items()


def check():
    listed, found = rows("proofs/forms.tsv"), {t.name: t for t in theorems([])}
    declared, broken = DECLARED.findall(text_of("lib/fast/forms.h")), rows("proofs/broken.tsv")
    wrong = [f"{name}: not in proofs/forms.tsv" for name in declared if name not in [row[0] for row in listed]]
    wrong += [f"{row[0]}: no form of lib/fast/forms.h" for row in listed if row[0] not in declared]
    wrong += [f"{row[0]}: neither a theorem nor a reason" for row in listed if row[1:] in (["-"], ["-", ""])]
    named = {name for row in listed for name in row[1].split() if name != "-"}
    wrong += [f"{name}: no theorem of proofs/" for name in sorted(named - set(found))]
    wrong += [f"{name}: no row of proofs/broken.tsv" for name in found if name not in [row[0] for row in broken]]
    wrong += [f"{row[0]}: proofs/broken.tsv is about no theorem" for row in broken if row[0] not in found]
    wrong += [f"{row[0]}: is not proven for {core}" for row in broken for core in row[4:] if core not in cores_of(found[row[0]].path)]
    wrong += [f"{row[1]}: has the text {row[2]} not once" for row in broken if text_of(row[1]).count(row[2]) != 1]
    wrong += [*stale(), *gaps()]
    wrong += [f"{PAGE} is stale: make prove-doc"] if page() != text_of(PAGE) else []
    for line in wrong:
        print(line)
    print(f"{len(declared) + len(found) + len(broken)} passed, {len(wrong)} failed")
    return wrong != []


def tables():
    lines = ["| theorem | about | for all inputs |", "|---|---|---|"]
    for path, group in grouped():
        for t in group:
            about = "exhausted" if t.exhausts else ", ".join(cores_of(path))
            lines.append(f'| <a id="{t.name}"></a>`{t.name}` | [{path}](../{path}), {about} | {t.sentence} |')
    lines += ["", "| form | proven | tested only |", "|---|---|---|"]
    for form, proven, rest in rows("proofs/forms.tsv"):
        lines.append(f"| `{form}` | {', '.join(f'`{p}`' for p in proven.split() if p != '-')} | {rest} |")
    lines += ["", "| file | functions whose results are proven (`make prove-mutants` draws from them) |", "|---|---|"]
    lines += [f"| [{path}](../{path}) | {', '.join(names)} |" for path, names in of_files()]
    lines += ["", "| functions of `lib/fast` without a theorem | why |", "|---|---|"]
    lines += [f"| {'; '.join(where)} | {why} |" for why, where in reasons()]
    return "\n".join(lines) + "\n"


def of_files():
    """Of each file, the functions that theorems are about, in the order of their names."""
    files = {}
    for path, name in sorted(theorems_of()):
        files.setdefault(path, []).append(f"`{name}`")
    return files.items()


def page():
    """docs/proofs.md with its tables."""
    begin, rest = text_of(PAGE).split(BEGIN)
    return begin + BEGIN + tables().rstrip("\n") + "\n" + END + rest.split(END)[1]


def grouped():
    """Theorems by files, once for all cores and chips."""
    found = {}
    for theorem in theorems([]):
        group = found.setdefault(theorem.path, [])
        if theorem.name not in [t.name for t in group]:
            group.append(theorem)
    return found.items()


if __name__ == "__main__":
    if sys.argv[1:] == ["page"]:
        new = page()
        with open(PAGE, "w") as out:
            out.write(new)
    else:
        sys.exit(check())
