# SPDX-License-Identifier: Apache-2.0
"""The C++ compiler for a target without a C++ library, and how three threads become one program."""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from functools import cached_property

from . import refused
from .kept import Kept, digest, prerequisites, replace

THREADS = (('unpack', 'UNPACK', 0), ('math', 'MATH', 1), ('pack', 'PACK', 2))
# The memory areas of the three threads under the monitor: port/monitor/monitor.h.
ROOM_BASE, ROOM_BYTES = 0x84000000, 0x200000
PREFIX = os.environ.get('CROSS', 'riscv64-unknown-elf-')
# If GCC 12 moves a store out of a loop, it repeats a volatile store after the loop, which would write a register
# twice; hence -fno-move-loop-stores. Reports name lines but no variables: -g1. In DWARF 5 addr2line of binutils 2.40
# does not find the file of a section whose first line is in a header: -gdwarf-4.
LANGUAGE = ['-std=c++17', '-O2', '-g1', '-gdwarf-4', '-fno-exceptions', '-fno-rtti', '-fno-threadsafe-statics',
            '-fno-move-loop-stores', '-nostdinc', '-nostdinc++', '-Wno-psabi', '-Wno-attributes', '-w']
HOST = 'host32'
# For programs with tracing: include/llk/platform.h.
INLINE_CALLS = 'STX_INLINE_CALLS'
# For programs whose RISC-V code is timed, on a chip where rounds of loops of sfpi code take time (riscv_round): rounds are told,
# and loops are unrolled as often as they say, although their operations are longer here.
TIMES_LOOPS = 'STX_TIMES_LOOPS'
UNROLLING = ['--param=max-unrolled-insns=20000', '--param=max-average-unrolled-insns=20000']
# Readers and writers of kernels may be C (include/metal/mover.h).
LANGUAGE_C = ['-xc', '-std=c99', '-O2', '-g', '-fno-var-tracking', '-nostdinc', '-w']
# Kernels on a 32-bit host use the same headers as those on RISC-V, where int32_t is long; sfpi's overloads rely on
# that.
HOST_FLAGS = ['-m32', '-msse2', '-mfpmath=sse', '-fno-pie', '-U__INT32_TYPE__', '-U__UINT32_TYPE__',
              '-D__INT32_TYPE__=long int', '-D__UINT32_TYPE__=long unsigned int']


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class BuildError(Exception):
    """The compiler's message, with the thread named."""


def abi_of(march):
    return 'ilp32f' if 'f' in march[4:] else 'ilp32'


def check_binary(march):
    """Binary mode: among a core's own instructions a Tensix word is an illegal instruction, but with C it
    is two valid ones."""
    if not march.startswith('rv') or 'c' in march[4:].split('_')[0]:
        raise BuildError(f'binary mode needs a RISC-V core without C, not {march}')


def _in_tree(root):
    """True for the source tree, false for an installed copy (share/softensix)."""
    return os.path.exists(os.path.join(root, 'Makefile'))


def libraries_of(root, march, variant):
    """The directory of the libraries for a core."""
    if _in_tree(root):
        return os.path.join(root, 'build', march + variant)
    return os.path.join(root, '../../lib', march, abi_of(march))


def work_of(root):
    """The directory for results: below the tree; for an installed copy below the current
    directory."""
    return os.path.join(root if _in_tree(root) else os.getcwd(), 'build')


def kept_in(out):
    """The directory in which programs are kept: the user's STX_KEPT, which may outlast the tree (docs/ci.md), or
    one below out."""
    return os.path.abspath(os.environ.get('STX_KEPT') or os.path.join(out, 'objects'))


def _capture(command):
    return subprocess.run(command, capture_output=True, text=True, errors='replace', check=False)


def message(command):
    """Runs a command; if it fails, returns what it has said, otherwise ''."""
    done = _capture(command)
    return done.stderr.strip() or done.stdout.strip() or f'status {done.returncode}' if done.returncode else ''


def run(command, what):
    """Runs one step of a build; if it fails, its output is the error's message."""
    said = message(command)
    if said:
        raise BuildError(f'{what}:\n{said}')


def _version(path):
    """A key that sorts 9 before 12."""
    return [int(number) for number in re.findall(r'\d+', os.path.basename(path))]


def system_includes():
    """The directories of headers of libstdc++, picolibc and the compiler, in the order that LLK
    needs."""
    gxx = sorted(glob.glob('/usr/riscv64-linux-gnu/include/c++/*'), key=_version)
    if not gxx:
        raise BuildError('no C++ headers: install libstdc++-12-dev-riscv64-cross')
    picolibc = _capture([PREFIX + 'gcc', '--specs=picolibc.specs', '-xc', '-E', '-v', os.devnull])
    found = re.findall(r'^ (/\S*picolibc\S*/include)$', picolibc.stderr, re.M)
    if not found:
        raise BuildError('no picolibc: install picolibc-riscv64-unknown-elf')
    own = [_capture([PREFIX + 'gcc', '-print-file-name=' + d]).stdout.strip()
           for d in ('include-fixed', 'include')]
    return [gxx[-1], os.path.join(gxx[-1], 'riscv64-linux-gnu'), found[0], *own]


