#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools around LLK kernels: rules of comparison, bytes and numbers, case files, results for machines, the time that a
run tells. Last line "N passed, N failed"."""
import collections
import contextlib
import io
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import time
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from kernels.llk import build, case as cases, compare, header, run, suite  # noqa: E402
from kernels.compare import Check  # noqa: E402
from claims import main, test  # noqa: E402
from kernels import run as programs_run  # noqa: E402
from kernels import contract, formats, interrupt, junit, machine, ordering, probe, progress, report, runner, sites, text, timed, toolchain  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402

NAN, INF = math.nan, math.inf


def refused(words, function, *given):
    try:
        function(*given)
    except text.CaseError as e:
        assert words in str(e), f'{words}: {e}'
    else:
        raise AssertionError(f'taken: {words}')


def verdict(golden, result, ctype='f32', rule='isclose', atol=0.0, rtol=0.0, pcc=None, lenient=None):
    """Of a read of words and its elements in order."""
    letter = {'f32': 'f', 'bf16': 'f', 'f16': 'f', 'i32': 'i'}[ctype]
    case = cases.Case('x')
    case.reads = [cases.Read(0, 4 * len(result), 'Float32' if letter == 'f' else 'UInt32', 1, 4 * len(result), len(result), 0)]
    case.checks = [Check(0, rule, atol, rtol, pcc, list(range(len(golden))), list(golden), 0, ctype, lenient)]
    return compare.judge(case, {0: struct.pack(f'<{len(result)}{letter}', *result)})


@test
def tolerances_are_absolute_and_of_the_result():
    assert verdict([2.0], [2.0]).passed and not verdict([2.0], [2.0000002]).passed
    assert verdict([2.0], [2.5], atol=0.5).passed and not verdict([2.0], [2.5625], atol=0.5).passed
    assert verdict([4.0], [8.0], rtol=0.5).passed and not verdict([8.0], [4.0], rtol=0.5).passed
    assert verdict([-4.0], [-8.0], rtol=0.5).passed
    assert verdict([1.0], [4.0], atol=1.0, rtol=0.5).passed and not verdict([0.875], [4.0], atol=1.0, rtol=0.5).passed
    assert verdict([7], [9], 'i32', atol=2.0).passed and not verdict([7], [10], 'i32', atol=2.0).passed
    assert verdict([10], [20], 'i32', rtol=0.5).passed and not verdict([20], [10], 'i32', rtol=0.25).passed


@test
def nan_equals_nan_and_an_infinity_itself():
    for how in ({'rule': 'equal'}, {'atol': 1e30, 'rtol': 1.0}):
        assert verdict([NAN, INF, -INF], [NAN, INF, -INF], **how).passed
        for golden, result in ((NAN, 0.0), (0.0, NAN), (INF, 0.0), (0.0, INF), (INF, -INF), (NAN, INF)):
            judged = verdict([golden, 1.0], [result, 1.0], **how)
            assert not judged.passed and judged.wrong[0][:2] == (0, 0) and len(judged.wrong) == 1, (golden, result, how)


@test
def wrong_elements_are_named_and_the_largest_error():
    judged = verdict([1.0, 2.0, 3.0, INF], [1.0, 2.5, -1.0, 0.0], atol=0.25)
    assert judged.wrong == [(0, 1, 2.5, 2.0), (0, 2, -1.0, 3.0), (0, 3, 0.0, INF)]
    assert judged.error == 4.0
    assert verdict([NAN], [NAN]).error == 0.0


@test
def a_correlation_must_be_above_its_bound():
    golden = [1.0, 2.0, 3.0, 4.0]
    assert verdict(golden, [2.0, 4.0, 6.0, 8.0], atol=10.0, pcc=0.999).passed
    turned = verdict(golden, golden[::-1], atol=10.0, pcc=0.999)
    assert not turned.passed and not turned.wrong and abs(turned.pcc + 1) < 1e-9
    # By hand: means 2.5 and 2.5, covariance 4, variances 5 and 5.
    assert abs(verdict(golden, [2.0, 1.0, 4.0, 3.0], atol=10.0).pcc - 0.6) < 1e-9
    assert verdict(golden, [2.0, 1.0, 4.0, 3.0], atol=10.0, pcc=0.5).passed
    assert not verdict(golden, [2.0, 1.0, 4.0, 3.0], atol=10.0, pcc=0.7).passed
    # What is constant says nothing; zeros beside others are wrong, and so is NaN alone beside numbers.
    assert verdict([5.0, 5.0], [4.0, 6.0], atol=10.0).pcc == 1.0 and verdict([4.0, 6.0], [5.0, 5.0], atol=10.0).pcc == 1.0
    assert verdict([0.0, 0.0], [1.0, 2.0], atol=10.0).pcc == 0.0 and verdict([1.0, 2.0], [0.0, 0.0], atol=10.0).pcc == 0.0
    assert verdict([0.0, 0.0], [0.0, 0.0]).pcc == 1.0
    assert verdict([NAN, NAN], [NAN, NAN]).pcc == 1.0 and verdict([NAN, NAN], [1.0, 2.0]).pcc == 0.0
    assert verdict([1.0, 2.0], [NAN, NAN]).pcc == 0.0
    # What is not finite counts as 0: covariance of (1, 0, 3) and (1, 0, 4) by hand.
    got = verdict([1.0, INF, 3.0], [1.0, INF, 4.0], atol=10.0).pcc
    assert abs(got - (13 - 3 * (4 / 3) * (5 / 3)) / math.sqrt(14 / 3) / math.sqrt(26 / 3)) < 1e-9
    assert verdict(golden, golden).pcc == 1.0


@test
def several_checks_have_one_verdict():
    case = cases.Case('x')
    case.reads = [cases.Read(0, 8, 'Float32', 1, 8, 2, 0), cases.Read(8, 8, 'Float32', 1, 8, 2, 0)]
    case.checks = [Check(0, 'equal', 0, 0, None, [1], [2.0], ctype='f32'), Check(1, 'equal', 0, 0, None, [1, 0], [5.0, 3.0], ctype='f32')]

    def of(*numbers):
        return compare.judge(case, {0: struct.pack('<2f', *numbers[:2]), 1: struct.pack('<2f', *numbers[2:])})
    assert not of(1, 2, 3, 4).passed and of(1, 2, 3, 4).wrong == [(1, 1, 4.0, 5.0)] and of(1, 2, 3, 4).error == 1.0
    assert of(1, 2, 3, 5).passed and not of(1, 1, 3, 5).passed


@test
def a_second_chance_takes_what_is_near_the_threshold():
    def judged(golden, result, kind):
        return verdict(golden, result, atol=0.01, lenient=(kind, 4.0, 0.5, 0.0)).passed
    # min: the golden value or the result is 0, the other one near the threshold.
    assert judged([0.0, 1.0], [4.25, 1.0], 'min') and judged([4.25], [0.0], 'min')
    assert not judged([0.0], [5.0], 'min') and not judged([5.0], [0.0], 'min') and not judged([1.0], [4.0], 'min')
    # max: both are near it.
    assert judged([3.5, 3.0], [4.5, 3.25], 'max') and not judged([3.0], [4.25], 'max') and not judged([4.0], [5.0], 'max')
    assert not judged([0.0], [4.0], 'max')
    # The threshold is rounded as the elements are: 1 + 2^-9 is 1 in BF16.
    assert verdict([0.0], [1.0], 'bf16', atol=0.0, lenient=('min', 1 + 2.0 ** -9, 0.0, 0.0)).passed
    assert not verdict([0.0], [1.0], 'f32', atol=0.0, lenient=('min', 1 + 2.0 ** -9, 0.0, 0.0)).passed
    # Without an element that lies outside of the wider tolerance there is nothing to forgive.
    assert not judged([1.0], [1.25], 'max')


@test
def blocks_of_four_bits_are_off_by_two_steps_of_their_largest():
    golden = [8.0] + [0.0] * 15 + [1.0] + [0.0] * 15
    # Largest 8: a step is 2, two steps 4. Largest 1: two steps are 0.5.
    assert verdict(golden, [8.0, 4.0] + golden[2:], rule='bfp4').passed
    assert not verdict(golden, [8.0, 4.5] + golden[2:], rule='bfp4').passed
    assert verdict(golden, golden[:17] + [0.5] + golden[18:], rule='bfp4').passed
    judged = verdict(golden, golden[:17] + [0.75] + golden[18:], rule='bfp4')
    assert judged.wrong == [(0, 17, 0.75, 0.0)]
    assert verdict([0.0] * 16, [0.0] * 16, rule='bfp4').passed and not verdict([INF] * 16, [NAN] * 15 + [0.0], rule='bfp4').passed
    assert verdict([NAN] + golden[1:16], [NAN] + golden[1:16], rule='bfp4').passed
    assert verdict([NAN] * 16, [0.0] * 15 + [NAN], rule='bfp4').wrong[0][1] == 0


@test
def blocks_of_a_tile_go_along_its_rows():
    """Element 16 of a tile of faces begins row 1 of the first face; the datums beside row 0 are element 256 and on."""
    golden = [0.0] * 1024
    golden[0] = 8.0
    near = list(golden)
    near[15] = 4.0
    assert verdict(golden, near, rule='bfp4').passed
    golden[700] = 0.25  # face 2, row 11, column 12
    far = list(golden)
    far[701] = 0.375
    judged = verdict(golden, far, rule='bfp4')
    assert not judged.passed and [w[1] for w in judged.wrong] == [701]
    assert [compare._row_major(k) for k in (0, 15, 16, 256, 272, 512, 1023, 1024 + 768)] == \
        [0, 15, 32, 16, 48, 512, 1023, 1024 + 512 + 16]


def read(name, tiles, stride, datums, exponents=0):
    return cases.Read(0, tiles * stride, name, tiles, stride, datums, exponents)


@test
def bytes_become_numbers():
    def one(name, data, count):
        return compare.decode(read(name, 1, len(data), count), data)
    assert one('Float32', struct.pack('<2f', 1.5, -2), 2) == [1.5, -2.0]
    assert one('Float16', struct.pack('<2e', 1.5, -65504), 2) == [1.5, -65504.0]
    assert one('Float16_b', b'\x80\x3f\x20\xc1', 2) == [1.0, -10.0]
    assert one('UInt16', b'\xff\xff\1\0', 2) == [65535, 1] and one('UInt8', b'\xff\1', 2) == [255, 1]
    assert one('UInt32', b'\xff\xff\xff\xff', 1) == [2 ** 32 - 1]
    # Signs and magnitudes, not complements.
    assert one('Int32', b'\5\0\0\x80\5\0\0\0', 2) == [-5, 5] and one('Int8', b'\x83\x7f', 2) == [-3, 127]
    assert one('Int16', b'\x02\x80\xff\x7f', 2) == [-2, 32767]
    # E4M3: 1, the smallest, the largest, -1.125, NaN
    got = one('Fp8_e4m3', b'\x38\x01\x7e\xb9\x08\x7f', 6)
    assert got[:5] == [1.0, 2.0 ** -9, 448.0, -1.125, 2.0 ** -6] and math.isnan(got[5])


@test
def blocks_become_numbers():
    """Exponents first, one for sixteen datums; then seven bits of magnitude under a sign, or three."""
    eight = bytes([127, 129]) + bytes(14) + bytes([0x40, 0xC0, 0x01] + [0] * 13 + [0x40] + [0] * 15)
    got = compare.decode(read('Bfp8_b', 1, len(eight), 32, 16), eight)
    assert got[:3] == [1.0, -1.0, 2.0 ** -6] and got[16:18] == [4.0, 0.0]
    four = bytes([127]) + bytes(15) + bytes([0xC4, 0x81, 0x07, 0, 0, 0, 0, 0])
    got = compare.decode(read('Bfp4_b', 1, len(four), 16, 16), four)
    assert got[:6] == [1.0, -1.0, 0.25, 0.0, 1.75, 0.0]
    two = compare.decode(read('Bfp8_b', 2, len(eight), 16, 16), eight + bytes([128]) + eight[1:])
    assert two[0] == 1.0 and two[16] == 2.0


@test
def numbers_are_rounded_to_nearest_even():
    assert [formats.to_bf16(x) for x in (1 + 2 ** -8, 1 + 3 * 2 ** -8, 1 + 2 ** -8 + 2 ** -20, -1 - 3 * 2 ** -8)] == \
        [1.0, 1 + 2 ** -6, 1 + 2 ** -7, -1 - 2 ** -6]
    assert formats.to_bf16(3.4e38) == INF and math.isnan(formats.to_bf16(NAN))
    assert formats.to_f16(1e6) == INF and formats.to_f16(-1e6) == -INF and formats.to_f16(1 + 2 ** -11) == 1.0
    assert formats.to_f32(1e39) == INF and formats.to_f32(-1e39) == -INF and formats.to_f32(1 + 2 ** -24) == 1.0
    assert compare.convert(7.9, 'i32') == 7 and compare.convert(1 + 2 ** -9, 'bf16') == 1.0
    assert compare.convert(1 + 2 ** -12, 'f16') == 1.0


GOOD = ['LLKCASE 1', 'kernel x.cpp', 'arch blackhole', 'args 0x20000 4', '01020304', 'mem 0x30000 8', '*2 00000001',
        'field std::uint32_t N 3', 'read 0 0x40000 16 Float32 1 16 4 0', 'check 0 isclose f32 2 0.5 0.25 0.75',
        'lenient min 40800000 1 2', 'map 0:2:3', 'golden 8', '0000803f00000040', 'end']


def load(lines, arch='blackhole'):
    with tempfile.NamedTemporaryFile('w', suffix='.llk') as f:
        f.write('\n'.join(lines) + '\n')
        f.flush()
        return cases.load(f.name, arch)


@test
def a_case_file_says_what_to_do():
    case = load(GOOD)
    assert case.arguments == (0x20000, b'\1\2\3\4') and case.memory == [(0x30000, b'\0\0\0\1' * 2)]
    assert case.fields == [('std::uint32_t', 'N', 3)] and not case.notes
    assert case.reads == [cases.Read(0x40000, 16, 'Float32', 1, 16, 4, 0)]
    assert case.checks == [Check(0, 'isclose', 0.5, 0.25, 0.75, [0, 3], [1.0, 2.0], 10, 'f32', ('min', 4.0, 1.0, 2.0))]
    assert load([*GOOD[:9], GOOD[9].replace('0.75', '-'), *GOOD[10:]]).checks[0].pcc is None
    integers = load([*GOOD[:9], GOOD[9].replace('f32', 'i32'), *GOOD[10:12], 'golden 8', 'ffffffff05000000', 'end'])
    assert integers.checks[0].golden == [-1, 5]
    unsigned = load([*GOOD[:9], GOOD[9].replace('f32', 'i64'), *GOOD[10:12], 'golden 8', 'ffffffff05000000', 'end'])
    assert unsigned.checks[0].golden == [2 ** 32 - 1, 5]
    # Lines below a check are of that one, and a map may need several.
    two = load([*GOOD[:11], 'map 0:1', 'map 3:1', *GOOD[12:14], GOOD[9].replace('isclose', 'equal'), 'map 1:2', 'golden 8', '0000004000000040', 'end'])
    assert [(check.rule, check.map, check.golden, check.lenient and check.lenient[0]) for check in two.checks] == [
        ('isclose', [0, 3], [1.0, 2.0], 'min'), ('equal', [1, 2], [2.0, 2.0], None)], two.checks
    assert load(['LLKCASE 1', 'kernel x', 'arch blackhole', 'novelty 1', 'end']).notes == ['line 4: unknown keyword "novelty" is skipped']


@test
def a_case_is_for_the_chip_of_the_libraries():
    other = [line.replace('blackhole', 'wormhole') for line in GOOD]
    assert load(other, 'wormhole').arch == 'wormhole'
    refused('architecture wormhole is not blackhole', load, other)
    refused('architecture blackhole is not wormhole', load, GOOD, 'wormhole')


@test
def each_chip_has_its_headers_its_macros_and_its_libraries():
    for chip, llk_tree, metal, defines in (('blackhole', 'tt_llk_blackhole', 'blackhole', ['ARCH_BLACKHOLE', 'STX_ARCH=0']),
                                           ('wormhole', 'tt_llk_wormhole_b0', 'wormhole_b0', ['ARCH_WORMHOLE', 'STX_ARCH=1'])):
        assert build.llk_includes(CHIPS[chip])[0] == llk_tree + '/common/inc'
        assert build.metal_includes(CHIPS[chip])[0] == f'hw/ckernels/{metal}/metal/llk_api'
        with tempfile.TemporaryDirectory() as out, mock.patch.object(toolchain, 'system_includes', lambda: []):
            made, binary = (build.Builder('rv32im', CHIPS[chip], variant='-diag', out=out, defines=['X'], binary=binary) for binary in (False, True))
            plain = build.Builder('rv32im', CHIPS[chip], out=out)
        # Reports of a word name the lines of all calls around it, and on Wormhole rounds of loops take time in binary mode.
        assert plain.defines == defines and made.defines == [*defines, 'X', 'STX_INLINE_CALLS'], made.defines
        loops = chip == 'wormhole'
        assert binary.defines == [*defines, 'X', 'STX_BINARY', *['STX_TIMES_LOOPS'] * loops] and bool(binary.unrolling) == loops, binary.defines
        assert made.libraries.endswith('build/rv32im' + ('-wormhole-diag' if chip == 'wormhole' else '-diag'))


@test
def a_wrong_case_file_is_refused():
    for number, line, words in ((2, '# no kernel', 'no kernel is named'), (3, 'arch wormhole', 'architecture wormhole is not blackhole'),
                                (3, '', 'architecture missing'), (10, GOOD[9].replace('check 0', 'check 1'), 'a check of read 1'),
                                (10, GOOD[9].replace('f32 2', 'f32 3'), 'differ in number'), (12, 'map 0:1', 'differ in number'),
                                (12, 'map 3:2', 'a map that leaves'), (12, 'map -1:2', 'a map that leaves'),
                                (7, '*3 00000001', 'not a line of hexadecimal'), (7, '*0 00000001', 'not a line of hexadecimal'),
                                (7, '*-1 00', 'not a line of hexadecimal'), (5, '', 'not a line of hexadecimal'),
                                (5, '010203040506', 'ends inside a line'), (1, 'LLKCASE 2', 'the first line is not')):
        refused(words, load, [*GOOD[:number - 1], line, *GOOD[number:]])
    refused('lines after "end"', load, [*GOOD, 'kernel y'])
    refused('cut short', load, GOOD[:-1])
    refused('cannot be read', cases.load, '/no/where')
    load([*GOOD, '', '  '])


@test
def data_are_written_as_they_are_read():
    for data in (b'', b'\1', bytes(range(70)), bytes(28), bytes(32), bytes(36), b'ab' + bytes(64), b'\1\2\3\4' * 9 + b'\5\6'):
        lines = text.data_lines(data)
        assert load(['LLKCASE 1', 'kernel x', 'arch blackhole', f'mem 0 {len(data)}', *lines, 'end']).memory == [(0, data)]
    assert text.data_lines(b'\1\2\3\4' * 8 + b'\5') == ['*8 01020304', '05']
    assert text.data_lines(b'\1\2\3\4' * 7) == ['01020304' * 7]
    assert text.data_lines(bytes(range(40))) == [bytes(range(32)).hex(), bytes(range(32, 40)).hex()]
    assert text.data_lines(b'\7\7\7\7' + bytes(32)) == ['07070707', '*8 00000000']


@test
def maps_are_runs_with_a_step():
    assert list(text.map_numbers(['3:2', '10:3:-4', '0:0'])) == [3, 4, 10, 6, 2]
    assert len(list(text.map_numbers([f'0:{text.MOST_ELEMENTS}']))) == 1 << 22
    for words in ([f'0:{text.MOST_ELEMENTS + 1}'], [f'0:{text.MOST_ELEMENTS}', '0:1'], ['1'], ['1:2:3:4'], ['a:1'], ['1:-1']):
        try:
            list(text.map_numbers(words))
        except ValueError:
            continue
        raise AssertionError(f'{words} was taken')


@test
def what_does_not_print_is_shown_as_python_writes_it():
    assert text.shown('a\x1b\n\ufffe\udcff é') == 'a\\x1b\\n\\ufffe\\udcff é' and text.shown('a\n', keep='\n') == 'a\n'


@test
def programs_that_end_with_their_batch_have_not_failed():
    for kind in (KeyboardInterrupt, BrokenPipeError):
        interrupt.ENDED.clear()
        try:
            with interrupt.Pool(1) as pool:
                job = pool.submit(subprocess.run, ['sleep', '60'], check=False)
                while not job.running():
                    time.sleep(0.01)
                raise kind
        except kind:
            assert job.result().returncode == -9 and interrupt.was_ended(0), kind
    interrupt.ENDED.clear()


@test
def results_for_machines_count_and_name():
    results = junit.Results('s')
    results.add('one', True, '', 1.25)
    results.add('one', False, 'first\nsecond', 0.5)
    assert results.failed_last()
    results.append('\nthird')
    results.add('', True)
    assert not results.failed_last() and not junit.Results('t').failed_last()
    lines = results.junit().splitlines()
    assert lines[2] == '  <testsuite name="s" tests="3" failures="1" errors="0" skipped="0" time="1.750">'
    assert lines[3] == '    <testcase classname="s" name="one" time="1.250"/>'
    assert lines[4:8] == ['    <testcase classname="s" name="one (2)" time="0.500">', '      <failure message="first">first',
                          'second', 'third</failure>']
    assert lines[9].startswith('    <testcase classname="s" name="(no name)"')
    assert results.tap().splitlines() == ['TAP version 13', '1..3', 'ok 1 - one', 'not ok 2 - one (2)', '# first', '# second',
                                          '# third', 'ok 3 - (no name)']


@test
def the_time_of_a_run_is_cut_out_of_its_text():
    told = 'one\ncycles a 1\n  more\ntime ends\ntensix 5\n'
    assert timed.split(told) == ('cycles a 1\n  more', 'one\ntensix 5\n')
    assert timed.split('one\ntensix 5\n') == ('', 'one\ntensix 5\n')
    assert machine.counter(told, 'tensix') == 5 and machine.counter(told, 'riscv') == 0
    asked = types.SimpleNamespace(time=True, time_lines=None, time_set=['A=1'], binary=False)
    assert timed.arguments(asked, 'x') == ['x', '-', 'A=1']
    asked.binary = True
    assert timed.arguments(asked, 'x') == ['x', '-', 'riscv_cycles=1', 'A=1']
    asked.binary = False
    assert timed.arguments(types.SimpleNamespace(time=False), 'x') == []
    with tempfile.TemporaryDirectory() as work:
        asked.time_lines = os.path.join(work, 'new/er')
        assert timed.arguments(asked, 'x')[1] == os.path.join(work, 'new/er/x.jsonl') and os.path.isdir(asked.time_lines)
    assert timed.limit(types.SimpleNamespace(isolated=True, limit=50)) == ['--limit=50']
    assert timed.limit(types.SimpleNamespace(isolated=True, limit=0)) == ['--limit=0']
    assert timed.limit(types.SimpleNamespace(isolated=False, limit=50)) == [] == timed.limit(types.SimpleNamespace(isolated=True, limit=None))


@test
def findings_that_the_vendors_kernels_are_known_for_are_notes(work):
    end, rule, why = ordering.known_unwritten()[0]
    told = (f'order: LaneConfig: read, and nothing has written it since the kernel began ({rule}, A)\n'
            '  first: thread 1, the vector unit: 7000e000 SFPLOAD (reads)\n    at /sfpi/x.h:2\n  add: SFPCONFIG before it\n'
            'order: Dst rows from 32: nothing orders these (DST_ORDER, A)\n  add: x\norder a findings 2\n')
    report, known = ordering.without_known(told, 'checkout' + end)
    assert known == 1 and report.splitlines()[0].startswith('note: order: LaneConfig') and f'note:   known, {why}' in report
    assert '\norder: Dst rows from 32' in report and report.endswith('order a findings 1\n')
    assert ordering.without_known(told.replace('/sfpi/x.h', 'tree' + end), 'k.cpp')[1] == 1
    assert ordering.without_known(told, 'k.cpp') == (told, 0)
    assert ordering.without_known(told.replace(rule, 'DST_ORDER'), 'checkout' + end)[1] == 0
    assert all(len(row) == 3 and row[0].startswith('/') and row[1].startswith('VECTOR_') for row in ordering.known_unwritten())


@test
def calls_that_the_vendors_kernels_are_known_for_are_notes_to_the_order_checker_of_several_cores(work):
    end, check, buffer, why = next(row for row in contract.known_rows() if row[1] == 'CB_POP')
    told = (f'order: cb {buffer}, page 2: popped and never waited for ({check}), 1 time\n  first: thread 0: the call\n    at tree{end}:7\n'
            'order a findings 1\n')
    report, known = ordering.without(told, contract.known_to_order)
    assert known == 1 and f'note:   known, {why}' in report and report.endswith('order a findings 0\n')
    for other in (told.replace(f'cb {buffer},', 'cb 63,'), told.replace(check, 'CB_WRITE'), told.replace(end, '/own.cpp')):
        assert ordering.without(other, contract.known_to_order) == (other, 0)


@test
def findings_of_the_order_checker_are_lines_of_json(work):
    told = ('order: Dst rows from 32: nothing orders these (DST_ORDER, A), 8 times\n'
            '  first: thread 1, the FPU: 1200a000 MOVA2D dst=0 (writes), a word of the MOP\n    at a.h:191\n'
            '  then: thread 2, the packer: 41000000 PACR (reads)\n    at b.h:435\n'
            '  add: STALLWAIT(STALL_SYNC = 0x2, MATH = 0x10) in thread 1 before it signals the other\n'
            'order: cb 16, page 0: pushed and never reserved (CB_PUSH), 1 time\n'
            '  first: thread 2: the call\n    at k.cpp:7\n  add: cb_reserve_back(cb 16, ...) before it\n'
            'order a findings 2\n')
    one, other = ordering.parsed('a', told)
    assert (one['rule'], one['confidence'], one['times'], one['place']) == ('DST_ORDER', 'A', 8, 'Dst rows from 32')
    assert one['first'].startswith('thread 1, the FPU: 1200a000 MOVA2D') and one['first_at'] == ['a.h:191']
    assert one['then_at'] == ['b.h:435'] and one['add'].startswith('STALLWAIT(STALL_SYNC')
    assert (other['rule'], other['confidence'], other['times']) == ('CB_PUSH', None, 1)
    assert other['place'] == 'cb 16, page 0' and other['first_at'] == ['k.cpp:7']
    assert ordering.parsed('a', 'order a findings 0\n') == []
    path = os.path.join(work, 'found.json')
    for name in ('a', 'b'):
        ordering.keep(types.SimpleNamespace(order_json=path), name, told)
    ordering.keep(types.SimpleNamespace(order_json=None), 'c', told)
    with open(path) as f:
        assert [json.loads(line)['case'] for line in f] == ['a', 'a', 'b', 'b']


@test
def the_case_before_is_named_that_has_left_what_a_kernel_uses():
    told = 'ledger: configuration word 1 A: used, not written in this run, left by an earlier one: 0x20000000\n'
    assert ordering.behind(types.SimpleNamespace(after=None), told) == told
    assert 'left by a.llk: 0x20000000' in ordering.behind(types.SimpleNamespace(after='x/a.llk'), told)


@test
def the_order_checker_sees_kernels_in_source_mode_by_registers_that_trap():
    assert ordering.defines(types.SimpleNamespace(check_order='default')) == ['STX_REGISTERS_TRAP']
    assert ordering.defines(types.SimpleNamespace(check_order=None)) == []


@test
def a_long_batch_tells_where_it_stands():
    assert progress.clock(0) == '0:00' and progress.clock(61.9) == '1:01' and progress.clock(3600) == '60:00'
    assert progress.line('x', 0, 4, 3) == 'x: 0 of 4, 0:03 so far'
    assert progress.line('x', 1, 4, 30) == 'x: 1 of 4, 0:30 so far, 0.0333 a second, about 1:30 left'
    assert progress.line('x', 3, 4, 10, 1) == 'x: 3 of 4, 0:10 so far, 0.2 a second, about 0:05 left'
    told = []
    stream = types.SimpleNamespace(isatty=lambda: False, write=told.append, flush=lambda: None)
    moments = iter([0, 10, 31, 40, 62, 100])
    batch = progress.Progress('x', 5, stream, lambda: next(moments))
    for _ in range(5):
        batch.step()
    assert ''.join(told).splitlines() == ['x: 2 of 5, 0:31 so far, 0.0645 a second, about 0:46 left',
                                           'x: 4 of 5, 1:02 so far, 0.0645 a second, about 0:15 left']
    told.clear()
    stream.isatty = lambda: True
    batch = progress.Progress('x', 2, stream, iter([0, 1, 2]).__next__)
    batch.step()
    batch.step()
    assert told == ['\r\033[Kx: 1 of 2, 0:01 so far, 1 a second, about 0:01 left', '\r\033[K']


@test
def the_header_holds_constants_and_fields():
    case = cases.Case('x', declarations=[('const', ['bool', 'B', 'true']), ('define', ['D', '1 + 2'])],
                      fields=[('int', 'N', 1), ('int', 'M', 4)])
    lines = header.text(case, ['a.h']).splitlines()
    for line in ('#include "a.h"', 'constexpr bool B = true;', '#define D 1 + 2', '    int N;', '    int M[4];',
                 '    std::uint32_t unpack_A_src = 0;', '    std::uint32_t pack_S_dst = 0;'):
        assert lines.count(line) == 1, line
    assert not any('formats(' in line for line in lines)
    case.runtime_formats = False
    case.declarations = [('ctformat', ['A', 'Float32']), ('ctformat', ['B', 'Float16'])]
    lines = header.text(case).splitlines()
    assert 'constexpr auto A = ckernel::to_underlying(DataFormat::Float32);' in lines and 'constexpr FormatConfig formats(A, B);' in lines
    assert '    const std::uint32_t math;' in lines and '    std::uint32_t math = 0;' not in lines


def told(function, *given):
    """What a function answers, and the lines that it prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        answer = function(*given)
    return answer, out.getvalue().splitlines()


