# SPDX-License-Identifier: Apache-2.0
"""Compiles the library as a shared object and runs the tests with it, in separate trees."""

import functools
import glob
import hashlib
import os
import pickle
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from mutants import closure
from mutants.reach import COVERAGE, Reach, counted

HOST_PORT = ["port/host/context.c", "port/host/overflow.c", "port/host/counter.c"]
VECTORS = ["tests/vectors/%s.c" % n for n in ("runner", "parse", "state", "queue", "compare")]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# A mutation is tested in the first configuration whose object code it changes.
CONFIGURATIONS = {
    "default": ["-DSTX_TRACE=1", "-DSTX_CHOOSE=0"],
    "usual": ["-DSTX_TRACE=1"],
    "vector": ["-DSTX_TRACE=1", "-march=x86-64-v3"],
    "table": ["-DSTX_TRACE=1", "-DSTX_METHOD=1"],
    "float": ["-DSTX_TRACE=1", "-DSTX_METHOD=3"],
    "plain": ["-DSTX_TRACE=1", "-DSTX_METHOD=0"],
    "squares": ["-DSTX_TRACE=1", "-DSTX_CHOOSE=0", "-DSFPU_MAD_SQUARES"],
    "uncached": ["-DSTX_TRACE=1", "-DSTX_CHOOSE=0", "-DSTX_DECODED_A=0", "-DSTX_DECODED_B=0"],
    "half": ["-DSTX_TRACE=1", "-DSTX_SIZE=1"],
    "tiny": ["-DSTX_TRACE=1", "-DSTX_SIZE=2"],
    "untraced": ["-DSTX_TRACE=0"],
    "wormhole": ["-DSTX_TRACE=1", "-DSTX_CHOOSE=0", "-DSTX_ARCH=1"],
    # What leaves an array or reads what nobody wrote may change no result.
    "sanitized": ["-DSTX_TRACE=1", *SANITIZE],
    "wormhole-sanitized": ["-DSTX_TRACE=1", "-DSTX_ARCH=1", *SANITIZE],
}
if not os.path.exists("/proc/cpuinfo") or " avx2" not in open("/proc/cpuinfo").read():
    del CONFIGURATIONS["vector"]
