# SPDX-License-Identifier: Apache-2.0
"""Precompiled headers, with which all sources of a thread begin. If a source's options give them another meaning,
the compiler uses their text instead, so that the result is the same."""
import os
import threading
from dataclasses import dataclass

from .kept import replace
from .toolchain import BuildError, run


@dataclass
class Begin:
    """A header for a source's -include option."""
    header: str
    made_of: list

    def files(self, files):
        """The files of a source, with the header that was made here replaced by the files that it
        was made from."""
        return {*files, *self.made_of} - {self.header, self.header + '.gch'}


class Headers:
    """The headers of one thread."""

    def __init__(self, directory, flags, names):
        """flags: the options of all sources of the thread; names: of the headers after the
        prelude."""
        self.directory, self.flags, self.names = directory, flags, names
        self.lock, self.made = threading.Lock(), {}

    def get(self, tools, prelude):
        """A Begin, or None if the headers do not compile, which compiling the source will
        report."""
        with self.lock:
            if prelude not in self.made:
                self.made[prelude] = self._make(tools, prelude)
        return self.made[prelude]

    def _make(self, tools, prelude):
        text = f'#include "{prelude}"\n' + ''.join(
            f'#if __has_include("{name}")\n#include "{name}"\n#endif\n' for name in self.names)
        how = tools.how(*tools.cxx(self.flags), text)
        header = os.path.join(self.directory, how[:20], 'begin.h')
        made = header + '.gch'
        os.makedirs(os.path.dirname(header), exist_ok=True)
        replace(header, text)
        try:
            if not tools.kept.holds(made, how):
                tools.make(made, how, lambda new, noted: run(
                    tools.cxx(self.flags, '-xc++-header', '-MD', '-MF', noted, '-MT', 'it', header, '-o', new), 'headers'))
        except BuildError:
            return None
        return Begin(header, tools.kept.files(made)) if tools.kept.holds(made, how) else None
