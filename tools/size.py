#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the sizes of the library's code and constants for each core (CORES=) at -Os: for objects that every program links
(softensix.o), and for optional ones (names, reports, diagnostics, times). Then prints the size of the state in each
configuration, the largest stack frame of lib/ without lib/diag, and the code size of the fast forms; then what a program links
that uses words only, the tile functions as well, or everything, at -Os and at -O2, where the linker leaves out
what is not used (--gc-sections), for each profile (STX_PROFILE). Fails above the limits.

With SIZE_OPTIONS=1, instead, what each option adds to the words of the profile for little code, on one core."""
import glob
import os
import shlex
import subprocess
import sys

CROSS = os.environ.get('CROSS', 'riscv64-unknown-elf-')
SIZE = 'build/size' + os.environ.get('CHIP', '')
CORES = os.environ.get('CORES', '').split() or ['rv32i', 'rv32im', 'rv32imac']
FORMS = [('products and vector arithmetic', 8192), ('element-wise and pools', 2048), ('moves', 2048), ('whole words', 3136)]
failed = False


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def sections(beginnings, objects):
    """The bytes of all sections of the objects whose names begin so."""
    lines = (line.split() for line in output(CROSS + 'size', '-A', *objects).splitlines())
    return sum(int(words[1]) for words in lines if words and words[0].startswith(beginnings))


def state(number):
    with open(f'{SIZE}/state.c', 'w') as f:
        f.write('#include "softensix/core.h"\nchar state[sizeof(struct stx_core)];\n')
    output(CROSS + 'gcc', '-march=rv32im', '-mabi=ilp32', '-ffreestanding', f'-DSTX_SIZE={number}',
           *shlex.split(os.environ.get('CHIP_FLAGS', '')), '-Iinclude', '-c', f'{SIZE}/state.c', '-o', f'{SIZE}/state.o')
    return int(output(CROSS + 'nm', '-S', f'{SIZE}/state.o').split()[1], 16)


def limit(what, found, most):
    global failed
    if found > most:
        print(f'size: {what}: {found} bytes, limit {most}')
        failed = True


def largest_frame(core):
    """'bytes (function)' of the compiler's list of frames."""
    lists = [name for name in glob.glob(f'{SIZE}/{core}/**/*.su', recursive=True) if '/diag/' not in name]
    frames = [line.split('\t') for name in lists for line in open(name)]
    place, size, _ = max(frames, key=lambda frame: int(frame[1]))
    return f'{size} ({place.split(":")[-1]})'


def row(core):
    output(os.environ.get('MAKE', 'make'), '--no-print-directory', 'lib', 'MARCH=' + core, 'OPT=-Os', f'BUILD={SIZE}/{core}', 'EXTRA=-fstack-usage')
    linked, archive = [f'{SIZE}/{core}/softensix.o'], [f'{SIZE}/{core}/libsoftensix.a']
    code, data = sections('.text', linked), sections(('.rodata', '.srodata'), linked)
    return [core, code, data, sections(('.text', '.rodata', '.srodata'), archive) - code - data, largest_frame(core)]


# What a program of each kind names; everything: the whole archive.
WORDS = ['stx_init_checked', 'stx_bind', 'stx_issue', 'stx_abandon', 'stx_mmio_read', 'stx_mmio_write', 'stx_mmio_has', 'stx_last_fault']


def abi(core):
    letters = core.split('_')[0][4:]
    return 'lp64' if core.startswith('rv64') else 'ilp32' + ('e' if 'e' in letters else 'f' if 'f' in letters else '')


def linked_bytes(core, archive, names):
    """Code and constants of a program that uses these functions; of all objects, without names."""
    elf = f'{SIZE}/program.elf'
    uses = [f'-Wl,-u,{name}' for name in names] + ['-Wl,--gc-sections'] if names else ['-Wl,--whole-archive']
    output(CROSS + 'gcc', f'-march={core.split("_")[0]}', f'-mabi={abi(core)}', '-nostdlib', '-Wl,-e,stx_issue', '-Wl,--no-warn-rwx-segments',
           '-Wl,--defsym=memcpy=0x10000', '-Wl,--defsym=memset=0x10000', *uses, archive, '-Wl,--no-whole-archive', '-lgcc', '-o', elf)
    return sections(('.text', '.rodata', '.srodata', '.data', '.sdata'), [elf])


