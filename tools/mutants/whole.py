# SPDX-License-Identifier: Apache-2.0
"""Mutations outside of the library, and of the file that a port replaces: programs around it and tools. They are
judged in a copy of the whole tree by the commands of tools/stages.tsv that need the file (mutants/closure.py). Those that have
noticed others in its directory, fast ones, and those that are near to the file come first."""

import filecmp
import functools
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

from kernels import interrupt
from mutants import build, lines, python_sites
from mutants.build import BUSY, limited
from mutants.closure import Index

# A library linked without port/coop/misused.c ends a program: one test is for that file alone.
WITHOUT_CORE = "make DEBUG= build/unit/tests/flow/test_without_core && build/unit/tests/flow/test_without_core"
OF_LIBRARY = {"lib/core/misused.c": [WITHOUT_CORE]}
TOPS = ("port", "include", "tools", "python", "tests/session.py")
# A command that takes longer, in seconds of processor time, is left to `make test`.
LONGEST = 150
# One that is shorter may look at sources without executing them.
SHORT = 10


def guessed(line):
    """Seconds of a command of which nothing is known: a script of tests takes few, and runtimes of kernels must be made first."""
    return 3 if re.fullmatch(r"tests/\S+\.py", line) else 100 if "-runtime" in line else 20


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


class Known:
    """What the copies share: the processor time of each command (None: it does not serve), the lines of Python that it executes, and
    those commands that a copy has measured on this tree."""

    def __init__(self, store, state):
        self.store, self.lock = store, threading.Lock()
        self.seconds, self.measured, self.state, self.executed = {}, set(), None, {}
        if os.path.exists(store):
            with open(store, encoding="utf-8") as f:
                self.seconds, measured, self.state, self.executed = json.load(f)
            self.measured = set(measured)
        if self.state != state:
            self.measured, self.state = set(), state

    def add(self, line, seconds, executed):
        with self.lock:
            self.seconds[line], self.executed[line] = seconds, executed
            self.measured.add(line)
            with open(self.store + ".new", "w", encoding="utf-8") as f:
                json.dump([self.seconds, sorted(self.measured), self.state, self.executed], f)
            os.replace(self.store + ".new", self.store)

    def tell(self, line, good, seconds):
        """Writes down what a run spends its time on: seconds on the clock, whether the command passed, and the command."""
        with self.lock, open(self.store + ".spent", "a", encoding="utf-8") as f:
            f.write("%.1f\t%s\t%s\n" % (seconds, "passed" if good else "failed", line.split("\n")[0].lstrip("{ ")))