@test
def programs_that_were_built_are_counted():
    spent = {True: [(1, 0, 'one.cpp', '1.elf'), (1, 0, 'one.cpp', '2.elf')], False: [(0, 0, 'two.cpp', '3.elf'), (0, 0, 'two.cpp', '3.elf')]}
    assert told(runner.tell_objects, 'rv32im', spent)[1] == ['rv32im: 2 kernels, 3 programs of three threads, 9 objects']


@test
def the_kind_of_a_case_is_told_by_its_name():
    llk, metal = (types.SimpleNamespace(tt_llk=one, tt_metal=other) for one, other in (('dir', None), ('dir', 'dir')))
    names = ('a/b.llk', 'b.llk.gz', 'x.llk/a.desc', 'a.desc:b', 'c.metal.gz', 'b.llkx', 'd')
    assert [runner.kind_of(metal, name) for name in names] == ['llk', 'llk', *['metal'] * 5]
    assert [runner.kind_of(llk, name) for name in names] == ['llk', 'llk', *['metal'] * 3, 'llk', 'llk']
    assert runner.name_files(['a/x.llk', 'b/x.desc:one', 'b/x.metal', '.llk']) == ['x', 'x-one', 'x-2', 'case']


@test
def a_wrong_element_of_a_read_is_shown_with_its_tile_row_and_column():
    case = cases.Case('x', reads=[cases.Read(0, 8192, 'Float32', 2, 4096, 1024, 0), cases.Read(0, 8, 'Float32', 1, 8, 2, 0)])
    maps = suite.Job.maps(types.SimpleNamespace(case=case))
    assert maps[0].where(1024 + 256 + 16 + 3) == 'tile 1, row 1, column 19' and maps[1].where(1) == 'tile 0, row 0, column 1'
    check = Check(1, 'isclose', 0.5, 0.25, None, [1], [8.0], ctype='f32')
    judged = compare.judge(types.SimpleNamespace(reads=case.reads, checks=[check]), {1: struct.pack('<2f', 8, 4)})
    first, details = report.mismatch(judged, maps)
    assert first == 'read 1 index 1: got 4.0, want 8.0; tile 0, row 0, column 1', first
    assert 'largest error 4, read 1 index 1' in details and 'allowed: an error of 0.5 + 0.25 x |got|; the correlation is' in details, details


