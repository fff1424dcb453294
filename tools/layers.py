#!/usr/bin/env python3
"""The house's layers: layers.py [directory of objects]. A room is a folder of lib/. What a room includes,
and what its objects call, lies in the same room or in one of a layer below. No two files need each other,
directly or by way of others. Prints the layers; exit status 1 if
something points upwards or in a circle."""
import collections
import glob
import os
import re
import subprocess
import sys

# From the top down. Rooms of one line do not know each other.
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
ROOMS = [line.split() for line in LAYERS.split("\n") if line]
LEVEL = {room: -i for i, rooms in enumerate(ROOMS) for room in rooms}


def room_of(path):
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
        a, b = room_of(source), room_of(target)
        if a != b and not (a in LEVEL and b in LEVEL and LEVEL[a] > LEVEL[b]):
            yield f"{source} {how} {target}"


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


def main():
    objects = sys.argv[1] if len(sys.argv) > 1 else "build/host"
    edges = list(includes()) + list(calls(objects))
    for rooms in ROOMS:
        print("layer: " + " ".join(rooms))
    unknown = sorted({room_of(path) for path in glob.glob("lib/*/")} - set(LEVEL))
    exceptions = sorted(set(upward(edges))) + [f"lib/{room} has no layer" for room in unknown]
    loops = circles(edges)
    for line in exceptions:
        print("upward: " + line)
    for loop in loops:
        print("circle: " + " ".join(loop))
    print(f"layers: {len(edges)} includes and calls, {len(exceptions)} exceptions, {len(loops)} circles")
    return 1 if exceptions or loops else 0


if __name__ == "__main__":
    sys.exit(main())
