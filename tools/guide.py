#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the boxes of documents that begin with "$": tools/guide.py [--renew] document...

Runs the command after "$", with the lines up to END as its input; its output has to be the rest of the box.
--renew writes the current output, which a person reads before it is committed. A box of C that begins with the
name of a file in a comment has to be in that file, in pieces separated by "...". Last line: N passed, N
failed."""
import argparse
import os
import re
import subprocess
import sys

from kernels import ending

BOX = re.compile(r"^```console\n\$ ([^\n]*)\n(.*?)^```$", re.S | re.M)
CODE = re.compile(r"^```c\n/\* (\S+) \*/\n(.*?)^```$", re.S | re.M)
TOOLS = os.path.join(os.getcwd(), "build/host/tools")


def run(command, given):
    environment = dict(os.environ, PATH=TOOLS + os.pathsep + os.environ["PATH"])
    done = subprocess.run(["sh", "-c", command], input=given, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment, timeout=60, check=False)
    return done.stdout


def parts(body):
    """Input (None if there is no END) and expected output."""
    given, end, printed = body.partition("END\n")
    return (given, printed) if end else ("", body)


def check_code(path, text):
    """How many boxes of C are in their files, and how many are not."""
    counts = [0, 0]
    for name, body in CODE.findall(text):
        source = open(name, encoding="utf-8").read()
        missing = [piece for piece in body.split("...\n") if piece not in source]
        counts[bool(missing)] += 1
        for piece in missing:
            print(f"FAIL {path}: this is not in {name}:\n{piece}")
    return counts


def check(path):
    text = open(path, encoding="utf-8").read()
    good, bad = check_code(path, text)
    for command, body in BOX.findall(text):
        given, expected = parts(body)
        got = run(command.replace(" <<END", ""), given)
        if got == expected:
            good += 1
        else:
            bad += 1
            print(f"FAIL {path}: {command}\n--- got\n{got}--- expected\n{expected}")
    return good, bad


def renew(path):
    def box(match):
        given, _ = parts(match[2])
        printed = run(match[1].replace(" <<END", ""), given)
        return f"```console\n$ {match[1]}\n{given + 'END' + chr(10) if given else ''}{printed}```"
    text = open(path, encoding="utf-8").read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(BOX.sub(box, text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("document", nargs="+")
    options = parser.parse_args()
    if options.renew:
        for path in options.document:
            renew(path)
        return 0
    counts = [check(path) for path in options.document]
    good, bad = (sum(c[i] for c in counts) for i in (0, 1))
    print(f"{good} passed, {bad} failed")
    return bool(bad) or not good


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