@test
def threads_of_llk_kernels_have_one_order(work):
    path = os.path.join(work, 'x.llk')
    for name, text_ in ((path, '\n'.join(GOOD) + '\n'), (os.path.join(work, 'x.cpp'), '')):
        with open(name, 'w', encoding='ascii') as f:
            f.write(text_)
    options = types.SimpleNamespace(arch='blackhole', tt_llk=None, seed=0, seeds=0)
    of = types.SimpleNamespace(options=options, root=work, job=suite.Job)
    assert suite.Job(of, path).checks
    options.seeds = 3
    refused('random orders are for kernels of tt-metal', suite.Job, of, path)
    assert runner.execute(of, options, path, 'x', None).text.startswith(f'case: {path}: random orders')


@test
def an_output_that_is_cut_short_is_no_result(work):
    def run_with(made):
        def execute(program, arguments, timeout):
            if made is not None:
                with open(arguments[1], 'wb') as f:
                    f.write(made)
            return 0, 'tensix 5\nriscv 6\n'
        with mock.patch.object(machine, 'execute', execute):
            try:
                return run.run(['a', 'b', 'c'], [], [(0, 3), (16, 2)], os.path.join(work, 'x'), 1).pages
            except machine.RunError as e:
                return str(e)
    assert run_with(b'12345') == {0: b'123', 1: b'45'}
    assert run_with(b'1234') == 'the output is cut short' and run_with(b'123456').startswith('the output is longer')
    assert run_with(None).startswith('exit 0')


