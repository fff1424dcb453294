# SPDX-License-Identifier: Apache-2.0
"""Runs and judges a program on several cores (grid.py)."""
import hashlib
import os
import re
import struct
from dataclasses import replace

from .. import compare, contract, noctrace, npy, ordering, picture, report, run as runs
from ..formats import decode
from ..machine import RunError
from ..text import CaseError
from . import grid as grids, gridcase, gridwriter, run
from .checkout import skipped


def _named(core, name, place):
    """The name of a core's tensor; those in DRAM belong to all cores."""
    return name if place == 'dram' else f'{name} of core ({core.x}, {core.y})'


def _file_of(key):
    """The name of a result in the names of files: NAME, or of a core NAME@X,Y."""
    return re.sub(r' of core \((\d+), (\d+)\)$', r'@\1,\2', key)


def _finding(text):
    """(the word in the report that passes over its finding, the name of the finding); None if there is none."""
    found = re.search(r'^finding ((\w+):\w+:\w+)$', text, re.M)
    return found and (found[1], found[2])


def _core_first(text):
    """The report of a fault, with the core in its first line."""
    core = re.search(r'^core (\(\d+, \d+\))$', text, re.M)
    if core and text.startswith('fault: '):
        return f'fault: core {core[1]}: ' + text.removeprefix('fault: ').replace(core[0] + '\n', '', 1)
    return text


class Job:
    """A program of several cores: how to build it, to run it, to judge it."""

    def __init__(self, suite, path):
        options, chip = suite.options, suite.builder.checkout.chip
        self.suite, self.options = suite, options
        given = dict(text.partition('=')[::2] for text in options.set)
        self.grid = grids.load(path, options.files, options.look, chip, given) if grids.is_grid(path) else gridcase.load(path, chip)
        if options.write_case:
            gridwriter.write(self.grid, options.write_case, suite.builder.checkout.root)
        self.case = self.grid.first.case
        self.kernel = self.case.kernel
        if options.record or any(core.case.pushed for core in self.grid.cores):
            raise CaseError('pages that are pushed are recorded of one core only')
        self.skipped, self.notes = self.grid.skipped or skipped(suite.builder.checkout, self.case), []
        self.checks = any(core.case.checks for core in self.grid.cores)
        self.kinds = []
        self.results = set()  # digests
        self.passed_over = []  # findings of kernels that are known to have them (known.tsv)

    @property
    def own(self):
        """The files of the compute kernels."""
        kernels = {core.case.kernel for core in self.grid.cores} - {'none'}
        return [file for kernel in sorted(kernels) for file in contract.sources(self.suite.builder.checkout.kernel(kernel))]

    def build(self):
        programs, fresh, self.kinds = self.suite.builder.cores([core.case for core in self.grid.cores])
        return programs, fresh

    def tensors(self):
        """(core, name, Tensor) in the order of the output."""
        for core in self.grid.cores:
            for name, tensor in core.case.program.tensors.items():
                if tensor.place != 'dram' or core is self.grid.first:
                    yield core, name, tensor

    def _input(self, seed):
        out = [b'METALGRD', struct.pack('<2I', seed, len(self.grid.cores))]
        for core, kind in zip(self.grid.cores, self.kinds):
            case = core.case
            own = seed and (seed + 0x9E3779B9 * core.number) & 0xFFFFFFFF or seed
            out += [struct.pack('<5I', kind, *core.noc, core.x, core.y), run.encoded(case, self.options, own, core is self.grid.first)]
        return b''.join(out)

    def _pass_over(self, text):
        """Lines about the finding that has ended a run, if it is a known one, which is passed over from now on; else none."""
        text = text.partition('\ncontract: ')[0]
        finding = _finding(text)
        why = finding and finding[0] not in self.passed_over and contract.known(finding[1], text)
        if not why:
            return []
        self.passed_over.append(finding[0])
        head, *lines = _core_first(text).splitlines()
        return [head.removeprefix('fault: '), *(line for line in lines if line.startswith('  ')), f'  known: {why}']

    def run(self, programs, scratch, seed, arguments):
        if self.options.keep or self.options.probe:
            raise CaseError('probes, and the case of AFTER are for one core')
        sizes = {_named(core, name, tensor.place): tensor.pages * tensor.page_bytes for core, name, tensor in self.tensors()}
        told, traced = [], noctrace.arguments(self.options, seed)
        while True:
            try:
                result = runs.run(programs, self._input(seed), sizes, scratch, self.options.timeout,
                                  [*arguments, *traced, *(f'pass={finding}' for finding in self.passed_over)], self.kernel)
                result.told += told
                result.order, known = ordering.without(result.order, contract.known_to_order)
                result.findings -= known
                if traced:
                    noctrace.write(self.suite.builder.checkout.chip, self.options.noc_trace)
                return result
            except RunError as e:
                lines = self._pass_over(str(e))
                told += lines
                if not lines:
                    raise RunError(_core_first(re.sub(r'^finding .*\n', '', str(e), flags=re.M))) from e

    def told(self):
        """Whether all runs had the same result."""
        return f', {len(self.results)} results' if len(self.results) > 1 else ', one result' if self.options.seeds else ''

    def judge(self, result):
        found = []
        self.results.add(hashlib.sha256(b''.join(result.pages.values())).hexdigest())
        for core in self.grid.cores:
            for check in core.case.checks:
                tensor = core.case.program.tensors[check.of]
                name = _named(core, check.of, tensor.place)
                numbers = decode(tensor.format, tensor.rows, tensor.columns, result.pages[name])
                found.append(compare.compared(replace(check, of=name), numbers))
        return compare.Verdict(found)

    def maps(self):
        maps = {}
        for core, name, tensor in self.tensors():
            key = _named(core, name, tensor.place)
            maps[key] = self.suite.map_of(core.case, name, core.described)
            maps[key].name = report.name_of(key)
        return maps

    def _outputs(self, result, maps):
        """(core, its name of a tensor, key of the result, rows of numbers) of what comes out: of DRAM, and of the L1 of each core."""
        for core, name, tensor in self.tensors():
            key = _named(core, name, tensor.place)
            if core.described and name in core.described.shapes:
                rows = [[0] * maps[key].columns for _ in range(maps[key].rows)]
                for (r, c), x in zip(maps[key].places, decode(tensor.format, tensor.rows, tensor.columns, result.pages[key])):
                    rows[r][c] = x
                yield core, name, key, rows

    def _save(self, directory, name, result, maps):
        """Writes each output as a NumPy file."""
        for core, of, key, rows in self._outputs(result, maps):
            path = os.path.join(directory, f'{name}-{_file_of(key)}.npy')
            os.makedirs(directory, exist_ok=True)
            with open(path, 'wb') as f:
                f.write(npy.array(core.case.program.tensors[of].format, (maps[key].rows, maps[key].columns), rows))
            yield f'  saved {path}'

    def extras(self, name, result, verdict, maps):
        """A corner of each output in DRAM, and of the first core's; files of outputs, and of where numbers are wrong."""
        options, lines = self.options, []
        for core, of, key, rows in self._outputs(result, maps) if options.show or options.look else ():
            if core is self.grid.first:
                wanted = core.described.expected.get(of)
                lines += report.corner(maps[key].name, rows, wanted and wanted.rows)
        if options.save:
            lines += self._save(options.save, name, result, maps)
        if options.picture:
            lines += picture.save(options.save or os.path.join(self.suite.builder.out, 'pictures'), name, verdict, maps, _file_of)
        return lines
