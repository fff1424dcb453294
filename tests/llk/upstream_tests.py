#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What stands between LLK's own tests and this device: the L1 that they read and write, and what
Debian's Python lacks for them. Last line "N passed, N failed, N skipped"."""
import dataclasses
import math
import os
import struct
import sys
import tempfile
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '../../tools')]
from kernels import journal  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.llk.upstream import choice, device, state  # noqa: E402

try:
    import torch
except ImportError:
    torch = None
TESTS = []


def test(function):
    TESTS.append(function)
    return function


@test
def words_are_little_endian_bytes_of_l1():
    device.write_words_to_device('0,0', 0x100, [0x12345678, -1])
    assert device.read_from_device('0,0', 0x100, num_bytes=8) == b'\x78\x56\x34\x12\xff\xff\xff\xff'
    assert device.read_word_from_device('0,0', 0x104) == 0xFFFFFFFF
    device.write_to_device('0,0', 0, b'\7\0\0\0')
    assert device.read_word_from_device('0,0', 0) == 7
    # A word, unless more is asked for.
    assert device.read_from_device('0,0', 0x100) == b'\x78\x56\x34\x12' and device.read_words_from_device('0,0', 0x100) == [0x12345678]
    assert device.read_words_from_device('0,0', 0x100, word_count=2) == [0x12345678, 0xFFFFFFFF]


@test
def a_cleared_l1_is_zero():
    device.write_to_device('0,0', 0x17FFFF, b'\x05')
    device.registers = lambda: ['of the last run']
    device.clear()
    assert device.read_from_device('0,0', 0x17FFFF, num_bytes=1) == b'\0' and device.registers is None


@test
def what_leaves_l1_is_refused():
    for address, size in ((0x17FFFE, 4), (-4, 4)):
        try:
            device.read_from_device('0,0', address, num_bytes=size)
        except device.NoDevice:
            continue
        raise AssertionError(f'{address:#x} was read')


@test
def l1_is_that_of_the_chip():
    device.become(CHIPS['wormhole'])
    try:
        device.write_to_device('0,0', 0x16DFFC, b'\1\2\3\4')
        assert device.read_from_device('0,0', 0x16DFFF, num_bytes=1) == b'\4'
        try:
            device.read_from_device('0,0', 0x16DFFD, num_bytes=4)
        except device.NoDevice:
            pass
        else:
            raise AssertionError('a byte behind L1 was read')
    finally:
        device.become(CHIPS['blackhole'])
    assert device.read_from_device('0,0', 0x17FFFC, num_bytes=4) == bytes(4)


@test
def other_uses_of_a_device_are_refused_by_name():
    device.install()
    from ttexalens.debug_tensix import TensixDebug
    try:
        TensixDebug('0,0')
    except device.NoDevice as e:
        assert 'TensixDebug' in str(e)
    else:
        raise AssertionError('a debugger of nothing')


@test
def every_module_of_the_devices_package_can_be_imported():
    device.install()
    import ttexalens.elf.later as later
    from ttexalens.umd_device import Anything
    assert isinstance(Anything, type) and later.__name__ == 'ttexalens.elf.later'
    from ttexalens.tt_exalens_lib import convert_coordinate, write_to_device
    assert write_to_device is device.write_to_device and convert_coordinate('0,0', 0, None) == '0,0'


# As tests/diag has them of stx_dump().
REGISTERS = """rwc[0] srca 0 srcb 8 dst 0 fidelity 0 srca_cr 0 srcb_cr 0 dst_cr 4
adc[2] packer:     ch0 X 1 Y 0 Z 0 W 0 ch1 X 0 Y 16 Z 0 W 0; at the start of a row: ch0 X 0 Y 0 Z 3 W 0 ch1 X 0 Y 0 Z 0 W 0
cfg[0][1] ALU_FORMAT_SPEC_REG0_SrcA = 5
cfg[0][2] ALU_ACC_CTRL_Zero_Flag_disabled_src = 1
cfg[0][13] PCK0_ADDR_CTRL_ZW_REG_0_Zstride = 512
cfg[0][30] PACK_COUNTERS_SEC2_pack_per_xy_plane = 0x1234
cfg[0][112] THCON_SEC1_REG0_TileDescriptor = 2
cfg[0][76] (bits without a name) = 7
cfg[1][1] ALU_FORMAT_SPEC_REG0_SrcA = 6
tcfg[1][3] CFG_STATE_ID_StateID = 1
gpr[2][60] = 0x00004005
""".splitlines()