# The tests for code that only these configurations contain.
OTHERS = re.compile("unpacr|forms|moves|compute|data_|pac|fpu_mac|mvmul|elwise|pool|sfpu_|sfp_|dst_rows|srcops|trace|lint|watch|misuse|small|elw")
WITHOUT_CORE = "tests/flow/test_without_core.c"  # for a library linked without port/coop/misused.c, which would end the program
SMALL = "tests/config/small.c"  # only in the smaller configurations
FLAGS = "-std=c99 -fPIC -fno-semantic-interposition -w -Iinclude -Ilib -Iport -Itests -Iexamples -D_XOPEN_SOURCE=700".split()
# An index outside an array of known length ends the program, as in `make sanitize`.
LIB_FLAGS = FLAGS + ["-O1"]
BOUNDS = ["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]
TEST_FLAGS = FLAGS + ["-O1"]
CC = os.environ.get("HOSTCC", "gcc")
# Objects of unchanged sources are kept from one tree to the next, where there is ccache.
CACHED = ["ccache"] if shutil.which("ccache") else []
# What a directory is copied from, and so what its objects depend on.
TOPS = ("include", "lib", "port", "tests", "qemu-tests", "examples")


def run(command, cwd, timeout=300):
    try:
        return subprocess.run(command, cwd=cwd, timeout=timeout, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def limited(command, seconds):
    """A command that is ended after this many seconds of processor time, however busy the machine is. Only the soft limit
    is set: a command that itself limits others may give them more."""
    return ["prlimit", "--cpu=%d:" % (seconds + 1)] + command


# A command that waits for ever uses no processor time, so the time on the clock is limited to this many times that
# limit.
BUSY = 6


def chip_of(config):
    return "wormhole" if config.startswith("wormhole") else "blackhole"


def order_of(name):
    """The configurations in which a mutation of a file is tried: a file that is named for a chip is only in that
    chip's."""
    return ["wormhole", "wormhole-sanitized"] if "wormhole" in name else list(CONFIGURATIONS)


@functools.lru_cache(None)
def generated():
    """The files that `make generate` makes."""
    return set(closure.Makefile().values.get("FRESH_FILES", "").split())


@functools.lru_cache(None)
def sources(tree="."):
    """The mutated files: the library for both chips with its public headers, and the scheduler of threads."""
    names = []
    for top in ("lib", "port/coop", "include/softensix"):
        for folder, _, files in os.walk(os.path.join(tree, top)):
            names += [os.path.relpath(os.path.join(folder, f), tree) for f in files if f.endswith((".c", ".h", ".def"))]
    return sorted(n for n in names if n not in generated())


class Program:
    """A test: a program and its argument, for a chip."""

    def __init__(self, name, parts, argument=None, must_fail=False, chip="blackhole"):
        self.name, self.parts, self.argument, self.must_fail, self.chip = name, parts, argument, must_fail, chip

    @property
    def binary(self):
        return "t/" + self.parts[0][:-2].replace("/", "_")


def of_chip(kind, chip):
    """The files of a kind for a chip, from make."""
    return subprocess.run(["make", "-s", "--no-print-directory", "%s-of-chip" % kind, "ARCH=" + chip], stdout=subprocess.PIPE, check=True,
                          env={k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}, text=True).stdout.split()


def programs():
    """The unit tests of both chips, the tests of threads, and each file of golden vectors."""
    found = [Program(p, [p], chip=chip) for chip in ("blackhole", "wormhole") for p in of_chip("tests", chip)
             if not p.startswith("tests/port/") and p != WITHOUT_CORE]
    found += [Program(p, [p], must_fail="/fail_" in p) for p in sorted(glob.glob("qemu-tests/*.c"))]
    found += [Program(SMALL, [SMALL])]
    os.makedirs("build/mutants/vec", exist_ok=True)
    for packed in sorted(glob.glob("tests/vectors/data/**/*.vec.xz", recursive=True)):
        chip = "wormhole" if "/wormhole/" in packed else "blackhole"
        name = os.path.basename(packed)[:-7]
        plain = os.path.abspath("build/mutants/vec/%s-%s.vec" % (chip, name))
        with open(plain, "wb") as out:
            subprocess.run(["xz", "-dc", packed], stdout=out, check=True)
        with open(plain + ".list", "w") as out:
            out.write(plain + "\n")
        found.append(Program("vectors " + name, VECTORS, plain + ".list", chip=chip))
    return found


class Tree:
    """A copy of the sources with objects, their digests and programs for each configuration."""

    def __init__(self, path, cached=()):
        self.path, self.cached = path, list(cached)
        shutil.rmtree(path, ignore_errors=True)
        for top in TOPS:
            shutil.copytree(top, os.path.join(path, top), ignore=shutil.ignore_patterns("data", "corpus", "*.llk"))
        self.ready, self.of_chip = {}, {}

    def file(self, name):
        return os.path.join(self.path, name)

    def library_sources(self, config):
        """The sources of a configuration's library, and the scheduler of threads."""
        if not self.of_chip:
            for chip in ("blackhole", "wormhole"):
                self.of_chip[chip] = of_chip("sources", chip)
        return self.of_chip[chip_of(config)] + sorted(s for s in sources(self.path) if s.startswith("port/") and s.endswith(".c"))

    def object_of(self, config, source):
        return "o/%s/%s.o" % (config, source)

    def digest(self, name):
        with open(self.file(name), "rb") as f:
            return hashlib.sha1(f.read()).hexdigest()

    def preprocessed(self, config, source):
        out = subprocess.run([CC, *LIB_FLAGS, *CONFIGURATIONS[config], "-E", "-P", source], cwd=self.path,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        return hashlib.sha1(out).hexdigest()

    def compile(self, config, source, folder=None, more=()):
        """Compiles to o/config, or with more flags to another directory of o."""
        target = self.object_of(folder or config, source)
        os.makedirs(os.path.dirname(self.file(target)), exist_ok=True)
        bounds = [] if SANITIZE[0] in CONFIGURATIONS[config] else BOUNDS
        return run([*self.cached, CC, *LIB_FLAGS, *bounds, *CONFIGURATIONS[config], *more, "-MMD", "-c", source, "-o", target], self.path)

    def link(self, config, folder=None, more=()):
        folder = folder or config
        objects = [self.object_of(folder, s) for s in self.library_sources(config) + HOST_PORT]
        flags = [f for f in CONFIGURATIONS[config] if f.startswith("-fsanitize")]
        return run([CC, "-shared", "-Wl,-Bsymbolic", *flags, *more, *objects, "-o", "o/%s/libmutant.so" % folder, "-lm"],
                   self.path)

    def build_program(self, config, program):
        binary = "o/%s/%s" % (config, program.binary)
        os.makedirs(os.path.dirname(self.file(binary)), exist_ok=True)
        return run([CC, *TEST_FLAGS, "-Itests/isa/" + chip_of(config), *CONFIGURATIONS[config], "-MMD", "-MF", binary + ".d", *program.parts,
                    "-Lo/" + config, "-lmutant", "-Wl,-rpath,$ORIGIN/..", "-lm", "-o", binary], self.path)

    def passes(self, config, program, timeout, environment=None):
        """True if a test passes. A program that has to fail passes if its exit status is 1."""
        command = ["./o/%s/%s" % (config, program.binary)] + ([program.argument] if program.argument else [])
        try:
            environment = dict(environment or os.environ, ASAN_OPTIONS="detect_leaks=0")
            status = subprocess.run(limited(command, timeout), cwd=self.path, timeout=BUSY * timeout, env=environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode
        except (subprocess.TimeoutExpired, OSError):
            return False
        return status == (1 if program.must_fail else 0)

    def users(self, config, name):
        """The library's sources and the programs that include a file, from the compiler's lists."""
        mine, binaries = [], set()
        for source in self.library_sources(config):
            if name in self.listed(self.object_of(config, source)[:-2] + ".d"):
                mine.append(source)
        for dep in glob.glob(self.file("o/%s/t/*.d" % config)):
            if name in self.listed(os.path.relpath(dep, self.path)):
                binaries.add("t/" + os.path.basename(dep)[:-2])
        return mine, binaries

    def listed(self, dep):
        with open(self.file(dep)) as f:
            return {os.path.normpath(w) for w in f.read().replace("\\\n", " ").split()}


@functools.lru_cache(None)
def state():
    """A digest of everything that a configuration depends on."""
    digest = hashlib.sha1(CC.encode())
    names = [os.path.join(top, n) for place in TOPS for top, _, files in os.walk(place) for n in files]
    for name in sorted(names) + ["tools/mutants/build.py", "tools/mutants/reach.py"]:
        with open(name, "rb") as f:
            digest.update(name.encode() + b"\0" + hashlib.sha1(f.read()).digest())
    return digest.hexdigest()


# These compile the lines of another one, with sanitizers, so the same tests execute them.
SAME_LINES = {"sanitized": "default", "wormhole-sanitized": "wormhole"}


class Configuration:
    """A configuration that was built in an unchanged tree, and the tests that pass in it. `of`: one whose tests execute the
    same lines."""

    @classmethod
    def kept(cls, path):
        """What an earlier run has built there, or None if anything has changed since."""
        now = state()  # before anything is copied
        try:
            with open(path + "/kept", "rb") as f:
                made, configuration = pickle.load(f)
        except (OSError, EOFError, AttributeError, pickle.UnpicklingError):
            return None
        return configuration if made == now else None

    def keep(self):
        with open(self.tree.file("kept"), "wb") as f:
            pickle.dump((state(), self), f)

    def __init__(self, name, base, tests, say, of=None):
        self.name, self.tree = name, base
        whole = name in ("default", "wormhole")  # the first configuration of its chip
        tests = [t for t in tests if t.chip == chip_of(name) and (whole or OTHERS.search(t.name))]
        self.tests = []
        self.text = {}
        began = time.time()
        self.parallel([(lambda s=s: base.compile(name, s)) for s in base.library_sources(name) + HOST_PORT])
        if not base.link(name):
            raise RuntimeError("the library does not link (%s)" % name)
        self.parallel([(lambda p=p: base.build_program(name, p)) for p in {t.binary: t for t in tests}.values()])
        self.digests = {s: base.digest(base.object_of(name, s)) for s in base.library_sources(name)}
        failing = []

        def timed(test):
            start = time.time()
            return test, base.passes(name, test, 600), time.time() - start

        tests = [t for t in tests if t.name != SMALL or name in ("half", "tiny")]
        with ThreadPoolExecutor(2) as pool:
            for test, passed, seconds in pool.map(timed, tests):
                if passed:
                    self.tests.append((test, seconds))
                else:
                    failing.append(test.name)
        # Few tests are for the other configurations: counting what they execute would take longer than running
        # them.
        self.reach = self.reached() if whole else Reach() if of is None else of.reach
        say("%s: %d tests pass, built in %d s" % (name, len(self.tests), time.time() - began))
        if failing:
            say("%s: not for this configuration: %s" % (name, ", ".join(failing)))
        if failing and whole:
            raise RuntimeError("tests fail without any mutation")

    def reached(self):
        """Runs every test once with an unoptimised library that counts executed lines."""
        folder, base, reach = self.name + "-counting", self.tree, Reach()
        self.parallel([(lambda s=s: base.compile(self.name, s, folder, COVERAGE))
                       for s in base.library_sources(self.name) + HOST_PORT])
        if not base.link(self.name, folder, ["--coverage"]):
            raise RuntimeError("the counting library does not link (%s)" % self.name)
        shutil.copytree(base.file("o/%s/t" % self.name), base.file("o/%s/t" % folder))

        def count(numbered):
            number, (test, _) = numbered
            return test, counted(base, folder, test, base.file("o/%s/counts%d" % (folder, number)))

        with ThreadPoolExecutor(2) as pool:
            for test, found in pool.map(count, enumerate(self.tests)):
                for report in found:
                    reach.add(test.name, report)
                if not found:
                    reach.anywhere.add(test.name)
        return reach

    @staticmethod
    def parallel(calls):
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(lambda call: call(), calls))

    def preprocessed(self, source):
        """A digest of the unchanged source after the preprocessor."""
        if source not in self.text:
            self.text[source] = self.tree.preprocessed(self.name, source)
        return self.text[source]
