#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a run: tools/run_picture.py trace.jsonl >run.svg. It has a row for each thread, with words from left to
right in the order in which they ran, coloured by unit; grey means that the thread waits."""
import json
import sys

LEFT, TOP, ROW, WIDTH = 90, 34, 34, 820
THREADS = ["0 unpack", "1 math", "2 pack"]
COLOURS = {"UNPACK": "#0072b2", "FPU": "#d55e00", "SFPU": "#cc79a7", "PACK": "#009e73", "SYNC": "#e69f00",
           "RWC": "#d55e00", "CONFIG": "#56b4e9", "SCALAR": "#56b4e9", "ADC": "#56b4e9"}
NAMES = [("UNPACK", "UNPACR"), ("FPU", "FPU"), ("PACK", "PACR"), ("SYNC", "semaphores, STALLWAIT"),
         ("CONFIG", "configuration, GPRs, counters")]
STYLE = """<style>text{font:13px sans-serif;fill:#222}.w{fill:#999;opacity:.35}line{stroke:#888}
@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>"""


def spans(lines):
    """Yields (thread, colour or None for a wait, begin, end); neighbours of the same colour are
    joined."""
    out, waits = [], {}
    for line in lines:
        event = json.loads(line)
        thread, now = event["thread"], event["t"]
        if event["result"] == "wait":
            waits.setdefault(thread, now)
            continue
        begin = waits.pop(thread, None)
        if begin is not None and begin < now - 1:
            out.append([thread, None, begin, now - 1])
        colour = COLOURS.get(event["unit"], "#56b4e9")
        last = next((s for s in reversed(out) if s[0] == thread), None)
        if last and last[1] == colour and last[3] == now - 1:
            last[3] = now
        else:
            out.append([thread, colour, now - 1, now])
    return out


def legend(y):
    x, parts = LEFT, []
    for unit, name in NAMES:
        parts.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{COLOURS[unit]}"/>'
                     f'<text x="{x + 17}" y="{y + 11}">{name}</text>')
        x += 40 + 7 * len(name)
    return parts + [f'<rect class="w" x="{x}" y="{y}" width="12" height="12"/><text x="{x + 17}" y="{y + 11}">waits</text>']


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        found = spans(list(file)[1:])
    end = max(s[3] for s in found)
    height = TOP + 3 * ROW + 60
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" role="img">', STYLE,
             f'<text x="{LEFT}" y="18">a matrix product: unpack, math and pack threads on one hart, {end} words</text>']
    for t, name in enumerate(THREADS):
        parts.append(f'<text x="6" y="{TOP + t * ROW + 18}">{name}</text>')
    for thread, colour, begin, stop in found:
        x, width = LEFT + begin * WIDTH / end, (stop - begin) * WIDTH / end
        look = f'fill="{colour}"' if colour else 'class="w"'
        parts.append(f'<rect {look} x="{x:.1f}" y="{TOP + thread * ROW}" width="{max(width, .6):.1f}" height="{ROW - 8}"/>')
    parts += legend(TOP + 3 * ROW + 6)
    parts.append(f'<text x="{LEFT}" y="{height - 12}">words, in the order in which they ran</text></svg>')
    print("\n".join(parts))


if __name__ == "__main__":
    main()
