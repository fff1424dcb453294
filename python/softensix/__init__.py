# SPDX-License-Identifier: Apache-2.0
"""softensix: the Tensix coprocessor of a Tenstorrent Blackhole in software, bit for bit; that of a Wormhole if the
environment variable SOFTENSIX_ARCH is wormhole when the package is imported. CHIP is the name of the chip.

    >>> import softensix as stx
    >>> core = stx.Core()
    >>> core.issue("SFPLOADI lreg_ind=0 imm16=0x4000")
    >>> core.lreg(0)[0] == 0x40000000
    True
    >>> import numpy as np
    >>> raw = stx.pack(np.ones((32, 32), np.float32), stx.Format.BFP8)
    >>> bool((stx.unpack(raw, stx.Format.BFP8) == 1).all())
    True
"""
from .core import Core, Fault, assemble, disassemble
from .metalcase import MetalCase, datums
from .formats import Format
from ._picture import Picture
from .running import KernelError, Run, Timeline, kernel
from .tensor import Tensor
from .tiles import Device, apply, binary, matmul, pack, tile_bytes, unpack
from .ulp import Errors, errors, ulp_of
from ._library import CHIP, version

__all__ = ['CHIP', 'Core', 'Device', 'Errors', 'Fault', 'Format', 'KernelError', 'MetalCase', 'Picture', 'Run', 'Tensor', 'Timeline', 'apply',
           'assemble', 'binary', 'datums', 'disassemble', 'errors', 'kernel', 'matmul', 'pack', 'tile_bytes', 'ulp_of', 'unpack', 'version']
__version__ = version()