def checked_out(work, **options):
    """What a run finds in the directories it is given, or the sentence with which it stops."""
    given = types.SimpleNamespace(kernels=None, tt_llk=None, sfpi=None, march='rv32im', library=None)
    vars(given).update(options)
    with mock.patch.object(suite, 'work_of', lambda root: work), mock.patch.object(build, 'Builder', lambda *given, **_: given[2:]):
        try:
            made = suite.Suite(given, CHIPS[options.get('arch', 'blackhole')], {})
            return made.root, *made.builder
        except suite.farm.CheckoutError as e:
            return str(e)


@test
def directories_that_are_no_checkouts_are_named(work):
    trees = {name: os.path.join(work, name) for name in ('llk', 'sfpi', 'inner', 'none')}
    for file in ('llk/tt_llk_blackhole/common/inc/ckernel.h', 'llk/tests/a.cpp', 'llk/common/b.h', 'sfpi/sfpi.h', 'inner/include/sfpi.h', 'none/c'):
        os.makedirs(os.path.dirname(os.path.join(work, file)), exist_ok=True)
        with open(os.path.join(work, file), 'w', encoding='ascii'):
            pass
    assert checked_out(work, kernels='k') == ('k', None, None)
    assert 'say where the checkouts are' in checked_out(work, tt_llk=trees['llk'])
    assert 'say where the checkouts are' in checked_out(work, sfpi=trees['sfpi'])
    assert f'{trees["none"]} is not a checkout of tt-llk' in checked_out(work, tt_llk=trees['none'], sfpi=trees['sfpi'])
    assert f'{trees["none"]} is not a checkout of sfpi' in checked_out(work, tt_llk=trees['llk'], sfpi=trees['none'])
    for name in ('sfpi', 'inner'):
        root, links, headers = checked_out(work, tt_llk=trees['llk'], sfpi=trees[name])
        assert os.path.isfile(os.path.join(headers, 'sfpi.h')) and os.path.isfile(os.path.join(root, 'a.cpp')), (root, headers)
        assert os.path.isfile(os.path.join(links, 'tt_llk_blackhole/common/inc/ckernel.h'))
    assert checked_out(work, tt_llk=trees['llk'], sfpi=trees['sfpi'], kernels='k')[0] == 'k'
    assert 'tt_llk_wormhole_b0/common/inc/ckernel.h is missing' in checked_out(
        work, tt_llk=trees['llk'], sfpi=trees['sfpi'], arch='wormhole')


