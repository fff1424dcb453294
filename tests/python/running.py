# SPDX-License-Identifier: Apache-2.0
"""What kernel() asks of a runner, and what it makes of the answers: a stand-in for the tree's tools notes how it is called, and
answers what a test wants. The forms of the answers are those of tools/run_kernels.py (docs/metal.md, docs/llk.md)."""
import gc
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np

import softensix as stx
from softensix import _cases, running

CHIP = stx.CHIP.lower()
A = np.arange(2048, dtype=np.float32).reshape(64, 32) % 7


def written(path, text=''):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path


class Standin(unittest.TestCase):
    def setUp(self):
        self.root = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.tools = os.path.join(self.root, 'tree/tools')
        written(f'{self.tools}/kernels/runner.py')
        written(f'{self.root}/tree/Makefile')
        os.makedirs(f'{self.root}/gives')
        self.made, self.calls, self.broken = [], [], ''
        self.answers('PASS x: error 0\n1 passed, 0 failed, 0 skipped\n')
        self.gives(**{'x-cb16': A})
        patch = mock.patch.object(running.subprocess, 'run', self.instead)
        patch.start()
        self.addCleanup(patch.stop)

    def instead(self, command, **named):
        """What make, the runner and the program that draws answer."""
        self.assertEqual(named, {'capture_output': True, 'text': True, 'check': 'timeline' in command[1]})
        if command[0] == 'make':
            self.assertEqual(command[1:4], ['-s', '-C', f'{self.root}/tree'])
            self.made.append(' '.join(command[4:]))
            return subprocess.CompletedProcess(command, bool(self.broken), '', self.broken)
        self.assertEqual(command[0], sys.executable)
        if command[1] == f'{self.tools}/timeline/timeline.py':
            return subprocess.CompletedProcess(command, 0, ' '.join(command[2:]), '')
        self.assertEqual(command[1], f'{self.tools}/run_kernels.py')
        shutil.copytree(f'{self.root}/gives', command[command.index('--save') + 1], dirs_exist_ok=True)
        case = re.sub(':[^:/]*$', '', command[-1])
        with open(case, encoding='utf-8') as f:
            self.calls.append((command[2:], f.read()))
        return subprocess.CompletedProcess(command, 1, *self.says)

    def answers(self, says, complains=''):
        self.says = says, complains

    def gives(self, **arrays):
        for name, array in arrays.items():
            np.save(f'{self.root}/gives/{name}.npy', array)

    def told(self):
        """How the runner was called last, without the directory of results, and the text of the case."""
        words, text = self.calls[-1]
        at = words.index('--save')
        self.assertTrue(words[at + 1])
        return words[:at] + words[at + 2:], text

    def kernel(self, *given, **named):
        return stx.kernel(*given, tree=f'{self.root}/tree', **named)


