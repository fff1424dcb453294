# SPDX-License-Identifier: Apache-2.0
"""Kernels, compiled and run by the runner of a tree of softensix, or of an installed copy: a description or a case, or a
file of C++ in the style of tt-metal or of LLK with arrays."""
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import weakref
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _cases
from ._cases import Name, Shapes
from ._library import Array, CHIP
from ._picture import Picture
from .formats import AnyFormat

CASES = re.compile(r'\.(desc|grid|metal|llk)(\.gz)?(:[^:/]*)?$')
SOURCES = ('.cpp', '.cc', '.c')


class KernelError(RuntimeError):
    """A kernel that did not come to an end: it was not compiled, or it faulted, waited for ever, or is not described well.
    The message is the runner's."""


def _above(path: str) -> Iterable[str]:
    while True:
        yield path
        if path == os.path.dirname(path):
            return
        path = os.path.dirname(path)


def tools_of(tree: Optional[str] = None) -> str:
    """The directory of the runner: of a tree or of the prefix of an installed copy (tree, or SOFTENSIX_TREE), of the tree
    that the current directory belongs to, or of the command stx."""
    given, stx = tree or os.environ.get('SOFTENSIX_TREE'), shutil.which('stx')
    found = [os.path.join(given, sub) for sub in ('tools', 'share/softensix/tools')] if given else \
        [os.path.join(above, 'tools') for above in _above(os.getcwd())]
    if stx and not given:
        here = os.path.dirname(os.path.realpath(stx))
        found += [here, os.path.join(here, '../share/softensix/tools')]
    for directory in found:
        if os.path.isfile(os.path.join(directory, 'kernels/runner.py')):
            return os.path.realpath(directory)
    raise FileNotFoundError(f'{given or "here"} is no tree of softensix, nor an installed copy: kernel(..., tree=directory), or SOFTENSIX_TREE')


@dataclass
class Timeline(Picture):
    """The words of a run over time, on silicon as the model has it (docs/time.md): a picture of some cycles, and a page of
    all of them, which can be zoomed."""
    cycles: int
    text: str  # the model's report
    page: str  # HTML

    def __repr__(self) -> str:
        return f'Timeline({self.cycles} cycles)'


@dataclass
class Run:
    """What came out of a kernel: run[16] or run["RESULT"] is the array of an output; of several
    cores run["c"] is a tensor of DRAM, and run["c@1,0"] that in the L1 of core (1, 0). passed is None if nothing was
    expected; text is what the runner tells. A notebook shows where numbers of a run that failed are wrong."""
    passed: Optional[bool]
    text: str
    outputs: Dict[Name, Array]
    pictures: Dict[Name, str]  # where numbers are wrong
    numbers: Dict[Name, str]   # what is expected, what was got, the difference
    _again: '_Command'

    def __getitem__(self, of: Name) -> Array:
        if of not in self.outputs:
            raise KeyError(f'nothing comes out of {of!r}; there is {", ".join(map(repr, self.outputs))}')
        return self.outputs[of]

    def __repr__(self) -> str:
        shapes = ', '.join(f'{of!r}: {array.shape}' for of, array in self.outputs.items())
        return f'Run({self.text.splitlines()[0]}; {shapes})'

    def _repr_svg_(self) -> Optional[str]:
        return next(iter(self.pictures.values()), None) if self.passed is False else None

    def _repr_html_(self) -> str:
        shown = ''.join([*self.pictures.values(), *self.numbers.values()]) if self.passed is False else ''
        return f'<pre>{html.escape(self.text)}</pre>{shown}'

    def timeline(self, first: int = 0, last: Optional[int] = None) -> Timeline:
        """Runs it again with the model of time. The picture shows the cycles from first to last, by default a thousand."""
        return self._again.timeline(first, last)


