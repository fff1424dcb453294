#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that programs give the same results in several places: variants.py WHAT [argument]... PLACE..., where WHAT
is

  forms BLOCKS       every selection of fast forms (mk/variants.tsv) against the plain forms; on the host also golden vectors and
                     random words in random configurations (tests/fpu/words_alike.c)
  programs COUNT     random programs of three threads (tests/programs) end as with the plain form on the host: on the host with
                     every selection and at half size, elsewhere with the usual one
  digits BATCHES     the checksum of examples/digits
  demo               the checksum of the demonstration
  libc PARTS         programs with that C library: demonstration, threads, vectors, kernel
  cycles             the bare program of measurements (port/bare): equal hashes for each item, and on the first core the counts
                     of its bench lines, except for the cost of measuring
  kernel SUITE CASES OTHERS
                     each case of that make target leaves the same bytes in all of L1 after the same number of
                     instructions; in places other than the first only OTHERS, if given
  tile               cases of tests/llk, given instead of places: the same with three threads and with tile functions
  all                kernels of examples/llk and examples/metal, and the items of the bench

A place is host, host32, a core, with the bits of its vectors if it has some (rv32imafcv/128), a core under Linux
(linux:rv64gc), a board (a file of linker/) or a C library; for kernel also rv32im--binary (instructions as the
vendor compiles them) and rv32im--isolated (those in user mode). What no tool here can build is skipped with a
message. Last line: "N passed, N failed"."""
import glob
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kernels import ending  # noqa: E402
from kernels.progress import line as progress_line  # noqa: E402

QEMU = "tools/run-qemu.sh"
CHIP = os.environ.get("ARCH", "blackhole")
OTHER = "" if CHIP == "blackhole" else CHIP
SUFFIX = OTHER and "-" + OTHER
LINUX = "riscv64-linux-gnu-"
counts = [0, 0]


def run(command, **environment):
    """Status and output of a command, which is a list."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(os.environ, **environment), text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def make(*arguments, **environment):
    return run(os.environ.get("MAKE", "make").split() + ["-s", "--no-print-directory", *arguments], **environment)


def built(*arguments):
    """Makes a file; prints make's output if that fails."""
    status, text = make(*arguments)
    if status:
        print(text[-4000:])
    return status == 0


def core(place):
    """The make variables of a core such as rv32imafcv/128."""
    march, _, vlen = place.partition("/")
    return ["MARCH=" + march] + (["VLEN=" + vlen] if vlen else [])


def there(place):
    """True if this machine can compile for the core."""
    if not place.partition("/")[0].endswith("v") or place.startswith("linux:"):
        return True
    if run(["tools/vector-cc.sh", "riscv64-unknown-elf-gcc", "rv32imafcv", "ilp32f"])[1].strip():
        return True
    left_out("%s: no compiler with vector intrinsics, clang-19 or GCC 14 (tools/setup.sh --all)" % place)
    return False


skipped = []


def left_out(what):
    skipped.append(what)
    print("skipped: " + what)


def add(passed, failed, text, output=""):
    if failed and output:
        print(output[-8000:])
    print(("FAIL " if failed else "") + text, flush=True)
    counts[0] += passed
    counts[1] += failed


def sums(status, output):
    """The numbers of the last line "N passed, N failed"; a run without it has failed."""
    found = re.findall(r"^(\d+) passed, (\d+) failed", output, re.M)
    passed, failed = map(int, found[-1]) if found else (0, 1)
    return passed, failed or int(status != 0)


def found(pattern, output):
    """The last match of a pattern."""
    return (re.findall(pattern, output, re.M) or [None])[-1]


def selections(place):
    """(name, flags) of the table's rows for a place."""
    avx2 = re.search(r"\bavx2\b", open("/proc/cpuinfo").read()) if os.path.exists("/proc/cpuinfo") else None
    floats = re.match(r"rv..(.*f|g)", re.split("[/_]", place)[0])
    chosen = os.environ.get("SELECTIONS", "").split()
    kinds = {"host": "host", "host+avx2": "host" if avx2 else "", "core": "core", "core+f": "core" if floats else "", "programs": "programs"}
    for row in open("mk/variants.tsv"):
        if row.startswith("SELECTION"):
            _, name, _, flags, where = row.rstrip("\n").split("\t")
            if (place if place in ("host", "programs") else "core") in [kinds[w] for w in where.split()] and (not chosen or name in chosen):
                yield name, flags