class Called(Standin):
    def test_a_description_beside_its_kernel_and_one_that_is_not(self):
        path = written(f'{self.root}/own/a.desc', 'kernel a.cpp\n')
        start = ['--arch', CHIP, '--march', 'rv32im', '--kernels']
        self.kernel(path)
        self.assertEqual(self.told()[0], [*start, f'{self.tools}/../examples/metal', '--picture', '--look', path])
        written(f'{self.root}/own/a.cpp')
        self.kernel(path + ':part')
        self.assertEqual(self.told()[0], [*start, f'{self.root}/own', '--picture', '--look', path + ':part'])
        self.kernel(path, kernels='/other', march='host32')
        self.assertEqual(self.told()[0], ['--arch', CHIP, '--march', 'host32', '--kernels', '/other', '--picture', '--look', path])
        self.assertEqual(self.made, [f'metal-ready ARCH={CHIP} MARCH={march}' for march in ('rv32im', 'rv32im', 'host32')])

    def test_a_case_of_LLK_has_the_kernels_and_the_library_of_LLK(self):
        path = written(f'{self.root}/own/a.llk', 'LLKCASE 1\nkernel none.cpp\n')
        self.kernel(path)
        self.assertIn(f'{self.tools}/../examples/llk', self.told()[0])
        self.assertEqual(self.made, [f'llk-ready ARCH={CHIP} MARCH=rv32im'])

    def test_checkouts_are_given_by_their_whole_path_and_own_kernels_beside_them(self):
        path = written(f'{self.root}/own/a.desc', 'kernel none.cpp\n')
        self.kernel(path, tt_metal='m', sfpi='/s')
        start, end = ['--arch', CHIP, '--march', 'rv32im'], ['--picture', '--look', path]
        self.assertEqual(self.told()[0], [*start, '--tt-metal', os.path.abspath('m'), '--sfpi', '/s', *end])
        written(f'{self.root}/own/none.cpp')
        self.kernel(path, tt_llk='/l')
        self.assertEqual(self.told()[0], [*start, '--tt-llk', '/l', '--kernels', f'{self.root}/own', *end])

    def test_an_installed_copy_has_its_library(self):
        os.remove(f'{self.root}/tree/Makefile')
        self.kernel(written(f'{self.root}/a.desc'))
        self.assertEqual(self.made, [])

    def test_a_text_is_a_description_a_case_or_Cpp(self):
        for text, name in (('kernel x.cpp\n', 'kernel.desc'), ('LLKCASE 1\n', 'kernel.llk'), ('METALCASE 2\n', 'kernel.metal'), ('grid 2 1\n', 'kernel.grid'),
                           ('# two\n\ngrid 2 1\n', 'kernel.grid'), ('kernel x.cpp\n# grid 2 1\n', 'kernel.desc')):
            self.kernel(text)
            words, held = self.told()
            self.assertEqual((os.path.basename(words[-1]), held), (name, text))
        self.kernel('  # include "x.h"\n', {0: A}, {16: A.shape})
        self.assertEqual((os.path.basename(self.told()[0][-1]), self.told()[1].split('\n')[0]), ('kernel.desc', 'kernel kernel.cpp'))

    def test_files_of_the_work_are_removed_when_the_run_is(self):
        before = set(glob.glob(os.path.join(tempfile.gettempdir(), 'softensix-*')))
        run = self.kernel('kernel x.cpp\n')
        work = os.path.dirname(self.told()[0][-1])
        self.assertTrue(os.path.isdir(work))
        del run
        gc.collect()
        self.assertFalse(os.path.exists(work))
        self.answers('no compiler\n')
        for _ in range(2):
            with self.assertRaises(stx.KernelError):
                self.kernel('kernel x.cpp\n')
        gc.collect()
        self.assertLessEqual(set(glob.glob(os.path.join(tempfile.gettempdir(), 'softensix-*'))) - before, {work})


