#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests everything that must hold, in the stages of tools/stages.tsv: test_all.py [quick]

A stage whose output ends with "N passed, N failed" counts that many tests; any other counts as one test, which
passes if its exit status is 0. Lines "skipped: what: why" of a stage are repeated at the end. ONLY="text" runs
the stages whose names contain the text. Output is kept below build/test. Many stages spend most of their time in
a single process, so stages with build directories of their own run in parallel with those that share the usual
ones. Last line: "N passed, N failed"."""
import os
import re
import signal
import subprocess
import sys
import threading
import time

JOBS = os.cpu_count() or 2
# Libraries that few tests use are compiled as one file with less optimization (Makefile).
QUICKLY = "build/rv32im-wormhole-diag build/host32-diag build/opentitan build/board-% build/rv32imac-harts"
# Functions and variables for the commands of stages.
PRELUDE = r"""
data=tests/vectors/data
some="$data/kat.vec.xz $data/mop.vec.xz $data/replay.vec.xz $data/e2e.vec.xz $data/mvmul_chain.vec.xz $data/spec_rwc.vec.xz"
make() { command ${MAKE:-make} --no-print-directory -j%d "$@"; }
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
LEFT = """half and tiny size; unit tests with sanitizers; other kernels than the usual ones, and random programs; other cores and boards \
in QEMU; kernels in LLK's and tt-metal's style; clang; counts of instructions, sizes; examples, tools, guide, site"""


def read_stages(quick):
    """(when, name, command) of the selected stages."""
    rows = [line.rstrip("\n").split("\t") for line in open("tools/stages.tsv", encoding="utf-8") if not line.startswith("#")]
    return [(when.split()[0], name, command) for when, name, command in rows
            if (not quick or when.endswith(" q")) and os.environ.get("ONLY", "") in name]


def clock(seconds):
    return "%d:%02d" % divmod(int(seconds), 60)


class Run:
    """All stages, and the results of those that have ended."""

    def __init__(self, stages):
        self.stages, self.began, self.lock = stages, time.time(), threading.Lock()
        self.ended, self.skipped = [], []

    def lane(self, when):
        for lane, name, command in self.stages:
            if lane == when:
                self.stage(name, command)

    def stage(self, name, command):
        began = time.time()
        log = "build/test/%s.log" % re.sub("[^A-Za-z0-9]+", "-", name)
        with open(log, "w", encoding="utf-8") as output:
            child = subprocess.Popen(["sh", "-c", PRELUDE + command], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        with open(log, encoding="utf-8", errors="replace") as output:
            text = output.read()
        with self.lock:
            self.end(name, text, status, time.time() - began, usage.ru_utime + usage.ru_stime)

    def end(self, name, text, status, seconds, processor):
        left_out = re.findall(r"^skipped: (.*)", text, re.M)
        counts = re.findall(r"^(\d+) passed, (\d+) failed", text, re.M)
        passed, failed = map(int, counts[-1]) if counts else (int(status == 0 and not left_out), 0)
        failed = failed or int(status != 0)
        if failed:
            print("\n".join(text.splitlines()[-60:]))
        self.skipped += ["%s: %s" % (name, what) for what in left_out]
        self.ended.append((seconds, processor, passed, failed, name))
        print("%2d/%d %-44s %6d passed, %d failed%s  %5s of %s, processor %s" %
              (len(self.ended), len(self.stages), name, passed, failed, ", %d skipped" % len(left_out) if left_out else "",
               clock(seconds), clock(time.time() - self.began), clock(processor)), flush=True)

    def all(self):
        self.lane("first")
        own = threading.Thread(target=self.lane, args=("own",), daemon=True)
        own.start()
        self.lane("shared")
        own.join()
        self.lane("last")


def main():
    quick = sys.argv[1:] == ["quick"]
    os.environ.setdefault("USUAL_DEBUG", "-g1")  # line numbers without variables, which saves a sixth of the compiler's time
    os.environ.setdefault("QUICKLY", QUICKLY)
    os.makedirs("build/test", exist_ok=True)
    run = Run(read_stages(quick))
    try:
        run.all()
    except KeyboardInterrupt:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)  # of both lanes
        return 130
    print("\nleft out:" + ("\n  " + "\n  ".join(run.skipped) if run.skipped else " nothing"))
    if quick:
        print('left to "make test": ' + LEFT)
    longest = sorted(run.ended, reverse=True)[:5]
    print("longest: " + "; ".join("%s %d s" % (stage[4], stage[0]) for stage in longest))
    print("elapsed: %s, processor %s" % (clock(time.time() - run.began), clock(sum(stage[1] for stage in run.ended))))
    failed = sum(stage[3] for stage in run.ended)
    print("%d passed, %d failed" % (sum(stage[2] for stage in run.ended), failed))
    return int(failed > 0 or not run.ended)


if __name__ == "__main__":
    sys.exit(main())
