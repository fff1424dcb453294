# SPDX-License-Identifier: Apache-2.0
"""What users of numpy do first with a tensor works as they expect, or is refused in one sentence. The numbers are
small integers and halves, which every format here has, so that expected values are numpy's own."""
import copy
import io
import multiprocessing
import operator
import os
import pickle
import sys
import threading
import unittest
import warnings
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
        tall = RANDOM.integers(-8, 9, (1024, 32))
        self.same(self.device.tensor(tall, 'bf16')[:992], tall[:992])
        self.same(self.device.tensor(tall, 'bf16')[992:], tall[992:])
        self.a[:32, 64:] = self.b[32:, :32]
        self.a[32:, :32] = 7
        expected = A.copy()
        expected[:32, 64:], expected[32:, :32] = B[32:, :32], 7
        self.same(self.a, expected)
        self.a[:] = self.b.astype('Float32')
        self.same(self.a, B)

    def test_what_it_is(self):
        self.assertEqual((self.a.shape, self.a.ndim, self.a.size, len(self.a), self.a.dtype), ((64, 96), 2, 6144, 64, stx.Format.BF16))
        self.assertEqual(self.a.nbytes, 2 * 6144)
        with stx.Device(stx.Core(65536)) as device:
            held = device.tensor(A, 'bf16')
            self.assertRegex(repr(device), rf'^Device\({stx.CHIP}, {65536 - 16 - 4096 - held.nbytes} of 65536 bytes')
            del held
            self.assertRegex(repr(device), f'{65536 - 16 - 4096} of')
        self.assertIs(self.a.device, self.device)
        text = repr(self.device.tensor(np.full((32, 32), 1.5), 'Bfp8_b'))
        self.assertRegex(text, r'(?s)^Tensor\(\[\[1\.5, .*\.\.\..*1\.5\]\], BFP8, shape=\(32, 32\)\)$')

    def test_asarray(self):
        self.assertEqual(np.asarray(self.a).dtype, np.float32)
        self.assertEqual(np.asarray(self.a, np.float64).dtype, np.float64)
        self.assertEqual(float(np.asarray(self.a).sum()), float(A.sum()))
        self.assertEqual(np.asarray(self.device.tensor(np.eye(32, dtype=int), 'int8')).dtype, np.int32)

    def test_in_place_is_what_others_see(self):
        for call, expected in ((operator.iadd, A + B), (operator.isub, A - B), (operator.imul, A * B)):
            a = self.device.tensor(A, 'bf16')
            seen, changed = a, call(a, self.b)
            self.assertIs(changed, seen)
            self.same(seen, expected)
        self.a[32:] += 1
        self.same(self.a, np.concatenate([A[:32], A[32:] + 1]))

    def test_of_one_tensor(self):
        self.same(-self.a, -A)
        self.same(abs(self.a), abs(A))
        self.same(self.a ** 2, A ** 2)
        self.same(np.power(self.a, 2), A ** 2)
        self.same(np.square(self.a), A ** 2)
        self.same(np.negative(self.a), -A)
        for made in (+self.a, self.a.copy(), copy.copy(self.a), copy.deepcopy(self.a), self.a[...], self.a[:, ...]):
            made[:32] = 0
            self.same(self.a, A)

    def test_functions_of_numpy(self):
        self.same(np.add(A, self.a), A + A)
        self.same(np.subtract(A, self.b), A - B)
        self.same(np.matmul(self.a, B.T), A @ B.T, stx.Format.FP32)
        self.assertTrue(np.allclose(self.a, A) and np.array_equal(self.a, A) and not np.array_equal(self.a, B))
        self.assertEqual(np.concatenate([self.a, self.b]).shape, (128, 96))

    def test_arrays_are_filled_and_written(self):
        held = io.BytesIO()
        np.save(held, self.a)
        held.seek(0)
        self.same(self.device.tensor(np.load(held), 'bf16'), A)
        room = np.zeros_like(A)
        room[:32], room[32:] = self.a[:32], self.b[32:]
        np.testing.assert_array_equal(room, np.concatenate([A[:32], B[32:]]))
        for call in (np.stack, np.vstack, np.hstack):
            np.testing.assert_array_equal(call([self.a, self.b]), call([A, B]))
        np.testing.assert_array_equal(np.where(self.a > self.b, self.a, 0), np.where(A > B, A, 0))
        for call in (np.isnan, np.isinf, np.isfinite):
            np.testing.assert_array_equal(call(self.device.tensor([[1, np.inf] * 16] * 32, 'fp32')), call([[1, np.inf] * 16] * 32))

    def test_any_numbers_of_numpy_and_of_python(self):
        for other in (A.astype('>f4'), A.astype(np.float16), np.asfortranarray(A), A[::-1, ::-1], A.tolist(), [1] * 96, True, np.int8(3), 2 ** 40):
            self.same(self.device.tensor(np.broadcast_to(other, A.shape), 'fp32') + 0, np.broadcast_to(other, A.shape), stx.Format.FP32)
            self.same(self.a * 0 + other, np.broadcast_to(other, A.shape))

    def test_empty_indices_and_dots(self):
        for key in ((), ..., (..., slice(None)), (..., slice(32)), (slice(32), ...),
                    (slice(None), ...), (slice(None), slice(None), ...), (slice(32, 1000), ..., slice(-64, None))):
            self.same(self.a[key], A[key])

    def test_comparisons_are_of_the_numbers(self):
        for call in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
            for other, numbers in ((self.b, B), (B, B), (0.5, 0.5), (B[3], B[3])):
                for result, expected in ((call(self.a, other), call(A, numbers)), (call(other, self.a), call(numbers, A))):
                    self.assertEqual(result.dtype, bool)
                    np.testing.assert_array_equal(result, expected)
        self.assertTrue(3.5 in self.a and 99 not in self.a)

    def test_of_another_type_are_those_of_an_array(self):
        for other in (None, [0.5] * 96, {}):
            np.testing.assert_array_equal(self.a == other, A == other)
            np.testing.assert_array_equal(self.a != other, A != other)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            self.assertTrue(np.all(self.a != 'x') and not np.any(self.a == 'x'))

    def test_other_names(self):
        for made in (self.a.transpose(), np.transpose(self.a), self.a.transpose(1, 0), self.a.transpose((1, 0)), np.transpose(self.a, (1, 0))):
            self.same(made, A.T)
        self.same(self.a.dot(self.b.T), A @ B.T, stx.Format.FP32)
        self.same(self.a.dot(B.T), A @ B.T, stx.Format.FP32)
        self.assertEqual((self.a.sum(axis=1, keepdims=False).shape, np.max(self.a, axis=0, keepdims=False).shape), ((64,), (96,)))
        with self.assertRaisesRegex(ValueError, 'rows and columns change places'):
            self.a.transpose(0, 1)
        with self.assertRaisesRegex(TypeError, 'power 2'):
            pow(self.a, 2, 5)
        for name, text in (('zeros', r'np.zeros\('), ('exp', r'device.apply\("exp", tensor\)'), ('nothing', "^a device has no 'nothing'$")):
            with self.assertRaisesRegex(AttributeError, text):
                getattr(self.device, name)

    def test_reductions(self):
        for name in ('sum', 'mean', 'max', 'min'):
            for axis in (None, 0, 1, -1, -2):
                expected = getattr(A, name)(axis=axis)
                for result in (getattr(self.a, name)(axis), getattr(np, name)(self.a, axis=axis)):
                    self.assertEqual(np.shape(result), np.shape(expected))
                    # An average is a product with 1/96, which the matrix unit has to 11 bits.
                    np.testing.assert_allclose(result, expected, rtol=2e-3 if name == 'mean' else 0, atol=0)

    def test_a_format_from_the_type(self):
        for kind, form in ((np.float32, 'FP32'), (np.float64, 'FP32'), (np.float16, 'FP16'), (np.int8, 'INT8'), (int, 'INT32'), (bool, 'INT32')):
            self.same(self.device.tensor(abs(np.rint(A)).astype(kind)), abs(np.rint(A)).astype(kind), stx.Format[form])
        self.assertIs(self.device.tensor(self.a).format, stx.Format.BF16)

    def test_a_format_is_what_its_names_say(self):
        form = self.a.dtype
        for name in ('bf16', 'BF16', 'Float16_b', 'bfloat16', stx.Format.BF16, 5):
            self.assertTrue(form == name and not form != name and name == form, name)
        for other in ('fp32', 'bf17', np.float16, float, None, 6, '5'):
            self.assertTrue(form != other and not form == other, other)
        whole = self.device.tensor(np.eye(32), dtype=np.int32)
        self.assertTrue(whole.dtype == np.int32 and whole.dtype == 'Int32' and whole.dtype == np.dtype('i4') and whole.dtype != np.int8)
        self.assertEqual((str(form), f'{form}', f'{form:02d}', '%s' % form, {form: 1}[5]), ('BF16', 'BF16', '05', 'BF16', 1))
        self.assertIs(self.a.astype('f4').dtype, stx.Format.FP32)
        with self.assertRaisesRegex(TypeError, 'two names'):
            self.device.tensor(A, 'bf16', dtype='fp32')

    def test_fidelity_by_name(self):
        x = self.device.tensor(A + 1 / 128, 'fp32')
        for number, name in enumerate(('LoFi', 'HiFi2', 'HiFi3', 'HiFi4'), 1):
            np.testing.assert_array_equal(self.device.matmul(x, x.T, fidelity=name), self.device.matmul(x, x.T, fidelity=number))


