#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the lines of a kernel that its time goes to hold the instructions that took it, and do they add up?

    sites.py CASE...      needs make llk-runtime DIAG=1 (make llk-pushes)"""
import functools
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, 'tools'), os.path.join(ROOT, 'tests')]
from claims import main, test  # noqa: E402
from kernels import sites  # noqa: E402

OUT = os.path.join(ROOT, 'build/sites')
CASES = sys.argv[1:]


def _lines(case, out):
    return os.path.join(out, os.path.basename(case).split('.llk')[0] + '.jsonl')


@functools.cache
def _run(case, kernels='examples/llk', out=OUT):
    """What the tool has printed of a case, and its words."""
    done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--kernels', os.path.join(ROOT, kernels),
                           '--variant=-diag', '--time', f'--time-lines={out}', case],
                          check=True, capture_output=True, text=True, cwd=ROOT)
    with open(_lines(case, out), encoding='ascii') as f:
        return done.stdout, [json.loads(line) for line in f][1:-1]


def _source(place):
    path, _, line = place.rpartition(':')
    with open(os.path.join(ROOT, path), encoding='utf-8') as f:
        return f.read().splitlines()[int(line) - 1]


@test
def a_wait_stands_in_the_line_that_the_word_names():
    for case in CASES:
        waits = [w for w in _run(case)[1] if w['text'].startswith(('STALLWAIT', 'SEMWAIT', 'SEMPOST', 'SEMGET'))]
        assert len(waits) > 5, f'{case}: {len(waits)} waits'
        for word in waits:
            name = word['text'].split(' ')[0]
            assert name in _source(word['where']), f'{case}: {name} at {word["where"]}: {_source(word["where"])}'


@test
def every_word_has_a_line_and_a_call():
    for case in CASES:
        for word in _run(case)[1]:
            assert re.fullmatch(r'[\w/.-]+:\d+', word['where']), word
            assert re.fullmatch(r'~?\w+', word['call']), word


@test
def lines_and_calls_of_a_thread_add_up_to_its_time():
    for case in CASES:
        parts = re.split(r'^(?=lines of|calls of)', _run(case)[0], flags=re.M)[1:]
        assert len(parts) == 6, f'{case}: {len(parts)} tables'
        for lines, calls in zip(parts[::2], parts[1::2]):
            total = int(re.match(r'lines of \w+: (\d+) cycles', lines)[1])
            for table in lines, calls:
                rows = re.findall(r'^  .*? (\d+) cycles(?:,|$)', table, re.M)
                assert sum(map(int, rows)) == total, f'{case}: {rows} of {total}'
                assert ' 0x' not in table and 'unknown' not in table, table


@test
def a_wait_too_many_is_the_first_line_that_stx_time_names(work):
    shutil.copytree(os.path.join(ROOT, 'examples/llk'), work + '/llk')
    _run(CASES[0])
    with open(work + '/llk/thread_math.h', encoding='utf-8') as f:
        text = f.read()
    place = text.index('        TTI_STALLWAIT')
    wait = text[place:text.index('\n', place) + 1]
    with open(work + '/llk/thread_math.h', 'w', encoding='utf-8') as f:
        f.write(text[:place] + wait + text[place:])
    _run(CASES[0], work + '/llk', work)
    done = subprocess.run([os.path.join(ROOT, 'tools/timeline/stx_time.py'), 'diff', '--json', _lines(CASES[0], OUT),
                           _lines(CASES[0], work)], capture_output=True, text=True, check=False)
    first = next(line for line in json.loads(done.stdout)['lines'] if line['thread'] == 'math')
    number = text[:place].count('\n') + 1
    assert first['before'] is None, first  # of two equal lines nobody knows which is new
    assert re.search(f'thread_math.h:({number}|{number + 1})$', first['where']), first


@test
def a_call_is_the_nearest_of_llk_or_the_function_itself():
    def call(*functions):
        return sites._call([(f, f'f{i}.h:{i}') for i, f in enumerate(functions)])
    assert call('void ckernel::run()', 'void ckernel::_llk_math_matmul_<(F)4>(int)', 'llk_math_matmul(int)', 'main') == '_llk_math_matmul_'
    assert call('ckernel::run<3>()', 'void llk_pack_tile(int)', 'kernel_main()') == 'llk_pack_tile'
    assert call('void a::b<c::d>::helper(int)', 'kernel_main()') == 'helper'


@test
def a_line_is_not_one_of_what_runs_a_mop_or_stands_for_vectors():
    def line(*places):
        return sites._line([('f', place) for place in places])
    assert line('inc/ckernel_template.h:351', 'llk_lib/llk_math_matmul.h:659', 'k.cpp:5') == 'llk_lib/llk_math_matmul.h:659'
    assert line('sfpi/sfpi.h:7', 'sfpu/ckernel_sfpu_exp.h:72') == 'sfpu/ckernel_sfpu_exp.h:72'
    assert line('inc/ckernel_template.h:351') == 'inc/ckernel_template.h:351'


if __name__ == '__main__':
    sys.exit(main())
