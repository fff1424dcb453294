# SPDX-License-Identifier: Apache-2.0
"""MetalCase of the package against the runner of such cases (tools/kernels): both refuse the same files, and judge alike; numbers are
decoded on their own."""
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np

import softensix as stx

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
sys.path[:0] = [os.path.join(ROOT, 'tests/metal'), os.path.join(ROOT, 'tools')]
import refused  # noqa: E402
from kernels.metal import case as cases, writer  # noqa: E402
from kernels import compare, formats  # noqa: E402

FORMATS = (*formats.BYTES, *formats.BLOCK_BITS)


def made(name, rows=32, columns=32, rule='isclose', places=None):
    """A case of one buffer in and one out, with random pages and golden numbers."""
    rng = np.random.default_rng(len(name) + rows)
    buffers = {0: cases.Buffer(name, 2, rows, columns), 16: cases.Buffer('Float32', 2, rows, columns)}
    golden = rng.normal(size=2 * rows * columns if places is None else len(places)).astype(np.float32)
    golden[:3] = np.nan, np.inf, 0
    check = compare.Check(16, rule, 0.01, 0.02, 0.999, places, [float(v) for v in golden])
    return cases.Case('x', kernel='k.cpp', note='two pages', buffers=buffers, outputs={16: 2}, checks=[check], args=[7, 8],
                      inputs={0: rng.integers(0, 256, 2 * buffers[0].tile_bytes, np.uint8).tobytes()})


class Files(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.work)

    def read(self, case, name='case.metal.gz'):
        path = os.path.join(self.work, name)
        writer.write(case, path)
        return stx.MetalCase.read(path)


