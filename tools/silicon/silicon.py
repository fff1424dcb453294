#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares unchanged kernels of a checkout, executed here, with what a Wormhole card measured: for each cell of
docs/silicon-card.tsv the same inputs, the largest error in steps, and the raw results that the table names. docs/silicon.md
describes it. Last line: N equal, N explained, N open of N."""
import argparse
import functools
import hashlib
import json
import multiprocessing
import os
import resource
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import formats  # noqa: E402
import golden  # noqa: E402
import table  # noqa: E402
from metric import count  # noqa: E402
from own import Own, operations  # noqa: E402
from record import BuildError, Programs  # noqa: E402

from kernels import ending  # noqa: E402
from kernels.toolchain import digest_of  # noqa: E402

TOOLS = os.path.join(ROOT, 'build/host-wormhole/tools')
WORK = os.path.join(ROOT, 'build/silicon')


# Kernels that are written for eight vectors, whatever they are asked for, and that the test calls once for a tile: three
# of four faces keep what Dst held.
ONE_FACE = {('ExpWithBase', True)}


class Way:
    """The three steps of 65,536 numbers: into Dst, through the function, out of Dst."""

    def __init__(self, programs):
        self.programs, self.made = programs, {}
        self.work = os.path.join(WORK, f'work.{os.getpid()}')
        os.makedirs(self.work, exist_ok=True)
        self.exact = golden.Exact(os.path.join(TOOLS, 'silicon-exact'), os.path.join(WORK, 'exact'))

    def _path(self, name):
        return os.path.join(self.work, name)

    @staticmethod
    def _way(*arguments):
        done = subprocess.run([os.path.join(TOOLS, 'silicon-way'), *map(str, arguments)], capture_output=True, text=True, check=False)
        return (done.stderr.strip() or f'silicon-way: status {done.returncode}') if done.returncode else None

    def _must(self, *arguments):
        wrong = self._way(*arguments)
        if wrong:
            raise BuildError(wrong)

    def elements(self, cell):
        """(path of elements of Dst, the code of their format)."""
        held = 1 if cell.form == 'h' or (cell.form == 'f' and cell.out == 'h') else 5 if cell.form in 'bf' else 6
        dst = 32 if cell.wide else held
        direct = int(cell.form == 'f' and cell.wide)
        path = self._path(f'{cell.form}.{held}.{dst}.elements')
        if not os.path.exists(path):
            tiles = self._path('tiles')
            with open(tiles, 'wb') as f:
                f.write(formats.to_tiles(formats.inputs(cell.form)[0], cell.form))
            self._must('unpack', formats.CODE[cell.form], 7 if cell.form == 'p4' else held, dst, direct, tiles, path)
        return path, held

    def _function(self, cell, path, code):
        """(path of results in Dst, how they were computed); once for all outputs."""
        key = (cell.op, cell.approx, path)
        if key not in self.made:
            results = self._path('results.' + str(len(self.made)))
            recording = self.programs.record(cell.op, cell.approx, cell.wide, code)
            how = 'fused'
            if self._way('run', recording, 1, path, results):
                how = 'word by word'
                self.programs.plain(cell.op, cell.approx, cell.wide, code, path, results)
                np.fromfile(results, np.uint32).reshape(-1, 2)[:, 1].tofile(results)
            if (cell.op, cell.approx) in ONE_FACE:
                keep_other_faces(path, results)
            self.made[key] = (results, how)
        return self.made[key]

    def results(self, cell):
        """(float32 numbers, how they were computed)."""
        path, code = self.elements(cell)
        results, how = self._function(cell, path, 5 if cell.wide else code)
        if cell.wide:
            early = 0 if cell.out == 'h' else formats.CODE[cell.out]
        else:
            early = 2 if (code, cell.out) == (1, 'p8') else code
        tiles = self._path('packed')
        self._must('pack', early, formats.CODE[cell.out], 32 if cell.wide else code, results, tiles)
        with open(tiles, 'rb') as f:
            return formats.values(formats.from_tiles(f.read(), cell.out), 'b' if cell.out == 'p8' else cell.out), how

    def forget(self):
        """Removes the results of functions."""
        for path, _ in self.made.values():
            os.unlink(path)
        self.made = {}


def keep_other_faces(path, results):
    """Results of the first face of each tile, elements of the others."""
    before, after = (np.fromfile(p, np.uint32).reshape(-1, formats.TILE) for p in (path, results))
    after[:, formats.TILE // 4:] = before[:, formats.TILE // 4:]
    after.tofile(results)


def near(a, b):
    """Whether two numbers are the same as far as six printed digits tell."""
    if np.isnan(a) or np.isnan(b) or np.isinf(a) or np.isinf(b):
        return bool((np.isnan(a) and np.isnan(b)) or a == b)
    return bool(abs(a - b) <= 1e-5 * abs(b))


def raw_results(row, x, got):
    """[(input, result of the card, result here, equal)] for the named lanes."""
    found = []
    for text in row.raw.split(';') if row.raw else ():
        at, _, card = map(float, text.split('>'))
        lanes = np.nonzero(np.abs(x.astype(np.float64) - at) <= 4e-6 * abs(at))[0]
        if len(lanes):
            here = float(got[lanes[0]])
            found.append((at, card, here, near(here, card)))
    return found


def measure(way, cell, row):
    """A cell's figures, as they are kept."""
    patterns, real = formats.inputs(cell.form)
    got, how = way.results(cell)
    expected = golden.golden(cell.op, patterns, cell.form, cell.out, cell.wide, way.exact)
    found = count(cell, patterns, real, expected, got, subnormals=cell.out == 'h' and table.counts_subnormals(row))
    x = formats.values(patterns, 'b' if cell.form in ('p8', 'p4') else cell.form)
    lane = found.lane
    return {'steps': found.steps, 'differing': int(found.differing.sum()), 'how': how, 'raw': raw_results(row, x, got),
            'at': [float(x[lane]), float(expected[lane]), float(got[lane])]}


