#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs test programs, JOBS=2 at a time, through RUNNER if that is set: run_tests.py program...

Each program prints "N passed, N failed" last, and "skipped: test: why" for what it skips, which is repeated; the
last line is the sum of all these. "elsewhere: test: needs condition" is a test of other configurations, which is not
skipped; PLACES=1 repeats these lines and "here: test", for tools/test_all.py. A program that has neither tested nor
left out anything has failed, and so has a run without programs. The whole output of failing programs is shown; EACH=1 prints a line with the time of each,
for tools/results.py. A program called fail_NAME has to fail as its source says, 'Expected: exit status 1 and 3
lines with "text"'."""
import os
import re
import subprocess
import sys
import time

from kernels import ending
from kernels.interrupt import Pool

RUNNER = os.environ.get("RUNNER", "").split()
REPEATED = ("skipped: ", "elsewhere: ", "here: ") if os.environ.get("PLACES") else ("skipped: ",)


def run(program):
    """Exit status, output, seconds."""
    began = time.time()
    try:
        done = subprocess.run([*RUNNER, program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except OSError as error:
        return 127, "%s\n" % error, 0.0
    return done.returncode, done.stdout.decode("utf-8", "surrogateescape"), time.time() - began


def counted(program, status, output):
    """How many tests have passed, and how many failed."""
    source = re.search(r"qemu-tests/fail_\w+", program)
    if source:
        count, text = re.search(r'Expected: exit status 1 and (\d+) lines? with "(.*)"', open(source[0] + ".c", encoding="utf-8").read()).groups()
        good = status == 1 and sum(text in line for line in output.splitlines()) == int(count)
        return int(good), int(not good)
    lines = output.splitlines() or [""]
    last = re.fullmatch(r"\D*(\d+) passed, .*?(\d+) failed.*", lines[-1])
    sums = [last.groups()] + re.findall(r"^(\d+) passed, (\d+) failed", "\n".join(lines[:-1]), re.M) if last else [(0, 1)]
    passed, failed = (sum(int(numbers[i]) for numbers in sums) for i in (0, 1))
    nothing = passed + failed == 0 and not re.search("^(skipped|elsewhere): ", output, re.M)
    return passed, failed or int(status != 0 or nothing)


def main():
    total, each = [0, 0], os.environ.get("EACH")
    with Pool(int(os.environ.get("JOBS") or 2)) as pool:
        for program, (status, output, seconds) in zip(sys.argv[1:], pool.map(run, sys.argv[1:])):
            passed, failed = counted(program, status, output)
            shown = output if failed else "".join(line + "\n" for line in output.splitlines() if line.startswith(REPEATED))
            if each:
                shown += f"{program}: {passed} passed, {failed} failed, {seconds:.3f} s\n"
            elif failed:
                shown += f"FAIL {program} (status {status})\n"
            sys.stdout.buffer.write(shown.encode("utf-8", "surrogateescape"))
            total = [total[0] + passed, total[1] + failed]
    if not sys.argv[1:]:
        print("FAIL no programs")
    print(f"{total[0]} passed, {total[1]} failed")
    return int(total[1] > 0 or not sys.argv[1:])


sys.exit(ending.quietly(main))
