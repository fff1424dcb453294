#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools around kernels of tt-metal: formats of the registers, bytes and numbers, case files, expressions.
Last line "N passed, N failed"."""
import contextlib
import hashlib
import io
import math
import os
import re
import subprocess
import sys
import tempfile
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from kernels.metal import (bindings, build, case as cases, checkout, description, descriptors, guess, inputs, kernels_doc, place,  # noqa: E402
                           program as programs, suite, upstream, writer)
from claims import main, test  # noqa: E402
from kernels.formats import CODES, decode, encode, from_tiles, page_bytes, to_tiles  # noqa: E402
from kernels import compare, contract, farm, report, runner  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.text import CaseError  # noqa: E402
from kernels.toolchain import BuildError  # noqa: E402
from kernels.metal.matrix import Matrix, evaluate  # noqa: E402


def header(names, fp32=False, to_dst=(), chip='blackhole'):
    """The arrays of the header for buffers 0, 1, ... with these formats."""
    case = cases.Case('x', chip=CHIPS[chip])
    case.fp32_dst = fp32
    for i, name in enumerate(names):
        case.buffers[i] = cases.Buffer(name, 1, 32, 32, i in to_dst)
    arrays = {}
    for line in descriptors.text(case).splitlines():
        if f'[{case.chip.buffers}]' in line:
            name = line.split('[')[0].split()[-1]
            arrays[name] = [int(v) for v in line[line.index('{') + 1:line.index('}')].split(',')]
    return arrays


def codes(*names):
    return [CODES[n] for n in names]


def registers(names, **how):
    """(unpack dst, pack src) of each buffer."""
    arrays = header(names, **how)
    return arrays['unpack_dst_format'][:len(names)], arrays['pack_src_format'][:len(names)]


@test
def each_chip_has_its_trees_of_a_checkout():
    for chip, llk, api, registers in (
            ('blackhole', 'tt_llk_blackhole', 'blackhole', ['blackhole', 'blackhole/noc']),
            ('wormhole', 'tt_llk_wormhole_b0', 'wormhole_b0', ['wormhole', 'wormhole/noc', 'wormhole/wormhole_b0_defines'])):
        includes = checkout.includes_of(CHIPS[chip])
        assert f'{{llk}}/{llk}/llk_lib' in includes and checkout.api_of(CHIPS[chip]) == f'tt_metal/hw/ckernels/{api}/metal'
        assert [d.split('tt-1xx/')[1] for d in includes if 'tt-1xx/' in d] == registers, includes
        assert checkout.needed_of(CHIPS[chip])[0] == f'tt_metal/tt-llk/{llk}/common/inc/ckernel.h'


@test
def each_chip_has_so_many_buffers_and_so_much_l1(work):
    path = os.path.join(work, 'x.metal')

    def loaded(chip, *lines):
        with open(path, 'w', encoding='ascii') as f:
            f.write('\n'.join(['METALCASE 1', 'kernel k.cpp', *lines, 'end', '']))
        try:
            return cases.load(path, CHIPS[chip])
        except CaseError as e:
            return str(e)
    last, full = 'cb 63 Float16_b 1 32 32', 'cb 0 Float16_b 668 32 32'  # 1368064 bytes
    assert loaded('blackhole', last).buffers[63].pages == 1
    assert 'ID 63 is not from 0 to 31' in loaded('wormhole', last)
    assert loaded('wormhole', full).buffers[0].pages == 668 and loaded('blackhole', full.replace('668', '669')).buffers[0].pages == 669
    assert 'L1 has 1368064' in loaded('wormhole', full.replace('668', '669'))
    for chip, count in (('blackhole', 64), ('wormhole', 32)):
        assert {len(values) for values in header(['Float16_b'], chip=chip).values()} == {count}


@test
def pages_in_dram_lie_as_far_apart_as_the_chip_asks(work):
    path = os.path.join(work, 'x.metal')
    with open(path, 'w', encoding='ascii') as f:
        f.write('METALCASE 2\nkernel none\nreader kernel r.cpp\n'
                'tensor a UInt32 96 3 dram\ntensor b UInt32 16 1 l1\nreader ct accessor(a) accessor(b)\nend\n')
    for chip, aligned in (('blackhole', 128), ('wormhole', 96)):
        case = cases.load(path, CHIPS[chip])
        assert case.program.movers['reader'].compile_args == [2, aligned, 0, 16]
        assert case.program.tensors['a'].aligned == aligned


@test
def kernels_are_told_the_numbers_of_their_card():
    told = {'blackhole': ('NUM_DRAM_BANKS=8', 'LOG_BASE_2_OF_NUM_DRAM_BANKS=3', 'NUM_L1_BANKS=130', 'IS_NOT_POW2_NUM_L1_BANKS=1', 'PCIE_NOC_X=19'),
            'wormhole': ('NUM_DRAM_BANKS=12', 'IS_NOT_POW2_NUM_DRAM_BANKS=1', 'NUM_L1_BANKS=64', 'LOG_BASE_2_OF_NUM_L1_BANKS=6', 'PCIE_NOC_Y=3')}
    for name, macros in told.items():
        chip = CHIPS[name]
        found = build.device(chip, chip.dram_banks, chip.l1_banks)
        assert set(macros) <= set(found) and len({m.split('=')[0] for m in found}) == len(found), found
        checkout = types.SimpleNamespace(chip=chip, prologue='', registers='/regs', includes=list)
        builder = types.SimpleNamespace(defines=[], prelude='y', options=list, checkout=checkout)
        compute = build.Builder._steady(builder, ('math', 'MATH', 1))
        assert {f'-D{m}' for m in macros} <= set(compute), compute
        case = program(PROGRAM.replace('banks 3\n', ''), chip)
        moves = build.Builder.dataflow_flags(builder, case, 'reader', case.program.movers['reader'], '/w', '/k/r.cpp')
        assert {'-DNUM_DRAM_BANKS=8', '-DNUM_L1_BANKS=1', '-DNOC_INDEX=0'} <= set(moves), moves
        assert [m for m in moves if m.startswith('-DPCIE')] == [m for m in compute if m.startswith('-DPCIE')]


@test
def a_description_has_the_banks_of_its_chip_a_case_file_eight(work):
    path = os.path.join(work, 'x.desc')
    with open(path, 'w', encoding='ascii') as f:
        f.write('kernel none\nreader kernel r.cpp\ntensor a UInt32 dram\nin a x const 32 32 7\n'
                'tensor b UInt32 dram\nreader args addr(a) addr(b)\nout b 32 32\nexpect b x\n')
    for chip, banks in (('blackhole', 8), ('wormhole', 12)):
        assert description.load(path, None, chip=CHIPS[chip]).case.program.banks == banks
        assert program(PROGRAM.replace('banks 3\n', ''), CHIPS[chip]).program.banks == 8


@test
def a_format_of_one_chip_is_none_of_the_other():
    assert header(['Fp8_e4m3'])['unpack_src_format'][0] == CODES['Fp8_e4m3']
    try:
        header(['Fp8_e4m3'], chip='wormhole')
    except descriptors.DescriptorError as e:
        assert 'Wormhole' in str(e)
    else:
        raise AssertionError('Fp8_e4m3 on Wormhole')


@test
def names_of_arguments_may_stand_in_a_table_and_have_a_number():
    first = guess.first('k', '#include "x.h"\n#include "y"\nconst char* names[] = {"cb_0", "cb_1"}; get_named_compile_time_arg_val(names[i]);', [])
    assert first.named_args == [('cb_0', 0), ('cb_1', 1)], first.named_args
    source = 'get_arg(args::wide); get_arg(args::deep);'
    assert {n: v for n, _, v in guess.first('k', source, ['arg=deep:0']).bindings.args} == {'deep': 0, 'wide': 1}


@test
def results_of_a_checkout_are_kept_and_read_again(work):
    path = os.path.join(work, 'results')
    results = kernels_doc.Results('34b433f605', '7.67', {'a.cpp': '', 'b.cpp': 'math: b.h:\t no\nsuch macro'})
    kernels_doc.write(path, results)
    again = kernels_doc.read(path)
    assert (again.commit, again.sfpi) == ('34b433f605', '7.67') and again.kernels == {'a.cpp': '', 'b.cpp': 'math: b.h: no such macro'}
    kernels_doc.write(path, kernels_doc.Results('34b433f605', '7.67', {'a.cpp': ''}, 'wormhole'))
    assert again.chip == 'blackhole' and kernels_doc.read(path).chip == 'wormhole'


@test
def a_list_of_kernels_tells_of_two_chips():
    kernels = {'a.cpp': '', 'b.cpp': '', 'c.cpp': 'gone'}
    one, other = kernels_doc.Results('late', '7.67', kernels), kernels_doc.Results('late', '7.67', {'a.cpp': '', 'b.cpp': 'no x.h'}, 'wormhole')
    rows = kernels_doc.table([one, other])
    lines = kernels_doc.text([one, other], rows, 'x.tsv').splitlines()
    assert '| late | 7.67 | 3 | 2 |' in lines and '| late, Wormhole | 7.67 | 2 | 1 |' in lines and not any('sample' in line for line in lines)
    assert rows[1:] == ['a.cpp\tyes\tyes\t\t\t', 'b.cpp\tyes\tno\t\t\tlate, Wormhole: no x.h', 'c.cpp\tno\t\t\t\tgone']
    del other.kernels['a.cpp']
    assert ' Of the 2 of late a sample of 1 was drawn at random.' in kernels_doc.text([one, other], rows, 'x.tsv')


@test
def a_list_of_kernels_tells_of_two_checkouts(work):
    late = kernels_doc.Results('late', '7.67', {'a.cpp': '', 'b.cpp': 'x | y', 'c.cpp': 'gone'})
    early = kernels_doc.Results('early', '7.43', {'d.cpp': '', 'a.cpp': 'old', 'c.cpp': 'gone'})
    kernels_doc.write_list(os.path.join(work, 'list.md'), [late, early])
    with open(os.path.join(work, 'list.md'), encoding='utf-8') as page, open(os.path.join(work, 'list.tsv'), encoding='utf-8') as table:
        lines, rows = page.read().splitlines(), table.read().splitlines()
    assert '| late | 7.67 | 3 | 1 |' in lines and '| early | 7.43 | 3 | 1 |' in lines and any('[list.tsv](list.tsv)' in line for line in lines)
    assert rows == ['kernel\tlate\tearly\tchecked\tcases\twhy it does not compile', 'a.cpp\tyes\tno\t\t\tearly: old',
                    'b.cpp\tno\t\t\t\tx | y', 'c.cpp\tno\tno\t\t\tgone', 'd.cpp\t\tyes\t\t\t']


@test
def float32_is_tf32_beside_b_formats_in_a_wide_dst():
    assert registers(['Float32', 'Float16_b'], fp32=True) == (codes('Tf32', 'Float16_b'),
                                                              codes('Float32', 'Float16_b'))


@test
def float32_alone_is_tf32_in_a_wide_dst_and_float16_in_a_narrow_one():
    assert registers(['Float32'], fp32=True) == (codes('Tf32'), codes('Float32'))
    assert registers(['Float32']) == (codes('Float16'), codes('Float16'))


@test
def float32_follows_the_other_formats_in_a_narrow_dst():
    assert registers(['Float32', 'Bfp8_b'])[0] == codes('Float16_b', 'Bfp8_b')
    assert registers(['Float32', 'Float16'])[1] == codes('Float16', 'Float16')
    assert registers(['Float32', 'Float16'], fp32=True)[0] == codes('Float16', 'Float16')


@test
def faces_of_a_buffer_are_those_that_are_said():
    case = cases.Case('x')
    for number in (0, 1):
        cases.keyword(case, None, 'cb', f'{number} Float16_b 1 32 32')
    cases.keyword(case, None, 'faces', '1 9 2')
    lines = descriptors.text(case)
    assert 'unpack_tile_num_faces[64] = {4,2,4' in lines and 'pack_tile_face_r_dim[64] = {16,9,16' in lines
    for wrong in ('1 9 2', '0 17 2', '0 9 5', '0 0 2', '2 9 2', '0 9'):
        try:
            cases.keyword(case, None, 'faces', wrong)
        except ValueError:
            continue
        raise AssertionError(f'{wrong} was taken')


@test
def a_buffer_can_go_to_dst_whole():
    assert registers(['Float32', 'Float16_b'], fp32=True, to_dst=(0,))[0] == codes('Float32', 'Float16_b')


@test
def float16_is_packed_from_a_wide_dst_as_float16_b():
    assert registers(['Float16'], fp32=True)[1] == codes('Float16_b')


@test
def narrow_blocks_are_packed_as_those_of_8_bits():
    assert registers(['Bfp4_b', 'Bfp2_b', 'Bfp8_b'])[1] == codes('Bfp8_b', 'Bfp8_b', 'Bfp8_b')
    assert registers(['Bfp4', 'Bfp2'])[1] == codes('Bfp8', 'Bfp8')


@test
def integers_stay_what_they_are():
    names = ['Int32', 'UInt32', 'UInt16', 'UInt8', 'Int8']
    for fp32 in (False, True):
        assert registers(names, fp32=fp32) == (codes(*names), codes(*names))


@test
def fp8_makes_a_narrow_dst_one_of_5_exponent_bits():
    assert registers(['Fp8_e4m3', 'Float16_b'])[1] == codes('Float16_b', 'Float16')
    assert registers(['Fp8_e4m3', 'Float16_b'], fp32=True)[1] == codes('Float16_b', 'Float16_b')


@test
def buffers_that_are_not_named_are_invalid():
    assert header(['Float16_b'])['unpack_src_format'][1:] == [255] * 63


@test
def findings_of_the_order_checker_are_a_failure():
    passed = types.SimpleNamespace(passed=True, error=0.0, pcc=1.0)
    job, options = types.SimpleNamespace(checks=True, judge=lambda _: passed), types.SimpleNamespace(seeds=0, look=False, nothing_left=False)

    def judged(**told):
        result = types.SimpleNamespace(**{'pages': None, 'findings': 0, 'contract': '', 'left': [], **told})
        outcome = runner._judge(job, options, [], None, None, result, [])[1]
        return outcome.passed, outcome.text
    with mock.patch.object(runner, '_counts', lambda _: 'counts'):
        assert judged() == judged(left=['x']) == (True, 'error 0, pcc 1.000000, counts')
        assert judged(findings=2) == (False, 'order: 2 findings')
        options.nothing_left = True
        assert judged() == (True, 'error 0, pcc 1.000000, counts') and judged(left=['x']) == (False, 'left: 1 things')
        options.seeds = 3
        with mock.patch.object(runner, '_failure_of_seeds', lambda *_: (None, [])):
            assert judged() == (True, 'error 0, pcc 1.000000, counts, 3 seeds')


@test
def a_known_finding_without_a_line_of_the_kernel_is_the_kernel_s():
    told = ('contract: cb 26, page 0: written outside the pages that were reserved (CB_WRITE), 8 times\n'
            '  first: thread 2: PACR\n    at {}:322\n  add: cb_reserve_back(cb 26, 1) before it\n')
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(contract, 'known_rows', lambda: [('/known.hpp', 'CB_WRITE', '26', 'why')]):
        kernel, known, other = (os.path.join(os.path.realpath(folder), name) for name in ('kernel.cpp', 'known.hpp', 'other.hpp'))
        for path, text in ((kernel, '#include "known.hpp"\n#include "absent.hpp"\n'), (known, ''), (other, '#include "known"\n')):
            with open(path, 'w', encoding='utf-8') as f:
                f.write(text)
        own = contract.sources(kernel)
        assert own == [kernel, known], own
        for header, files, wanted in (('/llk_pack.h', own, []), (known, own, []), (kernel, own, ['CB_WRITE']),
                                      ('/llk_pack.h', contract.sources(other), ['CB_WRITE']), (known, [], [])):
            assert contract.broken(told.format(header), files) == wanted, (header, files)
        assert contract.broken(told.format('/llk_pack.h').replace('cb 26', 'cb 25'), own) == ['CB_WRITE']
        assert contract.notes(told.format('/llk_pack.h'), own)[-1] == 'note:   known, why'


@test
def pages_hold_datums_by_their_format():
    datums = lambda *a, **k: cases.Buffer(*a, **k).page_datums  # noqa: E731
    assert datums('Float16_b', 2, 32, 32) == 1024 and datums('Float32', 2, 16, 16) == 256 and datums('UInt8', 1, 32, 32) == 1024
    assert datums('Float16_b', 2, 32, 32, page=96) == 48
    assert datums('Bfp8_b', 2, 32, 32) == 1024 and datums('Bfp8_b', 2, 32, 32, page=3 * 1088) == 3072 and datums('Bfp4_b', 1, 16, 32) == 512


@test
def tiles_of_16_rows_have_two_faces_and_are_partial():
    case = cases.Case('x')
    case.buffers[0] = cases.Buffer('Bfp8_b', 1, 16, 32)
    case.buffers[1] = cases.Buffer('Float16_b', 1, 4, 16)
    text = descriptors.text(case)
    assert 'unpack_tile_num_faces[64] = {2,1,4,' in text
    assert 'unpack_partial_face[64] = {1,1,0,' in text
    assert 'unpack_tile_face_r_dim[64] = {16,4,16,' in text
    assert 'unpack_narrow_tile[64] = {0,1,0,' in text
    assert 'unpack_tile_size[64] = {544,128,1088,' in text


@test
def sizes_of_tiles():
    assert [page_bytes(n, 32, 32) for n in ('Float32', 'Float16_b', 'UInt8', 'Bfp8_b', 'Bfp4_b', 'Bfp2_b')] == \
        [4096, 2048, 1024, 1088, 576, 320]
    assert page_bytes('Bfp4_b', 16, 32) == 256 + 32 and page_bytes('Bfp8_b', 1, 32) == 32 + 16


@test
def what_a_format_holds_comes_back():
    values = {'Float32': [0.1, -3e38], 'Float16': [0.5, -65504.0], 'Float16_b': [1.5, -2.0 ** 100],
              'Int32': [-2 ** 31, 7], 'UInt32': [2 ** 32 - 1, 1], 'UInt16': [65535, 0], 'UInt8': [255, 1],
              'Bfp8_b': [1.0, -0.984375], 'Bfp4_b': [1.0, -0.25], 'Bfp2_b': [1.0, -1.0],
              'Lf8': [1.25, -57344.0], 'Fp8_e4m3': [1.125, -240.0]}
    for name, pair in values.items():
        datums = pair * 512
        if name == 'Float32':
            import struct
            datums = [struct.unpack('<f', struct.pack('<f', x))[0] for x in datums]
        assert decode(name, 32, 32, encode(name, datums)) == datums, name


@test
def bfloat16_is_rounded_to_nearest_even():
    got = decode('Float16_b', 32, 32, encode('Float16_b', [1 + 1 / 256, 1 + 3 / 256, 1 + 1.01 / 256] + [0] * 1021))
    assert got[:3] == [1.0, 1 + 4 / 256, 1 + 2 / 256]


@test
def faces_of_a_tile_follow_each_other():
    matrix = [[32 * r + c for c in range(32)] for r in range(32)]
    tile = to_tiles(matrix, 32, 32)[0]
    assert (tile[0], tile[16], tile[256], tile[512]) == (0, 32, 16, 512)
    assert from_tiles([tile], 32, 32, 32, 32) == matrix


@test
def correlation_of_what_is_constant_is_1():
    assert compare.correlation([1, 2, 3], [5, 5, 5]) == 1.0
    assert abs(compare.correlation([1, 2, 3], [3, 2, 1]) + 1) < 1e-12


def verdict(golden, numbers, rule='close', atol=1.0, rtol=0.0, pcc=None, part=None):
    """Of a tile that holds these numbers, then 0."""
    case = cases.Case('x')
    case.buffers[0] = cases.Buffer('Float32', 1, 32, 32)
    case.checks = [cases.Check(0, rule, atol, rtol, pcc, part, list(golden) + [0.0] * (0 if part else 1024 - len(golden)))]
    return compare.judge(case, {0: encode('Float32', list(numbers) + [0.0] * (1024 - len(numbers)))})


@test
def a_correlation_that_is_too_low_fails_whatever_the_tolerance():
    golden = [math.sin(i) for i in range(1024)]
    assert verdict(golden, golden, pcc=0.999).passed
    turned = verdict(golden, [-v for v in golden], atol=10.0, pcc=0.999)
    assert not turned.wrong and not turned.passed and turned.compared[0].too_far and abs(turned.pcc + 1) < 1e-6
    assert verdict(golden, [-v for v in golden], atol=10.0).passed


@test
def nan_equals_nan_alone():
    nan, inf = math.nan, math.inf
    for rule in ('equal', 'close'):
        assert verdict([nan, inf], [nan, inf], rule, atol=1e30).passed
        for golden, got in ((nan, 0.0), (0.0, nan), (inf, 0.0), (0.0, inf), (inf, -inf), (nan, inf)):
            judged = verdict([golden], [got], rule, atol=1e30, rtol=1e30)
            assert not judged.passed and judged.wrong[0][:2] == (0, 0), (rule, golden, got)


@test
def the_distance_of_what_is_no_finite_number_is_infinite_or_nothing():
    nan, inf = math.nan, math.inf
    for golden, got, wanted in ((nan, nan, 0.0), (inf, inf, 0.0), (-inf, inf, inf), (nan, 1.0, inf), (1.0, nan, inf), (inf, 1.0, inf),
                                (1.0, inf, inf), (1.0, -2.5, 3.5), (2.0, 2.0, 0.0)):
        assert verdict([golden], [got]).compared[0].distance(0) == wanted, (golden, got)


@test
def tolerances_are_absolute_and_of_what_was_expected():
    assert verdict([2.0, -4.0], [2.5, -4.5], atol=0.5).passed and not verdict([2.0], [2.625], atol=0.5).passed
    assert verdict([-4.0], [-5.0], atol=0.5, rtol=0.125).passed and not verdict([-4.0], [-5.125], atol=0.5, rtol=0.125).passed
    assert not verdict([2.0], [2.5], 'equal', atol=0.5, rtol=0.5).passed
    assert abs(verdict([2.0, 1.0], [2.5, 1.0], atol=0.5).error - 0.5) < 1e-9


@test
def a_map_names_the_datums_that_are_compared():
    judged = verdict([7.0, 8.0], [1.0, 8.0, 2.0, 7.0], 'equal', part=[3, 1])
    assert judged.passed
    judged = verdict([7.0, 9.0], [1.0, 8.0, 2.0, 7.0], 'equal', part=[3, 1])
    assert judged.wrong == [(0, 1, 8.0, 9.0)]


@test
def a_macro_may_have_parameters_and_a_value_with_spaces():
    case = cases.Case('x')
    cases.keyword(case, None, 'define', 'PROCESS(i) a(i); b(i)')
    cases.keyword(case, None, 'define', 'EMPTY')
    assert case.defines == [('PROCESS(i)', 'a(i); b(i)'), ('EMPTY', '')]


@test
def expressions_work_on_matrices():
    x = Matrix([[1, 2], [3, 5]])
    got = evaluate('x / row_sum(x) + column_max(x).T', {'x': x}).rows
    assert got == [[1 / 3 + 3, 2 / 3 + 3], [3 / 8 + 5, 5 / 8 + 5]]
    assert evaluate('(x @ x).T', {'x': x}).rows == [[7, 18], [12, 31]]


@test
def a_description_written_as_a_case_file_is_the_same_case():
    described = description.load(os.path.join(HERE, 'softmax.desc'), None).case
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.metal.gz')
        writer.write(described, path)
        read = cases.load(path)
    for name in ('kernel', 'args', 'buffers', 'inputs', 'outputs', 'fidelity', 'defines'):
        assert getattr(read, name) == getattr(described, name), name
    assert read.checks[0].golden == [__import__('struct').unpack('<f', __import__('struct').pack('<f', x))[0]
                                     for x in described.checks[0].golden]


WRITTEN = ('kernel', 'note', 'defines', 'compile_args', 'named_args', 'args', 'common_args', 'mailbox', 'l1', 'bindings', 'fidelity', 'approx',
           'fp32_dst', 'full_sync', 'buffers', 'inputs', 'outputs', 'preloads', 'trees')


def written_and_read(case):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.metal')
        writer.write(case, path)
        with open(path, encoding='ascii') as f:
            version = f.readline()
        return cases.load(path), version


def same_program(case, other):
    """Addresses, too; contents that nobody gave are nobody's."""
    assert case.program.tensors == other.program.tensors and case.program.semaphores == other.program.semaphores
    assert case.program.banks == other.program.banks and case.program.movers == other.program.movers
    assert [(c.of, c.map, c.golden, c.atol, c.rtol, c.pcc) for c in case.checks] == [
        (c.of, c.map, c.golden, c.atol, c.rtol, c.pcc) for c in other.checks]


