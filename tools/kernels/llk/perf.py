# SPDX-License-Identifier: Apache-2.0
"""Performance kernels of a tt-llk checkout, timed by the model and compared with measurements on Blackhole and Wormhole.

    perf.py --tt-llk DIR --sfpi DIR             prints rows for docs/time-measured.tsv (make time-doc TT_LLK= SFPI=)
    perf.py --rows later --tt-llk DIR --sfpi DIR    the same for the tt-llk in a tree of tt-metal of August (make time-doc TT_METAL= SFPI=)
    perf.py --rows earlier --tt-llk DIR --sfpi DIR  or of April (ROWS=earlier)

Each kernel runs twice, with n and 2n rounds of its loop, and the difference is divided by the tiles of the
second half, so that nothing before the loop counts. The kernels are compiled as by the vendor (binary mode), and
that code counts. perf_rows.py, perf_later.py and perf_earlier.py have the measurements and their sources.

Results are kept in build/time, for each version of the libraries and of the case, so that an interrupted run
can continue."""
import argparse
import hashlib
import json
import os
import re
import struct
import subprocess
import sys

from . import header, perf_earlier, perf_later, perf_rows
from .. import ending
from ..chips import CHIPS
from ..toolchain import ROOT, digest_of

TREES = {'rows': 'tt-llk 36b092e8', 'later': 'tt-metal 34b433f605', 'earlier': 'tt-metal a8c5af0f5a'}
THREADS = ('unpack', 'math', 'pack', 'total', 'low', 'high')
# What times depend on beside the libraries, the checkout and the case itself.
MADE_BY = ('include/llk/**/*', 'include/softensix/*', 'port/llk/*.cpp', 'tools/kernels/*.py', 'tools/kernels/llk/[!p]*.py', 'tools/kernels/llk/changes/*')
NEAR = 4  # percent: a time that differs by more is told with the reason


def _arguments(fields):
    """The bytes of struct RuntimeParams."""
    data = b''
    for kind, _, value in fields:
        if kind == 'bool':
            data += struct.pack('<?', value)
        else:
            data += b'\0' * (-len(data) % 4) + (struct.pack('<II', *value) if kind == 'Operand' else struct.pack('<I', value))
    return data + b'\0' * (-len(data) % 4)


def _source(run):
    """Of a kernel in the checkout, or of one of our own (changes/)."""
    return os.path.join(os.path.dirname(__file__), run.kernel + '.cpp') if '/' in run.kernel else f'sources/{run.kernel}.cpp'


def case_text(run, rounds):
    """The text of a case file that compares nothing and is only timed."""
    fields = run.fields(rounds)
    data = _arguments(fields).hex()
    forms = dict(run.forms)
    return '\n'.join([
        'LLKCASE 1', f'kernel {_source(run)}', 'node perf', f'arch {run.arch}', 'formats compiletime',
        *(f'const {c}' for c in run.constants(rounds)), *(f'ctformat FORMAT_{i} {forms.get(name, run.form)}' for i, name in enumerate(header.FORMATS)),
        *(f'field {kind} {name} 1' for kind, name, _ in fields),
        f'args 0x20000 {len(data) // 2}', *(data[i:i + 64] for i in range(0, len(data), 64)), 'end', ''])


def _write(directory, run, rounds):
    path = os.path.join(directory, f'{run.name}-{rounds}.llk')
    with open(path, 'w', encoding='ascii') as f:
        f.write(case_text(run, rounds))
    return path


class Kept:
    """The cycles of cases that have been run, with keys made of everything that they depend on."""

    def __init__(self, options):
        self.path = os.path.join(ROOT, 'build/time/kept.json')
        libraries = (f'build/rv32im{chip}-diag/{made}' for chip in ('', '-wormhole') for made in ('llk/runtime.a', 'libsoftensix.a'))
        self.salt = digest_of(ROOT, (*libraries, *MADE_BY)) + options.tt_llk + options.sfpi
        self.cycles = self._read()

    def _read(self):
        if not os.path.exists(self.path):
            return {}
        with open(self.path, encoding='ascii') as f:
            return json.load(f)

    def key(self, path, settings):
        with open(path, 'rb') as f:
            return hashlib.sha256('\0'.join([self.salt, *settings]).encode() + f.read()).hexdigest()

    def add(self, key, cycles):
        """Keeps what another run has added meanwhile, too."""
        self.cycles = {**self._read(), **self.cycles, key: cycles}
        new = f'{self.path}.{os.getpid()}'
        with open(new, 'w', encoding='ascii') as f:
            json.dump(self.cycles, f)
        os.replace(new, self.path)


def _run(kept, arch, paths, options, settings):
    """Runs cases of a chip and keeps their cycles, one by one."""
    done = subprocess.Popen(
        [sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--variant=-diag', '--time', '--jobs', '2', '--binary', '--arch', arch,
         *(f'--time-set={setting}' for setting in settings),
         '--tt-llk', options.tt_llk, '--sfpi', options.sfpi, *paths], stdout=subprocess.PIPE, text=True)
    names = {os.path.basename(path).split('.llk')[0]: path for path in paths}
    for line in done.stdout:
        found = re.match(r'cycles (\S+)' + ''.join(rf' {t} (\d+)' for t in THREADS), line)
        kind = re.match(r'band: (.*?)(?: \(.*\))?, -', line)
        if found:
            name, *values = found.groups()
        elif kind:
            kept.add(kept.key(names[name], settings), dict(zip(THREADS, map(int, values)), kind=kind[1]))
        elif line.startswith('FAIL'):
            done.terminate()
            sys.exit(line + ''.join(done.stdout))
    done.wait()


