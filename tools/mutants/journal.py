# SPDX-License-Identifier: Apache-2.0
"""The verdicts of a run, kept as they come."""
import json
import os

from kernels import interrupt
from mutants import whole


class Journal:
    """A file with one line for each verdict: a run that is interrupted goes on with what is there. A mutation that was not
    noticed is tried again if any file has changed since."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                for line in f:
                    where, state, verdict = json.loads(line)
                    if state in ("", whole.tree_state()):
                        self.known[where] = tuple(verdict) if isinstance(verdict, list) else verdict

    def verdict(self, where):
        """As of judge(); the test is its name."""
        return self.known.get(where)

    def add(self, where, verdict):
        if self.path and where not in self.known and not interrupt.ENDED.is_set():  # what an interrupt has ended has noticed nothing
            survived = isinstance(verdict, tuple) and not verdict[1]
            named = [verdict[0], verdict[1] and verdict[1].name] if isinstance(verdict, tuple) else verdict
            with open(self.path, "a", encoding="utf-8") as f:
                f.write(json.dumps([where, whole.tree_state() if survived else "", named]) + "\n")
