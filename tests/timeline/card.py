#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stx-time calibrate and steady: zones beside a profiler's, two states of a zone, an iteration and the chain that binds it. Last
line "N passed, N failed"."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import calibrate  # noqa: E402
import steady  # noqa: E402
from claims import main, test  # noqa: E402

TOOL = os.path.join(HERE, '../../tools/timeline/stx_time.py')
HEAD = 'ARCH: blackhole, CHIP_FREQ[MHz]: 1350, Max Compute Cores: 110\n' \
       'PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, trace id, trace id counter, ' \
       'zone name, type, source line, source file, meta data\n'


def zone_file(path, *zones):
    """Of (core, RISC-V, zone, start, end)."""
    with open(path, 'w', encoding='ascii') as f:
        f.write(HEAD)
        for core, risc, zone, start, end in zones:
            for kind, time in (('ZONE_START', start), ('ZONE_END', end)):
                f.write(f'0, {core}, 1, {risc}, 7, {time}, 0, 0, , , {zone}, {kind}, 12, k.cpp, \n')
    return path


def word(n, thread, arrive, start, **more):
    return {'n': n, 'thread': thread, 'arrive': arrive, 'start': start, 'end': start + 1, 'text': 'NOP', 'unit': 'counters', 'stall': 'NONE', 'pushed': 0,
            'where': f'k.c:{n}', **more}


def lines(path, words):
    with open(path, 'w', encoding='ascii') as f:
        f.write('{"schema":"softensix-time","version":1,"clock":1350}\n' + ''.join(json.dumps(w) + '\n' for w in words))
    return path


# The math thread is 10 cycles in TILES, 2 outside, 10 in TILES again.
WORDS = [word(1, 1, 0, 0, zone='TILES', kept=0), word(2, 1, 1, 9, zone='TILES', kept=1, stall='SRCA'), word(3, 1, 10, 11),
         word(4, 1, 12, 12, zone='TILES', kept=0), word(5, 1, 13, 21, zone='TILES', kept=1, stall='SRCA')]


@test
def zones_have_a_factor(work):
    measured = zone_file(work + '/m.csv', (1, 'TRISC_1', 'TILES', 100, 112), (1, 'TRISC_1', 'TILES', 200, 212), (2, 'TRISC_1', 'TILES', 50, 62),
                         (1, 'TRISC_0', 'TILES', 0, 500), (1, 'BRISC', 'TILES', 0, 900))
    done = subprocess.run([TOOL, 'calibrate', measured, lines(work + '/r.jsonl', WORDS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].split() == ['math', 'TILES', 'model', '10', 'measured', '12', '+20.0', '%', 'of', '3'], done.stdout
    assert 'factor 1.200 for this kernel: 22 cycles in the model, 26 calibrated' in done.stdout, done.stdout


# Two rounds of a loop in ROWS, with a zone TILE in each, and nothing between them.
@test
def zones_in_zones_and_rounds_of_a_loop_are_told_apart():
    tile = {'zone': 'TILE', 'within': ['ROWS', 'ALL']}
    words = [word(1, 2, 0, 0, zone='ALL', kept=0), word(2, 2, 1, 1, zone='ROWS', within=['ALL'], kept=1), word(3, 2, 2, 2, kept=2, **tile),
             word(4, 2, 3, 8, kept=3, **tile), word(5, 2, 9, 11, kept=2, **tile), word(6, 2, 12, 12, zone='ROWS', within=['ALL'], kept=1),
             word(7, 2, 13, 13, kept=2, **tile)]
    assert calibrate.predicted(words) == {('pack', 'ALL'): [14], ('pack', 'ROWS'): [11, 2], ('pack', 'TILE'): [7, 3, 1]}


@test
def a_zone_with_two_states_is_told():
    assert calibrate.states([100, 101, 100, 131, 130, 131]) == [100, 131]
    assert calibrate.states([100, 101, 100, 131, 100, 101, 100]) == [100]  # one that is late is no state
    assert calibrate.states([100, 102, 101, 102]) == [101.5]
    zone = calibrate.Zone('pack', 'Z', 100, [100, 131], 6)
    assert 'bistable' in zone.text() and 'bistable' not in calibrate.Zone('pack', 'Z', 100, [100], 6).text()


@test
def a_file_of_something_else_is_refused(work):
    other = work + '/other.csv'
    with open(other, 'w', encoding='ascii') as f:
        f.write('a,b\n1,2\n')
    for measured in (other, zone_file(work + '/none.csv', (1, 'TRISC_1', 'OTHER', 1, 2))):
        done = subprocess.run([TOOL, 'calibrate', measured, lines(work + '/r.jsonl', WORDS)], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and 'zone' in done.stderr, done.stderr


# Each iteration: the unpacker takes 20 cycles for a bank, then a product takes 3 words of the math thread, which the unpacker waits for in part.
def rounds(count):
    out = []
    for i in range(count):
        n, t = 3 * i + 1, 20 * i
        out += [word(n, 0, t - 19 if i else 0, t, text='UNPACR', unit='unpacker 0', where='u.c:1', stall='UNIT' if i else 'NONE'),
                word(n + 1, 1, t - 1 if i else 0, t + 20, text='MVMUL', unit='matrix unit', where='m.c:1', stall='SRCA', after=n),
                word(n + 2, 1, t + 21, t + 21, text='SETRWC', unit='matrix unit', where='m.c:2')]
    return sorted(out, key=lambda w: w['start'])


@test
def an_iteration_and_its_chain():
    found = steady.of(rounds(12))
    assert found.cycles == 20, found
    # From the last product back: 20 cycles after its bank was asked for, and 20 between the requests before.
    assert {(thread, place, cause) for _, thread, place, cause in found.chain} == {('math', 'm.c:1', 'SRCA'), ('unpack', 'u.c:1', 'UNIT')}, found
    assert abs(sum(row[0] for row in found.chain) - 20) < 1e-9
    assert found.chain[0][1:] == ('unpack', 'u.c:1', 'UNIT')
    # A word of the second half that begins three times: two iterations.
    assert steady.of(rounds(4)) is None and (steady.of(rounds(6)).cycles, steady.of(rounds(6)).iterations) == (20, 2)
    assert steady.of([]) is None and steady.of(WORDS[:1]) is None


if __name__ == '__main__':
    sys.exit(main())
