#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the compiler's options for C++ without a C++ library of the target: cxx_flags.py DIR, where
DIR receives the one header that the borrowed library lacks."""
import os
import sys

import build


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, 'features.h'), 'w', encoding='ascii') as f:
        f.write('#define __GLIBC_PREREQ(a, b) 0\n')
    print('-nostdinc -nostdinc++', '-isystem', directory,
          *(f'-isystem {d}' for d in build.system_includes()))


if __name__ == '__main__':
    main()
