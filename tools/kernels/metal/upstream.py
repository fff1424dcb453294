# SPDX-License-Identifier: Apache-2.0
"""Prints a table of what a tt-metal checkout and its sfpi need that this project lacks, with the first place of
each.

    upstream.py --tt-metal DIR --sfpi DIR [--only TEXT...] [--sources] [--run [CASE...]]

Searches the headers of LLK, of the compute API and of sfpi for builtins, instruction words and configuration
fields, and compiles every compute kernel in three threads to find headers and macros; --sources only searches.
--run also runs the descriptions of the kernels that compile, and cases. The exit status is 1 if anything is new
or gives other numbers."""
import argparse
import os
import re
import subprocess
import sys

from . import build, compile_all, guess, kernels_doc
from .checkout import LLK, REGISTERS, Checkout, CheckoutError
from .. import ending
from ..chips import BLACKHOLE, CHIPS
from ..interrupt import Pool
from ..progress import Progress
from ..text import shown
from ..toolchain import ROOT, THREADS, BuildError

# Builtins for Quasar, and one that is used only with the vendor's compiler.
OTHERS = {'__builtin_rvtt_' + name for name in ('sfploadsrcs', 'sfpstoresrcs', 'sfpnonlinear', 'synth_opcode')}
BUILTIN = r'__builtin_rvtt_\w+'
WORD = r'\bTTI?_(?:OP_)?([A-Z]\w*)\s*\('
FIELD = r'#define\s+(\w+_ADDR32)\b'


def _text(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


def _code(text):
    """The text without comments, with the same lines."""
    text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), text, flags=re.S)
    return re.sub(r'//[^\n]*', '', text)


def _uses(text):
    """The text without macros that are aliases of builtins or words, with the same lines."""
    return re.sub(r'(?m)^[ \t]*#[ \t]*define[ \t]+(?:__builtin_|TT_|TTI_)(?:[^\n]*\\\n)*[^\n]*', lambda m: '\n' * m[0].count('\n'), text)


def _headers(tops):
    for top in tops:
        for directory, names, files in os.walk(top):
            names[:] = sorted(n for n in names if n != 'quasar')
            for name in sorted(files):
                if name.endswith(('.h', '.hpp', '.inl')):
                    yield os.path.join(directory, name)


def first_places(paths, pattern, mend=_code):
    """Each name that matches, and its first place."""
    found = {}
    for path in paths:
        text = mend(_text(path))
        for match in re.finditer(pattern, text):
            name = match[match.lastindex or 0]
            if name not in found:
                found[name] = (path, text.count('\n', 0, match.start()) + 1)
    return found


def _own(paths, pattern):
    return {m[m.lastindex or 0] for path in paths for m in re.finditer(pattern, _text(os.path.join(ROOT, path)))}


def from_sources(checkout, sfpi):
    """Yields (kind, name, place) for what is new in headers."""
    chip = checkout.chip
    llk = [os.path.join(checkout.root, LLK, chip.llk), os.path.join(checkout.root, checkout.api)]
    known = _own(['include/llk/tensix_builtins.def'], BUILTIN) | OTHERS
    builtins = first_places([p for p in _headers([sfpi, *llk]) if not p.endswith('.def')], BUILTIN,
                            lambda text: _uses(_code(text)))
    # Where ## makes names, only their beginning is known.
    yield from (('builtin', name, place) for name, place in builtins.items()
                if name not in known and not any(k.startswith(name) for k in known))
    words = _own([f'include/llk/{chip.name}/tt_issue.h'], r'#define TT_(\w+)') | set(
        first_places(_headers(llk), r'#define\s+TTI?_(?:OP_)?(\w+_COMMON\w*)'))
    yield from (('word', name, place) for name, place in
                first_places(_headers(llk), WORD, lambda text: _uses(_code(text))).items() if name not in words)
    config = next((path for path in (os.path.join(checkout.root, REGISTERS, d, 'cfg_defines.h') for d in chip.registers)
                   if os.path.isfile(path)), '')
    fields = _own([f'include/llk/{chip.name}/cfg_defines.h'], FIELD)
    if config:
        used = set(first_places(_headers(llk), r'\b(\w+_ADDR32)\b'))
        yield from (('field', name, place) for name, place in first_places([config], FIELD).items()
                    if name not in fields and name in used)


# The compiler's messages about names and files that a header needs and does not find.
MESSAGES = (('header', re.compile(r"^(\S+?):(\d+):\d+: fatal error: (\S+): No such file", re.M)),
            ('macro', re.compile(r"^(\S+?):(\d+):\d+: error: '([A-Z][A-Z0-9_]*)' (?:was not|has not been) declared", re.M)),
            ('builtin', re.compile(r"^(\S+?):(\d+):\d+: error: '(__builtin_\w+)' was not declared", re.M)))


