# SPDX-License-Identifier: Apache-2.0
from typing import Callable

STATUS: int


def quietly(main: Callable[[], int]) -> int: ...
