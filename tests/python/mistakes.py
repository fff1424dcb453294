# SPDX-License-Identifier: Apache-2.0
"""What the package refuses: numbers, arrays and tensors that do not fit are told, never made to fit; a fault is that of
its own word; threads of Python do not disturb each other."""
import gc
import threading
import unittest

import numpy as np

import softensix as stx
from softensix import _given

F = stx.Format
TILE = np.zeros((32, 32), np.float32)
HALVES = ['SFPLOAD lreg_ind=0 instr_mod0=INT32', 'SFPIADD lreg_c=0 lreg_dest=1 imm12_math={} instr_mod1=5',
          'SFPSTORE lreg_ind=1 instr_mod0=INT32']


def adding(number):
    """Words that add a number to 32 bits."""
    return [line.format(number) for line in HALVES]


def setUpModule():
    np.seterr(all='ignore')


class Refused(unittest.TestCase):
    def all_raise(self, error, calls):
        for call in calls:
            with self.subTest(call), self.assertRaises(error):
                eval(call, {'stx': stx, 'np': np, 'F': F, 'TILE': TILE, **self.names})  # pylint: disable=eval-used

    def setUp(self):
        core, device, other = stx.Core(), stx.Device(), stx.Device()
        self.names = {'core': core, 'device': device, 'a': device.tensor(TILE, F.BF16), 'wide': device.tensor(np.zeros((32, 64)), F.BF16),
                      'alien': other.tensor(TILE, F.BF16), 'dst': np.zeros((64, 16), np.uint32)}

    def test_numbers_that_are_out_of_range(self):
        self.all_raise(IndexError, ('core.lreg(16)', 'core.lreg(-1)', 'core.lreg(1000)', 'core.set_lreg(16, 0)', 'core.set_lreg(-1, 0)'))
        self.all_raise(ValueError, (
            'core.issue(-1)', 'core.issue(1 << 32)', 'core.issue("SFPNOP", thread=3)', 'core.issue("SFPNOP", thread=-1)', 'core.read(-4)',
            'core.read(0xFFEF0004, thread=3)', 'core.write(0xFFEF0004, 1 << 32)', 'core.write(0xFFEF0004, -1)', 'stx.disassemble(-1)',
            'stx.disassemble(1 << 32)',
            'stx.assemble("NOP\\0garbage")', 'stx.assemble("")', 'stx.Core(-16)', 'stx.Core(0)', 'stx.Core(100)', 'stx.Core((1 << 31) + 16)',
            'core.set_lreg(0, 1 << 32)',
            'core.set_lreg(0, -1)', 'core.set_lreg(0, np.arange(31))', 'core.set_lreg(0, np.zeros((32, 2), int))', 'core.set_dst(dst[:63])',
            'core.set_dst(dst + np.uint64(1 << 32))', 'core.set_dst(dst.astype(int) - 1)', 'core.set_dst(dst + 65536, "bf16")', 'core.set_dst(dst, "tf32")',
            'core.dst("bf17")', 'core.dst(None)', 'core.map("SFPNOP", [65536], "fp16")', 'core.map("SFPNOP", [-1])', 'core.restore(b"")'))
        self.all_raise(ValueError, (
            'device.matmul(a, a, fidelity=260)', 'device.matmul(a, a, fidelity=0)', 'device.matmul(a, a, fidelity=5)',
            'device.binary("add", a, a, fidelity=-1)',
            'device.binary("plus", a, a)', 'device.binary("add", a, a, "diagonal")', 'device.binary("add", wide, a)', 'device.reduce("mean", "rows", a)',
            'device.reduce("sum", "row", a)', 'device.apply("expp", a)', 'device.apply(None, a)', 'device.apply("leaky_relu", a, parameter=1e39)',
            'device.layernorm(a, epsilon=-1)', 'device.layernorm(a, epsilon=float("nan"))', 'device.layernorm(a, gamma=wide)',
            'device.matmul(a, a.device.empty((64, 32), F.BF16))',
            'device.empty((31, 32), F.BF16)', 'device.empty((-32, 32), F.BF16)', 'device.empty((0, 32), F.BF16)', 'device.empty((32,), F.BF16)',
            'device.empty((32, 32, 32), F.BF16)', 'device.empty((65536 * 32, 32), F.BFP2)', 'device.empty((32, 32), 9)', 'device.empty((32, 32), 261)',
            'device.tensor(TILE, 16)', 'stx.tile_bytes(9)', 'stx.tile_bytes(256)', 'device.tensor(TILE[0], F.FP32)', 'device.tensor(TILE[:, :, None], F.FP32)',
            'device.tensor(np.zeros((0, 32)), F.FP32)', 'stx.pack(np.zeros((31, 32)), F.FP32)', 'stx.unpack(b"1" * 4095, F.FP32)',
            'stx.unpack(b"", F.FP32, (0, 0))',
            'stx.unpack(bytes(4096), F.FP32, (-32, -32))', 'stx.unpack(bytes(4096), F.FP32, (32, 32, 1))', 'stx.matmul(TILE, np.zeros((64, 32)))',
            'stx.ulp_of(1, "fp16")', 'stx.ulp_of(np.inf)', 'stx.errors(["SFPNOP"], np.exp, inputs=[65536])',
            'stx.errors(["SFPNOP"], lambda x: 1, inputs=[1, 2])',
            'stx.errors(["SFPNOP"], np.exp, form="fp32")', 'stx.errors(["SFPNOP"], np.exp, form="tf32")'))

    def test_the_ends_of_ranges_are_in_them(self):
        for text in ('core.lreg(0)', 'core.lreg(15)', 'core.set_lreg(15, 0)', 'core.set_lreg(0, (1 << 32) - 1)', 'core.issue("NOP", thread=0)',
                     'core.issue("NOP", thread=2)',
                     'core.read(0)', 'core.read(0xFFFFFFFF)', 'core.write(0, 0)', 'core.write(0xFFEF0004, 0)',
                     'core.write(0xFFFFFFFF, (1 << 32) - 1)', 'core.issue(0)',
                     'stx.disassemble(0)', 'stx.disassemble((1 << 32) - 1)', 'stx.Core(16)', 'core.set_dst(dst + 65535, "bf16")',
                     'core.map(["SFPNOP"], [65535], "bf16")',
                     'device.matmul(a, a, fidelity=1)', 'device.matmul(a, a, fidelity=4)', 'device.layernorm(a, epsilon=0)',
                     'device.apply("leaky_relu", a, parameter=np.inf)'):
            try:
                eval(text, {'stx': stx, 'np': np, **self.names})
            except stx.Fault:
                pass  # what the core says of it

    def test_values_of_another_kind(self):
        self.all_raise(TypeError, (
            'core.lreg(1.0)', 'core.lreg(None)', 'core.set_lreg(0, 1.5)', 'core.set_lreg(0, None)', 'core.set_dst(dst * 1.0)', 'core.set_dst(None)',
            'core.map("SFPNOP", [1.5])', 'core.map("SFPNOP", None)', 'core.issue(1.5)', 'core.issue(None)', 'core.issue([None])', 'core.issue(True)',
            'core.issue(["SFPNOP", 2.0])', 'core.read(None)', 'core.write(0xFFEF0004, 0.5)', 'core.restore(None)', 'stx.assemble(None)', 'stx.assemble(b"NOP")',
            'stx.disassemble("NOP")', 'stx.Core(4096.0)', 'stx.Device(1)', 'device.tensor(None, F.FP32)', 'device.tensor(TILE.astype(complex), F.FP32)',
            'device.tensor(TILE.astype(object), F.FP32)', 'device.tensor(TILE.astype(str), F.FP32)', 'device.matmul(a, TILE)', 'device.matmul(None, a)',
            'device.apply("exp", TILE)', 'device.apply("leaky_relu", a, parameter=None)', 'device.layernorm(a, epsilon="1")', 'device.layernorm(a, gamma=TILE)',
            'device.binary("add", a, None)', 'device.softmax(TILE)', 'device.transpose(None)', 'device.argmax(1)', 'device.reduce("sum", "all", None)',
            'device.empty((32.0, 32), F.BF16)', 'device.matmul(a, a, fidelity=2.5)',
            'stx.errors(["SFPNOP"], np.exp, inputs=[1.5])'))
        self.assertEqual([_given.shown(text) for text in ('x' * 78, 'x' * 79, TILE)], [repr('x' * 78), 'str', 'an array of shape (32, 32)'])
        core = self.names['core']
        for call in (lambda: core.read(0xFFEF0004), lambda: core.write(0xFFEF0004, 0)):
            with self.assertRaises(stx.Fault):
                core.issue('SFPSETCC instr_mod1=5')
            call()  # has no fault of its own
        for given in (None, b'NOP', 5):
            with self.assertRaisesRegex(TypeError, 'a line of assembly is text'):
                stx.assemble(given)
        with self.assertRaises(AttributeError):
            self.names['core'].l1 = np.zeros(16, np.uint8)

    def test_tensors_of_another_device(self):
        self.all_raise(ValueError, ('device.matmul(alien, a)', 'device.matmul(a, alien)', 'device.binary("add", a, alien)', 'device.binary("add", alien, a)',
                                    'device.apply("exp", alien)', 'device.convert(alien, F.FP32)', 'device.softmax(alien)', 'device.transpose(alien)',
                                    'device.argmax(alien)',
                                    'device.reduce("sum", "all", alien)', 'device.layernorm(alien)', 'device.layernorm(a, alien)',
                                    'device.layernorm(a, None, alien)'))
        same = stx.Device(self.names['device'].core)  # another one, of the same core
        self.assertTrue((same.binary('add', self.names['a'], self.names['a']).numpy() == 0).all())

    def test_numbers_that_a_format_does_not_have(self):
        for form, most in ((F.INT8, 127), (F.INT32, 2 ** 31 - 1)):
            for bad in (1.9, -0.5, np.nan, np.inf, -np.inf, most + 1, -most - 1, 3e9, 2 ** 62, -2 ** 63):
                with self.subTest((form.name, bad)), self.assertRaises(ValueError):
                    stx.pack(np.full((32, 32), bad), form)
            for given, wanted in ((most + 1, most), (-most - 1, -most), (3e9, most), (-2 ** 63, -most), (np.inf, most), (-np.inf, -most), (-5.0, -5),
                                  (most, most)):
                made = stx.unpack(stx.pack(np.full((32, 32), given), form, saturate=True), form)
                self.assertEqual(set(made.flat), {wanted}, (form.name, given))
            for bad in (np.nan, 0.5):
                with self.assertRaisesRegex(ValueError, f'{bad} is no whole number'):
                    stx.pack(np.full((32, 32), bad), form, saturate=True)
        self.assertEqual(set(stx.unpack(stx.pack(np.full((32, 32), 2 ** 63, np.uint64), F.INT32, saturate=True), F.INT32).flat), {2 ** 31 - 1})
        with self.assertRaises(ValueError):
            stx.pack(np.full((32, 32), 1e39), F.FP32)
        self.assertEqual(stx.unpack(stx.pack(np.full((32, 32), -1e39), F.FP32, saturate=True), F.FP32)[0, 0], -np.finfo(np.float32).max)
        self.assertEqual(stx.unpack(stx.pack(np.full((32, 32), -np.inf), F.FP32), F.FP32)[0, 0], -np.inf)