@test
def a_case_file_has_the_trees_and_the_names_of_its_description():
    text = ('tree 34b433f605 sfpi 7.67.0\ntree a8c5af0f5a sfpi 7.43.0\nkernel x\narg first rt 7\narg all crt 9\narg fixed ct 5\nargs 8\ncargs 3 4\n'
            'cb 0 Float32 1 32 32\ndfb in 0\nin 0 x random 32 32\nout 0 32 32\nexpect 0 each(lambda v: round(v), x)\n'
            'tolerance 0 0.123456789 0.1 0.99999999\n')
    case = _described(text).case
    read, version = written_and_read(case)
    assert version == 'METALCASE 2\n' and len(read.trees) == 2 and read.args == [7, 8] and read.common_args == [9, 3, 4]
    for name in WRITTEN:
        assert getattr(read, name) == getattr(case, name), name
    same_program(read, case)
    assert written_and_read(_described(text[text.index('cb 0'):].replace('dfb in 0', 'kernel x')).case)[1] == 'METALCASE 1\n'


@test
def a_program_written_as_a_case_file_is_the_same_program():
    of_file = program(PROGRAM.replace('cbpage 1 128\n', 'cbpage 1 128\npreload 1 64\n*16 00000007\n').replace(
        'reader cargs 6\n', 'reader noc 1\nreader cargs 6\nreader sem s 2\nreader dfb b 1\nreader define A(x) x + 1\nreader named n addr(z)\n'))
    for case in (of_file, _described('tree 34b433f605 sfpi 7.67.0\n' + TENSORS).case):
        read, version = written_and_read(case)
        for name in WRITTEN:
            assert version == 'METALCASE 2\n' and getattr(read, name) == getattr(case, name), name
        same_program(read, case)


