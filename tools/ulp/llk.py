#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the error of a function of a checkout of tt-llk or tt-metal: compiles it
unchanged, records it, also executes it word by word, and passes both to stx-ulp
(docs/ulp.md)."""
import argparse
import fcntl
import hashlib
import json
import os
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'tools'))

from kernels import ending  # noqa: E402
from kernels import farm as farms  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.toolchain import BuildError, LANGUAGE, TIMES_LOOPS, Toolchain, UNROLLING, digest_of, run  # noqa: E402
from kernels.llk.build import llk_includes  # noqa: E402
import functions  # noqa: E402

MARCH = 'rv32im'
# A program's first header. The one that is timed is compiled as for the real core, with the loops of tools/kernels/build.py.
STACK = ('-DCOOP_STACK_BYTES=65536', '-DCOOP_CLOSED_BYTES=4096')  # of that program's thread: LLK_STACK of mk/llk.mk, whose code it links
PRELUDE = {'plain': 'llk/prelude.h', 'record': 'llk/prelude.h', 'timed': 'llk/binary.h'}
# A recorded value is a number in lane 0, so sfpi's vectors of 32 lanes get one: this compiles ten times faster.
NUMBERS = ('-Dvector_size(bytes)=__vector_size__((bytes)/32)',)


class Checkout:
    """The trees that kernels are compiled from."""

    def __init__(self, tt_llk, sfpi, tt_metal=None, chip='blackhole'):
        here, llk, metal, self.defines = (getattr(CHIPS[chip], of) for of in ('suffix', 'llk', 'metal', 'defines'))
        self.chip, self.out = chip, os.path.join(ROOT, 'build/ulp' + here)
        self.tool = os.path.join(ROOT, f'build/host{here}/tools/stx-ulp')
        farm = os.path.join(self.out, 'farm', hashlib.sha256(
            '\0'.join(os.path.abspath(d or '') for d in (tt_llk, sfpi, tt_metal)).encode()).hexdigest()[:12])
        os.makedirs(farm, exist_ok=True)
        farms.make(os.path.abspath(tt_llk), farm, llk)
        self.sfpi = farms.sfpi(os.path.join(sfpi, 'include') if os.path.isdir(
            os.path.join(sfpi, 'include')) else sfpi, farm)
        self.includes = [os.path.join(farm, d) for d in llk_includes(CHIPS[chip])]
        self.trees = [os.path.realpath(d) for d in (tt_llk, sfpi, tt_metal) if d]
        if tt_metal:
            tree = f'tt_metal/hw/ckernels/{metal}/metal/llk_api'
            farms.link_trees(os.path.abspath(tt_metal), farm, [tree])
            self.includes = [os.path.join(farm, tree, 'llk_sfpu'), os.path.join(farm, tree), *self.includes,
                             os.path.join(os.path.abspath(tt_metal), 'tt_metal/hw/inc')]
        libraries = os.path.join(ROOT, 'build', f'{MARCH}{here}-diag')
        self.libraries = [os.path.join(libraries, n) for n in ('llk/runtime.a', 'libsoftensix.a')]
        os.makedirs(os.path.join(self.out, 'include'), exist_ok=True)
        self.tools = Toolchain(ROOT, MARCH, os.path.join(self.out, 'include'), libraries)
        self.salt = digest_of(ROOT, ('include/llk/**/*', 'include/softensix/*', 'tools/ulp/recorder/*'))

    def timing(self):
        """Compiler options for a kernel that is timed."""
        return ['-DSTX_BINARY', *STACK, *([f'-D{TIMES_LOOPS}', *UNROLLING] if self.chip == 'wormhole' else [])]

    def flags(self, dst32, way):
        """Compiler options for a kernel and the program around it."""
        recorded = way == 'record'
        ways = [os.path.join(HERE, 'recorder')] if recorded else []
        own = [*ways, os.path.join(ROOT, 'include/llk'), os.path.join(ROOT, 'include'),
               os.path.join(HERE, 'recorder'), self.sfpi, *self.includes, os.path.join(ROOT, 'port')]
        if not recorded:  # recorder.h only: the builtins are those of include/llk
            own.remove(os.path.join(HERE, 'recorder'))
            own.append(os.path.join(HERE, 'recorder'))
        return [f'-DULP_DST32={int(dst32)}', '-DSTX_TRACE=1', *(f'-D{d}' for d in self.defines), *(NUMBERS if recorded else ()),
                *(self.timing() if way == 'timed' else ()), *(f'-I{d}' for d in own)]


class Kernel:
    """One function in one setting: its programs, recording and results."""

    def __init__(self, checkout, function, dst32, defines=()):
        self.checkout, self.function, self.dst32, self.defines = checkout, function, dst32, defines
        text = '\0'.join([checkout.salt, str(function), str(dst32), *defines, *checkout.trees, *LANGUAGE])
        name = re.sub('[^a-z0-9]+', '-', function.name.lower())
        key = hashlib.sha256(text.encode()).hexdigest()[:10]
        self.work = os.path.join(checkout.out, f'{name}.{32 if dst32 else 16}.{key}')
        os.makedirs(self.work, exist_ok=True)

    def path(self, name):
        return os.path.join(self.work, name)

    def _compile_kernel(self, flags, target):
        """Takes the first form of the function's calls that the checkout has."""
        with open(self.path('headers.h'), 'w', encoding='utf-8') as to:
            to.write(''.join(f'#include "{h}"\n' for h in self.function.headers))
        first = None
        for init, call in self.function.forms():
            try:
                return self._compile_with(init, call, flags, target)
            except BuildError as error:
                first = first or error
        raise first

    def _compile_with(self, init, call, flags, target):
        f = self.function
        of_dst = {'DST32': 'true' if self.dst32 else 'false', 'FORMAT': 'DataFormat::Float32' if self.dst32 else 'DataFormat::Float16_b'}
        init, call = (re.sub(r'\b(DST32|FORMAT)\b', lambda found: of_dst[found[0]], t) for t in (init, call))
        defines = ['-DCOMPILE_FOR_TRISC=1', '-DLLK_TRISC_MATH', '-DTRISC_MATH', '-DTENSIX_FIRMWARE',
                   '-DENV_LLK_INFRA', '-DMAX_THREADS=4', f'-DULP_HEADERS="{self.path("headers.h")}"',
                   f'-DULP_INIT={init}', f'-DULP_CALL={call}']
        defines += [f'-D{d}' for d in (*self.defines, *(['ULP_ADVANCES'] if f.advances else []))]
        tools = self.checkout.tools
        self._made([*tools.cache, tools.compiler], [*tools.arch, *LANGUAGE, *defines, *flags, '-c', os.path.join(HERE, 'recorder/kernel.cpp')],
                   f.name, target)

    def _made(self, compiler, options, what, target):
        """Compiles, unless the object is of the same contents of everything that it was made from."""
        tools = self.checkout.tools
        how = tools.how(*options)
        if not tools.kept.holds(target, how):
            tools.make(target, how, lambda made, noted: run([*compiler, *options, '-MD', '-MF', noted, '-MT', 'it', '-o', made], what))

    def _program(self, way, sources):
        """The program that records, or the one that executes. Another process may build the same one."""
        with open(self.path(f'{way}.lock'), 'w', encoding='ascii') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return self._built(way, sources)

    def _built(self, way, sources):
        tools, flags = self.checkout.tools, self.checkout.flags(self.dst32, way)
        objects = [self.path(f'{way}.kernel.o')]
        self._compile_kernel([*flags, *tools.system, '-include', 'llk/cfg_defines.h', '-include', PRELUDE[way]], objects[0])
        for source in sources:
            objects.append(self.path(f'{way}.{source}.o'))
            self._made([tools.compiler.replace('g++', 'gcc')], [*tools.arch, '--specs=picolibc.specs', '-std=c99', '-O2', *flags,
                                                                '-c', os.path.join(HERE, 'recorder', source)], source, objects[-1])
        return tools.program(objects, self.checkout.libraries, self.path(f'{way}.elf'))

    def execute(self, way, sources, *arguments):
        """Runs a program and returns its output."""
        elf = self._program(way, sources)
        done = subprocess.run([os.path.join(ROOT, 'tools/run-qemu.sh'), elf, *arguments], text=True,
                              capture_output=True, check=False)
        if done.returncode:
            raise BuildError(f'{self.function.name}: {(done.stdout + done.stderr).strip()}')
        return done.stdout

    def plain(self, *arguments):
        return self.execute('plain', ['plain.c', 'machine.c'], *arguments)

    def record(self):
        """Makes the recording for stx-ulp."""
        path = self.path('recording')
        self.plain('state', self.path('state'))
        self.execute('record', ['recorder.c', 'machine.c'], 'record', self.path('body'))
        with open(path, 'w', encoding='ascii') as to:
            for part in ('state', 'body'):
                with open(self.path(part), encoding='ascii') as f:
                    to.write(f.read())
            to.write('end\n')
        return path

    def results(self, inputs, name):
        """Computes pairs of elements for a file of inputs."""
        path = self.path(name)
        self.plain(f'run{self.function.operands}', inputs, path)
        return path

    def time(self):
        """(expected, low, high) cycles of a tile."""
        found = re.search(r'math (\d+).*total (\d+) low (\d+) high (\d+)', self.execute('timed', ['timed.c', 'machine.c']))
        return tuple(int(found[i]) for i in (2, 3, 4))