@functools.lru_cache(1)
def programs_of(where):
    """Shared by the operations of a process, so that the checkout's files are read once."""
    return Programs(*json.loads(where))


def measure_operation(job):
    """All cells of an operation: {cell: figures}; kept until a tool, a row or the checkout changes."""
    op, approx, cells, key, where = job
    path = os.path.join(WORK, f'{op}.{"NY"[approx]}.{"checkout" if where else "own"}.json')
    try:
        with open(path, encoding='ascii') as f:
            kept = json.load(f)
    except (OSError, ValueError):
        kept = {}
    found = kept.get('cells', {}) if kept.get('key') == key else {}
    way = None
    for cell, row in cells:
        if str(cell) in found:
            continue
        way = way or Way(programs_of(json.dumps(where)) if where else Own(os.path.join(TOOLS, 'stx-ulp'), WORK))
        try:
            found[str(cell)] = measure(way, cell, row)
        except (BuildError, OSError) as error:
            found[str(cell)] = {'error': str(error).strip().splitlines()[-1][:200]}
    if way:
        way.forget()
        with open(path + '.part', 'w', encoding='ascii') as f:
            json.dump({'key': key, 'cells': {c: figures for c, figures in found.items() if 'error' not in figures}}, f)
        os.replace(path + '.part', path)
    return op, found


# What makes the figures.
MADE_BY = (*(f'build/host-wormhole/tools/{name}' for name in ('silicon-way', 'silicon-exact', 'stx-ulp')), 'tools/silicon/**/*.py', 'tools/silicon/words/*',
           'tools/ulp/*.py', 'tools/kernels/*.py', 'docs/silicon-card.tsv')


def key_of(where, root=ROOT):
    """Changes with the programs, the tools and the checkout's place."""
    return hashlib.sha256((repr(where) + digest_of(root, MADE_BY)).encode()).hexdigest()[:16]


def measured(jobs, processes):
    """{cell: figures} of all operations."""
    found = {}
    with multiprocessing.Pool(processes, maxtasksperchild=4) as pool:
        for n, (op, some) in enumerate(pool.imap_unordered(measure_operation, jobs), 1):
            found.update(some)
            print(f'{n}/{len(jobs)} {op}', file=sys.stderr, flush=True)
        pool.close()
        pool.join()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--tt-metal', help='a checkout; without it, only operations with own words are compared (words/)')
    parser.add_argument('--sfpi')
    parser.add_argument('--ops', default='', help='names of operations; without it, all unary ones')
    parser.add_argument('--sample', type=int, default=1, help='every n-th cell of each operation')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--tsv', help='where the table of cells is written')
    parser.add_argument('--json')
    options = parser.parse_args()
    rows = table.rows()
    wanted = options.ops.split() or ([] if options.tt_metal else operations())
    cells = [c for c in table.cells(rows) if not wanted or c.op in wanted]
    chosen = cells[::options.sample]
    unary = [sorted({c.op for c in table.cells(rows) if c.approx == approx}) for approx in (False, True)]
    where = (os.path.abspath(options.tt_metal), os.path.abspath(options.sfpi), 'wormhole', unary) if options.tt_metal else None
    key, jobs = key_of(where), []
    os.makedirs(WORK, exist_ok=True)
    row_of = {c: table.find(rows, c) for c in chosen}
    compared = [c for c in chosen if table.comparable(row_of[c])]
    for op, approx in sorted({(c.op, c.approx) for c in compared}):
        jobs.append((op, approx, [(c, row_of[c]) for c in compared if (c.op, c.approx) == (op, approx)], key, where))
    try:
        found = measured(jobs, options.jobs)
    except (BuildError, OSError) as error:
        sys.exit(f'silicon: {error}')
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f'{spent.ru_utime + spent.ru_stime:.0f} s of processor time', file=sys.stderr)
    judged = [table.judge(c, row_of[c], found.get(str(c))) for c in chosen]
    return table.report(judged, options.tsv, options.json)


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
