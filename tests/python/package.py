# SPDX-License-Identifier: Apache-2.0
"""What the package does, against arithmetic of its own."""
import ctypes
import math
import statistics
import unittest
import xml.dom.minidom

import numpy as np

import softensix as stx
from softensix._library import LIB, words_of
from softensix.core import words_array

BLOCKS = {stx.Format.BFP8: 8, stx.Format.BFP4: 4, stx.Format.BFP2: 2}


def block_float(values, width):
    """By the book (docs/spec, 12): the upper half of a binary32 is rounded to six bits of mantissa, half up; sixteen
    numbers then share the largest exponent, with magnitudes of seven bits, half up, that are cut to the width."""
    half = (((values.view(np.uint32) >> 16) + 1) & ~np.uint32(1)).astype(np.int64).reshape(-1, 16)
    exponent, sign = half >> 7 & 255, np.where(half >> 15, -1.0, 1.0)
    top = exponent.max(axis=1, keepdims=True)
    shift = np.minimum(top - exponent, 8)
    magnitude = np.minimum(((half & 127 | 128) + (1 << shift)) >> (shift + 1), 127)
    magnitude = np.where(shift < 8, magnitude, 0) >> (8 - width) << (8 - width)
    return (sign * np.ldexp(magnitude.astype(np.float64), top - 127 - 6)).reshape(values.shape)


def faces(matrix):
    """Rows of sixteen numbers as a tile has them."""
    return np.concatenate([matrix[r:r + 16, c:c + 16] for r in (0, 16) for c in (0, 16)])


def setUpModule():
    np.seterr(all='ignore')


class Conversions(unittest.TestCase):
    def setUp(self):
        self.values = np.random.default_rng(7).normal(0, 3, (32, 32)).astype(np.float32)

    def test_block_formats_follow_the_rule(self):
        for form, width in BLOCKS.items():
            back = stx.unpack(stx.pack(self.values, form), form)
            np.testing.assert_array_equal(faces(back), block_float(faces(self.values), width), form.name)

    def test_fp32_is_kept(self):
        np.testing.assert_array_equal(stx.unpack(stx.pack(self.values, stx.Format.FP32), stx.Format.FP32), self.values)

    def test_bf16_is_the_upper_half(self):
        raw = np.frombuffer(stx.pack(self.values, stx.Format.BF16), np.uint16)
        expected = (faces(self.values).view(np.uint32) + 0x8000) >> 16
        np.testing.assert_array_equal(raw, expected.reshape(-1))

    def test_integers(self):
        values = np.random.default_rng(1).integers(-127, 128, (32, 64), dtype=np.int32)
        for form in (stx.Format.INT8, stx.Format.INT32):
            np.testing.assert_array_equal(stx.unpack(stx.pack(values, form), form, (32, 64)), values)

    def test_every_format_keeps_ones(self):
        for form in stx.Format:
            integer = form in (stx.Format.INT8, stx.Format.INT32)
            ones = np.ones((64, 32), np.int32 if integer else np.float32)
            raw = stx.pack(ones, form)
            self.assertEqual(len(raw), 2 * stx.tile_bytes(form))
            self.assertTrue((stx.unpack(raw, form, (64, 32)) == 1).all(), form.name)


