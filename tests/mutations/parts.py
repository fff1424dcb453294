#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parts of tools/mutants without a compiler: claims of rows that are changed, lines that tests reach, what makefiles and scripts need.
Last line "N passed, N failed"."""
import contextlib
import os
import pathlib
import subprocess
import sys
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from mutants import build, closure, lines, rows, whole  # noqa: E402
from mutants.reach import Reach  # noqa: E402
from mutants.sites import Mutation  # noqa: E402


@contextlib.contextmanager
def tree(work, files):
    """A directory with these files, which is the current one meanwhile."""
    here = os.getcwd()
    for name, text in files.items():
        path = os.path.join(work, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='ascii') as f:
            f.write(text)
    os.chdir(work)
    for cached in (closure.included, closure.imported, closure.paths_in, closure.code_of):
        cached.cache_clear()
    try:
        yield
    finally:
        os.chdir(here)


# Rows: the facts of an instruction end at the fourth comma outside of inner parentheses, of one of the vector unit at the third.
TABLE = 'INSN(A, 0x12, MATH, READS(X, Y) QUICK, F(x, 3))\nSFPU_INSN(B, 0x13, LATE(4), F(y, 5))\n'


@test
def claims_come_behind_the_facts_of_a_row():
    for name, before in (('A', 'QUICK'), ('B', 'LATE(4)')):
        at = rows.end_of_facts(TABLE, name)
        assert TABLE[:at].endswith(before) and TABLE[at] == ',', TABLE[:at]
    try:
        raise AssertionError(rows.end_of_facts('INSN(A, 0x12)\n', 'A'))
    except ValueError:
        pass


@test
def each_part_is_claimed_or_denied_and_rows_of_dst_are_others():
    # Reads part 1; writes none; reads rows of a list with 4 and of a code 1 above it, writes none.
    found = rows.all_mutants({'A': [3, 0b10, 0, 0x01000000 | 0o33333333, 0]})
    claims = [what for name, _, what in found if name == 'A']
    assert claims[:4] == ['READS with part 0', 'WRITES with part 0', 'READS without part 1', 'WRITES with part 1'], claims
    assert len(claims) == 2 * 22 + 4 and claims[43] == 'WRITES with part 21'
    assert sorted(claims[44:]) == ['ROWS_READ 1 row', 'ROWS_READ 16 rows', 'ROWS_READ 8 rows', 'ROWS_READ none'], claims
    texts = {what: text for _, text, what in found}
    assert texts['READS with part 0'] == 'READS(0x3)' and texts['READS without part 1'] == 'READS(0x0)' and texts['WRITES with part 4'] == 'WRITES(0x10)'
    assert texts['ROWS_READ none'] == 'ROWS_READ(1, 0u)' or texts['ROWS_READ none'] == 'ROWS_READ(1, 0x0u)', texts['ROWS_READ none']
    assert texts['ROWS_READ 8 rows'] == 'ROWS_READ(1, %#xu)' % 0o44444444
    assert not [what for _, _, what in rows.all_mutants({'A': [3, 0, 0, 0x01000000, 0x02000000]}) if 'ROWS' in what]
    assert rows.LISTS == {'none': 0, '1 row': int('1' * 8, 8), '4 rows': int('3' * 8, 8), '8 rows': int('4' * 8, 8), '16 rows': int('5' * 8, 8)}


@test
def facts_of_rows_that_execute_are_changed_in_the_table(work):
    path, kept = pathlib.Path(work) / 'table.def', rows.TABLE
    path.write_text(TABLE)
    rows.TABLE = path
    try:
        found = rows.fact_mutants({'B': []})
        assert {name for name, _, _ in found} == {'B'}
        assert {(what, text) for _, text, what in found if what in ('4 -> 5', '5 -> 6')} == {
            ('4 -> 5', TABLE.replace('LATE(4)', 'LATE(5)')), ('5 -> 6', TABLE.replace('y, 5', 'y, 6'))}
        assert not [what for _, _, what in rows.fact_mutants({'A': []}) if what.startswith('READS')]
    finally:
        rows.TABLE = kept


def report(counts, functions=((1, 9),)):
    return {'files': [{'file': './' + name, 'lines': [{'line_number': n, 'count': c} for n, c in lines.items()],
                       'functions': [{'start_line': a, 'end_line': b} for a, b in functions]} for name, lines in counts.items()]}


@test
def a_line_is_reached_by_the_tests_that_execute_it():
    reach = Reach()
    reach.add('one', report({'a.c': {2: 5, 4: 0, 8: 1}, 'b.c': {1: 1}}))
    reach.add('two', report({'a.c': {2: 0, 4: 1, 8: 1}}))
    reach.anywhere.add('all')
    assert reach.tests('a.c', 2) == {'one', 'all'} and reach.tests('a.c', 4) == {'two', 'all'} and reach.tests('a.c', 8) == {'one', 'two', 'all'}
    # Without code of its own, a line of a function has the tests of the lines around it.
    assert reach.tests('a.c', 3) == {'one', 'two', 'all'} and reach.tests('a.c', 1) == {'one', 'all'} and reach.tests('a.c', 9) == {'one', 'two', 'all'}
    # Outside of functions a source has all of its tests; of a header, a table and an unknown file nothing is known.
    assert reach.tests('a.c', 20) == {'one', 'two', 'all'}
    reach.add('one', report({'a.h': {2: 1}, 'a.def': {2: 1}}))
    assert reach.tests('a.h', 2) == {'one', 'all'}
    assert reach.tests('a.h', 20) is None and reach.tests('a.def', 2) is None and reach.tests('c.c', 1) is None
    # One executes two lines of a.c, one of b.c, one of each of the others.
    assert (reach.share('one', 'a.c'), reach.share('one', 'b.c'), reach.share('two', 'a.c'), reach.share('none', 'a.c')) == (0.4, 0.2, 1, 0)
    again = Reach()
    again.add('one', report({'a.c': {1: 1}}))
    again.add('one', report({'a.c': {2: 9}, 'b.c': {1: 1}}))
    assert again.share('one', 'a.c') == 2 / 3


@test
def the_tests_near_a_line_are_those_of_its_two_neighbours():
    reach = Reach()
    for line, name in ((2, 'a'), (4, 'b'), (6, 'c'), (20, 'd')):
        reach.add(name, report({'a.c': {n: int(n == line) for n in (2, 4, 6, 20)}}, ((1, 9), (15, 30))))
    assert reach.tests('a.c', 3) == {'a', 'b'} and reach.tests('a.c', 5) == {'b', 'c'} and reach.tests('a.c', 8) == {'c'} and reach.tests('a.c', 16) == {'d'}
    assert reach.tests('a.c', 1) == {'a'} and reach.tests('a.c', 9) == {'c'} and reach.tests('a.c', 30) == {'d'}


PYTHON = '''import os
A = 3
def f(a):
    if a:
        return os.sep.join(
            "ab")
    else:
        return 2
if os.fork() == 0:
    f(0)
    os._exit(0)
os.wait()
'''
# Lines of a function that several calls execute, and of one without other lines than its first.
CALLS = '''def f(a):
    if a == 2:
        a = 3
    return [a
            for b in "x"]
for a in range(9):
    f(a % 3)
def g(): return 1
def h(): return 2
for a in range(2):
    k = lambda: (a +
                 a)
    g(), k()
'''


@test
def interpreters_write_down_which_lines_of_tools_they_execute(work):
    with tree(work, {'x/tools/a.py': PYTHON, 'x/other/b.py': 'B = 1\n', 'x/tests/session.py': 'C = 1\n', 'x/python/calls.py': CALLS}):
        told = lines.environment(os.path.join(work, 'told'))
        for script in ('tools/a.py', 'other/b.py', 'tests/session.py', 'python/calls.py'):
            subprocess.run([sys.executable, script], cwd='x', env=dict(os.environ, **told), check=True)
        found = lines.executed(os.path.join(work, 'told'), 'x')
        # A process that is left without an end of its own has written too.
        assert {name: numbers for name, (_, numbers) in found.items()} == {'tools/a.py': [1, 2, 3, 4, 8, 9, 10, 11, 12], 'tests/session.py': [1], 'python/calls.py': list(range(1, 14))}, found
        assert found['tools/a.py'][0] == lines.digest('x/tools/a.py') != lines.digest('x/other/b.py') and lines.digest('x/none.py') == ''
        lines.environment(os.path.join(work, 'told'))
        assert lines.executed(os.path.join(work, 'told'), 'x') == {}


@test
def a_statement_reaches_to_its_end_or_to_what_it_contains():
    assert [lines.statement(PYTHON, n) for n in range(1, 13)] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11), (12, 12)]
    tried = 'try:\n    a = 1\nexcept (A,\n        B):\n    b = 1\nfor x in (1,\n          2): c(x)\n'
    assert [lines.statement(tried, n) for n in range(1, 8)] == [(1, 1), (2, 2), (3, 4), (3, 4), (5, 5), (6, 6), (7, 7)]


@test
def commands_that_execute_the_line_come_first_and_others_only_if_nothing_is_known(work):
    text = 'def f():\n    return [1,\n            2]\n'
    with tree(os.path.join(work, 'copy'), {'tools/a.py': text, 'python/a.py': text}):
        now, copy = lines.digest('tools/a.py'), whole.Copy.__new__(whole.Copy)

        def record(*numbers):
            return {name: [now, numbers] for name in ('tools/a.py', 'python/a.py')}

        copy.path, copy.known = os.getcwd(), whole.Known(os.path.join(work, 'commands.json'), 'now')
        copy.known.seconds = {'none': 10, 'short': 5, 'loads': 1, 'old': 90, 'begins': 90, 'ends': 20, 'long': None}
        copy.known.executed = {'loads': record(1, 4), 'begins': record(1, 2), 'ends': record(3), 'long': record(2), 'old': {'tools/a.py': ['another', [2]]}}
        asked = []
        copy.can_notice = lambda line: asked.append(line) or whole.Copy.can_notice(copy, line)

        def tried(name, *commands):
            return copy.reaching(commands, name, text, Mutation(text.index('1'), text.index('1') + 1, '2', '', ''))

        assert list(tried('tools/a.py', 'none', 'short', 'loads', 'old', 'begins', 'ends', 'long')) == ['begins', 'ends', 'short']
        assert list(tried('tools/a.py', 'none', 'short', 'old')) == ['none', 'short', 'old'] and not list(tried('tools/a.py', 'loads'))
        # The package is also loaded from where it is installed.
        assert list(tried('python/a.py', 'none', 'loads', 'ends')) == ['ends', 'none']
        assert list(tried('tools/a.c', 'none', 'loads', 'long')) == ['none', 'loads']
        asked.clear()
        # A command that passes only while it does not write down its lines has told nothing.
        copy.sure, copy.say, told = set(), print, os.path.join(work, 'copy-lines/executed')
        for passes, found in ((True, ['tools/a.py']), (False, [])):
            copy.timed = lambda line, more=(), passes=passes: (passes or not more, open(told, 'a', encoding='ascii').write('tools/a.py\t2\n') / 100)
            with contextlib.redirect_stdout(None):
                assert copy.passes_unchanged(f'tells {passes}')
            assert list(copy.known.executed[f'tells {passes}']) == found, copy.known.executed
        assert next(tried('tools/a.py', 'none', 'ends')) == 'ends' and asked == ['ends']


@test
def times_are_kept_from_tree_to_tree_and_measured_again_on_each(work):
    store = os.path.join(work, 'commands.json')
    whole.Known(store, 'now').add('make x', 5, {'tools/a.py': ['digest', [1]]})
    for state, measured in (('now', {'make x'}), ('later', set())):
        known = whole.Known(store, state)
        assert (known.seconds, known.measured, known.state) == ({'make x': 5}, measured, state) and known.executed == {'make x': {'tools/a.py': ['digest', [1]]}}


@test
def no_command_begins_after_an_interrupt(work):
    copy, began = whole.Copy.__new__(whole.Copy), os.path.join(work, 'began')
    copy.path, copy.known, prelude = work, whole.Known(os.path.join(work, 'commands.json'), 'now'), types.SimpleNamespace(prelude='')
    with mock.patch.object(whole, 'index', lambda: prelude):
        assert copy.passes('true', 9) and not copy.passes('false', 9) and not os.path.exists(began)
        with mock.patch.object(whole.interrupt.ENDED, 'is_set', lambda: True):
            try:
                raise AssertionError(copy.passes('touch began', 9))
            except SystemExit:
                assert not os.path.exists(began)
        assert copy.passes('touch began', 9) and os.path.exists(began)
    with open(copy.known.store + '.spent', encoding='ascii') as f:
        assert [row.rstrip().split('\t')[1:] for row in f] == [['passed', 'true'], ['failed', 'false'], ['passed', 'touch began']]


@test
def what_a_command_writes_with_a_mutation_is_gone_afterwards(work):
    with tree(os.path.join(work, 'copy'), {'a.py': 'A = 1\n', 'page.txt': '1\n', 'gone.txt': '1\n'}):
        for command in ('init', '-q'), ('add', '-A'):
            subprocess.run(['git', *command], check=True)
        copy, seen = whole.Copy.__new__(whole.Copy), []

        def passes(line, limit):
            for name in ('a.py', 'page.txt'):
                with open(name, encoding='ascii') as f:
                    seen.append(f.read())
            with open('page.txt', 'w', encoding='ascii') as f:
                f.write(seen[-2])
            os.remove('gone.txt')
            return line == 'good' and limit == 40

        copy.path, copy.passes, copy.known = os.getcwd(), passes, types.SimpleNamespace(seconds={'good': 2, 'bad': 2})
        assert [copy.fails_with(line, 'a.py', 'A = 1\n', 'A = 2\n') for line in ('good', 'bad')] == [False, True]
        assert seen == ['A = 2\n', '1\n'] * 2 and os.path.exists('gone.txt') and not subprocess.run(['git', 'diff', '--quiet'], check=False).returncode


@test
def a_command_that_is_limited_may_limit_others():
    hard = subprocess.run(['sh', '-c', 'ulimit -Ht'], stdout=subprocess.PIPE, text=True, check=True).stdout
    for inner in (20, 90):
        told = build.limited(build.limited(['sh', '-c', 'ulimit -St; ulimit -Ht'], inner), 30)
        assert subprocess.run(told, stdout=subprocess.PIPE, text=True, check=True).stdout == f'{inner + 1}\n{hard}'


@test
def what_costs_little_is_asked_first():
    copy = whole.Copy.__new__(whole.Copy)
    copy.known, copy.noticed = types.SimpleNamespace(seconds={'known': 9, 'slow': 90, 'wrong': None}), {('tools', 'slow'): 4}
    scripts, unknown, made = 'tests/a.py', 'make a', 'make llk-runtime metal-runtime MARCH=x && tests/a.py'
    lines_of = [made, unknown, 'slow', scripts, 'known', 'wrong']
    assert sorted(lines_of, key=lambda line: copy.cost('tools', (0, line))) == ['wrong', scripts, 'slow', 'known', unknown, made]
    # One that has noticed others elsewhere has no advantage; what is nearer has.
    assert copy.cost('port', (0, 'slow')) > copy.cost('port', (0, 'known')) and copy.cost('port', (6, 'known')) == 2 * copy.cost('port', (0, 'known'))


def makefile(*blocks):
    made = closure.Makefile.__new__(closure.Makefile)
    made.needs, made.recipes, made.values, made.patterns, made.builds = {}, {}, {}, [], {'build/host'}
    for block in blocks:
        made.rule(block.split('\n'))
    return made


@test
def rules_of_make_have_needs_recipes_and_values():
    made = makefile('HOST := build/host', 'OPT = -O2', 'a b: c | d', 'a: e\n\techo one\n\techo two', '%.o: %.c\n\tcc -c $<', 'x: Y = 3', 'long::\n\techo \\\n\tmore')
    assert made.values['HOST'] == 'build/host' and made.values['OPT'] == '-O2'
    assert made.needs['a'] == ['c', 'd', 'e'] and made.needs['b'] == ['c', 'd'] and made.recipes['a'] == ['\techo one', '\techo two']
    assert made.patterns == [('%.o', '%.c', ['\tcc -c $<'])], made.patterns
    assert made.needs.get('x', []) == [] and [' '.join(line.split()) for line in made.recipes['long']] == ['echo more'], made.recipes
    assert made.expanded('$(MAKE) ${OPT} $(HOST)/x $(wildcard a)') == 'make -O2 build/host/x $(wildcard a)'
    made.values.update(A='$(B)', B='$(C)', C='c')
    assert made.expanded('$(A)') == 'c'


@test
def goals_are_the_words_behind_make_that_have_rules():
    made, found = makefile('lib:', 'unit: lib', 'test:', 'build/host/x:'), closure.Closure.__new__(closure.Closure)
    assert found.goals_in('make lib X=1 && echo unit', made) == {'lib'}
    assert found.goals_in('$(MAKE) -s unit; make test', made) == {'unit'}
    assert found.goals_in('build/rv32im/x 3', made) == {'build/host/x'}


@test
def files_that_a_text_names(work):
    with tree(work, {'tools/a.py': '', 'tools/b.txt': '', 'tests/x/c.c': '', 'tests/x/d.h': '', 'include/e/f.h': '', 'include/e/g/h.h': ''}):
        assert closure.paths_in('tools/a.py, "tools/b.txt" /tools/c x/tools/a.py tools/none.py') == {'tools/a.py', 'tools/b.txt'}
        assert closure.paths_in('tests/x/%.c tools/*') == {'tests/x/c.c'} and closure.paths_in('tests/x/*') == {'tests/x/c.c', 'tests/x/d.h'}
        assert closure.paths_in('-I include/e') == {'include/e/f.h', 'include/e/g/h.h'} and closure.paths_in('tests/x') == set()
        assert closure.paths_in('tests/x/$(NAME).c') == {'tests/x/c.c'}
        assert closure.exact_paths('tools/a.py. tests/x/%.c') == {'tools/a.py', 'tests/x/%.c'}
        assert closure.paths_in('(cd build/x && run ../../tools/a.py)') == {'tools/a.py'}
        assert closure.source_of('build/host/tests/x/c.o') == closure.source_of('build/unit/tests/x/c') == closure.source_of('build/a/b/tests/x/c.elf') == 'tests/x/c.c'
        assert closure.source_of('build/host/tests/x/none.o') is None


@test
def modules_that_are_run_are_files(work):
    with tree(work, {'tools/k/__init__.py': '', 'tools/k/__main__.py': '', 'tools/k/l.py': '', 'python/s/__main__.py': ''}):
        assert closure.modules_in('PYTHONPATH=tools python3 -m k.l DIR') == closure.modules_in('pytest -p k.l x') == closure.exact_paths('python3 -m k.l') == {'tools/k/l.py'}
        assert closure.modules_in('python3 -m k') == {'tools/k/__init__.py', 'tools/k/__main__.py'} and closure.modules_in('python3 -m s') == {'python/s/__main__.py'}
        assert closure.modules_in("[sys.executable, '-m', 'k.l', path]") == {'tools/k/l.py'}
        assert closure.modules_in('python3 -m none; x-m k; mkdir -p /k') == set()


@test
def commands_stand_behind_the_runtimes_that_their_stage_makes(work):
    stages = '# all\tx\ty\tno\nall\tfirst\ta\truntimes_for rv32im && both "runtimes_for x" "runtimes_for y"\nall\town\tb\ttests/b && runtimes_for x A=1 && tests/c && make d\n'
    with tree(work, {'tools/stages.tsv': stages}):
        made = 'make llk-runtime metal-runtime MARCH=x A=1 && '
        assert closure.commands() == ['tests/b', made + 'tests/c', made + 'make d'], closure.commands()


@test
def headers_and_modules_are_found_where_compilers_and_python_look(work):
    with tree(work, {'lib/a/b.c': '#include "c.h"\n  # include <num/d.h>\n#include <stdio.h>\n// #include "e.h"\n#include PICK\n', 'lib/a/c.h': '', 'lib/num/d.h': '',
              'lib/a/e.h': '', 'lib/a/x_wormhole.h': '', 'lib/a/y_blackhole.h': '',
              'tools/p/q.py': 'import r, json\nfrom . import s\nfrom .t import u\nfrom ..v import w\nfrom p.x import y\n'
              'path = [os.path.join(HERE, "own"), os.path.join(THERE, "r")]\n', 'tools/p/own/z.py': '', 'tools/p/own/z.txt': '', 'tools/p/r.py': '', 'tools/p/s.py': '',
              'tools/p/t.py': '', 'tools/v/w.py': '', 'tools/v/__init__.py': '', 'tools/p/x.py': ''}):
        assert closure.included('lib/a/b.c') == {'lib/a/c.h', 'lib/num/d.h', 'lib/a/x_wormhole.h', 'lib/a/y_blackhole.h'}, closure.included('lib/a/b.c')
        found = closure.imported('tools/p/q.py')
        assert {'tools/p/r.py', 'tools/p/s.py', 'tools/p/t.py', 'tools/v/w.py', 'tools/p/x.py', 'tools/p/own/z.py'} <= found, found
        assert 'tools/p/own/z.txt' not in found


@test
def of_a_python_source_all_commands_may_serve_and_of_another_the_nearest():
    index = closure.Index.__new__(closure.Index)
    index.units, index.parts = {}, [f'run {n}' for n in range(20)]
    needs = {command: {'tools/a.py': n, 'tools/a.c': 19 - n, 'x': 1} for n, command in enumerate(index.parts)}
    index.closure = types.SimpleNamespace(of=needs.get)
    assert closure.Index.of.__wrapped__(index, 'tools/a.py') == index.parts
    assert closure.Index.of.__wrapped__(index, 'tools/a.c') == index.parts[:7:-1]


@test
def comments_and_documentation_name_nothing(work):
    with tree(work, {'tools/a.py': '"""tools/b.py"""\n# tools/c.py\ndef f():\n    """tools/d.py"""\n    return "tools/e.py"\n', 'tools/bad.py': 'def'}):
        code = closure.code_of('tools/a.py')
        assert 'tools/e.py' in code and not any(name in code for name in ('tools/b.py', 'tools/c.py', 'tools/d.py')), code
        assert closure.code_of('tools/bad.py') == '' and closure.imported('tools/bad.py') == frozenset()


if __name__ == '__main__':
    sys.exit(main())
