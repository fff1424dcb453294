#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Line coverage by unit: coverage.py build-directory source-directory least-percent [document].

Runs gcov on the .gcda files, merges the counts of a file's lines from all objects, prints a Markdown table and
the lines that were never executed, and writes the table to a document. The status is 1 if the total is below the
least percentage or an instruction was never executed."""
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

from kernels import ending


def reports(build):
    """Yields gcov's JSON reports for every .gcno below build."""
    notes = [os.path.join(d, f) for d, _, names in os.walk(build) for f in names if f.endswith(".gcno")]
    with tempfile.TemporaryDirectory() as work:
        command = ["gcov", "--json-format", "--object-directory"]
        for note in notes:
            note = os.path.abspath(note)
            subprocess.run(command + [os.path.dirname(note), note], cwd=work, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for name in os.listdir(work):
                path = os.path.join(work, name)
                with gzip.open(path) as file:
                    yield json.load(file)
                os.remove(path)


BODY = "stx_exec_"


def lines_of(build, source):
    """Two maps: file -> line -> times executed, and body of an instruction -> times executed."""
    files = collections.defaultdict(lambda: collections.defaultdict(int))
    bodies = collections.defaultdict(int)
    for report in reports(build):
        for file in report["files"]:
            path = os.path.relpath(file["file"])
            if path.startswith(source + "/"):
                for line in file["lines"]:
                    files[path][line["line_number"]] += line["count"]
                for function in file["functions"]:
                    if function["name"].startswith(BODY):
                        bodies[function["name"][len(BODY):]] += function["execution_count"]
    return files, bodies


def row(name, lines):
    hit = sum(1 for count in lines if count)
    return hit, len(lines), f"| {name} | {len(lines)} | {hit} | {100 * hit / max(len(lines), 1):.1f} % |"


def front_end_rows():
    """The number of instructions without a body, which the front end handles."""
    with open("lib/isa/blackhole.def") as file:
        return sum(line.startswith("FRNT(") for line in file)


def write_table(document, table):
    """Writes the table between the document's two marks."""
    first, last = "<!-- coverage -->\n", "<!-- end of coverage -->"
    with open(document) as file:
        text = file.read()
    before, rest = text.split(first)
    after = rest.split(last)[1]
    with open(document, "w") as file:
        file.write(before + first + table + "\n" + last + after)


def main():
    build, source, least = sys.argv[1], sys.argv[2], float(sys.argv[3])
    files, bodies = lines_of(build, source)
    units = collections.defaultdict(list)
    for path, lines in files.items():
        units[path.split("/")[1]] += lines.values()
    table = ["| unit | lines | executed | |", "|---|---:|---:|---:|"]
    table += [row(unit, units[unit])[2] for unit in sorted(units)]
    hit, total, text = row("all of " + source, [c for counts in units.values() for c in counts])
    idle = [name for name in sorted(bodies) if not bodies[name]]
    front = front_end_rows()
    table += [text, "", f"Instructions that execute: {len(bodies) + front}. {front} of them the front end consumes; of the "
              f"{len(bodies)} that have a body {len(bodies) - len(idle)} were executed."]
    print("\n".join(table), *idle)
    if len(sys.argv) > 4:
        write_table(sys.argv[4], "\n".join(table))
    for path in sorted(files):
        missed = [str(n) for n in sorted(files[path]) if not files[path][n]]
        if missed:
            print(f"{path}: not executed: {' '.join(missed)}")
    return 100 * hit < least * total or bool(idle)


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
