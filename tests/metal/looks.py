#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a user sees of numbers that came out: where they are wrong and by how much, pictures, files, and a run that
compares nothing. Last line "N passed, N failed". The library for rv32im must be there (make metal-runtime)."""
import ast
import math
import os
import re
import signal
import struct
import subprocess
import sys
import time
import types
import xml.dom.minidom

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '../..')
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(ROOT, 'tools')]
from kernels import compare, npy, picture, report  # noqa: E402
from kernels.metal import case as cases, description, inputs  # noqa: E402
from kernels.metal.suite import map_of  # noqa: E402
from claims import main, test  # noqa: E402
from kernels.formats import encode, to_tiles  # noqa: E402


def described(work, text):
    path = os.path.join(work, 'x.desc')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('kernel x\ncb 0 Float32 4 32 32\nin 0 a random 64 96\nout 0 64 96\nexpect 0 a\ntolerance 0 0.5 0 0.9\n' + text)
    return description.load(path, None)


def judged(d, wrong, rows=False, order=None):
    """Verdict and map, if the kernel's result differs from what is expected in these places: {(row, column): number}."""
    matrix = [list(row) for row in d.expected[0].rows]
    for (r, c), value in wrong.items():
        matrix[r][c] = value
    tiles = [encode('Float32', t) for t in to_tiles(matrix, 32, 32)]
    data = encode('Float32', [x for row in matrix for x in row]) if rows else b''.join(tiles[i] for i in order or range(6))
    verdict = compare.judge(d.case, {0: data})
    return verdict, map_of(d.case, 0, d)


# Two numbers of tile 4, which is the second of the second row of tiles, and one of tile 2.
WRONG = {(35, 40): 7.0, (63, 63): -9.0, (31, 64): 4.0}


@test
def a_wrong_golden_says_tile_row_column_and_how_much(work):
    d = described(work, '')
    verdict, where = judged(d, WRONG)
    first, details = report.mismatch(verdict, {0: where})
    a = d.expected[0].rows
    assert re.match(r'cb 0 index \d+: got 4.0, want ', first), first
    assert first.endswith(f'want {a[31][64]!r}; tile 2, row 31, column 0 (row 31, column 64 of 64 x 96)'), first
    assert '3 of 6144 numbers of cb 0 are wrong, in 2 of 6 tiles; largest error' in details, details
    assert f'largest error {abs(-9.0 - a[63][63]):.6g}, cb 0 index' in details
    assert 'got -9.0' in details and 'tile 4, row 31, column 31 (row 63, column 63 of 64 x 96)' in details
    assert 'allowed: an error of 0.5 + 0 x |want|, correlation 0.9 or more; the correlation is' in details
    assert 'tile 4, row 3, column 8 (row 35, column 40 of 64 x 96)' in details


@test
def places_follow_order_and_layout(work):
    for line, how in (('order 0 [5, 3, 1, 0, 2, 4]\n', {'order': [5, 3, 1, 0, 2, 4]}), ('layout 0 rows\n', {'rows': True})):
        verdict, where = judged(described(work, line), {(35, 40): 7.0}, **how)
        first, _ = report.mismatch(verdict, {0: where})
        assert first.endswith('tile 4, row 3, column 8 (row 35, column 40 of 64 x 96)'), (line, first)


@test
def a_number_that_is_not_finite_is_the_largest_error(work):
    verdict, where = judged(described(work, ''), {(0, 0): 1e30, (1, 1): math.nan})
    _, details = report.mismatch(verdict, {0: where})
    assert 'largest error inf, cb 0 index 17: got nan' in details, details


@test
def correlation_alone_is_told(work):
    d = described(work, '')
    d.case.checks[0].atol = 100.0
    verdict, where = judged(d, {(r, c): 5.0 - r for r in range(64) for c in range(96)})
    first, details = report.mismatch(verdict, {0: where})
    assert re.fullmatch(r'cb 0: correlation -?0\.\d{6}, below 0.9', first), first
    assert '0 of 6144 numbers of cb 0 are wrong, in 0 of 6 tiles; largest error' in details


