#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page that draws a run: in a headless Chromium it is clicked, zoomed, dragged and searched; and its size. Last line
"N passed, N failed"; without Chromium only the size is looked at."""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import lines  # noqa: E402
import timeline  # noqa: E402
from claims import main, test  # noqa: E402

BROWSER = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
# Two unpackings, a product that waits for them from cycle 1 to 20, and a packer that waits for the product.
WORDS = [
    {'n': 1, 'thread': 0, 'arrive': 0, 'start': 0, 'end': 18, 'text': 'UNPACR unpack_block_selection=0', 'unit': 'unpackers',
     'stall': 'NONE', 'after': 0, 'signals': 1, 'where': 'k/unpack.c:3', 'call': '_llk_unpack_'},
    {'n': 2, 'thread': 0, 'arrive': 2, 'start': 2, 'end': 20, 'text': 'UNPACR unpack_block_selection=1', 'unit': 'unpackers',
     'stall': 'NONE', 'after': 0, 'signals': 2, 'where': 'k/unpack.c:4', 'call': '_llk_unpack_'},
    {'n': 3, 'thread': 1, 'arrive': 0, 'start': 0, 'end': 1, 'text': 'SETRWC <x>', 'unit': 'matrix unit',
     'stall': 'NONE', 'after': 0, 'signals': 0, 'where': 'k/math.c:9'},
    {'n': 4, 'thread': 1, 'arrive': 1, 'start': 20, 'end': 25, 'text': 'MVMUL a', 'unit': 'matrix unit',
     'stall': 'SRCB', 'after': 2, 'signals': 0, 'where': 'k/math.c:10', 'call': '_llk_math_'},
    {'n': 5, 'thread': 2, 'arrive': 0, 'start': 26, 'end': 30, 'text': 'PACR b', 'unit': 'packer',
     'stall': 'SEMAPHORE', 'after': 0, 'signals': 0, 'where': 'k/pack.c:2'}]

ZONES = [dict(WORDS[2], zone='SET'), dict(WORDS[3], zone='MM <1>'), dict(WORDS[3], n=6, arrive=21, start=30, end=35, after=0, zone='MM <1>'),
         dict(WORDS[3], n=7, arrive=31, start=31, end=36, after=0), dict(WORDS[4], zone='PACK')]

MOUSE = """<script>
const told = {}, mouse = (kind, x, y, more) => canvas.dispatchEvent(new MouseEvent(kind, Object.assign(
  {bubbles: true, clientX: canvas.getBoundingClientRect().left + x, clientY: canvas.getBoundingClientRect().top + y}, more)));
