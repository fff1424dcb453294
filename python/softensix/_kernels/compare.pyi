# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple, Union

_Number = Union[int, float]

@dataclass
class Check:
    of: Union[int, str]
    rule: str
    atol: float
    rtol: float
    pcc: Optional[float]
    map: Optional[List[int]] = ...
    golden: List[_Number] = ...
    line: int = ...
    ctype: str = ...
    lenient: Optional[Tuple[_Number, ...]] = ...

@dataclass
class Compared:
    check: Check
    places: List[int]
    got: List[_Number]
    wrong: List[int]
    pcc: float
    too_far: bool
    forgiven: bool = ...
    @property
    def passed(self) -> bool: ...

def compared(check: Check, numbers: Sequence[_Number]) -> Compared: ...