@test
def registers_of_a_run_stand_in_the_groups_of_a_debugger():
    got = state.of(REGISTERS)
    assert got.alu_config == [{'ALU_FORMAT_SPEC_REG0_SrcA': 5}]
    assert got.relu_config == [{'ALU_ACC_CTRL_Zero_Flag_disabled_src': 1}]
    assert got.pack_strides == [{'PCK0_ADDR_CTRL_ZW_REG_0_Zstride': 512}, {}]
    assert got.pack_counters[2] == {'PACK_COUNTERS_SEC2_pack_per_xy_plane': 0x1234}
    assert got.unpack_tile_descriptor == [{}, {'THCON_SEC1_REG0_TileDescriptor': 2}]
    assert got.gpr == [{}, {}, {60: 0x4005}]
    assert got.register_window_counters['thread0 srcb'] == 8 and got.register_window_counters['thread0 dst_cr'] == 4
    assert got.address_counters['thread2 packer ch1 Y'] == 16 and got.address_counters['thread2 packer ch0 Z_cr'] == 3


@test
def registers_are_asked_of_the_last_run():
    device.clear()
    device.install()
    from ttexalens.tt_exalens_lib import get_tensix_state
    try:
        get_tensix_state('0,0', device_id=0)
    except device.NoDevice as e:
        assert 'nothing has run' in str(e)
    else:
        raise AssertionError('registers of nothing')
    device.registers = lambda: REGISTERS
    first = dataclasses.asdict(get_tensix_state('0,0', device_id=0))
    device.registers = lambda: [line.replace('SrcA = 5', 'SrcA = 6') for line in REGISTERS]
    assert first['alu_config'] != dataclasses.asdict(get_tensix_state('0,0', device_id=0))['alu_config']
    device.clear()


@test
def a_sample_is_spaced_evenly_in_each_file():
    items = [('a', i) for i in range(10)] + [('b', i) for i in range(2)]
    assert choice.sample(items, 3, lambda item: item[0]) == [('a', 0), ('a', 3), ('a', 6), ('b', 0), ('b', 1)]


@test
def old_releases_of_xdist_lack_an_option():
    for version, old in ((None, True), ('3.1.0', True), ('3.2', False), ('3.10.1', False), ('2.5', True)):
        def told(name, version=version):
            if version is None:
                raise choice.metadata.PackageNotFoundError(name)
            return version
        with mock.patch.object(choice.metadata, 'version', told):
            assert choice.xdist_before(3, 2) == old, version


@test
def shares_together_are_all_variants_once():
    items = list(range(11))
    shares = [journal.share(items, f'{i}/4') for i in (1, 2, 3, 4)]
    assert sorted(sum(shares, [])) == items and shares[1] == [1, 5, 9]
    for wrong in ('0/4', '5/4', '2', 'a/b', '-1/4', '1/0'):
        try:
            journal.share(items, wrong)
        except ValueError as e:
            assert 'is not a share' in str(e)
        else:
            raise AssertionError(f'{wrong} was taken')


@test
def a_soak_goes_on_where_it_ended():
    names = [str(i) for i in range(50)]
    first = choice.order(names, 7, set(), str)
    assert first != choice.order(names, 8, set(), str) and sorted(first) == sorted(names)
    assert choice.order(reversed(names), 7, set(first[:20]), str) == first[20:]
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'passed')
        assert choice.passed_before(path) == choice.passed_before('') == set()
        with open(path, 'w', encoding='utf-8') as f:
            f.write('a[x y]\nb\n')
        assert choice.passed_before(path) == {'a[x y]', 'b'}


@test
def a_summary_has_a_line_for_each_file():
    assert choice.summary([('b.py', 'passed', 1), ('a.py', 'failed', 2), ('b.py', 'skipped', 0.5), ('b.py', 'passed', 1)]) == [
        'a.py: 0 passed, 1 failed, 0 skipped in 2.0 s', 'b.py: 2 passed, 0 failed, 1 skipped in 2.5 s']


def packages_with_stand_ins():
    """The module, its stand-ins in place even where ml_dtypes is installed."""
    from kernels.llk.upstream import packages
    sys.modules['ml_dtypes'] = types.SimpleNamespace(bfloat16='bfloat16')
    packages.install()
    return packages


