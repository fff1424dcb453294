#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of each word on the library and on the reference simulator: against.py TTSIM [NAME]

TTSIM is a checkout of tenstorrent/ttsim. Its core is compiled with its own release flags, the library as usual,
with AVX2 where the machine has it, and without AVX2, both as an archive and as a single file. The addresses of code and data change the times of short
words by more than the differences to be measured, so each program is linked several times with different gaps
before them, and a figure is the median of all programs. The table also has the instructions of both sides, which
do not depend on how busy the machine is. Below it are the words that are not faster by at least 1.05 times.
build/against/perf-against.tsv has the rows of docs/perf-against.tsv."""
import glob
import os
import statistics
import subprocess
import sys

OUT = "build/against"
LEVELS = {"usual": "-DSTX_HOSTED=1", "plain": "-DSTX_CHOOSE=0"}  # forms of AVX2 where the machine has it, and never
GAPS = (0, 16, 80, 1104)  # bytes before the code; data moves by four times as much
LEAST = 1.05
SIMULATOR = ("-std=c++20 -O2 -march=x86-64-v3 -fPIC -fvisibility=hidden -fno-exceptions -fno-rtti "
             "-fno-semantic-interposition -DTT_ARCH_VERSION=1 -DNUM_CHIPS=1 -DNUM_MMIO_CHIPS=1").split()


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, check=False, close_fds=False, **options)
    if done.returncode:
        sys.exit(f"against.py: failed: {' '.join(str(word) for word in command)}\n{done.stdout}")
    return done.stdout


def make(*arguments):
    return run(*os.environ.get("MAKE", "make").split(), "-s", "--no-print-directory", *arguments)


def newer(target, *sources):
    """True if the target must be made."""
    return not os.path.exists(target) or os.path.getmtime(target) < max(os.path.getmtime(s) for s in sources)


def simulator(ttsim):
    """Compiles the simulator's core; returns its objects."""
    made, source = os.path.abspath(f"{OUT}/bh"), f"{ttsim}/src"
    os.makedirs(made, exist_ok=True)
    files = {f"{OUT}/fma.o": f"{source}/fma.cpp", f"{OUT}/simulator.o": "bench/against/simulator.cpp"}
    if any(newer(o, c, f"{source}/tensix.cpp", "bench/against/simulator.h") for o, c in files.items()):
        for name in ("tensix_decode:tensix_gen_decode", "tensix_regs:tensix_gen_regs", "tile_regs:tile_gen_regs"):
            header, _, script = name.partition(":")
            run("python3", f"{script}.py", "--chip", "bh", "--out", f"{made}/{header}.h", cwd=source)
        for target, file in files.items():
            run("g++", *SIMULATOR, f"-I{source}", f"-I{made}", "-Ibench/against", "-c", file, "-o", target)
    return list(files)


def library(level):
    """Compiles the programs' objects and the library in two forms; returns both."""
    build = f"{OUT}/{level}"
    make("against-parts", "MARCH=host", f"BUILD={build}", f"EXTRA={LEVELS[level]}")
    single = f"{build}/single.o"
    if newer(single, "build/single/softensix.c"):
        run("gcc", "-std=c99", "-O2", "-DSTX_HOSTED=1", LEVELS[level], "-c", "build/single/softensix.c", "-o", single)
    return sorted(glob.glob(f"{build}/bench/**/*.o", recursive=True)), [f"{build}/libinternal.a", single]


def gap(size):
    """Makes an object of this size, which moves everything that is linked after it."""
    path = f"{OUT}/gap{size}.o"
    if not os.path.exists(path):
        text = f".text\n.skip {size}, 0x90\n.bss\n.skip {4 * size}\n.section .note.GNU-stack,\"\"\n"
        run("gcc", "-x", "assembler", "-", "-c", "-o", path, input=text)
    return path


def programs(level, simulated):
    """Links the program with every form of the library and every gap."""
    objects, libraries = library(level)
    made = []
    for number, form in enumerate(libraries):
        for size in GAPS:
            path = f"{OUT}/{level}/against-{number}-{size}"
            run("g++", gap(size), *objects, form, *simulated, "-lm", "-o", path)
            made.append(path)
    return made


def lines(program, what, name):
    """Yields each name with the figures of both sides, or with a text."""
    text = run(program, what, name, f"{OUT}/1.words", f"{OUT}/4.words")
    rows = {}
    for line in text.splitlines():
        word, rest = line[8:28].rstrip(), line[28:].split()
        if rest and rest[0][0].isdigit():
            rows[word] = [float(rest[0]), float(rest[1]), " ".join(rest[2:])]
        else:
            print(line)
    return rows


def measured(level, simulated, name):
    """For each word: our and the simulator's ns, the ratios of all programs, instructions, a
    note."""
    made = programs(level, simulated)
    runs = [lines(program, "times", name) for program in made]
    counts = lines(made[0], "count", name)
    rows = {}
    for word in runs[0]:
        ours, theirs, note = counts.get(word, (0, 0, runs[0][word][2]))
        times = [statistics.median(r[word][side] for r in runs) for side in (0, 1)]
        ratios = sorted(r[word][1] / r[word][0] for r in runs)
        rows[word] = (times, ratios, (ours, theirs), note)
    return rows


def say(level, rows):
    print(f"against, {level}: ns, simulator's ns, times (of all layouts), instructions, simulator's instructions")
    behind = []
    for word, (ns, ratios, counts, note) in rows.items():
        print(f"against {level:5} {word:20} {ns[0]:9.1f} {ns[1]:10.1f} {ns[1] / ns[0]:6.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) "
              f"{counts[0]:10.0f} {counts[1]:10.0f} {note}".rstrip())
        if ns[1] / ns[0] < LEAST:
            behind.append(f"{word} {ns[1] / ns[0]:.2f}")
    print(f"against {level}: {len(behind)} of {len(rows)} not ahead by {LEAST}: {', '.join(behind)}".rstrip(": "))


def ratio(theirs, ours):
    return f"{theirs / ours:.{2 if theirs < 2 * ours else 1}f}"


def table(both):
    """The lines of docs/perf-against.tsv."""
    def columns(row):
        ns, _, counts, _ = row
        digits = 1 if ns[0] < 20 else 0
        return [f"{ns[0]:.{digits}f}", f"{ns[1]:.{digits}f}", ratio(ns[1], ns[0]), ratio(counts[1], counts[0]) if counts[0] else ""]
    yield ["word", *(column for level in ("usual", "plain") for column in (f"{level}, ns", "simulator, ns", "times", "by instructions"))]
    yield from ([word, *(column for rows in both for column in columns(rows[word]))] for word in both[0])


def main(ttsim, name=""):
    ttsim = os.path.abspath(ttsim)
    if not os.path.exists(f"{ttsim}/src/tensix.cpp"):
        sys.exit("make against TTSIM=dir: the checkout of tenstorrent/ttsim")
    os.makedirs(OUT, exist_ok=True)
    for phases in "14":
        with open(f"{OUT}/{phases}.words", "w", encoding="ascii") as file:
            file.write(run("build/host-diag/record-words.elf", phases))
    simulated = simulator(ttsim)
    both = []
    for level in LEVELS:
        both.append(measured(level, simulated, name))
        say(level, both[-1])
    with open(f"{OUT}/perf-against.tsv", "w", encoding="ascii") as file:
        file.writelines("\t".join(row) + "\n" for row in table(both))


if __name__ == "__main__":
    main(*sys.argv[1:3])
