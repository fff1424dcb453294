# SPDX-License-Identifier: Apache-2.0
"""Cases of whole programs (METALCASE 2, docs/metal.md), whose tensors hold data from the start, as MetalCase reads them; and what
MetalCase.run() asks of make, which a stand-in answers."""
import os
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

import numpy as np

import softensix as stx
from softensix import metalcase

CHIP = stx.CHIP.lower()
NUMBERS = {'Float32': ('f', [1.5, -2, 0, 3e38]), 'Int32': ('i', [-1, 2, -2147483647, 2147483647]), 'UInt32': ('u', [1, 0, 4294967295, 3000000000])}
KINDS = {'Float32': '<f4', 'Int32': '<i4', 'UInt32': '<u4'}


def text_of(contents=True):
    """A program of four tensors, three with numbers from the start, each of which must be as it was; w is only written."""
    lines = ['METALCASE 2', 'kernel none', 'note tensors', 'cb 0 Float16_b 2 32 32', 'reader kernel ./r.cpp', 'tensor w Float32 4096 1 dram']
    for name, (of, numbers) in NUMBERS.items():
        raw = np.resize(np.array(numbers, KINDS[name]), 1024).tobytes().hex()
        lines += [f'tensor {of} {name} 4096 1 dram', *([f'contents {of} 4096', *(raw[i:i + 64] for i in range(0, len(raw), 64))] if contents else [])]
    for name, (of, numbers) in NUMBERS.items():
        lines += [f'check {of} equal 0 0 -', f'map {of} 0:4:1', f'golden {of} 4', np.array(numbers, KINDS[name]).tobytes().hex()]
    return '\n'.join([*lines, 'end', ''])