def found_headers(versions, picolibc=' /usr/lib/picolibc/include\n'):
    """The folders that a machine with these versions of libstdc++ has."""
    def capture(command):
        name = next((word.split('=')[1] for word in command if word.startswith('-print-file-name=')), None)
        return types.SimpleNamespace(stdout=f'/gcc/{name}\n', stderr=f' /usr/include\n{picolibc}')
    folders = [f'/usr/riscv64-linux-gnu/include/c++/{v}' for v in versions]
    with mock.patch.object(toolchain.glob, 'glob', return_value=folders), mock.patch.object(toolchain, '_capture', capture):
        return toolchain.system_includes()


@test
def the_newest_of_several_c_plus_plus_libraries_is_taken():
    top = '/usr/riscv64-linux-gnu/include/c++/'
    rest = ['/usr/lib/picolibc/include', '/gcc/include-fixed', '/gcc/include']
    assert found_headers(['12']) == [top + '12', top + '12/riscv64-linux-gnu', *rest]
    assert found_headers(['13', '9', '12']) == [top + '13', top + '13/riscv64-linux-gnu', *rest]
    assert found_headers(['9', '11.4.0', '11.10.0']) == [top + '11.10.0', top + '11.10.0/riscv64-linux-gnu', *rest]


@test
def kernels_are_compiled_without_vectors_and_without_zbs_where_the_compiler_dies_of_it():
    def core(march, version):
        with mock.patch.object(toolchain, '_capture', lambda command: types.SimpleNamespace(stdout=version + '\n')):
            return toolchain.core_of(march)
    for march, kept in (('rv32im', 'rv32im'), ('rv32imafcv', 'rv32imafc'), ('rv32im_zve32x', 'rv32im'), ('rv32imac_zba_zbb', 'rv32imac_zba_zbb'),
                        ('rv32imafcv_zvl128b_zba', 'rv32imafc_zba')):
        assert core(march, '12.2.0') == kept, march
    assert core('rv32imac_zba_zbb_zbs', '12.2.0') == 'rv32imac_zba_zbb' and core('rv32im_zbs', '12.2.0') == 'rv32im'
    assert core('rv32im_zbs', '12.3') == core('rv32im_zbs', '13.2.0') == 'rv32im_zbs'


