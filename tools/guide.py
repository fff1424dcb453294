#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the boxes of documents that begin with "$": tools/guide.py [--renew] document...

Runs the command after "$", with the lines up to END as its input; its output has to be the rest of the box.
--renew writes the current output, which a person reads before it is committed. A box of C that begins with the
name of a file in a comment has to be in that file, in pieces separated by "...". --lines SECTION instead runs each line of a section's
boxes of shell in a home of its own; lines that set variables count for all after them. Last line: N passed, N failed."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from glob import glob

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


# What a line with such words needs, and whether it is there.
NEEDS = {"pkg-config --": ("pkg-config", lambda: shutil.which("pkg-config")),
         r"llk-own|metal-run": ("C++ headers", lambda: glob("/usr/riscv64-linux-gnu/include/c++/*")),
         "make dist": ("a git checkout", lambda: subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, check=False).returncode == 0)}


def check_line(path, line, setting, home):
    """Passed, failed."""
    for words, (what, there) in NEEDS.items():
        if re.search(words, line) and not there():
            print(f"skipped: {path}, {line}: no {what} (tools/setup.sh --all)")
            return 0, 0
    command = "\n".join(['CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null)}', f'export CCACHE_DIR HOME="{home}"', *setting, line])
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    good = done.returncode == 0
    print(*([] if good else done.stdout.splitlines()[-20:]), f"works: {line}" if good else f"FAIL {path}: {line}", sep="\n", flush=True)
    return int(good), int(not good)


def check_lines(path, section):
    text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", open(path, encoding="utf-8").read(), re.S | re.M)[1]
    setting, good, bad = [], 0, 0
    with tempfile.TemporaryDirectory() as home:
        for line in re.sub(" *#.*", "", "".join(re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M))).splitlines():
            if line.startswith(("PREFIX=", "export ")):
                setting.append(line)
            else:
                passed, failed = check_line(path, line, setting, home)
                good, bad = good + passed, bad + failed
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
    parser.add_argument("--lines", metavar="SECTION")
    parser.add_argument("document", nargs="+")
    options = parser.parse_args()
    if options.renew:
        for path in options.document:
            renew(path)
        return 0
    counts = [check_lines(path, options.lines) if options.lines else check(path) for path in options.document]
    good, bad = (sum(c[i] for c in counts) for i in (0, 1))
    print(f"{good} passed, {bad} failed")
    return bool(bad) or not good


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
