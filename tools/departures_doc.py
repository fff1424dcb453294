#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the table of docs/testing.md that lists how many golden vectors differ on silicon's side, and because of
which departures: departures_doc.py [--check] < output of `make vectors SIDE=silicon`. With --check it writes
nothing, and a table that differs from the input is an error."""
import re
import sys

PATH = "docs/testing.md"
BEGIN = "<!-- departures: made by `make departures-doc` -->\n"
END = "<!-- departures: end -->\n"


def cases_by_departure(text):
    """For each departure, the number of differing cases in each file that met it."""
    cases = {}
    for file, departure in re.findall(r"^differs: ([^/\s]+)/\S+: (\w+)$", text, re.M):
        files = cases.setdefault(departure, {})
        files[file] = files.get(file, 0) + 1
    return cases


def table(text):
    differing = re.search(r"^(\d+) differ on silicon's side$", text, re.M)
    names = re.findall(r"^ +\d+ of them with (\w+)$", text, re.M)
    last = re.search(r"^(\d+) passed, 0 failed, 0 skipped\s*$", text, re.M)
    if not (differing and names and last):
        sys.exit("departures_doc.py: the input is not the output of a good run of vectors")
    cases, total = cases_by_departure(text), int(differing[1]) + int(last[1])
    lines = [f"Of {total:,} cases {differing[1]} differ on silicon's side; several departures may affect a case:\n", "\n"]
    lines += ["| departure | cases | in the files |\n", "|---|---|---|\n"]
    for name in names:
        files = cases.get(name, {})
        where = ", ".join(f"{file} {count}" for file, count in sorted(files.items()))
        lines.append(f"| {name} | {sum(files.values())} | {where} |\n")
    return "".join(lines)


def main():
    with open(PATH, encoding="utf-8") as document:
        old = document.read()
    head, rest = old.split(BEGIN)
    new = head + BEGIN + "\n" + table(sys.stdin.read()) + "\n" + END + rest.split(END)[1]
    if "--check" in sys.argv[1:]:
        sys.exit(f"{PATH}: the counts of departures are out of date; run make departures-doc" if new != old else 0)
    with open(PATH, "w", encoding="utf-8") as document:
        document.write(new)


main()