def _time(kept, paths, options, *settings):
    """Maps name to the cycles of unpack, math, pack, total, low, high; `paths` has the cases of each chip."""
    for arch, cases in paths.items():
        missing = [path for path in cases if kept.key(path, settings) not in kept.cycles]
        if missing:
            _run(kept, arch, missing, options, settings)
    return {os.path.basename(path).split('.llk')[0]: kept.cycles[kept.key(path, settings)] for cases in paths.values() for path in cases}


def _slope(times, run, bound):
    first, second = (times[f'{run.name}-{n}'] for n in (1, 2))
    return (second[bound] - first[bound]) / run.tiles


def _inside(row, value, error):
    """Whether a share agrees. For times, why the model differs: tools/time_bands.py compares them with bands."""
    if row.limit:
        return 'yes' if value >= row.measured else 'no'
    if row.plain:
        return 'yes' if abs(value - row.measured) <= int(re.search(r'\+-(\d+) of 100', row.source)[1]) else 'no'
    return row.why if abs(error) > NEAR else ''


def _kind(row, kind, arch):
    return kind + ' on Wormhole' * (arch == 'wormhole') + '; not used' * row.other


def _row(row, times):
    expected = row.value(*(_slope(times, run, row.thread) for run in row.runs))
    kinds = {times[f'{run.name}-2']['kind'] for run in row.runs}
    first = times[f'{row.runs[0].name}-2']
    band = [expected if row.plain else expected * first[bound] / first['total'] for bound in ('low', 'high')]
    error = 100 * (expected - row.measured) / row.measured
    kind = 'a share, not a time' if row.plain or row.limit else _kind(row, row.kind or ' and '.join(sorted(kinds)), row.runs[0].arch)
    return _told(row, expected, *band, error, kind)


def _told(row, expected, low, high, error, kind):
    cycles = (f'{value:.2f}' for value in (row.measured, expected, low, high))
    return '\t'.join((row.what, *cycles, f'{error:+.1f} %', _inside(row, expected, error), kind, row.source))


def _description(calls, tiles):
    """Of tt-metal's kernel for unary operations; its results are not compared."""
    return '\n'.join([
        'kernel ttnn/cpp/ttnn/operations/eltwise/unary/device/kernels/compute/eltwise_sfpu.cpp', f'args {tiles}', 'define INP_FLOAT 1',
        'define SFPU_OP_COMPUTE_KERNEL_API_INCLUDE 1', f'define SFPU_OP_CHAIN_0 {calls}', 'cb 0 Float16_b 2 32 32', 'cb 2 Float16_b 2 32 32',
        f'in 0 x random 32 {32 * tiles} 1 3', f'out 2 32 {32 * tiles}', ''])


def _own(row, options, directory):
    """The row of a function that only tt-metal has: two programs, one with two tiles more."""
    paths = [os.path.join(directory, f'own-{tiles}.desc') for tiles in (2, 4)]
    for path, tiles in zip(paths, (2, 4)):
        with open(path, 'w', encoding='ascii') as f:
            f.write(_description(row.own, tiles))
    tree = os.path.dirname(os.path.dirname(os.path.abspath(options.tt_llk)))
    told = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--variant=-diag', '--time', '--jobs', '1', '--arch', row.arch,
                           '--tt-metal', tree, '--sfpi', options.sfpi, *paths], check=True, capture_output=True, text=True).stdout
    less, more = ({name: float(value) for name, value in re.findall(r'(math|total|low|high) (\d+)', line)}
                  for line in re.findall(r'^cycles .*$', told, re.M))
    expected = (more['math'] - less['math']) / 2
    low, high = (expected * more[bound] / more['total'] for bound in ('low', 'high'))
    error = 100 * (expected - row.measured) / row.measured
    kind = _kind(row, re.search(r'^band: (.*?)(?: \(.*\))?, -', told, re.M)[1], row.arch)
    return _told(row, expected, low, high, error, kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-llk', required=True)
    parser.add_argument('--sfpi', required=True)
    parser.add_argument('--rows', choices=TREES, default='rows')
    parser.add_argument('--only', help='rows whose name contains this')
    options = parser.parse_args()
    rows = {'rows': perf_rows, 'later': perf_later, 'earlier': perf_earlier}[options.rows].ROWS
    rows = [row for row in rows if (options.only or '') in row.what]
    directory = os.path.join(ROOT, 'build/time')
    os.makedirs(directory, exist_ok=True)
    runs = {run.name: run for row in rows for run in row.runs}
    paths = {arch: [_write(directory, run, n) for run in runs.values() if run.arch == arch for n in (1, 2)] for arch in CHIPS}
    kept = Kept(options)
    times = _time(kept, paths, options)
    for row in rows:
        print(TREES[options.rows], _own(row, options, directory) if row.own else _row(row, times), sep='\t')


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
