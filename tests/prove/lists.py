#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What make prove-list says of tables of proofs that are wrong, and which changes of a proven function make prove-mutants draws:
small tables and sources, each wrong in one place. Last line "N passed, N failed"."""
import contextlib
import io
import os
import sys
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from prove import forms, sites  # noqa: E402

ONE, TWO = (types.SimpleNamespace(name=name, path='proofs/x.c') for name in ('one', 'two'))
TABLES = {
    'proofs/forms.tsv': [['first', 'one two', 'the loops'], ['second', '-', 'tested only'], ['third', 'two']],
    'proofs/broken.tsv': [['one', 'lib/x.c', 'a < b', 'a <= b'], ['two', 'lib/x.c', 'c + d', 'c - d', 'rv32im']]}
TEXTS = {'lib/fast/forms.h': 'sum_form first;\nsum_form second;\nmove_form third;\n', 'lib/x.c': 'if (a < b) {\n    c + d;\n', forms.PAGE: 'the page'}


def told(theorems=(ONE, TWO), page='the page', **changes):
    """The status of make prove-list and what it prints but its sum, with other tables ("forms", "broken") or texts ("header", "source")."""
    tables = {path: changes.get(path[7:-4], rows) for path, rows in TABLES.items()}
    texts = {**TEXTS, 'lib/fast/forms.h': changes.get('header', TEXTS['lib/fast/forms.h']), 'lib/x.c': changes.get('source', TEXTS['lib/x.c'])}
    with mock.patch.multiple(forms, rows=tables.get, text_of=texts.get, theorems=lambda _: theorems, cores_of=lambda path: ['rv32im', 'rv64imac'],
                             stale=changes.get('stale', list), gaps=changes.get('gaps', list), page=lambda: page), \
            contextlib.redirect_stdout(io.StringIO()) as said:
        failed = forms.check()
    *lines, last = said.getvalue().splitlines()
    assert failed == bool(lines) and last.split()[2] == str(len(lines)), said.getvalue()
    return lines, last


def instead(table, number, *row):
    """The table with another row in a place, without it if none is given, or with one more."""
    rows = list(TABLES[f'proofs/{table}.tsv'])
    rows[number:number + 1] = [list(row)] if row else []
    return {table: rows}


@test
def right_tables_are_counted():
    assert told() == ([], '7 passed, 0 failed')


@test
def forms_have_rows_and_rows_have_forms():
    assert told(**instead('forms', 1))[0] == ['second: not in proofs/forms.tsv']
    assert told(**instead('forms', 3, 'fourth', '-', 'tested only'))[0] == ['fourth: no form of lib/fast/forms.h']
    assert told(header=TEXTS['lib/fast/forms.h'] + '  sum_form inside;\nsum_form last;\n')[0] == ['last: not in proofs/forms.tsv']


@test
def a_form_has_a_theorem_or_a_reason():
    for row in (['second', '-'], ['second', '-', '']):
        assert told(**instead('forms', 1, *row))[0] == ['second: neither a theorem nor a reason'], row
    assert told(**instead('forms', 2, 'third', 'two three four'))[0] == ['four: no theorem of proofs/', 'three: no theorem of proofs/']


@test
def a_theorem_has_changes_that_make_it_false():
    assert told(**instead('broken', 0))[0] == ['one: no row of proofs/broken.tsv']
    assert told(theorems=(TWO,), **instead('forms', 0, 'first', 'two'))[0] == ['one: proofs/broken.tsv is about no theorem']
    assert told(**instead('broken', 1, 'two', 'lib/x.c', 'c + d', 'c - d', 'rv32imf', 'rv64imac'))[0] == ['two: is not proven for rv32imf']
    for source in ('a < b', 'a < b c + d c + d'):
        assert told(source=source)[0] == ['lib/x.c: has the text c + d not once'], source


@test
def what_others_find_is_told_too():
    assert told(stale=lambda: ['s'], gaps=lambda: iter(['g', 'h']))[0] == ['s', 'g', 'h']
    assert told(page='another')[0] == ['docs/proofs.md is stale: make prove-doc']


SOURCE = '''/* f < g */
static int f(int a)
{
    return a < 4;
}

int g(int a)
{
    return a + 9;
}
'''


@test
def changes_of_a_function_are_those_inside_it(work):
    path = os.path.join(work, 'x.c')
    with open(path, 'w', encoding='ascii') as f:
        f.write(SOURCE)
    assert sorted(name for _, name in sites.functions(path)) == ['f', 'g'], sites.functions(path)
    for name, expected in ('f', ['4 -> 3', '4 -> 5', '< -> <=']), ('g', ['+ -> -', '9 -> 10', '9 -> 8']):
        text, found = sites.sites((path, name))
        assert text == SOURCE and sites.layer(f'lib/{name}/x.c') == name and sorted(m.name for m in found) == expected, (name, found)


if __name__ == '__main__':
    sys.exit(main())