@test
def a_missing_library_is_named_with_its_package():
    for missing, package in ((([],), 'libstdc++-12-dev-riscv64-cross'), ((['12'], ''), 'picolibc-riscv64-unknown-elf')):
        try:
            found_headers(*missing)
        except toolchain.BuildError as e:
            assert package in str(e), e
        else:
            raise AssertionError(f'found without {package}')


FRAMES = {  # the innermost first, as addr2line tells them of inlined calls
    '0x10': [('sfpi::vFloat::vFloat(float)', '/sdk/include/sfpi.h:40'), ('calculate_exp<true, 8>(int)', 'lib/ckernel_sfpu_exp.h:9'),
             ('void ckernel::_llk_math_eltwise_unary_<DstSync(0), std::pair<int, int> >(unsigned)', 'lib/llk_math.h:7')],
    '0x20': [('llk_pack<false>(int)', 'lib/llk_pack.h:3'), ('_llk_pack_<false>(int)', 'lib/llk_pack.h:5')],
    '0x30': [('sfpi::vInt::vInt()', '/sdk/include/sfpi.h:50')]}


@test
def places_are_told_by_line_and_by_the_call_of_llk():
    asked = []

    def frames(program, addresses):
        asked.append((program, list(addresses)))
        return {a: FRAMES[hex(a)] for a in addresses if hex(a) in FRAMES and (a != 0x30 or program == 'math.elf')}

    with mock.patch.object(machine, 'frames', frames):
        places = sites.Places(['unpack.elf', 'math.elf', 'pack.elf'])
        assert places.named('math', ['0x10', 'kernel.c:7', '0x40']) == [
            ('lib/ckernel_sfpu_exp.h:9', '_llk_math_eltwise_unary_'), ('kernel.c:7', 'kernel.c:7'), ('0x40', '0x40')]
        assert asked[0] == ('math.elf', [0x10, 0x40]) and [p for p, _ in asked] == ['math.elf', 'unpack.elf', 'pack.elf']
        assert places.named('pack', ['0x20']) == [('lib/llk_pack.h:3', '_llk_pack_')]
        assert places.named('unpack', ['0x30']) == [('/sdk/include/sfpi.h:50', 'vInt')]
        count = len(asked)
        assert places.named('math', ['0x10'])[0][1] == '_llk_math_eltwise_unary_' and len(asked) == count


