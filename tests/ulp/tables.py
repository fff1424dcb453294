#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is made of many results: the Pareto front, the page of functions, the picture."""
import os
import shutil
import struct
import sys
import tempfile
import time
import types
import unittest
import xml.dom.minidom

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
sys.path[:0] = [os.path.join(ROOT, 'tools/ulp'), os.path.join(ROOT, 'tools')]
import functions  # noqa: E402
import llk  # noqa: E402
import pareto  # noqa: E402
from verdict import __main__ as verdict, drift, public, subjects  # noqa: E402


def row(name, cycles, inner, outer=100.0, exact='exp'):
    """A row with an error of inner for |x| = 1, and outer for |x| = 1e30."""
    cell = {'max_ulp': max(inner, outer), 'mean_ulp': 0.1, 'max_steps': 3, 'max_absolute': 0.5, 'correct': 9,
            'ordinary': 10, 'way': 'recorded', 'cycles': [cycles, cycles, cycles],
            'worst': [{'x': 1e30}], 'curve': [[-1.0, inner / 2], [1.0, inner], [1e30, outer]]}
    return {'name': name, 'exact': exact, 'source': 'test', 'chip': 'blackhole', 'bf16': cell, 'bf16-dst32': cell, 'fp32': cell}


class Tables(unittest.TestCase):
    def test_the_front_leaves_out_what_is_beaten(self):
        rows = [row('slow', 300, 0.5), row('fast', 100, 4), row('beaten', 310, 0.6), row('equal', 300, 0.5),
                row('middle', 200, 1), row('worse middle', 200, 2)]
        names = [n for _, _, n in pareto.front(rows)['exp', 'blackhole']]
        self.assertEqual(names, ['fast', 'middle', 'equal'])

    def test_results_of_a_function_that_is_0_are_right_if_they_are_0(self):
        cell = row('a', 1, 1)['bf16']
        self.assertEqual(pareto.correct(cell), 0.9)
        self.assertEqual(pareto.correct({**cell, 'correct': 0, 'ordinary': 0, 'zeros': [3, 4]}), 0.75)

    def test_a_function_of_one_number_is_on_the_page_and_in_no_front(self):
        rows = [row('isinf', 1, 0, exact='0'), row('isnan', 2, 0, exact='0'), row('metal exp', 3, 1)]
        self.assertEqual(pareto.front(rows), {})
        self.assertIn('\nisnan\tblackhole\t0\trecorded\t', pareto.table(rows))

    def test_one_form_has_no_front(self):
        self.assertEqual(pareto.front([row('alone', 1, 1)]), {})

    def test_the_range_counts_magnitudes(self):
        cell = row('a', 1, 2)['bf16']
        self.assertEqual(pareto.in_range(cell, 0.5, 8), 2)
        self.assertEqual(pareto.in_range(cell, 2, 8), 0)

    def test_a_published_figure_has_its_own_range(self):
        cell = {**row('a', 1, 2)['bf16'], 'ranges': {'1:2': {'max_ulp': 7, 'max_steps': 8, 'max_absolute': 9}}}

        def value(what, text):
            return pareto.value_of(cell, pareto.Published('a', 'blackhole', 'bf16', what, text, '', '', ''))
        self.assertEqual([value('ulp', ''), value('steps', ''), value('absolute', '')], [100, 3, 0.5])
        self.assertEqual([value('ulp', '1:2'), value('steps', '1:2'), value('absolute', '1:2')], [7, 8, 9])
        self.assertIsNone(value('ulp', '1:3'))

    def test_chips_have_fronts_and_tables_of_their_own(self):
        rows = [row('metal exp', 300, 0.5), row('exp', 100, 4)]
        rows += [{**r, 'chip': 'wormhole'} for r in (row('metal exp', 90, 0.25), row('exp', 100, 4))]
        self.assertEqual(len(pareto.front(rows)['exp', 'blackhole']), 2)
        self.assertEqual(len(pareto.front(rows)['exp', 'wormhole']), 1)
        lines = [line.split('\t') for line in pareto.table(rows).splitlines()]
        self.assertEqual([(line[0], line[1], line[-1]) for line in lines[1:]],
                         [('exp', 'blackhole', '100'), ('metal exp', 'blackhole', '300'), ('exp', 'wormhole', '100'), ('metal exp', 'wormhole', '90')])

    def test_the_page_has_every_function_and_names_what_failed(self):
        failed = row('broken', 1, 1)
        failed['bf16'] = {'error': 'does not compile'}
        rows = [row('metal exp', 100, 1, outer=1e7), failed]
        self.assertEqual(pareto.table(rows).splitlines()[1:],
                         ['metal exp\tblackhole\texp\trecorded\t1e07\t1e+30\t1.00\t0.10\t90.0\t1e07\t1e07\t1.00\t100'])
        self.assertIn('Not measured, because they do not compile or fault: broken (blackhole).', pareto.document(rows))
        self.assertIn('\nmetal exp\tblackhole\tbf16\tall\t< 1\t1e+07 ulp\t', pareto.beside(rows))

    def test_the_picture_is_xml_with_two_curves(self):
        text = pareto.svg({'a': row('a', 1, 1)['bf16']['curve'], 'b': [[1.0, 0.0], [2.0, 3.0]]}, 'title')
        lines = xml.dom.minidom.parseString(text).getElementsByTagName('polyline')
        self.assertEqual(len({line.getAttribute('stroke') for line in lines}), 2)

    def test_names_in_the_picture_are_text(self):
        text = pareto.svg({'x < 1 & "y"': [[1.0, 1.0]]}, '<b>')
        document = xml.dom.minidom.parseString(text)
        shown = [t.firstChild.data for t in document.getElementsByTagName('text')]
        self.assertIn('x < 1 & "y"', shown)
        self.assertIn('<b>', shown)

    def test_a_comparison_reads_the_page(self):
        rows = [row('metal exp', 1300, 0.5), row('exp', 100, 4), row('exp', 90, 3, exact='min(x, |x|)')]
        with tempfile.NamedTemporaryFile('w', suffix='.tsv') as to:
            to.write(pareto.table(rows[:2] + [{**rows[2], 'chip': 'wormhole'}]))
            to.flush()
            page, exact = pareto.documented(to.name)
        self.assertEqual(page['metal exp', 'blackhole'], pareto.columns(rows[0]))
        self.assertEqual(exact['exp', 'blackhole'], 'exp')
        self.assertEqual(set(page), {('metal exp', 'blackhole'), ('exp', 'blackhole'), ('exp', 'wormhole')})
        points = pareto.points_of(page, exact, 'exp', 'blackhole')
        self.assertEqual(pareto.told(pareto.unbeaten(points)), 'exp 100 cycles, 4.00 ulp; metal exp 1,300 cycles, 0.50 ulp')
        self.assertEqual(pareto.told(pareto.unbeaten(points + [(90, 0.4, 'mine')])), 'mine 90 cycles, 0.40 ulp')

    def test_two_functions_stand_side_by_side(self):
        text = pareto.compare(['one', 'other'], [{'FP32, max ulp': '1.00', 'cycles of a tile': '9'}, {'FP32, max ulp': '2.00'}])
        self.assertEqual([line.split() for line in text.splitlines()],
                         [['one', 'other'], ['FP32,', 'max', 'ulp', '1.00', '2.00'], ['cycles', 'of', 'a', 'tile', '9', '-']])

    def test_of_all_inputs_of_fp32_some_are_computed_word_by_word(self):
        for name, options in (('bf16', []), ('bf16-dst32', ['--rel', '1']), ('fp32', ['--per-binade', '3']), ('fp32', ['--per-binade=3']),
                              ('fp32', ['--ramp', '1:2:9'])):
            self.assertEqual(llk.listed(llk.FORMATS[name], options), options)
        self.assertEqual(llk.listed(llk.FORMATS['fp32'], ['--save', 'x']), ['--save', 'x', '--per-binade', '400'])

    def test_every_function_has_calls_and_an_exact_function(self):
        known = functions.of(True)
        self.assertGreater(len(known), 80)
        for f in known.values():
            self.assertNotRegex(f.init + f.call, r'\bA\b', f.name)
            self.assertTrue(f.exact and '(' in f.call, f.name)
            for init, call in f.forms():
                self.assertEqual((init.count('('), call.count('(')), (init.count(')'), call.count(')')), f.name)
                self.assertNotIn(' else ', init + call)

    @unittest.skipUnless(shutil.which('riscv64-unknown-elf-g++'), 'no compiler')
    def test_calls_of_an_earlier_tree_are_taken_where_it_lacks_the_newest(self):
        def taken(declared):
            kernel = llk.Kernel.__new__(llk.Kernel)
            kernel.work, tried = tempfile.gettempdir(), []
            kernel.function = functions.Function('f', 'x', 'new() else old()', 'g()', (), '')

            def compile_with(init, call, flags, target):
                tried.append((init, call))
                if init not in declared:
                    raise llk.BuildError(init)
            kernel._compile_with = compile_with
            kernel._compile_kernel([], '')
            return tried[-1]
        self.assertEqual(taken(['new()', 'old()']), ('new()', 'g()'))
        self.assertEqual(taken(['old()']), ('old()', 'g()'))
        with self.assertRaisesRegex(llk.BuildError, 'new'):
            taken([])

    def test_an_author_and_a_verdict_agree_by_direction_error_and_band(self):
        told = {'function': 'f', 'chip': 'wormhole', 'format': 'bf16', 'pull request': '1', 'error before': '~1.4', 'error after': '0.5',
                'cycles before': '60', 'cycles after': '40'}

        def side(ulp, *cycles):
            return {'metrics': {'max_ulp': ulp}, 'cycles': cycles}
        good = side(1.45, 1900, 1700, 2000), side(0.499, 1250, 1200, 1300)
        self.assertEqual(public.compared(told, *good)[2], [])
        self.assertEqual(public.compared(told, side(1.45, 1900, 1921, 2000), good[1])[2], ['cycles before'])
        self.assertEqual(public.compared(told, good[0], side(0.499, 1950, 1200, 2100))[2], ['direction of cycles'])
        self.assertEqual(public.compared(told, good[0], side(0.53, 1250, 1200, 1300))[2], ['error after'])
        self.assertEqual(public.compared(told, side(0.4, 1900, 1700, 2000), good[1])[2], ['error before', 'direction of the error'])
        sampled = {**told, 'format': 'fp32', 'error before': '>1000', 'error after': '2.8'}
        self.assertEqual(public.compared(sampled, side(1001, 1900, 1700, 2000), side(1.5, 1250, 1200, 1300))[2], [])
        self.assertEqual(public.compared(sampled, side(499, 1900, 1700, 2000), side(3.0, 1250, 1200, 1300))[2], ['error before', 'error after'])
        near = {**sampled, 'error before': '0.94', 'error after': '0.87'}
        self.assertEqual(public.compared(near, side(0.76, 1900, 1700, 2000), side(0.76, 1250, 1200, 1300))[2], [])
        self.assertEqual(public.compared(told, side(public.TINY, 1900, 1700, 2000), good[1])[2], [])
        found = [(told, *public.compared(told, *good))]
        self.assertEqual(public.line(*found[0]), '| f, Wormhole, bf16 | 1 | ~1.4 -> 0.5 | 1.45 -> 0.499 | 1920 -> 1280 | '
                         '1900 (-1%) -> 1250 (-2%) | - |')
        page = public.document(f'a\n{public.BEGIN}\nold\n{public.END}\nb\n', found)
        self.assertTrue(page.startswith('a\n') and page.endswith('\nb\n') and 'old' not in page and '2 of 2 times are inside' in page)

    def test_published_optimisations_are_of_functions_and_have_figures(self):
        rows = public.published(os.path.join(ROOT, 'docs/optimisations.tsv'))
        self.assertGreaterEqual(len({r['pull request'] for r in rows}), 5)
        for r in rows:
            self.assertIn('metal ' + r['function'], functions.of(True))
            self.assertIn(r['chip'], subjects.CHIP_NAMES)
            self.assertIn(r['format'], subjects.FORMATS)
            self.assertGreater(float(r['cycles before']), float(r['cycles after']))
            self.assertEqual(bool(r['error before']), bool(r['error after']))

    def test_every_published_figure_is_of_a_function(self):
        known = functions.of(True)
        rows = list(pareto.published())
        self.assertGreater(len(rows), 10)
        for published in rows:
            self.assertIn(published.name, known)
            self.assertIn(published.chip, llk.CHIPS)
            self.assertIn(published.setting, ('bf16', 'bf16-dst32', 'fp32'))
            self.assertIn(published.what, ('ulp', 'steps', 'absolute'))
            low, high, *count = map(float, (published.range or '0:1').removeprefix(pareto.RAMP).split(':'))
            self.assertTrue(low < high and all(published[5:]), published.name)
            self.assertEqual(len(count), published.range.startswith(pareto.RAMP), published.name)

    def test_inputs_of_a_published_figure_are_told(self):
        told = [pareto.inputs_of(pareto.Published('a', '', '', '', r, '', '', '')) for r in ('', '1:8', '1e-37:1e39', 'ramp -5:5:1024')]
        self.assertEqual(told, ['all', '1 to 8', '1e-37 on', 'a ramp of 1,024 from -5 to 5'])


