#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pages of docs/isa: tools/isa_pages.py rows.json rules.tsv rows-of-wormhole.json

The frame of a page comes from the instruction table (rows.json of tools/gen_isa_rows.c), docs/modes.tsv,
softensix/lints.def, errata.def, the rules that random words have broken (tools/gen_isa_rules.c), the theorems about what
its body calls (tools/prove/about.py), and for the other chip from its own table and appendix F of the book. docs/isa/src/NAME.ex (three sentences, the formula, an
example with numbers) and docs/isa/src/operands.tsv (what operands mean) are written by hand. This script also
makes the table of the lint's rules in docs/diagnostics.md."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from prove.about import by_instruction  # noqa: E402

OUT = "docs/isa"
SOURCE = OUT + "/src"
# A rule of the lint is on the page of each instruction that its text names. SFPLOADMACRO is a load, too.
LOADS = {"SFPLOADMACRO": "SFPLOAD"}
LINT_PAGE = "docs/diagnostics.md"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def strings(text):
    return " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def lints():
    """Maps name to (text, what to add)."""
    found = {}
    for m in re.finditer(r'LINT\((\w+),\s*"[^"]*",\s*((?:"[^"]*"\s*)+),\s*(\d+),\s*(NULL|(?:"[^"]*"\s*)+)\)',
                         read("include/softensix/lints.def")):
        apart = int(m[3])
        gap = f"{apart} instruction{'s' if apart > 1 else ''} between them" if apart else ""
        remedy = strings(m[4])
        found[m[1]] = (strings(m[2]), " or ".join(x for x in (gap, remedy) if x))
    return found


def instructions_in(text, names):
    """The instructions that a rule is about, without STALLWAIT and SFPNOP, which are remedies. MPOOL3Sx means all
    names that begin with MPOOL3S."""
    words = set(re.findall(r"\w+", text)) - {"STALLWAIT", "SFPNOP"}
    return {n for n in names if n in words or n[:-1] + "x" in words}


def rules_text():
    return {m[1]: (m[2], strings(m[3])) for m in re.finditer(
        r'(?:RULE|HARD)\((\w+), \w+, "([^"]*)", ((?:"[^"]*"\s*)+)\)', read("include/softensix/rules.def"))}


def errata():
    found = []
    for m in re.finditer(r'ERRATUM\((\w+), "([^"]*)",\s*((?:"[^"]*"\s*)+)\)', read("include/softensix/errata.def")):
        found.append((m[1], strings(m[3])))
    return found


def table(path, columns):
    rows = [line.split("\t") for line in read(path).split("\n") if line and line[0] != "#"]
    return [row for row in rows if len(row) >= columns]


def example(name):
    """The hand-written part of a page, by keyword."""
    parts, key = {}, None
    if not os.path.exists(f"{SOURCE}/{name}.ex"):
        return {"book": "A", "what": ["Nobody has written about this instruction yet."], "formula": [], "example": ["None yet."],
                "words": ["thread 1"]}
    for line in read(f"{SOURCE}/{name}.ex").split("\n"):
        word = line.split(" ")[0]
        if word in ("what", "formula", "example", "before", "words", "after", "end") and line == word:
            key, parts[word] = word, []
        elif word == "book":
            parts["book"] = line.split(" ")[1]
        elif key and not line.startswith("# "):
            parts[key].append(line)
    return parts


def drawing(row):
    """Draws bits 31 to 0 as boxes."""
    boxes = [(31, 24, f"0x{row['opcode']:02X}")]
    taken = {bit: f for f in row["fields"] for bit in range(f["low"], f["low"] + f["width"])}
    bit = 23
    while bit >= 0:
        field, high = taken.get(bit), bit
        while bit >= 0 and taken.get(bit) is field:
            bit -= 1
        boxes.append((high, bit + 1, field["name"] if field else "-"))
    top, middle, line = "", "", ""
    for high, low, name in boxes:
        span = f"{high}" if high == low else f"{high}:{low}"
        width = max(len(span), len(name)) + 2
        top += " " + span.center(width)
        line += "+" + "-" * width
        middle += "|" + name.center(width)
    return [top.rstrip(), line + "+", middle + "|", line + "+"]


def section_link(book, anchors):
    number = book if book in anchors else book.split(".")[0]
    return f"[{book}](../spec/{anchors[number]}#{number})"


def anchors_of_book():
    found = {}
    for name in sorted(os.listdir("docs/spec")):
        if name.endswith(".md"):
            for anchor in re.findall(r'<a id="([^"]+)">', read("docs/spec/" + name)):
                found[anchor] = name
    return found


def meaning_of(name, field, meanings):
    return meanings.get((name, field)) or meanings.get(("*", field)) or ""