@test
def a_place_is_that_behind_links_and_short_below_this_directory(work):
    os.makedirs(work + '/real/below')
    os.symlink('real', work + '/link')
    here = os.getcwd()
    try:
        os.chdir(work + '/real')
        assert machine.place(work + '/link/below/a.c:5') == 'below/a.c:5'
        os.chdir('below')
        assert machine.place(work + '/link/b.c:7') == os.path.realpath(work) + '/real/b.c:7'
    finally:
        os.chdir(here)


@test
def a_header_whose_code_comes_first_is_named(work):
    """addr2line of binutils 2.40 names the compiled file instead, with the lines of DWARF 5."""
    with open(work + '/first.h', 'w', encoding='ascii') as f:
        f.write('int first(int x) {\n  return x * 3;\n}\n')
    with open(work + '/thread.cpp', 'w', encoding='ascii') as f:
        f.write('#include "first.h"\n')
    program = work + '/thread.elf'
    subprocess.run([toolchain.PREFIX + 'g++', *toolchain.LANGUAGE, '-march=rv32im', '-mabi=ilp32', '-nostdlib', '-Wl,-e,0,-Ttext=0x10000',
                    work + '/thread.cpp', '-o', program], check=True)
    assert machine.frames(program, [0x10002]) == {0x10002: [('first(int)', work + '/first.h:2')]}


@test
def programs_that_the_kernel_of_the_host_refuses_run_in_qemu(work):
    program = work + '/refused'
    with open(program, 'wb') as f:
        f.write(b'\x7fELF of no machine')
    os.chmod(program, 0o755)
    with mock.patch.object(machine, 'EMULATOR', 'echo'):
        assert machine.on_host([program], ['one', 'two'], 5) == (0, program + ' one two\n')
    with mock.patch.object(machine, 'EMULATOR', work + '/no-such'):
        try:
            machine.on_host([program], [], 5)
        except machine.RunError as e:
            assert str(e).endswith('no-such (tools/setup.sh --host32)'), e
        else:
            raise AssertionError('no error')


@test
def times_are_told_of_built_programs_and_of_those_that_are_found():
    def told(built, found):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            runner._tell_times({True: built, False: found})
        return said.getvalue()

    assert told([(1, 0.25, 'k', 'p'), (2.5, 0.5, 'l', 'q')], []) == 'built 2 programs in 3.5 s (longest 2.5 s), run in 0.8 s\n'
    assert told([], [(0.1, 2, 'k', 'p')]) == 'found 1 program in 0.1 s (longest 0.1 s), run in 2.0 s\n' and told([], []) == ''


@test
def a_run_ends_with_times_and_counts_or_with_counts_of_objects(work):
    def ended(count, *options):
        def batch(_options, _suites, _cases, spent, _results):
            spent[False] += [(0.5, 1, 'k.cpp', 'one'), (0.5, 1, 'k.cpp', 'two')]
            return collections.Counter(count)

        with mock.patch.object(runner, '_suites', lambda *_: {}), mock.patch.object(runner, '_batch', batch), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            status = runner._main(runner.options_parser().parse_args([work + '/a.metal', work + '/b.metal', *options]), ['metal'])
        return status, said.getvalue().splitlines()

    assert ended({'PASS': 2}) == (0, ['found 2 programs in 1.0 s (longest 0.5 s), run in 2.0 s', '2 passed, 0 failed, 0 skipped'])
    assert ended({'PASS': 2}, '--compile') == (0, ['rv32im: 1 kernels, 2 programs of three threads, 6 objects', '2 passed, 0 failed, 0 skipped'])
    assert ended({'FAIL': 1, 'not begun': 1})[1][1:] == ['1 not begun after the first failure', '0 passed, 1 failed, 0 skipped']
    assert [ended(count)[0] for count in ({'FAIL': 1}, {'LOOK': 2}, {'not begun': 2})] == [1, 0, 0]


@test
def options_of_a_run_have_their_names():
    said = runner.options_parser().parse_args('--tt-llk a --tt-metal b --sfpi c --kernels d --march e --arch wormhole --variant=-f x.llk'.split())
    assert [said.tt_llk, said.tt_metal, said.sfpi, said.kernels, said.march, said.arch, said.variant, said.case] == [*'abcde', 'wormhole', '-f', ['x.llk']]
    said = runner.options_parser().parse_args('--turns 1 --seed 2 --seeds 3 --order all --show --look --set A=1 --set B=2 --write-case w --files f '
                                              '--objects o x.desc y.desc'.split())
    assert [said.turns, said.seed, said.seeds, said.order, said.show, said.look, said.set] == [1, 2, 3, 'all', True, True, ['A=1', 'B=2']]
    assert [said.write_case, said.files, said.objects, said.case] == ['w', 'f', 'o', ['x.desc', 'y.desc']]
    said = runner.options_parser().parse_args(['x.desc'])
    assert [said.turns, said.seed, said.seeds, said.order, said.show, said.look, said.set, said.march, said.arch] == [
        0, 0, 0, 'plausible', False, False, [], 'rv32im', 'blackhole']


@test
def a_report_has_lines_in_place_of_addresses():
    text = 'place 1 0x10\ntensix 7\nlint: thread 1: x\n    at 0x00000010\n    at 0x00000020\n  thread 1 waits\n  thread 1 has ended\n  thread 2 waits\n'
    lines = {0x10: ['k.cpp:3', 'a.h:9'], 0x20: ['k.cpp:3', 'b.h:4']}
    with mock.patch.object(machine, 'lines_of', lambda program, address: lines.get(address, []) if program == 'math.elf' else []):
        said = machine.report(['unpack.elf', 'math.elf', 'pack.elf'], text)
    assert said.split('\n') == ['lint: thread 1: x', '    at k.cpp:3', '    at a.h:9', '    at k.cpp:3', '    at b.h:4', '  thread 1 waits',
                                '    at k.cpp:3', '    at a.h:9', '  thread 1 has ended', '  thread 2 waits'], said


