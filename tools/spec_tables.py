# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/spec that are made from lib/isa: encodings and configuration fields.

Each is between `<!-- table: name -->` and `<!-- end of table -->`."""
import re

STATUS = {"INSN": "", "FRNT": "", "DARK": "no rule known"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def bits(low, width):
    return f"{low + width - 1}:{low}" if width > 1 else f"{low}"


def lines(chapters):
    """Yields section and line of all text outside the generated tables."""
    for text in chapters:
        section = ""
        for line in re.sub(r"<!-- table: .*?<!-- end of table -->", "", text, flags=re.S).split("\n"):
            heading = re.match(r"#{1,3} (?:Appendix )?([0-9A-E][0-9.]*):? ", line)
            section = heading.group(1) if heading else section
            if section[:1].isdigit():
                yield section, bool(heading), line


def explained(chapters):
    """Maps a mnemonic to the section whose heading gives its opcode, or that has its name in
    bold."""
    heads, bold = {}, {}
    for section, heading, line in lines(chapters):
        for name in re.findall(r"\b([A-Z][A-Z0-9_]+) 0x[0-9A-F]{2}\b", line):
            (heads if heading else bold).setdefault(name, section)
        for name in re.findall(r"\*\*([A-Z][A-Z0-9_]+)\*\* 0x", line):
            bold.setdefault(name, section)
    return {**bold, **heads}


def mentions(chapters):
    """Yields (cfg or tc, word, low, high, section) for each word that the text names by number, and
    (name, None, None, None, section) for each named field; a name may end in _*."""
    for section, _, line in lines(chapters):
        for name in re.findall(r"`([A-Za-z]\w+(?:_\*)?)`", line):
            yield name, None, None, None, section
        for kind, word, more, high, low in re.findall(
                r"\b(cfg|tc) (\d+)\+?((?:, \d+(?![:\d]))*)(?:,? (?:bits? )?(\d+)(?::(\d+))?(?! [a-z+]))?", line):
            words = [word] + re.findall(r"\d+", more)
            for each in words:
                whole = not high or len(words) > 1
                yield kind, int(each), 0 if whole else int(low or high), 31 if whole else int(high), section


def sections_of(kind, name, word, low, high, found):
    """The sections that name a field or, if there are none, its word and bits. Unpacker 1 gets
    those of unpacker 0."""
    alike = {name, name.replace("SEC1", "SEC0"), name.replace("UNP1", "UNP0")}
    by_name = {s for each, number, _, _, s in found if number is None and any(
        each == one or (each.endswith("*") and one.startswith(each[:-1])) for one in alike)}
    words = {word, word - 48} if "SEC1" in name and word >= 112 else {word}
    numbered = [(a, b, s) for each, number, a, b, s in found if each == kind and number in words]
    exact = [each for each in numbered if each[:2] != (0, 31)]
    return by_name or {s for a, b, s in exact or numbered if a <= high and low <= b}


def order(section):
    return [int(part) for part in section.split(".")]


def instructions():
    text = read("lib/isa/facts_groups.def").replace("\\\n", " ") + read("lib/isa/blackhole.def")
    layout = dict(re.findall(r"^#define (FIELDS_\w+|\w*ADDR_MODE) (.*)", text, re.M))
    for _ in range(2):  # layouts have address modes
        text = re.sub(r"(?<!define )\b(FIELDS_\w+|\w*ADDR_MODE)\b", lambda name: layout[name[1]], text)
    text = re.sub(r"^SFPU_INSN\((\w+), (\w+),", r"INSN(\1, \2, SFPU,", text, flags=re.M)
    heads = list(re.finditer(r"^(INSN|FRNT|DARK)\((\w+),\s*(0x[0-9A-F]+),\s*(\w+),", text, re.M))
    for head, after in zip(heads, heads[1:] + [None]):
        body = text[head.end():after.start() if after else len(text)]
        fields = [(name, int(low), int(width))
                  for name, low, width in re.findall(r"\bF\((\w+), (\d+), (\d+)\)", body)]
        yield head.groups(), sorted(fields, key=lambda field: -field[1])


def encodings(chapters):
    bold = explained(chapters)
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
    """Fields whose names differ only in a section number share a row."""
    short, found, table = "tc" if kind == "TCFG" else "cfg", list(mentions(chapters)), {}
    for name, word, low, width in re.findall(
            rf"^{kind}\((\w+), (\d+), (\d+), (\d+)", read("lib/isa/blackhole-config.def"), re.M):
        if re.search(r"_set_mapping_[1-9]", name):
            continue  # sixteen fields of two bits: one row for all
        family = re.sub(r"(?<=SEC)\d+(?=_|$)|(?<=SET_MAPPING_)\d(?=_)", "<i>", name)
        key = (family if "<i>" in family else name, int(low), int(width))
        table.setdefault(key, []).append((int(word), name))
    rows = ["| word | bits | field | explained in |", "|---|---|---|---|"]
    for (family, low, width), places in sorted(table.items(), key=lambda row: (row[1][0][0], row[0][1])):
        name = family if len(places) > 1 else places[0][1]
        mapping = name.endswith("_set_mapping_0")
        name, shown = (name[:-1] + "<k>", "2k+1:2k") if mapping else (name, bits(low, width))
        where = {s for word, each in places
                 for s in sections_of(short, each, word, low, low + width - 1, found)}
        rows.append(f"| {ranges(word for word, _ in places)} | {shown} | `{name}` | "
                    + ", ".join(f"[{s}]" for s in sorted(where, key=order)) + " |")
    return rows


def fill(text, chapters):
    """The text with renewed tables; `chapters` are the texts of the whole book."""
    makers = {"encodings": encodings, "thread configuration": lambda c: fields("TCFG", c),
              "configuration": lambda c: fields("CFG", c)}

    def table(match):
        rows = "\n".join(makers[match.group(1)](chapters))
        return f"<!-- table: {match.group(1)} -->\n\n{rows}\n\n<!-- end of table -->"

    return re.sub(r"<!-- table: ([a-z ]+) -->.*?<!-- end of table -->", table, text, flags=re.S)
