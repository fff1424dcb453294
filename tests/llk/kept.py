#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What compilers have made is found again if nothing of it differs, and only then. Last line "N passed, N failed"."""
import multiprocessing
import os
import subprocess
import sys
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from kernels import kept, machine, precompiled, toolchain  # noqa: E402

NUMBER = '#define NUMBER {}\n'
SOURCE = '#include "number.h"\nextern "C" int entry() { return NUMBER; }\n'


def write(path, text, like=None):
    """like: a file with whose dates it is to lie there, as an unpacked archive does."""
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    if like:
        os.utime(path, ns=(like.st_atime_ns, like.st_mtime_ns))


def tools_in(work, compiler=None):
    """A compiler of the host that knows nothing of earlier runs."""
    tools = toolchain.Toolchain(work, toolchain.HOST, os.path.join(work, 'include'), work)
    tools.__dict__['system'], tools.cache = [], []
    tools.compiler = compiler or tools.compiler
    return tools


def prepared(work):
    write(os.path.join(work, 'number.h'), NUMBER.format(1))
    write(os.path.join(work, 'x.cpp'), SOURCE)
    return os.path.join(work, 'x.o')


def made(work, flags=(), compiler=None, begin=None):
    """Does the object have to be made?"""
    return tools_in(work, compiler).thread('x', os.path.join(work, 'x.cpp'), 'entry', [*flags], os.path.join(work, 'x.o'), begin=begin)


def returned(work):
    """The number in the object."""
    code = subprocess.run(['objdump', '-d', os.path.join(work, 'x.o')], capture_output=True, text=True, check=True).stdout
    return int(code.split('mov    $')[1].split(',')[0], 16)


def wrapper(work, name, lines):
    path = os.path.join(work, name)
    write(path, '#!/bin/sh\n' + lines + '\nexec g++ "$@"\n')
    os.chmod(path, 0o755)
    return path


@test
def an_object_is_made_once(work):
    prepared(work)
    assert made(work) and not made(work) and returned(work) == 1


@test
def a_changed_header_is_noticed_whatever_its_date(work):
    prepared(work)
    header = os.path.join(work, 'number.h')
    made(work)
    write(header, NUMBER.format(2), like=os.stat(header))
    assert made(work) and returned(work) == 2 and not made(work)


@test
def a_changed_source_and_a_missing_header_are_noticed(work):
    prepared(work)
    made(work)
    write(os.path.join(work, 'x.cpp'), SOURCE.replace('NUMBER;', 'NUMBER + 4;'))
    assert made(work) and returned(work) == 5
    os.remove(os.path.join(work, 'number.h'))
    try:
        made(work)
    except toolchain.BuildError as e:
        assert 'number.h' in str(e)
    else:
        raise AssertionError('a header is gone, and nobody says so')


@test
def a_changed_option_is_noticed(work):
    prepared(work)
    write(os.path.join(work, 'x.cpp'), SOURCE.replace('NUMBER;', 'NUMBER + EXTRA;'))
    assert made(work, ['-DEXTRA=1']) and not made(work, ['-DEXTRA=1'])
    assert made(work, ['-DEXTRA=2']) and returned(work) == 3


@test
def another_version_of_the_compiler_is_noticed(work):
    prepared(work)
    compiler = wrapper(work, 'g++', '[ "$1" != --version ] || { echo "g++ 1"; exit; }')
    assert made(work, compiler=compiler) and not made(work, compiler=compiler)
    wrapper(work, 'g++', '[ "$1" != --version ] || { echo "g++ 2"; exit; }')
    assert made(work, compiler=compiler)


@test
def a_changed_program_behind_the_compiler_is_noticed(work):
    prepared(work)
    write(os.path.join(work, 'cc1plus'), 'one')
    compiler = wrapper(work, 'g++', f'[ "$1" != -print-prog-name=cc1plus ] || {{ echo {work}/cc1plus; exit; }}')
    assert made(work, compiler=compiler) and not made(work, compiler=compiler)
    write(os.path.join(work, 'cc1plus'), 'two', like=os.stat(os.path.join(work, 'cc1plus')))
    assert made(work, compiler=compiler)


@test
def what_is_damaged_is_made_again(work):
    target = prepared(work)
    for path in (target, target + kept.RECORD):
        for damage in (lambda data: data[:-40], lambda data: b'', lambda data: data[:50] + bytes([data[50] ^ 1]) + data[51:]):
            made(work)
            with open(path, 'rb') as f:
                good = f.read()
            with open(path, 'wb') as f:
                f.write(damage(good))
            assert made(work) and returned(work) == 1 and not made(work), path
        os.remove(path)
        assert made(work) and not made(work)