class Programs(unittest.TestCase):
    @unittest.skipUnless(shutil.which('riscv64-unknown-elf-g++'), 'no compiler')
    def test_a_program_is_made_again_when_a_header_has_changed(self):
        with tempfile.TemporaryDirectory() as work:
            source, header, made = (os.path.join(work, name) for name in ('a.cpp', 'a.h', 'a.o'))

            def write(path, text):
                with open(path, 'w', encoding='ascii') as f:
                    f.write(text)

            def built():
                kernel = llk.Kernel.__new__(llk.Kernel)
                kernel.checkout = types.SimpleNamespace(tools=llk.Toolchain(ROOT, llk.MARCH, work, work))
                tools = kernel.checkout.tools
                kernel._made([tools.compiler], [*tools.arch, '-c', source], 'a', made)
                with open(made, 'rb') as f:
                    return f.read(), os.stat(made).st_mtime_ns
            write(source, '#include "a.h"\nint f() { return NUMBER; }\n')
            write(header, '#define NUMBER 1\n')
            first = built()
            self.assertEqual(built(), first)
            write(header, '#define NUMBER 2\n')
            self.assertNotEqual(built()[0], first[0])
            write(header, '#define NUMBER 1\n')
            self.assertEqual(built()[0], first[0])


class Subjects(unittest.TestCase):
    def test_a_function_of_a_checkout_has_one_of_the_known_names(self):
        def of(name, approx=False, trees=(ROOT, ROOT)):
            return subjects.LlkFunction(name, approx, *trees, None)
        self.assertEqual([of('sqrt').name, of('sqrt', True).name, of('sqrt approx', True).name], ['sqrt', 'sqrt approx', 'sqrt approx'])
        for wrong, told in ((lambda: of('sqrtt'), 'no function "sqrtt"; there are: .*sqrt'),
                            (lambda: of('sqrt', trees=(ROOT, None)), 'SFPI=: no such directory'),
                            (lambda: of('sqrt', trees=(ROOT + '/none', ROOT)), 'TT_METAL=.*none: no such directory')):
            with self.assertRaisesRegex(subjects.SubjectError, told):
                wrong()