# Numbered names, which are described once instead of in sixteen lines.
NUMBERED = {"ADDR_MOD_0": "`ADDR_MOD_0` to `ADDR_MOD_7`",
            "p_sfpu::LREG0": "`p_sfpu::LREG0` to `LREG7`; constants: 8 `LCONST_0_8373`, 9 `LCONST_0`, 10 `LCONST_1`, "
                             "11 to 14 programmable (11 starts as -1), 15 `LTILEID`, 2 x lane"}


def legal(field):
    if not field["values"]:
        return f"0 to {(1 << field['width']) - 1}"
    if field["values"][0][0] in NUMBERED:
        return NUMBERED[field["values"][0][0]]
    return "<br>".join(f"{v} `{n}`: {text}".replace("|", "\\|") for n, v, text in field["values"])


def operands(row, meanings):
    if not row["fields"]:
        return ["No operands."]
    lines = ["| operand | bits | meaning | values |", "|---|---|---|---|"]
    for f in row["fields"]:
        high = f["low"] + f["width"] - 1
        bits = str(high) if f["width"] == 1 else f"{high}:{f['low']}"
        lines.append(f"| {f['name']} | {bits} | {meaning_of(row['name'], f['name'], meanings)} | {legal(f)} |")
    return lines


def facts(row):
    sub = f", sub-unit {row['sub']}" if row["sub"] else ""
    time = f"{row['resource']}, {row['cycles'] or '?'} cycle{'s' if row['cycles'] != 1 else ''}"
    late = f", result after {row['latency']}" if row["latency"] else ", result after a time that depends on data or is not documented"
    return ["| | |", "|---|---|", f"| unit | {row['unit']}{sub} |", f"| waits until | {row['waits']} |",
            f"| occupies | {time}{late} ([time](../time.md)) |",
            f"| may read | {', '.join(row['reads']) or 'nothing'} |",
            f"| may change | {', '.join(row['writes']) or 'nothing'} |"]


APPENDIX = "appendix-f-wormhole.md"


# What a line of the facts says, as a sentence in the section on Wormhole.
SAID = {"unit": "Its unit is {}.", "waits until": "It waits until {}.", "occupies": "It occupies {}.",
        "may read": "It may read {}.", "may change": "It may change {}."}


def cells_of(line):
    return tuple(cell.strip() for cell in line.strip("|").split("|"))[:2]


def place(field):
    high = field["low"] + field["width"] - 1
    return f"{field['name']} {high}:{field['low']}" if field["width"] > 1 else f"{field['name']} {high}"


def apart_of(text):
    """The sections of the book that a part of appendix F is about, by the mnemonics in their rows: MOVA2D ->
    {"6.8"}."""
    found = {}
    for line in text.split("\n"):
        cells = line.split("|")
        if len(cells) > 2 and re.search(r"\[\d", cells[1]):
            for name in re.findall(r"\b[A-Z][A-Z0-9_]{2,}\b", cells[2]):
                found.setdefault(name, set()).update(re.findall(r"\[(\d[\d.]*)\]", cells[1]))
    return found


def by_number(sections):
    return sorted(sections, key=lambda s: [int(n) for n in s.split(".")])


