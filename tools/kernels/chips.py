# SPDX-License-Identifier: Apache-2.0
"""Names of the chips: in directories of results, in tt-llk, in tt-metal and in macros; and facts of their
memory."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    name: str
    suffix: str      # suffix of directories below build/
    llk: str         # directory in tt-llk
    metal: str       # directory in tt-metal's hw/ckernels
    registers: tuple  # directories in tt-metal's hw/inc/internal/tt-1xx
    defines: tuple
    l1_bytes: int
    buffers: int       # circular buffers of a core
    dram_aligned: int  # pages in DRAM begin at multiples of this
    dram_banks: int    # of a card, p150 or n150
    l1_banks: int      # cores of a card that run a user's kernels and hold pages of tensors
    core: tuple        # translated coordinates of the first of these cores on both NoCs
    pcie: tuple        # coordinates of the link to the host
    grid: tuple        # columns and rows of cores, at most
    gap: tuple         # after how many columns of cores there are how many of other things

    def place(self, x, y):
        """Coordinates on both NoCs of a core in the grid."""
        after, columns = self.gap
        return self.core[0] + x + (columns if x >= after else 0), self.core[1] + y


CHIPS = {chip.name: chip for chip in (
    Chip('blackhole', '', 'tt_llk_blackhole', 'blackhole', ('blackhole', 'blackhole/noc'), ('ARCH_BLACKHOLE', 'STX_ARCH=0'), 0x180000, 64, 64,
         8, 130, (1, 2), (19, 24), (14, 10), (7, 2)),
    Chip('wormhole', '-wormhole', 'tt_llk_wormhole_b0', 'wormhole_b0',
         ('wormhole', 'wormhole/noc', 'wormhole/wormhole_b0_defines'), ('ARCH_WORMHOLE', 'STX_ARCH=1'), 0x16E000, 32, 32,
         12, 64, (18, 18), (0, 3), (8, 10), (8, 0)))}
BLACKHOLE = CHIPS['blackhole']
