# SPDX-License-Identifier: Apache-2.0
from typing import List, Tuple, Union

INTEGERS: Tuple[str, ...]

def is_known(name: str) -> bool: ...
def decode(name: str, rows: int, columns: int, data: bytes) -> List[Union[int, float]]: ...
