#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Results for machines are well-formed whatever the names: report_names.py [rounds]. Names, texts and suites are drawn
from what breaks XML, lines, encodings and directives; what is written is read by a parser. Then the same through
tools/results.py as bytes, and by the runners of kernels with such files. Last line "N passed, N failed"."""
import json
import os
import random
import re
import subprocess
import sys
from types import SimpleNamespace
import xml.etree.ElementTree as tree

sys.path.insert(0, 'tools')
from kernels.junit import Results  # noqa: E402

WORK = 'build/test/reports/names'
PIECES = [chr(c) for c in range(0x20)] + list('<>&"\'#:%\\ \x7f\x80\x85\xa0\u2028\u2029\ufeff\ufffe\uffff\ufdd0\ud800\udcff\udfff') + [
    ']]>', '<![CDATA[', '&#0;', '<!--', '\nnot ok 1 - ', '\n1..7\n', '# SKIP', '# TODO', 'ok 1', 'Bail out!', '\U0001f600',
    '\U0001fffe', '\U0010ffff', 'name', 'e\u0301', '(', ')', '-', '  ', '\\x01', '5 passed, 0 failed', 'FAIL ', 'PASS ', '\r\n']
LEGAL = re.compile('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')


def drawn(rng, most=6):
    return ''.join(rng.choice(PIECES) for _ in range(rng.randrange(most)))


def check_junit(data, count, failures):
    text = data.decode('utf-8')
    assert not LEGAL.search(text), 'a character that XML does not have'
    cases = tree.fromstring(data).findall('testsuite/testcase')
    names = [case.get('name') for case in cases]
    assert len(cases) == count and len(set(names)) == count and all(names), 'as many names as cases'
    assert all(name.isprintable() for name in names), 'names that print'
    assert sum(case.find('failure') is not None for case in cases) == failures, 'failures'


def check_tap(data, count, failures):
    lines = data.decode('utf-8').split('\n')
    assert lines[:2] == ['TAP version 13', f'1..{count}'] and lines.pop() == '', 'begin and end'
    points = [line for line in lines[2:] if not line.startswith('# ')]
    for number, line in enumerate(points, 1):
        assert re.fullmatch(rf'(not )?ok {number} - [^#]+', line) and line.isprintable(), line
    assert len(points) == count and sum(line.startswith('not') for line in points) == failures, 'points'
    assert all(len(line.splitlines()) == 1 for line in lines), 'one line is one line'


def by_the_writer(rng):
    results = Results(drawn(rng))
    cases = [(drawn(rng), rng.random() < 0.5, drawn(rng, 20), rng.random()) for _ in range(rng.randrange(8))]
    for case in cases:
        results.add(*case)
        if results.failed_last():
            results.append(drawn(rng))
    failures = sum(not passed for _, passed, _, _ in cases)
    results.write(SimpleNamespace(junit=f'{WORK}/a.xml', tap=f'{WORK}/a.tap', json=f'{WORK}/a.json'))
    with open(f'{WORK}/a.xml', 'rb') as junit, open(f'{WORK}/a.tap', 'rb') as tap, open(f'{WORK}/a.json', 'rb') as told:
        check_junit(junit.read(), len(cases), failures)
        check_tap(tap.read(), len(cases), failures)
        found = json.load(told)
    assert found['failed'] == failures == sum('code' in case for case in found['cases']), 'codes'
    assert found['passed'] + failures == len(found['cases']) == len(cases) and found['error'] is None, 'cases'


def by_a_pipe(rng):
    """Any bytes: the files are well-formed, the bytes are repeated, and a run without a sum fails."""
    text = b''.join(rng.choice([bytes([rng.randrange(256)]), drawn(rng).encode('utf-8', 'surrogatepass'), b'\nFAIL ', b'\nPASS ',
                                b'\nx: 3 passed, 1 failed, 1.2.3 s\n', b'\n9999999999999 passed, 0 failed\n', b'\xff\xfe'])
                    for _ in range(rng.randrange(40))) + rng.choice([b'', b'\n5 passed, 0 failed\n'])
    done = subprocess.run(['tools/results.py', '--suite', 'a\udcff\nb', '--junit', f'{WORK}/p.xml', '--tap', f'{WORK}/p.tap'],
                          input=text, capture_output=True, check=False)
    assert done.stdout == text and not done.stderr, done.stderr.decode(errors='replace')[-300:]
    with open(f'{WORK}/p.xml', 'rb') as junit, open(f'{WORK}/p.tap', 'rb') as tap:
        data = junit.read()
        cases = tree.fromstring(data).findall('testsuite/testcase')
        failures = len(tree.fromstring(data).findall('testsuite/testcase/failure'))
        check_junit(data, len(cases), failures)
        check_tap(tap.read(), len(cases), failures)
    assert done.returncode == (failures > 0), 'exit status'


def by_a_runner(rng):
    """Case files whose names nobody likes: each fails and is told, none ends the batch."""
    names = [f'{WORK}/n\n ok 1 - <&">\x1b[31m#\x01.llk'.encode(), f'{WORK}/'.encode() + b'\xff\xfe\xc3.llk', f'{WORK}/\ufffe\u2028.llk'.encode()]
    for ending, kernels in ((b'.llk', 'examples/llk'), (b'.metal', 'examples/metal')):
        files = [name.replace(b'.llk', ending) for name in names]
        for name in files:
            with open(name, 'wb') as file:
                file.write(b'no such case\n')
        done = subprocess.run([b'tools/run_kernels.py', b'--kernels', kernels.encode(), b'--junit', f'{WORK}/r.xml'.encode(), b'--tap',
                               f'{WORK}/r.tap'.encode(), *files], capture_output=True, check=False)
        said = done.stdout.decode('utf-8')
        assert done.returncode == 1 and '0 passed, 3 failed' in said and '\x1b' not in said, (said + done.stderr.decode())[-500:]
        with open(f'{WORK}/r.xml', 'rb') as junit, open(f'{WORK}/r.tap', 'rb') as tap:
            check_junit(junit.read(), 3, 3)
            check_tap(tap.read(), 3, 3)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    os.makedirs(WORK, exist_ok=True)
    passed = failed = 0
    for what, times in ((by_the_writer, rounds), (by_a_pipe, rounds // 50), (by_a_runner, 1)):
        for seed in range(times):
            try:
                what(random.Random(seed))
                passed += 1
            except (AssertionError, ValueError, tree.ParseError, OSError, UnicodeError) as e:
                failed += 1
                print(f'FAIL {what.__name__}, seed {seed}: {e!r}')
                break
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
