#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/digits.md and docs/digits.svg from the output of `make digits` on a core that counts instructions,
and from that of a program with the time model: digits_doc.py output timed-output."""
import re
import sys

LINE = re.compile(r"^(\w+) +(LoFi|HiFi\d) +([\d.]+) % +(\d+) +([\d.]+) +(\d+)$", re.M)
BAR, GAP, LEFT, TOP, SCALE = 14, 14, 50, 30, 4.6
LABELS = LEFT + 100 * SCALE + 6  # to the right of the longest possible bar
COLOURS = {"LoFi": "#9aa9c7", "HiFi2": "#6f86b5", "HiFi3": "#4a649c", "HiFi4": "#27427d"}
BETWEEN = re.compile(r"(<!-- made by `make digits-doc` -->\n).*?(<!-- end -->)", re.S)


def table(rows, cycles):
    yield ("| format | fidelity | accuracy | same digit as double, of 352 | largest error of a score | instructions per picture "
           "| cycles per picture |")
    yield "|---|---|---|---|---|---|---|"
    for name, fidelity, right, same, error, count in rows:
        yield f"| {name} | {fidelity} | {right} % | {same} | {error} | {int(count):,} | {int(cycles[name, fidelity]):,} |"


def bars(rows):
    y, last = TOP, None
    for name, fidelity, right, *_ in rows:
        if last not in (None, name):
            y += GAP
        if name != last:
            yield f'<text x="{LEFT - 8}" y="{y + 2 * BAR + 4}" text-anchor="end">{name}</text>'
        width = float(right) * SCALE
        yield f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 1}" fill="{COLOURS[fidelity]}"/>'
        yield f'<text class="small" x="{LABELS:.0f}" y="{y + BAR - 4}">{fidelity} {right} %</text>'
        y, last = y + BAR, name


def picture(rows, double):
    shapes = list(bars(rows))
    height = TOP + len(rows) * BAR + len({r[0] for r in rows}) * GAP + 10
    x = LEFT + double * SCALE
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABELS + 90:.0f} {height}" role="img">',
        "<title>Accuracy of the digits network by format and fidelity</title>",
        "<style>text { font: 12px sans-serif; fill: #222 } .small { font-size: 11px }",
        "@media (prefers-color-scheme: dark) { text { fill: #ddd } line { stroke: #ddd } }</style>",
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{height - 12}" stroke="#222" stroke-dasharray="3 3"/>',
        f'<text x="{x:.1f}" y="{TOP - 14}" text-anchor="middle">double: {double:.2f} %</text>',
        *shapes, "</svg>", ""])


def main():
    text = open(sys.argv[1]).read()
    rows, double = LINE.findall(text), re.search(r"^double +([\d.]+) %", text, re.M)
    cycles = {(name, fidelity): last for name, fidelity, *_, last in LINE.findall(open(sys.argv[2]).read())}
    if not rows or not double or len(cycles) != len(rows):
        sys.exit("digits_doc: no table in " + sys.argv[1])
    page = open("docs/digits.md").read()
    page = BETWEEN.sub(lambda m: m.group(1) + "\n".join(table(rows, cycles)) + "\n" + m.group(2), page)
    open("docs/digits.md", "w").write(page)
    open("docs/digits.svg", "w").write(picture(rows, float(double.group(1))))


if __name__ == "__main__":
    main()