class Answers(Standin):
    def run_of(self, says):
        self.answers(says + '1 passed, 0 failed, 0 skipped\n')
        return self.kernel('kernel x.cpp\n')

    def test_a_verdict_is_the_first_word(self):
        for word, passed in (('PASS', True), ('FAIL', False), ('done', None)):
            self.assertIs(self.run_of(f'{word} x\n').passed, passed)

    def test_what_is_about_files_is_left_out(self):
        text = 'PASS x\n  error 0\n  found 3\nbuild 4\n'
        self.assertEqual(self.run_of(text.replace('build', '  saved a\n  drawn b\nbuilt 7 programs\nfound 2 programs\nbuild')).text, text.rstrip())

    def test_arrays_have_the_number_of_their_buffer_or_their_name(self):
        self.gives(**{'x-read0': A + 1, 'x-y-result': A + 2})
        run = self.run_of('PASS x\n')
        self.assertEqual(set(run.outputs), {16, 0, 'result'})
        self.assertTrue((run[16] == A).all() and (run[0] == A + 1).all() and (run['result'] == A + 2).all())
        self.assertEqual(repr(run), "Run(PASS x; 16: (64, 32), 0: (64, 32), 'result': (64, 32))")
        with self.assertRaisesRegex(KeyError, "nothing comes out of 'x'; there is 16, 0, 'result'"):
            run['x']

    def test_pictures_of_a_failure_alone_are_shown(self):
        for name, text in (('a-cb16.svg', '<a/>'), ('b-cb16.svg', '<b/>'), ('a-cb16-numbers.svg', '<c/>'), ('a-cb17.svg', '<d/>'), ('a.txt', '')):
            written(f'{self.root}/gives/{name}', text)
        run = self.run_of('FAIL <x>\n')
        self.assertEqual((run.pictures, run.numbers), ({16: '<a/>', 17: '<d/>'}, {16: '<c/>'}))
        self.assertEqual(run._repr_svg_(), '<a/>')
        self.assertEqual(run._repr_html_(), '<pre>FAIL &lt;x&gt;</pre><a/><d/><c/>')
        for word in ('PASS', 'done'):
            run = self.run_of(f'{word} x\n')
            self.assertEqual((run._repr_svg_(), run._repr_html_()), (None, f'<pre>{word} x</pre>'))
        for path in glob.glob(f'{self.root}/gives/*.svg'):
            os.remove(path)
        self.assertIsNone(self.run_of('FAIL x\n')._repr_svg_())

    def test_a_runner_that_does_not_end_well(self):
        for says, complains, message in (('', 'no compiler \n', 'no compiler'), ('half\n', '', 'half'), ('half\n', 'why\n', 'why'),
                                         ('1 passed, 0 failed\n', '', '1 passed, 0 failed')):
            self.answers(says, complains)
            with self.assertRaises(stx.KernelError) as told:
                self.kernel('kernel x.cpp\n')
            self.assertEqual(str(told.exception), message)
        for sums, cases in (('1 passed, 1 failed, 0 skipped', 2), ('0 passed, 0 failed, 3 skipped', 3), ('0 passed, 0 failed, 0 skipped', 0)):
            self.answers(f'PASS x\n{sums}\n')
            with self.assertRaisesRegex(ValueError, f'kernel.desc has {cases} cases: name one of them, as in ".*kernel.desc:NAME"'):
                self.kernel('kernel x.cpp\n')
        os.remove(f'{self.root}/gives/x-cb16.npy')
        self.answers('FAIL x: deadlock\n0 passed, 1 failed, 0 skipped\n')
        with self.assertRaisesRegex(stx.KernelError, '^FAIL x: deadlock$'):
            self.kernel('kernel x.cpp\n')
        self.broken = 'make: no compiler\n'
        with self.assertRaisesRegex(stx.KernelError, '^make: no compiler$'):
            self.kernel('kernel x.cpp\n')


class Timelines(Standin):
    def timeline(self, *given):
        run = self.kernel('kernel x.cpp\n')
        self.answers('PASS x\n  total 1\ncycles x unpack 3 math 4 pack 5 total 2345 low 1 high 9\n1 passed, 0 failed, 0 skipped\n')
        self.gives(y=A)
        written(f'{self.root}/gives/x.jsonl')
        return run.timeline(*given)

    def test_which_cycles_are_drawn(self):
        for given, shown in (((), '0 1000'), ((7,), '7 1007'), ((2000,), '2000 2345'), ((1345,), '1345 2345'), ((0, 300), '0 300'), ((5, 9999), '5 9999')):
            time = self.timeline(*given)
            self.assertRegex(time.svg, rf'^--name kernel --svg {shown} \S*/x\.jsonl$')
        self.assertRegex(time.page, r'^--name kernel \S*/x\.jsonl$')
        self.assertEqual((time.cycles, repr(time), time.text.splitlines()[0], time._repr_svg_()), (2345, 'Timeline(2345 cycles)', 'PASS x', time.svg))

    def test_it_runs_again_with_the_model_of_time(self):
        self.timeline()
        words, _ = self.told()
        at = words.index('--variant=-diag')
        self.assertEqual([*words[at:at + 3], *words[at + 4:]], ['--variant=-diag', '--time', '--time-lines', words[-1]])
        self.assertEqual(self.made, [f'metal-ready ARCH={CHIP} MARCH=rv32im{more}' for more in ('', ' TIME=1')])

    def test_a_run_without_times_is_told(self):
        run = self.kernel('kernel x.cpp\n')
        with self.assertRaisesRegex(stx.KernelError, '^PASS x: error 0$'):
            run.timeline()
        written(f'{self.root}/gives/x.jsonl')
        with self.assertRaisesRegex(stx.KernelError, '^PASS x: error 0$'):
            run.timeline()


