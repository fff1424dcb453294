# SPDX-License-Identifier: Apache-2.0
"""The list of a checkout's compute kernels, beside that of another checkout: what compiles, what is checked, why not
(docs/metal-kernels.md). What compile_all.py found in a checkout is kept as text: the commit and the version of sfpi, then a kernel
a line, and behind a tab why it does not compile."""
import glob
import os
from collections import defaultdict
from dataclasses import dataclass

import guess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = """# Compute kernels of tt-metal: what compiles, what is checked

Made by `make metal-compile TT_METAL=dir SFPI=dir METAL_FLAGS="--markdown FILE --beside RESULTS"`: every file below programming_examples, the test kernels
and ttnn/operations that is a compute kernel, or looks like one. Each is compiled in all three threads as tt-metal's build does it, up to code generation
(`-fsyntax-only`: all templates are instantiated, all assertions hold; headers that stand before every kernel are precompiled). Arguments, macros and formats come from tools/metal/kernels.tsv or are guessed from the source.

| commit | sfpi | kernels | compile |
|---|---|---|---|
{trees}

Every kernel that does not compile has its reason, most of them upstream's. "Checked" kernels run, of one of these trees, on rv32im or on a host of 32 bits and give the
numbers of a double computation; the cases' names say which variants.

| kernel | {columns} | checked | cases | why not |
|---|{rules}---|---|---|
"""


@dataclass
class Results:
    """Of one checkout: kernel -> why it does not compile, '' if it does."""
    commit: str
    sfpi: str
    kernels: dict


def write(path, results):
    with open(path, 'w', encoding='utf-8') as f:
        f.write(f'{results.commit}\t{results.sfpi}\n')
        f.writelines(f'{kernel}\t{" ".join(why.split())}\n' for kernel, why in results.kernels.items())


def read(path):
    with open(path, encoding='utf-8') as f:
        first, *rows = (line.rstrip('\n').split('\t', 1) for line in f)
    return Results(*first, dict(rows))


def _sections(path):
    """(kernel, name of the case) of each case of a description; the name is '' where there is but one."""
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
    """Kernel -> the descriptions (path, or path:CASE) that check it."""
    names = defaultdict(list)
    for path in sorted(glob.glob(os.path.join(ROOT, 'tests/metal/checkout/*.desc')) +
                       glob.glob(os.path.join(ROOT, 'examples/metal/checkout/*.desc'))):
        for kernel, case in _sections(path):
            names[kernel].append(f'{path}:{case}' if case else path)
    return names


def _short(name):
    """FILE:CASE of a description."""
    path, _, case = name.partition('.desc')
    return os.path.basename(path) + case


def _why(trees, path, kernels):
    """Of each tree in which it does not compile; without the commit if all agree."""
    table = next((k[4:] for k in kernels.get(path, []) if k.startswith('why=')), '')
    whys = {t.commit: (table or t.kernels[path]).replace('|', '\\|').replace('`', "'") for t in trees if t.kernels.get(path)}
    same = len(set(whys.values())) == 1 and len(whys) == sum(path in t.kernels for t in trees)
    return next(iter(whys.values())) if same else '; '.join(f'{commit}: {why}' for commit, why in whys.items())


def _row(trees, path, kernels, cases):
    checked = ', '.join([k[8:] for k in kernels.get(path, []) if k.startswith('checked=')] + [_short(name) for name in cases])
    states = ' | '.join('' if path not in t.kernels else 'no' if t.kernels[path] else 'yes' for t in trees)
    return f'| `{path}` | {states} | {"yes" if checked else ""} | {checked} | {_why(trees, path, kernels)} |'


def text(trees):
    """trees: Results, the first one's kernels first."""
    kernels, cases = guess.table()[1], described()
    paths = dict.fromkeys(path for t in trees for path in t.kernels)
    head = HEAD.format(trees='\n'.join(f'| {t.commit} | {t.sfpi} | {len(t.kernels)} | {sum(not why for why in t.kernels.values())} |'
                                       for t in trees),
                       columns=' | '.join(t.commit for t in trees), rules='---|' * len(trees))
    return head + ''.join(_row(trees, path, kernels, cases.get(path, [])) + '\n' for path in paths)