class Faults(unittest.TestCase):
    def test_each_fault_is_that_of_its_word(self):
        core = stx.Core()
        for line in ('SFPSETCC instr_mod1=5', 'SFPSETSGN instr_mod1=5', 'SFPSETCC instr_mod1=7'):
            with self.assertRaisesRegex(stx.Fault, f'^{line.split()[0]} .* {line.split()[1]}: undefined mode'):
                core.issue(['SFPNOP', line])
        core.issue('SFPLOADI lreg_ind=3 imm16=0x4000')
        self.assertEqual(core.lreg(3)[0], 0x40000000)
        with self.assertRaisesRegex(stx.Fault, 'MVMUL.*waits'):
            core.issue('MVMUL dst=0')

    def test_a_word_that_waits_keeps_its_thread_until_a_reset(self):
        core = stx.Core()
        core.l1[100] = 7
        with self.assertRaisesRegex(stx.Fault, 'MVMUL.*waits'):
            core.issue('MVMUL dst=0')
        with self.assertRaisesRegex(stx.Fault, '^SFPNOP: another word of this thread still waits'):
            core.issue('SFPNOP')
        core.issue('SFPNOP', thread=2)
        core.reset()
        core.issue('SFPLOADI lreg_ind=0 imm16=0x4000')
        self.assertEqual((core.lreg(0)[0], core.l1[100]), (0x40000000, 7))
        core.reset()
        self.assertEqual((core.lreg(0)[0], core.save()), (0, stx.Core().save()))

    def test_a_device_goes_on_after_a_fault(self):
        device = stx.Device()
        with self.assertRaises(stx.Fault):
            device.core.issue('MVMUL dst=0')
        a = np.random.default_rng(2).integers(-9, 9, (32, 32)).astype(np.float32)
        with self.assertRaisesRegex(stx.Fault, 'SFPSETCC'):
            device.core.issue('SFPSETCC instr_mod1=5', thread=2)
        with self.assertRaisesRegex(stx.Fault, '(?!SFPSETCC).*: another word of this thread still waits'):
            device.tensor(a, stx.Format.FP32)
        device.core.reset()
        np.testing.assert_array_equal(device.tensor(a, stx.Format.FP32).numpy(), a)

    def test_a_register_that_does_not_exist(self):
        with self.assertRaises(stx.Fault):
            stx.Core().read(0x10)
        with self.assertRaises(stx.Fault):
            stx.Core().write(0x10, 0)

    def test_a_map_that_faults_leaves_the_core_as_it_was(self):
        core = stx.Core()
        before = core.save()
        with self.assertRaisesRegex(stx.Fault, 'SFPSETCC'):
            core.map(['SFPLOAD lreg_ind=0', 'SFPSETCC instr_mod1=5'], [1, 2, 3])
        self.assertEqual(core.map(adding(1), [1, 2, 3]).tolist(), [2, 3, 4])
        core.reset()
        self.assertEqual(core.save(), before)

    def test_a_core_begins_as_stx_init_leaves_it(self):
        items = stx.Core().items()
        self.assertEqual((items['sfpu.flags'].item(), items['sfpu.use'].item()), (0, 0))
        firmware = stx.Core(firmware=True).items()
        self.assertEqual((firmware['sfpu.flags'].item(), firmware['sfpu.use'].item()), (0xFFFFFFFF, 0xFFFFFFFF))


