# SPDX-License-Identifier: Apache-2.0
"""From one kernel source and its build.h to a program for QEMU: three threads, one image each,
linked side by side. Objects are kept by what they are made of."""
import glob
import hashlib
import os
import re
import subprocess
import threading
from collections import defaultdict

THREADS = (('unpack', 'UNPACK', 0), ('math', 'MATH', 1), ('pack', 'PACK', 2))
PREFIX = os.environ.get('CROSS', 'riscv64-unknown-elf-')
LLK_INCLUDES = ('tt_llk_blackhole/common/inc', 'tt_llk_blackhole/common/inc/sfpu',
                'tt_llk_blackhole/llk_lib', 'tt_llk_blackhole', 'common', 'tests/helpers/include')
# GCC 12 repeats a volatile store behind a loop out of which it moves another one: a register would be
# written twice. Hence -fno-move-loop-stores.
LANGUAGE = ['-std=c++17', '-O2', '-g', '-fno-exceptions', '-fno-rtti', '-fno-threadsafe-statics',
            '-fno-move-loop-stores', '-nostdinc', '-nostdinc++', '-Wno-psabi', '-Wno-attributes', '-w']


class BuildError(Exception):
    """The compiler's message, with the thread named."""


def _capture(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _run(command, what):
    done = _capture(command)
    if done.returncode:
        raise BuildError(f'{what}:\n{done.stderr.strip() or done.stdout.strip()}')


def system_includes():
    """The headers of libstdc++, picolibc and the compiler, in the order that LLK needs."""
    gxx = sorted(glob.glob('/usr/riscv64-linux-gnu/include/c++/*'))
    if not gxx:
        raise BuildError('no C++ headers: install libstdc++-12-dev-riscv64-cross')
    picolibc = _capture([PREFIX + 'gcc', '--specs=picolibc.specs', '-xc', '-E', '-v', os.devnull])
    found = re.findall(r'^ (/\S*picolibc\S*/include)$', picolibc.stderr, re.M)
    if not found:
        raise BuildError('no picolibc: install picolibc-riscv64-unknown-elf')
    own = [_capture([PREFIX + 'gcc', '-print-file-name=' + d]).stdout.strip()
           for d in ('include-fixed', 'include')]
    return [gxx[-1], os.path.join(gxx[-1], 'riscv64-linux-gnu'), found[0], *own]


class Builder:
    """Knows the trees, the compiler and the directory of results. farm and sfpi may be None: then
    kernels see the project's own headers only."""

    def __init__(self, root, out, march, farm, sfpi, defines=(), binary=False,
                 variant=''):
        self.root, self.out, self.march = root, out, march
        self.farm, self.sfpi, self.defines = farm, sfpi, list(defines)
        self.libraries, self.variant = os.path.join(root, 'build', march + variant), variant
        self.prelude = 'llk/prelude.h'
        if binary:
            if 'c' in march[4:].split('_')[0]:
                raise BuildError(f'binary mode needs a core without C, not {march}')
            self.prelude = 'llk/binary.h'
            self.defines.append('STX_BINARY')
        os.makedirs(os.path.join(out, 'include'), exist_ok=True)
        with open(os.path.join(out, 'include', 'features.h'), 'w', encoding='ascii') as f:
            f.write('#define __GLIBC_PREREQ(a, b) 0\n')  # libstdc++ of Linux asks for it
        self.system = system_includes()
        self.arch = [f'-march={march}', '-mabi=' + ('ilp32f' if 'f' in march[4:] else 'ilp32')]
        self.salt = self._own_sources()
        self.locks = defaultdict(threading.Lock)  # cases may share a program

    def _own_sources(self):
        """A digest of what every object depends on besides kernel and build.h."""
        digest = hashlib.sha256()
        for pattern in ('include/llk/**/*', 'include/softensix/*', 'port/llk/thread.cpp',
                        'examples/llk/*.h'):
            for path in sorted(glob.glob(os.path.join(self.root, pattern), recursive=True)):
                if os.path.isfile(path):
                    with open(path, 'rb') as f:
                        digest.update(f.read())
        return digest.hexdigest()

    def _includes(self, header_dir, kernel):
        own = [header_dir, os.path.join(self.out, 'include'), os.path.join(self.root, 'include/llk'),
               os.path.join(self.root, 'include'), os.path.dirname(kernel)]
        if self.sfpi:
            own.append(self.sfpi)
        if self.farm:
            own += [os.path.join(self.farm, d) for d in LLK_INCLUDES]
        return [f'-I{d}' for d in own] + [f for d in self.system for f in ('-isystem', d)]

    def _thread(self, kernel, header_dir, work, runtime_formats, thread):
        name, define, number = thread
        target = os.path.join(work, name + '.o')
        defines = [f'-DCOMPILE_FOR_TRISC={number}', f'-DLLK_TRISC_{define}', '-DTENSIX_FIRMWARE',
                   '-DENV_LLK_INFRA', '-DARCH_BLACKHOLE', f'-DSTX_LLK_KERNEL="{kernel}"',
                   f'-DSTX_LLK_ENTRY=llk_{name}', *(f'-D{d}' for d in self.defines)]
        if runtime_formats:
            defines.append('-DRUNTIME_FORMATS')
        compile_only = [PREFIX + 'g++', *self.arch, *LANGUAGE, *defines,
                        *self._includes(header_dir, kernel), '-include', self.prelude, '-c',
                        os.path.join(self.root, 'port/llk/thread.cpp'), '-o', target + '.1']
        _run(compile_only, f'{name} thread')
        # Threads have functions of the same names with different bodies: keep them apart.
        _run([PREFIX + 'ld', '-m', 'elf32lriscv', '-r', '--force-group-allocation', target + '.1',
              '-o', target + '.2'], f'{name} thread')
        _run([PREFIX + 'objcopy', f'--keep-global-symbol=llk_{name}', target + '.2', target],
             f'{name} thread')
        os.remove(target + '.1')
        os.remove(target + '.2')
        return target

    def program(self, kernel, header_text, runtime_formats):
        """Path of the ELF file for a kernel with a build.h."""
        with open(kernel, 'rb') as f:
            source = f.read()
        key = hashlib.sha256('\0'.join(
            [self.salt, self.march, kernel, header_text, str(runtime_formats), *LANGUAGE, *self.defines,
             str(self.farm), str(self.sfpi)]).encode() + source).hexdigest()[:20]
        with self.locks[key]:
            return self._link(*self._objects(kernel, header_text, runtime_formats, key))

    def _objects(self, kernel, header_text, runtime_formats, key):
        """The three objects, made unless they are there, and their directory."""
        work = os.path.join(self.out, 'objects', key)
        objects = [os.path.join(work, name + '.o') for name, _, _ in THREADS]
        if not all(os.path.exists(o) for o in objects):
            os.makedirs(work, exist_ok=True)
            with open(os.path.join(work, 'build.h'), 'w', encoding='ascii') as f:
                f.write(header_text)
            for thread in THREADS:
                self._thread(kernel, work, work, runtime_formats, thread)
        return objects, work

    def _link(self, objects, work):
        elf = os.path.join(work, f'kernel{self.variant}.elf')
        parts = [os.path.join(self.libraries, name)
                 for name in ('llk/runtime.a', 'libsoftensix.a')]
        newest = max(os.path.getmtime(p) for p in objects + parts)
        if not os.path.exists(elf) or os.path.getmtime(elf) < newest:
            _run([PREFIX + 'gcc', *self.arch, '--specs=picolibc.specs', '--oslib=semihost',
                  '--crt0=semihost', f'-L{self.root}', '-T' + os.path.join(self.root, 'linker/qemu-virt.ld'),
                  *objects, *parts, '-lm', '-o', elf], 'linking')
        return elf
