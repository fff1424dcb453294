# SPDX-License-Identifier: Apache-2.0
"""Data formats, by the hardware's codes and by their names."""
import enum
from typing import Any, Optional, Union, cast

import numpy as np


class Format(enum.IntEnum):
    """Data formats by the hardware's codes. Format("bf16") and Format("Float16_b"), the vendor's name, are the same,
    and so is Format(dtype) of a type of numpy that a format has. As numpy's types do, a format equals its names."""
    FP32 = 0
    FP16 = 1
    BFP8A = 2
    BFP4A = 3
    TF32 = 4
    BF16 = 5
    BFP8 = 6
    BFP4 = 7
    INT32 = 8
    FP8 = 10
    BFP2A = 11
    INT8 = 14
    BFP2 = 15

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (str, type, np.dtype)):
            return int.__eq__(self, other) is True
        try:
            return int(Format.of(other)) == int(self)
        except ValueError:
            return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return int.__format__(self, spec) if spec else self.name

    @classmethod
    def of(cls, value: Any) -> 'Format':
        """Format(value), for type checkers, to which an enumeration of numbers has no names."""
        if isinstance(value, bool):
            raise ValueError(f'a data format is a name or a number, not {value}')
        return cls(cast(int, value))

    @classmethod
    def _missing_(cls, value: object) -> Optional['Format']:
        name = value if isinstance(value, str) else None
        if isinstance(value, (type, np.dtype)):
            name = np.dtype(value).name
        found = None if name is None else VENDOR.get(name, NAMES.get(name.lower()))
        if found is None:
            raise ValueError(f'no data format {value!r}; there are {", ".join(f.name for f in cls)}, and the vendor\'s names')
        return found


AnyFormat = Union[Format, int, str]  # by its name, too: "bf16", or the vendor's, "Float16_b"
INTEGERS = {Format.INT32: 0x7FFFFFFF, Format.INT8: 127}  # the largest magnitude; the sign is a bit of its own
VENDOR = {'Float32': Format.FP32, 'Float16': Format.FP16, 'Bfp8': Format.BFP8A, 'Bfp4': Format.BFP4A, 'Tf32': Format.TF32,
          'Float16_b': Format.BF16, 'Bfp8_b': Format.BFP8, 'Bfp4_b': Format.BFP4, 'Int32': Format.INT32, 'Lf8': Format.FP8,
          'Bfp2': Format.BFP2A, 'Int8': Format.INT8, 'Bfp2_b': Format.BFP2}
# In other spellings than the vendor's own, what is a name of both is this package's: "bfp8" is Bfp8_b, as ttnn has it.
NAMES = {**{name.lower(): form for name, form in VENDOR.items()}, 'bfloat16': Format.BF16, 'f4': Format.FP32, 'f2': Format.FP16,
         'i4': Format.INT32, 'i1': Format.INT8, **{form.name.lower(): form for form in Format}}
