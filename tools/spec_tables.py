# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/spec that are made from lib/isa: encodings and configuration fields.

Each stands between `<!-- table: name -->` and `<!-- end of table -->`."""
import re

STATUS = {"INSN": "", "FRNT": "", "TODO": "not implemented", "DARK": "no rule known"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def bits(low, width):
    return f"{low + width - 1}:{low}" if width > 1 else f"{low}"


def homes(chapters):
    """Name of an instruction or field -> the sections that explain it. An instruction is explained
    where a heading names it or its name stands in bold; a field wherever the text names it."""
    bold, named = {}, {}
    for text in chapters:
        section = None
        for line in re.sub(r"<!-- table: .*?<!-- end of table -->", "", text, flags=re.S).split("\n"):
            heading = re.match(r"#{1,3} (?:Appendix )?([0-9A-E][0-9.]*):? ", line)
            if heading:
                section = heading.group(1)
            strong = line if heading else " ".join(re.findall(r"\*\*(.*?)\*\*", line))
            for name in re.findall(r"\b[A-Z][A-Z0-9_]{2,}\b", strong):
                bold.setdefault(name, section)
            for name in re.findall(r"`(\w+)`", line):
                if section not in named.setdefault(name, []):
                    named[name].append(section)
    return bold, named


def instructions():
    text = read("lib/isa/blackhole.def")
    heads = list(re.finditer(r"^(INSN|TODO|FRNT|DARK)\((\w+),\s*(0x[0-9A-F]+),\s*(\w+),", text, re.M))
    for head, after in zip(heads, heads[1:] + [None]):
        body = text[head.end():after.start() if after else len(text)]
        fields = [(name, int(low), int(width))
                  for name, low, width in re.findall(r"\bF\((\w+), (\d+), (\d+)\)", body)]
        yield head.groups(), sorted(fields, key=lambda field: -field[1])


def encodings(chapters):
    bold = homes(chapters)[0]
    rows = ["| opcode | instruction | unit | fields | explained in |", "|---|---|---|---|---|"]
    for (kind, name, opcode, unit), fields in instructions():
        shown = ", ".join(f"{field} {bits(low, width)}" for field, low, width in fields)
        where = f"[{bold[name]}]" if name in bold else ""
        where = STATUS[kind] or where
        rows.append(f"| {opcode} | {name} | {unit.lower()} | {shown or '-'} | {where} |")
    return rows


def ranges(words):
    """12, 13, 14, 20 -> 12..14, 20"""
    runs = []
    for word in sorted(words):
        if runs and word == runs[-1][1] + 1:
            runs[-1][1] = word
        else:
            runs.append([word, word])
    return ", ".join(f"{a}..{b}" if b > a else f"{a}" for a, b in runs)


def fields(kind, chapters):
    """Fields that differ in the number of a section only share a row."""
    named, table = homes(chapters)[1], {}
    for name, word, low, width in re.findall(
            rf"^{kind}\((\w+), (\d+), (\d+), (\d+)", read("lib/isa/config.def"), re.M):
        family = re.sub(r"SEC\d+(?=_|$)|(?<=_cntx)\d+(?=_|$)", "<i>", name)
        key = (family if "<i>" in family else name, int(low), int(width))
        table.setdefault(key, []).append((int(word), name))
    rows = ["| word | bits | field | named in |", "|---|---|---|---|"]
    for (family, low, width), places in sorted(table.items(), key=lambda row: (row[1][0][0], row[0][1])):
        name = family if len(places) > 1 else places[0][1]
        where = sorted({s for _, each in places for s in named.get(each, [])} |
                       set(named.get(re.sub("<i>", "SEC", family), [])))
        rows.append(f"| {ranges(word for word, _ in places)} | {bits(low, width)} | {name} | "
                    + ", ".join(f"[{s}]" for s in where if s) + " |")
    return rows


def fill(text, chapters):
    """The text with its tables renewed; `chapters` are the texts of the whole book."""
    makers = {"encodings": encodings, "thread configuration": lambda c: fields("TCFG", c),
              "configuration": lambda c: fields("CFG", c)}

    def table(match):
        rows = "\n".join(makers[match.group(1)](chapters))
        return f"<!-- table: {match.group(1)} -->\n\n{rows}\n\n<!-- end of table -->"

    return re.sub(r"<!-- table: ([a-z ]+) -->.*?<!-- end of table -->", table, text, flags=re.S)
