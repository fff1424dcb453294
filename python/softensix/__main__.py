# SPDX-License-Identifier: Apache-2.0
"""python -m softensix: what is installed; with words, what they mean."""
import sys

from . import CHIP, Format, assemble, disassemble, tile_bytes, version
from ._kernels import ending


def main() -> int:
    """Words, hexadecimal or as assembly, one an argument."""
    if len(sys.argv) < 2:
        print(f'softensix {version()}: {CHIP}\'s Tensix coprocessor in software')
        print('tiles, in bytes:', ', '.join(f'{f.name} {tile_bytes(f)}' for f in Format))
        print('usage: python -m softensix WORD ...   26c08010, or "MVMUL dst=16"')
        return 0
    for text in sys.argv[1:]:
        try:
            word = int(text, 16)
        except ValueError:
            try:
                word = assemble(text)
            except ValueError as error:
                print(error, file=sys.stderr)
                return 1
        if not 0 <= word < 1 << 32:
            print(f'{text}: no word of 32 bits', file=sys.stderr)
            return 1
        print(f'{word:08x}  {disassemble(word)}')
    return 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