class _Command:
    """A case on the disk, and how the runner is called for it."""

    def __init__(self, case: str, kernels: Optional[str], trees: Sequence[str], tools: str, march: str):
        self.case, self.tools, self.march = case, tools, march
        self.llk = '.llk' in os.path.basename(case)
        own = os.path.join(tools, '../examples', 'llk' if self.llk else 'metal')
        self.where = list(trees) if trees else ['--kernels', kernels or own]
        if trees and kernels:
            self.where += ['--kernels', kernels]

    def _library(self, more: Sequence[str]) -> None:
        """A tree makes the library first; an installed copy has it."""
        root = os.path.dirname(self.tools)
        if os.path.exists(os.path.join(root, 'Makefile')):
            done = subprocess.run(['make', '-s', '-C', root, 'llk-ready' if self.llk else 'metal-ready', f'ARCH={CHIP.lower()}', f'MARCH={self.march}', *more],
                                  capture_output=True, text=True, check=False)
            if done.returncode:
                raise KernelError((done.stderr or done.stdout).strip())

    def run(self, save: str, more: Sequence[str] = ()) -> str:
        """What the runner tells, apart from its last lines, of one case."""
        self._library(['TIME=1'] if '--time' in more else [])
        done = subprocess.run([sys.executable, os.path.join(self.tools, 'run_kernels.py'), '--arch', CHIP.lower(), '--march', self.march, *self.where,
                               '--save', save, '--picture', '--look', *more, self.case], capture_output=True, text=True, check=False)
        lines = done.stdout.strip().splitlines()
        ending = re.fullmatch(r'(\d+) passed, (\d+) failed, (\d+) skipped', lines[-1] if lines else '')
        if not ending:
            raise KernelError((done.stderr or done.stdout).strip())
        if sum(map(int, ending.groups())) != 1:
            raise ValueError(f'{self.case} has {sum(map(int, ending.groups()))} cases: name one of them, as in "{self.case}:NAME"')
        return '\n'.join(line for line in lines[:-1] if not re.match(r'  (saved|drawn) |(built|found) \d', line))

    def timeline(self, first: int, last: Optional[int]) -> Timeline:
        with tempfile.TemporaryDirectory() as save:
            told = self.run(save, ['--variant=-diag', '--time', '--time-lines', save])
            lines = glob.glob(os.path.join(glob.escape(save), '*.jsonl'))
            cycles = re.search(r'^cycles .*\btotal (\d+)', told, re.M)
            if not lines or not cycles:
                raise KernelError(told)
            draw = [sys.executable, os.path.join(self.tools, 'timeline/timeline.py'), '--name', os.path.basename(self.case).partition('.')[0]]
            page = subprocess.run([*draw, lines[0]], capture_output=True, text=True, check=True).stdout
            shown = [str(first), str(min(int(cycles[1]), first + 1000) if last is None else last)]
            picture = subprocess.run([*draw, '--svg', *shown, lines[0]], capture_output=True, text=True, check=True).stdout
            return Timeline(picture, int(cycles[1]), told, page)


def _key(path: str) -> Name:
    """The output of a file NAME-cb16.npy, NAME-read0.npy, NAME-tensor.npy or NAME-tensor@1,0.npy."""
    name = os.path.splitext(path)[0].rpartition('-')[2]
    number = re.fullmatch(r'(?:cb|read)(\d+)', name)
    return int(number[1]) if number else name


def _drawn(save: str, numbers: bool) -> Dict[Name, str]:
    """The pictures of where numbers are wrong, or of the numbers."""
    found: Dict[Name, str] = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(save), '*.svg'))):
        if path.endswith('-numbers.svg') == numbers:
            with open(path, encoding='utf-8') as f:
                found.setdefault(_key(path.replace('-numbers.svg', '.svg')), f.read())
    return found


def _run(command: _Command) -> Run:
    with tempfile.TemporaryDirectory() as save:
        text = command.run(save)
        arrays = {_key(path): np.load(path) for path in sorted(glob.glob(os.path.join(glob.escape(save), '*.npy')))}
        pictures, numbers = _drawn(save, False), _drawn(save, True)
    if not arrays:
        raise KernelError(text)
    return Run({'PASS': True, 'FAIL': False}.get(text[:4]), text, arrays, pictures, numbers, command)


def _text_file(source: str, work: str) -> str:
    """A text as a file: C++ if it includes something, a case, a description of several cores if it has a grid, or a description."""
    kind = 'kernel.cpp' if re.search(r'^\s*#\s*include\b', source, re.M) else 'kernel.llk' if source.startswith('LLKCASE') else \
        'kernel.metal' if source.startswith('METALCASE') else 'kernel.grid' if re.search(r'^\s*grid\b', source, re.M) else 'kernel.desc'
    path = os.path.join(work, kind)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(source)
    return path


def _of_arrays(path: str, work: str, given: Dict[str, Any]) -> str:
    """Writes the case of a source with arrays; returns its path."""
    with open(path, encoding='utf-8') as f:
        is_llk = 'LLK_TRISC_' in f.read()
    if not given['outputs']:
        raise ValueError('outputs={%s: (rows, columns)} says what comes out' % ('"RESULT"' if is_llk else '16'))
    name, args, defines = os.path.basename(path), given.pop('args'), given.pop('defines')
    if is_llk:
        text = _cases.llk(name, CHIP.lower(), args=dict(args), constants=defines, **given)
    else:
        text = _cases.description(name, work, args=list(args), defines=defines, **given)
    case = os.path.join(work, os.path.splitext(name)[0] + ('.llk' if is_llk else '.desc'))
    with open(case, 'w', encoding='utf-8') as f:
        f.write(text)
    return case


