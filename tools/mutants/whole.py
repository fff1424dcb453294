# SPDX-License-Identifier: Apache-2.0
"""Mutations outside of the library, and of the file that a port replaces: programs around it and tools. They are
judged by the commands that test them, in a copy of the whole tree. The fastest commands that can notice a
mutation come first."""

import filecmp
import glob
import hashlib
import json
import os
import shutil
import subprocess
import time

from mutants.build import BUSY, limited

MAKE = "make -s -j2 --no-print-directory DEBUG= "


def unit(name):
    return MAKE + "build/unit/tests/port/%s && build/unit/tests/port/%s" % (name, name)


def units(prefix):
    return [unit(os.path.basename(path)[:-2]) for path in sorted(glob.glob("tests/port/test_%s*.c" % prefix))]


WITHOUT_CORE = MAKE + "build/unit/tests/flow/test_without_core && build/unit/tests/flow/test_without_core"
METAL = [MAKE + 'metal-own CASES="tests/metal/detour.desc tests/metal/matmul-movers.desc tests/metal/softmax.desc tests/metal/given.desc"', MAKE + "metal-bad",
         MAKE + "metal-binary CASES=\"tests/metal/eltwise-add.desc tests/metal/given.desc\""]
LLK = [MAKE + "llk-own TIME=1 CASES=tests/llk/pointers.llk", MAKE + 'llk-own CASES="tests/llk/pointers.llk tests/llk/eltwise-add.llk tests/llk/matmul-lofi-f32.llk"', MAKE + "llk-bad",
       MAKE + "llk-binary CASES=tests/llk/pointers.llk"]
COMMANDS = {
    "lib/core/misused.c": [WITHOUT_CORE],
    "port/metal/": units("metal") + METAL + [MAKE + "metal-order"],
    "port/llk/": [unit("test_decode"), unit("test_timed"), unit("test_platform"), unit("test_state")] + LLK + METAL[:2] + [MAKE + "llk-builtins MARCH=host", MAKE + "llk-pushes", MAKE + "llk-order"],
    "port/monitor/": [METAL[-1], LLK[-1], MAKE + "isolation-test"],
    "port/host/": [MAKE + "port-test"],
    "port/qemu-virt/": [unit("test_guard"), MAKE + "qemu-test"],
    "port/none/": units("none") + [MAKE + "libc-test LIBCS=none"],
    "port/semihost/": [MAKE + "libc-test LIBCS=none"],
    "port/bare/": [MAKE + "cycles-check CYCLES_CORES=rv32im"],
    "port/native/": [unit("test_tile_hardware"), MAKE + "native-test"],
    "port/harts/played": [MAKE + "harts-gain"],
    "port/harts/riscv": [MAKE + "harts RUNS=2"],
    "port/harts/": [MAKE + "harts-host RUNS=3", MAKE + "harts-gain"],
    "tools/metal/": ["tests/metal/numbers.py", "tests/metal/tools.py", "tests/metal/refused.py", MAKE + "metal-runtime MARCH=rv32im && tests/metal/looks.py"] + METAL,
    "tools/llk/": ["tests/llk/tools.py", "tests/llk/upstream_tests.py", MAKE + "llk-cases-fresh"] + LLK + ["tests/llk/fuzz_case.py"],
    "tools/ksuite/": ["tests/llk/tools.py", "tests/metal/refused.py", "tests/metal/tools.py"] + METAL + LLK + [MAKE + "llk-pushes"],
}
OF_LIBRARY = [name for name in COMMANDS if name.startswith("lib/")]
# Code that runs only with a checkout of the vendor's sources, which no test here can check.
WITH_CHECKOUT = ("tools/metal/compile_all.py", "tools/metal/times.py", "tools/llk/perf.py", "tools/llk/perf_rows.py",
                 "tools/llk/softensix_llk.py", "tools/llk/upstream/packages.py", "tools/ksuite/farm.py")
# Compiles a source as in the programs that contain it, to see whether a mutation changes the object.
HOST = "gcc -std=c99 -O2 -w -D_XOPEN_SOURCE=700"
TARGET = "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 --specs=picolibc.specs -std=c99 -O2 -w -DBARE_COUNTER=0"
INCLUDES = "-Iinclude -Iport -Ilib -Iexamples -Itests -Ibench"


def compiler(source):
    own = " -Iport/none/include" if source.startswith("port/none/") else ""
    on_host = source.startswith(("port/host/", "lib/")) or source == "port/harts/posix.c"
    return (HOST if on_host else TARGET + own).split() + INCLUDES.split()


def compiled_with(path):
    """For each file, the sources here that include it; for a source, the source itself."""
    users = {}
    for source in sorted(glob.glob("port/**/*.c", recursive=True) + OF_LIBRARY):
        done = subprocess.run(compiler(source) + ["-MM", source], cwd=path, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
        for name in done.stdout.replace("\\\n", " ").split()[1:]:
            users.setdefault(os.path.normpath(name), []).append(source)
    return users


def sources():
    """The mutated files, without those of the library."""
    names = [n for folder in COMMANDS if folder not in OF_LIBRARY for n in glob.glob(folder + "**/*", recursive=True)]
    names = {n for n in names if n.endswith(".py" if n.startswith("tools/") else (".c", ".h"))}
    return sorted(names - set(WITH_CHECKOUT))


def chosen(name, only):
    """True if the name contains one of these texts, which are separated by spaces, or if there are
    none."""
    return not only.split() or any(text in name for text in only.split())


def commands_of(name):
    return next((c for folder, c in COMMANDS.items() if name.startswith(folder)), None)


class Command:
    """Takes the place of a test program; it has a name."""

    def __init__(self, line):
        self.name, self.line = line.replace(MAKE, "make "), line


class Copy:
    """A copy of the tree in which commands run; the commands that pass there without a mutation, and their
    times."""

    def __init__(self, path):
        self.path, self.seconds = path, {}

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
        made.seconds, made.units = self.seconds, self.units
        return made

    def passes(self, line, timeout):
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONPATH")}
        # A process group of its own, so that a command's children end with it.
        process = subprocess.Popen(limited(["sh", "-c", line], timeout), cwd=self.path, env=environment, stdin=subprocess.DEVNULL,
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
        for line in dict.fromkeys(c for name in sources() + OF_LIBRARY if chosen(name, only) for c in commands_of(name)):
            if self.seconds.get(line) is not None:
                continue
            good, took = self.timed(line)
            if good and took > 5:
                good, took = self.timed(line)
            self.seconds[line] = took if good else None
            with open(known, "w") as f:
                json.dump(self.seconds, f)
            say(("%.1f s: " % took if good else "left out, it fails without any mutation: ") + line.replace(MAKE, "make "))

    def timed(self, line):
        began = time.time()
        return self.passes(line, 1200), time.time() - began

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
        lines = [line for line in commands_of(name) if self.seconds[line] is not None]
        if not lines:
            return "broken"
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
                    return "default", Command(line)
            return "default", None
        finally:
            with open(path, "w") as f:
                f.write(text)
