# SPDX-License-Identifier: Apache-2.0
"""Proves the theorems of proofs/*.c for all inputs: python3 -m prove [--quick | --long] [--only TEXT] [--list].

A theorem is a function of C (proofs/proof.h says how one is written); clang makes LLVM's IR of it and of what it
calls, with a trap for undefined behaviour. The IR becomes formulas over bit vectors: no claim is false, no trap is
reached, nothing outside an object is read or written. Two solvers have to agree. Those of proofs/exhaust are programs that
try every input. Answers are kept below build/prove by the IR that they are about. Last line: "N passed, N failed"."""
import argparse
import glob
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import shutil  # noqa: E402

WANTED = ("clang-14", "boolector", "z3")
MISSING = [name for name in WANTED if not shutil.which(name)]
try:
    import llvmlite  # noqa: E402, F401
    import z3  # noqa: E402
except ImportError as why:
    MISSING.append(str(why))
if MISSING:
    print(f"skipped: proofs: {', '.join(MISSING)} is missing; Debian 12 has all (tools/setup.sh --prove)")
    sys.exit(0)

from kernels import ending  # noqa: E402
from kernels.progress import Progress  # noqa: E402
from prove.changed import all_changed  # noqa: E402
from prove.exhaust import HARNESS, LINK, MORE, tried  # noqa: E402
from prove.listing import CHIPS, CLANG, CORES, FLAGS, KINDS, theorems  # noqa: E402
from prove.reached import reached  # noqa: E402
from prove.solve import Answers, Cache  # noqa: E402
from prove.text import Refused  # noqa: E402
from prove.theorem import compiled, goals, preprocessed, questions  # noqa: E402

DIRECTORY = "build/prove"
LISTS = "about.py", "changed.py", "forms.py", "sites.py"  # of the tool, without a say in what is proven


def texts(paths):
    for path in sorted(paths):
        with open(path, encoding="utf-8") as f:
            yield os.path.relpath(path) + "\0" + f.read()


def tools():
    """The text of this tool, for exhaustions and for other theorems: what it has proven holds for it alone."""
    here = os.path.dirname(os.path.abspath(__file__))
    version = subprocess.run([CLANG, "--version"], capture_output=True, text=True).stdout + repr((FLAGS, MORE, LINK, CHIPS))
    exhausting = [HARNESS, os.path.join(here, "exhaust.py")]
    solving = [path for path in glob.glob(os.path.join(here, "*.py")) if os.path.basename(path) not in LISTS]
    return {True: "".join(texts(exhausting)) + version, False: "".join(texts(solving)) + version + z3.get_version_string()}


def tree():
    """All that a theorem can be about: while none of it changes, no compiler is asked. The headers of the system are those of
    one libc."""
    names = [path for name in ("lib", "include", "proofs") for path in glob.glob(f"{name}/**/*.*", recursive=True)]
    return Cache.key(os.confstr("CS_GNU_LIBC_VERSION"), *texts(path for path in names if path.endswith((".c", ".h", ".def"))))


class Run:
    def __init__(self, limit, jobs):
        self.cache = Cache(DIRECTORY)
        self.answers = Answers(self.cache, limit)
        self.jobs, self.passed, self.failed, self.began = jobs, 0, 0, time.monotonic()
        self.sources, self.irs, self.tree = {}, {}, tree()

    def flags(self, build):
        return [*CORES[build[1]], *CHIPS[build[2]], *(MORE if build[0].startswith("proofs/exhaust/") else [])]

    def source(self, build):
        if build not in self.sources:
            self.sources[build] = preprocessed(build[0], self.flags(build))
        return self.sources[build]

    def ir(self, build):
        if build not in self.irs:
            self.irs[build] = compiled(build[0], self.flags(build))
        return self.irs[build]

    def about(self, theorem, tool):
        return tool[theorem.exhausts], *([] if theorem.exhausts else self.answers.versions.values()), theorem.name

    def keys(self, theorem, tool):
        """Two names of the answer: by the source, which is found sooner, and by what of its IR the theorem reaches."""
        about = self.about(theorem, tool)
        yield Cache.key(*about, *theorem.build[1:], self.source(theorem.build))
        function = ("exhaust_" if theorem.exhausts else "theorem_") + theorem.name
        yield Cache.key(*about, reached(self.ir(theorem.build), function))

    def prove(self, theorem, ir=None):
        """None, or what is wrong; and how much was asked."""
        if theorem.exhausts:
            return tried(theorem, CHIPS[theorem.chip])
        machine, inputs, reached = goals(ir or self.ir(theorem.build), theorem.name)
        solver = z3.Solver()
        solver.add(*machine.facts, reached)
        if solver.check() != z3.sat:
            return "nothing satisfies what it assumes", 0
        asked = list(questions(machine, inputs))
        if ir:  # of changed code: a case that is false is found sooner if its neighbours do not come first
            random.Random(theorem.name).shuffle(asked)
        with ThreadPoolExecutor(self.jobs) as pool:
            answers = [pool.submit(self.answers.ask, goal.text) for goal in asked]
            for goal, answer in zip(asked, answers):
                if answer.result() != "unsat":
                    for other in answers:
                        other.cancel()
                    example = goal.example() if answer.result() == "sat" else ""
                    example = f"; for example {example}" if example else ""
                    return f"{answer.result()}: {goal.what}{example}", len(asked)
        return None, len(asked)

    def one(self, theorem, tool):
        """Asks nothing if the whole tree is that for which the theorem was last proven."""
        kept = Cache.key("the tree", *theorem.build, theorem.name), Cache.key(*self.about(theorem, tool), self.tree)
        if self.cache.get(kept[0]) == kept[1]:
            self.passed += 1
        elif self.answered(theorem, tool):
            self.cache.put(*kept)

    def answered(self, theorem, tool):
        began, missing = time.monotonic(), []
        try:
            for key in self.keys(theorem, tool):
                known = self.cache.get(key)
                if known:
                    break
                missing.append(key)
            wrong, asked = (None, 0) if known else self.prove(theorem)
        except (Refused, KeyError, AttributeError) as why:
            wrong, asked, known = f"refused: {type(why).__name__}: {str(why)[:200]}", 0, None
        except subprocess.CalledProcessError as why:
            wrong, asked, known = why.stderr.split("\n")[0], 0, None
        seconds = time.monotonic() - began
        if wrong:
            self.failed += 1
            print(f"NOT PROVEN {theorem}: {wrong}", flush=True)
        else:
            self.passed += 1
            for key in missing:
                self.cache.put(key, known or f"{seconds:.1f} {asked}")
            if not known:
                what = "points" if theorem.exhausts else "questions"
                print(f"{theorem}: {asked} {what}, {seconds:.1f} s", flush=True)
        return not wrong

    def exhaustions(self, found, tool, progress):
        """Several at once, but chips, which may have the same IR, one after the other."""
        def chips(name):
            for theorem in (t for t in found if t.name == name):
                self.one(theorem, tool)
                progress.step()
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(chips, dict.fromkeys(t.name for t in found)))