@test
def pages_of_a_case_file_are_tiles(work):
    del work
    case = cases.Case('x', buffers={3: cases.Buffer('Float32', 1, 32, 32)}, outputs={3: 6})
    where = map_of(case, 3)
    assert (where.rows, where.columns) == (96, 64)
    assert where.where(1024 * 3 + 256 + 16) == 'tile 3, row 1, column 16'


def rectangles(svg):
    """{colour: squares} of a picture."""
    found = {}
    for path in xml.dom.minidom.parseString(svg).getElementsByTagName('path'):
        if path.getAttribute('fill') != 'none':
            runs = re.findall(r'M(\d+) (\d+)h(\d+)v1h-(\d+)z', path.getAttribute('d'))
            assert ''.join(f'M{x} {y}h{n}v1h-{m}z' for x, y, n, m in runs) == path.getAttribute('d')
            found[path.getAttribute('fill')] = {(int(y), int(x) + i) for x, y, n, _ in runs for i in range(int(n))}
    return found


@test
def a_picture_has_a_square_for_each_number(work):
    d = described(work, 'part 0 lambda r, c: c < 31 or r > 30\n')
    verdict, where = judged(d, {**WRONG, (5, 6): d.expected[0].rows[5][6] + 0.6, (7, 8): d.expected[0].rows[7][8] + 0.25})
    found = rectangles(picture.draw('a < b', verdict.compared[0], where))
    a = d.expected[0].rows
    far = {at for at, value in WRONG.items() if abs(value - a[at[0]][at[1]]) >= 5}
    assert far and found[picture.COLOURS[picture.FAR]] == far
    assert found[picture.COLOURS[picture.WRONG]] == {(5, 6), *WRONG} - far
    assert found[picture.COLOURS[picture.WITHIN]] == {(7, 8)}
    everything = {(r, c) for r in range(64) for c in range(96) if c % 32 < 31 or r % 32 > 30}
    assert found[picture.COLOURS[picture.EQUAL]] == everything - set(WRONG) - {(5, 6), (7, 8)}


@test
def a_square_of_a_large_matrix_is_as_bad_as_its_worst_number(work):
    del work
    case = cases.Case('x', buffers={0: cases.Buffer('UInt8', 1, 32, 32)}, outputs={0: 64})  # 256 x 256
    case.checks.append(cases.Check(0, 'equal', 0.0, 0.0, None, golden=[7] * 65536))
    where = map_of(case, 0)
    data = bytearray([7] * 65536)
    data[where.places.index((3, 5))] = 200
    verdict = compare.judge(case, {0: bytes(data)})
    side, kinds = picture.squares(verdict.compared[0], where)
    assert side == 2 and len(kinds) == 128 * 128
    assert [at for at, kind in kinds.items() if kind == picture.FAR] == [(1, 2)]
    assert set(kinds.values()) == {picture.FAR, picture.EQUAL}


def read_npy(data):
    """(type, shape, numbers), by the description of the format."""
    assert data[:8] == b'\x93NUMPY\x01\x00' and len(data) > 10
    length = struct.unpack('<H', data[8:10])[0]
    assert (10 + length) % 64 == 0 and data[9 + length] == ord('\n')
    head = ast.literal_eval(data[10:10 + length].decode('ascii'))
    assert set(head) == {'descr', 'fortran_order', 'shape'} and head['fortran_order'] is False
    letter = {'<f4': 'f', '<i4': 'i', '<u4': 'I', '<u2': 'H', '|u1': 'B', '|i1': 'b'}[head['descr']]
    body = data[10 + length:]
    return head['descr'], head['shape'], list(struct.unpack(f'<{len(body) // struct.calcsize(letter)}{letter}', body))


@test
def files_of_numpy_hold_the_numbers(work):
    del work
    for name, kind, rows in (('Float16_b', '<f4', [[1.5, -2.0], [math.inf, 0.0]]), ('Int32', '<i4', [[-2 ** 31, 2]]),
                             ('UInt32', '<u4', [[2 ** 32 - 1]]), ('UInt16', '<u2', [[65535]] * 40),
                             ('UInt8', '|u1', [[255] * 30]), ('Int8', '|i1', [[-127, 5]])):
        shape = len(rows), len(rows[0])
        assert read_npy(npy.array(name, shape, rows)) == (kind, shape, [x for row in rows for x in row]), name


