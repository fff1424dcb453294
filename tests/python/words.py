# SPDX-License-Identifier: Apache-2.0
"""python -m softensix, and what an import of the package finds: exact output, refusals and exit statuses; the wheel itself."""
import base64
import glob
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

import softensix as stx

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
with open(os.path.join(ROOT, 'include/softensix/version.h'), encoding='ascii') as f:
    VERSION = re.search('STX_VERSION "(.*)"', f.read())[1]
SIZES = {'FP32': 4096, 'FP16': 2048, 'BFP8A': 1088, 'BFP4A': 576, 'TF32': 4096, 'BF16': 2048, 'BFP8': 1088, 'BFP4': 576, 'INT32': 4096,
         'FP8': 1024, 'BFP2A': 320, 'INT8': 1024, 'BFP2': 320}  # 1,024 datums, and 64 shared exponents


def run(*words, **variables):
    """Status, output, errors."""
    done = subprocess.run([sys.executable, '-m', 'softensix', *words], env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Words(unittest.TestCase):
    def test_without_words_it_says_what_is_installed(self):
        status, out, wrong = run()
        sizes = ', '.join(f'{name} {size}' for name, size in SIZES.items())
        self.assertEqual((status, out.splitlines(), wrong), (0, [
            f"softensix {VERSION}: {stx.CHIP}'s Tensix coprocessor in software", f'tiles, in bytes: {sizes}',
            'usage: python -m softensix WORD ...   26c08010, or "MVMUL dst=16"'], ''))
        self.assertEqual((stx.__version__, stx.version()), (VERSION, VERSION))

    def test_words_and_text(self):
        status, out, _ = run('MVMUL dst=16', '26c08010', '0', 'FFFFFFFF')
        self.assertEqual((status, [line.partition('  ')[0] for line in out.splitlines()]), (0, ['26000010', '26c08010', '00000000', 'ffffffff']))
        self.assertRegex(out, '(?m)^26c08010  MVMUL .*dst=16')

    def test_what_is_no_word(self):
        for text, wrong in (('100000000', '100000000: no word of 32 bits'), ('-1', '-1: no word of 32 bits'), ('1FFFFFFFF', '1FFFFFFFF: no word of 32 bits')):
            self.assertEqual(run('0', text, '1'), (1, f'00000000  {stx.disassemble(0)}\n', wrong + '\n'))
        status, out, wrong = run('FOO')
        self.assertEqual((status, out), (1, ''))
        self.assertRegex(wrong, '^FOO: .+\n$')

    def test_the_chip_is_named(self):
        for name, chip in (('blackhole', 'Blackhole'), ('wormhole', 'Wormhole'), ('', 'Blackhole')):
            self.assertIn(f": {chip}'s Tensix", run(SOFTENSIX_ARCH=name)[1])
        status, _, wrong = run(SOFTENSIX_ARCH='quasar')
        self.assertEqual((status, wrong.splitlines()[-1]), (1, 'ImportError: SOFTENSIX_ARCH=quasar: there is blackhole and wormhole'))


class Pictures(unittest.TestCase):
    def test_a_picture_is_written_as_it_is(self):
        picture = stx.Picture('<svg>\u00b5</svg>')
        self.assertEqual((repr(picture), picture._repr_svg_()), ('Picture(12 bytes of SVG)', '<svg>\u00b5</svg>'))
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, 'a.svg')
            self.assertIs(picture.save(path), picture)
            with open(path, encoding='utf-8') as file:
                self.assertEqual(file.read(), '<svg>\u00b5</svg>\n')


class Wheel(unittest.TestCase):
    """The form of wheels (PEP 427): what an installer reads, and sums of all files."""
    def setUp(self):
        path = os.path.join(ROOT, f'build/wheel/softensix-{VERSION}-py3-none-linux_{platform.machine()}.whl')
        self.assertEqual(glob.glob(os.path.join(ROOT, f'build/wheel/*-none-linux_{platform.machine()}.whl')), [path])
        self.wheel = zipfile.ZipFile(path)
        self.addCleanup(self.wheel.close)

    def lines(self, name):
        return self.wheel.read(f'softensix-{VERSION}.dist-info/{name}').decode().splitlines()

    def test_the_record_has_each_file_with_its_sum_and_itself_without(self):
        names, rows = self.wheel.namelist(), [line.split(',') for line in self.lines('RECORD')]
        self.assertEqual((names, len(set(names))), ([row[0] for row in rows], len(names)))
        for name, digest, size in rows[:-1]:
            data = self.wheel.read(name)
            self.assertEqual((digest, size), ('sha256=' + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('='), str(len(data))))
        self.assertEqual(rows[-1], [f'softensix-{VERSION}.dist-info/RECORD', '', ''])

    def test_what_an_installer_reads(self):
        self.assertEqual(self.lines('WHEEL'), ['Wheel-Version: 1.0', 'Generator: softensix', 'Root-Is-Purelib: false',
                                               f'Tag: py3-none-linux_{platform.machine()}'])
        told = dict(line.split(': ', 1) for line in self.lines('METADATA'))
        self.assertEqual((told['Name'], told['Version'], told['Requires-Dist'], told['License']), ('softensix', VERSION, 'numpy', 'Apache-2.0'))
        with open(os.path.join(ROOT, 'LICENSE'), encoding='utf-8') as file:
            self.assertEqual(self.lines('LICENSE'), file.read().splitlines())

    def test_libraries_need_what_manylinux2014_has(self):
        for chip in ('blackhole', 'wormhole'):
            data = self.wheel.read(f'softensix/_{chip}.so')
            symbols = {tuple(map(int, version.split(b'.'))) for version in re.findall(rb'\0GLIBC_([0-9.]+)(?=\0)', data)}
            self.assertTrue(symbols and max(symbols) <= (2, 17), symbols)
            self.assertLessEqual(set(re.findall(rb'\0((?:lib|ld-)[\w+-]*\.so[.\d]*)(?=\0)', data)),
                                 {b'libc.so.6', b'libm.so.6', b'ld-linux-x86-64.so.2', b'ld-linux-aarch64.so.1'})

    def test_files_and_the_libraries_of_both_chips(self):
        names = self.wheel.namelist()
        package = {os.path.relpath(path, os.path.join(ROOT, 'python')) for path in glob.glob(os.path.join(ROOT, 'python/softensix/**/*.py*'), recursive=True)
                   if path.endswith(('.py', '.pyi'))}
        self.assertEqual(package - set(names), set())
        self.assertTrue({'softensix/py.typed', 'softensix/_blackhole.so', 'softensix/_wormhole.so', 'softensix/_kernels/metal/case.py'} < set(names))
        for entry in self.wheel.infolist():
            self.assertEqual((entry.date_time, entry.external_attr >> 16, entry.compress_type), ((2026, 1, 1, 0, 0, 0), 0o100644, zipfile.ZIP_DEFLATED))
        for name in ('softensix/tiles.py', 'softensix/py.typed'):
            with open(os.path.join(ROOT, 'python', name), 'rb') as file:
                self.assertEqual(self.wheel.read(name), file.read())
