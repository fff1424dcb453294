# SPDX-License-Identifier: Apache-2.0
"""What is judged: a kernel file, or a function of a checkout. Each measures itself for a chip and a format, and its
key says what a result depends on: contents of files, never their places."""
import difflib
import filecmp
import glob
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, 'tools'), os.path.join(ROOT, 'tools/ulp')]

import functions  # noqa: E402
import llk  # noqa: E402
from kernels import sites  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.kept import RECORD, prerequisites  # noqa: E402
from kernels.toolchain import digest_of, work_of  # noqa: E402

CHIP_NAMES = ('blackhole', 'wormhole')
# Every input of a 16-bit format; of binary32 some of each binade.
FORMATS = {'bf16': ('--format', 'bf16'), 'fp32': ('--format', 'fp32', '--per-binade', '400')}
BUILD = os.path.join(work_of(ROOT), 'verdict')


class SubjectError(Exception):
    """What the caller has to mend, in one sentence; with a code for programs and a hint (docs/agents.md)."""

    def __init__(self, message, code='build', hint=''):
        super().__init__(message)
        self.code, self.hint = code, hint


def measured_by(tools=os.path.join(ROOT, 'tools')):
    """A digest of the programs that measure and that read what they print."""
    return digest(*(digest_of(os.path.join(tools, part), ('*.py',)) for part in ('verdict', 'ulp')))


def tool(chip):
    """stx-ulp of the tree, or beside stx of an installed copy."""
    if os.path.exists(os.path.join(ROOT, 'Makefile')):
        return os.path.join(ROOT, f'build/host{CHIPS[chip].suffix}/tools/stx-ulp')
    return os.path.normpath(os.path.join(ROOT, f'../../bin/stx-ulp{CHIPS[chip].suffix}'))


def how_made(chip):
    return f'make ulp-tools ARCH={chip}, in the tree; make install copies it'


def digest(*parts):
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def contents(*places):
    """A digest of files, and of all files below directories, wherever these are."""
    return digest(*(digest_of(place, ('**/*',)) if os.path.isdir(place) else
                    digest_of(os.path.dirname(place), (glob.escape(os.path.basename(place)),)) for place in places))


def run(command, what, good=(0,)):
    """The output of a command; the line that says what is wrong, after what it was for, if it fails."""
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode not in good:
        lines = (done.stderr or done.stdout).strip().split('\n')
        why = next((line for line in lines if 'error' in line), lines[-1])
        raise SubjectError(f'{what}: {why or "status %d" % done.returncode}')
    return done.stdout


def findings_of(output):
    """The lines before "findings N" of a check, one text for each finding."""
    lines = output.strip().split('\n')[:-1]
    found = []
    for line in lines:
        if line.startswith(' ') and found:
            found[-1] += '\n' + line
        else:
            found.append(line)
    return found


