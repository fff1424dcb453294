# SPDX-License-Identifier: Apache-2.0
"""For LLK's test harness on a card: executes the words of softensix_words_CHIP.vec and writes what Dst holds afterwards to
softensix_card_CHIP.vec, or the file that SOFTENSIX_CARD names. Send that file, or compare it: stx-run --card FILE."""
import os

import pytest
import torch
from helpers.chip_architecture import get_chip_architecture
from helpers.format_config import DataFormat, InputOutputFormat
from helpers.llk_params import DestAccumulation
from helpers.stimuli_config import StimuliConfig
from helpers.test_config import TestConfig
from softensix_card_file import read, to_tiles, with_results, write

HERE = os.path.dirname(os.path.abspath(__file__))
CHIP = get_chip_architecture().value
FORMAT = DataFormat.UInt32
CASES = os.path.join(HERE, f'softensix_words_{CHIP}.vec')
RESULT = os.environ.get('SOFTENSIX_CARD', f'softensix_card_{CHIP}.vec')
TOGETHER = 32  # cases of a run, which share the card's L1
DONE = []


def _batches():
    if not os.path.exists(CASES):
        return []
    found = read(CASES)
    return [found[i:i + TOGETHER] for i in range(0, len(found), TOGETHER)]


@pytest.mark.parametrize('batch', range(len(_batches())))
def test_words(batch):
    cases = _batches()[batch]
    given = torch.tensor(to_tiles(cases), dtype=torch.int64)
    config = TestConfig(
        'sources/softensix/words.cpp', InputOutputFormat(FORMAT, FORMAT), templates=[], runtimes=[],
        variant_stimuli=StimuliConfig(given, FORMAT, torch.zeros(1024, dtype=torch.int64), FORMAT, FORMAT,
                                      tile_count_A=1 + 2 * len(cases), tile_count_B=1, tile_count_res=len(cases)),
        dest_acc=DestAccumulation.Yes, unpack_to_dest=True)
    result = config.run().result
    with_results(cases, [int(v) for v in result])
    DONE.extend(cases)
    write(RESULT, DONE, [f'chip {CHIP}', 'card: fill in the board, and the versions of its firmware and of LLK'])
