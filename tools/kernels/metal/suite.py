# SPDX-License-Identifier: Apache-2.0
"""Cases of tt-metal kernels for the runner: METALCASE files and descriptions (docs/metal.md)."""
import os

from .. import compare, contract, npy, picture, report
from ..formats import decode
from ..toolchain import ROOT, work_of
from . import build, case as cases, description, grid, gridcase, gridjob, run, writer
from .checkout import Checkout, OwnKernels, skipped


def _file_of(number):
    return number if isinstance(number, str) else f'cb{number}'


def _write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data)


def map_of(case, number, described=None, across=0):
    """The place of each datum of a buffer's pages or of a tensor: in a matrix if a description has one; otherwise pages of a buffer are
    tiles, which are side by side or `across` in a row, and pages of a tensor are rows."""
    b, name = cases.holder(case, number), report.name_of(number)
    if described and number in described.shapes:
        rows, columns = described.shapes[number]
        tile = (b.rows, b.columns) if not rows % b.rows and not columns % b.columns else (1, columns)  # otherwise its pages are rows
        return report.Map(name, *tile, matrix=(rows, columns), places=description.places(described, number))
    if number in case.program.tensors:
        return report.Map(name, 1, b.datums // b.pages, b.pages, 1)
    return report.Map(name, b.rows, b.columns, case.outputs[number], across)


class Job:
    """One case: how to build it, to run it, to judge it."""

    def __init__(self, suite, path):
        self.suite, self.options = suite, suite.options
        checkout, options, chip = suite.builder.checkout, suite.options, suite.builder.checkout.chip
        self.described = description.load(path, options.files, options.look, chip) if description.is_description(path) else None
        self.case = case = self.described.case if self.described else cases.load(path, chip)
        if options.write_case:
            writer.write(case, options.write_case, checkout.root)
        self.skipped, self.notes, self.checks, self.kernel = skipped(checkout, case), [], bool(case.checks), case.kernel

    @property
    def own(self):
        """The files of the kernel."""
        return contract.sources(self.suite.builder.checkout.kernel(self.case.kernel)) if self.case.kernel != 'none' else []

    def build(self):
        return self.suite.builder.program(self.case)

    def run(self, programs, scratch, seed, arguments):
        return run.run(programs, self.case, scratch, self.options, seed, arguments)

    def judge(self, result):
        """Intermediate buffers come first, in the order in which they were pushed: what departs first is named."""
        verdict, order = compare.judge(self.case, result.pages), list(result.pages)
        verdict.compared.sort(key=lambda c: order.index(c.check.of) - len(order) * (c.check.of in self.case.pushed))
        return verdict

    def maps(self):
        return {number: map_of(self.case, number, self.described) for number in (*self.case.outputs, *self.case.pushed, *self.case.program.tensors)}

    def _matrix(self, where, number, data):
        """The pages taken from a buffer, or the contents of a tensor, as rows of numbers."""
        b = cases.holder(self.case, number)
        rows = [[0] * where.columns for _ in range(where.rows)]
        for (r, c), x in zip(where.places, decode(b.format, b.rows, b.columns, data)):
            rows[r][c] = x
        return rows

    def _corners(self, results, maps):
        """The first numbers of each output, and the expected ones."""
        for number, data in results:
            wanted = self.described.expected.get(number)
            yield from report.corner(maps[number].name, self._matrix(maps[number], number, data), wanted and wanted.rows)

    def _save(self, directory, name, results, maps):
        """Writes each output as a NumPy file: the matrix of a description, otherwise pages, rows and columns."""
        for number, data in results:
            b, where = cases.holder(self.case, number), maps[number]
            shape = (where.rows, where.columns)
            if not self.described and number not in self.case.program.tensors:
                where, shape = map_of(self.case, number, across=1), (self.case.outputs[number], b.rows, b.columns)
            path = os.path.join(directory, f'{name}-{_file_of(number)}.npy')
            _write(path, npy.array(b.format, shape, self._matrix(where, number, data)))
            yield f'  saved {path}'

    def extras(self, name, result, verdict, maps):
        """Lines about results that are shown or written to files: those that a description names, all of a case."""
        options, lines = self.options, []
        results = [(number, data) for number, data in result.pages.items() if not self.described or number in self.described.shapes]
        if self.described and (options.show or options.look):
            lines += self._corners(results, maps)
        if options.save:
            lines += self._save(options.save, name, results, maps)
        if options.picture:
            lines += picture.save(options.save or os.path.join(self.suite.builder.out, 'pictures'), name, verdict, maps, _file_of)
        return lines


def _job(suite, path):
    return (gridjob.Job if grid.is_grid(path) or gridcase.is_case(path) else Job)(suite, path)


class Suite:
    job, expand, map_of = staticmethod(_job), staticmethod(description.expand), staticmethod(map_of)

    def __init__(self, options, chip, given):
        """given: arguments of a Builder."""
        self.options = options
        checkout = (OwnKernels(ROOT, options.kernels, chip) if options.kernels else
                    Checkout(os.path.join(work_of(ROOT), 'metal'), options.tt_metal, options.sfpi, chip))
        self.builder = build.Builder(options.march, checkout, out=options.objects, **given)
