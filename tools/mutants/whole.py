# SPDX-License-Identifier: Apache-2.0
"""Mutations outside of the library: programs around it and tools, judged by the commands that test them in a copy of the
whole tree. The quickest that can notice come first."""

import glob
import hashlib
import os
import shutil
import subprocess
import time

MAKE = "make -s --no-print-directory DEBUG= "


def unit(name):
    return MAKE + "build/unit/tests/port/%s && build/unit/tests/port/%s" % (name, name)


METAL = [MAKE + 'metal-own CASES="tests/metal/detour.desc tests/metal/matmul-movers.desc tests/metal/softmax.desc"', MAKE + "metal-bad",
         MAKE + "metal-binary CASES=tests/metal/eltwise-add.desc"]
LLK = [MAKE + 'llk-own CASES="tests/llk/pointers.llk tests/llk/eltwise-add.llk tests/llk/matmul-lofi-f32.llk"', MAKE + "llk-bad",
       MAKE + "llk-binary CASES=tests/llk/pointers.llk"]
COMMANDS = {
    "port/metal/": [unit("test_metal_buffers"), unit("test_metal_input")] + METAL,
    "port/llk/": [unit("test_decode")] + LLK + METAL[:2] + [MAKE + "llk-builtins MARCH=host"],
    "port/monitor/": [MAKE + "isolation-test", METAL[2], LLK[2]],
    "port/host/": [MAKE + "port-test"],
    "port/qemu-virt/": [MAKE + "qemu-test"],
    "port/none/": [MAKE + "libc-test LIBCS=none"],
    "port/semihost/": [MAKE + "libc-test LIBCS=none"],
    "port/bare/": [MAKE + "cycles-check CYCLES_CORES=rv32im"],
    "port/native/": [MAKE + "native-test"],
    "port/harts/": [MAKE + "harts-host RUNS=20"],
    "tools/metal/": ["tests/metal/tools.py", "tests/metal/refused.py", MAKE + "metal-runtime MARCH=rv32im && tests/metal/looks.py"] + METAL,
    "tools/llk/": ["tests/llk/upstream_tests.py", MAKE + "llk-cases-fresh"] + LLK + ["tests/llk/fuzz_case.py"],
    "tools/ksuite/": ["tests/metal/refused.py", "tests/metal/tools.py"] + METAL + LLK,
}
# Compiles a source as the programs that hold it do, to see whether a mutation changes what is made.
HOST = "gcc -std=c99 -O2 -w -D_XOPEN_SOURCE=700"
TARGET = "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 --specs=picolibc.specs -std=c99 -O2 -w -DBARE_COUNTER=0"
INCLUDES = " -Iinclude -Iport -Ilib -Iexamples -Itests -Ibench"


def sources():
    """The files that are mutated."""
    names = [n for folder in COMMANDS for n in glob.glob(folder + "**/*", recursive=True)]
    return sorted(n for n in names if n.endswith((".c", ".h") if n.startswith("port/") else ".py"))


def commands_of(name):
    return next((c for folder, c in COMMANDS.items() if name.startswith(folder)), None)


class Command:
    """What stands where a test program stands: it has a name."""

    def __init__(self, line):
        self.name, self.line = line.replace(MAKE, "make "), line


class Copy:
    """A copy of the tree in which commands run; what passes there without a mutation, and how long it takes."""

    def __init__(self, path):
        self.path, self.seconds = path, {}
        shutil.rmtree(path, ignore_errors=True)
        for name in subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
            os.makedirs(os.path.dirname(os.path.join(path, name)), exist_ok=True)
            shutil.copy2(name, os.path.join(path, name))

    def passes(self, line, timeout):
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONPATH")}
        # A group of its own: what a command has started ends with it.
        process = subprocess.Popen(["sh", "-c", line], cwd=self.path, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return process.wait(timeout) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False

    def ready(self, line):
        """Runs a command once without a mutation: after that what it needs is built. The second run is measured."""
        if line not in self.seconds:
            good, began = self.passes(line, 1200), time.time()
            good = good and self.passes(line, 1200)
            self.seconds[line] = time.time() - began if good else None
            if not good:
                print("left out, it fails without any mutation: " + line, flush=True)
        return self.seconds[line]

    def objects(self, name):
        """What is made of a C source, or of all beside a header; None: it does not compile."""
        if name.endswith(".py"):
            return None
        compiler = HOST if name.startswith(("port/host/", "port/harts/")) else TARGET
        units = [name] if name.endswith(".c") else sorted(glob.glob(os.path.dirname(os.path.join(self.path, name)) + "/*.c"))
        digest, made = hashlib.sha1(), 0
        for source in units:
            done = subprocess.run((compiler + INCLUDES).split() + ["-S", "-o", "-", os.path.relpath(source, self.path) if source != name else name],
                                  cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            made += done.returncode == 0
            digest.update(done.stdout)
        return made, digest.hexdigest()

    def judge(self, name, mutation):
        """"same", "broken", or ("default", the command that failed or None)."""
        path = os.path.join(self.path, name)
        lines = [line for line in commands_of(name) if self.ready(line) is not None]
        if not lines:
            return "broken"
        before = self.objects(name)
        with open(path) as f:
            text = f.read()
        try:
            with open(path, "w") as f:
                f.write(text[: mutation.start] + mutation.text + text[mutation.end :])
            after = self.objects(name)
            if before is not None and (after[0] < before[0] or after == before):
                return "same" if after == before else "broken"
            for line in lines:
                if not self.passes(line, 20 + 10 * self.seconds[line]):
                    return "default", Command(line)
            return "default", None
        finally:
            with open(path, "w") as f:
                f.write(text)