def different(before, after, operands=1, most=5):
    """How many results of two files of tuples of elements differ, and the first (inputs, before, after); operands: how many inputs each has."""
    pairs, of = [], 1 + operands
    for path in (before, after):
        if not os.path.exists(path):
            return None
        with open(path, 'rb') as f:
            pairs.append(f.read())
    if len(pairs[0]) != len(pairs[1]):
        return None
    found = [(*one, b) for one, (*_, b) in zip(*(struct.iter_unpack(f'<{of}I', part) for part in pairs)) if one[-1] != b]
    return {'count': len(found), 'of': len(pairs[0]) // (4 * of), 'first': [['%08x' % v for v in one] for one in found[:most]]}


def with_lines(text, program, trees):
    """Findings with lines of the source, relative to the checkout, in place of addresses."""
    places = sites.Places([program] * 3)

    def line(match):
        (name, call), = places.named('math', [match[0]])
        for tree in trees:
            name = name.removeprefix(tree + '/')
        return name if call == match[0] else f'{name} ({call})'
    return re.sub(r'0x[0-9a-f]{8}$', line, text, flags=re.M)


def unequal(status, text):
    """A finding, if stx-ulp says that the function gives something else word by word than for each vector alone."""
    told = text.strip().split('\n')[-1].removeprefix('stx-ulp: ')
    return [f'recorded: {told}: a vector is left out, or depends on another one; errors are those of a vector alone (RECORDED)'] if status == 3 else []


def operands_missing(result, operands):
    """A finding, if the function should have further operands and does not read them."""
    read = result['operands']
    if read >= operands:
        return []
    count, letter = ('', 'one operand', 'two operands')[read], 'xyz'[read]
    return [f'dst: the function reads {count}, and no other vector of Dst, where {letter} would be (DST_OPERAND)']


def result_of(path):
    """The result of stx-ulp without what differs between two runs."""
    with open(path, encoding='utf-8') as f:
        result = json.load(f)
    result.pop('seconds', None)
    return result


def inputs_of(function, form, pairs, seed):
    """Options of stx-ulp. Of several operands x and y take so many numbers of each binade; 0 for every x of BF16, and four y of each."""
    seeded = ('--seed', str(seed)) if seed != 1 else ()
    if functions.operands_of(function) == 1:
        return (*FORMATS[form], *seeded)
    return ('--format', form, *seeded, *(('--per-binade', str(pairs or 4)) if pairs or form != 'bf16' else ()), '--grid', str(pairs or 4))


def same(*paths):
    """Have both files, if there are any, the same contents?"""
    if not all(map(os.path.exists, paths)):
        return not any(map(os.path.exists, paths))
    return filecmp.cmp(*paths, shallow=False)


def changed_lines(before, after, shown, most=4):
    """"file:line" of the first line of each change of a file; shown: its name. A file that one side lacks is a change."""
    texts = []
    for path in (before, after):
        try:
            with open(path, encoding='utf-8', errors='replace') as f:
                texts.append(f.read().splitlines())
        except OSError:
            return [f'{shown} (one side has no such file)']
    starts = [begin + 1 for tag, _, _, begin, _ in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes() if tag != 'equal']
    return [f'{shown}:{line}' for line in starts[:most]] + ([f'{shown}: and {len(starts) - most} more places'] if len(starts) > most else [])


class KernelFile:
    """C in TTI_ names, or a list of words."""
    operands = 1  # no results are kept that could be compared

    def __init__(self, path, function, pairs, seed=1, sources=False):
        self.way = ('--through', 'src') if sources else ()
        self.path, self.function, self.pairs, self.seed, self.name = path, function, pairs, seed, os.path.basename(path)
        if not os.path.isfile(path):
            raise SubjectError(f'{path}: no such file', 'path')
        self.key_parts = ['kernel', self.name, function, pairs, seed, self.way]

    def _compiler(self, chip):
        return [*os.environ.get('HOSTCC', 'gcc').split(), '-std=c99', '-O1', '-DSTX_TRACE=1', f'-DSTX_ARCH={CHIP_NAMES.index(chip)}', f'-I{ROOT}/include']

    def _argument(self, chip, work, what):
        if not self.path.endswith('.c'):
            return ['--words', self.path]
        made = os.path.join(work, 'kernel.so')
        run([*self._compiler(chip), '-shared', '-fPIC', '-Werror=implicit-function-declaration', self.path, '-o', made], what)
        return ['--kernel', made]

    def _files(self, chip):
        """The kernel and the files that it includes, other than the system's."""
        if not self.path.endswith('.c'):
            return [self.path]
        return prerequisites(run([*self._compiler(chip), '-MM', '-MT', 'it', self.path], f'{self.path}, {chip}'))

    def key(self, chip):
        return digest(*self.key_parts, *(contents(path) for path in self._files(chip)), contents(tool(chip)))

    def changed(self, base, _):
        """The places that differ from a base, in the kernel and in what it includes of its own directory and those below."""
        here, there = os.path.dirname(self.path) or '.', os.path.dirname(base.path) or '.'
        found = changed_lines(base.path, self.path, self.path)
        own = {os.path.relpath(path, where) for side, where in ((self, here), (base, there)) for chip in CHIP_NAMES for path in side._files(chip)[1:]}
        for name in sorted(name for name in own if not name.startswith('..')):
            found += changed_lines(*(os.path.join(where, name) for where in (there, here)), os.path.normpath(os.path.join(here, name)))
        return found

    def measure(self, chip, form, work):
        what = f'{self.path}, {chip}, {form}'
        given = self._argument(chip, work, what)
        path = os.path.join(work, 'result.json')
        run([tool(chip), *given, *self.way, '--function', self.function, '--name', self.name, '--json', path, '--quiet',
             *inputs_of(self.function, form, self.pairs, self.seed)], what)
        result = result_of(path)
        found = findings_of(run([tool(chip), *given, *self.way, '--check', *FORMATS[form]], what, (0, 1)))
        return {**result, 'findings': found + operands_missing(result, functions.operands_of(self.function))}


class LlkFunction:
    """A function of a checkout of tt-llk, or of tt-metal with its tt-llk."""

    def __init__(self, name, approx, tt_llk, sfpi, tt_metal, pairs=4, seed=1):
        if not tt_llk and tt_metal:
            tt_llk = os.path.join(tt_metal, 'tt_metal/tt-llk')
        for what, path in (('TT_LLK or TT_METAL', tt_llk), ('SFPI', sfpi)):
            if not path or not os.path.isdir(path):
                raise SubjectError(f'{what}={path or ""}: no such directory', 'path', 'checkouts of tt-llk or tt-metal, and of sfpi')
        self.trees = (tt_llk, sfpi, tt_metal)
        self.name = name + (' approx' if approx and not name.endswith(' approx') else '')
        known = functions.of(bool(tt_metal))
        if self.name not in known:
            raise SubjectError(f'there is no function "{self.name}"; there are: ' + ', '.join(sorted(known)), 'function', 'take one of these names')
        self.known, self.function, self.pairs, self.seed = known[self.name], known[self.name].exact, pairs, seed

    @property
    def operands(self):
        return self.known.operands

    def key(self, chip):
        tt_llk, sfpi, tt_metal = self.trees
        of = CHIPS[chip]
        trees = [os.path.join(tt_llk, tree) for tree in (of.llk, 'common') if os.path.isdir(os.path.join(tt_llk, tree))]
        trees.append(os.path.join(sfpi, 'include') if os.path.isdir(os.path.join(sfpi, 'include')) else sfpi)
        if tt_metal:
            trees += [os.path.join(tt_metal, f'tt_metal/hw/ckernels/{of.metal}/metal/llk_api'), os.path.join(tt_metal, 'tt_metal/hw/inc')]
        libraries = os.path.join(ROOT, 'build', f'{llk.MARCH}{of.suffix}-diag')
        ours = [os.path.join(ROOT, tree) for tree in ('include', 'tools/ulp/recorder')]
        ours += [os.path.join(libraries, name) for name in ('libsoftensix.a', 'llk/runtime.a')]
        return digest('llk', self.known, *([self.pairs] if self.operands > 1 else []), self.seed, contents(tool(chip)), contents(*trees), contents(*ours))

    def changed(self, base, headers, most=8):
        """The places that differ from a base, in the headers of the checkouts that were compiled: first those that the function's
        row names, then the others of functions of the vector unit, then the rest."""
        own = [os.path.basename(h) for h in self.known.headers or (f'ckernel_sfpu_{self.known.name.split()[0]}.h',)]
        places = []
        for tree, name in headers:
            paths = [side.trees[tree] and os.path.join(side.trees[tree], name) for side in (base, self)]
            if all(paths) and not same(*paths):
                base_name = os.path.basename(name)
                places.append((base_name not in own, not base_name.startswith('ckernel_sfpu'), name, paths))
        found = [changed_lines(*paths, name) for _, _, name, paths in sorted(places)]
        return sum(found[:most], []) + ([f'{len(found) - most} more headers'] if len(found) > most else [])

    def _headers(self, kernel):
        """(0 of tt-llk or 2 of tt-metal, name in it) of each header of the checkouts that the function was compiled from."""
        found, roots = [], [(tree, os.path.realpath(self.trees[tree])) for tree in (0, 2) if self.trees[tree]]
        program = kernel.path('plain.kernel.o')
        read = kernel.checkout.tools.kept.files(program) if os.path.exists(program + RECORD) else []
        for path in map(os.path.realpath, read):
            inside = [(tree, os.path.relpath(path, root)) for tree, root in roots if path.startswith(root + '/')]
            found += inside[:1]
        return sorted(found)

    def _findings(self, checkout, kernel):
        """If something is found, it is found again where operations of sfpi are inlined, so that their own lines are known."""
        found = kernel.plain('check')
        if re.search(' at 0x[0-9a-f]{8}$', found, re.M):
            kernel = llk.Kernel(checkout, self.known, kernel.dst32, (*kernel.defines, 'STX_INLINE_CALLS'))
            found = kernel.plain('check')
        return findings_of(with_lines(found, kernel.path('plain.elf'), checkout.trees))

    def measure(self, chip, form, work):
        tt_llk, sfpi, tt_metal = self.trees
        try:
            checkout = llk.Checkout(tt_llk, sfpi, tt_metal, chip)
            kernel = llk.Kernel(checkout, self.known, form == 'fp32')
            path = os.path.join(work, 'result.json')
            formats = inputs_of(self.function, form, self.pairs, self.seed)
            status, text, _ = llk.measure(kernel, formats[:2], formats[2:], json_path=path)
            if status not in (0, 1, 3):
                raise SubjectError(f'{self.name}, {chip}, {form}: ' + (text.strip().split('\n')[-1] or f'status {status}'))
            shutil.copyfile(kernel.path('results'), os.path.join(work, 'results'))
            result = result_of(path)
            return {**result, 'cycles': list(kernel.time()), 'headers': self._headers(kernel),
                    'findings': self._findings(checkout, kernel) + operands_missing(result, self.operands) + unequal(status, text)}
        except llk.BuildError as error:
            raise SubjectError(f'{self.name}, {chip}, {form}: {str(error).strip()}') from error


def at_ref(path, ref, parts=('.',)):
    """The directory of a checkout as it was at a git ref, unpacked below build/verdict."""
    top = subprocess.run(['git', '-C', path, 'rev-parse', '--show-toplevel', f'{ref}^{{commit}}'], text=True, capture_output=True, check=False)
    if top.returncode:
        raise SubjectError(f'BASE={ref}: neither a directory nor a commit of {path}', 'path')
    root, commit = top.stdout.split()
    made = os.path.join(BUILD, 'trees', commit)
    if not os.path.isdir(made):
        os.makedirs(made + '.new', exist_ok=True)
        archive = subprocess.Popen(['git', '-C', root, 'archive', commit, *parts], stdout=subprocess.PIPE)
        unpacked = subprocess.run(['tar', '-x', '-C', made + '.new'], stdin=archive.stdout, check=False).returncode
        if archive.wait() or unpacked:
            raise SubjectError(f'BASE={ref}: git archive has failed')
        os.rename(made + '.new', made)
    return os.path.normpath(os.path.join(made, os.path.relpath(os.path.realpath(path), os.path.realpath(root))))
