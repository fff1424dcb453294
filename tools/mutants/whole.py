# SPDX-License-Identifier: Apache-2.0
"""Mutations outside of the library, and of the file that a port replaces: programs around it and tools. They are
judged in a copy of the whole tree by the commands of tools/stages.tsv that need the file (mutants/closure.py). Those that have
noticed others in its directory, and fast ones, come first."""

import filecmp
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import time

from mutants import build
from mutants.build import BUSY, limited
from mutants.closure import Index

# A library linked without port/coop/misused.c ends a program: one test is for that file alone.
WITHOUT_CORE = "make DEBUG= build/unit/tests/flow/test_without_core && build/unit/tests/flow/test_without_core"
OF_LIBRARY = {"lib/core/misused.c": [WITHOUT_CORE]}
TOPS = ("port", "include", "tools", "python", "tests/session.py")
# A command that takes longer, in seconds of processor time, is left to `make test`.
LONGEST = 150


@functools.lru_cache(None)
def index():
    return Index()


# Compiles a source as in the programs that contain it, to see whether a mutation changes the object.
HOST = "gcc -std=c99 -O2 -w -D_GNU_SOURCE -DSTX_TRACE=1 -DSTX_HOSTED=1"
TARGET = "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 --specs=picolibc.specs -std=c99 -O2 -w -DBARE_COUNTER=0"
INCLUDES = "-Iinclude -Iport -Ilib -Iexamples -Itests -Ibench -Itools -Itools/ulp -Itools/stx-run -Ipython"


def compiler(source):
    own = " -Iport/none/include" if source.startswith("port/none/") else ""
    on_host = source.startswith(("port/host/", "lib/", "tools/", "python/")) or source == "port/harts/posix.c"
    return (HOST if on_host else TARGET + own).split() + INCLUDES.split()