if torch:
    @test
    def limits_of_small_formats():
        from kernels.llk.upstream import packages
        four, eight = packages._finfo('float4_e2m1fn'), packages._finfo('float8_e4m3fn')
        assert (four.max, four.smallest_normal, four.smallest_subnormal) == (6.0, 1.0, 0.5)
        assert (eight.max, eight.min, eight.smallest_normal, eight.smallest_subnormal) == (448.0, -448.0, 2.0 ** -6, 2.0 ** -9)

    @test
    def shifts_by_the_width_and_more_leave_nothing():
        packages_with_stand_ins()
        numbers, by = torch.tensor([2, -2], dtype=torch.int32), torch.tensor([32, 32], dtype=torch.int32)
        assert (numbers >> by).tolist() == [0, -1]
        assert (numbers << by).tolist() == [0, 0]
        assert (numbers >> 1).tolist() == [1, -1]
        assert torch.bitwise_left_shift(numbers, by).tolist() == [0, 0]
        assert torch.bitwise_right_shift(numbers, by).tolist() == [0, -1]
        assert torch.bitwise_left_shift(numbers, torch.tensor([30, 1], dtype=torch.int32)).tolist() == [-2 ** 31, -4]

    @test
    def bits_of_a_number_as_an_unsigned_one():
        packages_with_stand_ins()
        bits = torch.tensor([-1.0], dtype=torch.float32).view(torch.uint32).to(torch.int64)
        assert bits.tolist() == [0xBF800000]
        assert torch.tensor([-2.0]).to(torch.bfloat16).view(torch.uint16).to(torch.int64).tolist() == [0xC000]

    @test
    def an_unsigned_number_keeps_its_size_and_bits():
        packages_with_stand_ins()
        made = torch.tensor([0xC000, 0x3F80], dtype=torch.uint16)
        assert made.view(torch.bfloat16).tolist() == [-2.0, 1.0]
        assert torch.tensor([0xC000]).to(torch.uint16).view(torch.uint16).tolist() == [0xC000]

    @test
    def products_of_halves_are_sums_in_binary32():
        packages_with_stand_ins()
        # In halves alone 2048 + 1 is 2048.
        row, column = torch.tensor([[2048.0, 1.0, 1.0]]).half(), torch.ones(3, 1).half()
        assert (row @ column).tolist() == torch.matmul(row, column).tolist() == [[2050.0]]

    @test
    def functions_of_halves_are_rounded_once():
        packages_with_stand_ins()
        functions, halves = torch.nn.functional, torch.tensor([-1.0, 0.5]).half()
        # exp(-1) - 1 and 0.5 as Float16; 1 / (1 + e) is 0.26894, of which the nearest Float16 is 1102 / 4096.
        assert functions.celu(halves, alpha=1.0).tolist() == functions.elu(halves).tolist() == [-0.63232421875, 0.5]
        assert functions.sigmoid(halves).tolist()[0] == functions.silu(halves).tolist()[0] * -1 == 0.26904296875
        assert functions.threshold(halves, 0.0, 7.0).tolist() == [7.0, 0.5]
        assert torch.relu(halves).tolist() == torch.clamp(halves, min=0.0, max=0.5).tolist() == [0.0, 0.5]
        assert functions.celu(torch.tensor([2.0])).tolist() == [2.0]

    @test
    def bfloat16_rounds_to_even():
        pack, unpack = types.SimpleNamespace(pack_bfp16=0, pack_fp8_e4m3=0), types.SimpleNamespace(
            unpack_bfp16=0, unpack_fp8_e4m3=0)
        packages_with_stand_ins().mend(pack, unpack)
        words = struct.unpack('<3H', pack.pack_bfp16(torch.tensor([1.0, 1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8])))
        assert words == (0x3F80, 0x3F80, 0x3F82)
        assert unpack.unpack_bfp16(b'\x80\x3f\x00\xc0') == [1.0, -2.0]

    @test
    def e4m3_rounds_to_even_and_has_one_nan():
        pack, unpack = types.SimpleNamespace(pack_bfp16=0, pack_fp8_e4m3=0), types.SimpleNamespace(
            unpack_bfp16=0, unpack_fp8_e4m3=0)
        packages_with_stand_ins().mend(pack, unpack)
        # 1, a tie above it, a tie below 1.25, the largest, too large, the smallest, half of it, -448
        numbers = [1.0, 1.0625, 1.1875, 448.0, 500.0, 2.0 ** -9, 2.0 ** -10, -448.0]
        codes = pack.pack_fp8_e4m3(torch.tensor(numbers))
        assert codes == bytes([0x38, 0x38, 0x3A, 0x7E, 0x7F, 0x01, 0x00, 0xFE]), codes.hex()
        assert unpack.unpack_fp8_e4m3(b'\x38\x7e\x01\xfe') == [1.0, 448.0, 2.0 ** -9, -448.0]
        assert math.isnan(unpack.unpack_fp8_e4m3(b'\x7f')[0])


def main():
    failed = 0
    for one in TESTS:
        try:
            one()
        except Exception as e:
            failed += 1
            print(f'FAIL {one.__name__}: {e!r}')
    if not torch:
        print('skipped: stand-ins for packages: torch is not installed')
    print(f'{len(TESTS) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