def from_messages(text, kernel):
    """Yields (kind, name, place) for headers; macros missing in a kernel itself come from its host
    program."""
    text = text.replace('\u2018', "'").replace('\u2019', "'")
    for kind, pattern in MESSAGES:
        for path, line, name in pattern.findall(text):
            if os.path.basename(path) != os.path.basename(kernel):
                yield kind, name, (path, int(line))


# Headers next to kernels need macros of host programs, like kernels; fabric connects to another core.
OF_KERNELS = ('ttnn/cpp/ttnn/operations/', 'tests/', 'tt_metal/programming_examples/')


def is_asked_here(row, checkout):
    """True if this project should have what a compiler did not find."""
    kind, name, (path, _) = row
    return not ('fabric' in name if kind == 'header' else kind == 'macro' and _in_checkout(path, checkout).startswith(OF_KERNELS))


def _compile(checkout, options):
    """Compiles all kernels; returns how many compile and what is new."""
    builder = build.Builder(options.march, checkout)
    common, kernels = guess.table()
    found = [k for k in guess.find(checkout.root) if any(o in k for o in options.only)]
    rows, good, progress = [], [], Progress('upstream-check', len(found))

    def one(path):
        messages = []
        return compile_all.compile_kernel(builder, path, common, guess.known_of(path, kernels), THREADS, messages), messages
    with Pool(options.jobs) as pool:
        for path, (why, messages) in zip(found, pool.map(one, found)):
            progress.step()
            good += [] if why else [path]
            rows += [row for row in from_messages('\n'.join(messages), path) if is_asked_here(row, checkout)]
    return rows, good, len(found)


def _run(options, kernels):
    """The lines of the cases that fail, and the last line, of what describes these kernels and of the cases that are named."""
    described = kernels_doc.described()
    names = [name for kernel in kernels for name in described.get(kernel, [])] + options.run
    if not names:
        return ['no case is known of these kernels']
    done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--arch', options.arch, '--march', options.march,
                           '--jobs', str(options.jobs),
                           '--tt-metal', options.tt_metal, '--sfpi', options.sfpi, *names],
                          stdout=subprocess.PIPE, text=True, errors='replace', check=False)
    lines = done.stdout.splitlines()
    return [line for line in lines if line.startswith('FAIL ')] + [f'cases: {lines[-1] if lines else "none ran"}']


def _in_checkout(path, checkout):
    """The path below the checkout, also for a header that is linked or fixed in the build's
    directory."""
    path = os.path.abspath(path)
    for farm, tree in ((checkout.mended, os.path.join(checkout.root, 'tt_metal/hw/inc')), (checkout.links, checkout.root),
                       (checkout.sfpi, checkout.sfpi_headers)):
        if path.startswith(farm + os.sep):
            path = os.path.join(tree, os.path.relpath(path, farm))
    below = os.path.relpath(path, checkout.root)
    return path if below.startswith('..') else below


def table(rows, checkout):
    """Each new thing once, with its first place. A new word is not also listed as a macro."""
    seen, words = {}, {name for kind, name, _ in rows if kind == 'word'}
    for kind, name, place in rows:
        if kind != 'macro' or re.sub(r'^TTI?_(OP_)?', '', name) not in words:
            seen.setdefault((kind, name), place)
    lines = ['| kind | name | first place |', '|---|---|---|']
    for (kind, name), (path, line) in sorted(seen.items()):
        lines.append(f'| {kind} | `{name}` | {_in_checkout(path, checkout)}:{line} |')
    return lines if seen else ['nothing is new']


def _parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-metal')
    parser.add_argument('--sfpi')
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--arch', choices=CHIPS, default=BLACKHOLE.name)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--only', nargs='+', default=[''], help='kernels whose name contains one of these')
    parser.add_argument('--sources', action='store_true', help='compile nothing')
    parser.add_argument('--run', metavar='CASE', nargs='*', help='run the descriptions of the kernels, and these cases')
    return parser.parse_args()


def main():
    options = _parse()
    try:
        checkout = Checkout(os.path.join(ROOT, 'build/metal'), options.tt_metal, options.sfpi, CHIPS[options.arch])
        rows = list(from_sources(checkout, checkout.sfpi))
        made = ([], [], 0) if options.sources else _compile(checkout, options)
        ran = [] if options.run is None or options.sources else _run(options, made[1])
    except (CheckoutError, BuildError) as e:
        print(f'upstream-check: {e}', file=sys.stderr)
        return 2
    rows += made[0]
    print(f'tt-metal {checkout.commit() or "of unknown age"}')
    print(shown('\n'.join(table(rows, checkout)), keep='\n'))
    if not options.sources:
        print(f'{len(made[1])} of {made[2]} compute kernels compile')
    print(shown('\n'.join(ran), keep='\n') + '\n' if ran else '', end='')
    return 1 if rows or any(line.startswith('FAIL ') for line in ran) else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
