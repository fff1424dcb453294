# SPDX-License-Identifier: Apache-2.0
"""What the rules of docs/spec rest on, from docs/evidence.tsv, whose first lines describe its columns.

tools/spec.py writes it below each section, and the number of measured rules into README.md and the book's README."""
import collections
import re

TABLE = "docs/evidence.tsv"
ORDER = ("measured", "rtl", "owner", "llk", "page", "simulator", "assumed")
ASIDE = ("against", "see")
CHIPS = {"BH": "Blackhole", "WH": "Wormhole"}
NAMES = {"rtl": "RTL", "owner": "the ISA's owner", "llk": "LLK", "against": "against it"}
BLOCK = re.compile(r"\n> \*\*Evidence\*\*[^\n]*\n(?:> [^\n]*\n)*")
COUNTED = re.compile(r"\d+ of \d+ rules measured")
Row = collections.namedtuple("Row", "section rule kind where source")


def rows(say):
    """The lines of the table."""
    found = []
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            parts = line.rstrip("\n").split("\t")
            if len(parts) != 5 or not all(parts) or parts[2] not in ORDER + ASIDE:
                say(f"{TABLE}:{number}: five columns, the third one of {' '.join(ORDER + ASIDE)}")
            elif parts[2] == "measured" and not re.search(r"\d", parts[4]) and "_" not in parts[4]:
                say(f"{TABLE}:{number}: a measurement without the place where it is published")
            elif Row(*parts) in found:
                say(f"{TABLE}:{number}: twice")
            else:
                found.append(Row(*parts))
    return found


def rules(table):
    """Maps each section and rule to its rows, in the order of the kinds."""
    found = collections.defaultdict(list)
    for row in table:
        found[row.section, row.rule].append(row)
    for each in found.values():
        each.sort(key=lambda row: (ORDER + ASIDE).index(row.kind))
    return found


def leaves(sections):
    """The sections that have no sections below them."""
    return [name for name in sections if not any(other.startswith(name + ".") for other in sections)]


def check(table, sections, say):
    have = {row.section for row in table}
    for name in leaves(sections):
        if name not in have:
            say(f"docs/spec: section {name} has no evidence in {TABLE}")
    for name in sorted(have - set(sections)):
        say(f"{TABLE}: docs/spec has no section {name}")
    for (name, rule), found in rules(table).items():
        kinds = {row.kind for row in found}
        for other in rule.split(", ") if "see" in kinds else ():
            if len(kinds) > 1 or not any(row.section == other and row.kind in ORDER for row in table):
                say(f"{TABLE}: section {name} refers to the evidence of {other}, which has none")
        if kinds == {"against"}:
            say(f"{TABLE}: section {name}, {rule}: only a source against it")


def told(row):
    where = "" if row.where == "-" else f"{CHIPS.get(row.where, row.where)}: "
    return f"*{NAMES.get(row.kind, row.kind)}* ({where}{row.source})"


def block(found):
    """The lines below a section, from its rules."""
    lines = []
    for rule, each in found:
        if each[0].kind == "see":
            lines.append("> **Evidence** as of " + ", ".join(f"[{name}]" for name in rule.split(", ")) + ".")
        else:
            lines.append(f"> * {rule}: {', '.join(map(told, each))}")
    if lines[0].startswith("> * "):
        lines.insert(0, "> **Evidence**")
    return lines


def written(text, table, heading):
    """A chapter with the evidence at the end of each section; `heading` matches a section's heading."""
    text = re.sub(r'<a id="[^"]*"></a>\n', "", BLOCK.sub("", text))
    body, mark, links = text.partition("<!-- links:")
    by_section = collections.defaultdict(list)
    for (name, rule), found in rules(table).items():
        by_section[name].append((rule, found))
    out, section, fenced = [], "", False

    def end():
        if section in by_section:
            while out and not out[-1]:
                out.pop()
            out.extend(["", *block(by_section[section]), ""])

    for line in body.split("\n"):
        fenced ^= line.startswith("```")
        match = None if fenced else heading.match(line)
        if match:
            end()
            section = match.group(1)
        out.append(line)
    end()
    return "\n".join(out).rstrip() + "\n" + ("\n" + mark + links if mark else "")


def counts(table):
    """Maps each chapter to its numbers of rules by what they rest on."""
    found = collections.defaultdict(collections.Counter)
    for (section, _), each in rules(table).items():
        chapter = found[section.split(".")[0]]
        chapter[each[0].kind] += 1
        chapter["vectors"] += any("ectors `" in row.source for row in each if row.kind == "simulator")
    return found


def total(table):
    return sum(counts(table).values(), collections.Counter())


def stated(path, text, table, say):
    """A document with the number of measured rules that it states."""
    if not COUNTED.search(text):
        say(f"{path}: does not say how many rules were measured")
    count = total(table)
    return COUNTED.sub(f"{count['measured']} of {sum(count[kind] for kind in ORDER)} rules measured", text)


def report(table, titles):
    head = [*(NAMES.get(kind, kind).split()[-1] for kind in ORDER), "rules", "vectors"]
    print(f"{'chapter':32}" + "".join(f"{name:>10}" for name in head))
    lines = [(f"{name} {titles.get(name, '')}", count) for name, count in counts(table).items()]
    for name, count in [*lines, ("total", total(table))]:
        numbers = [count[kind] for kind in ORDER]
        print(f"{name:32}" + "".join(f"{number:10}" for number in [*numbers, sum(numbers), count["vectors"]]))
