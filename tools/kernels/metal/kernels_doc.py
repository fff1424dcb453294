# SPDX-License-Identifier: Apache-2.0
"""Makes the list of the compute kernels of a checkout and of another one: which compile, which are checked, and why
not (docs/metal-kernels.md). The results of compile_all.py for a checkout are kept as text: the commit, the
version of sfpi and the chip, then one line for each kernel, followed by a tab and the reason if it does not
compile."""
import glob
import os
from collections import defaultdict
from dataclasses import dataclass

from . import guess
from ..chips import BLACKHOLE
from ..toolchain import ROOT

HEAD = """# Compute kernels of tt-metal: what compiles, what is checked

`make metal-compile TT_METAL=dir SFPI=dir METAL_FLAGS="--markdown FILE --beside RESULTS"` makes this list. It contains every file in programming_examples, the test kernels
and ttnn/operations that is a compute kernel, or looks like one. Each is compiled for all three threads in the same way as by tt-metal's build, up to code generation
(`-fsyntax-only`: all templates are instantiated and all assertions hold; headers that precede every kernel are precompiled). Arguments, macros and formats come from tools/kernels/metal/kernels.tsv or are guessed from the source.

| commit | sfpi | kernels | compile |
|---|---|---|---|
{trees}

Rows and columns without the name of a chip are for Blackhole. For Wormhole (`ARCH=wormhole`, `METAL_FLAGS="--compiled-in RESULTS"`), the kernels that compile for Blackhole are tried.{behind}

[{table}]({table}) has a row for each kernel. Its last column gives the reason why a kernel does not compile; most of the reasons are upstream's. "Checked" kernels ({checked} of {kernels}) of one of these trees were run on rv32im or as 32-bit
host programs, and their results agree with a computation in double precision; the names of the cases say which variants.
"""


@dataclass
class Results:
    """The results of one checkout: kernel -> why it does not compile, or '' if it does."""
    commit: str
    sfpi: str
    kernels: dict
    chip: str = BLACKHOLE.name

    @property
    def name(self):
        return self.commit if self.chip == BLACKHOLE.name else f'{self.commit}, {self.chip.capitalize()}'

    @property
    def good(self):
        return sum(not why for why in self.kernels.values())


def write(path, results):
    with open(path, 'w', encoding='utf-8') as f:
        f.write(f'{results.commit}\t{results.sfpi}\t{results.chip}\n')
        f.writelines(f'{kernel}\t{" ".join(why.split())}\n' for kernel, why in results.kernels.items())


def read(path):
    with open(path, encoding='utf-8') as f:
        commit, sfpi, chip = f.readline().rstrip('\n').split('\t')
        return Results(commit, sfpi, dict(line.rstrip('\n').split('\t', 1) for line in f), chip)


def _sections(path):
    """Yields (kernel, name of the case) for each case of a description; the name is '' if there is
    only one."""
    common, found = '', []
    with open(path, encoding='utf-8') as f:
        for line in f:
            key, _, rest = line.strip().partition(' ')
            if key == 'case':
                found.append((common, rest))
            elif key == 'kernel' and found:
                found[-1] = (rest, found[-1][1])
            elif key == 'kernel':
                common = rest
    return found or [(common, '')]


def described():
    """Maps each kernel to the descriptions (path, or path:CASE) that check it."""
    names = defaultdict(list)
    for path in sorted(glob.glob(os.path.join(ROOT, 'tests/metal/checkout/*.desc')) +
                       glob.glob(os.path.join(ROOT, 'examples/metal/checkout/*.desc'))):
        for kernel, case in _sections(path):
            names[kernel].append(f'{path}:{case}' if case else path)
    return names


def _short(name):
    """A description as FILE:CASE."""
    path, _, case = name.partition('.desc')
    return os.path.basename(path) + case


def _why(trees, path, kernels):
    """The reasons of each tree in which it does not compile; without the commit if all are the
    same."""
    def known(key):
        return next((k[len(key):] for k in kernels.get(path, []) if k.startswith(key)), '')
    table = {t.name: known('why=' if t.chip == BLACKHOLE.name else f'{t.chip}=') for t in trees}
    whys = {t.name: table[t.name] or t.kernels[path] for t in trees if t.kernels.get(path)}
    same = len(set(whys.values())) == 1 and len(whys) == sum(path in t.kernels for t in trees)
    return next(iter(whys.values())) if same else '; '.join(f'{commit}: {why}' for commit, why in whys.items())


def _row(trees, path, kernels, cases):
    checked = ', '.join([k[8:] for k in kernels.get(path, []) if k.startswith('checked=')] + [_short(name) for name in cases])
    states = ['' if path not in t.kernels else 'no' if t.kernels[path] else 'yes' for t in trees]
    return '\t'.join([path, *states, 'yes' if checked else '', checked, _why(trees, path, kernels)])


def _behind(trees):
    """How many of the kernels that compile for Blackhole are in the results of another chip."""
    good = {t.commit: t.good for t in trees if t.chip == BLACKHOLE.name}
    return ''.join(f' Of the {good[t.commit]} of {t.commit} a sample of {len(t.kernels)} was drawn at random.'
                   for t in trees if t.chip != BLACKHOLE.name and len(t.kernels) < good.get(t.commit, 0))


def table(trees):
    """Lines of tab-separated columns, the first with their names. trees: Results; the kernels of the first one come first."""
    kernels, cases = guess.table()[1], described()
    paths = dict.fromkeys(path for t in trees for path in t.kernels)
    head = '\t'.join(['kernel', *(t.name for t in trees), 'checked', 'cases', 'why it does not compile'])
    return [head] + [_row(trees, path, kernels, cases.get(path, [])) for path in paths]


def text(trees, rows, name):
    """The page about a table, which is in the file `name` beside it."""
    checked = sum(row.split('\t')[-3] == 'yes' for row in rows[1:])
    return HEAD.format(trees='\n'.join(f'| {t.name} | {t.sfpi} | {len(t.kernels)} | {t.good} |' for t in trees), behind=_behind(trees),
                       table=name, checked=checked, kernels=len(rows) - 1)


def write_list(path, trees):
    """Writes the page, and the table to a file of that name that ends with .tsv."""
    rows, beside = table(trees), os.path.splitext(path)[0] + '.tsv'
    for name, contents in (path, text(trees, rows, os.path.basename(beside))), (beside, '\n'.join(rows) + '\n'):
        with open(name, 'w', encoding='utf-8') as f:
            f.write(contents)
