# SPDX-License-Identifier: Apache-2.0
"""Finds the lines of the library that each test executes, with gcov: a mutation needs only tests that
execute it."""

import bisect
import gzip
import json
import os
import shutil
import subprocess

COVERAGE = ["-O0", "-g", "--coverage"]


class Reach:
    """The lines with code, the functions that contain them, and the tests that reach them."""

    def __init__(self):
        self.lines = {}  # file -> line -> names of tests
        self.functions = {}  # file -> (first line, last line)
        self.anywhere = set()  # tests without counts, which may reach any line
        self.executed = {}  # test -> file -> how many of its lines

    def add(self, test, report):
        """Adds gcov's report of one test."""
        for file in report["files"]:
            name = os.path.normpath(file["file"])
            lines = self.lines.setdefault(name, {})
            for line in file["lines"]:
                tests = lines.setdefault(line["line_number"], set())
                if line["count"]:
                    tests.add(test)
                    counts = self.executed.setdefault(test, {})
                    counts[name] = counts.get(name, 0) + 1
            ranges = self.functions.setdefault(name, set())
            ranges.update((f["start_line"], f["end_line"]) for f in file["functions"])

    def share(self, test, name):
        """The part of what a test executes that is in a file."""
        counts = self.executed.get(test, {})
        return counts.get(name, 0) / max(1, sum(counts.values()))

    def tests(self, name, number):
        """The names of the tests that reach a line; None if that is unknown, which means all of them."""
        lines = self.lines.get(name)
        if not lines or name.endswith(".def"):
            return None
        if number in lines:
            return lines[number] | self.anywhere
        # The compiler counts a statement that spans several lines at one of them.
        for first, last in self.functions[name]:
            if first <= number <= last:
                inside = sorted(n for n in lines if first <= n <= last)
                at = bisect.bisect(inside, number)
                near = inside[max(0, at - 1) : at + 1]
                return set().union(*(lines[n] for n in near)) | self.anywhere
        # A table or a constant is reached by all tests that use the file. Declarations in a header are used
        # elsewhere.
        return set().union(*lines.values()) | self.anywhere if name.endswith(".c") else None


def reports(folder):
    """gcov's reports of the counts below a directory; the notes must be next to them."""
    counts = [os.path.join(d, f) for d, _, names in os.walk(folder) for f in names if f.endswith(".gcda")]
    if not counts:
        return []
    out = subprocess.run(["gcov", "--json-format", "--stdout"] + counts, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=True).stdout
    if out[:2] == b"\x1f\x8b":
        out = gzip.decompress(out)
    return [json.loads(line) for line in out.splitlines() if line.strip()]


def put_notes_beside(folder, objects):
    """Links the compiler's notes into the directories in which a test has left its counts."""
    for top, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".gcda"):
                note = name[:-5] + ".gcno"
                relative = os.path.relpath(top, folder)
                os.link(os.path.join(objects, relative, note), os.path.join(top, note))


def counted(tree, config, test, folder):
    """Runs a test with counting objects; returns gcov's reports."""
    shutil.rmtree(folder, ignore_errors=True)
    objects = os.path.abspath(tree.file("o/%s" % config))
    environment = dict(os.environ, GCOV_PREFIX=os.path.abspath(folder),
                       GCOV_PREFIX_STRIP=str(objects.count(os.sep)))
    tree.passes(config, test, 600, environment)
    put_notes_beside(folder, objects)
    found = reports(folder)
    shutil.rmtree(folder, ignore_errors=True)
    return found
