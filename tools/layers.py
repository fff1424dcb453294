#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layers of lib/: layers.py [directory of objects]. Each directory of lib/ belongs to a layer. Its files include
headers, and its objects call functions, of the same directory or of a lower layer only, and no two files depend on
each other, directly or indirectly. The coprocessor knows neither what is built on it nor those who listen to it, and
what is built on it knows no listener. Prints the layers; the exit status is 1 if a dependency goes upwards, in a circle or
into such a part, or if docs/DESIGN.md or its drawing shows what is not so."""
import collections
import glob
import os
import re
import subprocess
import sys

from kernels import ending

# From the top down. Directories of one line are independent of each other.
LAYERS = """
tile
time
diag
inspect
mmio
frontend
fpu sfpu unpack pack control
fast
counters
regs
isa
core
num
"""
# The parts of lib/ around the coprocessor, which is all the rest: directories, public headers, and the parts that they may
# not know; the coprocessor knows neither.
PARTS = {"products": ({"tile", "inspect"}, {"tile", "selftest", "inspect"}, {"listeners"}),
         "listeners": ({"diag", "time"}, {"dump", "lint", "order", "print", "time", "time_state", "trace", "uninit"}, set())}
DIRECTORIES = [line.split() for line in LAYERS.split("\n") if line]
LEVEL = {directory: -i for i, directories in enumerate(DIRECTORIES) for directory in directories}


def directory_of(path):
    return path.split("/")[1]


def includes():
    for path in sorted(glob.glob("lib/**/*.[ch]", recursive=True)):
        for header in re.findall(r'^#include "([^"]+)"', open(path).read(), re.M):
            if "/" in header and os.path.exists("lib/" + header):
                yield path, "lib/" + header, "includes"


def symbols(objects):
    """(source, kind, name) of every symbol that nm lists."""
    sources = {path: os.path.relpath(path, objects)[:-2] + ".c"
               for path in sorted(glob.glob(objects + "/lib/**/*.o", recursive=True))}
    paths = [path for path, source in sources.items() if os.path.exists(source)]
    for line in subprocess.run(["nm", "-A", *paths], capture_output=True, text=True, check=True).stdout.splitlines():
        path, _, rest = line.partition(":")
        yield sources[path], *rest.split()[-2:]


def calls(objects):
    defined, wanted = {}, []
    for source, kind, name in symbols(objects):
        if kind == "U":
            wanted.append((source, name))
        elif kind.isupper():
            defined[name] = source
    for source, name in wanted:
        if name in defined and defined[name] != source:
            yield source, defined[name], "calls " + name + " of"


def upward(edges):
    for source, target, how in edges:
        a, b = directory_of(source), directory_of(target)
        if a != b and not (a in LEVEL and b in LEVEL and LEVEL[a] > LEVEL[b]):
            yield f"{source} {how} {target}"


def part_of(path):
    """The part of lib/ to which a file or a public header belongs."""
    name, public = os.path.basename(path)[:-2], path.startswith("softensix/")
    for part, (directories, headers, _) in PARTS.items():
        if name in headers if public else directory_of(path) in directories:
            return part
    return "coprocessor"


def crossings(edges):
    """Includes and calls by which a part knows one that it may not know."""
    public = ((path, header, "includes") for path in sorted(glob.glob("lib/**/*.[ch]", recursive=True))
              for header in re.findall(r'^#include "(softensix/\w+\.h)"', read(path), re.M))
    for source, target, how in [*public, *edges]:
        part, other = part_of(source), part_of(target)
        hidden = set(PARTS) if part == "coprocessor" else PARTS[part][2]
        if other in hidden:
            yield f"{source}, of the {part}, {how} {target}, of the {other}"


def circles(edges):
    """Strongly connected sets of more than one file (Tarjan's algorithm, without recursion)."""
    graph = collections.defaultdict(set)
    for source, target, _ in edges:
        graph[source].add(target)
    index, low, stack, found = {}, {}, [], []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    work.append((target, iter(sorted(graph[target]))))
                    break
                if target in stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    found += [sorted(stack[at:])] if len(stack) - at > 1 else []
                    del stack[at:]
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def lost_places(design):
    """Yields what the table of symptoms in the design names and is not there: a file, or a name in none of its cell's files."""
    table = read(design).partition("\n| symptom |")[2].partition("\n\n")[0]
    rows = [row for row in table.split("\n") if row.count("|") == 4 and not row.startswith("|---")]
    for cell in (cell for row in rows for cell in row.split("|")[2:4]):
        names = re.findall(r"`([^`]+)`", cell)
        files = [name for name in names if "/" in name]
        lost = [name for name in files if not os.path.exists(name)]
        text = "".join(read(name) for name in files if os.path.isfile(name))
        if files:
            lost += [name for name in names if "/" not in name and " " not in name and not re.search(r"\b%s" % name, text)]
        for name in lost:
            yield f"{design}: {name}, where a symptom comes from, is not there"
    if len(rows) < 12:
        yield f"{design}: {len(rows)} symptoms have a place"


def untrue(design="docs/DESIGN.md", drawing="docs/house.svg"):
    """Yields the steps of a word in the design that are in another file or that go up, and the directories that its
    drawing lacks."""
    level = 0
    for names, place in re.findall(r"^\| \d+ \| (`[^|]*) \| `([^`]+)` \|", read(design), re.M):
        files = glob.glob(place + "*.[ch]") + glob.glob(place) + glob.glob(place.replace("softensix/", "softensix/*/"))
        text = "".join(read(path) for path in files if os.path.isfile(path))
        for name in re.findall(r"`(\w+\([A-Z]+\)|\w+)", names):
            if name not in text:
                yield f"{design}: {name} is not in {place}"
        now = LEVEL[directory_of(place)] if place.startswith("lib/") else level
        if now > level:
            yield f"{design}: the step to {place} goes up"
        level = now
    yield from lost_places(design)
    for directory in LEVEL:
        if not re.search(r"\b%s\b" % directory, read(drawing)):
            yield f"{drawing}: {directory} is missing"


def main():
    objects = sys.argv[1] if len(sys.argv) > 1 else "build/host"
    edges = list(includes()) + list(calls(objects))
    for directories in DIRECTORIES:
        print("layer: " + " ".join(directories))
    unknown = sorted({directory_of(path) for path in glob.glob("lib/*/")} - set(LEVEL))
    exceptions = sorted(set(upward(edges))) + sorted(set(crossings(edges))) + [f"lib/{directory} has no layer" for directory in unknown]
    loops = circles(edges)
    wrong = list(untrue())
    for line in exceptions:
        print("upward: " + line)
    for line in wrong:
        print(line)
    for loop in loops:
        print("circle: " + " ".join(loop))
    print(f"layers: {len(edges)} includes and calls, {len(exceptions)} exceptions, {len(loops)} circles")
    return 1 if exceptions or loops or wrong else 0


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