EVERY_LINE = '''METALCASE 1
kernel k
note what it is
define A(x) x + 1
define B
ct 1,2,3
named n 4
args 5 6
cargs 7
mailbox 1 2 3
l1 0x1000 9
l1 0x1008 10
fidelity lofi
approx 1
fp32dest 1
fullsync 1
cb 0 Float32 1 32 32
cb 1 Float32 1 32 32
cb 16 Float32 1 32 32
unpackdest 0 1
alias 1 0
faces 16 9 2
out 16 1
check 16 isclose 0.125 0.5 0.75
map 16 0:3:5 1:1:1
golden 16 4
*4 0000803f
cb 17 UInt32 1 32 32
out 17 1
check 17 equal 0 0 -
map 17 0:1:1
golden 17 1
f0ffffff
end
'''


@test
def every_line_of_a_case_file_is_written_and_read_again():
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.metal')
        with open(path, 'w', encoding='ascii') as f:
            f.write(EVERY_LINE)
        case = cases.load(path)
    # What the lines say, so that what both ways lose is missed.
    assert (case.compile_args, case.args, case.common_args, case.mailbox, case.l1) == ([1, 2, 3], [5, 6], [7], [1, 2, 3], [0x1000, 9, 0x1008, 10])
    assert case.defines == [('A(x)', 'x + 1'), ('B', '')] and case.named_args == [('n', 4)] and case.checks[0].map == [0, 5, 10, 1]
    assert case.checks[0].golden == [1.0] * 4 and case.checks[1].golden == [0xFFFFFFF0]
    assert case.buffers[0].unpack_to_dst and case.buffers[1].alias == 0 and case.buffers[16].faces == (9, 2)
    read, version = written_and_read(case)
    assert version == 'METALCASE 1\n'
    for name in WRITTEN:
        assert getattr(read, name) == getattr(case, name), name
    same_program(read, case)