def words_alike(name, own, flags, expected):
    """Random words in random configurations leave and report the same as with the plain form, the first
    selection."""
    _, output = make("words-run", *own, "DEBUG=", "EXTRA=" + flags)
    lines = [line for line in output.splitlines() if line.startswith("words ")]
    expected += [] if expected else lines
    wrong = [line for line, other in zip(lines, expected) if line != other][:1] or ([] if len(lines) >= 100 else ["nothing"])
    add(len(lines) - len(wrong), len(wrong), "host: %-10s %-12s %5d passed, %d failed" % (name, "words-run", len(lines), len(wrong)),
        "\n".join(wrong))


def operands(build, extra):
    """The unit test of decoded operands, of which only vectors have a part."""
    program = build + "/tests/fpu/test_forms_operands"
    made = built(program, "UNIT=" + build, "UNIT_LIB=%s/libinternal.a" % build, extra)
    status, output = run([program]) if made else (1, "")
    print("".join(line + "\n" for line in output.splitlines() if line.startswith("here: ")), end="")
    add(*sums(status, output), "%s" % program, output)


def forms(blocks, *places):
    vectors = {"": "mvmul mvmul_chain gapool spec_dotpv spec_mvmul_bcast sfpu_fma e2e"}.get(OTHER, "fpu sfpu mixed")
    vectors = "VEC=" + " ".join(os.path.join("tests/vectors/data", OTHER, v + ".vec.xz") for v in vectors.split())
    for place in filter(there, places):
        rows, began, words = list(selections(place)), time.time(), []
        for number, (name, flags) in enumerate(rows):
            print(progress_line("forms, " + place, number, len(rows), time.time() - began), name)
            own = ["BUILD=build/forms/" + OTHER + name, "RUNNER="] if place == "host" else \
                ["BUILD=build/forms-cores/%s%s-%s" % (OTHER, place.partition("/")[0], name), "RUNNER=" + QEMU, "ONE=1"]
            goals = [["forms-run", "FORM_BLOCKS=" + blocks]] + ([["run-vectors", vectors]] if place == "host" else [])
            for goal in goals:
                status, output = make(*goal, *own, *core(place), "DEBUG=", "EXTRA=" + flags, QEMU_TIMEOUT="1800")
                passed, failed = sums(status, output)
                add(passed, failed, "%s: %-10s %-12s %5d passed, %d failed" % (place, name, goal[0], passed, failed), output)
            if place == "host":
                words_alike(name, own, flags, words)
            if place == "host" and name == "vector":
                operands("build/forms/" + OTHER + name, "EXTRA=" + flags)


def digests(program, count, **environment):
    return [row.split() for row in run([*program, count, "print"], **environment)[1].splitlines() if row.startswith("program")]


def host_programs(name, flags, count):
    """The final states of the programs with one selection."""
    build, extra = "build/forms/" + OTHER + name, "EXTRA=" + flags
    program = build + "/tests/programs/test_programs"
    if built(build + "/libinternal.a", "MARCH=host", "BUILD=" + build, "DEBUG=", extra) and \
            built(program, "UNIT=" + build, "UNIT_LIB=%s/libinternal.a" % build, extra):
        return digests([program], count)
    return []


def programs(count, *places):
    plain = list(selections("host"))[0]
    expected = host_programs(*plain, count)

    def judge(name, got, fields=None):
        good = len(got) == int(count) and [g[:fields] for g in got] == [e[:fields] for e in expected]
        add(int(count) if good else 0, int(not good), "%s: %s programs end as those of the plain form" % (name, count))
    for place in filter(there, places):
        if place == "host":
            for name, flags in [*selections("host"), *selections("programs")]:
                judge(name, host_programs(name, flags, count), 3 if name.startswith("half") else 4)
            continue
        program = "build/%s/tests/programs/test_programs.elf" % (place.partition("/")[0] + SUFFIX)
        if built(program, *core(place)):
            judge(place, digests([QEMU, program], count, VLEN=place.partition("/")[2], QEMU_TIMEOUT="1800"))
        else:
            judge(place, [])


def digits(batches, *places):
    expected = None
    for place in filter(there, places):
        march = place.partition("/")[0]
        build, variables = "build/" + march + SUFFIX, core(place)
        if place == "opentitan":  # with 128 KB of RAM, the core has half size
            build = "build/board-opentitan-half" + SUFFIX
            variables = ["MARCH=rv32imc", "BUILD=" + build, "BOARD=opentitan", "EXTRA=-DSTX_SIZE=1"]
        program = build + "/examples/digits.elf"
        command = ([] if place == "host" else [QEMU]) + [program, batches]
        output = run(command, VLEN=place.partition("/")[2] or "128", QEMU_TIMEOUT="1800")[1] if built(program, *variables) else ""
        checksum = found(r"checksum ([0-9a-f]+)", output)
        expected = expected or checksum
        good = checksum is not None and checksum == expected
        add(int(good), int(not good), "%-16s checksum %s" % (place, checksum), output)


