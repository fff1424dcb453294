# SPDX-License-Identifier: Apache-2.0
"""Builds programs of kernels: an object for each of the three threads, linked with the runtime. Programs are kept (kept.py), each
in a directory of its own."""
import hashlib
import os
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from .kept import replace
from .precompiled import Headers
from .toolchain import (HOST, INLINE_CALLS, LANGUAGE, ROOT, THREADS, TIMES_LOOPS, UNROLLING, Toolchain, check_binary, has_little_memory, kept_in,
                        libraries_of, work_of)


def write(work, files):
    """Writes files, name -> text, into a directory."""
    os.makedirs(work, exist_ok=True)
    for name, text in files.items():
        replace(os.path.join(work, name), text)


class Builder:
    """Knows the compiler, the libraries and the directory of results. kind: llk or metal, which is also the beginning of the names of
    the threads' functions."""

    def __init__(self, kind, march, chip, variant='', jobs=1, binary=False, isolated=False, out=None, defines=(), library=None):
        self.kind, self.march, self.chip, self.variant = kind, march, chip, chip.suffix + variant
        self.out = out or os.path.join(work_of(ROOT), kind, march)
        self.kept = kept_in(self.out)
        self.libraries = libraries_of(ROOT, march, self.variant)
        self.library = library  # an archive that is linked before the project's own
        self.prelude, self.isolated, self.defines, self.unrolling = 'llk/prelude.h', isolated, [*chip.defines, *defines], []
        if binary or isolated:
            check_binary(march)
            self.prelude = 'llk/binary.h'
            self.defines.append('STX_BINARY')
            if '-diag' in variant and chip.name == 'wormhole':
                self.defines.append(TIMES_LOOPS)
                self.unrolling = UNROLLING
        elif '-diag' in variant:
            self.defines.append(INLINE_CALLS)
        self.tools = Toolchain(ROOT, march, os.path.join(self.out, 'include'), self.libraries)
        self.locks = defaultdict(threading.Lock)  # cases may share a program
        self.slots = threading.Semaphore(jobs)    # number of compilers at the same time
        self.begin = {}  # precompiled headers of each thread

    def options(self):
        return [*(f'-D{d}' for d in self.defines), *self.unrolling]

    def precompile(self, steady, names):
        """Compiles the headers with which all kernels begin only once. steady(thread): the options that are the same for all kernels;
        names: thread -> headers."""
        self.begin = {thread: Headers(os.path.join(self.out, 'begin'), steady(thread), names.get(thread[0], ())) for thread in THREADS}

    def key(self, kernel, *parts):
        """The name of the directory for what is made of a kernel's source and of all other parts."""
        with open(kernel, 'rb') as f:
            source = f.read()
        parts = '\0'.join([self.march, kernel, *LANGUAGE, *self.options(), self.prelude, *parts])
        return hashlib.sha256(parts.encode('utf-8', 'surrogateescape') + source).hexdigest()[:20]

    def objects(self, work, source, flags):
        """The three objects, and whether one had to be compiled. flags(thread): options; the prelude is the last one."""
        def one(thread):
            entry, target = f'{self.kind}_{thread[0]}', os.path.join(work, thread[0] + '.o')
            with self.slots:
                return target, self.tools.thread(f'{thread[0]} thread', os.path.join(ROOT, source), entry, flags(thread), target,
                                                 begin=self.begin.get(thread))
        with ThreadPoolExecutor(len(THREADS)) as pool:
            made = list(pool.map(one, THREADS))
        return [target for target, _ in made], any(fresh for _, fresh in made)

    def link(self, objects, work, name='kernel'):
        """The program, as a tuple; under the monitor that of the monitor and one for each thread."""
        if self.isolated:
            return self.tools.isolated(objects, f'{self.kind}_', work)
        little = '-little' if self.march != HOST and has_little_memory(ROOT) else ''
        parts = [os.path.join(self.libraries, part) for part in (f'{self.kind}/runtime{little}.a', 'libsoftensix.a')]
        stem = f'-{os.path.splitext(os.path.basename(self.library))[0]}' if self.library else ''
        return (self.tools.program(objects, [*([self.library] if self.library else []), *parts], os.path.join(work, f'{name}{self.variant}{stem}.elf')),)