@test
def a_record_that_lacks_its_last_lines_is_damaged(work):
    target = prepared(work)
    made(work)
    with open(target + kept.RECORD, encoding='utf-8') as f:
        lines = f.readlines()
    write(target + kept.RECORD, ''.join(lines[:3]))
    write(os.path.join(work, 'number.h'), NUMBER.format(2))
    write(os.path.join(work, 'x.cpp'), SOURCE + '\n')
    assert made(work) and returned(work) == 2


@test
def a_header_that_changes_under_the_compiler_is_seen_the_next_time(work):
    prepared(work)
    compiler = wrapper(work, 'g++', f'for a; do [ "$a" != -c ] || {{ g++ "$@"; echo "{NUMBER.format(2).strip()}" >{work}/number.h; exit; }}; done')
    assert made(work, compiler=compiler) and returned(work) == 1
    assert made(work, compiler='g++') and returned(work) == 2


def _one_of_many(work):
    sys.exit(0 if made(work, ['-DNUMBERS=1']) in (True, False) and returned(work) == 1 else 1)


@test
def runs_at_once_do_not_disturb_each_other(work):
    prepared(work)
    others = [multiprocessing.get_context('fork').Process(target=_one_of_many, args=(work,)) for _ in range(4)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert [other.exitcode for other in others] == [0] * 4
    assert not made(work, ['-DNUMBERS=1']) and sorted(os.listdir(work)) == ['number.h', 'x.cpp', 'x.o', 'x.o.made']


@test
def two_runs_of_a_case_exchange_their_own_files():
    with mock.patch.object(os, 'getpid', lambda: 1):
        first = machine.scratch('/out', 'a.llk')
    assert first != machine.scratch('/out', 'a.llk') and machine.scratch('/out', 'a') != machine.scratch('/out', 'b')


def headers(work, flags=()):
    return precompiled.Headers(os.path.join(work, 'begin'), [f'-I{work}', *flags], ['number.h'])


def through_headers(work, flags=(), own=()):
    """As made(), with the header compiled before."""
    write(os.path.join(work, 'prelude.h'), '#include "given.h"\n')
    return made(work, [*own, f'-I{work}', *flags, '-include', 'prelude.h'], begin=headers(work, flags))


@test
def a_header_inside_a_compiled_one_is_noticed(work):
    prepared(work)
    for name, text in (('given.h', '#define GIVEN 16'), ('x.cpp', SOURCE.replace('NUMBER;', 'NUMBER + GIVEN;'))):
        write(os.path.join(work, name), text + '\n')
    assert through_headers(work) and returned(work) == 17 and not through_headers(work)
    write(os.path.join(work, 'given.h'), '#define GIVEN 32\n')
    assert through_headers(work) and returned(work) == 33 and not through_headers(work)
    assert not made(work, [f'-I{work}', '-include', 'prelude.h']), 'it is the same object without a compiled header'


@test
def a_source_of_which_a_compiled_header_knows_too_little_takes_its_text(work):
    prepared(work)
    write(os.path.join(work, 'given.h'), '#ifdef OWN\n#define GIVEN OWN\n#else\n#define GIVEN 16\n#endif\n')
    write(os.path.join(work, 'x.cpp'), SOURCE.replace('NUMBER;', 'NUMBER + GIVEN;'))
    assert through_headers(work) and returned(work) == 17
    assert through_headers(work, own=['-DOWN=48']) and returned(work) == 49


@test
def a_damaged_compiled_header_is_compiled_again(work):
    prepared(work)
    write(os.path.join(work, 'given.h'), '')
    through_headers(work)
    [directory] = os.listdir(os.path.join(work, 'begin'))
    write(os.path.join(work, 'begin', directory, 'begin.h.gch'), 'damaged')
    os.remove(os.path.join(work, 'x.o'))
    assert through_headers(work) and returned(work) == 1
    assert os.path.getsize(os.path.join(work, 'begin', directory, 'begin.h.gch')) > 1000


@test
def headers_that_do_not_compile_are_told_of_by_the_source(work):
    prepared(work)
    write(os.path.join(work, 'given.h'), '#error not for you\n')
    try:
        through_headers(work)
    except toolchain.BuildError as e:
        assert str(e).startswith('x:') and 'not for you' in str(e)
    else:
        raise AssertionError('it compiled')


# GCC 12 refuses the parameter in C++17, and the number of rounds in any; both stand in a header.
TEMPLATE = '''struct shape { int rows, columns; };
template <shape S> int area() {
    int sum = 0;
#pragma GCC unroll(S.rows)
    for (int i = 0; i < S.rows; i++) sum += S.columns;
    return sum;
}
'''


@test
def what_newer_compilers_accept_is_compiled_and_its_headers_are_known(work):
    prepared(work)
    header, call = os.path.join(work, 'number.h'), SOURCE.replace('NUMBER', 'area<shape{NUMBER, 5}>()')
    write(header, NUMBER.format(3) + TEMPLATE)
    write(os.path.join(work, 'x.cpp'), call)
    assert made(work) and returned(work) == 15 and not made(work)
    assert not [name for name in os.listdir(work) if name.endswith('.ii')]
    write(header, NUMBER.format(4) + TEMPLATE)
    assert made(work) and returned(work) == 20
    write(header, NUMBER.format(4) + TEMPLATE.replace('int sum', 'int sums'))
    try:
        made(work)
    except toolchain.BuildError as e:
        assert str(e).startswith('x:') and f'{header}:6' in str(e) and 'pragma' not in str(e), e
    else:
        raise AssertionError('sum is not declared')


@test
def headers_that_kernels_share_with_host_programs_compile(work):
    names = ('algorithm', 'array', 'atomic', 'functional', 'iostream', 'memory', 'optional', 'sstream', 'string', 'tuple', 'utility', 'variant', 'vector')
    write(os.path.join(work, 'x.cpp'), ''.join(f'#include <{name}>\n' for name in names) +
          'std::ostream &operator<<(std::ostream &, const std::atomic<int> &);\nextern "C" int entry() { return 0; }\n')
    for march in (toolchain.HOST, 'rv32im'):
        tools = toolchain.Toolchain(work, march, os.path.join(work, 'include'), work)
        assert tools.thread('x', os.path.join(work, 'x.cpp'), 'entry', [], os.path.join(work, f'{march}.o'))


def program(work, tools):
    """The exit status of a program that is made of an object and an archive."""
    return machine.execute([tools.program([os.path.join(work, 'main.o')], [os.path.join(work, 'lib.a')], os.path.join(work, 'x.elf'))], [], 60)[0]


def archive(work, number):
    write(os.path.join(work, 'lib.c'), f'int number(void) {{ return {number}; }}\n')
    subprocess.run(f'cd {work} && rm -f lib.a && gcc {" ".join(f"{f!r}" for f in toolchain.HOST_FLAGS)} -c lib.c && ar rcs lib.a lib.o',
                   shell=True, check=True)


@test
def a_program_is_linked_again_when_a_library_differs_whatever_its_date(work):
    write(os.path.join(work, 'main.c'), 'int number(void);\nint main(void) { return number(); }\n')
    subprocess.run(['gcc', *toolchain.HOST_FLAGS, '-c', os.path.join(work, 'main.c'), '-o', os.path.join(work, 'main.o')], check=True)
    archive(work, 3)
    old = os.stat(os.path.join(work, 'lib.a'))
    assert program(work, tools_in(work)) == 3
    before = os.stat(os.path.join(work, 'x.elf')).st_ino
    assert program(work, tools_in(work)) == 3 and os.stat(os.path.join(work, 'x.elf')).st_ino == before
    archive(work, 4)
    os.utime(os.path.join(work, 'lib.a'), ns=(old.st_atime_ns, old.st_mtime_ns))
    assert program(work, tools_in(work)) == 4
    with open(os.path.join(work, 'x.elf'), 'r+b') as f:
        f.truncate(2000)
    assert program(work, tools_in(work)) == 4


@test
def a_new_header_that_may_hide_another_is_noticed(work):
    os.makedirs(os.path.join(work, 'a/b'))
    write(os.path.join(work, 'a/b/x.h'), '')
    before = kept.names_below(work)
    assert before == kept.names_below(work)
    write(os.path.join(work, 'a/y.h'), '')
    assert before != kept.names_below(work)


@test
def rules_of_compilers_and_linkers_are_read():
    assert kept.prerequisites('it: a.c \\\n /x/b\\ c.h \\\n d$$e\\#f.h\n') == ['a.c', '/x/b c.h', 'd$e#f.h']
    assert kept.prerequisites('x.elf: \\\n  a.o \\\n  b.a\n\na.o:\n\nb.a:\n') == ['a.o', 'b.a']
    assert kept.prerequisites('') == []


@test
def the_directory_of_a_program_tells_when_it_was_last_of_use(work):
    prepared(work)
    made(work)
    os.utime(work, (1, 1))
    assert not made(work) and os.path.getmtime(work) > 1e9
    os.utime(work, (1, 1))
    kept.Kept().holds(os.path.join(work, 'x.o'), 'otherwise')
    assert os.path.getmtime(work) == 1


@test
def a_user_says_where_programs_are_kept():
    with mock.patch.dict(os.environ, STX_KEPT=''):
        assert toolchain.kept_in('/out') == '/out/objects'
    with mock.patch.dict(os.environ, STX_KEPT='/of/mine'):
        assert toolchain.kept_in('/out') == '/of/mine'


if __name__ == '__main__':
    sys.exit(main())