def npy_file(kind, shape, letter, numbers, turned=False, head=None):
    """By the description of the format, version 2."""
    text = (head or f"{{'descr': '{kind}', 'fortran_order': {turned}, 'shape': {shape}, }}\n").encode('latin-1')
    order = '>' if kind[0] == '>' else '<'
    return b'\x93NUMPY\x02\x00' + struct.pack('<I', len(text)) + text + struct.pack(f'{order}{len(numbers)}{letter}', *numbers)


def of_file(work, data, rows=2, columns=3):
    """The numbers of a file as a description takes them."""
    path = os.path.join(work, 'x.npy')
    with open(path, 'wb') as f:
        f.write(data)
    try:
        return inputs.file_rows(types.SimpleNamespace(path=lambda name: path), 'x.npy', rows, columns)
    except ValueError as e:
        return str(e)


@test
def files_of_numpy_are_taken(work):
    rows = [[1, 2, 3], [4, 5, 200]]
    flat = sum(rows, [])
    for kind, letter in (('<f4', 'f'), ('>f8', 'd'), ('<f2', 'e'), ('|u1', 'B'), ('<i4', 'i'), ('>u2', 'H'), ('<i8', 'q')):
        assert of_file(work, npy_file(kind, (2, 3), letter, flat)) == rows, kind
    assert of_file(work, npy_file('<f4', (1, 2, 3), 'f', flat)) == rows
    assert of_file(work, npy.array('Float16_b', (2, 3), rows)) == rows
    assert of_file(work, npy_file('<f4', (3,), 'f', flat[:3]), 1) == rows[:1]
    assert of_file(work, struct.pack('<6f', *flat)) == rows  # binary32 without a header
    assert of_file(work, struct.pack('<2f', 1, 2), 1, 1) == 'x.npy has more 4 bytes, and 1 x 1 numbers are 4'


@test
def files_of_numpy_that_are_something_else_are_refused(work):
    six = list(range(6))
    for data, why in ((npy_file('<f4', (3, 2), 'f', six), 'its shape is 3 x 2, and must be 2 x 3'),
                      (npy_file('<f4', (), 'f', six[:1]), 'its shape is a number, and must be 2 x 3'),
                      (npy_file('<f4', (2, 3), 'f', six, True), "its numbers are in Fortran's order"),
                      (npy_file('<c8', (2, 3), 'f', six), "its numbers are of type '<c8'"),
                      (npy_file('<f4', (2, 3), 'f', six[:5]), 'it has fewer numbers than 2 x 3'),
                      (npy_file('<f4', (2, 3), 'f', six + [6]), 'it has more numbers than 2 x 3'),
                      (npy_file('<f4', (-2, -3), 'f', six), 'its shape is (-2, -3)'),
                      (npy_file('<f4', 0, 'f', six, head='{}'), 'its header is not a NumPy header'),
                      (npy_file('<f4', 0, 'f', six, head='__import__("os")'), 'its header is not a NumPy header'),
                      (npy_file('<f4', 0, 'f', six, head='(' * 9000), 'its header is not a NumPy header'),
                      (b'\x93NUMPY\x01', 'its header is not a NumPy header')):
        assert of_file(work, data) == 'x.npy: ' + why, (of_file(work, data), why)


def metal(work, *arguments):
    """(status, output) of the tool."""
    done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--march', 'rv32im', '--kernels',
                           os.path.join(ROOT, 'examples/metal'), *arguments], cwd=work, capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout + done.stderr


ADD = '''kernel eltwise.cpp
define OP add_tiles
define OP_INIT add_tiles_init
args 2
cb 0 Float16_b 4 32 32
cb 1 Float16_b 4 32 32
cb 16 Float16_b 2 32 32
in 0 a of 64 64 Matrix([(r * 64 + c) % 251 for c in range(64)] for r in range(64))
in 1 b const 64 64 1
out 16 64 64
'''


def written(work, name, text):
    path = os.path.join(work, name)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path