def listed(formats, options):
    """Options that select the inputs that are also computed word by word: all of them, or for 2^32 inputs some
    of each binade."""
    wide = formats[:2] == ('--format', 'fp32') and not any(o.startswith(('--per-binade', '--ramp')) for o in options)
    return [*options, *(SAMPLE if wide else ())]


def of_pairs(function, options):
    """Options for the inputs of a function of several operands, unless some are given: four x and four y of each binade."""
    return () if function.operands == 1 or any(o.startswith('--grid') for o in options) else ('--per-binade', '4', '--grid', '4')


def measure(kernel, formats, options=(), quiet=True, json_path=None, fuse=True):
    """Runs stx-ulp on a kernel: (exit status, output, result)."""
    recording = kernel.record()
    subprocess.run([kernel.checkout.tool, *formats, *listed(formats, options), '--function', kernel.function.exact,
                    '--list-inputs', kernel.path('inputs')], check=True)
    kernel.results(kernel.path('inputs'), 'results')
    return measure_again(kernel, recording, formats, [*options, *(['--fuse'] if fuse else [])], quiet, json_path)


def measure_again(kernel, recording, formats, options=(), quiet=True, json_path=None):
    """The same with the existing recording and results."""
    f = kernel.function
    path = json_path or kernel.path('result.json')
    done = subprocess.run([kernel.checkout.tool, '--recording', recording, '--plain-results', kernel.path('results'), '--function',
                           f.exact, '--name', f.name, '--json', path, *(['--quiet'] if quiet else []),
                           *formats, *options], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE if quiet else None,
                          check=False)
    result = None
    if done.returncode in (0, 1, 3):
        with open(path, encoding='utf-8') as opened:
            result = json.load(opened)
    return done.returncode, done.stdout + (done.stderr or ''), result


