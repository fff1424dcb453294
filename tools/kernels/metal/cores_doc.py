# SPDX-License-Identifier: Apache-2.0
"""The list of the data-movement kernels that reach other cores (docs/metal-cores.tsv): which compile, and which descriptions of
tests/metal/checkout run them and compare the results."""
import glob
import os
import re
from collections import defaultdict

from ..toolchain import ROOT

HEAD = 'kernel\tcompiles\truns in\twhy it does not compile\n'


def described():
    """Kernel -> the descriptions, FILE:CASE, that run it on several cores."""
    found = defaultdict(dict)
    for path in sorted(glob.glob(os.path.join(ROOT, 'tests/metal/checkout/*.grid'))):
        name, case = os.path.basename(path)[:-len('.grid')], ''
        with open(path, encoding='utf-8') as f:
            for line in f:
                case = line.split()[1] if line.startswith('case ') else case
                kernel = re.search(r'\b(?:reader|writer) kernel (\S+)', line)
                if kernel and not line.startswith('#'):
                    found[kernel[1]][f'{name}:{case}' if case else name] = None
    return {kernel: list(cases) for kernel, cases in found.items()}


def text(results):
    """The list; results: kernel -> why it does not compile, or ''."""
    cases = described()
    return HEAD + ''.join('\t'.join([kernel, 'no' if why else 'yes', ', '.join(cases.get(kernel, [])), ' '.join(why.split())]) + '\n'
                          for kernel, why in results.items())


def counted(path):
    """(kernels, how many compile, how many run) of a list."""
    with open(path, encoding='utf-8') as f:
        rows = [line.rstrip('\n').split('\t') for line in f][1:]
    return len(rows), sum(row[1] == 'yes' for row in rows), sum(bool(row[2]) for row in rows)
