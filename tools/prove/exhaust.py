# SPDX-License-Identifier: Apache-2.0
"""Exhaustions: functions exhaust_NAME() of proofs/exhaust/*.c, which try every input. They are compiled and run."""
import os
import re
import subprocess
import tempfile

from prove.limit import ENDED, limited
from prove.listing import CLANG, FLAGS

# In an executable, what no function reaches need not be there. Products are not contracted to multiply-adds.
MORE = ["-std=gnu99", "-O2", "-ffp-contract=off", "-Iproofs/exhaust"]
LINK = ["-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-lm"]
HARNESS = "proofs/exhaust/main.c"


def tried(theorem, flags, limit=None):
    """None, or what is wrong; and how many inputs were tried, in so many seconds of processor time at most."""
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "exhaust")
        subprocess.run([CLANG, *flags, *FLAGS, *MORE, f"-DNAME=exhaust_{theorem.name}", theorem.path, HARNESS, *LINK,
                        "-o", program], check=True, capture_output=True, text=True)
        ran = subprocess.run(limited([program], limit) if limit else [program], capture_output=True, text=True)
    if limit and ran.returncode in ENDED:
        return f"no answer after {limit} s", 0
    said = ran.stdout.strip()
    points = re.fullmatch(r"(\d+) points", said)
    if ran.returncode == 0 and points and int(points[1]):
        return None, int(points[1])
    return said or f"ended with {ran.returncode}: something undefined happened", 0