class Found(Standin):
    """Where the tools are: a tree or a prefix that is given or named by SOFTENSIX_TREE, a directory above, the command stx."""
    def setUp(self):
        super().setUp()
        written(f'{self.root}/prefix/share/softensix/tools/kernels/runner.py')
        os.makedirs(f'{self.root}/tree/a/b')
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.root)

    def test_in_this_order(self):
        prefix = f'{self.root}/prefix/share/softensix/tools'
        with mock.patch.dict(os.environ, {'PATH': '/nowhere'}):
            os.environ.pop('SOFTENSIX_TREE', None)
            with self.assertRaisesRegex(FileNotFoundError, '^here is no tree of softensix, nor an installed copy: '):
                running.tools_of()
            self.assertEqual(running.tools_of(f'{self.root}/tree'), self.tools)
            self.assertEqual(running.tools_of('prefix'), prefix)
            os.environ['SOFTENSIX_TREE'] = f'{self.root}/prefix'
            self.assertEqual((running.tools_of(), running.tools_of('tree')), (prefix, self.tools))
            with self.assertRaisesRegex(FileNotFoundError, '^/tmp is no tree'):
                running.tools_of('/tmp')
            del os.environ['SOFTENSIX_TREE']
            for below in ('tree', 'tree/a/b', 'tree/tools'):
                os.chdir(f'{self.root}/{below}')
                self.assertEqual(running.tools_of(), self.tools)

    def test_by_the_command_stx(self):
        for stx_, found in (('tree/tools', self.tools), ('prefix/bin', f'{self.root}/prefix/share/softensix/tools')):
            os.chmod(written(f'{self.root}/{stx_}/stx'), 0o755)
            with mock.patch.dict(os.environ, {'PATH': f'{self.root}/{stx_}'}):
                os.environ.pop('SOFTENSIX_TREE', None)
                self.assertEqual(running.tools_of(), found)
                with self.assertRaises(FileNotFoundError):  # what is given is not found elsewhere
                    running.tools_of(f'{self.root}/tree/a')


class Descriptions(Standin):
    """The lines that arrays become (docs/metal.md)."""
    def described(self, *given, **named):
        self.kernel(*given, **named)
        words, text = self.told()
        return os.path.dirname(words[-1]), text.splitlines()

    def test_of_arrays(self):
        path = written(f'{self.root}/own/e.cpp', 'no threads')
        for where in (0, 'cb0'):
            run = self.kernel(path, {where: A, 1: A[:32]}, {16: (32, 96), 1: A[:32].shape}, args=[1, -2, 0xFFFFFFFF], defines={'OP': 'add', 'ALONE': None},
                              form='bfp8', expected={16: np.ones((32, 96))})
            words, text = self.told()
            self.assertEqual(text, '\n'.join([
                'kernel e.cpp', 'define OP add', 'define ALONE ', 'args 1 -2 4294967295', 'cb 0 Bfp8_b 2 32 32', 'in 0 in0 file 64 32 in0.npy',
                'cb 1 Bfp8_b 1 32 32', 'in 1 in1 file 32 32 in1.npy', 'cb 16 Bfp8_b 3 32 32', 'out 16 32 96', 'out 1 32 32',
                'expect 16 file want16.npy', '']))
            work = os.path.dirname(words[-1])
            self.assertEqual((os.path.basename(words[-1]), words[5]), ('e.desc', f'{self.root}/own'))
            for name, array in (('in0', A), ('in1', A[:32]), ('want16', np.ones((32, 96)))):
                held = np.load(f'{work}/{name}.npy')
                self.assertEqual(held.dtype, np.float32)
                np.testing.assert_array_equal(held, array)
            del run
        self.assertNotIn('args', self.described(path, {0: A}, {16: A.shape})[1][1])

    def test_the_ends_of_numbers(self):
        path = written(f'{self.root}/own/e.cpp')
        for number in (-2 ** 31, 2 ** 32 - 1):
            self.assertIn(f'args {number}', self.described(path, {63: A}, {0: A.shape}, args=[number])[1])
        for number in (-2 ** 31 - 1, 2 ** 32):
            with self.assertRaisesRegex(ValueError, f'an argument {number} is not from -2147483648 to 4294967295'):
                self.kernel(path, {0: A}, {16: A.shape}, args=[number])
        for buffer, error, text in ((64, ValueError, 'a circular buffer 64 is not from 0 to 63'), (-1, ValueError, 'a circular buffer -1 is not'),
                                    ('cb64', ValueError, 'a circular buffer 64'), ('0', ValueError, '0: a kernel of tt-metal has buffers by number'),
                                    ('cb1x', ValueError, 'by number'), (1.5, TypeError, 'whole number')):
            with self.assertRaisesRegex(error, text):
                self.kernel(path, {buffer: A}, {16: A.shape})

    def test_arrays_go_with_Cpp_alone(self):
        path = written(f'{self.root}/a.desc', 'kernel none.cpp\n')
        for given in (({0: A},), ({}, {16: A.shape})):
            with self.assertRaisesRegex(TypeError, 'arrays go with C'):
                self.kernel(path, *given)
        with self.assertRaisesRegex(TypeError, 'arrays go with C'):
            self.kernel(path, expected={16: A})


