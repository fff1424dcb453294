# SPDX-License-Identifier: Apache-2.0
"""MetalCase of the package against the tools that run such cases (tools/metal), which read, decode and judge on their own."""
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np

import softensix as stx

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
sys.path[:0] = [os.path.join(ROOT, 'tools/metal'), os.path.join(ROOT, 'tools')]
import case as cases  # noqa: E402
import compare  # noqa: E402
import formats  # noqa: E402
import writer  # noqa: E402

FORMATS = (*formats.BYTES, *formats.BLOCK_BITS)


def made(name, rows=32, columns=32, rule='isclose', places=None):
    """A case of one buffer in and one out, with random pages and golden numbers."""
    rng = np.random.default_rng(len(name) + rows)
    buffers = {0: cases.Buffer(name, 2, rows, columns), 16: cases.Buffer('Float32', 2, rows, columns)}
    golden = rng.normal(size=2 * rows * columns if places is None else len(places)).astype(np.float32)
    golden[:3] = np.nan, np.inf, 0
    check = cases.Check(16, rule, 0.01, 0.02, 0.999, places, [float(v) for v in golden])
    return cases.Case('x', kernel='k.cpp', note='two pages', buffers=buffers, outputs={16: 2}, checks=[check], args=[7, 8],
                      inputs={0: rng.integers(0, 256, 2 * buffers[0].tile_bytes, np.uint8).tobytes()})


class Cases(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.work)

    def read(self, case, name='case.metal.gz'):
        path = os.path.join(self.work, name)
        writer.write(case, path)
        return stx.MetalCase.read(path)

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
        for name, line in (('cut', 3), ('keyword', 3), ('length', 5)):
            with self.assertRaisesRegex(ValueError, f'{name}.metal:{line}: '):
                stx.MetalCase.read(os.path.join(ROOT, f'tests/metal/bad/{name}.metal'))

    @unittest.skipUnless(shutil.which('riscv64-unknown-elf-g++') and shutil.which('qemu-system-riscv32'), 'no compiler or no QEMU')
    def test_a_case_runs(self):
        rng = np.random.default_rng(9)
        a, b = (rng.integers(-8, 8, (2, 32, 32)).astype(np.float32) for _ in range(2))
        buffers = {n: cases.Buffer('Float16_b', 2, 32, 32) for n in (0, 1, 16)}
        wanted = np.maximum(a + b, 0)
        flat = stx.metalcase.Buffer('Float16_b', 2, 32, 32).flat
        case = cases.Case('x', kernel='eltwise.cpp', note='relu(a + b)', defines=[('OP', 'add_tiles'), ('OP_INIT', 'add_tiles_init')], args=[1],
                          buffers=buffers, outputs={16: 2}, inputs={n: (flat(m).view(np.uint32) >> 16).astype(np.uint16).tobytes() for n, m in ((0, a), (1, b))},
                          checks=[cases.Check(16, 'equal', 0, 0, None, None, [float(v) for v in flat(wanted)])])
        read = self.read(case)
        results = read.run(ROOT)
        np.testing.assert_array_equal(results[16], wanted)
        self.assertTrue(read.passes({16: read.buffers[16].flat(results[16])}))


if __name__ == '__main__':
    sys.exit(not unittest.main(exit=False).result.wasSuccessful())
