#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evaluates the lines of a bench run.

  perf.py ratios FILE            prints a table, one row for each name, and the ratios to the baselines
  perf.py check RECORD FILE      fails if a count grew by more than 0.5 %, or if README.md states another ratio
  perf.py record FILE            prints the lines that are kept: counts, no times
  perf.py words RECORD FILE.md   renews the table of how long a word keeps a hart, between its marks
  perf.py faults rules.def FILE.md  renews the table of the numbers of faults, between its marks
  perf.py distances RECORD FILE.md  renews the counts in the table of floors, between its marks
  perf.py sizes                  renews the tables of sizes in README.md, docs/firmware.md and docs/perf.md; run `make size` for both chips before
  perf.py doc FILE               renews docs/perf.tsv, the tables of docs/perf.md, between their marks, and the plot, and what `sizes` renews;
                                 run `make size` for both chips before

Counts depend on the compiler: the record names its own, and those of other compilers are not compared with it.
"""
import os
import re
import subprocess
import sys

RATIOS = [  # title, baseline, what is compared with it
    ("float matmul / HiFi4 tile", "gemm32_c_float", "tile32_hifi4"),
    ("float matmul / HiFi4 kernel", "gemm32_c_float", "kernel_matmul_hifi4"),
    ("float matmul / LoFi tile", "gemm32_c_float", "tile32_lofi"),
    ("float matmul / LoFi kernel", "gemm32_c_float", "kernel_matmul_lofi"),
    ("int8 matmul / 16 MVMULs, one phase", "gemm32_c_int8", "mvmul_int8"),
    ("plain form / MVMUL", "mvmul_plain", "mvmul_bf16_dst32"),
    ("plain form / SFPMAD", "sfpmad_plain", "sfpmad"),
    ("plain form / SFPMAD, Horner", "sfpmad_plain", "sfpmad_horner"),
]
WORDS = [  # what firmware waits for, and the lines that measure it
    ("NOP, a word of the scalar unit or of counters", "issue_nop"),
    ("vector unit: SFPIADD, SFPLOAD, SFPSTORE", "sfpiadd sfpload sfpstore"),
    ("vector unit: SFPMUL, SFPADD", "sfpmul sfpadd"),
    ("vector unit: SFPMAD, also where the short form does not apply", "sfpmad sfpmad_plain"),
    ("ELWADD, ELWSUB, ELWMUL of eight rows", "elwadd elwadd_dst16 elwsub_accumulate elwmul elwmul_dst16"),
    ("GMPOOL, GAPOOL", "gmpool gapool"),
    ("MVMUL of INT8", "mvmul_int8"),
    ("MVMUL of BF16, TF32, BFP8, FP16", "mvmul_bf16_dst16 mvmul_bf16_dst32 mvmul_tf32_dst32 mvmul_bfp8_dst32 mvmul_fp16_dst16"),
    ("MVMUL with operands chosen against the fast form", "mvmul_adversarial"),
    ("UNPACR of a whole tile, BF16 and BFP8", "unpack_bf16_tile unpack_bfp8_tile"),
    ("PACR of a whole tile, BF16 and BFP8", "pack_bf16_tile pack_bfp8_tile"),
    ("MOP of the 64 products of a tile in HiFi4, without turns", "tile32_hifi4"),
]
WORD_CORES = ("rv32i", "rv32im", "rv32imafc")
FIDELITIES = ("lofi", "hifi2", "hifi3", "hifi4")
TILE_MACS = 32 * 32 * 32
GROWTH = 1.005


def read(path):
    """{(name, march): number}, in the order of the file."""
    counts = {}
    for line in open(path):
        words = line.split()
        if len(words) == 4 and words[0] == "bench":
            counts[words[1], words[2]] = int(words[3])
    return counts


def marches_of(counts):
    return list(dict.fromkeys(march for _, march in counts))


def ratio(counts, march, opponent, name):
    a, b = counts.get((opponent, march)), counts.get((name, march))
    if not a or not b:
        return None
    return a / b / (16 if name == "mvmul_int8" else 1)


def ratios(path):
    counts = read(path)
    print(" " * 20 + "".join(f"{march + ', ns' * march.startswith('host'):>16}" for march in marches_of(counts)))
    for name in dict.fromkeys(name for name, _ in counts):
        print(f"{name:20}" + "".join(f"{counts.get((name, march), ''):>16}" for march in marches_of(counts)))
    for title, opponent, name in RATIOS:
        for march in marches_of(counts):
            value = ratio(counts, march, opponent, name)
            if value:
                print(f"ratio {title:34} {march:16} {value:6.1f}")


def compiler():
    """The first line of the cross compiler's version."""
    cross = os.environ.get("CROSS", "riscv64-unknown-elf-")
    said = subprocess.run([cross + "gcc", "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


def compiler_of(path):
    for line in open(path):
        if line.startswith("compiler "):
            return line.split(" ", 1)[1].strip()
    return ""


def readme_is_true(counts):
    """Checks the two ratios for rv32im in README.md: with all mantissa bits, to one decimal, and with one phase, as
    an integer."""
    told = [float(number) for number in re.findall(r"([\d.]+) times fewer", open("README.md", encoding="utf-8").read())]
    hifi4, lofi = [ratio(counts, "rv32im", "gemm32_c_float", name) for name in ("tile32_hifi4", "tile32_lofi")]
    good = told == [round(hifi4, 1), lofi // 1] if hifi4 and lofi else True
    if not good:
        print(f"bench-check: README.md states {told}, the ratios are {hifi4:.1f} and {lofi:.1f}")
    return good


def check(record, path):
    if compiler_of(record) != compiler():
        print(f"bench-check: counts are from {compiler_of(record)}: not compared")
        return 0
    old, new = read(record), read(path)
    slower = [(k, old[k], n) for k, n in new.items() if k in old and n > old[k] * GROWTH]
    for (name, march), before, now in slower:
        print(f"bench-check: {name} on {march}: {now}, was {before}")
    common = sum(k in old for k in new)
    print(f"bench-check: {common} counts, {len(slower)} grew by more than 0.5 %")
    return 1 if slower or not common or not readme_is_true(new) else 0


def words_table(counts):
    def cell(names, march):
        found = sorted(counts[name, march] for name in names.split())
        return f"{found[0]:,}" + (f" to {found[-1]:,}" if len(found) > 1 else "")
    return table(["word, instructions", *WORD_CORES], [[what, *(cell(names, m) for m in WORD_CORES)] for what, names in WORDS])


def marks(name):
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->"


def between(text, name):
    begin, end = marks(name)
    return text[text.index(begin) + len(begin):text.index(end)]


def renewed(text, name, lines):
    begin, end = marks(name)
    return text[:text.index(begin) + len(begin)] + "\n".join(lines) + "\n" + text[text.index(end):]


def renew(markdown, name, lines):
    with open(markdown, encoding="utf-8") as f:
        text = f.read()
    with open(markdown, "w", encoding="utf-8") as f:
        f.write(renewed(text, name, lines))
    return 0


def words(path, markdown):
    return renew(markdown, "words", words_table(read(path)))


def faults(path, markdown):
    """A rule's number is its place in rules.def (enum stx_rule)."""
    with open(path, encoding="ascii") as f:
        rules = re.findall(r'^(?:HARD|RULE)\((\w+), \w+, "[^"]*", "([^"]*)"\)$', f.read(), re.M)
    return renew(markdown, "faults", table(["number", "rule", "what it means"], [[str(n), f"`{name}`", text] for n, (name, text) in enumerate(rules)]))


def record(path):
    print("compiler", compiler())
    for (name, march), n in read(path).items():
        if not march.startswith("host"):
            print("bench", name, march, n)


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def doc_tables(counts):
    marches = marches_of(counts)
    macs = [[m] + [f"{counts[f'tile32_{f}', m] / TILE_MACS:.1f}" for f in FIDELITIES]
            for m in marches if ("tile32_lofi", m) in counts and not m.startswith("host")]
    versus = []
    for title, opponent, name in RATIOS:
        values = [ratio(counts, m, opponent, name) for m in marches]
        versus.append([title] + [f"{v:.1f}" if v else "" for v in values])
    return {"macs": table(["core", *FIDELITIES], macs),
            "ratios": table(["how many times faster", *marches], versus)}


def distance(cells, counts):
    """A row of the table of floors with the counts of today; the first cell names at least as many measurements as there are counts."""
    numbers = [[int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\d|\d+", re.sub(r"\(.*?\)", "", cell))] for cell in cells[2:4]]
    names = re.findall(r"`(\w+)`", cells[0])[:len(numbers[1])]
    found = [counts[name, "rv32im"] for name in names]
    floors = numbers[0] * len(found) if len(numbers[0]) == 1 else numbers[0]
    above = ", ".join(f"{round((n / floor - 1) * 100)}" for n, floor in zip(found, floors))
    return [*cells[:3], ", ".join(f"{n:,}" for n in found), above + " %" * bool(above), *cells[5:]]


def distances(path, markdown):
    with open(markdown, encoding="utf-8") as f:
        head, _, *rows = between(f.read(), "distances").splitlines()
    return renew(markdown, "distances", table(cells_of(head), [distance(cells_of(row), read(path)) for row in rows]))


STYLE = """<style>text{fill:#222}.axis{stroke:#666;stroke-width:1}.grid{stroke:#ccc;stroke-width:.5}
@media(prefers-color-scheme:dark){text{fill:#ddd}.axis{stroke:#aaa}.grid{stroke:#555}}</style>"""


def axes(left, width, height, top, scale):
    """Draws both axes with names, and a line for every twenty instructions."""
    out = [f'<line class="axis" x1="{left - 6}" y1="30" x2="{left - 6}" y2="{height}"/>',
           f'<line class="axis" x1="{left - 6}" y1="{height}" x2="{width - 4}" y2="{height}"/>',
           f'<text x="12" y="{height / 2}" text-anchor="middle" transform="rotate(-90 12 {height / 2})">'
           'instructions per multiply-add</text>',
           f'<text x="{width - 4}" y="{height + 40}" text-anchor="end">core (-march), bars by fidelity</text>']
    for value in range(0, int(top) + 1, 20):
        y = height - value * scale
        out.append(f'<line class="grid" x1="{left - 6}" y1="{y:.1f}" x2="{width - 4}" y2="{y:.1f}"/>'
                   f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end" font-size="9">{value}</text>')
    return out


def svg(counts):
    """Draws grouped bars: instructions per multiply-add, by core and fidelity."""
    marches = [m for m in marches_of(counts) if ("tile32_lofi", m) in counts and not m.startswith("host")]
    values = {(m, f): counts[f"tile32_{f}", m] / TILE_MACS for m in marches for f in FIDELITIES}
    top, height, left, bar, gap = max(values.values()), 240, 54, 22, 26
    width = left + len(marches) * (4 * bar + gap) + 10
    colors = ("#4878a8", "#6aa84f", "#d8a23c", "#b5524a")
    scale = (height - 40) / top
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 60}" width="{width}" '
           f'height="{height + 60}" font-family="sans-serif" font-size="11" role="img">', STYLE,
           f'<text x="{left}" y="14">RISC-V instructions per multiply-add of a 32x32x32 tile, '
           'operand decoding included</text>'] + axes(left, width, height, top, scale)
    for i, march in enumerate(marches):
        x = left + i * (4 * bar + gap)
        for j, f in enumerate(FIDELITIES):
            h = values[march, f] * scale
            out.append(f'<rect x="{x + j * bar}" y="{height - h:.1f}" width="{bar - 2}" height="{h:.1f}" '
                       f'fill="{colors[j]}"/>')
            out.append(f'<text x="{x + j * bar + bar / 2 - 1}" y="{height - h - 3:.1f}" text-anchor="middle" '
                       f'font-size="9">{values[march, f]:.0f}</text>')
        out.append(f'<text x="{x + 2 * bar}" y="{height + 14}" text-anchor="middle">{march}</text>')
    for j, f in enumerate(FIDELITIES):
        out.append(f'<rect x="{left + j * 80}" y="{height + 30}" width="10" height="10" fill="{colors[j]}"/>')
        out.append(f'<text x="{left + j * 80 + 14}" y="{height + 39}">{f}</text>')
    return "\n".join(out + ["</svg>", ""])


def sizes():
    """Tables of the results that `make size` has left for each chip."""
    rows, states = [], []
    for chip, kept in (("Blackhole", "build/size/"), ("Wormhole", "build/size-wormhole/")):
        (head, *cores), state = ([line.rstrip("\n").split("\t") for line in open(kept + name)] for name in ("table.tsv", "state.tsv"))
        rows += [[chip] + [f"{int(v):,}" if v.isdigit() else v for v in core] for core in cores]
        states += [[chip] + [f"{int(v):,}" for v in state[1]]]
    return table(["chip", *head], rows) + ["", *table(["chip, state in bytes", *state[0]], states)]


def programs(*cores):
    """What programs link, as `make size` has left it; of one core without the column of cores."""
    _, *rows = [line.rstrip("\n").split("\t") for line in open("build/size/programs.tsv")]
    names = {"full": "the usual library", "words": "`STX_PROFILE=words`"}
    cells = [[core, names[profile], level, *(f"{int(n):,}" for n in numbers)] for core, profile, level, *numbers in rows if core in cores]
    head = ["core", "library", "level", "words only", "and tile functions", "everything, names and reports too"]
    return table(head[len(cores) == 1:], [row[len(cores) == 1:] for row in cells])


def all_sizes():
    state = [line.rstrip("\n").split("\t") for line in open("build/size/state.tsv")][1]
    states = table(["state", "full", "half", "tiny"], [["`struct stx_core`", *(f"{int(n):,}" for n in state)]])
    renew("README.md", "sizes", [*programs("rv32imac"), "", *states])
    renew("docs/firmware.md", "sizes", [*programs("rv32im", "rv32imac"), "", *states])
    return renew("docs/perf.md", "sizes", sizes())


def tsv(counts, other):
    """All counts: a row for each measurement, a column for each core, the last for the other chip."""
    marches = marches_of(counts)
    yield ["name", *(m + ", ns" * m.startswith("host") for m in marches), "Wormhole, rv32im"]
    for name in dict.fromkeys(name for name, _ in counts):
        yield [name, *(str(counts.get((name, m), "")) for m in marches), str(other.get((name, "rv32im"), ""))]


def doc(path):
    counts = read(path)
    for name, lines in doc_tables(counts).items():
        renew("docs/perf.md", name, lines)
    all_sizes()
    with open("docs/perf.tsv", "w") as f:
        f.writelines("\t".join(row) + "\n" for row in tsv(counts, read("bench/counts-wormhole.txt")))
    with open("docs/perf.svg", "w") as f:
        f.write(svg(counts))
    return 0


if __name__ == "__main__":
    commands = {"ratios": ratios, "check": check, "record": record, "words": words, "faults": faults, "distances": distances, "sizes": all_sizes, "doc": doc}
    if len(sys.argv) < 2 or sys.argv[1] not in commands or len(sys.argv) < 3 and sys.argv[1] != "sizes":
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](*sys.argv[2:]))