class LlkCases(Standin):
    """The lines of an LLKCASE file (docs/llk.md)."""
    def setUp(self):
        super().setUp()
        self.path = written(f'{self.root}/own/e.cc', 'LLK_TRISC_UNPACK')
        self.gives(**{'x-read0': np.arange(2048).reshape(2, 32, 32)})
        os.remove(f'{self.root}/gives/x-cb16.npy')

    def case(self, **named):
        self.kernel(self.path, {'A': A, 'B': A[:32]}, {'R': (64, 32)}, **named)
        words, text = self.told()
        self.assertEqual(os.path.basename(words[-1]), 'e.llk')
        return text.splitlines()

    def test_lines_and_parameters(self):
        lines = self.case(form='bf16', args={'N': -1}, defines={'WHOLE': 3, 'YES': True, 'NO': np.bool_(False)})
        self.assertEqual(lines[:8], ['LLKCASE 1', 'kernel e.cc', 'node python', f'arch {CHIP}', 'formats runtime', 'const int WHOLE 3', 'const bool YES true',
                                     'const bool NO false'])
        self.assertEqual(lines[8:10], ['const bool is_fp32_dest_acc_en false', 'field FormatConfig formats 1'])
        names = ['A', 'A_BYTES', 'B', 'B_BYTES', 'TILES', 'N', 'R', 'R_BYTES']
        self.assertEqual(lines[10:18], [f'field std::uint32_t {name} 1' for name in names])
        values = [0x21000, 2048, 0x22000, 2048, 2, 0xFFFFFFFF, 0x23000, 2048]
        self.assertEqual((lines[18], self.words(lines, 18)), ('args 0x20000 76', [5] * 11 + values))
        self.assertEqual([line for line in lines if line.startswith('mem')], ['mem 0x21000 4096', 'mem 0x22000 2048'])
        self.assertEqual(lines[-2:], ['read 0 0x23000 4096 Float16_b 2 2048 1024 0', 'end'])
        self.assertEqual([int(word, 16) for word in re.findall('....', ''.join(lines[lines.index('mem 0x22000 2048') + 1:][:64]))],
                         [int.from_bytes(stx.pack(A[:32], 'bf16')[i:i + 2], 'big') for i in range(0, 2048, 2)])

    def words(self, lines, at):
        count = int(lines[at].split()[-1])
        raw = bytes.fromhex(''.join(lines[at + 1:at + 1 + -(-count // 32)]))
        self.assertEqual((len(raw), {len(line) for line in lines[at + 1:at + 1 + count // 32]}), (count, {64}))
        return np.frombuffer(raw, '<u4').tolist()

    def test_memory_begins_at_a_multiple_of_4096(self):
        sizes = {'fp32': ('0x21000', '0x23000', '0x24000'), 'bfp8': ('0x21000', '0x22000', '0x23000')}
        for form, places in sizes.items():
            lines = self.case(form=form)
            found = [line.split()[1] for line in lines if line.startswith('mem')] + [line.split()[2] for line in lines if line.startswith('read')]
            self.assertEqual(tuple(found), places)

    def test_formats_of_registers(self):
        B, H, T = stx.Format.BF16, stx.Format.FP16, stx.Format.TF32
        for form, wide, register in (('bf16', False, B), ('bfp8', False, B), ('bfp4', True, B), ('bfp2', False, B), ('fp16', False, H), ('Bfp8', False, H),
                                     ('Bfp4', False, H), ('Bfp2', True, H), ('fp8', False, H), ('fp32', True, T), ('fp32', False, B), ('tf32', False, T)):
            lines = self.case(form=form, defines={'is_fp32_dest_acc_en': wide})
            own, packs = stx.Format.of(form), 0 if wide else register
            at = next(i for i, line in enumerate(lines) if line.startswith('args'))
            self.assertEqual(self.words(lines, at)[:11], [own] * 3 + [register] * 4 + [packs, own, packs, own], (form, wide))
            shared = lines[-2].split()[-1]
            self.assertEqual(shared, '64' if form in ('bfp8', 'bfp4', 'bfp2') else '0', form)

    def test_what_is_expected(self):
        wanted = np.arange(2048, dtype=np.float32).reshape(64, 32)
        wanted[0, 0], wanted[0, 1] = np.inf, np.nan
        lines = self.case(expected={'R': wanted})
        at = next(i for i, line in enumerate(lines) if line.startswith('check'))
        self.assertEqual(lines[at:at + 3], ['check 0 isclose f32 2048 63.96875 0 -', 'map 0:2048', 'golden 8192'])  # 4 * 2047 / 128
        numbers = np.frombuffer(bytes.fromhex(''.join(lines[at + 3:at + 3 + 256])), '<f4')
        # Faces of 16 by 16, then tiles: row 0 and column 16, row 16 and column 0, row 32.
        self.assertEqual(numbers[[2, 16, 256, 512, 768, 1024]].tolist(), [2, 32, 16, 512, 528, 1024])
        with self.assertRaisesRegex(ValueError, r'what is expected has the shape \(32, 64\), and the output \(64, 32\)'):
            self.case(expected={'R': np.zeros((32, 64))})
        zeros = self.case(expected={'R': np.zeros((64, 32))})
        self.assertIn('check 0 isclose f32 2048 0 0 -', zeros)

    def test_what_comes_out_has_the_name_and_shape_of_the_output(self):
        written(f'{self.root}/gives/x-read0.svg', '<a/>')
        written(f'{self.root}/gives/x-read0-numbers.svg', '<b/>')
        run = self.kernel(self.path, {'A': A}, {'R': (32, 64)})
        self.assertEqual((run['R'].shape, run['R'][0, 31:33].tolist(), run['R'][31, 63]), ((32, 64), [31, 1024], 2047))
        self.assertEqual((run.pictures, run.numbers, list(run.outputs)), ({'R': '<a/>'}, {'R': '<b/>'}, ['R']))
        self.assertEqual(_cases.matrix_of(np.arange(4096).reshape(4, 32, 32), (64, 64))[[0, 32, 32], [32, 0, 63]].tolist(), [1024, 2048, 3072 + 31])

    def test_outputs_are_one(self):
        for outputs in ({'R': (32, 32), 'S': (32, 32)}, ):
            with self.assertRaisesRegex(ValueError, r'one output here, not 2: outputs=\{"RESULT"'):
                self.kernel(self.path, {'A': A}, outputs)
        with self.assertRaisesRegex(ValueError, r'^outputs=\{"RESULT": \(rows, columns\)\} says what comes out$'):
            self.kernel(self.path, {'A': A})
        with self.assertRaisesRegex(ValueError, r'^outputs=\{16: \(rows, columns\)\} says what comes out$'):
            self.kernel(written(f'{self.root}/own/m.c', ''), {0: A})
