#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kit for owners of a card (docs/card.md).

    card.py kit --chip wormhole [--seed 1] DIR     writes what a checkout of LLK needs: DIR/tests
    card.py here --chip wormhole [--seed 1] FILE   writes the file that a card would give, with the library in its place"""
import argparse
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, 'tools')]
import card_file  # noqa: E402
import cases  # noqa: E402
from kernels import ending  # noqa: E402
from kernels.chips import BLACKHOLE, CHIPS  # noqa: E402

KERNEL = os.path.join(ROOT, 'examples/llk')
SOURCES = ('words.cpp', 'kernel.h', 'thread_unpack.h', 'thread_math.h', 'thread_pack.h')
INPUT, RESULT, TOGETHER = 0x21000, 0x120000, 8  # of `here`: addresses in L1, cases of a run


def made(options):
    suffix = '' if options.chip == BLACKHOLE.name else f'-{options.chip}'
    return cases.make(options.chip, options.seed, os.path.join(ROOT, f'build/host{suffix}/tools/stx-dis'))


def kit(options):
    sources, python = (os.path.join(options.path, 'tests', d) for d in ('sources/softensix', 'python_tests'))
    os.makedirs(sources, exist_ok=True)
    os.makedirs(python, exist_ok=True)
    for name in SOURCES:
        shutil.copy(os.path.join(KERNEL, name), sources)
    shutil.copy(os.path.join(HERE, 'card_file.py'), os.path.join(python, 'softensix_card_file.py'))
    shutil.copy(os.path.join(HERE, 'test_softensix_words.py'), python)
    found = made(options)
    card_file.write(os.path.join(python, f'softensix_words_{options.chip}.vec'), found, [f'seed {options.seed}'])
    print(f'{len(found)} cases in {options.path}/tests')


def execute(program, found, scratch):
    """With the order checker: where it has a finding, a card could give other results."""
    from kernels.llk import run
    tiles = b''.join(v.to_bytes(4, 'little') for v in card_file.to_tiles(found))
    done = run.run(program, [(INPUT, tiles)], [(RESULT, len(found) * card_file.TILE_BYTES)], scratch, 300,
                   ['order', 'words', 'default', 'ledger'])
    if done.findings or 'forgotten' in done.order:
        sys.exit(done.order)
    card_file.with_results(found, card_file.of_bytes(done.pages[0]))


def here(options):
    """Builds the kernel for rv32im and runs it on the library."""
    from kernels.llk import build
    found = made(options)
    text = '\n'.join(['#pragma once', '#include <cstdint>', '#define RUNTIME_PARAMETERS [[maybe_unused]] const RuntimeParams &',
                      'struct FormatConfig { std::uint32_t unpack_A_src, unpack_A_dst, unpack_B_src, unpack_B_dst, math, pack_src, pack_dst; };',
                      'struct RuntimeParams { std::uint32_t none; };', 'constexpr bool is_fp32_dest_acc_en = true;',
                      f'#define CARD_INPUT {INPUT:#x}', f'#define CARD_RESULT {RESULT:#x}', ''])
    builder = build.Builder('rv32im', CHIPS[options.chip], variant='-diag', defines=['STX_REGISTERS_TRAP'])
    program, _ = builder.program(os.path.join(KERNEL, 'words.cpp'), text, True)
    for first in range(0, len(found), TOGETHER):
        execute(program, found[first:first + TOGETHER], os.path.join(builder.out, f'card-{os.getpid()}'))
    card_file.write(options.path, found, [f'seed {options.seed}', 'card: none, the library itself'])
    print(f'{len(found)} cases in {options.path}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('what', choices=('kit', 'here'))
    parser.add_argument('--chip', choices=CHIPS, default=BLACKHOLE.name)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('path')
    options = parser.parse_args()
    {'kit': kit, 'here': here}[options.what](options)


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
