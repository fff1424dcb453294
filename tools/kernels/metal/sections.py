# SPDX-License-Identifier: Apache-2.0
"""The lines of a description's file, and its sections "case NAME" (docs/metal.md)."""
import functools
import os
import re

from ..text import CaseError, shown
from .words import nearest

MOST_TEXT = 1 << 22


def _read(path):
    """Yields (number, text) for each line."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise ValueError('it is not a regular file')  # a pipe would be read once, or block for ever
        with open(path, encoding='utf-8', newline='') as f:
            text = f.read(MOST_TEXT + 1)
        if len(text) > MOST_TEXT:
            raise ValueError(f'more than {MOST_TEXT} characters')
    except (OSError, ValueError) as e:
        raise CaseError(f'{shown(path)}:0: cannot be read: {e}') from e
    return [(number, line.rstrip('\r').lstrip()) for number, line in enumerate(text.split('\n'), 1)]


def _section(path, number, line, known):
    """The name in a line "case NAME"."""
    words = line.split()
    why = 'no NAME' if len(words) < 2 else f'the word "{words[2]}" is one too many' if len(words) > 2 else \
        f'NAME "{words[1]}" holds : or /' if re.search('[:/]', words[1]) else \
        f'case {words[1]} a second time' if words[1] in known else ''
    if why:
        raise CaseError(f'{shown(path)}:{number}: {why}; expected "case NAME"')
    return words[1]


def _lines(path):
    """(number, section, text) for each line that is not empty, and the sections. section: the name in the last line "case NAME"
    above, or '' for lines that all sections share. Read once as long as the file stays as it is: a soak has thousands of sections
    in one file."""
    now = os.stat(path) if os.path.exists(path) else None
    return _read_lines(path, now and (now.st_mtime_ns, now.st_ctime_ns, now.st_size))


@functools.lru_cache(8)
def _read_lines(path, _state):
    section, sections, out = '', {}, []
    for number, line in _read(path):
        if line.split()[:1] == ['case']:
            section = _section(path, number, line, sections)
            sections[section] = None
        elif line.strip() and not line.startswith('#'):
            out.append((number, section, line))
    return out, list(sections)


def _parts_of(name):
    """The path of NAME.desc:SECTION and the section; None if it is not a description."""
    found = re.fullmatch(r'(.*\.(?:desc|grid))(?::([^:/]*))?', name, re.DOTALL)
    return found and (found[1], found[2])


def expand(name):
    """NAME.desc:SECTION for each section of NAME.desc; anything else unchanged."""
    parts = _parts_of(name)
    if not parts or parts[1] is not None:
        return [name]
    try:
        return [f'{name}:{section}' for section in _lines(name)[1]] or [name]
    except CaseError:
        return [name]  # loading it will report the error


def is_description(name):
    return _parts_of(name) is not None


def _known_section(path, sections, wanted):
    if wanted is None and sections:
        raise CaseError(f'{shown(path)}: say which case, {path}:{sections[0]}')
    if wanted is not None and wanted not in sections:
        raise CaseError(f'{shown(path)}: there is no case {shown(wanted)}{nearest(wanted, sections)}')


def opened(name, directory):
    """The path of NAME.desc or NAME.desc:SECTION, the directory of its files, and its lines."""
    path, wanted = _parts_of(name)
    near = os.path.dirname(os.path.abspath(path)) if directory is None else directory
    lines, sections = _lines(path)
    _known_section(path, sections, wanted)
    return path, near, [(number, line) for number, section, line in lines if section in ('', wanted)]
