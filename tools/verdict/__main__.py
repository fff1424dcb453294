# SPDX-License-Identifier: Apache-2.0
"""Judges a function of the vector unit: its error for every BF16 input and a sweep of FP32, special values,
monotonicity, cycles of a tile, missing waits and registers that nobody has set, on both chips, beside those before the
change (docs/verdict.md). Exit status: 0 accepted, 1 a limit is broken, 2 it could not be measured."""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import as_completed

from . import limits, subjects, table
from .subjects import SubjectError, at_ref

from kernels import ending, version  # noqa: E402, I100
from kernels.interrupt import Pool  # noqa: E402, I100
from kernels.progress import Progress  # noqa: E402, I100

SCHEMA = 1


def parser():
    made = argparse.ArgumentParser(prog='stx-verdict', description=__doc__)
    version.add(made)
    made.add_argument('--kernel', help='a file: C in TTI_ names, or a list of words')
    made.add_argument('--function', help='what the kernel should compute: a name or an expression in x')
    made.add_argument('--sources', action='store_true', help='words of the matrix unit: x is in SrcA and y in SrcB')
    made.add_argument('--llk', help='a function of a checkout, by its name (tools/ulp/functions.py)')
    made.add_argument('--approx', action='store_true', help='its form with APPROXIMATION_MODE')
    made.add_argument('--tt-llk')
    made.add_argument('--sfpi')
    made.add_argument('--tt-metal')
    made.add_argument('--base', help='before the change: another file or directory, or a git ref')
    made.add_argument('--base-sfpi', help='of the base, if it is not --sfpi')
    made.add_argument('--chips', default=' '.join(subjects.CHIP_NAMES), help='some of blackhole wormhole, separated by spaces')
    made.add_argument('--formats', default=' '.join(subjects.FORMATS), help='some of bf16 fp32, separated by spaces')
    made.add_argument('--limits', help='a file of limits; without one: no findings; with a base nothing worse without being better, too')
    made.add_argument('--json', help='writes the verdict as JSON')
    made.add_argument('--markdown', help='writes the verdict for a pull request')
    made.add_argument('--pairs', type=int, default=4, metavar='N',
                      help='of a function of several operands: so many x and y of each binade; 0: every x of BF16, with four y (133 million pairs)')
    made.add_argument('--seed', type=int, default=1, help='which numbers of each binade these are, and those of FP32')
    made.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    return made


def head_of(o):
    if o.kernel:
        if not o.function:
            raise SubjectError('FUNCTION= says what the kernel should compute', 'usage')
        return subjects.KernelFile(o.kernel, o.function, o.pairs, o.seed, o.sources)
    return subjects.LlkFunction(o.llk, o.approx, o.tt_llk, o.sfpi, o.tt_metal, o.pairs, o.seed)


def kernel_at_ref(path, ref):
    """The file as it was at a git ref, with its directory, whose other files it may include."""
    directory = os.path.dirname(path) or '.'
    return os.path.join(at_ref(directory, ref), os.path.basename(path))


def base_of(o):
    """The same before the change; None without a base."""
    if not (o.base or o.base_sfpi):
        return None
    if o.kernel:
        given = os.path.join(o.base, os.path.basename(o.kernel)) if os.path.isdir(o.base) else o.base
        return subjects.KernelFile(given if os.path.exists(given) else kernel_at_ref(o.kernel, o.base), o.function,
                                   o.pairs, o.seed, o.sources)
    sfpi = o.base_sfpi or o.sfpi
    if not o.base:
        return subjects.LlkFunction(o.llk, o.approx, o.tt_llk, sfpi, o.tt_metal, o.pairs, o.seed)
    where = o.base if os.path.isdir(o.base) else at_ref(o.tt_metal or o.tt_llk, o.base)
    metal = os.path.isdir(os.path.join(where, 'tt_metal'))
    return subjects.LlkFunction(o.llk, o.approx, None if metal else where, sfpi, where if metal else None, o.pairs, o.seed)


def card_steps(subject, form):
    """The largest error that the vendor's table gives for a function of LLK (docs/silicon.tsv), None without a row."""
    name, approx = subject.name.removeprefix('metal ').removesuffix(' approx'), subject.name.endswith(' approx')
    letter = {'bf16': 'b', 'fp32': 'f'}[form]
    wanted = [''.join(part.capitalize() for part in name.split()), letter, letter, 'Y' if approx else 'N', 'Y' if form == 'fp32' else 'N']
    with open(os.path.join(subjects.ROOT, 'docs/silicon.tsv'), encoding='utf-8') as f:
        for line in f:
            cells = line.rstrip('\n').split('\t')
            if cells[:5] == wanted:
                return cells[5]
    return None