class Tensors(unittest.TestCase):
    def test_a_product(self):
        device, rng = stx.Device(), np.random.default_rng(3)
        a, b = (rng.integers(-4, 5, (64, 32)).astype(np.float32) for _ in range(2))
        made = device.matmul(device.tensor(a, stx.Format.BF16), device.tensor(b.T.copy(), stx.Format.BF16))
        np.testing.assert_array_equal(made.numpy(), a @ b.T)

    def test_functions_sums_transposition(self):
        device = stx.Device()
        values = np.arange(1024, dtype=np.float32).reshape(32, 32)
        a = device.tensor(values, stx.Format.FP32)
        np.testing.assert_array_equal(device.apply('negative', a).numpy(), -values)
        np.testing.assert_array_equal(device.transpose(a).numpy(), values.T)
        np.testing.assert_array_equal(device.reduce('max', 'rows', a).numpy()[:, 0], values.max(axis=1))
        np.testing.assert_allclose(device.softmax(a).numpy().sum(axis=1), 1, rtol=1e-4)

    def test_sums_and_averages_of_rows_columns_and_all(self):
        device, values = stx.Device(), np.random.default_rng(5).integers(-20, 21, (64, 96)).astype(np.float32)
        a = device.tensor(values, stx.Format.FP32)
        by = {'sum': np.sum, 'max': np.max, 'min': np.min}
        for name, function in by.items():
            for dimension, axis, shape in (('rows', 1, (64, 32)), ('columns', 0, (32, 96)), ('all', None, (32, 32))):
                wanted = np.broadcast_to(function(values, axis=axis, keepdims=True), shape)
                np.testing.assert_array_equal(device.reduce(name, dimension, a).numpy(), wanted, f'{name} of {dimension}')
        # 64 is a power of two, whose reciprocal is exact
        np.testing.assert_array_equal(device.reduce('average', 'columns', a).numpy(), np.broadcast_to(values.mean(axis=0), (32, 96)))

    def test_operations_and_broadcasts(self):
        device, rng = stx.Device(), np.random.default_rng(6)
        a, b = (rng.integers(-9, 10, (64, 96)).astype(np.float32) for _ in range(2))
        first = device.tensor(a, stx.Format.BF16)
        parts = {'elements': (b, b), 'column': (b[:, :32], b[:, :1]), 'row': (b[:32], b[:1]), 'scalar': (b[:32, :32], b[:1, :1])}
        for broadcast, (given, meant) in parts.items():
            second = device.tensor(given, stx.Format.BF16)
            for name, wanted in (('add', a + meant), ('sub', a - meant), ('mul', a * meant)):
                got = device.binary(name, first, second, broadcast, form=stx.Format.FP32)
                np.testing.assert_array_equal(got.numpy(), wanted, f'{name}, {broadcast}')

    def test_a_function_has_its_parameter_and_a_result_its_format(self):
        device, values = stx.Device(), np.arange(-512, 512, dtype=np.float32).reshape(32, 32)
        a = device.tensor(values, stx.Format.FP32)
        np.testing.assert_array_equal(device.apply('relu_max', a, parameter=37).numpy(), np.clip(values, 0, 37))
        np.testing.assert_array_equal(device.apply('leaky_relu', a, parameter=0.25).numpy(), np.where(values < 0, values / 4, values))
        self.assertEqual([device.apply('abs', a).format, device.apply('abs', a, stx.Format.BF16).format, device.convert(a, stx.Format.BFP8).format],
                         [stx.Format.FP32, stx.Format.BF16, stx.Format.BFP8])

    def test_fidelity_1_takes_5_bits_of_b_and_7_of_a(self):
        device, rng = stx.Device(), np.random.default_rng(7)
        a = device.tensor(np.eye(32), stx.Format.BF16)
        b = rng.integers(128, 256, (32, 32)).astype(np.float32)  # eight bits of mantissa
        second = device.tensor(b, stx.Format.BF16)
        np.testing.assert_array_equal(device.matmul(a, second, fidelity=4).numpy(), b)
        np.testing.assert_array_equal(device.matmul(a, second, fidelity=1).numpy(), b // 8 * 8)
        ones = device.tensor(np.ones((32, 32)), stx.Format.BF16)
        full, low = (device.binary('mul', second, ones, form=stx.Format.FP32, fidelity=f).numpy() for f in (4, 1))
        np.testing.assert_array_equal(full, b)
        self.assertTrue((low < b).any() and (low > b * (1 - 2.0 ** -4)).all())
        for call in (lambda **more: device.binary('mul', second, second, form=stx.Format.FP32, **more), lambda **more: device.matmul(second, second, **more)):
            usual, four, three = (call(**more).numpy() for more in ({}, {'fidelity': 4}, {'fidelity': 3}))
            np.testing.assert_array_equal(usual, four)
            self.assertTrue((usual != three).any())

    def test_normalisation_and_places_of_maxima(self):
        device, values = stx.Device(), np.random.default_rng(4).normal(2, 3, (32, 64)).astype(np.float32)
        gamma, beta = np.zeros((32, 64), np.float32), np.zeros((32, 64), np.float32)
        gamma[0], beta[0] = np.linspace(1, 2, 64), np.linspace(-1, 1, 64)
        a, g, b = (device.tensor(m, stx.Format.FP32) for m in (values, gamma, beta))
        normal = (values - values.mean(axis=1, keepdims=True)) / np.sqrt(values.var(axis=1, keepdims=True) + 1e-5)
        np.testing.assert_allclose(device.layernorm(a).numpy(), normal, atol=0.02)
        np.testing.assert_allclose(device.layernorm(a, g, b).numpy(), normal * gamma[0] + beta[0], atol=0.04)
        np.testing.assert_array_equal(device.argmax(a).numpy()[:, 0], values.argmax(axis=1))

    def test_mistakes_are_told(self):
        device = stx.Device()
        with self.assertRaises(ValueError):
            device.tensor(np.zeros((30, 32), np.float32), stx.Format.BF16)
        with self.assertRaisesRegex(ValueError, '^576 bytes are needed .*, not 9$'):
            stx.unpack(b'too short', stx.Format.BFP4)
        a = device.tensor(np.zeros((32, 64), np.float32), stx.Format.BF16)
        with self.assertRaises(ValueError):
            device.matmul(a, a)


class Words(unittest.TestCase):
    def test_registers_and_states(self):
        core = stx.Core()
        core.set_lreg(1, np.arange(32))
        core.issue('SFPIADD lreg_c=1 lreg_dest=2 imm12_math=5 instr_mod1=5')
        np.testing.assert_array_equal(core.lreg(2), np.arange(32) + 5)
        state = core.save()
        other = stx.Core()
        other.restore(state)
        np.testing.assert_array_equal(other.lreg(2), core.lreg(2))
        with self.assertRaises(ValueError):
            other.restore(state[:100])

    def test_arrays_that_are_not_contiguous(self):
        core, values = stx.Core(), np.random.default_rng(8).integers(0, 1 << 32, (64, 16), np.uint32)
        copy = ['SFPLOAD lreg_ind=0 instr_mod0=INT32', 'SFPSTORE lreg_ind=0 instr_mod0=INT32']
        wide = np.repeat(values, 2, axis=1)
        for given in (values, values[::-1], values.T.copy().T, wide[:, ::2], values.astype(np.int64), np.asfortranarray(values)):
            core.set_dst(given)
            np.testing.assert_array_equal(core.dst(), given)
            np.testing.assert_array_equal(core.map(copy, given), given)
        core.set_lreg(0, values[:32, 3])
        np.testing.assert_array_equal(core.lreg(0), values[:32, 3])
        turned = values.T.astype(np.int32)[:, :32]
        np.testing.assert_array_equal(stx.unpack(stx.pack(np.tile(turned.T, (1, 2)) & 255, stx.Format.INT32), stx.Format.INT32),
                                      np.tile(turned.T, (1, 2)) & 255)

    def test_C_takes_and_gives_just_so_many_numbers(self):
        core, room = stx.Core(), np.full(1025, 7, np.uint32)
        core.set_dst(np.full((64, 16), 5, np.uint32))
        LIB.stx_py_dst(core._at, 0, words_of(room))
        self.assertEqual((set(room[:1024]), room[1024]), ({5}, 7))
        LIB.stx_py_set_dst(core._at, 0, words_of(np.full(1025, 9, np.uint32)))
        peeked = {(row, LIB.stx_dst_peek(core._at, row, 0)) for row in (0, 63, 64)}
        self.assertEqual(len({bits for _, bits in peeked}), 2)
        self.assertEqual(LIB.stx_dst_peek(core._at, 64, 0), LIB.stx_dst_peek(stx.Core()._at, 64, 0))

    def test_C_takes_just_so_many_words_and_lanes(self):
        core = stx.Core()
        two = words_array(['SFPLOADI lreg_ind=1 instr_mod0=2 imm16=5', 'SFPLOADI lreg_ind=1 instr_mod0=2 imm16=6'])
        self.assertEqual((LIB.stx_py_issue(core._at, 1, words_of(two), 1), core.lreg(1)[0]), (1, 5))
        core.set_lreg(2, 7)
        core.set_lreg(1, np.arange(32))
        self.assertEqual(set(core.lreg(2)), {7})
        given, room = np.arange(6, dtype=np.uint32), np.full(6, 77, np.uint32)
        copy, bad = words_array(['SFPLOAD lreg_ind=0 instr_mod0=INT32', 'SFPSTORE lreg_ind=0 instr_mod0=INT32']), ctypes.c_uint8()
        held, fresh = core._new()
        LIB.stx_py_map(core._at, fresh, words_of(copy), 2, 0, words_of(given), words_of(room), 5, ctypes.byref(bad))
        self.assertEqual((room.tolist(), bad.value, bool(held)), ([0, 1, 2, 3, 4, 77], 0, True))

    def test_a_map_begins_anew_for_each_32_numbers_and_leaves_the_core_alone(self):
        core = stx.Core()
        core.set_lreg(3, 10)
        core.set_dst(np.arange(1024, dtype=np.uint32).reshape(64, 16))
        state = core.save()
        counting = ['SFPIADD lreg_c=3 lreg_dest=3 imm12_math=1 instr_mod1=5', 'SFPSTORE lreg_ind=3 instr_mod0=INT32']
        self.assertEqual(set(core.map(counting, np.zeros(100, np.uint32)).tolist()), {11})
        self.assertEqual(core.save(), state)

    def test_dst_in_each_form(self):
        for form, most in (('fp32', 1 << 32), ('bf16', 1 << 16), ('fp16', 1 << 16)):
            core, bits = stx.Core(), np.random.default_rng(3).integers(0, most, (64, 16), np.uint32)
            core.set_dst(bits, form)
            np.testing.assert_array_equal(core.dst(form), bits, form)

    def test_a_fault_names_the_word(self):
        with self.assertRaisesRegex(stx.Fault, 'SFPSETCC'):
            stx.Core().issue('SFPSETCC instr_mod1=5')
        with self.assertRaisesRegex(stx.Fault, 'waits'):
            stx.Core().issue('MVMUL dst=0')

    def test_units_in_the_last_place(self):
        np.testing.assert_array_equal(stx.ulp_of(np.array([1, 0.999, -3, 2.0 ** -130])),
                                      [2.0 ** -7, 2.0 ** -8, 2.0 ** -6, 2.0 ** -133])
        np.testing.assert_array_equal(stx.ulp_of([1, 1.999, -4, 2.0 ** -130], 'fp32'), [2.0 ** -23, 2.0 ** -23, 2.0 ** -21, 2.0 ** -149])

    def test_a_copy_has_no_error(self):
        copy = stx.errors(['SFPLOAD lreg_ind=0', 'SFPSTORE lreg_ind=0'], lambda x: x)
        self.assertEqual(np.nanmax(copy.ulp), 0)

    def test_all_bits_of_binary32_are_copied_and_counted(self):
        bits, copy = np.array([0x3F800001, 0xC0490FDB], np.uint32), ['SFPLOAD lreg_ind=0', 'SFPSTORE lreg_ind=0']
        for more, error in ((0, 0), (1, 1), (3, 3)):  # exact values so many units away
            found = stx.errors(copy, lambda x: x + more * np.array([2.0 ** -23, 2.0 ** -22]), 'fp32', bits)
            self.assertEqual((found.ulp.tolist(), found.y.tolist()), ([error] * 2, bits.view(np.float32).tolist()))
        # BF16 has 8 bits of mantissa: two of its units are 2^-6 for 1.
        self.assertEqual(stx.errors(copy, lambda x: x + 2.0 ** -6, inputs=[0x3F80]).ulp.tolist(), [2])

    def test_a_load_without_a_format_takes_that_of_the_form(self):
        square = ['SFPLOAD lreg_ind=0', 'SFPMUL 0 0 9 1 0', 'SFPNOP', 'SFPSTORE lreg_ind=1']
        for form, bits, most in (('fp32', [0x3F800001, 0x40490FDB], 0.5), ('bf16', [0x3F81, 0x4049], 1)):
            self.assertLessEqual(stx.errors(square, np.square, form, np.array(bits, np.uint32)).ulp.max(), most)

    def test_functions_are_defined_as_in_books(self):
        points, normal = np.array([0.25, 0.5, 1, 1.5, 3]), statistics.NormalDist()
        bits = points.astype(np.float32).view(np.uint32) >> 16
        for name, function in {
                'abs': abs, 'negative': lambda x: -x, 'square': lambda x: x * x, 'exp': math.exp, 'log': math.log, 'sqrt': math.sqrt,
                'rsqrt': lambda x: x ** -0.5, 'reciprocal': lambda x: x ** -1, 'sigmoid': lambda x: math.exp(x) / (math.exp(x) + 1),
                'tanh': math.tanh, 'gelu': lambda x: x * normal.cdf(x), 'silu': lambda x: x * math.exp(x) / (math.exp(x) + 1),
                'sin': math.sin, 'cos': math.cos}.items():
            np.testing.assert_allclose(stx.errors(name, inputs=bits).exact, [function(x) for x in points], rtol=1e-14, err_msg=name)
        with self.assertRaisesRegex(ValueError, 'no form'):
            stx.errors('exp', form='tf32')

    def test_a_picture_of_errors(self):
        copy, bits = ['SFPLOAD lreg_ind=0', 'SFPSTORE lreg_ind=0'], np.arange(0x3F80, 0x4080, dtype=np.uint32)[::-1].copy()
        made = stx.errors(copy, lambda x: np.where(x == 1.5, x + 2.0 ** -5, x + 2.0 ** -6), inputs=bits)
        part = made.between(1, 2)
        self.assertEqual((len(part.x), part.x.min(), part.x.max()), (128, 1, 2 - 2.0 ** -7))
        picture = xml.dom.minidom.parseString(part._repr_svg_())
        heights = [float(point.split(',')[1]) for point in picture.getElementsByTagName('polyline')[0].getAttribute('points').split()]
        # 1.5 is input 64 of 128, with four units; all others have two, or one where the exact value is not below 2.
        self.assertEqual([(i, height) for i, height in enumerate(heights) if height != 110], [(64, 20), (126, 155), (127, 155)])
        self.assertEqual([text.firstChild.data for text in picture.getElementsByTagName('text')], ['4 ulp', 'x = 1', '1.992'])
        bits[0] = 0x7FC0
        self.assertNotIn('nan', stx.errors(copy, lambda x: x, inputs=bits)._repr_svg_())
        with self.assertRaisesRegex(ValueError, 'no input'):
            made.between(5, 6)._repr_svg_()

    def test_all_names_are_given_and_no_module(self):
        given = {}
        exec('from softensix import *', given)
        self.assertEqual(set(given) - {'__builtins__'}, {
            'CHIP', 'Core', 'Device', 'Errors', 'Fault', 'Format', 'KernelError', 'MetalCase', 'Picture', 'Run', 'Tensor', 'Timeline', 'apply',
            'assemble', 'binary', 'datums', 'disassemble', 'errors', 'kernel', 'matmul', 'pack', 'tile_bytes', 'ulp_of', 'unpack', 'version'})

    def test_errors_are_counted_for_normal_numbers_alone(self):
        least, half = 2.0 ** -126, ['SFPLOAD lreg_ind=0', 'SFPSTORE lreg_ind=0']
        bits = np.array([0x0080, 0x007F, 0x8080, 0x807F, 0x7F7F, 0x7F80, 0x7FC0, 0x3F80], np.uint32)
        counted = [True, False, True, False, True, False, False, True]
        self.assertEqual((~np.isnan(stx.errors(half, lambda x: x, inputs=bits).ulp)).tolist(), counted)
        np.testing.assert_array_equal(np.isnan(stx.errors(half, np.ones_like, inputs=bits).ulp), np.logical_not(counted))
        # exact values at and below the smallest number, and at and beyond the largest
        some = np.array([0x3F80] * 5, np.uint32)
        values = np.array([least, np.nextafter(least, 0), -least, float(np.finfo(np.float32).max), 2.0 ** 128])
        self.assertEqual((~np.isnan(stx.errors(half, lambda x: values, inputs=some).ulp)).tolist(), [True, False, True, True, False])

    @unittest.skipUnless(stx.CHIP == 'Blackhole', 'Wormhole has no such word')
    def test_a_halving_table_has_some(self):
        table = stx.errors(['SFPLOAD lreg_ind=0', 'SFPARECIP lreg_c=0 lreg_dest=1', 'SFPSTORE lreg_ind=1'],
                           np.reciprocal)
        inside = (table.x >= 1) & (table.x < 2)
        self.assertTrue(0 < table.ulp[inside].max() < 1.5)