class Threads(unittest.TestCase):
    def together(self, work, count=4):
        wrong = []

        def run(number):
            try:
                if not work(number):
                    wrong.append(number)
            except Exception as e:  # pylint: disable=broad-except
                wrong.append(e)
        threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    def test_maps_of_several_cores_and_of_one(self):
        values, one = np.arange(50000, dtype=np.uint32), stx.Core()
        self.together(lambda n: (stx.Core().map(adding(n + 1), values) == values + n + 1).all())
        for _ in range(5):
            self.together(lambda n: (one.map(adding(n + 1), values) == values + n + 1).all())

    def test_tensors_of_one_device(self):
        device = stx.Device(stx.Core(65536))

        def work(number):
            for i in range(30):
                tensor = device.tensor(np.full((32, 32), 32 * number + i), stx.Format.FP32)
                if not (device.binary('add', tensor, tensor).numpy() == 64 * number + 2 * i).all():
                    return False
            return True
        self.together(work)


class Memory(unittest.TestCase):
    def test_what_nobody_holds_is_free(self):
        device, one = stx.Device(stx.Core(4112 + 3 * 4096)), np.eye(32, dtype=np.float32)
        for i in range(20):
            a = device.tensor(one * i, stx.Format.FP32)
            a = device.binary('add', a, a)
            np.testing.assert_array_equal(a.numpy(), 2 * i * one)
        view = a.raw()
        del a
        gc.collect()
        held = view.copy()
        two = [device.tensor(one, stx.Format.FP32) for _ in range(2)]
        np.testing.assert_array_equal(view, held)
        with self.assertRaisesRegex(MemoryError, 'L1 is full: 4096 bytes are needed'):
            device.tensor(one, stx.Format.FP32)
        del view
        two.append(device.tensor(one, stx.Format.FP32))
        self.assertTrue(all((t.numpy() == one).all() for t in two))
        two = None
        self.assertEqual(device.empty((96, 32), stx.Format.FP32).shape, (96, 32))

    def test_the_last_byte_of_l1_is_used_and_none_behind_it(self):
        device = stx.Device(stx.Core(4112 + 4096))
        a = device.tensor(np.full((32, 32), 3), stx.Format.FP32)
        self.assertEqual((a.raw()[-4:].view(np.float32)[0], device.core.l1[-4:].view(np.float32)[0]), (3, 3))
        with self.assertRaises(MemoryError):
            stx.Device(stx.Core(4112 + 4096 - 16)).empty((32, 32), stx.Format.FP32)

    def test_a_product_that_l1_does_not_hold(self):
        rng = np.random.default_rng(6)
        a, b = (rng.integers(-3, 4, shape).astype(np.float32) for shape in ((32, 6016), (6016, 64)))
        np.testing.assert_array_equal(stx.matmul(a, b), a @ b)
        a, b = (rng.integers(-3, 4, shape) for shape in ((320, 512), (512, 320)))
        np.testing.assert_array_equal(stx.matmul(a, b, stx.Format.FP32, fidelity=1), a @ b)
        device = stx.Device()
        with self.assertRaisesRegex(MemoryError, 'L1 is full'):
            held = device.tensor(np.zeros((512, 512)), stx.Format.FP32)
            device.matmul(held, held)

    def test_matrices_that_l1_does_not_hold(self):
        rng = np.random.default_rng(8)
        for shape in ((96, 2080), (4160, 64), (1600, 1024)):
            self.check(rng.integers(-127, 128, shape, np.int8))

    def test_parts_have_each_tile_once_and_in_order(self):
        for rows, columns in ((65537, 1), (1, 65537), (3, 70), (70, 3)):
            at = 0
            for row, column in stx.tiles._parts(rows, columns):
                high, wide = (row.stop - row.start) // 32, (column.stop - column.start) // 32
                self.assertTrue(1 <= high * wide <= 64 and (wide == columns or high == 1))
                self.assertEqual(row.start // 32 * columns + column.start // 32, at)
                at += high * wide
            self.assertEqual(at, rows * columns)

    def check(self, values):
        raw = np.frombuffer(stx.pack(values, stx.Format.INT8), np.uint8)
        rows, columns = (n // 32 for n in values.shape)
        faces = values.reshape(rows, 2, 16, columns, 2, 16).transpose(0, 3, 1, 4, 2, 5)
        faces = faces.reshape(-1).astype(int)  # sign and magnitude
        np.testing.assert_array_equal(raw, np.where(faces < 0, 128 - faces, faces))
        np.testing.assert_array_equal(stx.unpack(raw, stx.Format.INT8, values.shape), values)
