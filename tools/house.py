#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints counts that should fall, and some that must stay 0: what bypasses the rows of the instruction table, and how much there
is to learn (`make house`). Lines that are counted where there should be none go to standard error."""
import os
import re
import subprocess
import sys
from glob import glob

import layers

LIMIT_OF_ONE_CHIP = 1600
wrong = False


def count(number, what):
    print(f'{number:6}  {what}')


def files(directory, outside=()):
    """C files below a directory, but not below others."""
    found = (name for end in 'ch' for name in glob(f'{directory}/**/*.{end}', recursive=True))
    return sorted(name for name in found if not name.startswith(tuple(outside)))


def matches(names, pattern, unless='(?!)'):
    """Lines as grep -n prints them."""
    lines = ((name, number, line) for name in names for number, line in enumerate(open(name), 1))
    return [f'{name}:{number}:{line}' for name, number, line in lines if re.search(pattern, line) and not re.search(unless, line)]


def none(lines, what):
    """Counts what there should not be."""
    global wrong
    sys.stderr.writelines(lines)
    wrong |= bool(lines)
    count(len(lines), what)


def lines_of_one_chip():
    """Files whose names end with a chip's name, and functions that test macros which are 0 or 1 depending on the chip."""
    asks, lines = re.findall(r'^#define (\w+) +\du?(?:\s|$)', open('include/softensix/wormhole/chip.h').read(), re.M), 0
    for name in files('lib', ['lib/isa/', 'lib/tile/']):
        text = open(name).read()
        if re.search(r'_(wormhole|blackhole)\.[ch]$', name):
            lines += text.count('\n')
            continue
        body = ''
        for line in text.splitlines(True):
            body = line if re.match(r'[a-z].*\{$', line) else body + line
            if line.startswith('}'):
                lines += body.count('\n') * any(ask in body for ask in asks)
                body = ''
    return lines


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.splitlines(True)


lib, shared = files('lib', ['lib/isa/']), files('lib', ['lib/isa/']) + files('port') + files('tools')
# Only lib/isa/args.h extracts fields of coprocessor words; the port's .ttinsn words are rotated.
none(matches(shared, r'\bword >> ?\(?[0-9]|\bword & \(?(0x|[0-9]|1u <<)', r'word >> 2 \| |\(word & 3u\) == 3u|word & 0x7FFFFFFFu'),
     'words of the coprocessor decoded by hand')
none(matches(shared, r'(==|!=|case) *STX_OP_'), 'comparisons of opcodes outside the tables')
# A rule of one instruction names it (is_MOP); what several share is a fact of their rows instead. A time, a number of cycles or a
# warning is never such a fact.
named = {(name, what) for name in shared for what in re.findall(r'\bis_([A-Z][A-Z0-9_]*)\(', open(name).read())}
reasons = (line.split('\t') for line in open('tools/named.tsv') if not line.startswith('#'))
explained = {(row[0], what) for row in reasons for what in row[1].split()}
count(len(named), 'instructions named in files outside the tables, each for a rule of its own (tools/named.tsv); the fewer the better')
none([f'{name}: {what}\n' for name, what in sorted(named ^ explained)], 'of them that tools/named.tsv does not explain, or explains although they are gone')
none(matches(lib, r'insn->(cycles|latency) *(==|!=|<|>)'), 'instructions recognized by how long they take')
none(output('tools/homonyms.py'), 'names that meant two things, or two that meant one')
none(matches(files('lib'), r'STX_ARCH\w* *[=!]=|[=!]= *STX_ARCH|^ *# *(if|elif).*STX_ARCH', r'SOFTENSIX_|isa/\w+\.def'),
     'conditions on the chip that are not constants of its chip.h')
known = list(layers.includes())
none([f'{" ".join(loop)}\n' for loop in layers.circles(known)], 'circles of files that include each other')
none([f'{line}\n' for line in layers.upward(known)], 'includes that climb to a higher layer')
none([f'{line}\n' for line in layers.crossings(known)], 'includes by which the coprocessor knows its products or listeners, or a product a listener')
alone = lines_of_one_chip()
wrong |= alone >= LIMIT_OF_ONE_CHIP
count(alone, 'lines for one chip alone in lib/, outside the tables')
# What knows the vectors of a machine.
none(matches(files('lib', ['lib/fast/']), r'__(SSE|AVX|ARM_NEON|riscv_vector)|__builtin_ia32|vector_size|ivdep'),
     'lines for vectors of a machine outside lib/fast')
none(matches(files('lib', ['lib/num/compiler.h']), '__OPTIMIZE_SIZE__'), 'places besides num/compiler.h that ask whether the library is compiled for size')
scripts = ['Makefile', *(f'{path}/{name}' for top in ('mk', 'tools', 'tests', 'port', 'examples') for path, _, names in os.walk(top)
                         for name in names if name == 'Makefile' or name.endswith(('.mk', '.sh')))]
count(sum(open(name).read().count('\n') for name in scripts), 'lines of make and shell together; they should stay below 2,550')
sessions = (name for top in ('tests', 'tools') for name in glob(f'{top}/**/*.txt', recursive=True))
count(sum(len(re.findall('^  [$>] ', open(name, errors='replace').read(), re.M)) for name in sessions),
      'lines of commands in sessions of tests')
count(sum(bool(re.match(' +[a-z]', line)) for line in output(os.environ.get('MAKE', 'make'), '--no-print-directory', 'help')), 'public targets')
count(len(re.findall('^#define [a-z]', open('lib/private.h').read(), re.M)), 'names in lib/private.h')
count(sum(os.path.isdir(name) for name in glob('lib/*')), 'directories of lib/')
sys.exit(wrong)