@test
def what_a_case_file_cannot_say_is_refused(work):
    for change, said in (({'movers': {'reader': ('x.c', [])}}, 'a case file has pages instead of a reader or writer in C'),
                         ({'note': 'gr\u00f6\u00dfer'}, r'a case file contains only ASCII: ')):
        case = cases.Case('x', kernel='k', **change)
        try:
            raise AssertionError(writer.write(case, os.path.join(work, 'x.metal')))
        except CaseError as e:
            assert str(e).startswith(said), e
        assert not os.listdir(work)


@test
def a_part_may_be_a_function_of_row_and_column():
    text = ('kernel x\ncb 0 Float16_b 1 32 32\nin 0 x random 32 32\nout 0 32 32\n'
            'part 0 lambda r, c: r == 1 and c in (2, 17)\nexpect 0 x\n')
    with tempfile.NamedTemporaryFile('w', suffix='.desc') as f:
        f.write(text)
        f.flush()
        check = description.load(f.name, None).case.checks[0]
    assert check.map == [18, 256 + 17]  # faces of 16 x 16, the second begins at column 16


@test
def a_golden_without_a_check_is_refused():
    with tempfile.NamedTemporaryFile('w', suffix='.metal') as f:
        f.write('METALCASE 1\nkernel x\ncb 0 Float16_b 1 32 32\nout 0 1\ngolden 0 1\n00000000\nend\n')
        f.flush()
        try:
            cases.load(f.name)
        except CaseError as e:
            assert 'there is no check of cb 0' in str(e)
        else:
            raise AssertionError('it was taken')


@test
def words_of_l1_lie_on_words_below_the_buffers():
    case = cases.Case('x')
    cases.keyword(case, None, 'l1', '16 3')
    assert case.l1 == [16, 3]
    for wrong in ('18 3', '0x20000 3', '-4 3'):
        try:
            cases.keyword(case, None, 'l1', wrong)
        except ValueError as e:
            assert 'is not the address of a word' in str(e)
        else:
            raise AssertionError(f'{wrong} was taken')


@test
def what_a_kernel_is_compiled_with_is_guessed():
    first = guess.first('k', 'get_named_compile_time_arg_val("b"); get_named_compile_time_arg_val( "a")', [])
    assert len(first.buffers) == 32 and first.buffers[31] == cases.Buffer('Float16_b', 8, 32, 32) and not first.fp32_dst
    assert first.compile_args[:3] == [1, 2, 3] and first.compile_args[30:32] == [31, 1] and len(first.compile_args) == 64
    assert [bool(bindings.Bindings(**{kind: [('a', 1)]})) for kind in ('args', 'buffers', 'semaphores', 'tensors')] == [True] * 4 and not bindings.Bindings()
    later = guess.first('k', '', [])
    guess.named_later(later, ' '.join(f'args::cb_{i:02}' for i in range(10)) + ' args::width', 3)
    assert [number for _, _, number in later.bindings.args] == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3]
    assert first.args == [1] * 16 and first.named_args == [('a', 0), ('b', 1)] and first.defines == []
    known = guess.first('k', 'get_named_compile_time_arg_val("b")', ['ct=4,5', 'named=c:7', 'named=b:9', 'fp32', 'cb=3:Float32', '-DX=2', '-DY'])
    assert known.compile_args == [4, 5] and known.named_args == [('c', 7), ('b', 9)] and known.fp32_dst
    assert known.buffers[3].format == 'Float32' and known.buffers[4].format == 'Float16_b' and known.defines == [('X', '2'), ('Y', '')]


@test
def a_datum_of_a_matrix_has_a_tile():
    places = [(r, c) for r in range(64) for c in range(96)]
    of = report.Map('cb 1', 16, 32, matrix=(64, 96), places=places)
    assert [of.tile_of(places.index(at)) for at in ((0, 0), (15, 31), (0, 32), (15, 95), (16, 0), (63, 95))] == [0, 0, 1, 2, 3, 11]
    assert of.where(places.index((17, 33))) == 'tile 4, row 1, column 1 (row 17, column 33 of 64 x 96)'
    # A part of a row has no faces.
    assert report.Map('cb 1', 1, 24).places == [(0, c) for c in range(24)]


@test
def macros_that_a_compiler_misses_are_defined():
    said = ("error: 'AB_1' was not declared in\nerror: 'CD' has not been declared\nerror: 'EF' is not a member of\n"
            "error: 'lower' was not declared in\nerror: 'AB_1' was not declared in")
    assert guess.missing(said, [('CD', '1')]) == ['AB_1', 'EF']
    case = guess.first('k', '', [])
    assert guess.refine(case, said, {'EF': '7', 'CD': '(...)'}, '')
    assert case.defines == [('AB_1', '1'), ('CD(...)', ''), ('EF', '7')]
    assert not guess.refine(case, said, {}, '') and not guess.refine(case, 'error: else', {}, '')
    # Used as functions: those that are 1 and stand before a bracket.
    case.defines = [('AB_1', '1'), ('EF', '7'), ('GH', '1')]
    assert guess.refine(case, "'x' cannot be used as a function", {}, 'AB_1(3); EF(3); GH;')
    assert case.defines == [('EF', '7'), ('GH', '1'), ('AB_1(...)', '')]
    assert not guess.refine(case, "'x' cannot be used as a function", {}, 'AB_1(3); EF(3); GH;')
    assert guess.refine(case, 'FP32 Dest must be enabled', {}, '') and case.fp32_dst
    assert not guess.refine(case, 'FP32 Dest must be enabled', {}, '')