class Cases(Files):
    def test_numbers_of_all_formats(self):
        for name in FORMATS:
            for rows, columns in ((32, 32), (16, 16)):
                case = made(name, rows, columns)
                wanted = formats.decode(name, rows, columns, case.inputs[0])
                np.testing.assert_array_equal(self.read(case).numbers(0), np.array(wanted), name)

    def test_lines_are_read(self):
        case, read = made('Bfp8_b'), self.read(made('Bfp8_b'), 'case.metal')
        self.assertEqual((read.kernel, read.note, read.settings['args'], read.outputs), ('k.cpp', 'two pages', ['7 8'], {16: 2}))
        self.assertEqual(read.inputs[0], case.inputs[0])
        np.testing.assert_array_equal(read.checks[0].golden, np.array(case.checks[0].golden, np.float32))

    def test_what_is_there_from_the_start(self):
        case = made('Float32')
        case.preloads[16] = np.arange(2048, dtype=np.float32).tobytes()
        read = self.read(case)
        self.assertEqual(read.contents, case.preloads)
        np.testing.assert_array_equal(read.numbers(16)[:2048], np.arange(2048))

    def test_bytes_that_are_no_pages(self):
        for name, raw in (('Float32', b'123'), ('Float16', b'1'), ('Float16_b', b'1'), ('Bfp8_b', bytes(1087)), ('Bfp2', bytes(319)),
                          ('Tf32', b'1234'), (None, b'')):
            with self.assertRaises(ValueError):
                stx.datums(name, raw)

    def test_tiles_have_rows_and_columns(self):
        case = made('UInt16')
        case.inputs[0] = np.arange(2048, dtype=np.uint16).tobytes()
        read = self.read(case)
        tiles = read.tiles(0)
        self.assertEqual([tiles[0, 0, 15], tiles[0, 0, 16], tiles[0, 1, 0], tiles[0, 16, 0], tiles[1, 31, 31]], [15, 256, 16, 512, 2047])
        np.testing.assert_array_equal(read.buffers[0].flat(tiles), np.arange(2048))

    def test_verdicts_are_those_of_the_tools(self):
        rng, places = np.random.default_rng(5), [0, 1, 2, 40, 30, 20, 7]
        for rule, map_, scale in (('isclose', None, 0.01), ('isclose', None, 0.0001), ('equal', None, 0), ('isclose', places, 0.02), ('isclose', places, 2)):
            case = made('Float32', rule=rule, places=map_)
            got = np.zeros(2048, np.float32)
            got[slice(None) if map_ is None else map_] = case.checks[0].golden
            got = (got + scale * rng.normal(size=2048)).astype(np.float32)
            verdict, check = compare.judge(case, {16: got.tobytes()}), self.read(case).checks[0]
            self.assertEqual(sorted(check.wrong(got)), sorted(w[1] for w in verdict.wrong))
            self.assertAlmostEqual(check.correlation(got), verdict.pcc, 9)
            self.assertEqual(self.read(case).passes({16: got}), verdict.passed, (rule, scale))

    def test_bad_files_name_a_line(self):
        for name, line in (('cut', 3), ('keyword', 3), ('length', 4)):
            with self.assertRaisesRegex(ValueError, f'{name}.metal:{line}: '):
                stx.MetalCase.read(os.path.join(ROOT, f'tests/metal/bad/{name}.metal'))

    def test_what_the_runner_refuses_is_refused_here(self):
        path = os.path.join(self.work, 'x.metal')
        for number, new, at, words, *taken in refused.CASES:
            refused.write_case(path, number, new, *taken)
            with self.subTest(new), self.assertRaises(ValueError) as told:
                stx.MetalCase.read(path)
            self.assertTrue(str(told.exception).startswith(f'{path}:{at}: ') and words in str(told.exception), told.exception)
        for name in ('none.metal', '.'):
            with self.assertRaisesRegex(ValueError, 'cannot be read'):
                stx.MetalCase.read(os.path.join(self.work, name))

    def plain(self, *changes):
        """The case that those are changes of, whose four first numbers must be 0, within 0; or one with other lines."""
        lines = list(refused.CASE)
        for number, *new in changes:
            lines[number - 1:number] = new
        path = os.path.join(self.work, 'plain.metal')
        with open(path, 'w', encoding='ascii') as f:
            f.write('\n'.join(lines) + '\n')
        return stx.MetalCase.read(path)

    def test_a_case_without_checks_never_passes(self):
        zeros = np.zeros(1024, np.float32)
        self.assertTrue(self.plain().passes({16: zeros}))
        self.assertFalse(self.plain((11,), (10,), (9,), (8,)).passes({16: zeros}))
        self.assertFalse(self.plain((11,), (10,), (9,), (8,)).passes({}))

    def test_results_that_are_not_those_of_the_case(self):
        case, good = self.plain(), np.zeros(1024, np.float32)
        for results in ({}, {0: good}, {16: good, 0: good}, {16: good, 'x': good}, {16: good[:4]}, {16: np.zeros(2048)}, {16: good.reshape(32, 32)},
                        {16: good.reshape(4, 16, 16)},
                        {16: None}, {16: good.astype(str)}, {16: good.astype(complex)}, {16: np.float32(0)}):
            with self.assertRaises(ValueError):
                case.passes(results)
        self.assertTrue(case.passes({16: good.reshape(1, 32, 32)}))
        with self.assertRaises(ValueError):
            case.checks[0].wrong(good[:1023])
        for of in (1, 16, 'x'):
            with self.assertRaises(ValueError):
                case.numbers(of)
        with self.assertRaises(ValueError):
            case.tiles(3)

    def test_a_check_cannot_be_changed(self):
        check = self.plain().checks[0]
        with self.assertRaises(ValueError):
            check.golden[:] = 5
        with self.assertRaises(ValueError):
            check.places[0] = 1000
        check.golden, check.atol, check.rule = np.zeros(0), np.inf, 'isclose'  # names for those who look
        wrong = np.zeros(1024)
        wrong[3] = 1
        self.assertEqual(check.wrong(wrong).tolist(), [3])

    def test_a_correlation_that_is_too_low_fails(self):
        rng = np.random.default_rng(11)
        case = made('Float32')
        case.checks[0].golden = rng.normal(size=2048).astype(np.float32).tolist()
        case.checks[0].atol, case.checks[0].pcc = 100.0, 0.9
        read, golden = self.read(case), np.array(case.checks[0].golden)
        for noise, passes in ((0.4, True), (0.6, False)):  # 1 / sqrt(1 + noise^2) is 0.93 and 0.86
            got = golden + noise * rng.normal(size=2048)
            self.assertEqual((read.passes({16: got}), read.checks[0].passes(got), len(read.checks[0].wrong(got))), (passes, passes, 0))
        self.assertFalse(read.passes({16: -golden}))

    def test_lines_that_stand_for_themselves_are_kept(self):
        read = self.plain((2, 'kernel x.cpp', 'fidelity lofi', 'ct 1,2', 'ct 3'))
        self.assertEqual(read.settings, {'fidelity': ['lofi'], 'ct': ['1,2', '3']})


@unittest.skipUnless(shutil.which('riscv64-unknown-elf-g++') and shutil.which('qemu-system-riscv32'), 'no compiler or no QEMU')
class Runs(Files):
    def test_a_case_runs(self):
        rng = np.random.default_rng(9)
        a, b = (rng.integers(-8, 8, (2, 32, 32)).astype(np.float32) for _ in range(2))
        buffers = {n: cases.Buffer('Float16_b', 2, 32, 32) for n in (0, 1, 16)}
        wanted = np.maximum(a + b, 0)
        flat = stx.metalcase.Buffer('Float16_b', 2, 32, 32).flat
        case = cases.Case('x', kernel='eltwise.cpp', note='relu(a + b)', defines=[('OP', 'add_tiles'), ('OP_INIT', 'add_tiles_init')], args=[1],
                          buffers=buffers, outputs={16: 2},
                          inputs={n: (flat(m).view(np.uint32) >> 16).astype(np.uint16).tobytes() for n, m in ((0, a), (1, b))},
                          checks=[compare.Check(16, 'equal', 0, 0, None, None, [float(v) for v in flat(wanted)])])
        read = self.read(case)
        results = read.run(ROOT)
        np.testing.assert_array_equal(results[16], wanted)
        self.assertTrue(read.passes({16: read.buffers[16].flat(results[16])}))
