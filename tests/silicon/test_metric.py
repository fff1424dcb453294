#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of tools/silicon: inputs, block formats, ranks, lanes, expected numbers. Right values come from exact
fractions, from Python's own functions, from tables of functions, and from what the vendor's table gives away."""
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from types import SimpleNamespace
from unittest import mock

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tools/silicon'))
import formats  # noqa: E402
import golden  # noqa: E402
import record  # noqa: E402
import silicon  # noqa: E402
import table  # noqa: E402
from metric import Cell, count, rank  # noqa: E402

EXACT = golden.Exact(os.path.join(ROOT, 'build/host-wormhole/tools/silicon-exact'), os.path.join(ROOT, 'build/silicon/exact'))


def inputs_are_all_finite_numbers():
    for form, many in (('b', 65279), ('h', 63487), ('f', 65279)):
        patterns, real = formats.inputs(form)
        x = formats.values(patterns, form)
        assert (len(x), real) == (65536, many), (form, real)
        assert np.isfinite(x).all() and (np.diff(x[:real].astype(np.float64)) > 0).all(), form
        assert not x[real:].any()


def the_table_gives_two_inputs_away():
    """Its largest errors of sigmoid and softplus are the ranks of their values at these numbers: thresholds below
    which the kernels return 0."""
    patterns, real = formats.inputs('f')
    for bits, expression, steps in ((0xC000C081, '1 / (1 + exp(-x))', 1030855880), (0xC0A0C121, 'log1p(exp(x))', 995553332)):
        assert bits in patterns[:real], hex(bits)
        x = np.array([bits], np.uint32).view(np.float32)
        assert rank(EXACT(expression, x)[1], 'f')[0] == steps, (hex(bits), rank(EXACT(expression, x)[1], 'f')[0])


def block_of(numbers, kept):
    """BFP8 or BFP4 of 16 numbers by fractions: to seven bits at the largest exponent, ties away from zero after the
    eighth bit of BF16 is cut off; then `kept` bits."""
    top = max(math.frexp(n)[1] for n in numbers)
    found = []
    for n in numbers:
        own = math.frexp(n)[1]
        cut = int(Fraction(abs(n)) / Fraction(2) ** (own - 7))  # seven bits
        moved = Fraction(cut, 2 ** (top - own))
        near = int(moved + Fraction(1, 2))
        found.append(math.copysign(float((near & 127) >> (7 - kept)) * 2.0 ** (top - kept), n))
    return found


def blocks_hold_what_fractions_say():
    random = np.random.default_rng(7)
    patterns = formats.of_values(random.normal(size=(64, 16)) * np.exp2(random.integers(-9, 9, size=(64, 16))), 'b').reshape(-1)
    x = formats.values(patterns, 'b').reshape(-1, 16)
    for form, kept in (('p8', 7), ('p4', 3)):
        got = formats.values(formats.quantised(patterns, form), 'b').reshape(-1, 16)
        for have, block in zip(got, x):
            assert np.array_equal(have, np.float32(block_of(block.tolist(), kept))), (form, block, have)


def tiles_are_read_as_they_are_written():
    for form in ('b', 'h', 'f'):
        patterns = formats.inputs(form)[0]
        assert np.array_equal(formats.from_tiles(formats.to_tiles(patterns, form), form), patterns), form
    patterns = formats.inputs('b')[0]
    again = formats.from_tiles(formats.to_tiles(patterns, 'p8'), 'p8')
    assert np.array_equal(formats.values(again, 'b'), formats.values(formats.quantised(patterns, 'p8'), 'b'))


def each_number_is_computed_once():
    with tempfile.TemporaryDirectory() as kept:
        exact = golden.Exact(EXACT.program, kept)
        assert exact('exp2(x)', np.array([3.0, -1.0, 3.0]))[0].tolist() == [8.0, 0.5, 8.0]
        assert exact('exp2(x)', np.array([-2.0, 3.0]))[0].tolist() == [0.25, 8.0]
        exact.program = os.path.join(kept, 'none')
        assert exact('exp2(x)', np.array([-1.0, 3.0, -2.0, 3.0]))[1].tolist() == [0.5, 8.0, 0.25, 8.0]
        try:
            exact('exp2(x)', np.array([4.0]))
        except FileNotFoundError:
            return
        raise AssertionError('a new number was not computed')


def ranks_count_numbers():
    for out, smallest, largest, many in (('b', 2.0 ** -126, 3.3895313892515355e38, 254 * 128), ('h', 2.0 ** -14, 65504.0, 30 * 1024),
                                         ('f', 2.0 ** -126, 3.4028234663852886e38, 254 << 23)):
        x = np.float32([0.0, -0.0, smallest / 2, smallest, largest, -largest, np.inf])
        assert rank(x, out).tolist() == [0, 0, 0, 1, many, -many, many + 1], out
    assert rank(np.float32([2.0 ** -24]), 'h', subnormals=True)[0] == 1


def lanes_that_differ_in_being_finite_are_counted_apart():
    patterns, real = formats.inputs('b')
    x = formats.values(patterns, 'b')
    cell = Cell('Exp', 'b', 'b', False, False)
    one, hundred = int(np.flatnonzero(x == 1)[0]), int(np.flatnonzero(x == 100)[0])
    tiny, padding = int(np.flatnonzero(x == np.float32(2.0 ** -130))[0]), 65535
    expected, got = x.copy(), x.copy()
    got[one], got[hundred], got[tiny], got[padding] = 1.0 + 3 * 2.0 ** -7, np.inf, 5.0, 5.0
    found = count(cell, patterns, real, expected, got)
    assert (found.steps, found.lane, np.flatnonzero(found.differing).tolist()) == (3, one, [hundred]), found
    expected[hundred] = np.nan  # nothing is expected there
    assert not count(cell, patterns, real, expected, got).differing.any()


def expected(op, form, out, wide):
    patterns = formats.inputs(form)[0]
    return golden.received(patterns, form, out, wide), golden.golden(op, patterns, form, out, wide, EXACT)


def expected_numbers_are_those_of_python():
    for op, function in (('Exp', math.exp), ('Sinh', math.sinh), ('Expm1', math.expm1), ('Erf', math.erf)):
        x, y = expected(op, 'f', 'f', True)
        for i in np.flatnonzero(np.abs(x) < 80)[::97]:
            want = np.float32(function(float(x[i])))
            assert abs(int(rank(np.float32([y[i]]), 'f')[0]) - int(rank(np.float32([want]), 'f')[0])) <= 1, (op, x[i], y[i], want)


def expected_numbers_are_rounded_to_the_input_format():
    """An FP32 result is compared with a number of BF16 where the input is BF16, half a step of which is 32,768."""
    y = expected('Exp', 'b', 'f', True)[1]
    assert not (y.view(np.uint32) & 0xFFFF).any()


def functions_have_their_values_in_tables():
    for expression, x, value in (('i0', 1.0, 1.2660658777520082), ('i0', 50.0, 2.9325537838493363e20), ('i1', 1.0, 0.5651591039924850),
                                 ('i1', -1.0, -0.5651591039924850), ('trigamma', 1.0, math.pi ** 2 / 6),
                                 ('trigamma', 0.5, math.pi ** 2 / 2), ('lgamma', 10.0, math.log(362880)), ('i0', 800.0, math.inf)):
        got = EXACT(expression, np.array([x]))[0][0]
        assert got == value or abs(got - value) < 1e-9 * abs(value), (expression, x, got)


def rows_are_found_by_what_they_say_most_about():
    rows = table.rows()
    assert len(rows) == 4219 and len(list(table.cells(rows))) == 102 * 37 + 23 * 37
    assert table.find(rows, Cell('Abs', 'b', 'h', False, True)).form == 'b'
    assert table.find(rows, Cell('LogicalNotUnary', 'b', 'b', False, False)).op == 'LogicalNotUnary'


def documents_say_what_the_table_of_results_says():
    with open(os.path.join(ROOT, 'docs/silicon.tsv'), encoding='ascii') as f:
        verdicts = [line.rstrip('\n').split('\t')[7] for line in f][1:]
    compared = [v for v in verdicts if v != 'no comparison']
    equal, differ, open_ = (compared.count(v) for v in ('equal', 'explained', 'open'))
    sentence = f'{equal} of {len(compared)} compared cells equal, {differ} differ, each with its reason, {open_ or "none"} open'
    for name in ('README.md', 'docs/silicon.md'):
        with open(os.path.join(ROOT, name), encoding='utf-8') as f:
            assert sentence in f.read(), (name, sentence)


def values_are_rounded_once():
    """Squares so near to the middle of two numbers of binary32 that in binary64 they are the middle."""
    tried = 0
    for k in range(1, 400):
        middle = 1 + (2 * k + 1) * 2.0 ** -24
        x = math.sqrt(middle)
        square = Fraction(x) ** 2
        if x * x == middle != square:
            once = 1 + (k + (square > middle)) * 2.0 ** -23
            wide, single = EXACT('x * x', np.array([x]))
            assert (wide[0], float(single[0])) == (middle, once), (x, float(single[0]), once)
            tried += once != float(np.float32(middle))
    assert tried > 9, tried


def only_subnormal_numbers_of_fp16_were_steps_and_only_at_first():
    expected = np.zeros(65536, np.float32)
    for out, smallest, date, steps in (('h', 2.0 ** -24, '2026-09-29', 1), ('h', 2.0 ** -24, '2026-09-30', 0), ('b', 2.0 ** -133, '2026-09-29', 0)):
        got = expected.copy()
        got[40000] = smallest
        way, row = SimpleNamespace(results=lambda _, got=got: (got, 'fused'), exact=None), SimpleNamespace(date=date, raw='')
        with mock.patch.object(golden, 'golden', lambda *_: expected):
            assert silicon.measure(way, Cell('Identity', 'f', out, False, True), row)['steps'] == steps, (out, date)


def figures_are_made_again_when_what_made_them_changes():
    keys = []
    with tempfile.TemporaryDirectory() as root:
        for name in ('build/host-wormhole/tools/silicon-way', 'build/host-wormhole/tools/silicon-exact', 'build/host-wormhole/tools/stx-ulp',
                     'tools/silicon/silicon.py', 'tools/silicon/words/Abs.words', 'tools/ulp/llk.py', 'tools/kernels/kept.py', 'docs/silicon-card.tsv'):
            os.makedirs(os.path.join(root, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(root, name), 'w', encoding='ascii') as f:
                f.write('x')
            keys.append(silicon.key_of(None, root))
        keys += [silicon.key_of(where, root) for where in (('a', 'b', 'wormhole', []), ('c', 'b', 'wormhole', []))]
    assert len(set(keys)) == len(keys) == 10, keys


def a_checkout_that_is_not_there_is_named():
    done = subprocess.run([sys.executable, silicon.__file__, '--tt-metal', '/none', '--sfpi', '/none', '--ops', 'Abs'],
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, '') and done.stderr.startswith('silicon: ') and '/none/' in done.stderr.splitlines()[0], done.stderr


def the_way_takes_three_commands_and_no_others():
    way = os.path.join(ROOT, 'build/host-wormhole/tools/silicon-way')
    for command, of in (('unpack', 8), ('run', 6), ('pack', 7), ('none', 0)):
        for words in range(3, 10):
            if words != of:
                done = subprocess.run([way, command, *['/none'] * (words - 2)], capture_output=True, text=True, check=False)
                assert done.returncode and 'unpack, run or pack' in done.stderr, (command, words, done.stderr)


def a_step_that_fails_without_a_word_has_failed():
    for out, told in (('', 'silicon-way: status 1'), ('why\n', 'why')):
        with mock.patch.object(subprocess, 'run', lambda *_, out=out, **__: SimpleNamespace(returncode=1, stderr=out)):
            assert silicon.Way._way('run') == told
    with mock.patch.object(subprocess, 'run', lambda *_, **__: SimpleNamespace(returncode=0, stderr='')):
        assert silicon.Way._way('run') is None


def a_recording_is_the_state_and_the_body_and_made_once():
    made, programs = [], record.Programs.__new__(record.Programs)
    with tempfile.TemporaryDirectory() as work:
        def part(text):
            def write(*words):
                made.append(words)
                path = next(word for word in words if isinstance(word, str) and word.startswith(work))
                with open(path, 'w', encoding='ascii') as f:
                    f.write(text)
            return write

        programs._group = lambda operation, _: ['Exp', operation]
        programs._state = lambda *words: part('state\n')(*words)
        programs._kernel = lambda *_: SimpleNamespace(path=lambda name: os.path.join(work, name), execute=part('body\n'))
        for _ in range(2):
            path = programs.record('Abs', False, True, 5)
            with open(path, encoding='ascii') as f:
                assert f.read() == 'state\nbody\nend\n' and os.listdir(work) == ['Abs.5.recording']
        assert len(made) == 2 and made[1][-2:] == ('1', '5'), made


CHECKS = [inputs_are_all_finite_numbers, the_table_gives_two_inputs_away, blocks_hold_what_fractions_say, tiles_are_read_as_they_are_written,
          each_number_is_computed_once, ranks_count_numbers, lanes_that_differ_in_being_finite_are_counted_apart, expected_numbers_are_those_of_python,
          expected_numbers_are_rounded_to_the_input_format, functions_have_their_values_in_tables,
          rows_are_found_by_what_they_say_most_about, values_are_rounded_once, only_subnormal_numbers_of_fp16_were_steps_and_only_at_first,
          figures_are_made_again_when_what_made_them_changes,
          the_way_takes_three_commands_and_no_others, a_step_that_fails_without_a_word_has_failed,
          a_recording_is_the_state_and_the_body_and_made_once, a_checkout_that_is_not_there_is_named, documents_say_what_the_table_of_results_says]


def main():
    failed = 0
    for check in CHECKS:
        try:
            check()
        except AssertionError as error:
            failed += 1
            print(f'FAIL {check.__name__}: {error}')
    print(f'{len(CHECKS) - failed} passed, {failed} failed')
    return int(failed > 0)


if __name__ == '__main__':
    sys.exit(main())
