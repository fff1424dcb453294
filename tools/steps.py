#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs commands one after the other: steps.py name command... Before each one, prints its number and an estimate of the remaining
time from those that are done. Stops at the first that fails; without a command it has failed."""
import shlex
import subprocess
import sys
import time

from kernels.progress import clock

name, commands, began = sys.argv[1], sys.argv[2:], time.monotonic()
if not commands:
    sys.exit(f'{name}: no step')
for done, command in enumerate(commands):
    elapsed = time.monotonic() - began
    left = f', about {clock(elapsed * (len(commands) - done) / done)} left' if done else ''
    print(f'{name}: {done + 1} of {len(commands)}, {clock(elapsed)} so far{left}: {command}', flush=True)
    if subprocess.run(shlex.split(command), check=False).returncode:
        sys.exit(1)
