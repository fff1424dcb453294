# SPDX-License-Identifier: Apache-2.0
"""Cases for a card: words of thread 1 on numbers of Dst, for rules that no published measurement decides. All operands
come from a seed. Nothing is expected here: the card tells, and stx-run --card compares."""
import random
import subprocess

from card_file import COLUMNS, ROWS, Case

STEP = {'blackhole': {'ab': 12, 'dst': 28, 'bias': None, 'math_idle': 16},
        'wormhole': {'ab': 7, 'dst': 23, 'bias': 48, 'math_idle': 0x80}}
INTEGER = 4  # SFPLOAD, SFPSTORE: 32 bits as they are
RESULTS, FLAGS = 32, 34  # rows of Dst with LReg 0 to 7, and with the flags of lanes (odd columns)
# Exponents and mantissas at which rules for floating point have their borders.
EXPONENTS = (0, 1, 2, 24, 103, 104, 126, 127, 128, 150, 151, 158, 253, 254, 255)
MANTISSAS = (0, 1, 0x400000, 0x3FFFFF, 0x7FFFFF, 0x008000, 0x007FFF, 0x018000, 0x001000, 0x000FFF)


class Maker:
    """Cases of one chip."""

    def __init__(self, chip, seed):
        self.chip, self.step, self.rng = chip, STEP[chip], random.Random(f'{chip} {seed}')

    # Words that every case begins with.

    def setup(self, keeps_zeros=0):
        """The state that a case assumes, since an earlier one may have changed it: sources of BF16, Dst of FP32."""
        lines = ['RMWCIB2(0xfe, 0xaa, 1)', 'RMWCIB3(0x7f, 0x60, 1)', f'RMWCIB0(1, {keeps_zeros}, 2)', 'SETC16(1, 0)',
                 f'SETC16({self.step["ab"]}, 0)', f'SETC16({self.step["dst"]}, 0)']
        if self.step['bias']:
            lines.append(f'SETC16({self.step["bias"]}, 0)')
        return [*lines, 'SETRWC(0, 0, 0, 0, 0, 15)', 'SFPENCC(3, 0, 0, 10)', 'SFPCONFIG(0, 15, 1)']

    # The vector unit: LReg r holds the even columns of rows 4r to 4r + 3.

    def _float(self):
        if self.rng.random() < 0.3:
            return self.rng.getrandbits(32)
        mantissa = self.rng.choice(MANTISSAS) if self.rng.random() < 0.6 else self.rng.getrandbits(23)
        return self.rng.getrandbits(1) << 31 | self.rng.choice(EXPONENTS) << 23 | mantissa

    def _near(self):
        """Floats whose sums cancel or round."""
        return self.rng.getrandbits(1) << 31 | self.rng.randrange(120, 134) << 23 | self.rng.choice(MANTISSAS)

    def _integer(self):
        return self.rng.choice((self.rng.getrandbits(32), self.rng.getrandbits(8), 1 << self.rng.randrange(32), 0))

    def vector(self, name, number, words):
        """LReg 0 to 7, words, and then the flags and LReg 0 to 7."""
        before = [[number() if c % 2 == 0 and r < RESULTS else 0 for c in range(COLUMNS)] for r in range(ROWS)]
        pause = ['SFPNOP'] * 2
        lines = [*self.setup(), *(f'SFPLOAD({r}, {INTEGER}, 0, {4 * r})' for r in range(8)), *pause]
        for word in words:
            lines += [word, *pause]
        lines += [f'SFPSTORE(10, {INTEGER}, 0, {FLAGS})', 'SFPENCC(3, 0, 0, 10)', *pause]
        lines += [f'SFPSTORE({r}, {INTEGER}, 0, {RESULTS + 4 * r})' for r in range(8)]
        return Case(f'{self.chip}/{name}', lines, before)

    def _reg(self):
        return self.rng.randrange(8)

    def products(self):
        """Sums of products, with every sign of operands."""
        for n, number in enumerate((self._float, self._near) * 3):
            modes = range(4) if self.chip == 'blackhole' else (0,)
            words = [f'SFPMAD({self._reg()}, {self._reg()}, {self._reg()}, {self._reg()}, {self.rng.choice(modes)})' for _ in range(6)]
            yield self.vector(f'products/{n}', number, words)

    def immediates(self):
        for n in range(2):
            words = [f'{op}({self.rng.getrandbits(16):#x}, {self._reg()}, 0)' for op in ('SFPADDI', 'SFPMULI') for _ in range(3)]
            yield self.vector(f'immediates/{n}', self._float, words)

    def rounding(self):
        """To nearest and towards zero: none of them is random."""
        for mode in range(8):
            integers = mode in (4, 5, 6, 7)
            words = [f'SFP_STOCH_RND({2 if n and self.chip == "blackhole" else 0}, {self.rng.randrange(24)}, {self._reg()}, {n}, {n + 4}, '
                     f'{mode | (8 if integers and n else 0)})' for n in range(2)]
            yield self.vector(f'rounding/{mode}', self._integer if integers else self._float, words)

    def casts(self):
        for n, number in enumerate((self._float, self._integer)):
            yield self.vector(f'casts/{n}', number, [f'SFPCAST({r}, {r + 4}, {mode})' for r, mode in enumerate((0, 0, 2, 3))][:3])

    def bits(self):
        """Integers, bits, parts of floats; conditions set by them."""
        table = ['SFPIADD(0, {0}, {1}, 4)', 'SFPIADD({2}, {0}, {1}, 5)', 'SFPIADD(0, {0}, {1}, 6)', 'SFPSHFT(0, {0}, {1}, 0)',
                 'SFPSHFT({3}, {0}, {1}, 1)', 'SFPABS(0, {0}, {1}, 0)', 'SFPABS(0, {0}, {1}, 1)', 'SFPLZ(0, {0}, {1}, 0)', 'SFPLZ(0, {0}, {1}, 4)',
                 'SFPEXEXP(0, {0}, {1}, 0)', 'SFPEXEXP(0, {0}, {1}, 1)', 'SFPEXMAN(0, {0}, {1}, 0)', 'SFPEXMAN(0, {0}, {1}, 1)',
                 'SFPSETEXP({2}, {0}, {1}, 1)', 'SFPSETEXP(0, {0}, {1}, 0)', 'SFPSETMAN({2}, {0}, {1}, 1)', 'SFPSETSGN(1, {0}, {1}, 1)',
                 'SFPSETSGN(0, {0}, {1}, 0)', 'SFPDIVP2({3}, {0}, {1}, 0)', 'SFPDIVP2({3}, {0}, {1}, 1)', 'SFPAND(0, {0}, {1}, 0)',
                 'SFPOR(0, {0}, {1}, 0)', 'SFPXOR(0, {0}, {1}, 0)', 'SFPNOT(0, {0}, {1}, 0)', 'SFPMOV(0, {0}, {1}, 0)', 'SFPMOV(0, {0}, {1}, 1)']
        for n in range(8):
            words = [self.rng.choice(table).format(self._reg(), self._reg(), self.rng.randrange(1, 256), self.rng.randrange(1, 31))
                     for _ in range(8)]
            yield self.vector(f'bits/{n}', self._float if n % 2 else self._integer, words)

    def conditions(self):
        """SFPSETCC in each mode, of -0 and NaN too; then a move shows the lanes."""
        for n, mode in enumerate((0, 2, 4, 6)):
            words = [f'SFPSETCC(0, {n}, 0, {mode})', f'SFPMOV(0, {n}, 7, 1)', 'SFPCOMPC(0, 0, 0, 0)', f'SFPMOV(0, {n}, 6, 1)']
            yield self.vector(f'conditions/{mode}', self._float, words)

    def order(self):
        for mode in range(1, 9):
            words = [f'SFPSWAP(0, {a}, {a + 1}, {mode})' for a in (0, 2, 4)]
            yield self.vector(f'order/{mode}', self._float if mode % 2 else self._near, words)

    def tables(self):
        """Tables of three and of six pieces; the operand is LReg 3."""
        for mode in (0, 2, 3):
            yield self.vector(f'tables/fp32_{mode}', self._near, [f'SFPLUTFP32(7, {mode})'])
        for mode in (0, 4):
            yield self.vector(f'tables/lut_{mode}', self._near, [f'SFPLUT(7, {mode}, 0)'])

    def columns(self):
        """SFPCONFIG by a mask of columns, with flags of lanes."""
        for n in range(3):
            mask = self.rng.getrandbits(16) & 0x5555
            words = [f'SFPCONFIG(0, {11 + n}, 0)', 'SFPMOV(0, 1, 0, 0)', 'SFPSETCC(0, 2, 0, 0)',
                     f'SFPCONFIG({mask:#x}, {11 + n}, 8)', 'SFPENCC(3, 0, 0, 10)', f'SFPMOV(0, {11 + n}, 7, 0)']
            yield self.vector(f'columns/{n}', self._integer, words)

    def approximate(self):
        for mode in (0, 1, 2) if self.chip == 'blackhole' else ():
            yield self.vector(f'reciprocal/{mode}', self._float, [f'SFPARECIP(0, {r}, {r + 4}, {mode})' for r in range(4)])

    # The matrix unit: operands lie in rows 16 to 31 (SrcA) and 32 to 39 (SrcB) of Dst, results in rows 0 to 7.

    def sources(self):
        """Both banks handed to the matrix unit, filled from Dst."""
        idle = f'STALLWAIT(64, {self.step["math_idle"]})'
        clear = ('UNPACR_NOP({0}, 0, 0, 1, 0, 1, 0, 0, 1)' if self.chip == 'blackhole' else 'UNPACR_NOP({0}, 0x51)').format
        lines = [clear(0), clear(1), 'STALLWAIT(64, 6)']
        lines += [f'MOVD2A(0, {r}, 0, 2, {16 + r})' for r in range(0, 16, 4)]
        return [*lines, *(f'MOVD2B(0, {r}, 0, 2, {32 + r})' for r in range(0, 8, 4)), idle]

    def matrix(self, name, number, words, keeps_zeros=0, second=None):
        of_row = {**dict.fromkeys(range(16, 32), number), **dict.fromkeys(range(32, 40), second or number)}
        before = [[of_row[r]() << 16 if r in of_row else 0 for _ in range(COLUMNS)] for r in range(ROWS)]
        idle = f'STALLWAIT(64, {self.step["math_idle"]})'
        lines = [*self.setup(keeps_zeros), *self.sources()]
        for word in words:
            lines += [word, idle]
        return Case(f'{self.chip}/{name}', [*lines, 'SETRWC(3, 0, 0, 0, 0, 15)', 'RMWCIB0(1, 0, 2)'], before)

    def _bf16(self, low, high, zeros):
        def number():
            if self.rng.random() < zeros:
                return self.rng.getrandbits(1) << 15
            return self.rng.getrandbits(1) << 15 | self.rng.randrange(low, high) << 7 | self.rng.getrandbits(7)
        return number

    def sums(self):
        for n, (low, high, keeps) in enumerate(((120, 134, 0), (1, 254, 0), (1, 14, 1), (1, 30, 0), (250, 255, 0))):
            for op in ('ELWADD', 'ELWSUB'):
                yield self.matrix(f'{op.lower()}/{n}', self._bf16(low, high, 0.3), [f'{op}(0, 0, 0, 0, 0)'], keeps)

    def matrices(self):
        """Sums of sixteen products in one phase, and a second product added to the first."""
        for n, (low, high, keeps) in enumerate(((120, 134, 0), (100, 150, 0), (60, 70, 0), (180, 192, 0), (110, 120, 1))):
            yield self.matrix(f'mvmul/{n}', self._bf16(low, high, 0.2), ['MVMUL(0, 0, 0, 0)'] * (1 + n % 2), keeps)
        for op in ('MVMUL', 'DOTPV', 'GAPOOL'):  # large numbers times zeros
            word = op + ('(0, 0, 0, 0)' if op == 'MVMUL' else '(0, 0, 0, 0, 0)')
            yield self.matrix(f'zeros/{op.lower()}', self._bf16(200, 220, 0), [word], 1, self._bf16(1, 2, 1))

    def elementwise(self):
        for n, (low, high, keeps) in enumerate(((120, 134, 0), (60, 70, 0), (180, 192, 0), (1, 254, 1))):
            yield self.matrix(f'elwmul/{n}', self._bf16(low, high, 0.2), ['ELWMUL(0, 0, 0, 0, 0)'] * (1 + n % 2), keeps)

    def all(self):
        for make in (self.products, self.immediates, self.rounding, self.casts, self.bits, self.conditions, self.order, self.tables,
                     self.columns, self.approximate, self.sums, self.matrices, self.elementwise):
            yield from make()


def assembled(cases, stx_dis):
    """The cases with words instead of text."""
    texts = sorted({line for case in cases for line in case.words})
    given = '\n'.join(t if '(' not in t else 'TTI_' + t for t in texts)
    done = subprocess.run([stx_dis, '-a'], input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    words = dict(zip(texts, (int(w, 16) for w in done.stdout.split())))
    for case in cases:
        case.words = [words[line] for line in case.words]
    return cases


def make(chip, seed, stx_dis):
    return assembled(list(Maker(chip, seed).all()), stx_dis)
