#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Numbers of kernels of tt-metal: every code of the small formats there and back, blocks, integers, matrices and their
functions. Last line "N passed, N failed"."""
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from kernels.metal import case as cases, descriptors, product  # noqa: E402
from kernels import formats  # noqa: E402
from claims import main, test  # noqa: E402
from kernels.formats import datum_order, encode, from_tiles, to_tiles  # noqa: E402
from kernels.metal.matrix import Matrix, evaluate  # noqa: E402
from kernels.xorshift import Random  # noqa: E402


def one(name, x):
    return int.from_bytes(encode(name, [x]), 'little')


def value(name, code):
    return formats.decode(name, 1, 1, bytes([code]))[0]


@test
def random_numbers_are_those_of_the_paper():
    """G. Marsaglia, Xorshift RNGs (2003), section 3: the first numbers after 2463534242 with the shifts 13, 17, 5."""
    random = Random(2463534242)
    assert [random._next() for _ in range(3)] == [723471715, 2497366906, 2064144800]
    random = Random(2463534242)
    assert random.below(1000) == (723471715 >> 8) % 1000 and random.unit() == 2497366906 / 2 ** 32 and random.state == 2497366906
    assert Random(2463534242).matrix(1, 3, lambda r: r.below(7)) == [[(n >> 8) % 7 for n in (723471715, 2497366906, 2064144800)]]


@test
def small_numbers_are_halves_without_their_low_bits():
    """E5M2 is the upper byte of binary16."""
    for code in range(256):
        got, wanted = value('Lf8', code), struct.unpack('<e', bytes([0, code]))[0]
        assert got == wanted and math.copysign(1, got) == math.copysign(1, wanted) or math.isnan(got) and math.isnan(wanted), code


@test
def e4m3_has_a_bias_of_7_and_no_infinity():
    for code in range(256):
        got, exponent, mantissa = value('Fp8_e4m3', code), code >> 3 & 15, code & 7
        if code & 127 == 127:
            assert math.isnan(got), code
            continue
        wanted = (mantissa / 8 if exponent == 0 else 1 + mantissa / 8) * 2.0 ** (max(exponent, 1) - 7)
        assert got == (-wanted if code & 128 else wanted), code


@test
def codes_of_normal_numbers_come_back():
    for name, least, top in (('Lf8', 4, 0x7B), ('Fp8_e4m3', 8, 0x7E)):
        for code in range(256):
            if least <= code & 127 <= top or code & 127 == 0:
                assert one(name, value(name, code)) == code, (name, code)
        for code in range(least, top):
            # To nearest even: a tie goes to the even code, what lies beside it to the nearer one.
            low, high = value(name, code), value(name, code + 1)
            middle = (low + high) / 2
            assert one(name, middle) == (code if code % 2 == 0 else code + 1), (name, code)
            assert one(name, middle * (1 - 1e-9)) == code and one(name, middle * (1 + 1e-9)) == code + 1, (name, code)
        assert one(name, 1e30) == top and one(name, -1e30) == top | 128, name
        assert one(name, value(name, least) / 4) == 0 and one(name, -value(name, least) / 4) == 128, name


@test
def bfloat16_is_the_upper_half_of_binary32():
    for bits in (0x3F80, 0xBF81, 0x7F7F, 0x0080, 0x8001, 0x4049):
        x = struct.unpack('<f', struct.pack('<I', bits << 16))[0]
        assert one('Float16_b', x) == bits and formats.decode('Float16_b', 1, 1, struct.pack('<H', bits)) == [x]
        for low, up in ((0x7FFF, 0), (0x8000, bits & 1), (0x8001, 1)):
            x = struct.unpack('<f', struct.pack('<I', bits << 16 | low))[0]
            assert one('Float16_b', x) == bits + up, (bits, low)


@test
def integers_are_rounded_and_cut():
    assert [one('UInt8', x) for x in (0, 255, 3.5, 2.5, 256)] == [0, 255, 4, 2, 0]
    assert [one('UInt16', x) for x in (65535, 65537)] == [65535, 1]
    assert [one('Int32', x) for x in (-1, 2 ** 31 - 1)] == [0xFFFFFFFF, 0x7FFFFFFF] and one('UInt32', 2 ** 32 - 1) == 0xFFFFFFFF
    assert [one('Int8', x) for x in (5, -3, -127, 2.5, 130)] == [5, 0x83, 0xFF, 2, 2]  # sign and magnitude
    assert [value('Int8', c) for c in (5, 127, 0x80, 0x83, 0xFF)] == [5, 127, 0, -3, -127]
    assert formats.decode('Int32', 1, 2, struct.pack('<2i', -7, 7)) == [-7, 7]
    assert formats.decode('UInt32', 1, 1, b'\xff' * 4) == [2 ** 32 - 1]


@test
def blocks_share_the_exponent_of_their_largest():
    # Sixteen numbers, the largest 6: exponent 2. In 8 bits a unit is 1/16, in 4 bits 1, in 2 bits 4.
    group = [6.0, -3.0, 0.5, 1 / 16, 1 / 32, 3 / 32, 0.0, -1.0] + [0.0] * 8
    for name, bias, magnitudes in (('Bfp8_b', 127, [96, 48, 8, 1, 0, 2, 0, 16]), ('Bfp8', 15, [96, 48, 8, 1, 0, 2, 0, 16]),
                                   ('Bfp4_b', 127, [6, 3, 0, 0, 0, 0, 0, 1]), ('Bfp4', 15, [6, 3, 0, 0, 0, 0, 0, 1]),
                                   ('Bfp2_b', 127, [1, 1, 0, 0, 0, 0, 0, 0]), ('Bfp2', 15, [1, 1, 0, 0, 0, 0, 0, 0])):
        bits = formats.BLOCK_BITS[name]
        data = encode(name, group * 64)
        assert len(data) == 64 + 1024 * bits // 8 == formats.page_bytes(name, 32, 32), name
        assert set(data[:64]) == {bias + 2}, name
        codes = [data[64 + i * bits // 8] >> i * bits % 8 & (1 << bits) - 1 for i in range(16)]
        sign = 1 << bits - 1
        wanted = [m | (sign if x < 0 and m else 0) for x, m in zip(group, magnitudes)] + [0] * 8
        assert codes == wanted, (name, codes, wanted)
        back = formats.decode(name, 32, 32, data)
        unit = 2.0 ** (2 - (bits - 2))
        assert back == [math.copysign(m, x) * unit for x, m in zip(group, magnitudes + [0] * 8)] * 64, name
    assert encode('Bfp8_b', [0.0] * 1024)[:64] == bytes(64)
    assert encode('Bfp8_b', [127.99] + [0.0] * 15)[16] == 127  # not rounded up to a number without its leading 1


@test
def pages_have_exponents_in_units_of_16():
    assert [formats.exponent_bytes(n) for n in (16, 256, 272, 512, 1024)] == [16, 16, 32, 32, 64]
    assert formats.page_bytes('Bfp2_b', 1, 32) == 16 + 8 and formats.page_bytes('Int8', 2, 16) == 32
    data = encode('Bfp8_b', [1.0] * 512) + encode('Bfp8_b', [2.0] * 512)
    assert formats.decode('Bfp8_b', 16, 32, data) == [1.0] * 512 + [2.0] * 512
    assert formats.is_known('Bfp4') and formats.is_known('Lf8') and not formats.is_known('Tf32')
    try:
        encode('Tf32', [1.0])
    except ValueError as e:
        assert 'Tf32' in str(e)
    else:
        raise AssertionError('no data format Tf32, and it was taken')


@test
def tiles_of_each_shape_are_faces_of_16_columns():
    for rows, columns in formats.SHAPES:
        matrix = [[100 * r + c for c in range(2 * columns)] for r in range(3 * rows)]
        tiles = to_tiles(matrix, rows, columns)
        assert len(tiles) == 6 and from_tiles(tiles, rows, columns, 3 * rows, 2 * columns) == matrix
        face = min(rows, 16) * 16
        assert tiles[3][0] == 100 * rows + columns and tiles[0][1] == 1
        assert columns == 16 or tiles[0][face] == 16
        assert rows < 32 or tiles[0][face * (columns // 16)] == 1600
        assert datum_order(rows, columns)[-1] == (rows - 1, columns - 1)


def refused(words, function, *given):
    try:
        function(*given)
    except ValueError as e:
        assert words in str(e), f'{words}: {e}'
    else:
        raise AssertionError(f'taken: {words}')


@test
def matrices_go_together_row_by_row_and_with_numbers():
    a, row, column = Matrix([[1, 2], [3, 4]]), Matrix([[10, 20]]), Matrix([[100], [200]])
    for text, wanted in (('a + row', [[11, 22], [13, 24]]), ('a - column', [[-99, -98], [-197, -196]]), ('row + column', [[110, 120], [210, 220]]),
                         ('a * 2', [[2, 4], [6, 8]]), ('2 * a', [[2, 4], [6, 8]]), ('10 - a', [[9, 8], [7, 6]]), ('a - 1', [[0, 1], [2, 3]]),
                         ('12 / a', [[12, 6], [4, 3]]), ('a / 2', [[0.5, 1], [1.5, 2]]), ('-a', [[-1, -2], [-3, -4]]), ('1 + a', [[2, 3], [4, 5]]),
                         ('a @ a', [[7, 10], [15, 22]]), ('a.T', [[1, 3], [2, 4]]), ('a @ column', [[500], [1100]]), ('a / row', [[0.1, 0.1], [0.3, 0.2]]),
                         ('row_sum(a)', [[3], [7]]), ('row_max(a)', [[2], [4]]), ('row_mean(a)', [[1.5], [3.5]]), ('column_sum(a)', [[4, 6]]),
                         ('column_max(a)', [[3, 4]]), ('max(a, 3)', [[3, 3], [3, 4]]), ('min(2, a)', [[1, 2], [2, 2]]), ('relu(a - 2)', [[0, 0], [1, 2]]),
                         ('abs(2 - a)', [[1, 0], [1, 2]]), ('each(lambda x: x + 1, a)', [[2, 3], [4, 5]]),
                         ('each(lambda x, y: 10 * x + y, a, a.T)', [[11, 23], [32, 44]]),
                         ('each(lambda x, y, z: x * y - z, a, row, a)', [[9, 38], [27, 76]])):
        got = evaluate(text, {'a': a, 'row': row, 'column': column})
        assert got.rows == wanted, f'{text}: {got.rows}'
    assert evaluate('max(1, 2) + min(3, 4) + len([5]) + sum(range(3)) + exp(0)', {}) == 10
    near = evaluate('gelu(x) + sigmoid(x) + tanh(x) + erf(x) + sin(x) + cos(x) + sqrt(x) + log(x)', {'x': 1.0})
    assert abs(near - (0.8413447461 + 0.7310585786 + 0.7615941560 + 0.8427007929 + 0.8414709848 + 0.5403023059 + 1)) < 1e-9
    assert a.shape == (2, 2) and row.shape == (1, 2) and row.at(7, 1) == 20 and column.at(1, 9) == 200


def exactly(a, b):
    def whole(x):
        return int(math.ldexp(x, 200))
    return [[sum(whole(x) * whole(y) for x, y in zip(row, column)) / 2 ** 400 for column in zip(*b)] for row in a]


@test
def products_are_exact_and_rounded_once():
    random, doubles = Random(7), product._of_doubles
    product._of_doubles = None  # must not be used
    try:
        for high in (1, 8, 60):
            a, b = ([[(random.unit() - 0.5) * 2.0 ** random.below(high) for _ in range(n)] for _ in range(m)] for m, n in ((3, 5), (5, 4)))
            assert product.product(a, b) == exactly(a, b), high
        for a, b, wanted in (([[2.0 ** 60, 1, 2.0 ** 60]], [[1.0], [1], [-1]], [[1]]), ([[-1.0, -1]], [[255, -255], [255, -255]], [[-510, 510]]),
                             ([[0.0]], [[-0.0]], [[0]]), ([[-127.0] * 129], [[1.0]] * 129, [[-16383]]),
                             ([[2.0 ** 53, 1, 2.0 ** -60]], [[1.0]] * 3, [[2.0 ** 53 + 2]])):
            assert product.product(a, b) == wanted, wanted
    finally:
        product._of_doubles = doubles
    far = product.product([[2.0 ** 900, 1, -2.0 ** 900]], [[1.0]] * 3)  # too wide for this
    assert far == [[1]] and product.product([[math.inf, 1]], [[2], [1]]) == [[math.inf]]
    assert math.isnan(product.product([[math.nan, 1]], [[2], [1]])[0][0])


@test
def matrices_that_do_not_go_together_are_refused():
    a = Matrix([[1, 2, 3], [4, 5, 6]])
    refused('a matrix without numbers', Matrix, [])
    refused('a matrix without numbers', Matrix, [[]])
    refused('differ in length', Matrix, [[1], [2, 3]])
    refused('(2, 3) @ (2, 3)', evaluate, 'a @ a', {'a': a})
    refused('do not go together', evaluate, 'a + a.T', {'a': a})
    refused('do not go together', evaluate, 'a + Matrix([[1, 2]])', {'a': a})
    refused('is not an expression', evaluate, 'a +', {'a': a})


@test
def lf8_is_packed_from_a_narrow_dst_alone():
    case = cases.Case('x')
    case.buffers[0] = cases.Buffer('Lf8', 1, 32, 32)
    assert 'pack_src_format[64] = {10,' in descriptors.text(case)
    case.fp32_dst = True
    try:
        descriptors.text(case)
    except descriptors.DescriptorError as e:
        assert 'Lf8' in str(e)
    else:
        raise AssertionError('Lf8 from a Dst of 32 bits was taken')


@test
def the_header_says_how_a_kernel_computes():
    case = cases.Case('x')
    case.buffers[3] = cases.Buffer('Float16_b', 1, 16, 16)
    for fidelity, number in (('lofi', 0), ('hifi2', 2), ('hifi3', 3), ('hifi4', 4)):
        case.fidelity = fidelity
        assert f'static_cast<ckernel::MathFidelity>({number})' in descriptors.text(case)
    text = descriptors.text(case)
    for words in ('APPROX = false', 'DST_ACCUM_MODE = false', 'SyncHalf', 'unpack_src_format[64] = {255,255,255,5,255',
                  'unpack_tile_num_faces[64] = {4,4,4,1,4', 'unpack_num_faces_r_dim[64] = {2,2,2,1,2', 'unpack_num_faces_c_dim[64] = {2,2,2,1,2',
                  'unpack_tile_r_dim[64] = {32,32,32,16,32', 'unpack_tile_c_dim[64] = {32,32,32,16,32',
                  'pack_tile_size[64] = {1088,1088,1088,512,1088', 'pack_dst_format[64] = {255,255,255,5,255',
                  'pack_partial_face[64] = {0,0,0,1,0', 'pack_narrow_tile[64] = {0,0,0,1,0', 'pack_tile_face_r_dim[64] = {16,16,16,16,16'):
        assert words in text, words
    case.approx = case.fp32_dst = case.full_sync = True
    text = descriptors.text(case)
    for words in ('APPROX = true', 'DST_ACCUM_MODE = true', 'SyncFull'):
        assert words in text, words


if __name__ == '__main__':
    sys.exit(main())
