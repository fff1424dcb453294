# SPDX-License-Identifier: Apache-2.0
"""chlkc_descriptors.h: what tt-metal's build derives from the circular buffers of a kernel: the
formats of each buffer for the unpackers and the packer, and constants of the computation."""
from .case import FIDELITIES
from ..formats import CODES
from ..chips import BLACKHOLE

EXPONENT_B = ('Tf32', 'Float16_b', 'Bfp8_b', 'Bfp4_b', 'Bfp2_b')
# Formats that do not determine the width of exponents in registers.
NEUTRAL = ('Float32', 'UInt32', 'UInt16', 'UInt8', 'Int32', 'Fp8_e4m3')
WITH_EXPONENT_A = {'Float16_b': 'Float16', 'Bfp8_b': 'Bfp8', 'Bfp4_b': 'Bfp4', 'Bfp2_b': 'Bfp2'}


class DescriptorError(Exception):
    """Formats that no register of the coprocessor can hold."""


def _exponent_b(names):
    """True if registers have bfloat16's width of exponents. The last format with an exponent
    decides; tt-metal refuses mixed formats, but here such a kernel runs."""
    widths = [name in EXPONENT_B for name in names if name not in NEUTRAL]
    return bool(widths) and widths[-1]


def conditional_format(names, fp32_dst):
    """The format that Float32 becomes in the source registers."""
    wide = _exponent_b(names)
    if fp32_dst and (wide or all(name == 'Float32' for name in names)):
        return 'Tf32'
    # If no format has an exponent, the width is 5 bits.
    return 'Float16_b' if wide else 'Float16'


def _unpack_dst(buffer, conditional):
    if buffer.format != 'Float32':
        return buffer.format
    return 'Float32' if buffer.unpack_to_dst else conditional


def _block_source(name):
    """Packing from a block format reads registers as the block format of 8 bits."""
    return 'Bfp8_b' if name.endswith('_b') else 'Bfp8'


def _pack_src(name, conditional, fp32_dst):
    if name == 'Fp8_e4m3':
        return 'Float16_b' if conditional in EXPONENT_B else 'Float16'
    if name.startswith('Bfp'):
        return _block_source(name)
    if name == 'Float32' and not fp32_dst:
        return conditional
    if name == 'Float16' and fp32_dst:
        return 'Float16_b'
    if name == 'Lf8' and fp32_dst:
        raise DescriptorError('Lf8 cannot be packed from a Dst of 32 bits')
    return name


def _pack_sources(names, conditional, fp32_dst):
    sources = {i: _pack_src(name, conditional, fp32_dst) for i, name in names.items()}
    if not fp32_dst and 'Fp8_e4m3' in names.values():
        # With Fp8, numbers in Dst have exponents of 5 bits.
        for i, name in names.items():
            if name != 'Fp8_e4m3':
                sources[i] = WITH_EXPONENT_A.get(sources[i], sources[i])
    return sources


def _array(count, ctype, name, values, default):
    words = ','.join(str(values.get(i, default)) for i in range(count))
    return f'constexpr {ctype} {name}[{count}] = {{{words}}};'


def _formats(count, ctype, name, by_buffer):
    return _array(count, ctype, name, {i: CODES[f] for i, f in by_buffer.items()}, CODES['Invalid'])


def _shapes(count, prefix, buffers):
    rows = {i: min(b.rows, 16) for i, b in buffers.items()}
    down = {i: b.rows // rows[i] for i, b in buffers.items()}
    across = {i: b.columns // 16 for i, b in buffers.items()}
    faces = {i: b.faces[1] if b.faces else down[i] * across[i] for i, b in buffers.items()}
    rows |= {i: b.faces[0] for i, b in buffers.items() if b.faces}
    byte = 'std::uint8_t'
    return [
        _array(count, byte, prefix + '_tile_num_faces', faces, 4),
        _array(count, byte, prefix + '_partial_face', {i: int(b.rows < 32) for i, b in buffers.items()}, 0),
        _array(count, byte, prefix + '_tile_face_r_dim', rows, 16),
        _array(count, byte, prefix + '_narrow_tile', {i: int(b.columns < 32) for i, b in buffers.items()}, 0),
        _array(count, byte, prefix + '_tile_r_dim', {i: b.rows for i, b in buffers.items()}, 32),
        _array(count, byte, prefix + '_tile_c_dim', {i: b.columns for i, b in buffers.items()}, 32),
        _array(count, 'std::uint16_t', prefix + '_tile_size',
               {i: b.tile_bytes for i, b in buffers.items()}, 1088),
        _array(count, byte, prefix + '_num_faces_r_dim', down, 2),
        _array(count, byte, prefix + '_num_faces_c_dim', across, 2),
    ]


def text(case):
    """The header for a case."""
    buffers = case.buffers
    if case.chip.name != BLACKHOLE.name and any(b.format == 'Fp8_e4m3' for b in buffers.values()):
        raise DescriptorError(f'{case.chip.name.capitalize()} has no Fp8_e4m3')
    names = {i: b.format for i, b in sorted(buffers.items())}
    conditional = conditional_format(list(names.values()), case.fp32_dst)
    unpack_dst = {i: _unpack_dst(b, conditional) for i, b in buffers.items()}
    count = case.chip.buffers
    unpack_src = _formats(count, 'std::int32_t', 'unpack_src_format', names)
    return '\n'.join([
        '#pragma once', '#include <cstdint>', '#include "llk_defs.h"',
        '#if defined(UCK_CHLKC_MATH) || defined(UCK_CHLKC_PACK)',
        'constexpr ckernel::MathFidelity MATH_FIDELITY = '
        f'static_cast<ckernel::MathFidelity>({FIDELITIES[case.fidelity]});',
        '#endif',
        f'constexpr bool APPROX = {str(case.approx).lower()};',
        unpack_src,
        '#ifndef UCK_CHLKC_PACK',
        _formats(count, 'std::int32_t', 'unpack_dst_format', unpack_dst),
        *_shapes(count, 'unpack', buffers),
        '#endif',
        # A data-movement kernel is not one of the three threads.
        '#if !defined(UCK_CHLKC_UNPACK) && !defined(UCK_CHLKC_MATH)',
        _formats(count, 'unsigned char', 'pack_src_format',
                 _pack_sources(names, conditional, case.fp32_dst)),
        _formats(count, 'unsigned char', 'pack_dst_format', names),
        *_shapes(count, 'pack', buffers),
        '#endif',
        f'constexpr bool DST_ACCUM_MODE = {str(case.fp32_dst).lower()};',
        f'#define DST_SYNC_MODE DstSync::Sync{"Full" if case.full_sync else "Half"}', ''])
