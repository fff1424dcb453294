# SPDX-License-Identifier: Apache-2.0
"""Case files as text: lines of keywords, and data as lines of hexadecimal digits."""
import gzip
import os
import re
import struct
import sys


def shown(text, keep=''):
    """The text for messages. Unprintable characters, except those to keep, are written as in Python: \\x1b,
    \\ufffe, and \\udcff for a byte that cannot be decoded."""
    return ''.join(c if c.isprintable() or c in keep else c.encode('unicode_escape').decode('ascii') for c in text)


def print_anything():
    """From now on, characters that the terminal's encoding lacks can be printed, too."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors='backslashreplace')


class CaseError(Exception):
    """A malformed case file. The text names file and line."""


MOST_TEXT = 1 << 28  # bytes of a case file, unpacked


def _text_of(path, begin=None):
    """The text, or only its beginning, of so many bytes."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise ValueError('it is not a regular file')  # a pipe would be read once, or block for ever
    with open(path, 'rb') as f:
        packed = f.read(2) == b'\x1f\x8b'
    with gzip.open(path) if packed else open(path, 'rb') as f:
        text = f.read(begin or MOST_TEXT + 1)
    if len(text) > MOST_TEXT:
        raise ValueError(f'more than {MOST_TEXT} bytes of text')
    return text


def first_line(path):
    """The first line of a case file; '' if it cannot be read."""
    try:
        return _text_of(path, 64).partition(b'\n')[0].decode('ascii')
    except (OSError, EOFError, ValueError, gzip.zlib.error):
        return ''


class Reader:
    """The lines of a case file, gzipped or plain."""

    def __init__(self, path):
        self.path, self.line = path, 0
        try:
            self.lines = _text_of(path).decode('ascii').split('\n')
        except (OSError, EOFError, ValueError, gzip.zlib.error) as e:
            raise CaseError(f'{shown(path)}:0: cannot be read: {e}') from e

    def fail(self, why):
        raise CaseError(f'{shown(self.path)}:{self.line}: {why}')

    def next(self):
        if self.line >= len(self.lines):
            self.fail('the file is cut short: no line "end"')
        self.line += 1
        return self.lines[self.line - 1]

    def keywords(self, first, keyword):
        """Calls keyword(key, rest) for every line after the first, which must be `first`, up to
        "end"."""
        if self.next() != first:
            self.fail(f'the first line is not "{first}"')
        self.rest(keyword)

    def rest(self, keyword):
        """Like keywords(), after the first line."""
        self.block(keyword)
        if any(line.strip() for line in self.lines[self.line:]):
            self.line += 1
            self.fail('lines after "end"')

    def block(self, keyword):
        """Calls keyword(key, rest) for every line up to "end"."""
        while (line := self.next()) != 'end':
            if not line or line.startswith('#'):
                continue
            key, _, rest = line.partition(' ')
            try:
                keyword(key, rest)
            except (ValueError, IndexError, TypeError, struct.error) as e:
                self.fail(f'malformed "{key}": {e}')

    def data(self, size):
        out = bytearray()
        while len(out) < size:
            out += self._data_line(self.next(), size - len(out))
        if len(out) != size:
            self.fail(f'data of {size} bytes ends inside a line')
        return bytes(out)

    def _data_line(self, line, left):
        try:
            if line.startswith('*'):
                count, group = line[1:].split()
                repeated = bytes.fromhex(group)
                if not 0 < int(count) * len(repeated) <= left:
                    raise ValueError('count')
                return repeated * int(count)
            if not line:
                raise ValueError('empty')
            return bytes.fromhex(line)
        except ValueError:
            return self.fail('not a line of hexadecimal data')


MOST_ELEMENTS = 1 << 22  # that are compared; L1 holds fewer


def _triple(word):
    """START, COUNT and STEP, which is 1 if it is missing."""
    if not re.fullmatch('-?[0-9]{1,12}:[0-9]{1,12}(:-?[0-9]{1,12})?', word):
        raise ValueError(f'"{word}" is not START:COUNT or START:COUNT:STEP')
    start, count, *step = (int(n) for n in word.split(':'))
    return start, count, step[0] if step else 1


def map_numbers(words):
    """The numbers that START:COUNT:STEP triples stand for."""
    left = MOST_ELEMENTS
    for word in words:
        start, count, step = _triple(word)
        left -= count
        if left < 0:
            raise ValueError(f'{count} elements')
        for i in range(count):
            yield start + i * step


def data_lines(data):
    """Hexadecimal lines of 32 bytes; eight or more equal words in a row become one line."""
    words = [data[i:i + 4] for i in range(0, len(data), 4)]
    out, pending, i = [], b'', 0
    while i < len(words):
        n = 1
        while i + n < len(words) and words[i + n] == words[i]:
            n += 1
        if n >= 8 and len(words[i]) == 4:
            out += [pending.hex()] if pending else []
            out.append(f'*{n} {words[i].hex()}')
            pending, i = b'', i + n
            continue
        pending, i = pending + words[i], i + 1
        if len(pending) == 32:
            out.append(pending.hex())
            pending = b''
    return out + ([pending.hex()] if pending else [])
