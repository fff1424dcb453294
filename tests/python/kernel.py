# SPDX-License-Identifier: Apache-2.0
"""Kernels that Python compiles and runs: descriptions, cases, C++ with arrays; what comes out, what a notebook shows, what is
refused. Expected numbers are numpy's own of small integers, which every format here has."""
import os
import shutil
import tempfile
import unittest
import xml.dom.minidom

import numpy as np

import softensix as stx

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
RANDOM = np.random.default_rng(5)
A, B = (RANDOM.integers(-8, 9, (64, 32)).astype(float) for _ in range(2))
ADD = {'OP': 'add_tiles', 'OP_INIT': 'add_tiles_init'}
ELTWISE, BINARY, COPY = (os.path.join(ROOT, 'examples', name) for name in ('metal/eltwise.cpp', 'llk/eltwise_binary.cpp', 'llk/datacopy.cpp'))
CONSTANTS = {'OPERATION': 0, 'BROADCAST': 0, 'PHASES': 1}
HERE = shutil.which('riscv64-unknown-elf-g++') and shutil.which('qemu-system-riscv32')


def svg(text):
    return xml.dom.minidom.parseString(text).documentElement


def setUpModule():
    os.chdir(ROOT)


@unittest.skipUnless(HERE, 'no compiler or no QEMU')
class Runs(unittest.TestCase):
    def test_a_description_by_its_path_and_as_text(self):
        path = os.path.join(ROOT, 'tests/metal/eltwise-add.desc')
        run = stx.kernel(path)
        self.assertTrue(run.passed)
        self.assertEqual(run[16].shape, (64, 64))
        self.assertGreaterEqual(run[16].min(), 0)
        with open(path, encoding='ascii') as f:
            np.testing.assert_array_equal(stx.kernel(f.read())[16], run[16])
        with self.assertRaisesRegex(KeyError, 'there is 16'):
            run[17]

    def test_C_with_arrays_in_the_style_of_tt_metal(self):
        run = stx.kernel(ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[1], defines=ADD, expected={16: np.maximum(A + B, 0)})
        self.assertTrue(run.passed)
        np.testing.assert_array_equal(run[16], np.maximum(A + B, 0))
        self.assertIsNone(run._repr_svg_())
        self.assertNotIn('svg', run._repr_html_())
        time = run.timeline(100, 400)
        self.assertEqual(svg(time._repr_svg_()).tagName, 'svg')
        self.assertIn('cycles 100 to 400', time.svg)
        self.assertRegex(time.text, rf'(?m)^cycles .*total {time.cycles}\b')
        with tempfile.TemporaryDirectory() as work:
            time.save(os.path.join(work, 'a.svg'))
            self.assertEqual(os.listdir(work), ['a.svg'])

    def test_a_failure_has_a_picture(self):
        wrong = np.maximum(A + B, 0)
        wrong[3, 4] += 50
        run = stx.kernel(ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[1], defines=ADD, expected={16: wrong})
        self.assertIs(run.passed, False)
        np.testing.assert_array_equal(np.argwhere(run[16] != wrong), [[3, 4]])
        self.assertIn('row 3, column 4', run.text)
        self.assertIn('1 of 2048 numbers are wrong, largest error 50', run._repr_svg_())
        self.assertIn(run._repr_svg_(), run._repr_html_())
        self.assertEqual([svg(text).tagName for text in (run._repr_svg_(), run.numbers[16])], ['svg', 'svg'])
        self.assertRegex(run.numbers[16], '>expected<[^$]*>got<[^$]*>difference<')
        self.assertIn(run.numbers[16], run._repr_html_())

    def test_C_with_arrays_in_the_style_of_LLK(self):
        run = stx.kernel(BINARY, {'A': A, 'B': B}, {'RESULT': A.shape}, defines=CONSTANTS, expected={'RESULT': A + B})
        self.assertTrue(run.passed)
        np.testing.assert_array_equal(run['RESULT'], A + B)
        wrong = A + B
        wrong[40, 20] = 99
        run = stx.kernel(BINARY, {'A': A, 'B': B}, {'RESULT': A.shape}, defines=CONSTANTS, expected={'RESULT': wrong})
        self.assertIs(run.passed, False)
        self.assertIn('want 99.0; tile 1, row 8, column 20', run.text)
        self.assertIn('1 of 2048 numbers are wrong', run._repr_svg_())
        with open(COPY, encoding='ascii') as f:
            body = f.read().replace('"kernel.h"', f'"{os.path.dirname(COPY)}/kernel.h"').replace('"thread_', f'"{os.path.dirname(COPY)}/thread_')
        for form, wide in (('bfp8', False), ('fp32', True)):
            across = np.hstack([A, B, -A])  # six tiles
            if wide:  # what TF32 has, and BF16 has not
                across = 1 + np.arange(across.size, dtype=np.float32).reshape(across.shape) % 1024 / 1024
            run = stx.kernel(body, {'A': across}, {'RESULT': across.shape}, form=form, defines={'is_fp32_dest_acc_en': wide}, expected={'RESULT': across})
            self.assertTrue(run.passed)
            np.testing.assert_array_equal(run['RESULT'], across)

    def test_a_case_in_the_style_of_LLK(self):
        run = stx.kernel(os.path.join(ROOT, 'tests/llk/eltwise-add.llk'))
        self.assertTrue(run.passed)
        self.assertEqual(run[0].shape, (2, 32, 32))

    def test_several_cores(self):
        run = stx.kernel(os.path.join(ROOT, 'examples/metal/multicast.grid'), march='host32')
        self.assertTrue(run.passed)
        self.assertEqual((list(run.outputs), run['c'].shape), (['c'], (64, 64)))
        own = 'grid 2 1\nkernel none\ncb 0 Float32 1 32 32\ntensor t Float32 shard:0\nin t T const 32 32 ${x + 1}\nout t 32 32\n%s'
        run = stx.kernel(own % 'at x==1 expect t T - 4\n', march='host32')
        self.assertIs(run.passed, False)
        self.assertEqual({of: (array.shape, set(array.flat)) for of, array in run.outputs.items()}, {'t@0,0': ((32, 32), {1}), 't@1,0': ((32, 32), {2})})
        self.assertIn('1024 of 1024 numbers are wrong, largest error 4', run._repr_svg_())
        self.assertEqual((list(run.pictures), list(run.numbers)), (['t@1,0'], ['t@1,0']))

    def test_what_does_not_end_is_the_runners_message(self):
        with self.assertRaisesRegex(stx.KernelError, 'deadlock'):
            stx.kernel(ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[9], defines=ADD)
        with self.assertRaisesRegex(stx.KernelError, 'build: unpack thread:'):
            stx.kernel(ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[1])
        with self.assertRaisesRegex(stx.KernelError, 'no data format Float16b'):
            stx.kernel('kernel eltwise.cpp\ncb 0 Float16b 2 32 32\n')