class Work:
    """Measures parts, each once: what has been measured is kept by what it depends on."""

    def __init__(self, subject_of, jobs):
        self.subject_of, self.jobs, self.keys = subject_of, jobs, {}

    def directory(self, side, chip, form):
        if (side, chip) not in self.keys:
            self.keys[side, chip] = subjects.digest(self.subject_of[side].key(chip), subjects.measured_by())
        return os.path.join(subjects.BUILD, 'results', subjects.digest(self.keys[side, chip], chip, form, subjects.FORMATS[form]))

    def one(self, side, chip, form):
        subject, work = self.subject_of[side], self.directory(side, chip, form)
        kept = os.path.join(work, 'kept.json')
        if not os.path.exists(kept):
            os.makedirs(work, exist_ok=True)
            result = subject.measure(chip, form, work)
            with open(f'{kept}.{os.getpid()}', 'w', encoding='utf-8') as f:
                json.dump(result, f)
            os.replace(f'{kept}.{os.getpid()}', kept)
        with open(kept, encoding='utf-8') as f:
            result = json.load(f)
        return {**result, 'metrics': table.metrics(result)}

    def all(self, chips, formats):
        places = [(chip, form) for chip in chips for form in formats]
        sides = [side for side, subject in self.subject_of.items() if subject]
        progress = Progress('verdict', len({self.directory(side, *place) for place in places for side in sides}))
        with Pool(self.jobs) as pool:
            begun, waiting = {}, {}  # what is the same on both sides is measured once
            for side, place in ((side, place) for place in places for side in sides):
                key = self.directory(side, *place)
                begun[key] = begun.get(key) or pool.submit(self.one, side, *place)
                waiting[(side, *place)] = begun[key]
            for done in as_completed(begun.values()):
                progress.step()
                done.result()
            return [self.part(chip, form, {side: waiting[side, chip, form].result() for side in sides}) for chip, form in places]

    def part(self, chip, form, result):
        base, head = result.get('base'), result['head']
        changes = {name: table.change(name, base['metrics'][name], head['metrics'][name]) for name, *_ in table.METRICS} if base else {}
        subject = self.subject_of['head']
        results = [os.path.join(self.directory(side, chip, form), 'results') for side in ('base', 'head')] if base else []
        differing = subjects.different(*results, subject.operands) if base else None
        card = card_steps(subject, form) if chip == 'wormhole' and isinstance(subject, subjects.LlkFunction) else None
        return {'chip': chip, 'format': form, 'card': card, 'base': base, 'head': head, 'changes': {n: c for n, c in changes.items() if c},
                'differing': differing}


def checked(o):
    """Refuses what cannot be meant, before anything is measured."""
    if bool(o.kernel) == bool(o.llk):
        raise SubjectError('KERNEL=file or LLK_FUNCTION=name says what is judged', 'usage')
    for given, known, what in ((o.chips, subjects.CHIP_NAMES, 'chips'), (o.formats, subjects.FORMATS, 'formats')):
        for name in given.split() or ['']:
            if name not in known:
                raise SubjectError(f'{what}: {name}: there is {", ".join(known)}', 'usage')
    for chip in o.chips.split():
        if not os.path.exists(subjects.tool(chip)):
            raise SubjectError(f'{subjects.tool(chip)} is not there', 'tools', subjects.how_made(chip))
    return limits.read(o.limits) if o.limits else limits.BASED if o.base or o.base_sfpi else limits.ALONE


def judge(o):
    limit = checked(o)
    subject_of = {'head': head_of(o), 'base': base_of(o)}
    parts = Work(subject_of, o.jobs).all(o.chips.split(), o.formats.split())
    head, base = subject_of['head'], subject_of['base']
    headers = {tuple(one) for part in parts for side in ('head', 'base') if part[side] for one in part[side].pop('headers', ())}
    return {'schema': SCHEMA, 'error': None, 'subject': head.name, 'function': head.function, 'base': o.base or o.base_sfpi,
            'changed': head.changed(base, sorted(headers)) if base else [], 'parts': parts,
            'broken': limits.broken(limit, parts)}


def written(path, text):
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def error_of(error):
    """An error as an object for JSON."""
    code = error.code if isinstance(error, SubjectError) else 'limits' if isinstance(error, limits.LimitError) else 'system'
    hints = {'build': 'mend what the compiler or the kernel says', 'limits': 'CHIP FORMAT METRIC AT-MOST: docs/verdict.md',
             'usage': 'verdict --help', 'path': 'give a file, a directory or a git ref that exists'}
    return {'code': code, 'message': str(error), 'hint': getattr(error, 'hint', '') or hints.get(code, '')}


def main():
    o = parser().parse_args()
    try:
        verdict = judge(o)
        if o.json:
            written(o.json, json.dumps(verdict, indent=1) + '\n')
        if o.markdown:
            written(o.markdown, table.markdown(verdict))
    except (SubjectError, limits.LimitError, OSError, subprocess.CalledProcessError) as error:
        print(f'verdict: {error}', file=sys.stderr)
        if o.json:
            written(o.json, json.dumps({'schema': SCHEMA, 'error': error_of(error)}, indent=1) + '\n')
        return 2
    print(table.text(verdict))
    return 1 if verdict['broken'] else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