class Large(unittest.TestCase):
    """Matrices of which L1 holds only a part."""
    def setUp(self):
        self.a, self.b = (RANDOM.integers(-8, 9, (1056, 1024)).astype(np.float32) / 2 for _ in range(2))

    def test_by_parts(self):
        np.testing.assert_array_equal(stx.binary('add', self.a, self.b), self.a + self.b)
        np.testing.assert_array_equal(stx.apply('square', self.a, 'fp32'), self.a ** 2)
        # A row and a column of 150 tiles fit into L1, two of each do not.
        a, b = (RANDOM.integers(-1, 2, shape) for shape in ((64, 4800), (4800, 64)))
        np.testing.assert_array_equal(stx.matmul(a, b, 'fp32'), a @ b)
        with self.assertRaisesRegex(ValueError, 'one shape'):
            stx.binary('add', self.a, self.b[:32])

    def test_L1_holds_no_more(self):
        with self.assertRaises(MemoryError):
            stx.Device().tensor(self.a, 'fp32')


class Names(unittest.TestCase):
    def test_of_formats(self):
        for name, form in (('bf16', 'BF16'), ('Float16_b', 'BF16'), ('bfloat16', 'BF16'), ('BFP8', 'BFP8'), ('bfp8', 'BFP8'), ('Bfp8_b', 'BFP8'),
                           ('Bfp8', 'BFP8A'),
                           ('fp32', 'FP32'), ('float32', 'FP32'), (np.float32, 'FP32'), (np.dtype('float16'), 'FP16'), (np.int32, 'INT32'), (5, 'BF16')):
            self.assertIs(stx.Format(name), stx.Format[form], name)
        # The codes of the book (docs/spec, 4), and no two of one number.
        self.assertEqual([(form.name, form.value) for form in stx.Format],
                         [('FP32', 0), ('FP16', 1), ('BFP8A', 2), ('BFP4A', 3), ('TF32', 4), ('BF16', 5), ('BFP8', 6), ('BFP4', 7), ('INT32', 8),
                          ('FP8', 10), ('BFP2A', 11), ('INT8', 14), ('BFP2', 15)])
        for name in ('bf17', '', None, 9, np.float64, 'uint8', object):
            with self.assertRaises(ValueError, msg=name):
                stx.Format(name)