# Headers of libstdc++ for Linux that expect an operating system, as for a core without one, and one of glibc that they include. Kernels share
# headers with host programs that print; here streams are only names.
HEADERS = {'features.h': '#define __GLIBC_PREREQ(a, b) 0\n',
           'bits/gthr-default.h': '#undef _GLIBCXX_HAS_GTHREADS\n#include <bits/gthr-single.h>\n',
           'bits/c++locale.h': 'namespace std { typedef int *__c_locale; }\n',
           **dict.fromkeys(('iostream', 'istream', 'ostream', 'sstream'), '#include <iosfwd>\n')}


def library_headers(directory):
    """Writes the headers that libstdc++ lacks on a core without an operating system."""
    os.makedirs(os.path.join(directory, 'bits'), exist_ok=True)
    for name, text in HEADERS.items():
        replace(os.path.join(directory, name), text)


def digest_of(root, patterns):
    """A digest of all files below root that match, by their names below it."""
    found = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            if os.path.isfile(path):
                found.update(os.fsencode(os.path.relpath(path, root)))
                with open(path, 'rb') as f:
                    found.update(f.read())
    return found.hexdigest()


def board():
    """The name of a linker script: where programs run."""
    return os.environ.get('BOARD') or 'qemu-virt'


def has_little_memory(root):
    """True if programs for the board link the runtime for those with little memory."""
    with open(os.path.join(root, 'linker', board() + '.ld'), encoding='utf-8') as f:
        return 'stx_little_memory' in f.read()


# Options and libraries of a program with picolibc; a build with another C library has its own in link.txt.
PICOLIBC = ('--specs=picolibc.specs --oslib=semihost --crt0=semihost', '-lm')


def link_options(libraries):
    """(options, libraries) for linking a program with these libraries."""
    path = os.path.join(libraries, 'link.txt')
    if not os.path.exists(path):
        return [line.split() for line in PICOLIBC]
    with open(path, encoding='ascii') as f:
        return [line.split() for line in f.read().splitlines()]


def made_of(path):
    """The files that a compiler or linker has listed."""
    with open(path, encoding='utf-8', errors='surrogateescape') as f:
        return prerequisites(f.read())


def core_of(march):
    """The core that kernels are compiled for: without vectors, which the library may have, and without Zbs if the
    compiler stops with an internal error at the constant 2048 (Makefile)."""
    letters, *extensions = march[4:].split('_')
    kept = [e for e in extensions if not e.startswith('zv')]
    if 'zbs' in kept and _version(_capture([PREFIX + 'gcc', '-dumpversion']).stdout.strip()) < [12, 3]:
        kept.remove('zbs')
    return '_'.join([march[:4] + letters.replace('v', ''), *kept])


