#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which mutations tools/mutants makes of a line, written down by hand from docs/testing.md, "Mutations". Last line "N passed, N failed"."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from mutants import python_sites, sites  # noqa: E402


def of(text, is_table=False):
    """The names of all mutations, sorted."""
    return sorted(m.name for m in sites.mutations(text, is_table))


def in_python(text):
    return sorted(m.name for m in python_sites.mutations(text))


def same(found, *expected):
    assert found == sorted(expected), found


def changed(text, name, found):
    """The text with the mutation of that name."""
    return next(text[:m.start] + m.text + text[m.end:] for m in found if m.name == name)


@test
def comparisons_become_their_neighbours():
    same(of('if (a < b)'), '< -> <=')
    same(of('if (a <= b)'), '<= -> <', '<= -> ==')
    same(of('if (a > b)'), '> -> >=')
    same(of('if (a >= b)'), '>= -> >', '>= -> ==')
    same(of('if (a == b || c != d)'), '== -> !=', '|| -> &&', '!= -> ==')
    same(of('if (!a && b)'), '! -> nothing', '&& -> ||')
    same(of('{ x = p->a << b; }'), 'removed')


@test
def signs_between_operands_are_changed_and_others_are_not():
    same(of('f(a + b, c - d)'), '+ -> -', '- -> +')
    same(of('f(-a, (x) - b, c[i] - d, 4 - e)'), '- -> +', '- -> + (2)', '- -> + (3)', '4 -> 3', '4 -> 5')
    same(of('{ return -a; }'))
    same(of('{ case -a: }'))
    same(of('-a'))
    same(of('{ a += b; }'), '+= -> -=', 'removed')
    same(of('{ a -= b; }'), '-= -> +=', 'removed')


@test
def constants_get_neighbours_and_masks_lose_or_get_a_bit():
    same(of('f(4)'), '4 -> 3', '4 -> 5')
    same(of('f(0u)'), '0u -> 1u')
    # 0x14: without the highest bit, without the lowest one, with the one above.
    same(of('f(0x14u)'), '0x14u -> 0x4u', '0x14u -> 0x10u', '0x14u -> 0x34u')
    same(of('a & 12'), '12 -> 4', '12 -> 8', '12 -> 28')
    same(of('~12'), '12 -> 4', '12 -> 8', '12 -> 28')
    same(of('f(4294967295u)'), '4294967295u -> 4294967294u')
    same(of('12 | a'), '12 -> 4', '12 -> 8', '12 -> 28')
    same(of('f(0x80000000u)'), '0x80000000u -> 0x0u')
    same(of('f(0x80000000ull)'), '0x80000000ull -> 0x0ull', '0x80000000ull -> 0x180000000ull')
    same(of('f(0xFFFFFFFFu)'), '0xFFFFFFFFu -> 0x7fffffffu', '0xFFFFFFFFu -> 0xfffffffeu')
    same(of('f(1.5, 0x1p3)'))
    same(of('f(4, 4)'), '4 -> 3', '4 -> 5', '4 -> 3 (2)', '4 -> 5 (2)')


@test
def statements_are_removed_and_declarations_are_not():
    same(of('void f(void) { a = b; }'), 'removed')
    same(of('void f(void) { g(); break; continue; return; }'), *['removed'] * 4)
    same(of('void f(void) { *p = b; p->x = c; }'), *['removed'] * 2)
    same(of('{ int a = b; T c = d; T e; T *f = g; T *h; int (*i)(void); return j; goto k; ; else_of(l) }'))
    same(of('{ x: a = b; }'), 'removed')
    same(of('{ for (i = a; i < b; i++) { c = d; } }'), '< -> <=', 'removed')
    same(of('{ __asm__ volatile(""); OPAQUE(a); }'))
    assert changed('{f(a); g(b);}', 'removed', sites.mutations('{f(a); g(b);}')) == '{; g(b);}'
    both = [m for m in sites.mutations('{f(a); g(b);}') if m.name == 'removed']
    assert ['{f(a); g(b);}'[m.start:m.end] for m in both] == ['f(a)', 'g(b)']


@test
def comments_texts_and_the_preprocessor_stay():
    same(of('#define A 4 \\\n 5\n/* 4 < 5 */ // 4\nf("4 + 4", \'<\')'))
    lines = sites.by_line('f(4);\n\nif (a < b) {\n')
    assert sorted(lines) == [1, 3] and [m.line for m in lines[3]] == ['if (a < b) {'], lines
    same(of('BITS_UNROLL(4)'))
    same(of('(4) COMPILER_BARRIER'), '4 -> 3', '4 -> 5')
    assert [(m.name, m.line) for ms in sites.by_line('{\n  f(4);\n  a\n  = b;}').values() for m in ms] == [
        ('4 -> 3', 'f(4);'), ('4 -> 5', 'f(4);'), ('removed', 'f(4);'), ('removed', 'a')]
    same(of('{ 4; }'), '4 -> 3', '4 -> 5')