def compiled_with(path):
    """For each file, the sources here that include it; for a source, the source itself."""
    users = {}
    for source in sorted(n for n in [*sources(), *OF_LIBRARY] if n.endswith(".c")):
        done = subprocess.run(compiler(source) + ["-MM", source], cwd=path, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
        for name in done.stdout.replace("\\\n", " ").split()[1:]:
            users.setdefault(os.path.normpath(name), []).append(source)
    return users


@functools.lru_cache(None)
def sources():
    """The mutated files, without those of the library (mutants/build.py), generated ones and those that no command of
    tools/stages.tsv needs."""
    return tuple(name for name in candidates() if index().of(name))


def candidates():
    names = subprocess.run(["git", "ls-files", *TOPS], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    mine = set(build.sources())
    return [n for n in names if n.endswith((".c", ".h", ".py")) and n not in mine and n not in index().generated and os.path.exists(n)]


def unreached():
    """Files that no command needs."""
    return [name for name in candidates() if name not in sources()]


def chosen(name, only):
    """True if the name contains one of these texts, which are separated by spaces, or if there are
    none."""
    return not only.split() or any(text in name for text in only.split())


def commands_of(name):
    """The commands that can notice a change, None for a file of the library."""
    if name in OF_LIBRARY:
        return OF_LIBRARY[name]
    return index().of(name) if name.startswith(TOPS) and name not in build.sources() else None


class Command:
    """Takes the place of a test program; it has a name."""

    def __init__(self, line):
        self.name, self.line = line, line


class Copy:
    """A copy of the tree in which commands run; the commands that pass there without a mutation, and their
    times."""

    def __init__(self, path):
        self.path, self.seconds, self.noticed = path, {}, {}

    def refresh(self):
        """Updates the files and keeps what an earlier run has built. True if any file has
        changed."""
        changed = False
        listed = os.path.join(self.path, "build", "copied")
        names = subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
        old = open(listed).read().splitlines() if os.path.exists(listed) else []
        for name in set(old) - set(names):
            if os.path.exists(os.path.join(self.path, name)):
                os.remove(os.path.join(self.path, name))
                changed = True
        for name in names:
            target = os.path.join(self.path, name)
            if os.path.exists(name) and not (os.path.exists(target) and filecmp.cmp(name, target, shallow=False)):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(name, target)
                changed = True
        os.makedirs(os.path.dirname(listed), exist_ok=True)
        with open(listed, "w") as f:
            f.write("\n".join(names))
        return changed

    def another(self, path):
        """A copy of this copy, including everything that has been built."""
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.path, path, symlinks=True)
        made = Copy(path)
        made.seconds, made.units, made.noticed = self.seconds, self.units, self.noticed
        return made

    def passes(self, line, timeout):
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONPATH")}
        # A process group of its own, so that a command's children end with it.
        process = subprocess.Popen(limited(["sh", "-c", index().prelude + line], timeout), cwd=self.path, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return process.wait(BUSY * timeout) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False

    def prepare(self, only, say):
        """Runs the commands that test the selected files once without a mutation, which builds what they
        need. For slow ones a second run is measured. Commands that passed in the same tree before are
        not run again."""
        known = os.path.join(self.path, "build", "seconds.json")
        if self.refresh() and os.path.exists(known):
            os.remove(known)
        if os.path.exists(known):
            with open(known) as f:
                self.seconds = json.load(f)
        self.units = compiled_with(self.path)
        for line in dict.fromkeys(c for name in [*sources(), *OF_LIBRARY] if chosen(name, only) and os.path.exists(name) for c in commands_of(name)):
            if self.seconds.get(line) is not None:
                continue
            good, took = self.timed(line)
            if good and took > 5:
                good, took = self.timed(line)
            self.seconds[line] = took if good and took <= LONGEST else None
            with open(known, "w") as f:
                json.dump(self.seconds, f)
            say("%s%s" % ("%.1f s: " % took if self.seconds[line] is not None else "left out, it takes %d s: " % took if good else
                          "left out, it fails without any mutation: ", line))

    def timed(self, line):
        """Whether a command passes, and its processor time, which other work on the machine does not change."""
        told = os.path.join(self.path, "build/times")
        if os.path.exists(told):
            os.remove(told)
        good = self.passes("{ %s\n}; status=$?; times >build/times; exit $status" % line, 1200)
        if not os.path.exists(told):
            return False, 0
        with open(told, encoding="utf-8") as f:
            words = f.read().split()[2:]
        return good, sum(60 * int(m) + float(s) for m, s in (re.fullmatch(r"(\d+)m([\d.]+)s", w).groups() for w in words))

    def objects(self, name):
        """The objects of a C source, or of all sources that include a header; None if that is
        unknown."""
        digest, made = hashlib.sha1(), 0
        for source in self.units.get(name, []):
            done = subprocess.run(compiler(source) + ["-S", "-o", "-", source], cwd=self.path,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            made += done.returncode == 0
            digest.update(done.stdout)
        return (made, digest.hexdigest()) if made else None

    def judge(self, name, mutation):
        """"same", "broken", or ("default", the command that failed or None)."""
        path = os.path.join(self.path, name)
        folder = os.path.dirname(name)
        lines = sorted((line for line in commands_of(name) if self.seconds[line] is not None),
                       key=lambda line: self.seconds[line] / (1 + 3 * self.noticed.get((folder, line), 0)))
        before = self.objects(name)
        with open(path) as f:
            text = f.read()
        try:
            with open(path, "w") as f:
                f.write(text[: mutation.start] + mutation.text + text[mutation.end :])
            after = self.objects(name)
            if before and after == before:
                return "same"
            if before and (not after or after[0] < before[0]):
                return "broken"
            for line in lines:
                if not self.passes(line, 30 + 5 * self.seconds[line]):
                    self.noticed[folder, line] = self.noticed.get((folder, line), 0) + 1
                    return "default", Command(line)
            return "default", None
        finally:
            with open(path, "w") as f:
                f.write(text)