class Copy:
    """A copy of the tree in which commands run; what an earlier run has built there is used again. A command runs without a mutation
    before its first one in any copy, and in each copy before its first failure is believed."""

    def __init__(self, path, known, say):
        self.path, self.known, self.say, self.noticed, self.sure = path, known, say, {}, set()
        self.refresh()
        self.units = compiled_with(self.path)

    def refresh(self):
        """Updates the files and keeps what an earlier run has built."""
        listed = os.path.join(self.path, "build", "copied")
        names = listed_files()
        old = open(listed).read().splitlines() if os.path.exists(listed) else []
        for name in set(old) - set(names):
            if os.path.exists(os.path.join(self.path, name)):
                os.remove(os.path.join(self.path, name))
        for name in names:
            target = os.path.join(self.path, name)
            if os.path.exists(name) and not (os.path.exists(target) and filecmp.cmp(name, target, shallow=False)):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(name, target)
        os.makedirs(os.path.dirname(listed), exist_ok=True)
        with open(listed, "w") as f:
            f.write("\n".join(names))
        # Some commands ask git for the list of files.
        for command in ("init", "-q"), ("add", "-A"):
            subprocess.run(["git", *command], cwd=self.path, stdout=subprocess.DEVNULL, check=True)

    def passes(self, line, timeout, more=()):
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONPATH")} | dict(more)
        environment["FAIL_FAST"] = "1"  # a session ends where the mutation is noticed
        if interrupt.ENDED.is_set():
            sys.exit()  # this thread: a command that an interrupt has ended would seem to have failed, and be tried once more
        began = time.time()
        # A process group of its own, so that a command's children end with it.
        process = subprocess.Popen(limited(["sh", "-c", index().prelude + line], timeout), cwd=self.path, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            good = process.wait(BUSY * timeout) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            good = False
        self.known.tell(line, good, time.time() - began)
        return good

    def passes_unchanged(self, line):
        """True if a command passes in this copy without a mutation and is not too long."""
        if line not in self.known.measured:
            self.measure(line)
        elif line not in self.sure and self.known.seconds[line] is not None and not self.timed(line)[0]:
            self.say("fails in one copy of the tree without any mutation: " + line)
            return False
        self.sure.add(line)
        return self.known.seconds[line] is not None

    def measure(self, line):
        """Runs a command, a slow one twice: the first time it may have built things, and it tells which lines it executes."""
        folder = os.path.abspath(self.path + "-lines")  # beside the copy, in which commands may remove what they like
        good, took = self.timed(line, lines.environment(folder))
        executed = lines.executed(folder, self.path) if good else {}  # what fails while it tells has not told all
        if took > 5 or not good:
            good, took = self.timed(line)
        self.known.add(line, took if good and took <= LONGEST else None, executed)
        self.say("%s%s" % ("%.1f s: " % took if self.known.seconds[line] is not None else "left out, it takes %d s: " % took if good else
                           "left out, it fails without any mutation: ", line))

    def can_notice(self, line):
        """A command's time must be known; that of an earlier tree is near enough."""
        return self.known.seconds[line] is not None if line in self.known.seconds else self.passes_unchanged(line)

    def cost(self, folder, numbered):
        """For the order of commands: what one costs, less if it has noticed others of the directory, more if it is far."""
        number, line = numbered
        seconds = self.known.seconds.get(line, guessed(line)) or 0
        return (seconds + 1) * (1 + number / 6) / (1 + 3 * self.noticed.get((folder, line), 0))

    def reaches(self, line, name, span):
        """Whether a command executes one of these lines of a Python source; None if that is unknown, or if it does not load the file
        from a directory of this name."""
        now, numbers = self.known.executed.get(line, {}).get(name, ("", ()))
        return any(span[0] <= n <= span[1] for n in numbers) if now and now == lines.digest(os.path.join(self.path, name)) else None

    def reaching(self, commands, name, text, mutation):
        """The commands that can notice a mutation, one by one: of those that pass without it, for Python those that execute the line,
        then those of which that is unknown. What does not load a tool comes only if it is short, or if nothing else does."""
        span = lines.statement(text, text[: mutation.start].count("\n") + 1) if name.endswith(".py") else None
        unknown, loaded = [], False
        for line in sorted(commands, key=lambda line: not span or not self.reaches(line, name, span)):
            if self.can_notice(line):
                how = self.reaches(line, name, span) if span else True
                loaded = loaded or (how is not None and name.startswith("tools/"))
                unknown += [line] if how is None else []
                if how:
                    yield line
        for line in unknown:
            if not loaded or self.known.seconds[line] < SHORT:
                yield line

    def timed(self, line, more=()):
        """Whether a command passes, and its processor time, which other work on the machine does not change."""
        told = os.path.join(self.path, "build/times")
        if os.path.exists(told):
            os.remove(told)
        good = self.passes("{ %s\n}; status=$?; times >build/times; exit $status" % line, 1200, more)
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

    def fails_with(self, line, path, text, changed):
        """Whether a command fails with the changed text. In a copy that it has never run in, it may only have had too much to build.
        Files that it has written anew, as one that makes pages of a broken table does, are again what they were: the next command
        may compare them."""
        write(path, changed)
        failed = not self.passes(line, 30 + 5 * self.known.seconds[line])
        write(path, text)
        subprocess.run(["git", "checkout", "-q", "--", "."], cwd=self.path, check=True)
        return failed

    def judge(self, name, mutation):
        """"same", "broken", or ("default", the command that failed or None)."""
        path = os.path.join(self.path, name)
        folder = os.path.dirname(name)
        commands = [line for _, line in sorted(enumerate(commands_of(name)), key=lambda e: self.cost(folder, e))]
        before = self.objects(name)
        with open(path) as f:
            text = f.read()
        changed = text[: mutation.start] + mutation.text + text[mutation.end :]
        if name.endswith(".py") and not python_sites.compiles(changed):
            return "broken"
        try:
            write(path, changed)
            after = self.objects(name)
            if before and after == before:
                return "same"
            if before and (not after or after[0] < before[0]):
                return "broken"
            write(path, text)
            for line in itertools.islice(self.reaching(commands, name, text, mutation), Index.AT_MOST if name.endswith(".py") else None):
                if self.fails_with(line, path, text, changed) and (line in self.sure or self.passes_unchanged(line) and
                                                                   self.fails_with(line, path, text, changed)):
                    self.noticed[folder, line] = self.noticed.get((folder, line), 0) + 1
                    return "default", Command(line)
            return "default", None
        finally:
            write(path, text)


def write(path, text):
    """Only what differs, so that make does nothing for an equal file."""
    with open(path, encoding="utf-8") as f:
        if f.read() == text:
            return
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def listed_files():
    return subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()


@functools.lru_cache(None)
def tree_state():
    """A digest of all files of the tree."""
    digest = hashlib.sha1()
    for name in listed_files():
        if os.path.isfile(name):
            with open(name, "rb") as f:
                digest.update(name.encode() + b"\0" + hashlib.sha1(f.read()).digest())
    return digest.hexdigest()
