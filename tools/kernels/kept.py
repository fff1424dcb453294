# SPDX-License-Identifier: Apache-2.0
"""The output of a compiler or a linker is kept with a record of how it was made (a digest of command and compiler),
of each file that was read, and of the output. If any of these differs, it is made again."""
import contextlib
import hashlib
import os
import re
import tempfile

RECORD = '.made'


def digest(data):
    return hashlib.sha256(data).hexdigest()


def _of_file(path):
    """The digest of a file's contents; '' if it cannot be read."""
    try:
        with open(path, 'rb') as f:
            return digest(f.read())
    except OSError:
        return ''


def prerequisites(text):
    """The prerequisites of the first rule that a compiler (-MD) or a linker (--dependency-file) has
    written."""
    rule = text.replace('\\\n', ' ').split('\n', 1)[0].partition(': ')[2]
    names = re.findall(r'(?:\\.|[^\\\s])+', rule)
    return [re.sub(r'\\(.)', r'\1', name).replace('$$', '$') for name in names]


def replace(path, text):
    """Writes a file, unless it holds this text, and does so atomically: a concurrent reader sees the old
    file or the new one."""
    try:
        with open(path, encoding='utf-8', errors='surrogateescape') as f:
            if f.read() == text:
                return
    except OSError:
        pass
    handle, name = tempfile.mkstemp(dir=os.path.dirname(path))
    with open(handle, 'w', encoding='utf-8', errors='surrogateescape') as f:
        f.write(text)
    os.chmod(name, 0o644)
    os.replace(name, path)


def names_below(*directories):
    """A digest of the names of all files: a new header may hide another one."""
    names = [os.path.join(directory, name) for top in directories for directory, _, files in os.walk(top) for name in files]
    return digest('\n'.join(sorted(names)).encode('utf-8', 'surrogateescape'))


def _changed_since(path, moment):
    """True if a file's contents or name have changed since a moment, in nanoseconds."""
    try:
        return os.stat(path).st_ctime_ns > moment
    except OSError:
        return True


class Kept:
    """Computes the digest of each file only once in a run."""

    def __init__(self):
        self._known = {}

    def of(self, path):
        """The digest of a file's contents."""
        if path not in self._known:
            self._known[path] = _of_file(path)
        return self._known[path]

    @staticmethod
    def _record(target):
        """(how, digest, lines about the files that were read), or None if the record is missing or
        damaged."""
        try:
            with open(target + RECORD, encoding='utf-8', errors='surrogateescape') as f:
                own, _, rest = f.read().partition('\n')
        except OSError:
            return None
        if own != digest(rest.encode('utf-8', 'surrogateescape')):
            return None
        how, made, *read = rest.split('\n')[:-1]
        return how, made, read

    def holds(self, target, how):
        """True if target is unchanged, was made in this way, and the files that it was made from
        are unchanged."""
        record = self._record(target)
        if not record or record[0] != how or record[1] != _of_file(target):
            return False
        if not all(self.of(path) == was for was, _, path in (line.partition(' ') for line in record[2])):
            return False
        with contextlib.suppress(OSError):  # the date of its directory is the time of its last use
            os.utime(os.path.dirname(target))
        return True

    def files(self, target):
        """The files that target was made from; holds() must be true."""
        return [line.partition(' ')[2] for line in self._record(target)[2]]

    def note(self, target, how, files, begun):
        """Writes the record. If a file has changed since the compiler began, or after it was read here, the
        compiler may have read something else; then no record is written, and target is made again the next
        time."""
        files = sorted({os.path.abspath(f) for f in files})
        if any(_changed_since(f, begun) or '\n' in f for f in files):
            return
        rest = '\n'.join([how, _of_file(target), *(f'{self.of(f)} {f}' for f in files)]) + '\n'
        replace(target + RECORD, digest(rest.encode('utf-8', 'surrogateescape')) + '\n' + rest)