@test
def a_kernel_of_the_same_name_in_an_operation_of_the_same_name_tells_what_another_is_compiled_with():
    table = {'ops/eltwise/add/device/kernels/compute/sum.cpp': ['-DOP=1', 'why=stale', 'checked=x', 'ct=2'],
             'a/b/device/same.cpp': ['-DA=1'], 'c/b/device/kernels/same.cpp': ['-DA=2']}
    assert guess.known_of('ops/eltwise/add/device/kernels/compute/sum.cpp', table)[1] == 'why=stale'
    for other in ('sum', 'sum_metal2', 'sum_dfb'):
        assert guess.known_of(f'ops/new/add/device/kernels/{other}.cpp', table) == ['-DOP=1', 'ct=2']
    assert guess.known_of('ops/new/sub/device/kernels/sum.cpp', table) == []
    assert guess.known_of('x/b/device/same.cpp', table) == []  # which of the two?


@test
def a_data_movement_kernel_is_told_from_a_compute_kernel():
    assert guess.moves_data('x/dataflow/r.cpp', 'void kernel_main() {}')
    assert guess.moves_data('compute/r.cpp', '#include "ckernel.h"\nnoc_async_read(a, b, c);')
    assert guess.moves_data('r.cpp', '#include "api/dataflow/dataflow_api.h"\n')
    assert not guess.moves_data('x/dataflow/c.cpp', '#include "api/compute/x.h"\n')
    assert not guess.moves_data('compute/c.cpp', '#include "ckernel.h"\n')
    first = guess.first('x/dataflow/r.cpp', 'TensorAccessor(tensor::in); sem::go; sem::done; get_arg(args::n);', [])
    assert set(first.compile_args) == {2} and first.bindings.semaphores == [('done', 0), ('go', 1)]
    assert first.bindings.tensors == [('in', 'in')] and first.bindings.args == [('n', 'ct', 1)]


@test
def other_numbers_are_tried_where_numbers_do_not_fit():
    assert guess.may_be_numbers('math: x.h: static assertion failed: must divide', [])
    assert guess.may_be_numbers('math: x.h: division by zero is not a constant expression', ['-DX=1'])
    assert not guess.may_be_numbers('math: x.h: static assertion failed', ['ct=1,2'])
    assert not guess.may_be_numbers("math: x.h: 'y' was not declared", [])
    source = 'get_named_compile_time_arg_val("cb_in"); get_named_compile_time_arg_val("size"); get_arg(args::width); args::cb_out;'
    first = guess.first('k', source, [], 16)
    assert set(first.compile_args) == {16} and first.named_args == [('cb_in', 0), ('size', 16)]
    assert first.bindings.args == [('cb_out', 'ct', 1), ('width', 'ct', 16)]


@test
def a_header_elsewhere_in_an_operation_is_found():
    missing = 'k.cpp:3:10: fatal error: {}: No such file or directory'
    with tempfile.TemporaryDirectory() as work:
        there, kernel = os.path.join(work, 'add/device/kernels/common'), os.path.join(work, 'add/device/kernels/new/k.cpp')
        os.makedirs(there)
        with open(os.path.join(there, 'own.hpp'), 'w', encoding='ascii'):
            pass
        case = guess.first('k', '', [])
        assert guess.refine(case, missing.format('own.hpp'), {}, '', kernel) and case.include_paths == [there]
        assert not guess.refine(case, missing.format('own.hpp'), {}, '', kernel)  # no help: not again and again
        assert not guess.refine(case, missing.format('other.hpp'), {}, '', kernel)


@test
def a_compute_kernel_is_told_by_what_it_includes():
    api = '#include "api/compute/x.h"\n'
    with tempfile.TemporaryDirectory() as work:
        top = os.path.join(work, 'tt_metal/programming_examples')
        os.makedirs(os.path.join(top, 'compute'))
        for name, source in (('a.cpp', api + 'void kernel_main() {}'), ('b.cpp', api + 'namespace N { void MAIN { } }'),
                             ('c.cpp', 'void kernel_main() {}'), ('compute/d.cpp', 'void kernel_main() {}'),
                             ('e.cpp', api + 'void kernel_main(); int main() {}'), ('f.cpp', api), ('g.h', api + 'void kernel_main() {}')):
            with open(os.path.join(top, name), 'w', encoding='ascii') as f:
                f.write(source)
        assert [os.path.basename(p) for p in guess.find(work)] == ['a.cpp', 'b.cpp', 'd.cpp']
        assert guess.find(work)[2] == 'tt_metal/programming_examples/compute/d.cpp'
        # The order does not depend on that of the directory.
        os.makedirs(os.path.join(top, 'also/compute'))
        for name in ('y', 'z'):
            os.link(os.path.join(top, 'a.cpp'), os.path.join(top, f'also/compute/{name}.cpp'))

        def walk(at, real=os.walk):
            for there, names, files in real(at):
                names.sort(reverse=True)
                yield there, names, sorted(files, reverse=True)
        with mock.patch.object(guess.os, 'walk', walk):
            assert [os.path.basename(p) for p in guess.find(work)] == ['a.cpp', 'b.cpp', 'y.cpp', 'z.cpp', 'd.cpp'], guess.find(work)


@test
def a_data_movement_kernel_of_one_core_is_told_by_its_text():
    main, api = 'void kernel_main() {}\n', '#include "api/dataflow/dataflow_api.h"\n'
    files = {'ttnn/cpp/ttnn/operations/a/device/kernels/dataflow/a.cpp': main, 'tt_metal/programming_examples/b.cpp': api + main,
             'tt_metal/programming_examples/c.cpp': main, 'tt_metal/programming_examples/dataflow/d.cpp': '#include "api/compute/x.h"\n' + main,
             'tt_metal/programming_examples/e.cpp': api + main + 'noc_async_write_multicast(a);', 'ttnn/cpp/ttnn/operations/ccl/dataflow/f.cpp': main,
             'tt_metal/programming_examples/g.cpp': api + main + 'int main() {}', 'ttnn/cpp/ttnn/kernel/dataflow/h.cpp': main,
             'ttnn/cpp/ttnn/kernel/dataflow/i.cpp': api,
             'ttnn/cpp/ttnn/kernel/dataflow/quasar/j.cpp': main, 'tests/tt_metal/tt_metal/test_kernels/dataflow/k.cpp': main}
    with tempfile.TemporaryDirectory() as work:
        for name, source in files.items():
            os.makedirs(os.path.dirname(os.path.join(work, name)), exist_ok=True)
            with open(os.path.join(work, name), 'w', encoding='ascii') as f:
                f.write(source)
        assert [os.path.basename(p) for p in guess.find_movement(work)] == ['b.cpp', 'k.cpp', 'a.cpp', 'h.cpp']


@test
def the_table_of_kernels_has_macros_and_arguments():
    common, kernels = guess.table()
    assert common and kernels and 'define' not in kernels and not any(k.startswith('#') for k in kernels)
    assert all(isinstance(v, str) for v in common.values()) and all(k.endswith('.cpp') for k in kernels)


TENSORS = """layout y rows
kernel none
cb 3 Float16_b 2 32 32
cbpage 3 128
tensor x Float16_b dram
tensor y UInt32 l1
tensor z Float16_b shard:3
layout z rows
semaphore 1 4
reader kernel r.cpp
reader ct 3 accessor(x)
reader args addr(x) addr(z)
order x [1, 0]
in x X of 32 64 1.001
in z Z of 2 64 3
out y 5 7
expect y Matrix([[r * 7 + c for c in range(7)] for r in range(5)])
tolerance y 0 0 -
"""


def _described(text):
    with tempfile.NamedTemporaryFile('w', suffix='.desc') as f:
        f.write(text)
        f.flush()
        return description.load(f.name, None)


@test
def a_description_has_tensors_as_tiles_and_as_rows():
    d = _described(TENSORS)
    x, y, z = (d.case.program.tensors[name] for name in 'xyz')
    assert (x.pages, x.page_bytes, y.pages, y.page_bytes, z.pages, z.page_bytes) == (2, 2048, 5, 28, 2, 128)
    assert x.contents == b'\x80\x3f' * 2048 and y.contents is None and z.contents == b'\x40\x40' * 128
    assert d.names['X'].at(31, 63) == 1.0 and d.names['Z'].shape == (2, 64)  # rounded to the format
    check = d.case.checks[0]
    assert check.of == 'y' and check.rule == 'equal' and check.golden == list(range(35))
    assert description.places(d, 'y')[:8] == [(0, i) for i in range(7)] + [(1, 0)]
    reader = d.case.program.movers['reader']
    assert reader.compile_args == [3, 2, 2048] and reader.args == [x.address, z.address] and z.address % 16 == 0
    assert d.case.program.semaphores == {1: 4} and not d.case.inputs and not d.case.outputs


