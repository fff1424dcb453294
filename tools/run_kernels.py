#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of LLK and of tt-metal on softensix: run_kernels.py --help."""
import sys

from kernels import interrupt
from kernels.llk import main as llk
from kernels.metal import main as metal

if __name__ == '__main__':
    name = 'llk' if any('.llk' in word for word in sys.argv[1:]) else 'metal'
    sys.exit(interrupt.status({'llk': llk, 'metal': metal}[name].main, name))
