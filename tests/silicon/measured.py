#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What cards have computed, and what the newest documents say: measured.tsv has the inputs and the right results, row by row.
Each row runs under the silicon policy, and under the strict policy, where it must give the same or break the rule that the row
names: measured.py blackhole|wormhole build/host/tools/stx-run."""
import collections
import csv
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CHIP, STX_RUN = sys.argv[1:3]
WORMHOLE = CHIP == 'wormhole'
OUT = 0x10010  # where packers write

Row = collections.namedtuple('Row', 'name chips strict kind before words right source')


def rows():
    with open(os.path.join(HERE, 'measured.tsv'), encoding='ascii') as file:
        lines = [line for line in file if not line.startswith('#')]
    return [Row(*(field.strip() for field in line)) for line in csv.reader(lines, delimiter='\t')]


def bf16(number):
    """The same in SrcA or SrcB, and in a cell of Dst."""
    sign, exponent, mantissa = number >> 15, number >> 7 & 255, number & 127
    return sign << 18 | mantissa << 11 | exponent, sign << 15 | mantissa << 8 | exponent


def float32(number):
    """The upper and the lower cell of a 32-bit element."""
    return bf16(number >> 16)[1], number & 0xffff


def lines(text):
    return [line.strip() for line in text.split(';') if line.strip()]


def sums(row):
    """ELWADD, ELWSUB, ELWMUL, MVMUL of two BF16 numbers in every datum; how many phases; Zero_Flag_disabled_src."""
    a, b = (bf16(int(x, 16))[0] for x in row.before.split()[:2])
    name, phases = (row.words.split() + ['1'])[:2]
    opcode = {'ELWADD': 0x28, 'ELWSUB': 0x30, 'ELWMUL': 0x27, 'MVMUL': 0x26}[name]
    word = 6 if WORMHOLE else 11  # the thread's fidelity phase
    before = ['fmt 5 5 5 5', 'src 0 0 1 0 0 1'] + (['cfg 0 2 1'] if 'kept' in row.before else [])
    before += [f'sa 0 {r:x} {a:x}*10' for r in range(16)] + [f'sb 0 {r:x} {b:x}*10' for r in range(8)]
    words = []
    for phase in range(int(phases)):
        words += [f'x 1 {0xb2000000 | word << 16 | phase:08x}'] * (int(phases) > 1) + [f'x 1 {opcode << 24:08x}']
    after = [f'd {r:x} {bf16(int(row.right, 16))[1]:x}*10' for r in range(8)]
    return [(before, words, after + ([f'tc 1 {word:x} {int(phases) - 1}'] if int(phases) > 1 else []))]


def bursts(row):
    """UNPACR to SrcA: 16 rows from a row on in this format; right: the rows of the 16 that are dropped."""
    code, first = (int(x) for x in row.before.split())
    size, out = {5: (2, 5), 14: (1, 14), 0: (4, 4)}[code]
    before = []
    for r in range(16):
        datum = {1: r + 1, 2: 0x3f01 + 2 * r, 4: 0x3f802000 + (r << 13)}[size]
        before.append(f'm {0x110 + 16 * size * r:x} {(datum.to_bytes(size, "little") * 16).hex()}')
    before += [f'cfg 0 40 {0x1000010 | code:x}', 'cfg 0 41 40001', f'cfg 0 48 {out:x}', 'cfg 0 49 1', 'cfg 0 4c 10',
               f'cfg 0 54 {64 + 16 * first:x}', 'cfg 0 56 100', 'tc 0 5 4', f'adc 0 0 0 0 0 0 ff {"0 " * 11}'.strip()]
    datum = {1: lambda r: (r + 1) << 8 | 16, 2: lambda r: (1 + 2 * r) << 11 | 126, 4: lambda r: (r + 1) << 8 | 127}[size]
    dropped = {int(x) for x in row.right.split()}
    return [(before, ['x 0 42000081'], [f'sa 0 {(first + r) % 64:x} {datum(r):x}*10' for r in range(16) if r not in dropped])]


def packing(in_format, out_format, controls, middle, rows):
    """Rows of Dst from 0 on to OUT."""
    exponents = 1 if out_format & 2 else 0
    if WORMHOLE:
        before = [f'cfg 0 e {controls:x}', 'cfg 0 14 ffff', f'cfg 0 38 {exponents << 16:x}', 'cfg 0 39 1000',
                  f'cfg 0 3a {in_format << 8 | out_format << 4 | 1:x}']
        word, last = 0x41000101, 16 * rows - 1
    else:
        before = [f'cfg 0 12 {controls:x}', 'cfg 0 18 ffff', f'cfg 0 44 {exponents << 16:x}', 'cfg 0 45 1000',
                  f'cfg 0 46 {in_format << 8 | out_format << 4:x}']
        word, last = 0x41000001 | ((1 << rows) - 1) << 8, 15
    return before + [f'cfg 0 1 {middle << 25:x}', f'adc 2 2 0 0 0 0 {last:x} {"0 " * 11}'.strip()], [f'x 2 {word:08x}']


def packed(row):
    """PACR: 32 or 16 bits in Dst, In, Out, the bits of PCK_DEST_RD_CTRL, and rows of up to 16 numbers, all the same; right: what L1
    then has from OUT on, where it had ff."""
    wide, in_format, out_format, controls, rows_packed = (int(x) for x in row.words.split())
    numbers = [int(x, 16) for x in row.before.split()]
    numbers += [0] * (16 - len(numbers))
    cells = [float32(n) if wide == 32 else (bf16(n)[1], 0) for n in numbers]
    before, words = packing(in_format, out_format, controls, in_format, rows_packed)
    before.append(f'm {OUT:x} ' + 'ff' * 96)
    for r in range(rows_packed):
        before += [f'd {8 * place + r:x} ' + ' '.join(f'{cell[place]:x}' for cell in cells) for place in range(wide // 16)]
    return [(before, words, [f'm {OUT:x} ' + row.right.replace(' ', '')])]


def copies(row):
    """PACR of all 65,536 BF16 numbers, 64 at once; right: how many NaN, which become infinities of their sign."""
    cases, nans = [], 0
    for first in range(0, 65536, 64):
        numbers = list(range(first, first + 64))
        before, words = packing(5, 5, 0, 5, 4)
        before += [f'd {r} ' + ' '.join(f'{bf16(n)[1]:x}' for n in numbers[16 * r:16 * r + 16]) for r in range(4)]
        nan = [n & 0x7fff > 0x7f80 for n in numbers]
        right = [n & 0xff80 if is_nan else 0 if not n & 0x7f80 else n for n, is_nan in zip(numbers, nan)]
        nans += sum(nan)
        cases.append((before, words, [f'm {OUT:x} ' + b''.join(n.to_bytes(2, 'little') for n in right).hex()]))
    assert nans == int(row.right)
    return cases


def widened(row):
    """All BF16 numbers plus a kept +0 in 32 bits; right: how many normal numbers change. Exponents 1 to 10 exactly, 11 by rounding
    up to ten bits of mantissa, which for -2^-116 is no statement; nor is there one for NaN."""
    cases, different = [], 1
    for first in range(0, 65536, 128):
        numbers = [0x3f80 if n & 0x7fff > 0x7f80 or n == 0x8580 else n for n in range(first, first + 128)]
        right = []
        for n in numbers:
            sign, exponent, mantissa = n >> 15, n >> 7 & 255, 128 + (n & 127)
            unit = 2 if exponent == 11 else 1  # in 2^-127
            old = mantissa * 2 ** exponent  # in 2^-134
            new = old + (-1) ** sign * unit * 128 if 0 < exponent < 12 else old if exponent else 0
            top = max(new.bit_length() - 1, 0)
            right.append(sign << 31 | top - 7 << 23 | (new << 23 >> top & 0x7fffff) if top > 7 else 0)
            different += first + len(right) - 1 == n and 0 < exponent and new != old
        cells = [float32(v) for v in right]
        before = ['fmt 5 5 5 5', 'cfg 0 1 20000000', 'cfg 0 2 1', 'src 0 1 1 0 1 1']
        before += [f'sa 0 {r:x} ' + ' '.join(f'{bf16(n)[0]:x}' for n in numbers[16 * r:16 * r + 16]) for r in range(8)]
        after = [f'd {8 * place + r:x} ' + ' '.join(f'{cell[place]:x}' for cell in cells[16 * r:16 * r + 16])
                 for place in (0, 1) for r in range(8)]
        cases.append((before, ['x 1 28000000'], after))
    assert different == int(row.right)
    return cases


def literal(row):
    return [(lines(row.before), lines(row.words), lines(row.right))]


KINDS = {'sums': sums, 'bursts': bursts, 'packed': packed, 'copies': copies, 'widened': widened, 'case': literal}


def run(text, *options):
    """Status and output of stx-run on silicon's side."""
    done = subprocess.run([STX_RUN, '--side', 'silicon', *options, '-'], input=text, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def check_case(row):
    name = row.name.replace(' ', '_')
    text = ''.join('\n'.join([f'case {name}', *before, 'run', *words, 'expect', *after, 'end', ''])
                   for before, words, after in KINDS[row.kind](row))
    status, told = run(text)
    if status:
        return told
    status, told = run(text, '--strict')
    if row.strict == 'same':
        return status and told
    return not re.search(f'rule {row.strict} ', told) and f'not {row.strict}: {told}'


def check_order(row):
    """A list of words for the order checker, with the rule and the advice, or none."""
    words = [re.sub(r'^UNPACR_NOP (.) .*', r'UNPACR_NOP \1 0x51', line) if WORMHOLE else line for line in lines(row.words)]
    told = run('\n'.join(lines(row.before) + words) + '\n', '-O')[1]
    found = re.findall(r'\((\w+), [A-D]\)', told)
    if row.right == 'none':
        return (found or 'findings 0' not in told) and told
    rule, advice = row.right.split(' ', 1)
    named = re.sub(' = 0x[0-9a-f]+', '', told)  # numbers of conditions are the chip's
    return (found != [rule] or f'add: {advice}\n' not in named) and told


def check_told(row):
    """A list of words; how it is run, and what is told of it, or that nothing is."""
    option, right = row.right.split(' ', 1)
    told = run('\n'.join(lines(row.before) + lines(row.words)) + '\n', *([option] if option != '-' else []))[1]
    return told if right == 'nothing' else right not in told and f'not "{right}": {told}'


CHECKS = {'order': check_order, 'told': check_told}


def main():
    wrong = done = 0
    for row in rows():
        if CHIP not in row.chips.replace('both', 'blackhole wormhole'):
            continue
        told = CHECKS.get(row.kind, check_case)(row)
        done += 1
        if told:
            wrong += 1
            print(f'WRONG {row.name} ({row.source})\n{told}')
    print(f'{done - wrong} of {done} facts hold on {CHIP}')
    return wrong != 0 or not done


sys.exit(main())