@test
def what_dram_is_read_into_begins_where_pages_of_dram_can():
    text = 'kernel none\nreader kernel r.cpp\nsemaphore 0 0\ntensor x Float32 l1\nlayout x rows\nin x X of 3 2000 1\n'
    case = _described(text + ''.join(f'cb {i} UInt16 1 1 16\ncbpage {i} {16 * (i + 1)}\n' for i in range(5))).case
    places = place.layout(case)
    assert len(places) == 7 and len(set(places.values())) == 7 and all(at % 64 == 0 for at in places.values()), places
    tensor, first = case.program.tensors['x'], places['x']
    assert tensor.aligned * tensor.pages > 0 and not any(first < at < first + tensor.aligned * tensor.pages for at in places.values()), places
    assert sorted(places, key=places.get)[1:] == ['x', 0, 1, 2, 3, 4], places


@test
def a_tensor_of_a_description_that_cannot_be_is_refused():
    for old, new, words in (
            ('order x [1, 0]', 'order x [2, 0]', 'there is no tile 2'),
            ('out y 5 7', 'out w 5 7', 'there is no tensor w above'),
            ('out y 5 7', 'out y 5', '2 of 3 words'),
            ('in z Z of 2 64 3', 'in z Z of 3 64 3', 'tensor z has more bytes than cb 3'),
            ('in z Z of 2 64 3', '', 'nothing goes in or out through tensor z'),
            ('semaphore 1 4', 'tensor w Float16 dram', 'tensor w: no line "in" or "out" has its shape'),
            ('in x X of 32 64 1.001', 'in x X of 32 65 1.001', 'not a whole number of tiles'),
            ('out y 5 7', 'in y Y of 2 2 1\nout y 5 7', 'have two shapes'),
            ('tensor z Float16_b shard:3', 'tensor z Float16_b shard:4', 'there is no cb 4'),
            ('tensor z Float16_b shard:3', 'tensor z Bfp8_b shard:3', 'Bfp8_b has tiles, not rows'),
            ('tensor z Float16_b shard:3', 'tensor z Float16_b drma', 'is it "dram"?'),
            ('tensor x Float16_b dram', 'tensor x Float16_b dram:2', 'dram has no number'),
            ('tensor x Float16_b dram', 'tensor x Float16b dram', 'is it "Float16_b"?'),
            ('reader kernel r.cpp', 'reader r.c\nreader kernel r.cpp', 'the reader r.c does not exist'),
            ('reader args addr(x) addr(z)', 'reader args addr(w)', 'there is no tensor w'),
            ('layout y rows', 'in 3 W const 2 64 1', 'there is no cb 3 above'),
            ('order x [1, 0]', 'in 3 W const 32 32 1', 'moves tensors, not "in" or "out" of a circular buffer'),
            ('order x [1, 0]', 'contents x 3', 'it is a keyword of case files')):
        assert old in TENSORS
        try:
            _described(TENSORS.replace(old, new))
        except CaseError as e:
            assert words in str(e), (new, str(e))
        else:
            raise AssertionError(f'{new} was taken')


PROGRAM = """METALCASE 2
tree 34b433f605 sfpi 7.67.0
kernel k.cpp
arg first rt 7
arg fixed ct 5
args 8
dfb in 0
cb 0 Float16_b 2 32 32
cb 1 Float16_b 3 32 32
cbpage 1 128
banks 3
tensor x Float16_b 128 7 dram
contents x 896
*224 00000000
tensor y Float16_b 2048 2 shard:0
tensor z Float16_b 128 1 l1
semaphore 2 9
reader kernel r.cpp
reader ct 4 accessor(x) accessor(y)
reader arg name crt 3
reader tensor t z
reader args addr(x) addr(y)
reader cargs 6
check x equal 0 0 -
golden x 448
*448 00000000
end
"""


def program(text=PROGRAM, chip=CHIPS['blackhole']):
    with tempfile.NamedTemporaryFile('w', suffix='.metal') as f:
        f.write(text)
        f.flush()
        return cases.load(f.name, chip)


def refused_program(old, new, why):
    try:
        program(PROGRAM.replace(old, new, 1))
    except cases.CaseError as e:
        assert why in str(e), (new, str(e))
    else:
        raise AssertionError(f'{new} was taken')


@test
def a_page_is_a_multiple_of_16_bytes():
    for size in (1, 8, 15, 17, 24, 120, 136):
        refused_program('cbpage 1 128', f'cbpage 1 {size}', f'a page of {size} bytes is not a multiple of 16')
    for size in (16, 48, 2064):
        assert program(PROGRAM.replace('cbpage 1 128', f'cbpage 1 {size}')).buffers[1].page_bytes == size


@test
def named_arguments_stand_before_those_without_names():
    of_mover = PROGRAM.replace('reader args addr(x)', 'reader arg early rt 21\nreader arg late rt 22\nreader args 23 addr(x)')
    case = program(of_mover)
    assert case.program.movers['reader'].args[:3] == [21, 22, 23] and len(case.program.movers['reader'].args) == 5
    assert case.args == [7, 8] and program(PROGRAM.replace('args 8', 'args 8 9').replace('arg first rt 7', 'arg first crt 7')).common_args == [7]


@test
def a_shard_fits_into_its_buffer_page_by_page():
    """cb 0 has 4,096 bytes; pages in L1 begin at multiples of 16 bytes, so that one of 24 takes 32."""
    line = 'tensor y Float16_b 2048 2 shard:0'
    for size, pages, fits in ((24, 128, True), (24, 129, False), (24, 170, False), (32, 128, True), (32, 129, False), (2048, 2, True),
                              (2048, 3, False), (4096, 1, True)):
        new = f'tensor y Float16_b {size} {pages} shard:0'
        if fits:
            assert program(PROGRAM.replace(line, new)).program.tensors['y'].pages == pages
        else:
            refused_program(line, new, 'tensor y has more bytes than cb 0')


@test
def without_a_tolerance_four_roundings_of_the_largest_magnitude_are_allowed(work):
    path = os.path.join(work, 'x.desc')
    for name, expected, atol, rtol in (('Float16_b', 'a * 0 - 8', 8 * 2.0 ** -6, 2.0 ** -6),
                                       ('Float16_b', 'each(lambda x: -8 if x else 2, a)', 8 * 2.0 ** -6, 2.0 ** -6),
                                       ('Float16_b', 'each(lambda x: 4 if x else -1, a)', 4 * 2.0 ** -6, 2.0 ** -6),
                                       ('Float32', 'a * 0 - 2', 2 * 2.0 ** -22, 2.0 ** -22),
                                       ('Float16', 'a * 0 - 2', 2 * 2.0 ** -9, 2.0 ** -9), ('Bfp8_b', 'a * 0 - 2', 2 * 2.0 ** -5, 2.0 ** -5),
                                       ('Float16_b', 'each(lambda x: -1e999 if x else -3, a)', 3 * 2.0 ** -6, 2.0 ** -6), ('Int32', 'a * 0 - 5', 0, 0)):
        with open(path, 'w', encoding='ascii') as f:
            f.write(f'kernel x\ncb 0 {name} 1 32 32\ncb 16 {name} 1 32 32\nin 0 a of 32 32 Matrix([c % 2 for c in range(32)] for r in range(32))\n'
                    f'out 16 32 32\nexpect 16 {expected}\n')
        check = description.load(path, None).case.checks[0]
        assert (check.atol, check.rtol, check.pcc) == (atol, rtol, 0.999 if atol else 1.0), (name, expected, check.atol, check.rtol)


@test
def a_program_gets_addresses_and_accessors():
    case = program()
    reader, tensors = case.program.movers['reader'], case.program.tensors
    assert case.args == [7, 8] and case.trees == [('34b433f605', '7.67.0')]
    assert reader.compile_args == [4, 2, 128, 1, 2048, 2, 1, 1, 2, 1, 2, 258, 0, 128] and reader.tensor_places == [12]
    assert reader.args == [tensors['x'].address, tensors['y'].address] and tensors['x'].address % 64 == 0
    assert reader.common_args == [3, tensors['z'].address, 6]
    assert tensors['x'].aligned == 128 and case.buffers[1].page_bytes == 128 and case.buffers[1].tile_bytes == 2048
    assert program(chip=CHIPS['wormhole']).program.movers['reader'].compile_args[11] == 18 << 8 | 18  # where the core is
    there = PROGRAM.replace('reader cargs 6', 'reader cargs core_x core_y')
    assert program(there).program.movers['reader'].common_args[2:] == [1, 2]
    assert program(there, CHIPS['wormhole']).program.movers['reader'].common_args[2:] == [18, 18]


@test
def tensors_in_dram_have_addresses_of_their_own_in_each_bank():
    case = program(PROGRAM.replace('tensor y ', 'tensor w Float16_b 128 4 dram\ntensor y ', 1))
    x, w = case.program.tensors['x'], case.program.tensors['w']
    assert x.address > 0 and w.address >= x.address + 3 * 128 and w.address % 64 == 0  # 7 pages in 3 banks
    assert case.program.movers['reader'].args[0] == x.address