def linux_is_there():
    return run(["tools/linux-cc.sh", LINUX])[1].strip() and run(["sh", "-c", "command -v qemu-riscv64"])[1]


# On boards with little RAM, L1 and stacks are as small as the product allows; 16 KB hold the tiny configuration and
# port/template.
SMALL_BOARDS = {"opentitan": ["examples/matmul", "MARCH=rv32imc", "EXTRA=-DL1_BYTES=0x8400 -DCOOP_STACK_BYTES=4096"],
                "sifive_e": ["port/template", "MARCH=rv32im", "EXTRA=-DSTX_SIZE=2 -DL1_BYTES=0x400", "OPT=-Os"]}


def on_board(board):
    usual, own = "build/rv32im" + SUFFIX, "build/board-" + board + SUFFIX
    program, *variables = SMALL_BOARDS.get(board, ["examples/matmul", "MARCH=rv32im", "REUSE=" + usual])
    if board not in SMALL_BOARDS and not built(usual + "/libinternal.a", "MARCH=rv32im"):
        return ""
    elf = own + "/%s.elf" % program
    return run([QEMU, elf])[1] if built(elf, "BUILD=" + own, "BOARD=" + board, *variables) else ""


def newlib_is_there():
    return os.path.exists("build/newlib/rv32im/lib/libc.a")


def demo(*places):
    wanted = found("^checksum.*", make("demo-host")[1])
    for place in places:
        expected = wanted
        if place.startswith("linux:"):
            if not linux_is_there():
                left_out("Linux, %s: no %sgcc, no clang with %sld, or no qemu-riscv64 (tools/setup.sh --all)" % (place[6:], LINUX, LINUX))
                continue
            output = make("demo", "MARCH=" + place[6:], "CROSS=" + LINUX)[1]
        elif place == "newlib" and not newlib_is_there():
            left_out("newlib: not built (tools/setup.sh --newlib)")
            continue
        elif place in ("newlib", "none"):
            output = make("demo", "LIBC=" + place)[1]
        elif place.startswith("rv"):
            output = make("demo", *core(place))[1]
        else:
            output = on_board(place)
            expected = "works" if place == "sifive_e" else wanted
        got = output.strip() if expected == "works" else found("^checksum.*", output)
        good = got is not None and got == expected
        add(int(good), int(not good), "%s: %s" % (place, got), output)


def libc(parts, *places):
    wanted = found("^checksum.*", make("demo-host")[1])
    for place in places:
        if place == "newlib" and not newlib_is_there():
            left_out("LIBC=newlib: not built (tools/setup.sh --newlib)")
            continue
        tests = {"demonstration": ["demo"], "threads": ["qemu-test"],
                 "vectors": ["qemu-vectors", "VEC=tests/vectors/data/%s.vec.xz" % ("wormhole/scalar" if SUFFIX else "kat")],
                 "kernel": ["llk-own", "CASES=tests/llk/eltwise-add.llk"]}
        for part in parts.split() or tests:
            if part == "kernel" and not glob.glob("/usr/riscv64-linux-gnu/include/c++"):
                left_out("LIBC=%s, an LLK kernel: no C++ headers (tools/setup.sh --llk)" % place)
                continue
            status, output = make(*tests[part], "LIBC=" + place)
            good = status == 0 and not re.search("[1-9][0-9]* failed", output)
            good = good and (part != "demonstration" or wanted is not None and found("^checksum.*", output) == wanted)
            add(int(good), int(not good), "%s, %s: %s" % (place, part, (output.strip().split("\n") or [""])[-1]), output)


def items(place):
    """The lines of the bare program: names, instructions and hashes."""
    status, output = make("cycles", *core(place))
    rows = [row.split()[1:] for row in output.splitlines() if row.startswith("cycles ")]
    if status or rows[-1:] != [["end"]]:
        add(0, 1, "the program did not end on " + place, output)
    return {row[0]: (int(row[2]), row[3]) for row in rows if len(row) == 4}


