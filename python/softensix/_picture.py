# SPDX-License-Identifier: Apache-2.0
"""A picture that a notebook shows."""
from dataclasses import dataclass


@dataclass
class Picture:
    """SVG."""
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f'Picture({len(self.svg)} bytes of SVG)'

    def save(self, path: str) -> 'Picture':
        """Writes it to a file, NAME.svg."""
        with open(path, 'w', encoding='utf-8') as f:
            f.write(self.svg + '\n')
        return self