@test
def names_of_a_kernel_become_a_header():
    case = program()
    text = bindings.text(case.bindings)
    assert 'RtaArg<uint32_t> first{0};' in text and 'CtaVal<uint32_t> fixed{5u};' in text
    assert 'DFBBindingToken in{0};' in text and 'get_arg_val<uint32_t>(1 + i)' in text
    reader = case.program.movers['reader']
    text = bindings.text(reader.bindings, reader.tensor_places)
    assert 'TensorBindingToken<12u, 4u>' in text and 'get_common_arg_val<uint32_t>(2 + i)' in text
    assert text.count('#include "api/tensor/tensor_binding_token.h"') == 1 and 'dataflow_buffer.h' not in text
    text = bindings.text(case.bindings)
    assert text.count('#include "api/dataflow/dataflow_buffer.h"') == 1 and 'tensor_binding_token.h' not in text
    assert bindings.text(bindings.Bindings()) == ''


@test
def what_is_expected_of_integers_is_whole(work):
    path = os.path.join(work, 'x.desc')
    for name, expected in (('Int32', -3), ('UInt16', -3), ('Float32', -2.6)):
        with open(path, 'w', encoding='ascii') as f:
            f.write(f'kernel x\ncb 0 {name} 1 32 32\nin 0 a const 32 32 1\nout 0 32 32\nexpect 0 a * -2.6\n')
        rows = description.load(path, None).expected[0].rows
        assert all(x == expected for row in rows for x in row), (name, rows[0][0])


@test
def a_case_of_another_tree_is_skipped(work):
    path = os.path.join(work, 'x.metal')
    with open(path, 'w', encoding='ascii') as f:
        f.write(PROGRAM.replace('tree ', 'tree 0123456789 sfpi 7.0.0\ntree ', 1))
    options, there = types.SimpleNamespace(files=None, look=False, write_case=None), types.SimpleNamespace(chip=CHIPS['blackhole'])

    def program(case):
        raise BuildError(case.kernel)
    of = types.SimpleNamespace(options=options, builder=types.SimpleNamespace(checkout=there, program=program, out=work), job=suite.Job)
    there.commit = lambda: 'fedcba9876'
    skipped = runner._run(of, options, path, 'x', None, [])
    assert skipped.passed is None and skipped.text == 'skipped: the case is for another tree, 0123456789, 34b433f605', skipped
    for commit in ('34b433f605', '0123456789', ''):
        there.commit = lambda commit=commit: commit
        try:
            runner._run(of, options, path, 'x', None, [])
        except BuildError:
            continue
        raise AssertionError(f'skipped on {commit}')


@test
def a_program_that_cannot_be_is_refused():
    for old, new, why in (('addr(x) addr(y)', 'addr(w)', 'no tensor w'), ('dfb in 0', 'dfb in 9', 'no cb 9'),
                          ('args addr(x)', 'args accessor(x)', 'belongs to compile-time'),
                          ('shard:0', 'shard:1', 'more bytes'), ('contents x 896', 'contents x 128', 'are 896 bytes'),
                          ('METALCASE 2', 'METALCASE 1', 'a keyword of METALCASE 2'),
                          ('*224 00000000\n', '*224 00000000\ncontents x 896\n*224 00000001\n', 'contents of x a second time'),
                          ('tensor z', 'tensor x', 'tensor x a second time'), ('128 1 l1', '128 1 l1:0', 'l1 has no number'),
                          ('128 7 dram', '127 7 dram', 'do not hold whole numbers'), ('128 7 dram', '128 7 disk', 'no place disk'),
                          ('y Float16_b', 'y Float17', 'no data format Float17'), ('contents x', 'contents w', 'no tensor w'),
                          ('semaphore 2 9\n', 'semaphore 2 9\nsemaphore 2 8\n', 'semaphore 2 a second time'),
                          ('reader kernel r.cpp\n', '', 'no kernel of the reader is named'),
                          ('reader kernel r.cpp\n', 'reader kernel r.cpp\nreader kernel q.cpp\n', 'no PATH, or a second one'),
                          ('reader tensor t z\n', 'reader tensor t z\nreader sem s 3\n', 'no semaphore 3')):
        try:
            program(PROGRAM.replace(old, new, 1))
        except CaseError as e:
            assert why in str(e), (why, str(e))
        else:
            raise AssertionError(why)


@test
def what_is_new_in_a_checkout_has_a_place():
    text = "a/b.h:7:3: error: 'NEW_ONE' was not declared in this scope\nk/mine.cpp:1:1: error: 'OWN' was not declared"
    assert list(upstream.from_messages(text, 'mine.cpp')) == [('macro', 'NEW_ONE', ('a/b.h', 7))]
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, 'x.h')
        with open(path, 'w', encoding='ascii') as f:
            f.write('// __builtin_rvtt_old\n#define __builtin_rvtt_b(x) \\\n  __builtin_rvtt_b(0, x)\nint y = __builtin_rvtt_c();\n')
        found = upstream.first_places([path], upstream.BUILTIN, lambda t: upstream._uses(upstream._code(t)))
        assert found == {'__builtin_rvtt_c': (path, 4)}, found
    assert upstream._code('a /* b\n c */ d /* e */ // f\ng') == f'a {" " * 4}\n{" " * 5} d {" " * 7} \ng'


def new_headers(d, chip):
    """A checkout with headers of a chip that ask for what is new; its parts."""
    llk, config = os.path.join(checkout.LLK, chip.llk), f'{checkout.REGISTERS}/' + {'blackhole': 'blackhole',
                                                                                    'wormhole': 'wormhole/wormhole_b0_defines'}[chip.name]
    files = {'sfpi/a.h': '__builtin_rvtt_sfpnew(1); __builtin_rvtt_sfpload(2);\n', 'sfpi/b.def': '__builtin_rvtt_no_header();\n',
             f'root/{llk}/b.h': '// TTI_GONE(1)\nTTI_MVMUL(0); TT_OP_SFPNEW(1);\n#define TTI_OWN_COMMON 1\nTTI_OWN_COMMON(2);\n',
             f'root/{llk}/c.h': 'use(NEW_FIELD_ADDR32 + STATE_RESET_EN_ADDR32);\n', f'root/{checkout.api_of(chip)}/d.h': '\nTTI_NEWER(0);\n',
             f'root/{config}/cfg_defines.h': '#define STATE_RESET_EN_ADDR32 0\n#define NEW_FIELD_ADDR32 5\n#define UNUSED_FIELD_ADDR32 6\n'}
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(d, name)), exist_ok=True)
        with open(os.path.join(d, name), 'w', encoding='ascii') as f:
            f.write(text)
    return os.path.join(d, 'root'), os.path.join(d, 'sfpi'), llk, config


@test
def headers_of_a_checkout_tell_what_nobody_here_knows(work):
    for chip in CHIPS.values():
        d = os.path.join(work, chip.name)
        root, sfpi, llk, config = new_headers(d, chip)
        found = list(upstream.from_sources(types.SimpleNamespace(root=root, chip=chip, api=checkout.api_of(chip)), sfpi))
        assert sorted(found) == [('builtin', '__builtin_rvtt_sfpnew', (f'{d}/sfpi/a.h', 1)),
                                 ('field', 'NEW_FIELD_ADDR32', (f'{d}/root/{config}/cfg_defines.h', 2)),
                                 ('word', 'NEWER', (f'{d}/root/{checkout.api_of(chip)}/d.h', 2)),
                                 ('word', 'SFPNEW', (f'{d}/root/{llk}/b.h', 2))], found
        status, lines = of_upstream(root, sfpi, '--sources', '--arch', chip.name)
        assert status == 1 and lines[0] == 'tt-metal abc' and f'| word | `NEWER` | {checkout.api_of(chip)}/d.h:2 |' in lines, lines
        assert not any('compile' in line for line in lines)
        status, lines = of_upstream(root, sfpi, '--only', 'one', 'two', '--arch', chip.name)
        assert status == 1 and lines[-1] == '2 of 3 compute kernels compile' and '| word | `OF_A_KERNEL` | e.h:4 |' in lines, lines


