#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/support.md, what there is on which chip: support.py CHIP rows.json formats lists CHIP rows.json formats lists. A chip's
rows are tools/gen_isa_rows's, its formats tools/gen_support's, its lists those of `make chip-lists`; the help is `make help`."""
import json
import re
import sys

HEAD = """# What there is on which chip

Made by `make docs`: words from the tables of instructions, formats by trying each pair on a core (tools/gen_support.c), examples and commands from the makefiles. How the chips differ
where both have something: [appendix F of the book](spec/appendix-f-wormhole.md). Kernels of tt-llk and tt-metal: [llk.md](llk.md), [metal-kernels.md](metal-kernels.md).
"""
WHATS = [("source", "unpacks to SrcA, SrcB as"), ("dst", "unpacks to Dst as"), ("pack16", "is packed from 16 bits as"),
         ("pack32", "is packed from 32 bits as")]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Chip:
    def __init__(self, name, rows, formats, lists):
        self.name = name.capitalize()
        self.rows = {r["name"]: r for r in map(json.loads, filter(None, read(rows).split("\n")))}
        self.formats = {(w[0], w[1]): w[2:] for w in (line.split("\t") for line in read(formats).split("\n")) if len(w) > 1}
        self.lists = {w[0]: w[1:] for w in (line.split() for line in read(lists).split("\n")) if w}


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(r) + " |" for r in rows] + [""]


def words(chips):
    def status(chip, name):
        row = chip.rows.get(name)
        return "there is no such word" if not row else "executes" if row["executes"] else "a fault"
    names = sorted(set().union(*(c.rows for c in chips)))
    differ = [[f"`{n}`"] + [status(c, n) for c in chips] for n in names if len({status(c, n) for c in chips}) > 1]
    counts = "; ".join(f"{c.name} has {len(c.rows)}, of which {sum(r['executes'] for r in c.rows.values())} execute" for c in chips)
    return ["## Words", "", counts + ". Those that not both execute:", ""] + table(["word"] + [c.name for c in chips], differ)


def formats(chips):
    def cell(key):
        each = [", ".join(c.formats.get(key, [])) or "-" for c in chips]
        return each[0] if len(set(each)) == 1 else "; ".join(f"{c.name}: {e}" for c, e in zip(chips, each))
    memory = [f for w, f in chips[0].formats if w == "source"]
    return ["## Data formats", "", "For each format in L1, the formats in registers that it goes to and comes from; packed with or without rounding to ten bits of mantissa.", ""] + \
        table(["in L1"] + [text for _, text in WHATS], [[f] + [cell((w, f)) for w, _ in WHATS] for f in memory])


def examples(chips):
    names = sorted(set().union(*(c.lists["examples"] for c in chips)))
    return ["## Examples", "", "`make example EXAMPLE=name`, for Wormhole with `ARCH=wormhole`:", ""] + \
        table(["example"] + [c.name for c in chips], [[f"[{n}](../examples/{n})"] + ["yes" if n in c.lists["examples"] else "-" for c in chips] for n in names])


def commands(chips, targets):
    alone, both = chips[1].lists["alone"], chips[1].lists["both"]
    of_chip = [t for t in targets if t not in alone + both]
    def listed(names):
        return ", ".join(f"`{n}`" for n in names) + "."
    return ["## Commands", "", "Of those that `make help` lists:", "",
            f"- for either chip, `ARCH={chips[1].name.lower()}` or without it: " + listed(of_chip),
            "- about both chips, without `ARCH`: " + listed([t for t in targets if t in both]),
            f"- for {chips[0].name} alone; with another `ARCH` they refuse: " + listed([t for t in targets if t in alone]), ""]


def main():
    chips = [Chip(*sys.argv[i:i + 4]) for i in (1, 5)]
    targets = re.findall(r"^  ([a-z][a-z0-9-]*) ", sys.stdin.read(), re.M)
    lines = HEAD.split("\n") + words(chips) + formats(chips) + examples(chips) + commands(chips, list(dict.fromkeys(targets)))
    with open("docs/support.md", "w", encoding="utf-8") as f:
        f.write("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
