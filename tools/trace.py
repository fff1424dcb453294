#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/trace.tsv: from each rule of the book (docs/evidence.tsv) to code, tests, golden vectors and theorems.

A rule belongs to a section of the book. Its code and tests are those that the section names ("Code", "Tests"; a section
without such a line has those of the next one in its chapter) and those whose comments cite the section; its vectors those
that the section and its evidence name. A departure (appendix E) has besides what names its switch; a section on Wormhole
(appendix F) has what the sections have whose differences it describes, and Wormhole's vectors of their chapters. A theorem
belongs to the sections whose code has a function that the theorem calls (tools/prove/about.py). Also puts what has no tests
or no code into docs/safety.md."""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import spec  # noqa: E402
import spec_evidence  # noqa: E402
from prove.about import Library, subjects  # noqa: E402

TABLE, PAGE = "docs/trace.tsv", "docs/safety.md"
HEAD = """# From each rule of docs/spec to code, tests, golden vectors and theorems; made by `make docs` (tools/trace.py says how).
# Code, tests and theorems are those of the rule's section. -: none. docs/safety.md says what to make of it. Tabs between.
# section\trule\trests on\tcode\ttests\tvectors\ttheorems
"""
BEGIN, END = "<!-- made by `make docs`: trace -->\n", "<!-- end -->"
SWITCH = re.compile(r"^Switch ([A-Z_0-9]+)", re.M)
WORMHOLE = {"2": "mop", "3": "fpu", "4": "fpu", "5": "fpu", "6": "fpu", "7": "sfpu", "8": "sfpu", "9": "mixed", "10": "scalar",
            "11": "unpack", "12": "pack"}  # the files of tests/vectors/data/wormhole by chapter
NAMED = re.compile(r"\*\*(Code|Tests)\*\*((?:(?!\*\*)[^·])*)", re.S)
VECTORS = re.compile(r"[Vv]ectors?((?:,? (?:and )?`[a-z0-9_]+`)+)")
FILE = re.compile(r"\[([\w/-]+\.\w+)\]")
Links = collections.namedtuple("Links", "code tests vectors")


def links():
    return Links(set(), set(), set())


def of_chapter(path):
    """Yields each section with the text below its heading."""
    section, lines = "", []
    for line in spec.outside_code(spec.read(path)):
        match = spec.HEADING.match(line)
        if match:
            yield section, "\n".join(lines)
            section, lines = match.group(1), []
        lines.append(line)
    yield section, "\n".join(lines)


def named(found):
    """What sections of the book name."""
    for path in spec.chapters():
        homes = dict(re.findall(r"^\[([^\]]+)\]: (\S+)$", spec.read(path), re.M))
        waiting = []
        for section, text in of_chapter(path):
            text = text.split(spec.MARK)[0]
            for group in VECTORS.findall(text):
                found[section].vectors.update(re.findall(r"`([a-z0-9_]+)`", group))
            lists = NAMED.findall(text)
            waiting.append(section)
            if lists:
                for kind, names in lists:
                    files = {os.path.normpath(os.path.join(spec.BOOK, homes[name])) for name in FILE.findall(names)}
                    for other in waiting:
                        getattr(found[other], kind.lower()).update(files)
                waiting = []


def cited(found):
    """What cites sections of the book, or names the switch of a departure."""
    switches = {name: section for section, text in of_chapter(f"{spec.BOOK}/appendix-e-departures.md") for name in SWITCH.findall(text)}
    for path in spec.tracked():
        if path.startswith(("lib/", "tests/")) and path.endswith((".c", ".h", ".def", ".txt", ".py")):
            text = spec.read(path)
            for name in set(re.findall(r"\bSTX_DEPARTURE_(\w+)", text)) & set(switches):
                (found[switches[name]].code if path.startswith("lib/") else found[switches[name]].tests).add(path)
            for names in spec.CITED.findall(spec.WRAPPED.sub(" ", text)):
                for section in re.findall(rf"(?<![\w.]){spec.CITATION}", names.replace("Appendix ", "")):
                    (found[section].code if path.startswith("lib/") else found[section].tests).add(path)


def on_wormhole(found):
    """The sections of appendix F have what the sections have that their tables name."""
    for section, text in of_chapter(spec.APPENDIX):
        if re.fullmatch(r"F\.\d+", section):
            of = found[section]
            for other in re.findall(r"\[(\d[\d.]*)\]", "\n".join(line.split("|")[1] for line in text.split("\n") if line.startswith("| ["))):
                of.code.update(found[other].code)
                of.tests.update(found[other].tests)
                of.vectors.update({"wormhole/" + WORMHOLE[chapter] for chapter in [other.split(".")[0]] if chapter in WORMHOLE})


def proven():
    """Of each file of lib/, the theorems that call a function of it."""
    found = collections.defaultdict(set)
    for name, (_, _, calls, _) in subjects(Library()).items():
        for path, _ in calls:
            found[path].add(name)
    return found


def rows():
    found, theorems = collections.defaultdict(links), proven()
    named(found)
    cited(found)
    on_wormhole(found)
    for (section, rule), each in spec_evidence.rules(spec_evidence.rows(print)).items():
        if each[0].kind in spec_evidence.ASIDE:
            continue
        of = found[section]
        vectors = of.vectors | {v for row in each for g in VECTORS.findall(row.source) for v in re.findall(r"`(\w+)`", g)}
        own = set().union(*(theorems.get(path, set()) for path in of.code))
        yield [section, rule, each[0].kind, *(" ".join(sorted(names)) or "-" for names in (of.code, of.tests, vectors, own))]


def summary(table):
    """The counts and lists of docs/safety.md."""
    def without(*columns):
        return [row for row in table if all(row[column] == "-" for column in columns)]
    lines = ["| | rules |", "|---|---|", f"| all | {len(table)} |"]
    for kind in spec_evidence.ORDER:
        lines.append(f"| rest on: {spec_evidence.NAMES.get(kind, kind)} | {sum(row[2] == kind for row in table)} |")
    for what, column in (("code named", 3), ("unit tests", 4), ("golden vectors", 5), ("theorems", 6)):
        lines.append(f"| with {what} | {sum(row[column] != '-' for row in table)} |")
    lines += ["", "Rules without code that is named: " + told(without(3)), "",
              "Rules with neither a unit test nor golden vectors: " + told(without(4, 5)), "",
              "Rules that are assumed, and have no golden vectors of their own section: " +
              told([row for row in without(5) if row[2] == "assumed"])]
    return "\n".join(lines) + "\n"


def told(table):
    by_section = collections.defaultdict(list)
    for row in table:
        by_section[row[0]].append(row[1])
    lines = [f"[{section}]({link(section)}) {', '.join(names)}" for section, names in by_section.items()]
    return "; ".join(lines or ["none"]) + "."


def link(section):
    return f"spec/{os.path.basename(spec.sections()[section][0])}#{section}"


def main():
    table = list(rows())
    before, rest = spec.read(PAGE).split(BEGIN)
    for path, text in ((TABLE, HEAD + "".join("\t".join(row) + "\n" for row in table)),
                       (PAGE, before + BEGIN + summary(table) + END + rest.split(END, 1)[1])):
        if spec.stale(path, text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