@test
def what_is_new_is_told_once_and_by_its_place_in_the_checkout():
    here = types.SimpleNamespace(root='/tree', links='/build/farm', mended='/build/farm/mended', sfpi='/build/sfpi', sfpi_headers='/sfpi')
    rows = [('macro', 'NEW', ('/build/farm/tt_metal/a.h', 1)), ('macro', 'NEW', ('/tree/b.h', 2)), ('header', 'x.h', ('/build/farm/mended/api/c.h', 3)),
            ('macro', 'TTI_LATER', ('/tree/b.h', 4)), ('word', 'LATER', ('/tree/b.h', 4)), ('builtin', '__builtin_rvtt_n', ('/build/sfpi/d.h', 5))]
    assert upstream.table(rows, here)[2:] == ['| builtin | `__builtin_rvtt_n` | /sfpi/d.h:5 |', '| header | `x.h` | tt_metal/hw/inc/api/c.h:3 |',
                                              '| macro | `NEW` | tt_metal/a.h:1 |', '| word | `LATER` | b.h:4 |']
    operation = '/tree/ttnn/cpp/ttnn/operations/x/kernels/common.hpp'
    for row, asked in ((('macro', 'NEW', ('/build/farm/tt_metal/a.h', 1)), True), (('macro', 'OF_A_HOST', (operation, 7)), False),
                       (('builtin', '__builtin_rvtt_n', (operation, 8)), True), (('header', 'x.h', (operation, 9)), True),
                       (('header', 'tt_metal/fabric/hw/inc/y.hpp', ('/tree/tt_metal/b.h', 1)), False)):
        assert upstream.is_asked_here(row, here) == asked, row


@test
def what_describes_kernels_that_compile_is_run_and_told(work):
    told = 'PASS y.desc: error 0\nFAIL z.metal: mismatch: cb 16\n    more\n1 passed, 1 failed, 0 skipped\n'
    asked = []

    def tool(command, **_):
        asked.extend(command)
        return types.SimpleNamespace(stdout=told)
    known = {'a.cpp': ['d/y.desc', 'd/x.desc:one'], 'other.cpp': ['d/no.desc']}
    with mock.patch.object(upstream.subprocess, 'run', tool), mock.patch.object(upstream.kernels_doc, 'described', lambda: known):
        for arguments, names in ((['--run', 'z.metal'], ['d/y.desc', 'd/x.desc:one', 'z.metal']), (['--run'], ['d/y.desc', 'd/x.desc:one'])):
            asked.clear()
            status, lines = of_upstream(work, work, *arguments)
            assert status == 1 and lines[-2:] == ['FAIL z.metal: mismatch: cb 16', 'cases: 1 passed, 1 failed, 0 skipped'], lines
            assert asked[-len(names):] == names and '--tt-metal' in asked, asked
        known.clear()
        assert of_upstream(work, work, '--run')[1][-1] == 'no case is known of these kernels'
        known['a.cpp'] = ['y.desc']
        assert not any('cases' in line for line in of_upstream(work, work, '--sources', '--run')[1])


@test
def descriptions_are_found_by_their_kernels():
    known = kernels_doc.described()
    pool = [name for kernel, names in known.items() if kernel.endswith('compute_pool_2d.cpp') for name in names]
    assert pool and all('tests/metal/checkout/pool.desc' in name for name in pool)
    assert all(os.path.isfile(name.partition('.desc')[0] + '.desc') for names in known.values() for name in names)
    assert sum(map(len, known.values())) > 200 and '' not in known


@test
def headers_of_fabric_are_what_leads_to_another_core():
    told = 'x.cpp:3:10: fatal error: tt_metal/fabric/hw/inc/noc_addr.h: No such file or directory\n    3 | #include\ncompilation terminated.'
    line, details = report.not_built('writer:\n' + told)
    assert line == 'fault: writer: not modelled: another core, by fabric (tt_metal/fabric/hw/inc/noc_addr.h)' and details == told
    other = told.replace('fabric', 'other')
    assert report.not_built('writer:\n' + other) == ('build: writer:', other)
    assert report.not_built('linking failed') == ('build: linking failed', '')


def words_of(usage):
    """How many words a line's usage tells at least and at most; None: any number."""
    usage = re.sub(r'\S+(?:, \S+)* or \S+', 'ONE', usage)
    optional = ' '.join(re.findall(r'\[(.*?)\]', usage)).split()
    needed = [word for word in re.sub(r'\[.*?\]', '', usage).split() if word != '...']
    return len(needed), None if '...' in usage else len(needed) + len(optional)


@test
def each_line_takes_as_many_words_as_its_usage_tells():
    counted = 0
    for table in (cases.KEYWORDS, programs.KEYWORDS, programs.OF_MOVER, description.KEYWORDS, inputs.KINDS):
        for key, (usage, least, most, _) in table.items():
            # Lists may be empty, an expression holds blanks, and what follows a FILE is its own.
            if least and not usage.endswith(('ARGUMENTS', 'EXPRESSION')):
                assert (least, most) == words_of(usage), (key, usage)
                counted += 1
    assert counted > 30


@test
def headers_that_reach_registers_in_another_way_are_named():
    noc = 'void w(uint32_t offset, uint32_t v) {\n    volatile uint32_t* ptr = (volatile uint32_t*)offset;\n    *ptr = v;\n}\n' \
          'uint32_t r(uint32_t offset) {\n    volatile uint32_t* ptr = (volatile uint32_t*)offset;\n    return *ptr;\n}\n'
    with tempfile.TemporaryDirectory() as d:
        sources = [os.path.join(d, name) for name in ('noc_nonblocking_api.h', 'risc_common.h')]
        with open(sources[0], 'w', encoding='ascii') as f:
            f.write(noc)
        assert farm.mend_registers(sources, os.path.join(d, 'farm')) == [f'{sources[1]} is missing']
        with open(os.path.join(d, 'farm/noc_nonblocking_api.h'), encoding='ascii') as f:
            assert 'stx_dm_write(offset, v);' in f.read()
        with open(sources[0], 'w', encoding='ascii') as f:
            f.write(noc.replace('*ptr = v;', 'ptr[0] = v;'))
        assert farm.mend_registers(sources[:1], os.path.join(d, 'farm')) == [
            f'{sources[0]} accesses registers in an unknown way']


@test
def old_names_of_headers_lead_to_the_new_ones(work):
    of = types.SimpleNamespace(root=os.path.join(work, 'root'), links=os.path.join(work, 'links'))
    for _ in range(2):  # links that are there stay
        checkout.Checkout._old_names(of)
        api = os.path.join(of.root, 'tt_metal/hw/inc/api/compute')
        assert os.readlink(os.path.join(of.links, 'old/compute_kernel_api')) == api
        assert os.readlink(os.path.join(of.links, 'old/compute_kernel_api.h')) == os.path.join(api, 'compute_kernel_api.h')


@test
def a_checkout_tells_its_commit():
    path = os.path.join('tt_metal/hw/inc/api/dataflow', 'dataflow_api.h')
    with tempfile.TemporaryDirectory() as d:
        of = types.SimpleNamespace(root=d)
        assert checkout.Checkout.commit(of) == ''  # no git, no file
        os.makedirs(os.path.dirname(os.path.join(d, path)))
        with open(os.path.join(d, path), 'wb') as f:
            f.write(b'a')
        assert checkout.Checkout.commit(of) == ''
        with mock.patch.dict(checkout.KNOWN, {hashlib.sha256(b'a').hexdigest()[:10]: '0123456789'}):
            assert checkout.Checkout.commit(of) == '0123456789'
        git = ['git', '-C', d, '-c', 'user.name=x', '-c', 'user.email=x@x']
        for command in (['init', '-q'], ['add', '.'], ['commit', '-q', '-m', 'x']):
            subprocess.run(git + command, check=True)
        head = subprocess.run(git + ['rev-parse', 'HEAD'], check=True, capture_output=True, text=True).stdout
        assert checkout.Checkout.commit(of) == head[:10]
        # A folder below another repository is not that one.
        assert checkout.Checkout.commit(types.SimpleNamespace(root=os.path.join(d, 'tt_metal'))) == ''


def of_upstream(root, sfpi, *arguments):
    """The status and the lines of the tool, where compiling finds one more word."""
    def here(_build, _tt_metal, _sfpi, chip):
        return types.SimpleNamespace(root=root, sfpi=sfpi, sfpi_headers=sfpi, commit=lambda: 'abc', links=os.path.join(root, 'links'),
                                     mended=os.path.join(root, 'links/mended'), chip=chip, api=checkout.api_of(chip))
    compiled = [('word', 'OF_A_KERNEL', (os.path.join(root, 'e.h'), 4))], ['a.cpp', 'b.cpp'], 3
    with mock.patch.object(upstream, 'Checkout', here), mock.patch.object(upstream, '_compile', lambda *_: compiled), \
            mock.patch.object(sys, 'argv', ['upstream.py', '--tt-metal', root, *arguments]), \
            contextlib.redirect_stdout(io.StringIO()) as out:
        return upstream.main(), out.getvalue().splitlines()


if __name__ == '__main__':
    sys.exit(main())
