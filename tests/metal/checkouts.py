#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is made of a checkout of tt-metal, and how all kernels of one are compiled: a stand-in checkout of short texts, and a compiler that
answers by what it is asked. Last line "N passed, N failed"."""
import collections
import contextlib
import io
import os
import sys
import threading
import types
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from kernels.metal import build as build_of_metal, checkout, compile_all, guess, kernels_doc  # noqa: E402
from claims import main, test  # noqa: E402
from kernels import farm  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.farm import CheckoutError  # noqa: E402

NOC = ('inline void w(uint32_t offset, uint32_t v) {\n    volatile uint32_t* ptr = (volatile uint32_t*)offset;\n    *ptr = v;\n}\n'
       'inline uint32_t r(uint32_t offset) {\n    volatile uint32_t* ptr = (volatile uint32_t*)offset;\n    return *ptr;\n}\n')
RISC = ('#include "beside.h"\n#include "far/away.h"\n#include <beside.h>\n'
        'inline uint32_t read(uint32_t addr) {\n    volatile uint32_t* p_reg = reinterpret_cast<volatile uint32_t*>(addr);\n    return p_reg[0];\n}\n'
        'inline void invalidate_l1_cache() { asm("fence"); }\n')


def written(top, files):
    for name, text in files.items():
        path = os.path.join(top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


def read(*path):
    with open(os.path.join(*path), encoding='utf-8') as f:
        return f.read()


def stand_in(work, chip):
    """The directories of a checkout and of sfpi."""
    llk, api, registers = f'tt_metal/tt-llk/{chip.llk}', f'tt_metal/hw/ckernels/{chip.metal}/metal', 'tt_metal/hw/inc/internal/tt-1xx'
    written(os.path.join(work, 'root'), {
        f'{llk}/common/inc/ckernel.h': 'ckernel\n', f'{llk}/common/inc/sfpu/ckernel_sfpu_fill.h': 'a static_assert(false, "no"); b\n',
        'tt_metal/tt-llk/common/both.h': '', f'{api}/common/chlkc_list.h': '', f'{api}/llk_api/of_api.h': '',
        f'{registers}/{chip.registers[0]}/noc_nonblocking_api.h': NOC, f'{registers}/risc_common.h': RISC, f'{registers}/beside.h': '',
        'tt_metal/hw/inc/api/compute/common.h': 'static_assert(true);\n', 'tt_metal/hw/inc/api/beside.h': '',
        'tt_metal/hw/inc/api/no_header.txt': 'static_assert(false);',
        'tt_metal/hw/inc/api/false.h': '#include "beside.h"\n  #  include "api/far.h"\nstatic_assert(false, "no", 1);\nstatic_assert(false);\n',
        'tt_metal/hw/inc/api/debug/false.h': 'static_assert(false);\n', 'k/one.cpp': ''})
    written(os.path.join(work, 'sfpi'), {'include/sfpi.h': '', 'include/sfpi_lib.h': 'static_assert (false, "no");\n',
                                         'include/sfpi_classes.h': 'sfpi_inline constexpr void operator=(int);\n'})
    return os.path.join(work, 'root'), os.path.join(work, 'sfpi')


@test
def headers_of_a_checkout_are_linked_and_some_are_copies(work):
    for chip in CHIPS.values():
        root, sfpi = stand_in(os.path.join(work, chip.name), chip)
        for _ in range(2):  # what is there stays
            of = checkout.Checkout(os.path.join(work, 'build'), root, sfpi, chip)
            assert of.strange == [] and of.kernel('k/one.cpp') == os.path.join(root, 'k/one.cpp')
        llk = os.path.join(of.links, 'tt_metal/tt-llk', chip.llk, 'common/inc')
        assert os.readlink(os.path.join(llk, 'ckernel.h')) == os.path.join(root, 'tt_metal/tt-llk', chip.llk, 'common/inc/ckernel.h')
        assert not os.path.islink(os.path.join(llk, 'sfpu/ckernel_sfpu_fill.h')) and read(llk, 'sfpu/ckernel_sfpu_fill.h') == 'a  b\n'
        assert read(of.sfpi, 'sfpi_lib.h') == ';\n' and read(of.sfpi, 'sfpi_classes.h') == 'sfpi_inline void operator=(int);\n'
        assert of.sfpi_headers == os.path.join(sfpi, 'include') and os.path.isdir(os.path.join(of.links, 'old/compute_kernel_api'))
        # Includes of what lies beside the original are absolute in a copy; others stay.
        api = os.path.join(root, 'tt_metal/hw/inc/api')
        assert read(of.mended, 'api/false.h') == f'#include "{api}/beside.h"\n  #  include "api/far.h"\n;\n;\n'
        assert sorted(os.path.relpath(os.path.join(d, n), of.mended) for d, _, names in os.walk(of.mended) for n in names) == ['api/false.h']
        risc = read(of.registers, 'risc_common.h')
        assert risc.startswith(f'#include "{root}/tt_metal/hw/inc/internal/tt-1xx/beside.h"\n#include "far/away.h"\n#include <beside.h>\n')
        assert 'return stx_dm_read(addr);' in risc and '{ stx_dm_poll(); }' in risc and 'fence' not in risc


@test
def include_directories_are_those_of_a_checkout_behind_the_copies(work):
    chip = CHIPS['wormhole']
    root, sfpi = stand_in(work, chip)
    of = checkout.Checkout(os.path.join(work, 'build'), root, sfpi, chip)
    found = of.includes()
    assert found[:3] == [of.mended, root, f'{root}/ttnn'] and found[-2:] == [of.sfpi, os.path.join(of.links, 'old')]
    assert f'{of.links}/tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/llk_sfpu' in found and f'{of.links}/tt_metal/tt-llk/common' in found
    assert f'{root}/tt_metal/hw/inc/internal/tt-1xx/wormhole/wormhole_b0_defines' in found and not any('{' in place for place in found)
    # A header more may hide another one: what was compiled is compiled again.
    for new in (f'root/tt_metal/tt-llk/{chip.llk}/new.h', 'root/tt_metal/hw/inc/new.h', 'sfpi/include/new.h', 'root/ttnn/cpp/ttnn/kernel_lib/new.hpp'):
        written(work, {new: ''})
        of, before = checkout.Checkout(os.path.join(work, 'build'), root, sfpi, chip), of.digest
        assert of.digest != before, new
    written(work, {'root/ttnn/cpp/else.h': ''})
    assert checkout.Checkout(os.path.join(work, 'build'), root, sfpi, chip).digest == of.digest


def why(call, *arguments):
    try:
        call(*arguments)
    except CheckoutError as e:
        return str(e)
    raise AssertionError('nothing is missing')


@test
def what_a_checkout_lacks_is_said(work):
    chip = CHIPS['blackhole']
    root, sfpi = stand_in(work, chip)
    build = os.path.join(work, 'build')
    for trees in (('', sfpi), (root, '')):
        assert why(checkout.Checkout, build, *trees) == 'say where the checkouts are: TT_METAL=dir SFPI=dir'
    assert why(checkout.Checkout, build, root, root) == f'{root} is not a checkout of sfpi: sfpi.h is missing'
    assert why(checkout.Checkout(build, root, sfpi).kernel, 'k/two.cpp') == 'the kernel k/two.cpp does not exist'
    # The directory of headers itself will do.
    assert checkout.Checkout(build, root, os.path.join(sfpi, 'include')).sfpi_headers == os.path.join(sfpi, 'include')
    for name in checkout.needed_of(chip)[:2]:
        os.remove(os.path.join(root, name))
    said = why(checkout.Checkout, build, root, sfpi).split('\n  ')
    assert said == [f'{root} is not a checkout of tt-metal: {checkout.needed_of(chip)[0]} is missing', f'{checkout.needed_of(chip)[1]} is missing']
    assert why(checkout.OwnKernels('.', work).commit) == 'a line "tree" needs that checkout: TT_METAL=dir SFPI=dir'
    assert why(checkout.OwnKernels('.', work).kernel, 'two.cpp') == 'the kernel two.cpp does not exist'
    builder, case = types.SimpleNamespace(checkout=types.SimpleNamespace(strange=[])), types.SimpleNamespace(path=os.path.join(work, 'a.desc'))
    mover = types.SimpleNamespace(kernel='./two.cpp')  # beside the case
    assert why(build_of_metal.Builder._dataflow, builder, case, 'reader', mover, work) == 'the kernel ./two.cpp does not exist'


@test
def a_checkout_of_llk_alone_or_inside_of_metal_is_linked(work):
    written(work, {'alone/tt_llk_blackhole/a/b.h': 'b', 'alone/common/c.h': '', 'metal/tt_metal/tt-llk/tt_llk_wormhole_b0/d.h': '',
                   'metal/tt_metal/hw/ckernels/e.h': ''})
    farm.make(os.path.join(work, 'alone'), os.path.join(work, 'farm1'))
    assert read(work, 'farm1/tt_llk_blackhole/a/b.h') == 'b'
    assert os.readlink(os.path.join(work, 'farm1/common')) == os.path.join(work, 'alone/common')
    assert sorted(os.listdir(os.path.join(work, 'farm1'))) == ['common', 'tests', 'tt_llk_blackhole']
    farm.make(os.path.join(work, 'metal/tt_metal/tt-llk'), os.path.join(work, 'farm2'), 'tt_llk_wormhole_b0')
    assert os.readlink(os.path.join(work, 'farm2/metal')) == os.path.join(work, 'metal/tt_metal')
    assert os.path.isfile(os.path.join(work, 'farm2/tt_llk_wormhole_b0/d.h'))
    places = {farm.of(work, kind, path) for kind in ('farm', 'sfpi') for path in ('a', 'b', os.path.abspath('a'))}
    assert len(places) == 4 and all(os.path.dirname(place) == work for place in places)


# ---- compile_all

COMPUTE = '#include "api/compute/common.h"\nvoid kernel_main() { SIZE; }\n'
MOVER = '#include "api/dataflow/dataflow_api.h"\nvoid kernel_main() { noc_async_read(tensor::a, tensor::b); }\n'
TOP = 'tt_metal/programming_examples/x/kernels'


class Compiler:
    """Takes the place of a Builder and of its compiler, whose answers are by the options."""

    def __init__(self, work, answer):
        self.asked, self.answer, self.wrote = [], answer, []
        self.out, self.before, self.locks, self.prelude = os.path.join(work, 'out'), {}, collections.defaultdict(threading.Lock), 'llk/prelude.h'
        root, sfpi = stand_in(work, CHIPS['blackhole'])
        written(root, {f'{TOP}/compute/one.cpp': COMPUTE, f'{TOP}/compute/two.cpp': COMPUTE.replace('SIZE', 'OTHER'), f'{TOP}/dataflow/reader.cpp': MOVER})
        self.checkout = checkout.Checkout(os.path.join(work, 'build'), root, sfpi)
        self.tools = types.SimpleNamespace(compiler='the-compiler', arch=['-march=x'], system=['-isystem', 's'])

    def flags(self, case, work, kernel, thread):
        defined = [f'-D{name}={value}' for name, value in case.defines]
        return [f'-thread={thread[0]}', f'-ct={",".join(map(str, case.compile_args[:2]))}', *defined, '-DKERNEL_COMPILE_TIME_ARGS=1',
                '-include', 'llk/prelude.h',
                f'-kernel={os.path.basename(kernel)}']

    def dataflow_flags(self, case, side, mover, work, kernel):
        places = [mover.compile_args[place:place + 2] for place in mover.tensor_places]
        return [f'-side={side}', f'-places={places}', f'-more={len(mover.compile_args) - len(case.compile_args)}', f'-kernel={os.path.basename(kernel)}']

    def write(self, case, work, kernel, old_style):
        self.wrote.append((os.path.relpath(work, self.out), os.path.relpath(kernel, self.checkout.root), old_style))

    def write_dataflow(self, case, mover, work, kernel):
        self.wrote.append((os.path.relpath(work, self.out), os.path.relpath(kernel, self.checkout.root), 'mover'))

    def run(self, command, **how):
        if command[0] == 'git':
            return types.SimpleNamespace(stdout='')
        assert command[:2] == ['the-compiler', '-march=x'] and '-O0' in command and 's' in command
        if '-xc++-header' in command:
            return types.SimpleNamespace(returncode=self.answer(command), stderr='')
        assert '-fsyntax-only' in command and how['env']['LC_ALL'] == 'C'
        self.asked.append(command)
        said = self.answer(command)
        return types.SimpleNamespace(returncode=1 if said else 0, stderr=said)


def compiled(work, answer, *arguments):
    """The status, the lines and the stand-in of a run over the checkout."""
    builder = Compiler(work, answer)
    argv = ['compile_all.py', '--tt-metal', 't', '--sfpi', '/x/sfpi-7.1.0', '--jobs', '1', *arguments]
    with mock.patch.object(compile_all, 'Checkout', lambda *_: builder.checkout), mock.patch.object(compile_all.build, 'Builder', lambda *_: builder), \
            mock.patch.object(compile_all.subprocess, 'run', builder.run), mock.patch.object(sys, 'argv', argv), \
            mock.patch.object(guess, 'table', lambda: ({'SIZE': '7'}, {})), contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        return compile_all.main(), out.getvalue().splitlines(), builder


def needs(**macros):
    """A compiler that misses macros of kernels, and precompiles nothing."""
    def answer(command):
        if '-xc++-header' in command:
            return 1
        name = next((m for m in macros if macros[m] in command[-2] + ' '.join(command) and not any(a.startswith(f'-D{m}=') for a in command)), '')
        return name and f"k.cpp:1:2: error: '{name}' was not declared in this scope\n"
    return answer


@test
def each_kernel_is_compiled_for_three_threads_with_what_it_misses(work):
    results = os.path.join(work, 'results')
    status, lines, builder = compiled(work, needs(SIZE='one.cpp'), '--results', results)
    assert status == 0 and lines == [f'PASS {TOP}/compute/one.cpp', f'PASS {TOP}/compute/two.cpp', '2 passed, 0 failed, 0 skipped'], lines
    threads = [next(a for a in command if a.startswith('-thread')) for command in builder.asked]
    # The first kernel is asked once more, with the macro of the table, which stays for its other threads.
    assert threads == ['-thread=math', '-thread=math', '-thread=unpack', '-thread=pack', '-thread=math', '-thread=unpack', '-thread=pack'], threads
    assert ['-DSIZE=7' in command for command in builder.asked] == [False, True, True, True, False, False, False]
    assert all('-ct=1,2' in command and 'llk/prelude.h' in command and command[-1].endswith('port/metal/thread.cpp') for command in builder.asked)
    assert builder.wrote[0] == ('syntax/' + f'{TOP}/compute/one.cpp'.replace('/', '_').replace('.', '_'), f'{TOP}/compute/one.cpp', False)
    kept = kernels_doc.read(results)
    assert (kept.sfpi, kept.chip, kept.good, list(kept.kernels)) == ('7.1.0', 'blackhole', 2, [f'{TOP}/compute/one.cpp', f'{TOP}/compute/two.cpp'])


@test
def headers_that_precede_every_kernel_are_compiled_once(work):
    made = []

    def answer(command):
        if '-xc++-header' in command:
            made.append(command)
            return 0
        return ''
    assert compiled(work, answer, '--only', 'one')[1] == [f'PASS {TOP}/compute/one.cpp', '1 passed, 0 failed, 0 skipped']
    _, _, builder = compiled(work, answer, '--thread', 'pack')
    assert len(made) == 3 + 1 and not any('-include' in command or any(a.startswith('-DKERNEL_COMPILE') for a in command) for command in made)
    before = os.path.join(builder.out, 'syntax/before-pack.h')
    assert [command[command.index('-include') + 1] for command in builder.asked] == [before, before] and made[-1][-1] == before + '.gch'
    assert read(before).startswith('#include "llk/prelude.h"\n#if __has_include("core_config.h")\n#include "core_config.h"\n#endif\n')
    assert '"llk_pack_common.h"' in read(before) and '"llk_unpack_common.h"' not in read(before)


@test
def a_kernel_that_never_compiles_is_told_with_its_first_error(work):
    def answer(command):
        if '-xc++-header' in command:
            return 1
        return 'In file included from x\n/far/a.h:7:5: fatal error: what is this\nb.h:1:1: error: more\n' if 'one.cpp' in ' '.join(command) else ''
    results = os.path.join(work, 'results')
    _, lines, builder = compiled(work, answer, '--results', results)
    assert lines == [f'FAIL {TOP}/compute/one.cpp: math: a.h: what is this', f'PASS {TOP}/compute/two.cpp', '1 passed, 1 failed, 0 skipped'], lines
    assert len(builder.asked) == 1 + 3
    again = compiled(work, answer, '--compiled-in', results)[1]
    assert again == [f'PASS {TOP}/compute/two.cpp', '1 passed, 0 failed, 0 skipped'], again
    # What the compiler asks for without end ends.
    names = (f'M{i}' for i in range(1000))
    _, lines, builder = compiled(work, lambda c: 1 if '-xc++-header' in c else f"a.cpp:1:1: error: '{next(names)}' was not declared", '--only', 'one')
    assert len(builder.asked) == compile_all.ROUNDS == 12 and lines[0].startswith(f"FAIL {TOP}/compute/one.cpp: math: a.cpp: 'M11' was not declared"), lines
    assert compile_all._first_error('no message of a compiler' * 9) == ('no message of a compiler' * 9)[:120]


@test
def other_numbers_are_tried_where_arguments_do_not_fit(work):
    def answer(command):
        if '-xc++-header' in command:
            return 1
        return '' if f'-ct={guess.NUMBERS[1]},{guess.NUMBERS[1]}' in command else 'a.h:1:1: error: static assertion failed: size\n'
    _, lines, builder = compiled(work, answer, '--only', 'one')
    assert lines[0] == f'PASS {TOP}/compute/one.cpp' and len(builder.asked) == 1 + 1 + 3, lines
    first = iter(['a.h:1:1: error: static assertion failed: size\n', 'a.h:1:1: error: something else\n'])
    assert compiled(work, lambda c: 1 if '-xc++-header' in c else next(first), '--only', 'one')[1][0] == \
        f'FAIL {TOP}/compute/one.cpp: math: a.h: static assertion failed: size'


@test
def kernels_that_move_data_are_compiled_once_as_readers(work):
    _, lines, builder = compiled(work, lambda _: '', '--movement')
    assert lines == [f'PASS {TOP}/dataflow/reader.cpp', '1 passed, 0 failed, 0 skipped'], lines
    # Two words for each of its tensors, which are interleaved.
    assert len(builder.asked) == 1 and {'-side=reader', '-places=[[2, 2], [2, 2]]', '-more=4'} <= set(builder.asked[0]), builder.asked
    assert builder.asked[0][-1].endswith('port/metal/dataflow.cpp') and builder.wrote[0][2] == 'mover'
    assert os.path.isdir(os.path.join(builder.out, builder.wrote[0][0]))
    assert compiled(work, lambda _: '', '--cores')[1] == ['0 passed, 0 failed, 0 skipped']


@test
def options_that_do_not_go_together_are_refused(work):
    for arguments, said in ((['--movement', '--results', 'r'], 'results are for all threads of compute kernels'),
                            (['--thread', 'math', '--markdown', 'm'], 'results are for all threads of compute kernels'),
                            (['--cores', '--results', 'r'], 'results are for all threads of compute kernels'), (['--table', 't'], '--table is for --cores')):
        with mock.patch.object(sys, 'argv', ['compile_all.py', *arguments]), contextlib.redirect_stderr(io.StringIO()) as told:
            try:
                raise AssertionError((arguments, compile_all.main()))
            except SystemExit as e:
                assert e.code == 2 and said in told.getvalue(), (arguments, told.getvalue())
    argv = ['compile_all.py', '--tt-metal', os.path.join(work, 'none'), '--sfpi', work]
    with mock.patch.object(sys, 'argv', argv), contextlib.redirect_stderr(io.StringIO()) as told:
        assert compile_all.main() == 2 and told.getvalue().startswith('metal: ') and 'is not a checkout of tt-metal' in told.getvalue()


if __name__ == '__main__':
    sys.exit(main())