@test
def products_that_overflow_are_infinite_and_later_phases_are_told(work):
    line = next(line for line in ADD.splitlines() if line.startswith('in 0'))
    large = ADD.replace('add_tiles', 'mul_tiles').replace(line, 'in 0 a const 64 64 1e30').replace('const 64 64 1\n', 'const 64 64 1e25\n')
    for fidelity, told in (('hifi4', True), ('lofi', False)):
        path = written(work, f'large-{fidelity}.desc', large + f'fidelity {fidelity}\n')
        status, said = metal(work, '--look', '--save', 'out', path)
        assert status == 0 and ('words have left an infinity in Dst' in said) == told, said
        with open(os.path.join(work, f'out/large-{fidelity}-cb16.npy'), 'rb') as f:
            assert set(read_npy(f.read())[2]) == {math.inf}, said


@test
def a_run_is_looked_at_without_an_expectation(work):
    path = written(work, 'add.desc', ADD)
    status, said = metal(work, path)
    assert status == 1 and 'FAIL add.desc: case: the case checks nothing' in said, said
    status, said = metal(work, '--look', '--save', 'out', path)
    assert status == 0 and 'LOOK add.desc: nothing is compared, ' in said, said
    assert 'cb 16, 64 x 64, first rows and columns:' in said and '0 passed, 0 failed, 1 skipped' in said, said
    with open(os.path.join(work, 'out/add-cb16.npy'), 'rb') as f:
        kind, shape, numbers = read_npy(f.read())
    assert (kind, shape) == ('<f4', (64, 64)) and numbers == [float(i % 251 + 1) for i in range(4096)]


