#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changed descriptions and case files of tt-metal's kernels, through all of tools/kernels but compiler and core: what comes
out is zeros, or the expected numbers. A finding is a traceback, a message without file and line, more than 20 seconds,
or a case that passes and has compared nothing, or that does not notice a wrong number.

    fuzz_metal.py SECONDS [SEED]   for so long; a finding stays in build/fuzz/metal-crash-...
    fuzz_metal.py replay           the kept inputs, and 400 changes of them; last line "N passed, N failed"
    fuzz_metal.py FILE             one input"""
import contextlib
import hashlib
import io
import math
import os
import random
import re
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'tools')]
from kernels import compare, runner  # noqa: E402
from kernels.metal import case as cases, description, descriptors, run, suite, writer  # noqa: E402
from kernels.run import Result  # noqa: E402
from kernels.formats import INTEGERS, encode  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from metal_seeds import SEEDS  # noqa: E402

KEPT = os.path.join(HERE, 'corpus/metal.txt')
LIMIT = 20  # seconds for one input
CHANGES = 400  # of a replay

# What words are replaced by. Where an expression stands, small numbers alone: what it computes is the user's business.
NUMBERS = ('0', '-1', '1', '2', '16', '17', '31', '32', '33', '63', '64', '-64', '65535', '700', '1000', '65536', '131072', '100000000',
           '4294967295', '4294967296', '-2147483649', '99999999999999999999999', '0x', '0x10', '1e400', '-1e-3', 'nan', 'inf',
           '1_0', '', '\u0663', '0:0:1', '0:4', '-5:3', '0:1:0', '1:2:3:4', '0:99999999999')
WORDS = ('Float16_b', 'Bfp2_b', 'Lf8', 'UInt8', 'Float17', 'isclose', 'equal', 'rows', 'row', 'corner', 'random', 'file',
         'scaler', 'column', '/dev/zero', '..', 'a', 'b', 'x.cpp', 'max', '-', '{K}', '{', '}', '[]', '[0, 0]', '[-1]',
         'lambda r, c: False', 'Matrix([[1]])', 'Matrix([])', '"', '\\', '#', 'case', 'end')
FEW = ('0', '1', '2', '3', '-1', '16', '32', '33')
CHARACTERS = ' \t\0\r\x0b\x1c\x7f\u00e9\u2028:,;-+.#()[]{}"\'\\x0a9e'
EXPRESSIONS = ('let', 'order', 'expect', 'part', 'in')


def _word(line, rng):
    """One word replaced, taken away, doubled or put elsewhere."""
    words = line.split(' ')
    at, kind = rng.randrange(len(words)), rng.randrange(10)
    if kind > 8 and words[at].isdigit() or ':' in words[at]:
        words[at] = re.sub('[0-9]+', lambda n: str(int(n[0]) + rng.choice((-1, 0, 1))), words[at])
    elif kind < 4:
        words[at] = rng.choice(FEW if words[0] in EXPRESSIONS and at > 4 or '{' in line else NUMBERS)
    elif kind < 5:
        words[at] = rng.choice(WORDS)
    elif kind < 6:
        del words[at]
    elif kind < 7:
        words.insert(at, words[rng.randrange(len(words))])
    else:
        words = words[:at]
    return ' '.join(words)


def _letter(line, rng):
    at = rng.randrange(len(line) + 1)
    if rng.random() < 0.5 and at < len(line):
        return line[:at] + line[at + 1:]
    return line[:at] + rng.choice(CHARACTERS) + line[at:]


def change(lines, others, rng):
    """The lines with one change."""
    at, kind = rng.randrange(len(lines)), rng.randrange(13)
    if kind == 0:
        return lines[:at] + lines[at + 1:] or ['']
    if kind == 1:
        return lines[:at] + [lines[rng.randrange(len(lines))]] + lines[at:]
    if kind == 2:
        return lines[:at] + [rng.choice(others)] + lines[at + (rng.random() < 0.5):]
    if kind == 3:
        other = rng.randrange(len(lines))
        lines = list(lines)
        lines[at], lines[other] = lines[other], lines[at]
        return lines
    if kind == 4 and rng.random() < 0.3:
        return lines[:at + 1]
    if kind == 12:
        words = lines[at].split(' ')
        return lines[:at + 1] + [' '.join([words[0], *rng.sample(words[1:], len(words) - 1)])] + lines[at + 1:]
    return lines[:at] + [(_letter if kind < 7 else _word)(lines[at], rng)] + lines[at + 1:]


def changed(kept, rng):
    """An input: one of those that are kept, with one to four changes; as bytes."""
    lines = rng.choice(kept).split('\n')
    others = rng.choice(kept).split('\n')
    for _ in range(rng.randint(1, 4)):
        lines = change(lines, others, rng)
    data = '\n'.join(lines).encode('utf-8', 'surrogateescape')
    if rng.random() < 0.02:
        data = data.replace(b'\n', b'\r\n')
    if rng.random() < 0.03 and data:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at:]
    return data


class Finding(BaseException):
    pass


def expected_pages(case, number):
    """What would pass: the golden values at their places, 0 elsewhere. None where the format cannot hold them."""
    b, datums = case.buffers[number], [0] * (case.outputs[number] * case.buffers[number].rows * case.buffers[number].columns)
    for check in case.checks:
        if check.of == number:
            for place, want in zip(range(len(datums)) if check.map is None else check.map, check.golden):
                datums[place] = want
    size = b.rows * b.columns
    try:
        return b''.join(encode(b.format, datums[i:i + size]) for i in range(0, len(datums), size))
    except (ValueError, OverflowError, struct.error):
        return None


class Stub:
    """Stands for compiler and core: hands back zeros, or what is expected."""

    def __init__(self, work, chip):
        self.out, self.zeros, self.cases = work, False, []
        self.checkout = SimpleNamespace(chip=chip, commit=lambda: '', kernel=lambda _: os.devnull)

    def suite(self, options):
        self.options = options
        return SimpleNamespace(options=options, builder=self, job=suite.Job)

    def program(self, case):
        with contextlib.suppress(descriptors.DescriptorError):
            descriptors.text(case)
        return (), True

    def run(self, programs, case, scratch, options, seed, arguments=()):
        given = run.encoded(case, options, seed)
        fits(given, self.checkout.chip.l1_bytes)
        pages = {n: bytes(count * case.buffers[n].page_bytes) for n, count in (case.outputs | case.pushed).items()}
        if not self.zeros:
            pages = {n: expected_pages(case, n) or data for n, data in pages.items()}
        self.cases.append((case, pages))
        return Result(pages)


def wrong_datums(check, name, old):
    """Bytes of numbers that no tolerance of people allows in place of the first that is compared."""
    want = check.golden[0]
    if name in INTEGERS:
        return [bytes([old[0] ^ 1]) + old[1:]] if check.rule == 'equal' else []
    large = struct.pack('<f', -3e38 if want > 0 else 3e38)
    return [{'Float32': x, 'Float16_b': x[2:]}[name] for x in (large, struct.pack('<f', math.inf))
            if x is large or want != math.inf]


def notices(case, pages):
    """A wrong number in any check makes the verdict bad."""
    for check in case.checks:
        b = case.buffers[check.of]
        if b.format not in ('Float32', 'Float16_b', *INTEGERS):
            continue
        size = b.page_bytes // (b.rows * b.columns)
        at = size * (0 if check.map is None else check.map[0])
        for wrong in wrong_datums(check, b.format, pages[check.of][at:at + size]):
            data = pages[check.of][:at] + wrong + pages[check.of][at + size:]
            if compare.judge(case, {**pages, check.of: data}).passed:
                raise Finding(f'a wrong number of cb {check.of} is not noticed')


def fits(data, l1_bytes):
    """Does what a program is given hold together, by the rules of port/metal/input.h?"""
    words = struct.unpack(f'<{len(data[8:]) // 4}I', data[8:8 + len(data[8:]) // 4 * 4])
    at, buffers, moved = 4, {}, 0
    for _ in range(6):  # arguments, common ones, mailboxes, L1, reader, writer
        at += 1 + words[at]
    count, at = words[at], at + 1
    for number, address, size, pages in (words[at + 5 * i:at + 5 * i + 4] for i in range(count)):
        good = number < 64 and number not in buffers and size and pages and not (address | size) % 16 and pages < 1 << 16
        if not good or address + size * pages > l1_bytes:
            raise Finding(f'cb {number}: {pages} pages of {size} bytes at {address:#x}')
        buffers[number] = address, address + size * pages, size
    for begin, end, _ in buffers.values():
        if any(begin < other < end for other, _, _ in buffers.values()):
            raise Finding('circular buffers overlap')
    count, at = words[at + 5 * count], 8 + 4 * (at + 5 * count + 1)
    for _ in range(count):
        number, pages = struct.unpack_from('<2I', data, at)
        moved, at = moved + pages * buffers[number][2], at + 8 + pages * buffers[number][2]
    outs = struct.unpack_from('<I', data, at)[0]
    moved += sum(pages * buffers[number][2] for number, pages in struct.iter_unpack('<2I', data[at + 4:at + 4 + 8 * outs]))
    if moved > 8 << 20:
        raise Finding(f'{moved} bytes of pages')


def written_and_read(case, work):
    """A case that passes is the same as a file, but for the number of banks where nothing is in them."""
    path = os.path.join(work, 'again.metal')
    if case.movers:
        return
    with contextlib.suppress(cases.CaseError):  # what is not ASCII
        writer.write(case, path)
        again = cases.load(path)
        for name in ('buffers', 'inputs', 'outputs', 'defines', 'compile_args', 'named_args', 'args', 'common_args', 'l1', 'mailbox', 'bindings',
                     'preloads', 'trees', *(['program'] if case.program or case.program.tensors else [])):
            if getattr(again, name) != getattr(case, name):
                raise Finding(f'{name} is another one when the case is read again')


def look_at(stub, path, outcome, before):
    """Is this a way in which a case may end?"""
    if outcome.text.startswith('internal: '):
        raise Finding(outcome.text + '\n' + outcome.details)
    if outcome.text.startswith('case: ') and not re.match(re.escape(f'case: {path.partition(".desc")[0]}') + r'[^:]*(:\d+)?: .',
                                                          outcome.text):
        if outcome.text != 'case: the case checks nothing':
            raise Finding(f'no file and line: {outcome.text}')
    if not outcome.passed:
        return
    case, pages = stub.cases[-1] if len(stub.cases) > before else (None, None)
    if case is None or not case.checks or not all(check.golden for check in case.checks):
        raise Finding('it passes and has compared nothing')
    notices(case, pages)
    written_and_read(case, stub.out)


def options_of(rng, work):
    said = [option for option, share in (('--look', 0.1), ('--show', 0.3), ('--picture', 0.2)) if rng.random() < share]
    save = ['--save', os.path.join(work, 'saved')] if rng.random() < 0.2 else []
    return runner.options_parser().parse_args([*said, *save, '--timeout', '1', 'x'])


def _late(number, frame):
    raise Finding(f'more than {LIMIT} seconds')


def attempt(work, data, rng):
    """One input; Finding if something is wrong with what the tools make of it. Returns what became of its cases."""
    path = os.path.join(work, 'x.metal' if data.startswith((b'METALCASE', b'\x1f\x8b')) else 'x.desc')
    with open(path, 'wb') as f:
        f.write(data)
    stub = Stub(work, rng.choice(list(CHIPS.values())))
    stub.zeros = rng.random() < 0.3
    run.run, seen = stub.run, []
    signal.alarm(LIMIT)
    try:
        for name in description.expand(path):
            before = len(stub.cases)
            outcome = runner.execute(stub.suite(options_of(rng, work)), stub.options, name, 'x', {True: [], False: []})
            look_at(stub, path, outcome, before)
            seen.append(outcome.word() + ' ' + outcome.text)
    except Finding:
        raise
    except Exception as e:
        raise Finding(traceback.format_exc()) from e
    finally:
        signal.alarm(0)
    return seen


def kept_inputs():
    with open(KEPT, encoding='ascii') as f:
        return [bytes.fromhex(line) for line in f if line.strip()]


def fails(work, data, rng):
    """The finding, in words; ''."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            attempt(work, data, rng)
    except Finding as e:
        return str(e)
    return ''