@test
def a_failure_has_its_name_in_its_first_line():
    def told(status, *lines):
        with mock.patch.object(machine, 'report', lambda programs, text: text):
            return programs_run._failure(['all', 'one', 'two', 'three'], status, '\n'.join(lines))

    both = 'cb 3: two pages', 'pages 3: not popped', 'fault: deadlock: a semaphore', 'deadlock: thread 1'
    assert told(3, *both) == '\n'.join(['deadlock: a semaphore', both[0], both[1], both[3]])
    assert told(5, *both) == '\n'.join([both[1], both[0], both[2], both[3]])
    assert told(3, 'x', both[3]) == f'{both[3]}\nx' and told(2, 'x', 'input: none') == 'input: none\nx' and told(2, 'fault: y', 'x') == 'fault: y\nx'
    assert [told(status, 'x', 'y') for status in (2, 3, 5, 9)] == [f'{name}: x\ny' for name in ('fault', 'deadlock', 'pages', 'exit 9')]


@test
def notes_of_a_case_stand_below_its_line():
    def of_case(_suite, _options, _path, _name, _spent, notes):
        notes += ['one', 'two']
        return runner.Outcome(True, 'error 0')

    with mock.patch.object(runner, '_run', of_case):
        outcome = runner.execute(None, None, 'x', 'x', {})
    assert (outcome.text, outcome.notes) == ('error 0', '\n    one\n    two')
    with mock.patch.object(runner, '_run', lambda *_: runner.Outcome(None, '')):
        assert runner.execute(None, None, 'x', 'x', {}).notes == ''


@test
def probes_have_numbers_by_rows(work):
    bits = [0x3F80, 0xC040, 0x7F80]
    assert [probe._number(b, 1) for b in bits] == [1, -3, math.inf] and [probe._number(b, 3) for b in (0x3F800000, 0xC0400000)] == [1, -3]
    assert [probe._number(b, 2) for b in (0x3C00, 0xC200, 1, 0x7C00)] == [1, -3, 2 ** -24, 65536] and [probe._number(b, 4) for b in (7, 0x80000007)] == [7, -7]
    # A tile is four faces of 16 x 16, one after the other; 32 lanes of an LReg stay as they are.
    with open(work + '/x', 'wb') as f:
        f.write(struct.pack('<3I', 1, 4, 1024) + struct.pack('<1024I', *range(1024)) + struct.pack('<3I', 2, 4, 32) + struct.pack('<32I', *range(32)))
        f.write(struct.pack('<3I', 0, 4, 32) + b'cut off')
    (thread, form, tile), (_, _, lanes) = probe._read(work + '/x')
    assert (thread, form) == (1, 4) and lanes == [*range(32)] and list(probe._read(work + '/none')) == []
    assert [tile[32 * row + column] for row, column in ((0, 0), (0, 15), (0, 16), (1, 0), (15, 31), (16, 0), (31, 31))] == [0, 15, 256, 16, 511, 512, 1023]


@test
def places_beyond_the_first_ten_are_told_as_one():
    rows = sites._table('title', {f'k.c:{i}': sites.Site(cycles=i, words=1, busy=1) for i in range(1, 13)}, 78)
    assert len(rows) == 12 and rows[0] == 'title' and rows[1].split()[:2] == ['k.c:12', '12'] and rows[-1] == '  others: 3 cycles'
    rows = sites._table('title', {f'k.c:{i}': sites.Site(cycles=i) for i in range(10)}, 45)
    assert len(rows) == 11 and 'others' not in rows[-1]


MODEL = '''cycles 90
lines of math: 80 cycles until its last word has left
  0x10                            60 cycles, 75.0 %; 3 words, busy 17; SRCA 20; PUSH 4
  /a/b/c/k.c:7                    20 cycles, 25.0 %; 1 words, busy 2
lines of pack: 5 cycles until its last word has left
  others: 5 cycles
'''


@test
def tables_of_a_model_are_read_and_their_places_get_names():
    told = sites.read(MODEL)
    assert told == {'math': (80, {'0x10': sites.Site(60, 3, 17, {'SRCA': 20, 'PUSH': 4}), '/a/b/c/k.c:7': sites.Site(20, 1, 2)}), 'pack': (5, {})}, told
    with mock.patch.object(machine, 'frames', lambda program, addresses: {a: FRAMES[hex(a)] for a in addresses}):
        named = sites.named('total 90\n' + MODEL, ['unpack.elf', 'math.elf', 'pack.elf']).split('\n')
    place = '  {:<31} '.format
    rows = [place('lib/ckernel_sfpu_exp.h:9') + '60 cycles, 75.0 %; 3 words, busy 17; SRCA 20; PUSH 4', place('c/k.c:7') + '20 cycles, 25.0 %; 1 words, busy 2']
    calls = [place('_llk_math_eltwise_unary_') + rows[0].split(' ', 3)[-1].lstrip(), place('c/k.c:7') + '20 cycles, 25.0 %; 1 words, busy 2']
    assert named == ['total 90', 'cycles 90', 'lines of math: 80 cycles until its last word has left', *rows, 'calls of math:', calls[0], calls[1],
                     'lines of pack: 5 cycles until its last word has left', 'calls of pack:'], named
    assert sites.named('cycles 90', []) == 'cycles 90'


@test
def the_plugin_of_pytest_is_for_the_tests_of_a_checkout():
    """With stand-ins of modules that need not be installed."""
    stub = mock.MagicMock(hookimpl=lambda **_: lambda function: function, UsageError=type('UsageError', (Exception,), {}))
    others = {name: mock.MagicMock() for name in ('numpy', 'torch')}
    with mock.patch.dict(sys.modules, {'pytest': stub, **others}), mock.patch.dict(os.environ), mock.patch.object(sys, 'path', sys.path[:]), \
            tempfile.TemporaryDirectory() as root:
        from kernels.llk import plugin
        early = types.SimpleNamespace(rootpath=root, known_args_namespace=types.SimpleNamespace(chip='wormhole'))
        try:
            raise AssertionError(plugin.pytest_load_initial_conftests(early))
        except stub.UsageError as e:
            assert str(e) == f'softensix: {root} is not tests/python_tests of a tt-llk checkout'
        os.mkdir(os.path.join(root, 'helpers'))
        for name in ('__init__', 'test_config', 'pack', 'unpack'):
            with open(os.path.join(root, 'helpers', name + '.py'), 'w', encoding='ascii'):
                pass
        with mock.patch.object(plugin, 'device') as device, mock.patch.object(plugin, 'packages') as packages:
            plugin.pytest_load_initial_conftests(early)
        assert os.environ['CHIP_ARCH'] == 'wormhole' and sys.path[0] == root
        assert device.become.call_args[0][0] is CHIPS['wormhole'] and device.install.called and packages.install.called
        assert [os.path.basename(module.__file__) for module in packages.mend.call_args[0]] == ['pack.py', 'unpack.py']


if __name__ == '__main__':
    sys.exit(main())