@test
def what_is_wrong_is_drawn_and_kept(work):
    path = written(work, 'wrong.desc', ADD + 'expect 16 each(lambda x: 100 if x == 12 else x, a + b)\n')
    status, said = metal(work, '--picture', '--save', 'out', path)
    assert status == 1 and 'FAIL wrong.desc: mismatch: cb 16 index 11: got 12.0, want 100.0; tile 0, row 0, column 11' in said, said
    assert '17 of 4096 numbers of cb 16 are wrong, in 4 of 4 tiles; largest error 88' in said, said
    with open(os.path.join(work, 'out/wrong-cb16.svg'), encoding='utf-8') as f:
        found = rectangles(f.read())
    assert found[picture.COLOURS[picture.FAR]] == {(i // 64, i % 64) for i in range(11, 4096, 251)}


@test
def cases_of_one_name_keep_files_of_their_own(work):
    for directory in 'ab':
        os.makedirs(os.path.join(work, directory))
    first = written(work, 'a/add.desc', ADD)
    second = written(work, 'b/add.desc', ADD.replace('const 64 64 1', 'const 64 64 2'))
    status, said = metal(work, '--look', '--save', 'out', first, second)
    assert status == 0, said
    assert sorted(os.listdir(os.path.join(work, 'out'))) == ['add-2-cb16.npy', 'add-cb16.npy']


def processes(directory):
    """Those whose command names the directory."""
    found = []
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/cmdline', 'rb') as f:
                found += [int(name)] if os.fsencode(directory) in f.read() else []
        except OSError:
            continue
    return found


@test
def an_interrupt_ends_a_run_and_keeps_what_came_out(work):
    """The first case has come out, the second one runs without end, the third is not begun."""
    kernel = os.path.join(ROOT, 'tests/metal/bad')
    endless = os.path.join(kernel, 'endless/silent.desc')
    junit, tap, out = (os.path.join(work, name) for name in ('old.xml', 'old.tap', 'objects'))
    for path in (junit, tap):
        written(work, path, 'those of an earlier run')
    with subprocess.Popen([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--march', 'rv32im', '--kernels', kernel, '--objects', out,
                           '--jobs', '1', '--timeout', '90', '--junit', junit, '--tap', tap, os.path.join(kernel, 'good/control.desc'), endless, endless],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as tool:  # programs in the background ignore it
        first = tool.stdout.readline()
        assert not os.path.exists(junit) and not os.path.exists(tap), 'files of an earlier run'
        until = time.monotonic() + 60
        while not any(p != tool.pid for p in processes('qemu-system') if p in processes(out)) and time.monotonic() < until:
            time.sleep(0.05)
        began = time.monotonic()
        tool.send_signal(signal.SIGINT)
        said, wrong = tool.communicate(timeout=60)
    assert tool.returncode == 130 and time.monotonic() - began < 20, (tool.returncode, first, said, wrong)
    assert first.startswith('PASS control.desc') and 'metal: interrupted' in wrong and 'Traceback' not in wrong, (first, said, wrong)
    assert not processes(out), 'a program still runs'
    with open(junit, encoding='utf-8') as f:
        kept = f.read()
    assert 'tests="2" failures="1"' in kept and 'interrupted after 1 of 3 cases' in kept and kept.rstrip().endswith('</testsuites>'), kept
    with open(tap, encoding='utf-8') as f:
        assert f.read().splitlines()[1:3] == ['1..2', f'ok 1 - {kernel}/good/control.desc']
    assert not [name for name in os.listdir(out) if name.endswith(('.in', '.out'))]


def numbers_in(path):
    """The numbers of a NumPy file of binary32."""
    with open(path, 'rb') as f:
        data = f.read()
    begin = 10 + struct.unpack('<H', data[8:10])[0]
    return list(struct.unpack(f'<{(len(data) - begin) // 4}f', data[begin:]))


@test
def pages_that_are_pushed_are_printed_and_kept_in_their_order(work):
    path = os.path.join(ROOT, 'tests/metal/eltwise-add.desc')
    _, text = metal(work, '--record', '0 16', '--save', work, path)
    d = description.load(path, None)
    pages = [x for tile in to_tiles(d.names['a'].rows, 32, 32) for x in tile]
    assert numbers_in(os.path.join(work, 'eltwise-add-cb0-pushed.npy'))[:1024] == [d.names['a'].rows[r][c] for r in range(32) for c in range(32)]
    assert sorted(numbers_in(os.path.join(work, 'eltwise-add-cb0-pushed.npy'))) == sorted(pages)
    came = numbers_in(os.path.join(work, 'eltwise-add-cb16.npy'))
    assert numbers_in(os.path.join(work, 'eltwise-add-cb16-pushed.npy')) == \
        [came[(32 * i + r) * 64 + 32 * j + c] for i in range(2) for j in range(2) for r in range(32) for c in range(32)]
    assert re.search(r'pushed cb 16, page 0 \(2 so far\), by pack, \S*examples/metal/eltwise.cpp:\d+: 0 to [\d.]+, first row [\d. ]+ \.\.\.', text), text
    assert len(re.findall('pushed cb 0, page .*, by reader: ', text)) == 4 and 'cb 1,' not in text, text


@test
def recording_all_buffers_costs_at_most_a_tenth_of_the_instructions(work):
    for name in ('eltwise-add', 'matmul-lofi', 'softmax'):
        path = os.path.join(ROOT, f'tests/metal/{name}.desc')
        off, on = (int(re.search(r', (\d+) riscv instructions', metal(work, *options, path)[1])[1]) for options in ((), ('--record', 'all')))
        print(f'{name}: {off} instructions, {on} with all buffers recorded ({on / off - 1:+.2%})')
        assert off < on <= 1.1 * off, name


@test
def a_buffer_between_two_steps_is_compared_and_named_first(work):
    with open(os.path.join(ROOT, 'tests/metal/softmax.desc'), encoding='utf-8') as f:
        softmax = f.read()
    good = softmax + 'pushed 26 32 96\nexpect 26 e\ntolerance 26 0.002 0.04 0.999\n'
    path = os.path.join(work, 'x.desc')
    for text, said in ((good, '^PASS x.desc'),
                       (good.replace('expect 16 e', 'expect 16 2 * e').replace('expect 26 e', 'expect 26 2 * e'), '^FAIL x.desc: mismatch: cb 26 index 0: got'),
                       (good.replace('expect 16 e', 'expect 16 2 * e'), '^FAIL x.desc: mismatch: cb 16 index'),
                       (good.replace('pushed 26 32 96', 'pushed 26 32 64').replace('expect 26 e', 'expect 26 1'),
                        'pages: 3 pages were pushed into cb 26, and the case has 2'),
                       (good.replace('pushed 26', 'pushed 16'), 'cb 16 has a line "in" or "out"')):
        written(work, path, text)
        _, came = metal(work, path)
        assert re.search(said, came), (said, came)


if __name__ == '__main__':
    sys.exit(main())