class Drift(unittest.TestCase):
    def test_names_are_whole_ones_or_parts(self):
        def of(text, metal=None):
            return drift.names(types.SimpleNamespace(functions=text, tt_metal=metal))
        self.assertEqual(of('sqrt'), ['sqrt'])
        self.assertIn('sqrt fast approx', of('sqrt fas,floor'))
        self.assertEqual(of('sqrt fas,floor')[-1], 'floor')
        self.assertTrue(all(name.startswith('metal ') for name in of('all', 'x')))
        with self.assertRaisesRegex(drift.SubjectError, 'sqrtt'):
            of('sqrtt')

    def test_what_differs_is_told_and_nothing_else(self):
        part = {'chip': 'blackhole', 'format': 'bf16', 'count': 2, 'of': 9, 'first': [['1', '2', '3'], ['4', '5', '6']], 'max_ulp': [1.0, 0.5]}
        self.assertEqual(list(drift.lines({'name': 'f', 'error': None, 'parts': [{**part, 'count': 0}, part]})),
                         ['f, blackhole, bf16: 2 of 9 differ, first 1: 2 -> 3, 4: 5 -> 6; largest error 1 -> 0.5 ulp'])
        self.assertEqual(list(drift.lines({'name': 'f', 'error': 'why', 'parts': []})), ['f: not measured: why'])

    def test_what_is_the_same_on_both_sides_is_measured_once(self):
        case = {'count': 1, 'right': 1}
        result = {'cases': {'a': case}, 'max_ulp': 1, 'max_steps': 1, 'mean_ulp': 1, 'correct': 1, 'ordinary': 1, 'turns': 0, 'words': 1, 'findings': []}
        measured = []

        class Subject:
            operands = 1

            def __init__(self, name):
                self.name = name

            def key(self, _chip):
                return self.name

            def measure(self, chip, form, work):
                measured.append((self.name, chip, form))
                time.sleep(0.2)  # both sides would be under way
                with open(os.path.join(work, 'results'), 'wb') as f:
                    f.write(struct.pack('<4I', 1, 5, 2, 6 + (self.name == 'new')))
                return result
        was, subjects.BUILD = subjects.BUILD, tempfile.mkdtemp()
        try:
            same = verdict.Work({'head': Subject('old'), 'base': Subject('old')}, 2).all(['blackhole'], ['bf16'])
            other = verdict.Work({'head': Subject('new'), 'base': Subject('old')}, 2).all(['blackhole'], ['bf16'])
        finally:
            shutil.rmtree(subjects.BUILD)
            subjects.BUILD = was
        self.assertEqual(measured, [('old', 'blackhole', 'bf16'), ('new', 'blackhole', 'bf16')])
        self.assertEqual(same[0]['differing'], {'count': 0, 'of': 2, 'first': []})
        self.assertEqual(other[0]['differing'], {'count': 1, 'of': 2, 'first': [['00000002', '00000006', '00000007']]})


if __name__ == '__main__':
    result = unittest.main(exit=False).result
    print(f'{result.testsRun - len(result.failures) - len(result.errors)} passed, '
          f'{len(result.failures) + len(result.errors)} failed')
    sys.exit(not result.wasSuccessful())