class Toolchain:
    """Compiler and linker for one target; headers is a directory for headers that the C++ library lacks."""

    def __init__(self, root, march, headers, libraries):
        self.root, self.march, self.libraries, self.headers = root, march, libraries, headers
        self.kept = Kept()
        self.cache = [shutil.which('ccache')] if shutil.which('ccache') else []
        self.link = self._link_host if march == HOST else self._link_qemu
        if march == HOST:
            self.arch = [*HOST_FLAGS, '-fno-gnu-unique']  # else template's data stay global below
            self.compiler, self.linker, self.objcopy = 'g++', ['ld', '-m', 'elf_i386'], 'objcopy'
            return
        core = core_of(march)
        self.arch = [f'-march={core}', '-mabi=' + abi_of(core)]
        # Only the letters select the compiler's libraries (mk/programs.mk).
        self.link_arch = ['-march=' + core.split('_')[0], '-mabi=' + abi_of(core)]
        self.start = [os.path.join(libraries_of(root, march, ''), 'port/qemu-virt/vectors.S.o')]
        self.start = self.start if os.path.exists(self.start[0]) else []
        self.compiler, self.linker = PREFIX + 'g++', [PREFIX + 'ld', '-m', 'elf32lriscv']
        self.objcopy = PREFIX + 'objcopy'

    @cached_property
    def system(self):
        """Options for the headers of libraries. They come from running the compiler, which is not done if
        all programs are found."""
        library_headers(self.headers)
        return [flag for d in [self.headers, *system_includes()] for flag in ('-isystem', d)]

    @cached_property
    def identity(self):
        """A digest of the compiler and of the programs that it runs, so that another version makes
        everything again."""
        told = [_capture([self.compiler, '--version']).stdout]
        for name in ('cc1plus', 'cc1', 'as', 'ld'):
            path = _capture([self.compiler, '-print-prog-name=' + name]).stdout.strip()
            told.append(self.kept.of(shutil.which(path) or path))
        return digest('\0'.join(told).encode())

    def how(self, *parts):
        """A digest of the way in which something is made."""
        return digest('\0'.join([self.identity, *parts]).encode('utf-8', 'surrogateescape'))

    def _link_host(self):
        return ['gcc', *HOST_FLAGS, '-no-pie'], ['-lm']

    def _link_qemu(self):
        options, last = link_options(self.libraries)
        return [PREFIX + 'gcc', *self.link_arch, *options, '-L' + os.path.join(self.root, 'linker'),
                f'-T{board()}.ld', '-umain', *self.start], last

    def isolated(self, objects, entry, work):
        """(stx-boot, a program for each thread) from the three objects. entry: the prefix of their
        functions' names."""
        programs = [os.path.join(self.libraries, 'stx-boot.elf')]
        for kernel, (name, _, number) in zip(objects, THREADS):
            programs.append(os.path.join(work, f'{name}.elf'))
            self._user_program(kernel, entry + name, ROOM_BASE + number * ROOM_BYTES, programs[-1])
        return tuple(programs)

    def _user_program(self, kernel, entry, room, elf):
        """Links one thread as a separate program for port/monitor: its object, for its memory
        area."""
        parts = [os.path.join(self.libraries, 'port/monitor', name) for name in ('user.S.o', 'user.c.o')]
        run([PREFIX + 'gcc', *self.link_arch, '--specs=picolibc.specs', '-nostartfiles',
             '-T' + os.path.join(self.root, 'port/monitor/user.ld'), f'-Wl,--defsym=stx_room={room}',
             f'-Wl,--defsym=stx_kernel={entry}', kernel, *parts, '-lm', '-o', elf], 'linking')

    def cxx(self, flags, *rest):
        """The command that compiles C++."""
        return [self.compiler, *self.arch, *LANGUAGE, *flags, *self.system, *rest]

    def thread(self, what, source, entry, flags, target, language=LANGUAGE, begin=None):
        """Compiles the source of one thread, unless target is up to date; returns whether it compiled. All its
        symbols except entry become local, because threads have functions of the same names with different
        bodies. begin: precompiled.Headers whose first header is named by the last of flags."""
        how = self.how(*self.arch, *language, *flags, *self.system, source, entry)
        if self.kept.holds(target, how):
            return False
        begin = begin and begin.get(self, flags[-1])
        compiler = [self.compiler] if begin else [*self.cache, self.compiler]
        flags = flags[:-1] + [begin.header] if begin else flags

        def steps(made, noted):
            compiled, linked = made + '.compiled', made + '.linked'
            said = refused.until_accepted(lambda command: message([*command, '-c', '-o', compiled]), [*compiler, *self.arch, *language, *flags, *self.system],
                                          ['-MD', '-MF', noted, '-MT', 'it'], source)
            if said:
                raise BuildError(f'{what}:\n{said}')
            run([*self.linker, '-r', '--force-group-allocation', compiled, '-o', linked], what)
            run([self.objcopy, f'--keep-global-symbol={entry}', linked, made], what)
            os.remove(compiled)
            os.remove(linked)
        self.make(target, how, steps, begin.files if begin else None)
        return True

    def make(self, target, how, steps, files=None):
        """Makes a file by steps(name, name for the list of what was read), and notes how. Another process may be making or using
        the same one. files(list): what it is in fact made of."""
        made, noted, begun = f'{target}.{os.getpid()}', f'{target}.{os.getpid()}.d', time.time_ns()
        steps(made, noted)
        os.replace(made, target)
        read = made_of(noted)
        self.kept.note(target, how, files(read) if files else read, begun)
        os.remove(noted)

    def program(self, objects, libraries, elf, script=''):
        """Links, unless elf is up to date. script: the memory of the board, if not the usual one."""
        command, last = self.link()
        command = [f'-T{script}' if script and part.startswith('-Tqemu') else part for part in command]
        parts = [*objects, *libraries, *last]
        how = self.how(*command, *parts)
        if not self.kept.holds(elf, how):
            self.make(elf, how, lambda made, noted: run([*command, *parts, '-Wl,--dependency-file=' + noted, '-o', made], 'linking'), self._scripts)
        return elf

    def _scripts(self, read):
        """What a linker has read; it lists its scripts without the directory in which it found them."""
        return [f if os.path.exists(f) else os.path.join(self.root, 'linker', f) for f in read]


def _print_options():
    """For programs that make compiles: options of C++ without a C++ library for the target; the headers that the borrowed
    library lacks are written to a directory."""
    library_headers(sys.argv[1])
    print('-nostdinc -nostdinc++', '-isystem', sys.argv[1], *(f'-isystem {d}' for d in system_includes()))


if __name__ == '__main__':
    _print_options()