class Refused(unittest.TestCase):
    def refused(self, error, text, *given, **named):
        with self.assertRaisesRegex(error, text):
            stx.kernel(*given, **named)

    def test_before_anything_is_compiled(self):
        self.refused(FileNotFoundError, 'none.desc: no such file', '/none.desc')
        self.refused(ValueError, 'description', 'x.txt')
        self.refused(ValueError, r'outputs=\{16: ', ELTWISE)
        self.refused(ValueError, r'outputs=\{"RESULT": ', COPY)
        self.refused(ValueError, 'one output', COPY, {'A': A}, {'X': A.shape, 'Y': A.shape})
        self.refused(ValueError, 'by number', ELTWISE, {'A': A}, {16: A.shape})
        self.refused(ValueError, 'from 0 to 63', ELTWISE, {64: A}, {16: A.shape})
        self.refused(ValueError, 'np.pad', ELTWISE, {0: A[:33]}, {16: A.shape})
        self.refused(ValueError, 'no data format', COPY, {'A': A}, {'RESULT': A.shape}, form='bf17')
        self.refused(ValueError, 'shape', COPY, {'A': A}, {'RESULT': A.shape}, expected={'RESULT': A[:32]})
        self.refused(TypeError, 'has its own', os.path.join(ROOT, 'tests/metal/eltwise-add.desc'), {0: A})
        self.refused(TypeError, 'whole number', ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[1.5])
        self.refused(FileNotFoundError, 'SOFTENSIX_TREE', ELTWISE, {0: A, 1: B}, {16: A.shape}, args=[1], tree='/')


class Errors(unittest.TestCase):
    def test_of_a_function_by_name(self):
        made = stx.errors('exp')
        self.assertEqual(made.x.size, 65536)
        inside = made.between(-5, 5)
        at = np.flatnonzero(inside.x == 1)[0]
        self.assertEqual((inside.y[at], inside.exact[at]), (2.71875, np.exp(1.0)))  # BF16's nearest to e
        self.assertLess(np.nanmax(inside.ulp), 1)
        # x^2 is exact in binary32 and rounded once.
        self.assertLessEqual(np.nanmax(stx.errors('square').between(1, 1000).ulp), 0.5)
        drawn = svg(inside.plot().svg)
        self.assertEqual(drawn.tagName, 'svg')
        self.assertEqual(inside.plot().svg, inside._repr_svg_())
        for wrong, error in ((('exq',), ValueError), ((['SFPNOP'],), TypeError)):
            with self.assertRaises(error):
                stx.errors(*wrong)