def report(data, why):
    directory = os.path.join(ROOT, 'build/fuzz')
    os.makedirs(directory, exist_ok=True)
    name = os.path.join(directory, f'metal-crash-{hashlib.sha256(data).hexdigest()[:16]}')
    with open(name, 'wb') as f:
        f.write(data)
    print(f'{why}\nthe input: {os.path.relpath(name)}')


def replay(work):
    """The kept ones, then some changes of them."""
    rng, passed, failed = random.Random(1), 0, 0
    kept = kept_inputs()
    texts = SEEDS + [data.decode('utf-8', 'surrogateescape') for data in kept]
    inputs = [seed.encode() for seed in SEEDS] + kept + [changed(texts, rng) for _ in range(CHANGES)]
    for data in inputs:
        why = fails(work, data, rng)
        passed += not why
        failed += bool(why)
        if why:
            report(data, why)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


def fuzz(work, seconds, seed):
    rng, runs, end = random.Random(seed), 0, time.monotonic() + seconds
    texts = SEEDS + [data.decode('utf-8', 'surrogateescape') for data in kept_inputs()]
    while time.monotonic() < end:
        data = changed(texts, rng)
        why = fails(work, data, rng)
        if why:
            report(data, why)
            print(f'fuzz metal: a finding after {runs} runs, seed {seed}')
            return 1
        runs += 1
    print(f'fuzz metal: {runs} runs in {seconds} s, no finding')
    return 0


def main():
    what, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    signal.signal(signal.SIGALRM, _late)
    with tempfile.TemporaryDirectory() as work:
        if what == 'replay':
            return replay(work)
        if what.isdigit():
            return fuzz(work, int(what), seed)
        with open(what, 'rb') as f:
            data = f.read()
        for line in attempt(work, data, random.Random(seed)):
            print(line)
    return 0


if __name__ == '__main__':
    sys.exit(main())
