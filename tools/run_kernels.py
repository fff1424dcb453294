#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of LLK and of tt-metal on softensix: run_kernels.py --help."""
import sys

from kernels import ending, runner

if __name__ == '__main__':
    sys.exit(ending.quietly(runner.main))
