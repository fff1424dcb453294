#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs sessions: session.py [NAME=value...] file.txt... In a session text at the left margin says what is shown, and below it stand,
two spaces in,

  $ a command, all of them for one shell
  > and its further lines
  what it prints, output and errors
  ? so begins one of the lines that it prints, and what else it prints is not looked at
  ... means that nothing is looked at but its exit status
  [1], its exit status, unless that is 0
  - a command || what is left out, and why, if the command fails: from here to the next text, or the whole file below a text with #

With FAIL_FAST=1 in the environment the first claim that fails ends it. Last line: "N passed, N failed"."""
import os
import re
import subprocess
import sys

END = "--end of the command--"


def read(path):
    """Each claim of the session: text, command, exact lines, beginnings of lines (None: any lines), status, what it needs."""
    claims, text, needs, of_file = [], path, [], 0
    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n"), 1):
        if line.startswith("  $ "):
            claims.append({"text": "%s:%d: %s" % (path, number, text), "run": [line[4:]], "exact": [], "begins": [], "status": 0, "needs": needs})
        elif line.startswith("  > ") and claims and not claims[-1]["exact"]:
            claims[-1]["run"].append(line[4:])
        elif line.startswith("  - "):
            needs = needs + [line[4:].split(" || ")]
        elif line.startswith("  ? "):
            claims[-1]["begins"].append(line[4:])
        elif line == "  ...":
            claims[-1]["begins"] = None
        elif re.fullmatch(r"  \[\d+\]", line):
            claims[-1]["status"] = int(line[3:-1])
        elif line.startswith("  "):
            claims[-1]["exact"].append(line[2:])
        elif line:
            if text.startswith("#"):
                of_file = len(needs)
            needs, text = needs[:of_file], line
    return claims


def run(shell, command):
    """What a command prints, and its status."""
    shell.stdin.write("{ %s\n} </dev/null 2>&1\nprintf '\\n%s %%d\\n' $?\n" % ("\n".join(command), END))
    shell.stdin.flush()
    lines = []
    for line in shell.stdout:
        if line.startswith(END):
            break
        lines.append(line)
    else:
        raise SystemExit("the shell ended in: " + command[0])
    printed = "".join(lines)[:-1]
    return printed[:-1].split("\n") if printed.endswith("\n") else printed.split("\n") if printed else [], int(line.split()[-1])


def wrong(claim, lines, status):
    """What the claim says that does not hold."""
    found = ["not printed: " + b for b in claim["begins"] or [] if not any(line.startswith(b) for line in lines)]
    if claim["begins"] == [] and lines != claim["exact"]:
        found.append("expected:\n" + "\n".join(claim["exact"]))
    if status != claim["status"]:
        found.append("status %d, expected %d" % (status, claim["status"]))
    return found


def missing(shell, claim, told):
    """What the claim needs and is not there, which is told once."""
    for command, sentence in claim["needs"]:
        if command not in told:
            told[command] = run(shell, ["{ " + command, "} >/dev/null"])[1]
            if told[command]:
                print("skipped: " + sentence)
        if told[command]:
            return True
    return False


def main():
    counts, told = [0, 0], {}
    values = dict(a.split("=", 1) for a in sys.argv[1:] if "=" in a)
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    environment["PROGRESS_SECONDS"] = "inf"  # on a machine with other work, a run takes long enough to tell its progress
    for path in (a for a in sys.argv[1:] if "=" not in a):
        claims = read(path)
        if not claims:
            print("FAIL %s: it has no command" % path)
            counts[1] += 1
        with subprocess.Popen(["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, errors="replace", env=dict(environment, **values)) as shell:
            for claim in claims:
                if missing(shell, claim, told):
                    continue
                lines, status = run(shell, claim["run"])
                problems = wrong(claim, lines, status)
                counts[0] += max(1, len(claim["begins"] or [])) - len(problems)
                counts[1] += len(problems)
                if problems:
                    print("\n".join(["FAIL " + claim["text"], "--- printed"] + lines + ["---"] + problems))
                    if os.environ.get("FAIL_FAST"):
                        break
        if counts[1] and os.environ.get("FAIL_FAST"):
            break
    print("%d passed, %d failed" % (max(counts[0], 0), counts[1]))
    return counts[1] > 0 or counts[0] == 0 and not any(told.values())


sys.exit(main())
