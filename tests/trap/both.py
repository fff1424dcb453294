#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels that are compiled twice (softensix/kernel.h): both.py BUILD STANDIN. BUILD is a directory of rv32im with the library. The
program tests/trap/both.c, as C and as C++, with gcc and clang from -O0 to -O3 and its objects in several orders, prints the same
results on a core without the coprocessor, where nothing traps but the question, and on the stand-in. Mistakes do not link. Last
line: "N passed, N failed"."""
import glob
import os
import shutil
import subprocess
import sys

BUILD, STANDIN = sys.argv[1:]
WORK = BUILD + '/trap/both'
ARCH = ['-march=rv32im', '-mabi=ilp32']
FLAGS = ['-Iinclude', '-Ilib', '-Iport', '-Itests', '-Wall', '-Wextra', '-Werror', '-ffunction-sections']
KERNEL, PROGRAM = 'tests/trap/kernel.c', 'tests/trap/both.c'
COMPILERS = {'gcc': ['riscv64-unknown-elf-gcc', '--specs=picolibc.specs'],
             'clang': ['clang', '--target=riscv32-unknown-elf', '-isystem', '/usr/lib/picolibc/riscv64-unknown-elf/include']}
LANGUAGES = {'c': ['-x', 'c', '-std=c99'], 'c++': ['-x', 'c++', '-std=c++17', '-fno-exceptions', '-fno-rtti']}
counts = [0, 0]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def claim(text, holds, why=''):
    counts[not holds] += 1
    if not holds:
        print(f'FAIL {text}\n{why}')


def compiled(compiler, language, level, source, name, *more):
    out = f'{WORK}/{name}.o'
    status, text = run(*COMPILERS[compiler], *ARCH, *LANGUAGES[language], *FLAGS, level, *more, '-c', source, '-o', out)
    if status:
        print(text)
    return out


def others():
    """Objects that do not change: the question, the tile functions' choice and the board's start-up code."""
    objects = [compiled('gcc', 'c', '-O2', 'port/native/tile_choice.c', 'choice')]
    run(*COMPILERS['gcc'], *ARCH, '-c', 'port/trap/present.S', '-o', WORK + '/present.o')
    return [*objects, WORK + '/present.o', BUILD + '/port/qemu-virt/start.S.o']


def link(elf, objects):
    return run('riscv64-unknown-elf-gcc', *ARCH, '--specs=picolibc.specs', '--oslib=semihost', '--crt0=semihost', '-Llinker',
               '-Tqemu-virt.ld', *objects, BUILD + '/libsoftensix.a', '-o', elf)


def results(text):
    return [line for line in text.splitlines() if line.startswith(('kernel', 'tiles'))]


def judge(name, objects, expected):
    elf = WORK + '/both.elf'
    status, text = link(elf, objects)
    claim(f'{name}: links', status == 0, text)
    if status:
        return expected
    status, emulated = run('tools/run-qemu.sh', elf)
    status_there, there = run(STANDIN, elf)
    expected = expected or results(emulated)
    if 'gcc, c, -O2' in name:  # with C the word is an illegal instruction
        _, with_c = run('env', 'QEMU_EXTRA=-cpu rv32', 'tools/run-qemu.sh', elf)
        claim(f'{name}: on a core with C', 'emulated' in with_c and results(with_c) == expected, with_c)
    claim(f'{name}: by calls', status == 0 and 'emulated' in emulated and results(emulated) == expected, emulated)
    claim(f'{name}: by words', status_there == 0 and 'coprocessor there' in there and results(there) == expected, there)
    return expected


VECTORS = '-DSTX_TRAP_VECTORS'


def traps(compiler, *more):
    """The test of port/trap, all of which this compiler has compiled; with VECTORS on a core that has them."""
    sources = ['tests/trap/traps.c', KERNEL, *sorted(glob.glob('port/trap/*.c'))]
    objects = [compiled(compiler, 'c', '-O2', source, f'trap{i}', *more) for i, source in enumerate(sources)]
    objects.append(compiled(compiler, 'c', '-O2', KERNEL, 'words', '-DSTX_NATIVE'))
    for i, source in enumerate(['tests/trap/modes.S', *sorted(glob.glob('port/trap/*.S'))]):
        objects.append(f'{WORK}/assembled{i}.o')
        status, text = run(*COMPILERS[compiler][:2], *ARCH, *more, '-c', source, '-o', objects[-1])
        claim(f'{compiler} assembles {source}', status == 0, text)
    board = [f'{BUILD}/port/qemu-virt/{name}.o' for name in ('start.S', 'counter.c')]
    status, text = link(WORK + '/traps.elf', [*objects, *board])
    claim(f'{compiler}: the test of traps links', status == 0, text)
    extra = 'QEMU_EXTRA=-cpu rv32,c=off,f=on,d=on,v=on,vext_spec=v1.0,vlen=256' if VECTORS in more else 'QEMU_EXTRA='
    status, text = run('env', extra, 'tools/run-qemu.sh', WORK + '/traps.elf')
    here = 'here: vectors' if VECTORS in more else ''
    claim(f'{compiler} {more}: words that trap', status == 0 and ' passed, 0 failed' in text and here in text, text)


def mistakes(calls, words, program, rest):
    """What must not link, with what the linker says."""
    plain = WORK + '/plain.c'
    with open(plain, 'w') as f:
        f.write('void helper(void);\nvoid helper(void) {}\n')
    helper = [compiled('gcc', 'c', '-O1', plain, f'helper{i}') for i in range(2)]
    for what, objects, message in (('the variant of words is missing', [program, calls, *rest], 'undefined reference to `accesses_words'),
                                   ('the variant of calls is missing', [program, words, *rest], 'undefined reference to `accesses_calls'),
                                   ('the same variant twice', [program, calls, words, calls.replace('.o', '2.o'), *rest], 'multiple definition'),
                                   ('a helper without a name of its own', [program, calls, words, *helper, *rest], 'multiple definition')):
        shutil.copy(calls, calls.replace('.o', '2.o'))
        status, text = link(WORK + '/wrong.elf', objects)
        claim(what, status != 0 and message in text, text)


def main():
    os.makedirs(WORK, exist_ok=True)
    rest, expected = others(), []
    there = [c for c in COMPILERS if shutil.which(COMPILERS[c][0])]
    for compiler in COMPILERS:
        if compiler not in there:
            print(f'skipped: kernels compiled twice by {compiler}: not installed (tools/setup.sh --all)')
    for compiler in there:
        for language in LANGUAGES:
            for level in ('-O0', '-O1', '-O2', '-O3'):
                calls = compiled(compiler, language, level, KERNEL, 'calls')
                words = compiled(compiler, language, level, KERNEL, 'words', '-DSTX_NATIVE')
                program = compiled(compiler, language, level, PROGRAM, 'program')
                orders = [[program, calls, words, *rest], [*rest, words, program, calls], [words, calls, *rest, program]]
                for order in orders if level == '-O2' else orders[:1]:
                    expected = judge(f'{compiler}, {language}, {level}', order, expected)
    mistakes(calls, words, program, rest)
    for compiler in there:
        traps(compiler)
    traps('gcc', VECTORS)
    print(f'{counts[0]} passed, {counts[1]} failed')
    return counts[1] != 0


sys.exit(main())
