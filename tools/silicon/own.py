# SPDX-License-Identifier: Apache-2.0
"""Recordings of our own kernels (words/): operations of the table of which a card's words are known without its
kernel, because one word computes them."""
import glob
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = os.path.join(HERE, 'words')


def operations():
    return sorted(os.path.basename(p)[:-len('.words')] for p in glob.glob(os.path.join(WORDS, '*.words')))


class Own:
    """What record.Programs is for a checkout."""

    def __init__(self, stx_ulp, out):
        self.stx_ulp, self.out = stx_ulp, out

    def record(self, operation, _approx, dst32, code):
        """The path of a recording."""
        form = 'fp32' if dst32 else 'fp16' if code == 1 else 'bf16'
        path = os.path.join(self.out, f'{operation}.{form}.recording')
        subprocess.run([self.stx_ulp, '--words', os.path.join(WORDS, operation + '.words'), '--function', 'x', '--format', form,
                        '--per-binade', '1', '--record', path], check=True, stdout=subprocess.DEVNULL)
        return path
