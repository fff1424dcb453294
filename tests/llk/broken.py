#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks each builtin of tensix_builtins.def once (its value is changed, its act is left out) and runs the tests that name it:
one of them has to fail. So a builtin without a test fails here as well. CXX is the compiler with its flags. Last line "N passed,
N failed"."""
import glob
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

OBJECTS = [f'build/host/{name}' for name in ('port/llk/platform.c.o', 'port/llk/chosen.c.o', 'port/llk/sfpi.c.o', 'port/coop/timing.c.o', 'libsoftensix.a')]
WORK = 'build/host/tests/llk/broken'


def builtins():
    """(type, name) of each. The value of sfpxvif means nothing."""
    found = re.findall(r'inline\s+([a-z_:]+[a-z0-9]*)\s+(__builtin_rvtt_[a-z0-9_]+)\(', open('include/llk/tensix_builtins.def').read())
    return [(kind, name) for kind, name in found if not name.endswith('_sfpxvif')]


def spoilt(kind, name):
    if kind == 'int':
        return f'({name}(__VA_ARGS__) ^ 1)'
    if kind == '__xtt_vector':
        return f'({{ __xtt_vector spoilt_ = {name}(__VA_ARGS__); for (int i_ = 0; i_ < 32; i_++) spoilt_[i_] ^= 1; spoilt_; }})'
    return '((void)0)' if kind == 'void' else f'({kind}{{}})'


def fails(name, test):
    """Whether a test fails with this builtin broken. One that does not compile shows nothing."""
    program = f'{WORK}/{name}-{os.path.basename(test)[:-4]}'
    broken = f'-DBROKEN="{os.path.abspath(WORK)}/{name}.h"'
    command = [*shlex.split(os.environ['CXX']), '-Wno-unused', '-O0', '-g0', broken, test, *OBJECTS, '-o', program]
    if subprocess.run(command, check=False).returncode:
        return False
    try:
        return subprocess.run([program], stdout=subprocess.DEVNULL, timeout=60, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        os.remove(program)


def noticed(builtin):
    kind, name = builtin
    with open(f'{WORK}/{name}.h', 'w') as f:
        f.write(f'#define {name}(...) {spoilt(kind, name)}\n')
    tests = [test for test in sorted(glob.glob('tests/llk/builtins/test_*.cpp')) if re.search(rf'\b{name}\b', open(test).read())]
    good = any(fails(name, test) for test in tests)
    if not good:
        print(f'FAIL nobody noticed that {name} is broken', flush=True)
    return good


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
os.makedirs(WORK, exist_ok=True)
wanted = [b for b in builtins() if not sys.argv[1:] or b[1] in sys.argv[1:]]
with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(noticed, wanted))
print(f'{results.count(True)} passed, {results.count(False)} failed')
sys.exit(not results or not all(results))