@test
def claims_of_rows_lose_get_and_change_parts():
    table = 'ROW(A, READS(X | Y) QUICK WRITES(W), F(3), K)\nROW(B, READS(Z), F(4), K)\nROW(C, LATE OF(U, (V)) NONE() SLOW, K)\n'
    # A single part gets no second one where no row has two; fields, first arguments and whole arguments are not removed.
    same(of(table, True), 'READS without X', 'READS without Y', 'READS with Z', 'READS with X', 'READS with Y', 'READS: Z -> X', 'READS: Z -> Y',
         *['without ' + name for name in ('READS', 'READS', 'WRITES', 'QUICK', 'LATE', 'OF', 'NONE', 'SLOW')], '3 -> 2', '3 -> 4', '4 -> 3', '4 -> 5')
    assert [(name, place, [token.text for token in given]) for name, place, given in sites.arguments(sites.tokens_of(table))] == [
        ('READS', 0, ['X', '|', 'Y']), ('WRITES', 0, ['W']), ('F', 0, ['3']), ('READS', 0, ['Z']), ('F', 0, ['4']), ('OF', 0, ['U']),
        ('OF', 1, ['(', 'V', ')'])]
    same(of('ROW(A, OF(K, U))\nROW(B, OF(K, V))\nROW(C, OF(L, V))', True), *['without OF'] * 3, 'OF: K -> L', 'OF: K -> L', 'OF: L -> K',
         'OF: U -> V', 'OF: V -> U', 'OF: V -> U')
    lines = sites.by_line(table, True)
    assert sorted(lines) == [1, 2, 3] and {m.line for m in lines[2]} == {'ROW(B, READS(Z), F(4), K)'}
    assert changed('ROW(A, READS(X | Y) QUICK)', 'without READS', sites.mutations('ROW(A, READS(X | Y) QUICK)', True)) == 'ROW(A,  QUICK)'
    assert changed('ROW(A, READS(X | Y))', 'READS without X', sites.mutations('ROW(A, READS(X | Y))', True)) == 'ROW(A, READS(Y))'


@test
def python_has_the_same_and_its_own_words():
    same(in_python('def f(a, b):\n    return a < b <= 4\n'), '< -> <=', '<= -> <', '4 -> 3', '4 -> 5')
    same(in_python('def f(a, b):\n    return a in b or not a is b\n'), 'in -> not in', 'is -> is not', 'not -> ', 'or -> and')
    same(in_python('def f(a, b):\n    return a not in b and a is not b\n'), 'not in -> in', 'is not -> is', 'and -> or')
    same(in_python('def f(a, b):\n    return a > b, a >= b, a == b, a != b\n'), '> -> >=', '>= -> >', '== -> !=', '!= -> ==')
    same(in_python('def f(a):\n    return a + 0, a - a, a * a, a // a\n'), '+ -> -', '0 -> 1', '- -> +', '* -> +', '// -> *')
    same(in_python('def f(a):\n    return a << a, a >> a, a & a, a | a\n'), '<< -> >>', '>> -> <<', '& -> |', '| -> &')
    same(in_python('def f(a):\n    a = True\n    a += False\n'), 'removed', 'removed', 'True -> False', 'False -> True')
    same(in_python('def f(a):\n    raise a\n    f(a)\n    for b in a:\n        break\n        continue\n'), *['removed'] * 4)
    same(in_python('A = [3]\n'), 'removed', '3 -> 2', '3 -> 4')


@test
def texts_imports_and_what_starts_the_program_stay_in_python():
    same(in_python('"""4 < 5"""\nimport a\nfrom b import c\ndef f(a):\n    """4"""\n    return f"{a + 4}" "4"\nif __name__ == "__main__":\n    f(4)\n'))


@test
def what_is_changed_stands_where_it_stood():
    text = 'def f(a):\n    # > and a > in a comment\n    return (a) > (4)\n'
    assert changed(text, '> -> >=', python_sites.mutations(text)) == text.replace('(a) > (', '(a) >= (')
    text = 'def f(a):\n    return a[a > a] > a\n'
    assert [text[:m.start] for m in python_sites.mutations(text)] == ['def f(a):\n    return a[a > a] ', 'def f(a):\n    return a[a ']
    text = 'def f(a):\n    if not a:\n        return "ä", 4\n'
    assert changed(text, 'not -> ', python_sites.mutations(text)) == text.replace('not ', '')
    assert changed(text, '4 -> 5', python_sites.mutations(text)) == text.replace('4', '5')
    assert sorted(python_sites.by_line(text)) == [2, 3] and python_sites.by_line(text)[3][0].line == 'return "ä", 4'
    assert python_sites.compiles(text) and not python_sites.compiles('a = ')


if __name__ == '__main__':
    sys.exit(main())
