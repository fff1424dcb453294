# SPDX-License-Identifier: Apache-2.0
"""Builds a program for QEMU from one kernel source and its build.h: three threads, one image for
each, linked together. Programs are kept (kernels/kept.py), each in a directory of its own."""
import hashlib
import os
import threading
from collections import defaultdict

from ..chips import BLACKHOLE
from ..kept import names_below, replace
from ..precompiled import Headers
from ..toolchain import INLINE_CALLS, LANGUAGE, THREADS, Toolchain, check_binary, digest_of, kept_in, libraries_of


def llk_includes(chip):
    """Directories of a checkout with headers for a chip."""
    return (*(chip.llk + below for below in ('/common/inc', '/common/inc/sfpu', '/llk_lib', '')), 'common',
            'tests/helpers/include')


def metal_includes(chip):
    """For an LLK inside tt-metal's tree (tt_metal/tt-llk): directories of that tree which its tests
    use."""
    return (f'hw/ckernels/{chip.metal}/metal/llk_api', 'hw/inc')


class Builder:
    """Knows the trees, the compiler and the directory of results. If farm and sfpi are None,
    kernels use only the project's own headers."""

    def __init__(self, root, out, march, farm, sfpi, defines=(), binary=False,
                 variant='', isolated=False, library=None, chip=BLACKHOLE, many=False):
        self.root, self.out, self.march, self.chip, self.kept = root, out, march, chip, kept_in(out)
        self.farm, self.sfpi, self.defines = farm, sfpi, [*chip.defines, *defines]
        variant = chip.suffix + variant
        self.libraries, self.variant = libraries_of(root, march, variant), variant
        self.library = library  # an archive that is linked before the project's own
        self.prelude, self.isolated = 'llk/prelude.h', isolated
        if binary or isolated:
            check_binary(march)
            self.prelude = 'llk/binary.h'
            self.defines.append('STX_BINARY')
        elif '-diag' in variant:
            self.defines.append(INLINE_CALLS)
        os.makedirs(os.path.join(out, 'include'), exist_ok=True)
        self.tools = Toolchain(root, march, os.path.join(out, 'include'), self.libraries)
        self.salt = digest_of(root, ('include/llk/**/*', 'include/softensix/*', 'port/llk/thread.cpp',
                                     'examples/llk/*.h', 'tests/tile/kernels/*.h'))
        trees = [sfpi] if sfpi else []
        if farm:
            trees += [os.path.join(farm, d) for d in (chip.llk, 'common', 'tests/helpers/include')]
        self.salt += names_below(*trees)
        self.locks = defaultdict(threading.Lock)  # cases may share a program
        # It would not pay for one or two programs.
        self.begin = {thread: Headers(os.path.join(out, 'begin'), self._steady(thread), ()) for thread in (THREADS if many else ())}

    def _includes(self, first=(), then=()):
        """first and then: directories of a kernel, before and after the project's."""
        own = [*first, os.path.join(self.root, 'include/llk'), os.path.join(self.root, 'include'), *then]
        if self.sfpi:
            own.append(self.sfpi)
        if self.farm:
            own += [os.path.join(self.farm, d) for d in llk_includes(self.chip)]
            own += [os.path.join(self.farm, 'metal', d) for d in metal_includes(self.chip)]
        return [f'-I{d}' for d in own]

    def _defines(self, thread):
        name, define, number = thread
        return [f'-DCOMPILE_FOR_TRISC={number}', f'-DLLK_TRISC_{define}', '-DTENSIX_FIRMWARE', '-DENV_LLK_INFRA',
                f'-DSTX_LLK_ENTRY=llk_{name}', *(f'-D{d}' for d in self.defines)]

    def _steady(self, thread):
        """The options that are the same for all kernels."""
        return [*self._defines(thread), *self._includes()]

    def _thread(self, kernel, work, runtime_formats, thread):
        target = os.path.join(work, thread[0] + '.o')
        own = [f'-DSTX_LLK_KERNEL="{kernel}"', *(['-DRUNTIME_FORMATS'] if runtime_formats else [])]
        includes = self._includes([work], [os.path.dirname(kernel)])
        self.tools.thread(f'{thread[0]} thread', os.path.join(self.root, 'port/llk/thread.cpp'), f'llk_{thread[0]}',
                          [*own, *self._defines(thread), *includes, '-include', self.prelude], target, begin=self.begin.get(thread))
        return target

    def program(self, kernel, header_text, runtime_formats):
        """The ELF file for a kernel with a build.h, as a tuple; under the monitor that of the
        monitor and one for each thread."""
        with open(kernel, 'rb') as f:
            source = f.read()
        key = hashlib.sha256('\0'.join(
            [self.salt, self.march, kernel, header_text, str(runtime_formats), *LANGUAGE, *self.defines,
             str(self.farm), str(self.sfpi)]).encode() + source).hexdigest()[:20]
        with self.locks[key]:
            return self._link(*self._objects(kernel, header_text, runtime_formats, key))

    def _objects(self, kernel, header_text, runtime_formats, key):
        """The three objects, which are made if they are missing, and their directory."""
        work = os.path.join(self.kept, key)
        os.makedirs(work, exist_ok=True)
        replace(os.path.join(work, 'build.h'), header_text)
        return [self._thread(kernel, work, runtime_formats, thread) for thread in THREADS], work

    def _link(self, objects, work):
        if self.isolated:
            return self.tools.isolated(objects, 'llk_', work)
        parts = [os.path.join(self.libraries, name)
                 for name in ('llk/runtime.a', 'libsoftensix.a')]
        stem = ''
        if self.library:
            parts.insert(0, self.library)
            stem = '-' + os.path.splitext(os.path.basename(self.library))[0]
        elf = os.path.join(work, f'kernel{self.variant}{stem}.elf')
        return (self.tools.program(objects, parts, elf),)
