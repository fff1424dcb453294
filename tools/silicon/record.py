# SPDX-License-Identifier: Apache-2.0
"""Recordings of the unary functions of a checkout's test harness, as its dispatch calls them."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, d) for d in ('tools', 'tools/ulp')]
from functions import Function  # noqa: E402
from kernels.kept import replace  # noqa: E402
from kernels.toolchain import BuildError  # noqa: E402
from llk import Checkout, Kernel  # noqa: E402

TESTS = 'tt_metal/tt-llk/tests'
# Operations whose test calls the kernel of tt-metal instead of tt-llk's since September: preparation, call, header.
MOVED = {
    'Silu': ('silu_init<A>()', 'calculate_silu<DST32, 8>()', 'silu'),
    'Log': ('log_init<A, false, DST32>()', 'calculate_log<A, false, false, DST32, 8>(0)', 'log'),
    'LogWithBase': ('log_init<A, false, DST32>()', 'calculate_log<A, false, true, DST32, 8>(0x3FB8AA3B)', 'log'),  # 1 / ln 2
    'Hardtanh': ('hardtanh_init()', 'calculate_hardtanh<A, 8>(0xBF800000, 0x3F800000)', 'hardtanh'),
    'ReluMin': ('relu_min_init()', 'relu_min<A>(0x40A00000)', 'relu')}
TOGETHER = 18  # functions of a program: compiling the headers takes longer than compiling a few functions


def dispatched(tt_metal):
    """The harness's names of unary operations, and those of its dispatch."""
    with open(os.path.join(tt_metal, TESTS, 'python_tests/helpers/llk_params.py'), encoding='utf-8') as f:
        return dict(re.findall(r'^    (\w+) = OpSpec\(\s*"(\w+)",\s*MathOpType\.SFPU_UNARY', f.read(), re.M))


def _switch(name, names, call):
    """A C++ function that calls the chosen one of several."""
    cases = ''.join(f'    case {i}: {call(n)}; break;\n' for i, n in enumerate(names))
    return f'template <bool DST32> static void {name}() {{\n    switch (ulp_choice) {{\n{cases}    }}\n}}\n'


def _calls(approx):
    """Preparation and call of an operation, for a face, as sources/eltwise_unary_sfpu_test.cpp has them."""
    a = 'true' if approx else 'false'

    flags = f'{a}, DST32, 8, false, false, true'  # eight vectors, not fast, unstable sort, clamps
    return (lambda n: f'test_utils::call_unary_sfpu_operation_init<SfpuType::{n}, {flags}>()',
            lambda n: f'test_utils::call_unary_sfpu_operation<ckernel::DstSync::SyncHalf, DST32, SfpuType::{n}, {flags}>(0, ulp_format)')


class Programs:
    """Programs with several operations each, compiled when they are first needed. operations: those
    without APPROXIMATION_MODE, and those with it."""

    def __init__(self, tt_metal, sfpi, chip, operations):
        self.names = dispatched(tt_metal)
        self.checkout = Checkout(os.path.join(tt_metal, 'tt_metal/tt-llk'), sfpi, tt_metal, chip)
        self.out = os.path.join(self.checkout.out, 'silicon')
        os.makedirs(self.out, exist_ok=True)
        self.groups = {}
        for approx, wanted in enumerate(operations):
            known = [o for o in wanted if o in self.names and o not in MOVED]
            self.groups[approx] = [known[i:i + TOGETHER] for i in range(0, len(known), TOGETHER)]
            self.groups[approx].append([o for o in wanted if o in MOVED])

    def _text(self, group, approx, calls):
        """The C++ header with the operations of a program; without calls, it prepares them only."""
        if group[0] in MOVED:
            init, call = (lambda o, n=n: re.sub(r'\bA\b', ['false', 'true'][approx], MOVED[o][n]) for n in (0, 1))
            headers, names = sorted({f'ckernel_sfpu_{MOVED[o][2]}.h' for o in group}), group
        else:
            (init, call), headers, names = _calls(approx), ['sfpu_operations.h'], [self.names[o] for o in group]
        return ''.join(['extern "C" unsigned ulp_choice, ulp_format;\n', *(f'#include "{h}"\n' for h in headers),
                        'using namespace ckernel::sfpu;\n',
                        _switch('chosen_init', names, init), _switch('chosen_call', names, call) if calls else ''])

    def _kernel(self, group, approx, dst32, calls=True):
        header = os.path.join(self.out, f'{group[0].lower()}.{int(approx)}{"" if calls else ".init"}.h')
        text = self._text(group, approx, calls)
        replace(header, text)
        call = 'chosen_call<DST32>()' if calls else '(void)0'
        name = f'{group[0]} {group[-1]} {"NY"[approx]}'
        return Kernel(self.checkout, Function(name, '', 'chosen_init<DST32>()', call, (header,), text), dst32)

    def _group(self, operation, approx):
        for group in self.groups[approx]:
            if operation in group:
                return group
        raise BuildError(f'the checkout has no operation {operation}')

    def _state(self, operation, approx, dst32, code, path):
        """Writes the state after the preparation; the program has all operations."""
        moved = operation in MOVED
        group = [o for g in self.groups[approx] for o in g if (o in MOVED) == moved]
        self._kernel(group, approx, dst32, calls=False).plain('state', path, str(group.index(operation)), str(code))

    def record(self, operation, approx, dst32, code):
        """The path of a recording; kept. code: of the format of 16-bit numbers in Dst."""
        group = self._group(operation, approx)
        kernel = self._kernel(group, approx, dst32)
        path = kernel.path(f'{operation}.{code}.recording')
        if not os.path.exists(path):
            self._state(operation, approx, dst32, code, path + '.state')
            kernel.execute('record', ['recorder.c', 'machine.c'], 'record', path + '.body', str(group.index(operation)), str(code))
            parts = []
            for part in ('.state', '.body'):
                with open(path + part, encoding='ascii') as f:
                    parts.append(f.read())
                os.unlink(path + part)
            replace(path, ''.join(parts) + 'end\n')
        return path

    def plain(self, operation, approx, dst32, code, inputs, results):
        """Executes elements of Dst word by word; the file of results has pairs. Such a program has one operation: to compile
        code that computes lanes takes long."""
        self._kernel([operation], approx, dst32).plain('run', inputs, results, '0', str(code))