class Pages:
    def __init__(self, rows, rules, wormhole):
        self.wormhole = {r["name"]: r for r in (json.loads(line) for line in read(wormhole).split("\n") if line)}
        self.apart = apart_of(read("docs/spec/" + APPENDIX))
        self.rows = [json.loads(line) for line in read(rows).split("\n") if line]
        self.rules = {r[0]: r[1].split() for r in table(rules, 2)}
        self.meanings = {(r[0], r[1]): r[2] for r in table(SOURCE + "/operands.tsv", 3)}
        self.modes = table("docs/modes.tsv", 4)
        self.lints, self.texts, self.errata = lints(), rules_text(), errata()
        self.anchors, self.proven = anchors_of_book(), by_instruction()

    def hazards(self, row):
        named = {row["name"], LOADS.get(row["name"])}
        found = [f"- `{rule}`: {text}. Add: {remedy}." for rule, (text, remedy) in self.lints.items()
                 if named & instructions_in(text, [r["name"] for r in self.rows])]
        return found or ["The [lint](../diagnostics.md#lint) has no rule for this instruction."]

    def errata_of(self, name):
        found = [f"- `{n}`: {text}." for n, text in self.errata if re.search(rf"\b{name}\b", text)]
        return found or ["None."]

    def policies(self, name):
        found = [f"- `{r}`: {self.texts[r][1]}" for r in self.rules.get(name, []) if r in self.texts]
        return found or ["None."]

    def theorems(self, name):
        found = [f"- [`{theorem}`](../proofs.md#{theorem}): {sentence}" for theorem, sentence in self.proven.get(name, [])]
        if not found:
            return ["None: tests sample what this instruction does."]
        return ["Proven for all inputs, of functions that the body calls, directly or not:", ""] + found

    def on_wormhole(self, row):
        """What Wormhole's row says differently, and where the book describes differences."""
        other = self.wormhole.get(row["name"])
        if not other or not other["executes"]:
            return ["Only Blackhole has this instruction, or a rule for it; on Wormhole it is a fault."]
        here, there = [place(f) for f in row["fields"]], [place(f) for f in other["fields"]]
        said = ["The word has the same operands in the same places." if here == there else
                f"The operands are {', '.join(there) or 'none'}."]
        said += [SAID[what].format(value) for (what, value), line in zip(map(cells_of, facts(other)), facts(row))
                 if (what, value) != cells_of(line)]
        of_book = self.apart.get(row["name"], set())
        if of_book:
            said += [f"[Appendix F](../spec/{APPENDIX}) of the book describes the differences, at {', '.join(by_number(of_book))}."]
        return [" ".join(said).replace("It waits until (it does not wait).", "It does not wait.")]

    def mode_table(self, name):
        lines = ["| mode | status | proof |", "|---|---|---|"]
        return lines + [f"| {m[1]} | {m[2]} | {m[3]} |" for m in self.modes if m[0] == name]

    def page(self, row):
        name, ex = row["name"], example(row["name"])
        if not ex["words"][0].startswith("thread"):
            ex["words"].insert(0, "thread 1")
        case = [f"    {line}" for key, head in (("before", "before"), ("words", "run"), ("after", "expect"))
                for line in [head] + ex.get(key, [])]
        case = [line.replace("    before", "    case isa/" + name) if line == "    before" else line for line in case]
        return "\n".join(
            [f"# {name}", "", f"Generated by `make docs`; the text is {SOURCE}/{name}.ex. In the book: "
             f"{section_link(ex['book'], self.anchors)}. [All instructions](README.md).", ""] + ex["what"] +
            ["", "```"] + drawing(row) + ["```", "", "```"] + ex["formula"] + ["```", "", "## Operands", ""] +
            operands(row, self.meanings) + ["", "## Wormhole", ""] + self.on_wormhole(row) + ["", "## Facts", ""] + facts(row) + ["", "## Example", ""] + ex["example"] +
            ["A case for `stx-run` ([format](../testing.md#the-format-of-golden-vectors)); `make isa-examples` runs it:", ""] +
            case + ["    end", "", "## Hazards", ""] + self.hazards(row) + ["", "## Modes and their proof", ""] +
            self.mode_table(name) + ["", "## Theorems", ""] + self.theorems(name) +
            ["", "## Errata", ""] + self.errata_of(name) + ["", "## Rules", "",
             "A broken rule is a fault, unless its [policy](../diagnostics.md#rules-policies-errata) says otherwise."
             " A test with random words of this instruction has broken these rules:", ""] +
            self.policies(name)) + "\n"

    def index(self):
        lines = ["# Instructions", "", "Generated by `make docs`. A page for each instruction that executes: encoding, operands, "
                 "facts, an example that a test runs, hazards, modes, rules. The pages describe Blackhole; a section of each says what is different on Wormhole. See also [Configuration](configuration.md), "
                 "[semaphores](semaphores.md), the [support matrix](../isa.md) and [the book](../spec/README.md).", ""]
        units = list(dict.fromkeys(r["unit"] for r in self.rows))
        for unit in units:
            rows = [r for r in self.rows if r["unit"] == unit and r["executes"]]
            if rows:
                lines += [f"## {unit}", "", "| instruction | what it does |", "|---|---|"]
                lines += [f"| [{r['name']}]({r['name']}.md) | {example(r['name'])['what'][0]} |" for r in rows] + [""]
        return "\n".join(lines)

    def write(self):
        for row in self.rows:
            if row["executes"]:
                with open(f"{OUT}/{row['name']}.md", "w", encoding="utf-8") as file:
                    file.write(self.page(row))
        with open(f"{OUT}/README.md", "w", encoding="utf-8") as file:
            file.write(self.index())

    def write_lints(self):
        """Writes the table of docs/diagnostics.md."""
        rows = "".join(f"| `{rule}` | {text} | {remedy.replace('|', '&#124;')} |\n" for rule, (text, remedy) in self.lints.items())
        page = re.sub(r"(<!-- made by `make docs`: lints -->\n).*?(?=<!-- end -->)",
                      lambda m: m[1] + "| rule | what is found | what to add |\n|---|---|---|\n" + rows, read(LINT_PAGE), flags=re.S)
        with open(LINT_PAGE, "w", encoding="utf-8") as file:
            file.write(page)

    def unexplained(self):
        rows = [r for r in self.rows if r["executes"]]
        return [f"operands.tsv: {r['name']} {f['name']}" for r in rows for f in r["fields"]
                if not meaning_of(r["name"], f["name"], self.meanings)] + [
                    r["name"] + ".ex" for r in rows if not os.path.exists(f"{SOURCE}/{r['name']}.ex")]


def main():
    pages = Pages(*sys.argv[1:4])
    for what in pages.unexplained():
        print(f"isa_pages: {SOURCE} lacks {what}", file=sys.stderr)
    pages.write()
    pages.write_lints()


if __name__ == "__main__":
    main()
