# SPDX-License-Identifier: Apache-2.0
"""Cases of LLK kernels for the runner: LLKCASE files (docs/llk.md)."""
import os

from .. import farm, npy, picture
from ..report import Map
from ..text import CaseError
from ..toolchain import ROOT, work_of
from . import build, case as cases, compare, header, run

SHAPES = {1024: (32, 32), 512: (16, 32), 256: (16, 16)}  # of tiles, by their datums


class Job:
    """One case: how to build it, to run it, to judge it."""
    skipped, own = '', ()

    def __init__(self, suite, path):
        self.suite, options = suite, suite.options
        self.case = cases.load(path, options.arch)
        self.notes = list(self.case.notes)
        self.kernel = os.path.abspath(os.path.join(suite.root, self.case.kernel))
        if not os.path.isfile(self.kernel):
            raise CaseError(f'{path}: the kernel {self.case.kernel} does not exist')
        if options.seed or options.seeds:
            raise CaseError(f'{path}: random orders are for kernels of tt-metal')
        self.header = header.text(self.case, header.INCLUDES if options.tt_llk else ())
        self.checks = any(self.case.counts)
        self.alone = not self.checks

    def build(self):
        return self.suite.builder.program(self.kernel, self.header, self.case.runtime_formats)

    def run(self, programs, scratch, _seed, arguments):
        case, options = self.case, self.suite.options
        reads = [(r.address, r.size) for r in case.reads] + ([(0, self.suite.builder.chip.l1_bytes)] if options.digests else [])
        result = run.run(programs, case.memory + ([case.arguments] if case.arguments else []), reads, scratch, options.timeout, arguments)
        result.l1 = result.pages.get(len(case.reads), b'')
        return result

    def judge(self, result):
        return compare.judge(self.case, result.pages)

    def maps(self):
        """The place of each datum of a read."""
        return {i: Map(f'read {i}', *SHAPES.get(r.datums, (1, r.datums)), r.tiles) for i, r in enumerate(self.case.reads)}

    def _matrix(self, number, data, where):
        """The numbers of a read as rows of its tiles, one below the other."""
        read, rows = self.case.reads[number], [[0] * where.columns for _ in range(where.rows)]
        for (r, c), x in zip(where.places, compare.decode(read, data)):
            rows[r][c] = x
        return rows

    def _save(self, directory, name, result):
        """Writes each read as a NumPy file: its tiles, rows and columns."""
        for number, read in enumerate(self.case.reads):
            high, wide = SHAPES.get(read.datums, (1, read.datums))
            rows = self._matrix(number, result.pages[number], Map('', high, wide, read.tiles, 1))
            path = os.path.join(directory, f'{name}-read{number}.npy')
            os.makedirs(directory, exist_ok=True)
            with open(path, 'wb') as f:
                f.write(npy.array(read.format, (read.tiles, high, wide), rows))
            yield f'  saved {path}'

    def extras(self, name, result, verdict, maps):
        """Lines about results that are written to files."""
        options = self.suite.options
        lines = list(self._save(options.save, name, result)) if options.save else []
        if options.picture:
            pictures = options.save or os.path.join(self.suite.builder.out, 'pictures')
            lines += picture.save(pictures, name, verdict, maps, 'read{}'.format)
        return lines


class Suite:
    job = Job

    def __init__(self, options, chip, given):
        """given: arguments of a Builder."""
        self.options = options
        links = sfpi = None
        self.root = options.kernels
        if options.tt_llk or not options.kernels:
            links, sfpi = self._checkout(options, chip)
            self.root = options.kernels or os.path.join(links, 'tests')
        self.builder = build.Builder(options.march, chip, links, sfpi, library=options.library, **given)

    @staticmethod
    def _checkout(options, chip):
        """The directories of links to LLK and to the headers of sfpi."""
        if not options.tt_llk or not options.sfpi:
            raise farm.CheckoutError('say where the checkouts are: TT_LLK=dir SFPI=dir')
        if not os.path.isfile(os.path.join(options.tt_llk, chip.llk, 'common/inc/ckernel.h')):
            raise farm.CheckoutError(f'{options.tt_llk} is not a checkout of tt-llk: {chip.llk}/common/inc/ckernel.h is missing')
        work = os.path.join(work_of(ROOT), 'llk')
        sfpi, links = farm.sfpi(options.sfpi, work), farm.of(work, 'farm', options.tt_llk)
        farm.make(os.path.abspath(options.tt_llk), links, chip.llk)
        return links, sfpi

    @staticmethod
    def expand(path):
        return [path]