const rowOf = name => top0 + lanes.indexOf(name) * row + 12, at_ = t => x(t) + 1;
"""
SCRIPT = MOUSE + """
told.lanes = lanes; told.total = total; told.first = scale;
mouse('mousemove', at_(10), rowOf('math'));
told.tip = tip.textContent;
canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: -400, clientX: at_(10), clientY: canvas.getBoundingClientRect().top + 20, cancelable: true}));
told.zoomed = scale;
const before = from;
mouse('mousemove', 300, 50, {buttons: 1, movementX: 40});
told.moved = from < before;
mouse('dblclick', 300, 50);
told.again = scale;
byId('search').value = '_llk_unpack_'; byId('search').dispatchEvent(new Event('input'));
told.found = byId('found').textContent;
byId('search').value = 'mvmul'; byId('search').dispatchEvent(new Event('input'));
told.waited = byId('found').textContent;
byId('search').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
told.middle = Math.round(from + (width - left) / scale / 2);
mouse('dblclick', 300, 50);
mouse('mousedown', x(5), 50, {shiftKey: true}); mouse('mousemove', x(22), 50, {buttons: 1, shiftKey: true});
mouse('mouseup', x(22), 50, {shiftKey: true}); mouse('click', x(22), 50, {shiftKey: true});
told.sum = byId('sum').innerText;
document.querySelector('tr.line').click();
told.line = byId('search').value;
told.rows = document.querySelectorAll('tr.line').length; told.first_row = document.querySelector('tr.line').innerText;
const parts = [...document.querySelectorAll('#legend span')], legend_ = name => parts.find(p => p.innerText === name).click();
told.legend = parts.map(p => p.innerText);
legend_('SRCB'); told.stall = byId('found').textContent;
legend_('matrix unit'); told.unit = byId('found').textContent;
told.dark = window.matchMedia('(prefers-color-scheme: dark)').matches; told.paper = css('--paper');
"""
ZONE_SCRIPT = MOUSE + """
told.lanes = lanes; told.rows = zones.map(z => [z.name, z.from, z.to]);
mouse('mousemove', at_(10), rowOf('zones of math'));
told.tip = tip.textContent;
mouse('mousedown', at_(10), rowOf('zones of math')); mouse('mouseup', at_(10), rowOf('zones of math')); mouse('click', at_(10), rowOf('zones of math'));
told.sum = byId('sum').innerText;
mouse('click', at_(32), rowOf('zones of math'));
told.none = byId('sum').innerText;
"""
END = """
document.body.innerHTML = '<pre>told ' + JSON.stringify(told).replace(/[<&]/g, c => `&#${c.charCodeAt(0)};`) + '</pre>';
</script>"""


def shown(work, *flags, words=None, script=SCRIPT):
    path = work + '/page.html'
    with open(path, 'w', encoding='ascii') as f:
        f.write(timeline.page(words or WORDS, 'a <run>').replace('</body>', script + END + '</body>'))
    done = subprocess.run([BROWSER, '--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1200,800', '--virtual-time-budget=5000',
                           '--dump-dom', *flags, 'file://' + path], capture_output=True, text=True, timeout=180, check=False)
    found = re.search(r'<pre>told (.*?)</pre>', done.stdout, re.S)
    assert found, done.stdout[-500:] + done.stderr[-500:]
    return json.loads(found[1].replace('&lt;', '<').replace('&amp;', '&').replace('&gt;', '>'))


@test
def a_run_of_14000_cycles_takes_less_than_a_megabyte_and_a_half(work):
    with open(work + '/run.jsonl', 'w', encoding='ascii') as f:
        f.write('{"schema":"softensix-time","version":1}\n')
        for i in range(14000):
            for thread in range(3):
                word = dict(WORDS[2 * thread % 5], n=3 * i + thread + 1, thread=thread, arrive=i, start=i + i % 3, end=i + 6, after=3 * i,
                            signals=1 << i % 12 if i % 4 == 0 else 0, where=f'tt_llk_blackhole/llk_lib/llk_math.h:{i % 300}',
                            text=f'UNPACR unpack_block_selection=0 addr_mode={i % 64} cfg_context_cnt_inc=0 cfg_context_id=0')
                f.write(json.dumps(word) + '\n')
    size = len(timeline.page(lines.load(work + '/run.jsonl'), 'run'))
    assert size < 1500000, size


@test
def its_title_names_the_chip(work):
    for arch, name in (('', 'Blackhole'), (',"arch":"wormhole"', 'Wormhole')):
        path = work + '/run.jsonl'
        with open(path, 'w', encoding='ascii') as f:
            f.write('{"schema":"softensix-time","version":1' + arch + '}\n' + ''.join(json.dumps(word) + '\n' for word in WORDS))
        made = subprocess.run([sys.executable, timeline.__file__, path], capture_output=True, text=True, check=True).stdout
        assert f'<title>run - time on {name}</title>' in made and made.count(f'time on {name}') == 2, made[:200]


@test
def it_is_clicked_zoomed_dragged_and_searched(work):
    if not BROWSER:
        print('skipped: the page in a browser: no chromium')
        return
    told = shown(work)
    assert told['lanes'] == ['unpack', 'math', 'pack', 'unpacker 0', 'unpacker 1', 'matrix unit', 'packer'], told['lanes']
    assert told['total'] == 30
    assert told['tip'] == ('MVMUL a\nmath, matrix unit: could start at 1, started at 20, done at 25\nwaited 19: SRCB, SrcB has not been filled yet\n'
                           'ended by unpack: UNPACR unpack_block_selection=1\nk/math.c:10 in _llk_math_'), told['tip']
    assert told['zoomed'] > 2 * told['first'] and told['moved'] and abs(told['again'] - told['first']) < 1, told
    assert told['found'] == '2 words, 0 cycles of waits' and told['waited'] == '1 words, 19 cycles of waits', told
    assert told['middle'] == 20, told
    assert told['sum'].split() == ('cycles 5 to 22 words waits unpack 0 math 1 SRCB 15 pack 0 SEMAPHORE 17 units in use '
                                   'unpacker 0 13, unpacker 1 15, matrix unit 2').split(), told['sum']
    assert told['line'] == 'k/pack.c:2' and told['rows'] == 5, told
    assert told['first_row'].split() == 'k/pack.c:2 pack 27 100.0 % 1 SEMAPHORE 26'.split(), told['first_row']
    assert told['legend'] == ['SEMAPHORE', 'SRCB', 'unpacker 0', 'unpacker 1', 'matrix unit', 'packer'], told['legend']
    assert told['stall'] == '1 words, 19 cycles of waits' and told['unit'] == '2 words, 19 cycles of waits', told
    assert not told['dark'] and told['paper'] == '#fff', told


# A SEMWAIT that holds the product behind it for nine cycles, and an unpacking whose pages came late.
WAITS = [dict(WORDS[3], n=1, arrive=0, start=0, end=1, stall='NONE', after=0, text='SEMWAIT x', unit='sync unit', where='k/math.c:7', call='_wait_'),
         dict(WORDS[3], n=2, arrive=1, start=10, end=15, stall='SEMAPHORE', after=0, held=1),
         dict(WORDS[0], n=3, arrive=0, start=30, end=48, stall='PAGES', polled='cb_wait_front[3]')]
WAITS_SCRIPT = MOUSE + """
const find = text => { byId('search').value = text; byId('search').dispatchEvent(new Event('input')); return byId('found').textContent; };
told.rows = [...document.querySelectorAll('tr.line')].map(r => [r.dataset.place, r.children[2].innerText, r.children[5].innerText]);
told.wait = find('k/math.c:7 in _wait_'); told.product = find('k/math.c:10'); told.pages = find('cb_wait_front[3]');
mouse('mousemove', at_(20), rowOf('unpack'));
told.tip = tip.textContent;
"""


@test
def a_wait_counts_where_it_was_asked_for(work):
    if not BROWSER:
        return
    told = shown(work, words=WAITS, script=WAITS_SCRIPT)
    assert told['rows'] == [['cb_wait_front[3]', '30', 'PAGES 30'], ['k/math.c:7 in _wait_', '10', 'SEMAPHORE 9'],
                            ['k/unpack.c:3 in _llk_unpack_', '1', ''], ['k/math.c:10 in _llk_math_', '1', '']], told['rows']
    assert told['wait'] == '2 words, 9 cycles of waits' and told['product'] == '1 words, 0 cycles of waits', told
    assert told['pages'] == '1 words, 30 cycles of waits' and told['tip'].endswith('\nk/unpack.c:3 in _llk_unpack_\nwaited in cb_wait_front[3]'), told


@test
def a_zone_is_a_bar_that_a_click_sums(work):
    if not BROWSER:
        return
    told = shown(work, words=ZONES, script=ZONE_SCRIPT)
    assert told['lanes'] == ['unpack', 'math', 'pack', 'matrix unit', 'packer', 'zones of math', 'zones of pack'], told['lanes']
    assert told['rows'] == [['MM <1>', 1, 31], ['SET', 0, 1], ['PACK', 0, 27]], told['rows']
    assert told['tip'] == 'zone MM <1> of math: 1 to 31, 30 cycles; a click sums it', told['tip']
    assert told['sum'].split() == ('cycles 1 to 31 words waits unpack 0 math 2 SRCB 28 pack 1 SEMAPHORE 25 '
                                   'units in use matrix unit 6, packer 4').split(), told['sum']
    assert told['none'] == '', told['none']


@test
def it_is_dark_where_the_reader_wants_that(work):
    if BROWSER:
        told = shown(work, '--blink-settings=preferredColorScheme=0')
        assert told['dark'] and told['paper'] == '#181a1b', told


if __name__ == '__main__':
    sys.exit(main())