class Programs(unittest.TestCase):
    def setUp(self):
        self.work = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)

    def read(self, text):
        path = os.path.join(self.work, 'x.metal')
        with open(path, 'w', encoding='ascii') as f:
            f.write(text)
        return stx.MetalCase.read(path)

    def test_tensors_and_what_they_hold(self):
        case = self.read(text_of())
        self.assertEqual(case.formats, {0: 'Float16_b', 'w': 'Float32', **{of: name for name, (of, _) in NUMBERS.items()}})
        self.assertEqual((set(case.contents), case.note, set(case.buffers)), ({'f', 'i', 'u'}, 'tensors', {0}))
        for name, (of, numbers) in NUMBERS.items():
            array = case.numbers(of)
            self.assertEqual((array.dtype, array.shape), (np.float64 if name == 'Float32' else KINDS[name], (1024,)))
            np.testing.assert_array_equal(array, np.resize(np.array(numbers, KINDS[name]), 1024))
        for of in ('w', 0, 'x', 7):
            with self.assertRaisesRegex(ValueError, f'^nothing goes in through {of!r}$'):
                case.numbers(of)
        with self.assertRaisesRegex(ValueError, "^there is no cb 'f'$"):
            case.tiles('f')

    def test_a_tensor_of_blocks_has_pages_of_a_tile(self):
        raw = (bytes([127] * 64) + bytes([0x40] * 1024)).hex()  # 2^0 times 64 / 64
        lines = ['tensor b Bfp8_b 1088 1 dram', 'contents b 1088', *(raw[i:i + 64] for i in range(0, len(raw), 64))]
        numbers = self.read(text_of().replace('tensor w', '\n'.join([*lines, 'tensor w']))).numbers('b')
        self.assertEqual((numbers.shape, set(numbers)), ((1024,), {1}))

    def test_golden_numbers_have_the_type_of_their_tensor(self):
        case = self.read(text_of())
        for check, (name, (of, numbers)) in zip(case.checks, NUMBERS.items()):
            self.assertEqual((check.of, check.rule, check.golden.dtype, check.places.tolist()), (of, 'equal', np.dtype(KINDS[name]), [0, 1, 2, 3]))
            np.testing.assert_array_equal(check.golden, np.array(numbers, KINDS[name]))
        good = {of: case.numbers(of) for of in 'fiu'}
        self.assertTrue(case.passes(good))
        for of in 'fiu':
            wrong = good[of].copy()
            wrong[3] = 7
            self.assertFalse(case.passes({**good, of: wrong}))
        with self.assertRaisesRegex(ValueError, '^no results of u$'):
            case.passes({of: good[of] for of in 'fi'})
        with self.assertRaisesRegex(ValueError, r'^results of f have the shape \(1, 32, 32\), and one of \(n,\) or of tiles is needed$'):
            case.passes({**good, 'f': good['f'].reshape(1, 32, 32)})
        with self.assertRaisesRegex(ValueError, '^1023 results of f, which has 1024 datums$'):
            case.passes({**good, 'f': good['f'][1:]})
        with self.assertRaisesRegex(ValueError, '^results are real numbers, not complex128$'):
            case.passes({**good, 'f': good['f'].astype(complex)})

    def test_datums_of_one_tile_without_a_size(self):
        raw = bytes(64) + bytes(1024)
        for name, size in (('Bfp8_b', 1088), ('Bfp4_b', 576), ('Bfp2_b', 320)):
            self.assertEqual(stx.datums(name, raw[:size]).shape, (1024,))
            self.assertEqual(stx.datums(name, raw[:size] * 3).shape, (3072,))
        self.assertEqual(stx.datums('Bfp8_b', bytes(16) + bytes(256), 256).shape, (256,))
        with self.assertRaisesRegex(ValueError, '^no data format Float17$'):
            stx.datums('Float17', b'')
        for name, kind in (('UInt16', '<u2'), ('UInt8', 'u1'), ('Int8', '<i4'), ('UInt32', '<u4'), ('Int32', '<i4'), ('Float16_b', 'f8')):
            self.assertEqual(stx.datums(name, bytes(16)).dtype, np.dtype(kind))

    def test_faces_of_small_tiles(self):
        for rows, columns in ((32, 32), (16, 32), (32, 16), (8, 16), (1, 32), (16, 16)):
            buffer = metalcase.Buffer('Float32', 2, rows, columns)
            made = buffer.matrices(np.arange(2 * rows * columns))
            high, wide = min(rows, 16), 16
            wanted = np.empty((2, rows, columns), int)
            for (tile, row, column), _ in np.ndenumerate(wanted):
                face = (row // high) * (columns // wide) + column // wide
                wanted[tile, row, column] = tile * rows * columns + face * high * wide + row % high * wide + column % wide
            np.testing.assert_array_equal(made, wanted)
            np.testing.assert_array_equal(buffer.flat(made), np.arange(2 * rows * columns))


class Make(unittest.TestCase):
    """run(): make's words, what comes back, and a run that does not end."""
    def setUp(self):
        self.work = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        path = os.path.join(self.work, 'x.metal')
        raw = np.zeros(512, np.uint32)
        with open(path, 'w', encoding='ascii') as f:
            f.write('\n'.join(['METALCASE 1', 'kernel x.cpp', 'cb 0 Float16_b 2 32 32', 'cb 16 Float16_b 2 32 32', 'in 0 1 2048',
                               *(raw.tobytes().hex()[i:i + 64] for i in range(0, 4096, 64)), 'out 16 1', 'end', '']))
        self.case, self.path = stx.MetalCase.read(path), path
        patch = mock.patch.object(metalcase.subprocess, 'run', self.instead)
        patch.start()
        self.addCleanup(patch.stop)
        self.saves, self.words = ['x-cb16.npy'], None

    def instead(self, command, **named):
        self.assertEqual(named, {'capture_output': True, 'text': True, 'check': False})
        self.words, work = command[:-1], command[-1].removeprefix('METAL_FLAGS=--save ')
        self.assertTrue(os.path.isdir(work))
        for number, name in enumerate(self.saves):
            np.save(os.path.join(work, name), np.full((1, 32, 32), number + 3))
        return subprocess.CompletedProcess(command, 2, ' told\n', 'wrong \n')

    def test_what_make_is_asked_for(self):
        end = [f'ARCH={CHIP}', 'MARCH=rv32im', f'CASES={self.path}']
        for given, words in (({}, ['metal-own']), ({'tt_metal': '/m'}, ['metal', 'TT_METAL=/m']),
                             ({'tt_metal': '/m', 'sfpi': '/s'}, ['metal', 'TT_METAL=/m', 'SFPI=/s']), ({'sfpi': '/s'}, ['metal-own'])):
            results = self.case.run('/tree', **given)
            self.assertEqual(self.words, ['make', '-s', '-C', '/tree', *words, *end])
            self.assertEqual((list(results), results[16].shape, results[16].max()), ([16], (1, 32, 32), 3))
        self.case.run('/tree', march='host32')
        self.assertIn('MARCH=host32', self.words)

    def test_a_run_that_does_not_end_is_told(self):
        for saves in ([], ['x-cb17.npy'], ['x-cb16.svg.npy']):
            self.saves = saves
            with self.assertRaisesRegex(RuntimeError, '^told\nwrong$'):
                self.case.run('/tree')
        self.case.outputs = {}
        with self.assertRaises(RuntimeError):
            self.case.run('/tree')