def _is_text(source: str) -> bool:
    return '\n' in source


def _options(tt_llk: Optional[str], tt_metal: Optional[str], sfpi: Optional[str]) -> List[str]:
    given = (('--tt-llk', tt_llk), ('--tt-metal', tt_metal), ('--sfpi', sfpi))
    return [word for option, value in given if value for word in (option, os.path.abspath(value))]


def kernel(source: Union[str, 'os.PathLike[str]'], inputs: Optional[Mapping[Name, Any]] = None, outputs: Optional[Shapes] = None, *,
           form: AnyFormat = 'bf16', args: Union[Mapping[str, int], Iterable[int]] = (), defines: Optional[Mapping[str, object]] = None,
           expected: Optional[Mapping[Name, Any]] = None, kernels: Optional[str] = None, tree: Optional[str] = None,
           tt_llk: Optional[str] = None, tt_metal: Optional[str] = None, sfpi: Optional[str] = None, march: str = 'rv32im') -> Run:
    """Compiles and runs a kernel. source: the path of a description, NAME.desc or NAME.desc:SECTION, of one of several cores, NAME.grid
    (docs/cores.md), or of a case (docs/metal.md, docs/llk.md), or its text; or the path or text of C++ with arrays: of tt-metal with
    buffers by number, kernel("eltwise.cpp", {0: a, 1: b}, {16: a.shape}, args=[2]); in LLK's style with parameters by name,
    kernel("datacopy.cpp", {"A": a}, {"RESULT": a.shape}), where args are more numbers and defines are constants. expected: what should
    come out. kernels: the directory of a description's kernels, if they are neither beside it nor among the tree's examples. tt_llk,
    tt_metal, sfpi: checkouts."""
    work = tempfile.mkdtemp(prefix='softensix-')
    try:
        return _kernel(os.fspath(source), work, inputs or {}, outputs or {}, expected or {}, {'form': form, 'args': args, 'defines': defines or {}},
                       kernels, _options(tt_llk, tt_metal, sfpi), tree, march)
    except BaseException:
        shutil.rmtree(work, True)
        raise


def _kernel(text: str, work: str, inputs: Mapping[Name, Any], outputs: Shapes, expected: Mapping[Name, Any], given: Dict[str, Any],
            kernels: Optional[str], trees: Sequence[str], tree: Optional[str], march: str) -> Run:
    path = _text_file(text, work) if _is_text(text) else text
    if not CASES.search(path) and not path.endswith(SOURCES):
        raise ValueError(f'{path}: a description (.desc, .grid), a case (.metal, .llk) or a file of C++ is needed')
    bare = re.sub(r':[^:/]*$', '', path)
    if not os.path.isfile(bare):
        raise FileNotFoundError(f'{bare}: no such file')
    if path.endswith(SOURCES):
        kernels = os.path.dirname(os.path.abspath(path))
        case = _of_arrays(path, work, {**given, 'inputs': inputs, 'outputs': outputs, 'expected': expected})
    elif inputs or outputs or expected:
        raise TypeError('arrays go with C++; a description or a case has its own')
    else:
        case, kernels = os.path.abspath(path), kernels or _beside(bare)
    command = _Command(case, kernels, trees, tools_of(tree), march)
    weakref.finalize(command, shutil.rmtree, work, True)
    return _named(_run(command), outputs) if command.llk and outputs else _run(command)


def _beside(case: str) -> Optional[str]:
    """The directory of a case, if its kernel is there."""
    if case.endswith('.gz'):
        return None
    with open(case, encoding='utf-8', errors='replace') as f:
        named = re.search(r'^kernel (\S+)', f.read(), re.M)
    here = os.path.dirname(os.path.abspath(case))
    return here if named and os.path.isfile(os.path.join(here, named[1])) else None


def _named(run: Run, outputs: Shapes) -> Run:
    """The read of a kernel in LLK's style, by the name and in the shape of its output."""
    (name, shape), = outputs.items()
    run.outputs = {name: _cases.matrix_of(run.outputs[0], (int(shape[0]), int(shape[1])))}
    run.pictures = {name: picture for picture in run.pictures.values()}
    run.numbers = {name: picture for picture in run.numbers.values()}
    return run


__all__: Tuple[str, ...] = ('KernelError', 'Run', 'Timeline', 'kernel')
