#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The variables that documents, sessions and stages give to make are ones that the makefiles know and that the target uses
(tools/variables.awk). Silent and 0 where that holds."""

import glob
import os
import re
import shlex
import subprocess
import sys

GOAL, VARIABLE = r"[a-z][a-z0-9-]*(?![\w=.\/-])", r"[A-Za-z_][A-Za-z0-9_]*=(?:\"[^\"\n]*\"|[^\s\"'`;|&)#,:\]]*)"
CALL = re.compile(r"(?:`|^ *[-$>&|(!]* ?|\t|run: |&& |; )make((?: +(?:-[a-zA-Z]\S*|%s|%s))+)" % (GOAL, VARIABLE), re.M)
# The session of what is refused, and history.
WITHOUT = {"tests/config/variables.txt", "CHANGELOG.md"}


def places():
    patterns = ["*.md", "docs/**/*", "tools/stages.tsv", "tools/*.sh", "tests/**/*.txt", "tests/**/*.sh", "examples/**/*.md", "port/**/*.md"]
    return sorted({f for p in patterns for f in glob.glob(p, recursive=True) if os.path.isfile(f)} - WITHOUT)


def calls():
    """Each call of make with a variable, and a place."""
    found = {}
    for name in places():
        with open(name, encoding="utf-8", errors="replace") as f:
            text = f.read().replace("\\\n", " ")
        for match in CALL.finditer(text):
            if "=" in match[1]:
                found.setdefault(" ".join(match[1].split()), name)
    return found


def main():
    found, problems = calls(), []
    for call, place in sorted(found.items()):
        words = [w for w in shlex.split(call) if not w.startswith("-")]
        goals = [w for w in words if "=" not in w] or ["all"]
        done = subprocess.run(["awk", "-f", "tools/variables.awk", "GOALS=" + " ".join(goals)] + [w for w in words if "=" in w],
                              capture_output=True, text=True, check=False)
        problems += ["%s: make %s: %s" % (place, call, line) for line in done.stderr.splitlines()
                     if " does not use " in line or " no variable " in line or not line.startswith("make: ")]
    print("".join(p + "\n" for p in problems), end="")
    return 1 if problems or len(found) < 100 else 0


sys.exit(main())