def cycles(*places):
    places = list(filter(there, places))
    first = items(places[0])
    bench = {row.split()[1]: int(row.split()[3]) for row in make("bench-run", *core(places[0]))[1].splitlines() if row.startswith("bench ")}
    others = {place: items(place) for place in places[1:]}
    for name, (count, value) in first.items():
        problems = ["hash %s on %s, not %s" % (rows.get(name, (0, "none"))[1], place, value)
                    for place, rows in others.items() if rows.get(name, (0, None))[1] != value]
        if name not in bench or not bench[name] <= count <= bench[name] * 1.02 + 40:
            problems.append("%d instructions, bench says %s" % (count, bench.get(name)))
        counts[bool(problems)] += 1
        if problems:
            print("FAIL %s: %s" % (name, "; ".join(problems)))
    if len(first) <= 20:
        add(0, 1, "only %d items" % len(first))
    print("items of the bench on %s: %d" % (" ".join(places), len(first)))


PASSED = re.compile(r"^PASS ([^ ]+): .*, ([0-9]+) tensix(?:, [0-9]+ riscv)? instructions, ([0-9a-f]+)$", re.M)


def kernel(suite, cases, others, *places):
    results, todo, shown = [], cases.split(), ""
    for place in filter(there, places):
        march, _, mode = place.partition("--")
        modes = {"binary": ["BINARY=1"], "isolated": ["ISOLATED=1"], "": []}[mode]
        output = make(suite, *core(march), *modes, "CASES=" + " ".join(todo), "LLK_FLAGS=--digests", "METAL_FLAGS=--digests")[1]
        results.append((todo, {name: rest for name, *rest in PASSED.findall(output)}))
        shown += "%s:\n%s" % (place, output)
        todo = others.split() or todo
    for case in cases.split() if results else []:
        name = os.path.basename(case)
        # A file with several descriptions prints FILE:NAME for each.
        got = [{n: rest for n, rest in passed.items() if n.partition(":")[0] == name} for wanted, passed in results if case in wanted]
        good = bool(got[0]) and all(g == got[0] for g in got)
        counts[not good] += 1
        if not good:
            print("FAIL %s: %s" % (name, got))
    if counts[1]:
        print(shown)
    print("%s on %s: %d cases" % (suite, " ".join(places), len(cases.split())))


def tile(*names):
    """Compares three threads, calls of softensix/tile.h, and these calls as stores to a real
    coprocessor's window."""
    cases = "CASES=" + " ".join("tests/llk/%s.llk" % name for name in names)
    status, output = make("tile-native", "MARCH=rv32im")
    add(int(status == 0), int(status != 0), "the calls for a real coprocessor link with nothing else", output)
    kernels = "LLK_KERNELS=tests/tile/kernels"
    ways = [make("llk-own", cases, kernels_of, "LLK_FLAGS=--digests" + flags)[1] for kernels_of, flags in
            (("LLK_KERNELS=examples/llk", ""), (kernels, ""), (kernels, " --library build/rv32im/native/libtile.a"))]
    ends = [{case: end for case, _, end in PASSED.findall(output)} for output in ways]
    for name in names:
        got = [end.get(name + ".llk") for end in ends]
        good = got[0] is not None and got.count(got[0]) == 3
        add(int(good), int(not good), "%s: the same L1 with three threads, with a call, with a call on a real core's window" % name, "\n".join(ways))


def all_kernels(*places):
    small = [p for p in places if not p.startswith("rv64")]
    own = sorted(glob.glob("tests/llk/*.llk"))
    by_address = "tests/llk/pointers.llk"  # a host has no memory-mapped registers
    kernel("llk-own", " ".join(c for c in own if c != by_address), "", *small)
    kernel("llk-own", by_address, "", *(p for p in small if p.startswith("rv32")))
    if "host32" in places:
        status, output = run(["tests/session.py", "tests/llk/host32.txt"])
        add(*sums(status, output), "registers of a host", output)
    kernel("metal-own", " ".join(sorted(glob.glob("tests/metal/*.desc"))), "", *small)
    cycles(*(p for p in places if p.startswith("rv")))


def main():
    what = {"forms": forms, "programs": programs, "digits": digits, "demo": demo, "libc": libc, "cycles": cycles,
            "kernel": kernel, "tile": tile, "all": all_kernels}
    what[sys.argv[1]](*sys.argv[2:])
    print("%d passed, %d failed" % tuple(counts))
    return int(counts[1] > 0 or counts[0] == 0 and not skipped)


sys.exit(ending.quietly(main))