def tile_functions(archive):
    names = (line.split() for line in output(CROSS + 'nm', '-g', '--defined-only', archive).splitlines())
    declared = open('include/softensix/tile.h').read()
    return sorted({words[2] for words in names if len(words) == 3 and words[2] + '(' in declared})


def programs(core, profile, level, archive):
    tiles = tile_functions(archive)
    return [core, profile, level, *(linked_bytes(core, archive, names) for names in (WORDS, WORDS + tiles, []))]


def built(core, build, *variables):
    """The archive of a library."""
    output(os.environ.get('MAKE', 'make'), '--no-print-directory', 'lib', 'MARCH=' + core, 'BUILD=' + build, *variables)
    return f'{build}/libsoftensix.a'


def words_library(core, level):
    chip = os.environ.get('CHIP', '')
    build = f'build/{core}{chip}-words' if level == '-Os' else f'{SIZE}/{core}-words{level}'
    return built(core, build, 'STX_PROFILE=words', 'OPT=' + level)


def options(core):
    """What each option adds to the bytes of words alone."""
    base = linked_bytes(core, words_library(core, '-Os'), WORDS)
    print(f'{core}: words alone {base}')
    for option in ('-DSTX_FORMS=0', '-DSTX_FORMS=17', '-DSTX_FORMS=18', '-DSTX_FORMS=20', '-DSTX_FORMS=24', '-DSTX_FORMS=31',
                   '-DSTX_TEXTS=1', '-DSTX_TRACE=1', '-DSTX_SPECIAL=0', '-DSTX_MACROS=0', '-DSTX_SIZE=1', '-DSTX_SIZE=2', '-O2'):
        archive = built(core, f'{SIZE}/option', 'STX_PROFILE=words', 'EXTRA=' + option)
        print(f'{option:<16}{linked_bytes(core, archive, WORDS) - base:+7}')


def table(name, rows):
    with open(f'{SIZE}/{name}.tsv', 'w') as f:
        f.writelines('\t'.join(map(str, cells)) + '\n' for cells in rows)


os.makedirs(SIZE, exist_ok=True)
if os.environ.get('SIZE_OPTIONS'):
    options(CORES[-1])
    sys.exit(0)
rows = [['core', 'code', 'rodata', 'only if used', 'largest frame'], *map(row, CORES)]
table('table', rows)
for cells in rows:
    print(''.join(f'{cell:<14}' for cell in cells).rstrip())
rows = [['core', 'profile', 'level', 'words', 'tile functions', 'everything']]
for core in CORES:
    rows.append(programs(core, 'full', '-Os', f'{SIZE}/{core}/libsoftensix.a'))
    output(os.environ.get('MAKE', 'make'), '--no-print-directory', 'lib', 'MARCH=' + core)
    rows.append(programs(core, 'full', '-O2', f'build/{core}{os.environ.get("CHIP", "")}/libsoftensix.a'))
    rows += [programs(core, 'words', level, words_library(core, level)) for level in ('-Os', '-O2')]
    if core == 'rv32imac' and not os.environ.get('CHIP'):
        limit('words alone, with STX_PROFILE=words', int(rows[-2][3]), 65536)
table('programs', rows)
for cells in rows:
    print(''.join(f'{cell:<16}' for cell in cells).rstrip())
states = [state(number) for number in range(3)]
table('state', [['full', 'half', 'tiny'], states])
print('state: full {}, half {}, tiny {} bytes'.format(*states))
tiny = 11392 if os.environ.get('CHIP') else 11264  # of each chip
for what, found, most in zip(('full', 'half', 'tiny'), states, (60500, 32768, tiny)):
    limit(what + ' state', found, most)

# The limits of the fast forms are for rv32imac; without it among the cores, the last one is measured.
core = 'rv32imac' if 'rv32imac' in CORES else CORES[-1]
kinds = [('elwise', 'pool'), ('moves',), ('words',)]
code = [sections('.text', [name for kind in kinds_of for name in glob.glob(f'{SIZE}/{core}/lib/fast/{kind}/*.o')]) for kinds_of in kinds]
code.insert(0, sections('.text', glob.glob(f'{SIZE}/{core}/lib/fast/*/*.o')) - sum(code))
print(f'fast forms on {core}: ' + ', '.join(f'{what} {found} bytes' for (what, _), found in zip(FORMS, code)))
for (what, most), found in zip(FORMS, code):
    if core == 'rv32imac':
        limit(what, found, most)
sys.exit(failed)
