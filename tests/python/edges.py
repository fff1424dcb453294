# SPDX-License-Identifier: Apache-2.0
"""Ends of ranges, what a call does without its optional arguments, and the texts of refusals."""
import os
import re
import unittest
import xml.dom.minidom
from unittest import mock

import numpy as np

import softensix as stx
from softensix import _given, tiles
from softensix._library import LIB

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
F = stx.Format
COPY = ['SFPLOAD lreg_ind=0', 'SFPSTORE lreg_ind=0']
TILE = np.ones((32, 32), np.float32)


def setUpModule():
    np.seterr(all='ignore')


class Cores(unittest.TestCase):
    def test_patterns_of_Dst_are_those_of_their_format(self):
        core = stx.Core(firmware=True)
        for form, one, mode in (('fp16', 0x3C00, 1), ('bf16', 0x3F80, 2), ('fp32', 0x3F800000, 3)):
            core.set_dst(np.full((64, 16), one), form)
            core.issue(f'SFPLOAD lreg_ind=0 instr_mod0={mode}')
            self.assertEqual(set(core.lreg(0).tolist()), {0x3F800000}, form)  # binary32 has a 1, too
            self.assertEqual(set(core.dst(form).flat), {one})
        np.testing.assert_array_equal(core.dst(), core.dst('fp32'))

    def test_all_items_and_their_shapes(self):
        items, index = stx.Core().items(), 0
        while LIB.stx_item_at(index):
            item = LIB.stx_item_at(index).contents
            array, index = items[item.name.decode()], index + 1
            self.assertEqual(array.shape, (item.count // item.row, item.row) if item.row > 1 else (item.count,), item.name)
            self.assertEqual(array.itemsize, item.size)
        self.assertEqual((len(items), 'gpr' in items, items['gpr'].shape), (index, True, (3, 64)))

    def test_the_math_thread_is_meant_without_another(self):
        core = stx.Core()
        core.write(0xFFE00000 + 4 * 20, 5)  # a GPR of the thread
        self.assertEqual(([row[20] for row in core.items()['gpr']], core.read(0xFFE00000 + 4 * 20)), ([0, 5, 0], 5))
        for thread in range(3):
            core.write(0xFFE00000 + 4 * 21, 7 + thread, thread)
        self.assertEqual(([row[21] for row in core.items()['gpr']], [core.read(0xFFE00000 + 4 * 21, t) for t in range(3)]), ([7, 8, 9], [7, 8, 9]))
        with self.assertRaises(stx.Fault) as told:
            core.issue('SFPSETCC instr_mod1=5')
        self.assertEqual(told.exception.thread, 1)

    def test_one_number_for_all_lanes(self):
        core = stx.Core()
        for values in (7, [7], np.full(32, 7), np.array(7)):
            core.set_lreg(3, 0)
            core.set_lreg(3, values)
            self.assertEqual(core.lreg(3).tolist(), [7] * 32)
        for values, shape in (([], r'\(0,\)'), ([1, 2], r'\(2,\)'), (np.zeros((1, 32), int), r'\(1, 32\)'), (range(33), r'\(33,\)')):
            with self.assertRaisesRegex(ValueError, f'^32 numbers or one are needed, not {shape}$'):
                core.set_lreg(3, values)
        with self.assertRaisesRegex(ValueError, r'^64 rows of 16 numbers are needed, not \(16, 64\)$'):
            core.set_dst(np.zeros((16, 64), int))

    def test_states_of_any_bytes(self):
        core = stx.Core()
        core.set_lreg(3, 9)
        state = core.save()
        for given in (bytearray(state), memoryview(state), np.frombuffer(state, np.uint8)):
            other = stx.Core()
            other.restore(given)
            self.assertEqual(other.save(), state)
        for wrong in (state + b'1', state[:-1], b'x' + state[1:]):
            with self.assertRaisesRegex(ValueError, 'this is no saved state of this version'):
                core.restore(wrong)

    def test_what_it_says_of_itself(self):
        core = stx.Core(65536)
        self.assertEqual((repr(core), core.l1.shape, core.l1.dtype, core._at.value % 64), (f'Core({stx.CHIP}, 65536 bytes of L1)', (65536,), np.uint8, 0))
        self.assertEqual(len(stx.Core().l1), LIB.stx_py_l1_bytes())
        with self.assertRaisesRegex(ValueError, '^bytes of L1 4100 are not a multiple of 16$'):
            stx.Core(4100)
        with self.assertRaisesRegex(ValueError, f'^bytes of L1 8 is not from 16 to {1 << 31}$|^bytes of L1 8 '):
            stx.Core(8)
        self.assertEqual((stx.Fault('x').mnemonic, stx.Fault('x').word, stx.Fault('x').thread, stx.Fault('x').reason, str(stx.Fault('x'))),
                         ('', None, None, '', 'x'))

    def test_what_waits_is_told(self):
        core = stx.Core()
        with self.assertRaises(stx.Fault) as told:
            core.issue(['SFPNOP', 'MVMUL dst=4'])
        self.assertEqual((told.exception.word, told.exception.thread, told.exception.reason, told.exception.mnemonic),
                         (stx.assemble('MVMUL dst=4'), 1, 'waits for another thread', 'MVMUL'))
        self.assertEqual((core.fault(), core.why()), (None, ''))
        with self.assertRaisesRegex(stx.Fault, '^one of the words waits for another thread$'):
            stx.Core().map(['MVMUL dst=4'], [1])

    def test_a_map_is_of_the_math_thread(self):
        for thread in range(3):
            core = stx.Core()
            with self.assertRaises(stx.Fault):
                core.issue('MVMUL dst=0', thread)  # from now on this thread waits
            if thread == 1:
                with self.assertRaisesRegex(stx.Fault, 'another word of this thread still waits'):
                    core.map(COPY, [1])
            else:
                self.assertEqual(core.map(COPY, [0]).tolist(), [0])

    def test_a_map_keeps_shapes(self):
        core = stx.Core(firmware=True)
        for shape in ((), (0,), (1,), (31,), (32,), (33,), (0, 5), (3, 1, 7)):
            values = np.arange(int(np.prod(shape)), dtype=np.uint32).reshape(shape)
            made = core.map(['SFPLOAD lreg_ind=0 instr_mod0=INT32', 'SFPSTORE lreg_ind=0 instr_mod0=INT32'], values)
            self.assertEqual((made.shape, made.tolist()), (shape, values.tolist()))


class Numbers(unittest.TestCase):
    def test_floats_at_the_ends_of_integers(self):
        device = stx.Device()
        for kind in (np.float32, np.float64):
            with self.assertRaisesRegex(ValueError, '2147483648.0 is not from -2147483647 to 2147483647; saturate=True makes it the nearest of these'):
                device.tensor(np.full((32, 32), 2.0 ** 31, kind), 'int32')
            made = device.tensor(np.full((32, 32), -2.0 ** 31, kind), 'int32', saturate=True)
            self.assertEqual(set(np.asarray(made).flat), {-2147483647})
        half = device.tensor(np.array([[np.inf, -np.inf, 60000, -3] * 8] * 32, np.float16), 'int32', saturate=True)
        self.assertEqual(np.asarray(half)[0, :4].tolist(), [2147483647, -2147483647, 60000, -3])

    def test_numbers_that_binary32_does_not_have(self):
        most = float(np.finfo(np.float32).max)
        self.assertEqual(_given.floats(np.array([[most, -most, np.inf, -np.inf]]), False).tolist(), [[most, -most, np.inf, -np.inf]])
        self.assertEqual(_given.floats(np.array([[1e39, -1e39, np.inf, 1]]), True).tolist(), [[most, -most, np.inf, 1]])
        with self.assertRaisesRegex(ValueError, r'^-1e\+39 is no number of binary32; saturate=True makes it the largest one$'):
            _given.floats(np.array([[1.0, -1e39]]), False)

    def test_parameters(self):
        device = stx.Device()
        a = device.tensor(TILE, 'bf16')
        for epsilon in (np.inf, -1e-9, np.nan):
            with self.assertRaisesRegex(ValueError, f'^epsilon {epsilon} is not 0 or more$'):
                device.layernorm(a, epsilon=epsilon)
        for value in (True, None, '1', 1j, [1]):
            with self.assertRaisesRegex(TypeError, '^parameter is a number, not '):
                device.apply('leaky_relu', a, parameter=value)
        for value in (1e39, -1e39, 2 ** 200):
            with self.assertRaisesRegex(ValueError, f'^parameter {re.escape(str(value))} is no number of binary32$'):
                device.apply('leaky_relu', a, parameter=value)
        for value, bits in ((1, 0x3F800000), (np.int8(-2), 0xC0000000), (np.float16(0.5), 0x3F000000), (np.inf, 0x7F800000), (-np.inf, 0xFF800000)):
            self.assertEqual(_given.binary32('x', value), bits)

    def test_whole_numbers_and_patterns(self):
        for value in (True, np.True_):
            with self.assertRaisesRegex(TypeError, '^x is a whole number, not True$'):
                _given.whole('x', value, 0, 9)
        self.assertEqual([_given.whole('x', n, 0, 9) for n in (0, 9, np.uint8(4))], [0, 9, 4])
        for value in (-1, 10):
            with self.assertRaisesRegex(ValueError, f'^x {value} is not from 0 to 9$'):
                _given.whole('x', value, 0, 9)
        for width, most in ((16, 0xFFFF), (32, 0xFFFFFFFF)):
            self.assertEqual(_given.bits([0, most], width).tolist(), [0, most])
            with self.assertRaisesRegex(ValueError, f'^bit patterns are from 0 to {most:#x}$'):
                _given.bits([most + 1], width)
        self.assertEqual((_given.bits([]).shape, _given.bits(np.zeros((0, 3))).shape, _given.bits(5).shape, _given.bits(5).dtype),
                         ((0,), (0, 3), (), np.uint32))
        self.assertEqual(_given.bits([0xFFFFFFFF]).tolist(), [0xFFFFFFFF])
        self.assertEqual([_given.shown(x) for x in ('a', [1], 'a\nb', np.zeros(3), list(range(99)))],
                         ["'a'", '[1]', "'a\\nb'", 'an array of shape (3,)', 'list'])


class Devices(unittest.TestCase):
    def test_functions_are_those_of_the_header(self):
        with open(os.path.join(ROOT, 'include/softensix/tile.h'), encoding='ascii') as f:
            names = re.search(r'enum stx_tile_function \{(.*?)\}', f.read(), re.S)[1]
        wanted = [name.lower() for name in re.findall(r'STX_TILE_(\w+)', re.sub(r'/\*.*?\*/', '', names, flags=re.S))]
        self.assertEqual(tiles.FUNCTIONS, {name: i for i, name in enumerate(wanted) if name != 'functions'})

    def test_a_full_L1_tells_how_full(self):
        device = stx.Device(stx.Core(16 + 4096 + 3 * 4096))
        held = [device.tensor(TILE, 'fp32') for _ in range(3)]
        with self.assertRaisesRegex(MemoryError, '^L1 is full: 4096 bytes are needed, and of 0 free ones at most 0 are next to each other; softensix.apply'):
            device.empty((32, 32), 'fp32')
        self.assertEqual([t.struct.address for t in held], [4112, 8208, 12304])
        del held[1]
        self.assertEqual(repr(device), f'Device({stx.CHIP}, 4096 of 16400 bytes of L1 free)')
        with self.assertRaisesRegex(MemoryError, 'at most 4096 are'):
            device.empty((64, 32), 'fp32')
        made = device.empty((32, 32), 'fp32')
        self.assertEqual(made.struct.address, 8208)

    def test_what_is_given_back_is_joined(self):
        memory = tiles.Memory(16, 64)
        places = [memory.take(16) for _ in range(3)]
        self.assertEqual((places, memory.left()), ([(16, 32), (32, 48), (48, 64)], 0))
        memory.given_back.extend([places[2], places[0]])
        self.assertEqual(memory.left(), 32)
        with self.assertRaises(MemoryError):
            memory.take(32)
        memory.given_back.append(places[1])
        self.assertEqual((memory.take(48), memory.left()), ((16, 64), 0))

    def test_devices_of_one_core_share_its_L1(self):
        core = stx.Core(16 + 4096 + 2 * 4096)
        one, two = stx.Device(core), stx.Device(core)
        a, b = one.tensor(TILE, 'fp32'), two.tensor(2 * TILE, 'fp32')
        self.assertTrue((np.asarray(a) == 1).all() and (np.asarray(b) == 2).all() and one.memory is two.memory)
        with self.assertRaises(MemoryError):
            two.empty((32, 32), 'bfp2')

    def test_a_product_by_parts_takes_as_large_parts_as_fit(self):
        seen, real = [], stx.Device.matmul

        def noted(device, a, b, form, fidelity):
            seen.append((a.shape[0] // 32, b.shape[1] // 32))
            return real(device, a, b, form, fidelity)
        free = LIB.stx_py_l1_bytes() - 4096 - 16
        for inner, form, of, out in ((40, 'bf16', 2048, 4096), (25, 'fp32', 4096, 4096)):
            side = max(s for s in range(1, 99) if 2 * s * inner * of + s * s * out <= free)
            a, b = np.zeros((32 * side + 32, 32 * inner), np.float32), np.zeros((32 * inner, 32 * side), np.float32)
            a[-1], b[:, -1] = 1, 2
            with mock.patch.object(stx.Device, 'matmul', noted):
                made = stx.matmul(a, b, form)
            self.assertEqual(seen, [(side, side), (1, side)])
            self.assertTrue(made[-1, -1] == 64 * inner and np.count_nonzero(made) == 1)
            seen.clear()

    def test_formats_and_fidelity_without_a_name(self):
        device = stx.Device()
        a = device.tensor(TILE, 'bfp8')
        for made, form in ((device.matmul(a, a), F.FP32), (device.reduce('sum', 'all', a), F.FP32), (device.argmax(a), F.INT32), (device.softmax(a), F.BFP8),
                           (device.layernorm(a), F.BFP8), (device.transpose(a), F.BFP8), (device.binary('add', a, a), F.BFP8),
                           (device.apply('abs', a, parameter=3), F.BFP8), (device.softmax(a, 'fp32'), F.FP32), (device.layernorm(a, form='fp32'), F.FP32)):
            self.assertIs(made.format, form)
        # BF16 rounds 1 + 2^-9; FP32 would not.
        near = np.full((32, 32), 1 + 2.0 ** -9)
        self.assertEqual([call[0, 0] for call in (stx.apply('copy', near), stx.binary('mul', near, TILE), stx.matmul(near, np.eye(32)))], [1, 1, 1])
        self.assertEqual(stx.apply('leaky_relu', -TILE)[0, 0], 0)
        with self.assertRaisesRegex(ValueError, r'^matrices of one shape are needed, not of \(32, 32\) and \(64, 32\)$'):
            stx.binary('add', TILE, np.zeros((64, 32)))
        with self.assertRaisesRegex(ValueError, '2097120 rows and columns'):
            device.empty((32 * 65536, 32), 'bfp2')
        with self.assertRaisesRegex(ValueError, r'^\(32, 32\) x \(64, 32\): the first has as many columns as the second has rows$'):
            stx.matmul(TILE, np.zeros((64, 32)))

    def test_bytes_of_several_parts(self):
        values = np.arange(96 * 2112).reshape(96, 2112) % 127
        self.assertTrue((stx.unpack(stx.pack(values, 'int8'), 'int8', values.shape) == values).all())
        with self.assertRaisesRegex(ValueError, r'^202752 bytes are needed for shape=\(96, 2112\), not 3$'):
            stx.unpack(b'123', 'int8', (96, 2112))
        self.assertEqual((stx.unpack(bytes(4096), 'fp32').dtype, stx.unpack(bytes(4096), 'fp32').shape, stx.unpack(bytes(1024), 'int8').dtype),
                         (np.float32, (32, 32), np.int32))


class Errors(unittest.TestCase):
    def test_a_picture_has_at_most_560_points(self):
        for count, points in ((65536, 560), (561, 560), (560, 560), (559, 559), (1, 1)):
            made = stx.Errors(*(np.arange(count) * 1.0 for _ in range(4)))
            line = xml.dom.minidom.parseString(made.plot().svg).getElementsByTagName('polyline')[0].getAttribute('points').split()
            self.assertEqual(len(line), points)
        x = np.arange(1121.0)
        ulp = np.zeros(1121)
        ulp[[0, 1120]] = 2, 4
        line = xml.dom.minidom.parseString(stx.Errors(x, x, x, ulp).plot().svg).getElementsByTagName('polyline')[0].getAttribute('points').split()
        self.assertEqual([(at, point) for at, point in enumerate(line) if not point.endswith(',200.0')], [(0, '40.0,110.0'), (559, '599.0,20.0')])
        flat = stx.Errors(x, x, x, np.zeros(1121)).plot().svg
        self.assertTrue('>1 ulp<' in flat and ',20.0' not in flat)

    def test_the_worst_is_the_first_of_the_largest(self):
        made = stx.Errors(np.arange(4.0), np.arange(4.0), np.arange(4.0), np.array([np.nan, 1, 3, 3]))
        self.assertEqual((made.worst, made.between(1, 3).x.tolist(), made.between(1, 3).ulp.tolist()), (2, [1, 2], [1, 3]))

    def test_inputs_that_are_no_whole_tile(self):
        for count in (1, 1023, 1024, 1025, 2048):
            bits = np.full(count, 0x4040)
            bits[-1] = 0x4080
            made = stx.errors('square', inputs=bits)
            self.assertEqual((made.y.shape, made.y[-1], set(made.y[:-1]) - {9}), ((count,), 16, set()))
        self.assertEqual(stx.errors('square', inputs=[[0x4040, 0x4080]]).y.tolist(), [[9, 16]])

    def test_what_is_refused(self):
        for call, error, text in ((lambda: stx.errors('sinh'), ValueError, "^no function 'sinh'; there are abs, .*, and lists of words$"),
                                  (lambda: stx.errors(COPY), TypeError, '^exact says what the words should compute'),
                                  (lambda: stx.errors('exp', form='fp32'), ValueError, '^fp32 has too many inputs: give them$'),
                                  (lambda: stx.errors('exp', form='x'), ValueError, "^no form 'x'; there are fp32, bf16$"),
                                  (lambda: stx.ulp_of(np.nan), ValueError, '^an infinity or NaN has no unit'),
                                  (lambda: stx.errors(COPY, lambda x: x[:1], inputs=[1, 2]), ValueError, r'gives numbers of shape \(1,\) for \(2,\)$')):
            with self.assertRaisesRegex(error, text):
                call()

    def test_a_core_that_is_given_is_used(self):
        core = stx.Core(firmware=True)
        core.set_lreg(1, 0x40000000)
        made = stx.errors(['SFPSTORE lreg_ind=1 instr_mod0=3'], lambda x: 2 + 0 * x, 'fp32', np.array([0x3F800000], np.uint32), core)
        self.assertEqual((made.y.tolist(), made.ulp.tolist()), ([2], [0]))
