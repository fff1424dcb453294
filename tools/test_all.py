#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs stages of tools/stages.tsv: test_all.py [--ci] quick|test|all|ci...

A stage counts the tests of all its lines "N passed, N failed" together; one without such a line is one test, which
passes if its exit status is 0. "0 passed, 0 failed" is a failure, and so is a stage that did not end or whose
output could not be kept. Lines "skipped: what: why" of a stage, and sums with ", N skipped", are repeated at the
end; with --ci, or CI=true in the environment, each is a failure, unless tools/skips.tsv allows it. A line "elsewhere:
test: needs condition" is a test that only other configurations can have; where all stages run, one of them must have
told "here: test". ONLY="text" runs the stages of every command whose names contain the text; there must be one.
Output is kept below build/test. Many stages spend most of their time in a single process, so after the lane `first`
those of PARALLEL run beside each other. Last line: "N passed, N failed", with ", N skipped" where something was."""
import argparse
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter

from kernels import ending

JOBS = os.cpu_count() or 2
COMMANDS = ("quick", "test", "all", "ci")
PARALLEL = ("bare", "own", "sanitizers", "forms", "kernels", "shared")
LANES = ("first", *PARALLEL, "last")
# Libraries that few tests use are compiled as one file with less optimization (Makefile).
QUICKLY = """build/host32-diag build/rv32im-wormhole-diag build/rv32i build/rv32imafc build/rv32imafcv build/rv64imac
    build/rv32imac-harts build/opentitan build/board-% build/wheel-% build/host/ulp/lib build/host-wormhole/ulp/lib""".replace("\n", "")
# Functions and variables for the commands of stages.
PRELUDE = r"""
data=tests/vectors/data
some="$data/kat.vec.xz $data/mop.vec.xz $data/replay.vec.xz $data/e2e.vec.xz $data/mvmul_chain.vec.xz $data/spec_rwc.vec.xz"
make() { command ${MAKE:-make} --no-print-directory -j%d "$@"; }
runtimes_for() { march=$1 && shift && make llk-runtime metal-runtime MARCH="$march" "$@"; }
# Two commands beside each other: a library that is one file keeps one core busy.
both() {
    $1 &
    other=$!
    $2 || { wait $other; return 1; }
    wait $other
}
library_for() { make lib MARCH="$1" && make build/"$1"/libinternal.a MARCH="$1"; }
by_clang() {
    if command -v clang >/dev/null; then
        make lib MARCH="$1" CC=clang BUILD=build/"$1"-clang ONE=1 OPT=-O0 DEBUG=
    else
        echo "skipped: library for $1: clang is not installed (tools/setup.sh --all)"
    fi
}
same_checksum() {
    host=$(make demo-host FIDELITY="$1" OUTPUT="$2") && qemu=$(make demo FIDELITY="$1" OUTPUT="$2") || return 1
    printf '%%s\n%%s\n' "$host" "$qemu"
    [ "$(printf '%%s\n%%s\n' "$host" "$qemu" | grep '^checksum' | uniq -c | sed 's/ *2 .*/twice/')" = twice ]
}
""" % JOBS


class Wrong(Exception):
    """What the caller has to mend before anything runs."""


def rows(path, columns):
    """The rows of a table, which must have that many columns, none of them empty."""
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            row = line.rstrip("\n").split("\t")
            if line.startswith("#"):
                continue
            if len(row) != columns or not all(cell.strip() for cell in row):
                raise Wrong("%s:%d: %d columns with text, separated by tabs, expected" % (path, number, columns))
            yield (number, *row)


def log_of(name):
    return re.sub("[^A-Za-z0-9]+", "-", name) + ".log"


def read_stages(path):
    """(commands, lane, name, shell command) of every stage."""
    stages, logs = [], {}
    for number, commands, lane, name, command in rows(path, 4):
        for words, known in ((commands.split(","), COMMANDS), ([lane], LANES)):
            if not set(words) <= set(known):
                raise Wrong("%s:%d: %s: there is %s" % (path, number, ",".join(words), ", ".join(known)))
        if log_of(name) in logs:
            raise Wrong("%s:%d: %s: its log would be that of line %d" % (path, number, name, logs[log_of(name)]))
        logs[log_of(name)] = number
        stages.append((commands.split(","), lane, name, command))
    return stages


def chosen(stages, commands):
    """The stages of these commands, each once, in the order of the table."""
    only = os.environ.get("ONLY", "")
    found = [stage for stage in stages if (only in stage[2] if only else set(commands) & set(stage[0]))]
    if not found:
        raise Wrong('no stage has "%s" in its name (tools/stages.tsv)' % only if only else "a command without a stage")
    return found


def clock(seconds):
    return "%d:%02d" % divmod(int(seconds), 60)


def environment_of_stages():
    """The environment of stages: of the options of the outer make only variables are handed on. -n, -i and -k
    would let a stage do nothing, or fail without a word."""
    flags = re.sub(r"(?<!\S)ONLY=(?:\\.|\S)*", "", os.environ.get("MAKEFLAGS", "").partition("-- ")[2]).strip()
    left_out = ("MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ONLY")  # ONLY is for the stages, not for what they make
    kept = {n: v for n, v in os.environ.items() if n not in left_out}
    return {**kept, "MAKEFLAGS": "-- " + flags if flags else "", "PATH": path_of_stages(), "PLACES": "1"}


def path_of_stages():
    """PATH, in which this Python is the first one. A program that looks for it at each start, as pyenv's does, takes as long
    as many a test."""
    found, path = shutil.which("python3"), os.environ.get("PATH", os.defpath)
    same = found and os.path.realpath(found) == os.path.realpath(sys.executable)
    return path if same else os.path.dirname(sys.executable) + os.pathsep + path


class Run:
    """The chosen stages, and the results of those that have ended."""

    def __init__(self, stages, allowed, asked):
        self.stages, self.allowed, self.strict, self.directory = stages, allowed, asked.ci, asked.logs
        self.whole = not os.environ.get("ONLY") and {"test", "all", "ci"} <= set(asked.commands)
        self.here, self.elsewhere = set(), {}
        self.began, self.lock, self.ended, self.skipped, self.broken = time.time(), threading.Lock(), {}, [], []

    def lane(self, when):
        for _, lane, name, command in self.stages:
            if lane == when:
                try:
                    self.stage(name, command)
                except Exception:  # pylint: disable=broad-except
                    self.broken.append(name + ": " + traceback.format_exc())

    def output(self, child, log):
        """What a stage prints, which is also kept, and whether somebody else still holds its output."""
        text, quiet = b"", 0
        with open(log, "wb", buffering=0) as copy:
            while quiet < 10:
                if select.select([child.stdout], [], [], 1)[0]:
                    some, quiet = os.read(child.stdout.fileno(), 65536), 0
                    if not some:
                        return text, False
                    text += some
                    copy.write(some)
                elif os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                    quiet += 1
        return text, True

    def stage(self, name, command):
        began, left, problem = time.time(), False, ""
        with subprocess.Popen(["sh", "-c", PRELUDE + command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=environment_of_stages()) as child:
            try:
                text, left = self.output(child, os.path.join(self.directory, log_of(name)))
            except OSError as error:
                text, problem = b"", "its output cannot be kept: %s" % error
                child.stdout.close()  # the stage ends at its next output
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if left:
            problem = "a process that it started still runs"
        elif child.returncode < 0 and not problem:
            problem = "killed by signal %d" % -child.returncode
        with self.lock:
            self.end(name, text.decode("utf-8", "replace"), child.returncode, problem, time.time() - began, usage.ru_utime + usage.ru_stime)

    def end(self, name, text, status, problem, seconds, processor):
        self.here.update(re.findall(r"^here: (.*)", text, re.M))
        self.elsewhere.update(re.findall(r"^elsewhere: (.*): (needs .*)", text, re.M))
        counts = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", text, re.M)
        left_out = re.findall(r"^skipped: (.*)", text, re.M) + ["%s of its cases" % n for _, _, n in counts if int(n or 0)]
        passed, failed = (sum(int(c[i]) for c in counts) for i in (0, 1)) if counts else (int(status == 0 and not problem and not left_out), 0)
        if counts and passed + failed == 0 and not left_out:
            problem = problem or "it has tested nothing"
        failed = failed or int(status != 0 or problem != "")
        refused = [what for what in left_out if self.strict and not self.reason(name, what)]
        failed += len(refused)
        self.ended[name] = (seconds, processor, passed, failed)
        self.skipped += [(name, what) for what in left_out]
        if failed:
            shown = [line for line in text.splitlines() if not line.startswith(("here: ", "elsewhere: "))]
            print("\n".join(shown[-60:] + ["FAIL %s: %s" % (name, why) for why in [problem] if why]))
            print("".join("FAIL %s: skipped, and tools/skips.tsv does not allow it: %s\n" % (name, what) for what in refused), end="")
        print("%2d/%d %-44s %6d passed, %d failed%s  %5s of %s, processor %s" %
              (len(self.ended), len(self.stages), name, passed, failed, ", %d skipped" % len(left_out) if left_out else "",
               clock(seconds), clock(time.time() - self.began), clock(processor)), flush=True)

    def reason(self, name, what):
        """Why a stage may leave something out, by the table."""
        return next((why for stage, text, why in self.allowed if stage in (name, "*") and text in what), None)

    def all(self):
        self.lane("first")
        beside = [threading.Thread(target=self.lane, args=(lane,), daemon=True) for lane in PARALLEL]
        for lane in beside:
            lane.start()
        for lane in beside:
            lane.join()
        self.lane("last")

    def nowhere(self):
        """Tests that each stage leaves to another one, if all stages have run."""
        return [(test, why) for test, why in self.elsewhere.items() if self.whole and test not in self.here]

    def sum(self):
        """How many tests have passed and failed; a stage without a result has failed."""
        wrong = ["FAIL %s: it has not ended" % stage[2] for stage in self.stages if stage[2] not in self.ended]
        wrong += ["FAIL %s: it runs in no stage: %s" % test for test in self.nowhere()]
        print("\n".join(self.broken + wrong))
        return sum(end[2] for end in self.ended.values()), sum(end[3] for end in self.ended.values()) + len(wrong) + len(self.broken)

    def summary(self):
        passed, failed = self.sum()
        print("\nleft out:" + ("" if self.skipped else " nothing"))
        for (name, reason), count in Counter((name, self.reason(name, what)) for name, what in self.skipped).items():
            if reason:
                print("  %s: %d, allowed: %s" % (name, count, reason))
        print("".join("  %s: %s\n" % (name, what) for name, what in self.skipped if not self.reason(name, what)), end="")
        longest = sorted(((end[0], name) for name, end in self.ended.items()), reverse=True)[:5]
        print("longest: " + "; ".join("%s %d s" % (name, seconds) for seconds, name in longest))
        print("elapsed: %s, processor %s" % (clock(time.time() - self.began), clock(sum(end[1] for end in self.ended.values()))))
        skipped = ", %d skipped" % len(self.skipped) if self.skipped else ""
        print("%d passed, %d failed%s" % (passed, failed, skipped), flush=True)
        return int(failed > 0 or passed == 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="+", choices=COMMANDS)
    parser.add_argument("--ci", action="store_true", default=os.environ.get("CI") == "true",
                        help="what is skipped is a failure, unless tools/skips.tsv allows it; without it where CI=true")
    parser.add_argument("--stages", default="tools/stages.tsv", help="another table of stages")
    parser.add_argument("--skips", default="tools/skips.tsv", help="another table of what may be skipped")
    parser.add_argument("--logs", default="build/test", help="where the output of stages is kept")
    asked = parser.parse_args()
    os.environ.setdefault("USUAL_DEBUG", "-g1")  # line numbers without variables, which saves a sixth of the compiler's time
    os.environ.setdefault("QUICKLY", QUICKLY)
    try:
        allowed = [row[1:] for row in rows(asked.skips, 3)]
        run = Run(chosen(read_stages(asked.stages), asked.commands), allowed, asked)
        os.makedirs(asked.logs, exist_ok=True)
    except (Wrong, OSError) as problem:
        print("test_all.py: %s" % problem, file=sys.stderr)
        return 2
    try:
        run.all()
    except KeyboardInterrupt:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)  # of all lanes
        return 130
    return run.summary()


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
