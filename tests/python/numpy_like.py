# SPDX-License-Identifier: Apache-2.0
"""What users of numpy do first with a tensor works as they expect, or is refused in one sentence. The numbers are
small integers and halves, which every format here has, so that expected values are numpy's own."""
import copy
import pickle
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import softensix as stx

RANDOM = np.random.default_rng(11)
A, B = (RANDOM.integers(-8, 9, (64, 96)).astype(np.float32) / 2 for _ in range(2))


class Operators(unittest.TestCase):
    def setUp(self):
        self.device = stx.Device()
        self.a, self.b = (self.device.tensor(x, 'bf16') for x in (A, B))

    def same(self, tensor, expected, form=stx.Format.BF16):
        self.assertEqual((tensor.shape, tensor.format), (expected.shape, form))
        np.testing.assert_array_equal(np.asarray(tensor), expected)

    def test_tensors_of_one_shape(self):
        self.same(self.a + self.b, A + B)
        self.same(self.a - self.b, A - B)
        self.same(self.a * self.b, A * B)

    def test_numbers_rows_and_columns_on_either_side(self):
        for other in (2, 0.5, np.float64(-3), A[5], A[5:6], A[:, 3:4], A):
            with self.subTest(np.shape(other)):
                self.same(self.a + other, A + np.float32(other))
                self.same(other + self.a, np.float32(other) + A)
                self.same(self.a - other, A - np.float32(other))
                self.same(other - self.a, np.float32(other) - A)
                self.same(self.a * other, A * np.float32(other))
                self.same(other * self.a, np.float32(other) * A)

    def test_products(self):
        self.same(self.a @ self.b.T, A @ B.T, stx.Format.FP32)
        self.same(self.a @ B.T, A @ B.T, stx.Format.FP32)
        self.same(A.T @ self.b, A.T @ B, stx.Format.FP32)

    def test_slices_of_tiles(self):
        self.same(self.a[32:, :64], A[32:, :64])
        self.same(self.a[:32], A[:32])
        self.same(self.a[-32:], A[-32:])
        self.same(self.a.copy(), A)
        self.a[:32, 64:] = self.b[32:, :32]
        self.a[32:, :32] = 7
        expected = A.copy()
        expected[:32, 64:], expected[32:, :32] = B[32:, :32], 7
        self.same(self.a, expected)
        self.a[:] = self.b.astype('Float32')
        self.same(self.a, B)

    def test_what_it_is(self):
        self.assertEqual((self.a.shape, self.a.ndim, self.a.size, len(self.a), self.a.dtype), ((64, 96), 2, 6144, 64, stx.Format.BF16))
        self.assertIs(self.a.device, self.device)
        text = repr(self.device.tensor(np.full((32, 32), 1.5), 'Bfp8_b'))
        self.assertRegex(text, r'(?s)^Tensor\(\[\[1\.5, .*\.\.\..*1\.5\]\], BFP8, shape=\(32, 32\)\)$')

    def test_asarray(self):
        self.assertEqual(np.asarray(self.a).dtype, np.float32)
        self.assertEqual(np.asarray(self.a, np.float64).dtype, np.float64)
        self.assertEqual(float(np.asarray(self.a).sum()), float(A.sum()))
        self.assertEqual(np.asarray(self.device.tensor(np.eye(32, dtype=int), 'int8')).dtype, np.int32)


class Names(unittest.TestCase):
    def test_of_formats(self):
        for name, form in (('bf16', 'BF16'), ('Float16_b', 'BF16'), ('bfloat16', 'BF16'), ('BFP8', 'BFP8'), ('bfp8', 'BFP8'), ('Bfp8_b', 'BFP8'),
                           ('Bfp8', 'BFP8A'),
                           ('fp32', 'FP32'), ('float32', 'FP32'), (np.float32, 'FP32'), (np.dtype('float16'), 'FP16'), (np.int32, 'INT32'), (5, 'BF16')):
            self.assertIs(stx.Format(name), stx.Format[form], name)
        for name in ('bf17', '', None, 9, np.float64, 'uint8', object):
            with self.assertRaises(ValueError, msg=name):
                stx.Format(name)


class Refused(unittest.TestCase):
    def refused(self, error, text, call):
        with self.assertRaisesRegex(error, text):
            call()

    def test_in_one_sentence(self):
        device = stx.Device()
        a = device.tensor(A, 'bf16')
        self.refused(ValueError, 'cannot be broadcast together', lambda: a + A[:32])
        self.refused(ValueError, 'cannot be broadcast together', lambda: A[np.newaxis] + a)
        self.refused(ValueError, r'Device.binary\(\)', lambda: a + a[:32])
        self.refused(TypeError, 'real numbers', lambda: a + 'x')
        self.refused(TypeError, 'reciprocal', lambda: a / 2)
        self.refused(TypeError, 'reciprocal', lambda: 2 / a)
        self.refused(TypeError, 'rows', lambda: list(a))
        self.refused(ValueError, 'neither', lambda: bool(a))
        self.refused(TypeError, '__array_ufunc__', lambda: np.exp(a))
        self.refused(ValueError, 'copied', lambda: a.__array__(copy=False))
        self.refused(TypeError, 'pickle', lambda: pickle.dumps(a))
        self.refused(TypeError, 'pickle', lambda: copy.copy(a))
        self.refused(TypeError, 'save', lambda: pickle.dumps(device.core))
        self.refused(ValueError, 'another device', lambda: a + stx.Device().tensor(A, 'bf16'))
        self.refused(ValueError, 'whole number', lambda: device.tensor(np.full((32, 32), np.nan), 'int8'))
        self.refused(MemoryError, 'L1 is full', lambda: device.tensor(np.zeros((2048, 2048)), 'fp32'))
        for key in (5, (5, 5), slice(5), slice(0, 64, 2), (slice(None), slice(0, 16)), slice(64, None), [0, 1], None, Ellipsis):
            self.refused(IndexError, 'whole tiles', lambda key=key: a[key])
        self.refused(IndexError, '2 dimensions', lambda: a[:, :, :])
        self.refused(ValueError, 'fit', lambda: a.__setitem__(slice(32), a))

    def test_a_fault_has_parts(self):
        with stx.Core() as core:
            with self.assertRaises(stx.Fault) as caught:
                core.issue(['SFPNOP', 'SFPSETCC instr_mod1=5'], thread=2)
            self.assertEqual((caught.exception.mnemonic, caught.exception.word, caught.exception.thread),
                             ('SFPSETCC', stx.assemble('SFPSETCC instr_mod1=5'), 2))
            self.assertIn(caught.exception.reason, str(caught.exception))
        self.assertEqual(core.why(), '')


class Threads(unittest.TestCase):
    def test_of_a_pool(self):
        device = stx.Device()

        def one(number):
            return bool((np.asarray(device.tensor(A, 'bf16') * (number % 5)) == A * (number % 5)).all())
        with ThreadPoolExecutor(4) as pool:
            self.assertTrue(all(pool.map(one, range(40))))


if __name__ == '__main__':
    done = unittest.main(exit=False, verbosity=0).result
    sys.exit(not done.wasSuccessful())
