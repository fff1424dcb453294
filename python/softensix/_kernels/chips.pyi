# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass
from typing import Dict, Tuple

@dataclass(frozen=True)
class Chip:
    name: str
    suffix: str
    llk: str
    metal: str
    registers: Tuple[str, ...]
    defines: Tuple[str, ...]
    l1_bytes: int
    buffers: int
    dram_aligned: int
    dram_banks: int
    l1_banks: int
    core: Tuple[int, int]
    pcie: Tuple[int, int]
    grid: Tuple[int, int]
    gap: Tuple[int, int]

CHIPS: Dict[str, Chip]
BLACKHOLE: Chip
