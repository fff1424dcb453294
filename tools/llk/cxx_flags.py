#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the compiler's options for C++ without a C++ library for the target: cxx_flags.py DIR. The
one header that the borrowed library lacks is written to DIR."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from ksuite import toolchain  # noqa: E402


def main():
    directory = sys.argv[1]
    toolchain.feature_header(directory)
    print('-nostdinc -nostdinc++', '-isystem', directory,
          *(f'-isystem {d}' for d in toolchain.system_includes()))


if __name__ == '__main__':
    main()