class Refused(unittest.TestCase):
    def refused(self, error, text, call):
        with self.assertRaisesRegex(error, text):
            call()

    def test_operators_and_functions(self):
        device = stx.Device()
        a, whole = device.tensor(A, 'bf16'), device.tensor(np.rint(A).astype(int))
        for call in (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift, operator.ior):
            self.refused(TypeError, 'no bits', lambda call=call: call(a, 1))
            self.refused(TypeError, 'no bits', lambda call=call: call(1, a))
        self.refused(TypeError, 'no bits', lambda: ~a)
        self.refused(TypeError, 'np.round', lambda: round(a, 1))
        self.refused(TypeError, 'reciprocal', lambda: divmod(a, 2))
        self.refused(TypeError, 'reciprocal', lambda: divmod(2, a))
        self.refused(TypeError, r'apply\("exp"', lambda: 2 ** a)
        self.refused(TypeError, r'np.multiply.reduce\(np.asarray\(tensor\)\)', lambda: np.prod(a))
        self.refused(TypeError, 'np.add with out=', lambda: operator.iadd(A.copy(), a))
        self.refused(TypeError, 'np.maximum', lambda: np.maximum(a, 0))
        self.refused(TypeError, 'slice is a smaller', lambda: operator.delitem(a, slice(32)))
        for name in ('real', 'flat', 'anything', 'shape', 'dtype', 'T'):
            with self.assertRaises(AttributeError, msg=name):
                setattr(a, name, 1)
        masked = np.ma.masked_less(A, 0)
        for call in (lambda: a + masked, lambda: a - masked, lambda: a.__rsub__(masked), lambda: a.__setitem__(..., masked), lambda: a @ masked.T):
            self.refused(TypeError, 'filled', call)
        for call in (lambda: whole + 1, lambda: a + whole, lambda: whole.sum(), lambda: whole.astype('bf16'), lambda: -whole):
            self.refused(ValueError, r'data formats: .*device.tensor\(np.asarray\(tensor\)', call)

    def test_shapes_and_types_of_arrays(self):
        device = stx.Device()
        a = device.tensor(A, 'bf16')
        for values in (5, [], np.zeros(32), np.zeros((2, 32, 32)), np.zeros((0, 0, 0))):
            self.refused(ValueError, r'reshape\(\)', lambda values=values: device.tensor(values))
        self.refused(ValueError, 'multiples of 32', lambda: device.empty(32, 'bf16'))
        for values in (np.zeros((0, 32)), np.zeros((32, 0)), np.zeros((32, 33))):
            self.refused(ValueError, 'multiples of 32', lambda values=values: device.tensor(values))
        for values in (np.ones((2, 64, 96)), np.ones(5), np.ones((96, 64))):
            self.refused(ValueError, 'broadcast', lambda values=values: a + values)
            self.refused(ValueError, 'does not fit', lambda values=values: a.__setitem__(..., values))
        for values in (np.ones(96), 3, np.ones((2, 96, 32))):
            self.refused(ValueError, r'reshape\(\)', lambda values=values: a @ values)
        for kind in (complex, object, 'S1', 'U1', 'M8[s]', [('x', 'i4')], np.longdouble):
            values = np.zeros((64, 96), kind)
            for call in (lambda values=values: device.tensor(values, 'bf16'), lambda values=values: a + values, lambda values=values: a @ values.T):
                self.refused(TypeError, 'real numbers', call)
        for values in ('text', b'text', None, {}, object()):
            self.refused(TypeError, 'real numbers', lambda values=values: device.tensor(values, 'bf16'))
        self.refused(ValueError, 'not True', lambda: device.tensor(A, True))
        self.refused(IndexError, 'one [.]{3}', lambda: a[..., ...])
        self.refused(IndexError, 'whole numbers', lambda: a['a':])
        self.refused(MemoryError, 'L1 is full', lambda: device.tensor(np.broadcast_to(np.int8(1), (1 << 20, 1 << 20)), 'bf16'))
        self.refused(MemoryError, 'L1 is full', lambda: device.empty((32 * 65535, 32), 'bfp2'))
        self.refused(ValueError, 'at most', lambda: device.empty((32 * 65536, 32), 'bfp2'))
        self.refused(ValueError, '2147483648 is not from', lambda: device.tensor(np.full((32, 32), 1 << 31, np.uint64), 'int32'))
        most = device.tensor(np.array([[1 << 63, 5] * 16] * 32, np.uint64), 'int32', saturate=True)
        np.testing.assert_array_equal(most, [[0x7FFFFFFF, 5] * 16] * 32)

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
        self.refused(TypeError, r'np.exp\(np.asarray\(tensor\)\)', lambda: np.exp(a))
        self.refused(TypeError, 'np.add', lambda: np.add(a, a, out=A.copy()))
        self.refused(TypeError, 'np.multiply', lambda: np.multiply.reduce(a))
        for call in (float, int, complex, range):
            self.refused(TypeError, r'many numbers: np.asarray\(tensor\)\[0, 0\]', lambda call=call: call(a))
        self.refused(TypeError, 'reversible', lambda: reversed(a))
        self.refused(TypeError, 'unhashable', lambda: hash(a))
        self.refused(TypeError, 'a = a @ b', lambda: operator.imatmul(a, a))
        for call in (operator.truediv, operator.floordiv, operator.mod, operator.itruediv):
            self.refused(TypeError, 'reciprocal', lambda call=call: call(a, 2))
        for power in (3, 0.5, a, A):
            self.refused(TypeError, 'power 2', lambda power=power: a ** power)
        for name in ('reshape', 'flatten', 'std', 'tolist', 'clip'):
            self.refused(AttributeError, fr'np.asarray\(tensor\).{name}', lambda name=name: getattr(a, name))
        self.refused(AttributeError, "^a tensor has no 'rshape'$", lambda: a.rshape)
        for named in ({'axis': 2}, {'axis': (0, 1)}, {'axis': 1.0}):
            self.refused(ValueError, 'axis', lambda named=named: a.sum(**named))
        self.refused(TypeError, 'keepdims', lambda: np.sum(a, keepdims=True))
        self.refused(TypeError, 'Device', lambda: stx.Tensor(A))
        self.refused(ValueError, r'\(64, 96\) @ \(64, 96\)', lambda: a @ a)
        self.refused(ValueError, 'BF16 .*INT32', lambda: a + device.tensor(np.zeros((64, 96), int)))
        self.refused(ValueError, 'copied', lambda: a.__array__(copy=False))
        self.refused(TypeError, 'pickle', lambda: pickle.dumps(a))
        for whole in (device, device.core):
            for call in (pickle.dumps, copy.copy, copy.deepcopy):
                self.refused(TypeError, 'neither pickled nor copied', lambda call=call, whole=whole: call(whole))
        self.refused(ValueError, 'another device', lambda: a + stx.Device().tensor(A, 'bf16'))
        self.refused(ValueError, 'whole number', lambda: device.tensor(np.full((32, 32), np.nan), 'int8'))
        self.refused(ValueError, 'np.pad', lambda: device.tensor(np.zeros((33, 32))))
        self.refused(TypeError, 'filled', lambda: device.tensor(np.ma.masked_less(A, 0)))
        self.refused(TypeError, '^a Tensor is needed, not an array of shape .* device.tensor', lambda: device.softmax(A))
        self.refused(ValueError, 'LoFi, HiFi2', lambda: device.matmul(a, a.T, fidelity='HiFi5'))
        self.refused(MemoryError, 'L1 is full.* by parts', lambda: device.tensor(np.zeros((2048, 2048)), 'fp32'))
        for key in (5, (5, 5), slice(5), slice(0, 64, 2), (slice(None), slice(0, 16)), slice(64, None), [0, 1], None, A > 0):
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

    @unittest.skipUnless(hasattr(os, 'fork'), 'no fork')
    def test_children_have_copies_while_others_compute(self):
        """A child of fork() that has a thread's lock would wait for ever."""
        device, over = stx.Device(), threading.Event()
        a, forks = device.tensor(A, 'bf16'), multiprocessing.get_context('fork')

        def compute():
            while not over.is_set():
                self.assertTrue((np.asarray(a * 2) == 2 * A).all())

        def child():
            a[:] = a + 1
            sys.exit(not (np.asarray(a) == A + 1).all())
        with ThreadPoolExecutor(3) as pool:
            busy = [pool.submit(compute) for _ in range(3)]
            children = [forks.Process(target=child) for _ in range(10)]
            for one in children:
                one.start()
                one.join(20)
                if one.is_alive():
                    one.kill()
                    break
            over.set()
            for done in busy:
                done.result()
        self.assertEqual([one.exitcode for one in children], [0] * 10)
        np.testing.assert_array_equal(a, A)