def with_and_without_macros(checkout, function, dst32, formats, options=()):
    """Runs the forms with and without SFPLOADMACRO on the same inputs. Returns (input element of Dst, both
    results) for each input whose results differ, the number of inputs, and the cycles of a tile in both
    forms."""
    forms = [Kernel(checkout, function, dst32, d) for d in ((), ('DISABLE_SFPLOADMACRO',))]
    pairs = []
    for kernel in forms:
        subprocess.run([checkout.tool, *formats, *listed(formats, options), '--function', function.exact, '--list-inputs', kernel.path('inputs')],
                       check=True)
        with open(kernel.results(kernel.path('inputs'), 'results'), 'rb') as f:
            pairs.append(list(struct.iter_unpack('<2I', f.read())))
    different = [(x, a, b) for (x, a), (_, b) in zip(*pairs) if a != b]
    return different, len(pairs[0]), [kernel.time()[0] for kernel in forms]


def tell_macros(checkout, function, dst32, formats, options):
    """Prints the same; returns exit status 1 if results differ."""
    different, count, cycles = with_and_without_macros(checkout, function, dst32, formats, options)
    print(f'{function.name}: {len(different)} of {count} results differ with SFPLOADMACRO ({cycles[0]} cycles of a tile) '
          f'and without ({cycles[1]})')
    for x, a, b in different[:10]:
        print(f'  input {x:08x}: {a:08x} with, {b:08x} without')
    return int(bool(different))


def tell_time(kernel, json_path):
    """Prints the cycles of a tile, and adds them to the result if there is one."""
    cycles = kernel.time()
    print('cycles of a tile: {} ({} to {})'.format(*cycles))
    if json_path:
        with open(json_path, encoding='utf-8') as f:
            result = json.load(f)
        with open(json_path, 'w', encoding='utf-8') as to:
            json.dump({**result, 'cycles': cycles}, to)


FORMATS = {'bf16': ('--format', 'bf16'), 'bf16-dst32': ('--in', 'bf16', '--dst', 'fp32', '--out', 'bf16'),
           'fp32': ('--format', 'fp32')}
SAMPLE = ('--per-binade', '400')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--tt-llk', required=True)
    parser.add_argument('--sfpi', required=True)
    parser.add_argument('--tt-metal')
    parser.add_argument('--arch', choices=CHIPS, default='blackhole')
    parser.add_argument('--llk', help='name of the function; without it, lists the functions')
    parser.add_argument('--approx', action='store_true', help='use the form with APPROXIMATION_MODE')
    parser.add_argument('--format', choices=FORMATS, default='bf16')
    parser.add_argument('--macros', action='store_true',
                        help='compare the forms with and without SFPLOADMACRO (DISABLE_SFPLOADMACRO)')
    parser.add_argument('--time', action='store_true', help='also print the cycles of a tile')
    parser.add_argument('--separate', action='store_true',
                        help="round products and sums separately, as in sfpi's definition, instead of fused as by its compiler")
    parser.add_argument('--json')
    options, rest = parser.parse_known_args()
    known = functions.of(bool(options.tt_metal))
    name = (options.llk or '') + (' approx' if options.approx else '')
    if name not in known:
        print(f'there is no function "{name}"; there are:' if options.llk else 'functions:',
              ', '.join(sorted(known)))
        return 2
    try:
        checkout, dst32 = Checkout(options.tt_llk, options.sfpi, options.tt_metal, options.arch), options.format != 'bf16'
        if options.macros:
            return tell_macros(checkout, known[name], dst32, FORMATS[options.format], rest)
        kernel = Kernel(checkout, known[name], dst32)
        rest = [*of_pairs(known[name], rest), *rest]
        status, text, _ = measure(kernel, FORMATS[options.format], rest, quiet=False,
                                  json_path=options.json, fuse=not options.separate)
        print(text, end='')
        if options.time and status in (0, 1, 3):
            tell_time(kernel, options.json)
        return status
    except BuildError as error:
        print(f'{error}', file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:  # stx-ulp has printed the reason
        return error.returncode


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
