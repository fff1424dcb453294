#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines that make no sense: malformed.py stx-run stx-race runner.

Each line that the format knows is spoilt word by word, in every way that stands below. Each tool ends with status 2
then and names the file, the line and the word; it takes the line as it was.
"""
import os
import subprocess
import sys

FOLDER = "build/malformed"
ANY = 1 << 32
THREAD, HALF, BYTE = 3, 1 << 16, 1 << 8

# Each keyword with a bound for every value: the numbers below it are good (docs/testing.md, include/softensix/arch.h).
STATE = {
    "sa": [2, 64] + [1 << 19] * 16, "sb": [2, 64] + [1 << 19] * 16, "d": [1024] + [HALF] * 16, "dv": [1024, 1024, 2],
    "l": [17] + [ANY] * 32, "lc": [ANY], "lcc": [8, ANY], "cc": [2, ANY], "ccl": [ANY, ANY], "prng": [ANY] * 32,
    "rwc": [THREAD] + [BYTE] * 4 + [HALF] * 2 + [BYTE], "sp": [THREAD, HALF], "bias": [THREAD, BYTE],
    "src": [2, 2, 4, 2, 2, 4], "fmt": [32] * 4, "cfg": [2, 224, ANY], "tc": [THREAD, 68, HALF], "g": [THREAD, 64, ANY],
    "sem": [8, 16, 16], "mtx": [8, THREAD + 1], "adc": [THREAD, 3] + [ANY] * 16, "mop": [THREAD, 9, ANY],
    "mopz": [THREAD, HALF], "rb": [THREAD, 32, ANY], "rst": [THREAD, 32, 33, 2], "lmt": [4, ANY], "lms": [4, ANY],
    "lmm": [ANY], "dbg": [ANY],
}
# Others: a good line, and words in place of a word of it that are not.
OTHERS = [("m 17fffc 00010203", {1: ["180000"], 2: ["0001020", "000102030405", "00zz", "*4"]}),
          ("ccs 2 1 ffffffff 0 0", {1: ["9"], 2: ["2"], 3: ["100000000"]}),
          ("ccsl 1 ffffffff 0", {1: ["9"], 2: ["100000000"]}),
          ("dv 5 9 1", {2: ["4"]})]
# Of lists alone: what stands in the middle is no number, or not this one.
LISTS = [("mmio ffef0004 20000000", {1: ["1ffe00004"], 2: ["zz", "100000000"]}),
         ("thread 1", {1: ["3", "1x"]}),
         ("02000000 02000000", {1: ["zz", "0200000", "1ffe00004"]}),
         ("MVMUL CLR_NONE 0 0 0", {1: ["CLR_X", "4"], 4: ["1024", "5x", "-1"]})]
NO_NUMBERS = ["zz", "5x", "x5", "-1", "+1", "0x1", "100000000", "123456789", "000000001", "1.0", "\\x1b"]


def spoilt(words, bad):
    """The line with other words in the places that bad names, without its last word, and with one too many."""
    for place, texts in bad.items():
        for text in texts:
            yield words[:place] + [text] + words[place + 1:], text
    yield words[:-1], None
    yield words + ["0"], None


def all_state_lines():
    """Each state line that is good, and those that are not: (words, the word that is told or None)."""
    for keyword, bounds in STATE.items():
        places = sorted({*range(min(len(bounds), 4)), len(bounds) - 1})
        bad = {1 + i: (NO_NUMBERS if i == 1 else NO_NUMBERS[:2]) + [f"{bounds[i]:x}"] for i in places}
        good = [keyword] + [f"{bound - 1:x}" for bound in bounds]
        yield good, list(spoilt(good, bad))
    for line, bad in OTHERS:
        yield line.split(), list(spoilt(line.split(), bad))


class Judge:
    def __init__(self):
        self.passed = self.failed = 0

    def claim(self, good, what):
        self.passed += good
        self.failed += not good
        if not good:
            print(f"FAIL {what}")

    def status(self, command, path, text):
        with open(path, "wb") as file:
            file.write(text)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode(errors="replace")

    def refuses(self, tool, path, text, line, word):
        status, out = self.status(tool, path, text)
        told = f"{path}:{line}: \"" in out and (word is None or f"\"{word}" in out.replace("\\x5c", "\\"))
        self.claim(status == 2 and told, f"{tool[0]}, line {line} of {text[-300:]!r}: status {status}, {out[-300:]!r}")

    def takes(self, tool, path, text):
        status, out = self.status(tool, path, text)
        self.claim(status != 2, f"{tool[0]} takes {text[-300:]!r}: status {status}, {out[-300:]!r}")


def main():
    run, race, runner = sys.argv[1:]
    os.makedirs(FOLDER, exist_ok=True)
    judge = Judge()
    case, words, names = f"{FOLDER}/a.vec", f"{FOLDER}/a.txt", f"{FOLDER}/list"
    with open(names, "w") as file:
        file.write(case + "\n")
    cases, lists = [[runner, names], [run, case]], [[run, words], [race, "--seeds", "1", words]]

    def in_case(line):
        return b"case a\n" + line + b"\nrun\nx 0 02000000\nexpect\nend\n"

    def in_list(line):
        return b"NOP\n" + line + b"\n"

    def both(check, line, *told):
        for tool in cases:
            check(tool, case, in_case(line), *told)
        for tool in lists:
            check(tool, words, in_list(line), *told)

    for good, bad in all_state_lines():
        both(judge.takes, " ".join(good).encode())
        for line, word in bad:
            both(judge.refuses, " ".join(line).encode(), 2, word)
    for text in [b"ccs 1 1 0 0 0", b"ccs 3 1 0 0 0", b"ccsl 0 0 0", b"ccsl 2 0 0", b"ccs", b"sem 2 0\0 f", b"\0", b"# a comment\0",
                 b"sem 2 0 f" + b" " * 5000, b"prng 0*1f*2", b"prng 0*21",
                 b"lc *5", b"lc 5*", b"lc 5*0", b"lc 5*zz", b"lc " + b"0*3f 0*3f", b"nonsense 1", b"sem\t2 0 f", b"stall 0 1"]:
        both(judge.refuses, text, 2, None)
    for line, bad in LISTS:
        for tool in lists:
            judge.takes(tool, words, in_list(line.encode()))
            for other, word in spoilt(line.split(), bad):
                if other[0].isdigit() and word is None:
                    continue  # a list of words may be longer or shorter
                judge.refuses(tool, words, in_list(" ".join(other).encode()), 2, None)
    for tool in cases:
        for line, word in [("x 3 02000000", "3"), ("x 7 02000000", "7"), ("x 1x 02000000", "1x"), ("x 1 zz", "zz"),
                           ("x 1 02000000 102000000", "102000000"), ("x 1", "x"), ("x", "x"), ("run", "run"),
                           ("case b", "case"), ("stall 0 1", "stall"), ("sem 2 0 f 1", "sem")]:
            judge.refuses(tool, case, in_case(b"lc 5").replace(b"x 0 02000000", line.encode()), 4, word)
        for line, where in [("case a b", 1), ("case", 1), ("run 1", 2), ("expect 1", 4), ("end 1", 5)]:
            text = b"case a\nrun\nx 0 02000000\nexpect\nend\n".split(b"\n")
            text[where - 1] = line.encode()
            judge.refuses(tool, case, b"\n".join(text), where, line.split()[0])
    print(f"{judge.passed} passed, {judge.failed} failed")
    sys.exit(judge.failed != 0)


main()