def broken():
    """Rows of proofs/broken.tsv: theorem, file, text, another text with which the theorem is false, and, unless that is so on each core, the core."""
    with open("proofs/broken.tsv") as f:
        return [line.rstrip("\n").split("\t") for line in f if line.strip() and line[0] != "#"]


def without(run, theorem, path, before, after):
    """What the tool says when the file has another text; None if it proves the theorem all the same."""
    with open(path) as f:
        text = f.read()
    if text.count(before) != 1:
        return f"{path} has the text {text.count(before)} times"
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(os.path.join(directory, os.path.dirname(path)))
        with open(os.path.join(directory, path), "w") as f:
            f.write(text.replace(before, after))
        flags = [f"-I{directory}/lib", *CHIPS[theorem.chip]]
        if theorem.exhausts:
            return tried(theorem, flags)[0]
        ir = compiled(theorem.path, [*flags, *CORES[theorem.core]])
    return run.prove(theorem, ir)[0]


def all_broken(run, found):
    """Each theorem is false once its function is changed."""
    rows = broken()
    for theorem in found:
        own = [row for row in rows if row[0] == theorem.name and theorem.core in (row[4:] or [theorem.core])]
        for _, path, before, after, *_ in own:
            wrong = without(run, theorem, path, before, after)
            good = wrong is not None and wrong.startswith(("sat", "false"))
            run.passed, run.failed = run.passed + good, run.failed + (not good)
            print(f"{theorem} with {after.strip()}: {wrong if wrong else 'STILL PROVEN'}", flush=True)
        if not own:
            run.failed += 1
            print(f"{theorem}: proofs/broken.tsv has no change that makes it false")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--only", default="", help="theorems whose file or name contains one of these words")
    options.add_argument("--quick", action="store_true", help="without those whose comment says Slow or Long")
    options.add_argument("--long", action="store_true", help="those whose comment says Long, too")
    options.add_argument("--limit", type=int, default=300, help="seconds of processor time for a solver and a question")
    options.add_argument("--broken", action="store_true", help="each theorem with a planted change, proofs/broken.tsv")
    options.add_argument("--both", action="store_true", help="the planted changes for both chips")
    options.add_argument("--changed", type=int, default=0, metavar="COUNT", help="so many drawn changes of proven functions")
    options.add_argument("--seed", default="1", help="of the draw")
    options.add_argument("--list", action="store_true")
    options.add_argument("--jobs", type=int, default=int(os.environ.get("JOBS") or os.cpu_count() or 1))
    given = options.parse_args()
    found = theorems(given.only.split(), [""] if given.quick else ["", *KINDS] if given.long else ["", KINDS[0]])
    if given.list:
        for theorem in found:
            print(f"{theorem.path}\t{theorem.name}\t{theorem.core}\t{theorem.chip}\t{theorem.sentence}")
        return 0
    run, tool = Run(given.limit, given.jobs), tools()
    if given.changed:
        all_changed(run, given.seed, given.changed, given.only.split(), given.limit)
        found = []
    if given.broken:
        all_broken(run, found if given.both else [t for t in found if t.chip == "blackhole"])
        found = []
    progress = Progress("prove", len(found))
    run.exhaustions([t for t in found if t.exhausts], tool, progress)
    for theorem in (t for t in found if not t.exhausts):
        run.one(theorem, tool)
        progress.step()
    print(f"{sum(os.times()[:4]):.0f} s of processor time")
    print(f"{run.passed} passed, {run.failed} failed")
    return run.failed != 0 or not run.passed


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
