# SPDX-License-Identifier: Apache-2.0
"""The journal of a long run (docs/fleet.md): a file of JSON, one object on each line. The first says what the run is: its suite, a
digest of all its cases with the contents of their files, how many these are, and the tree; each further one is a case that came out.
A run that was ended goes on from its journal, and stx-merge joins the journals of a run's shards."""
import hashlib
import json
import os
import re
import subprocess
import threading

from . import version
from .text import shown

FORMAT = 1
SHARE = 'is not a share; the second of four is 2/4'


class JournalError(Exception):
    """Says in one line why a journal cannot be used."""


def share_of(text):
    """(i, n) of "i/n"; raises ValueError."""
    number, _, count = text.partition('/')
    if not (number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count)):
        raise ValueError(f'{shown(text)} {SHARE}')
    return int(number), int(count)


def share(items, text):
    """Every n-th, from the i-th on, so that each item is in exactly one share."""
    number, count = share_of(text)
    return items[number - 1::count]


def _git(root, *words):
    return subprocess.run(['git', '-C', root, *words], capture_output=True, check=True).stdout


def tree_of(root):
    """What the tree is: its commit, with a digest of what was changed since; without git, the library's version."""
    try:
        if os.path.exists(os.path.join(root, '.git')):
            changes = _git(root, 'diff', 'HEAD')
            return _git(root, 'rev-parse', 'HEAD').decode().strip() + ('+' + hashlib.sha256(changes).hexdigest()[:8] if changes else '')
    except (OSError, subprocess.CalledProcessError):
        pass
    return version.number(root) or 'unknown'


def plan_of(cases, settings):
    """A digest of the cases, by the names and contents of their files (not by their directories, which another machine may not have),
    and of the settings of a run."""
    made, known = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()), {}
    for case in cases:
        path = case if os.path.exists(case) else re.sub(r':[^:/]*$', '', case)
        if path not in known:
            try:
                with open(path, 'rb') as f:
                    known[path] = hashlib.sha256(f.read()).hexdigest()
            except OSError:
                known[path] = ''
        made.update(f'\n{os.path.basename(case)} {known[path]}'.encode('utf-8', 'surrogateescape'))
    return made.hexdigest()


def read(path):
    """(what the run is, number of a case -> what came out); lines that a killed run has not completed are left out."""
    try:
        with open(path, encoding='utf-8', errors='replace') as f:
            lines = f.read().split('\n')[:-1]
    except OSError as e:
        raise JournalError(f'{shown(path)}: {e.strerror}') from e
    rows = []
    for line in lines:
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    if not rows or not isinstance(rows[0], dict) or rows[0].get('journal') != FORMAT:
        raise JournalError(f'{shown(path)}: this is no journal of this version')
    return rows[0], {row['number']: row for row in rows[1:] if isinstance(row, dict) and 'number' in row}


def differs(one, other):
    """In what two runs differ; '' if they are the same."""
    for key, what in (('suite', 'suite'), ('cases', 'number of cases'), ('plan', 'cases, or settings'), ('tree', 'tree')):
        if one[key] != other[key]:
            return f'another {what}' + ('' if key == 'plan' else f', {one[key]} and {other[key]}')
    return ''


class Journal:
    """A journal that is written. Several threads may add to it. path: None for none."""

    def __init__(self, path, run, resume=False):
        self.path, self.run, self.lock, self.known = path, run, threading.Lock(), {}
        if path and resume and os.path.exists(path):
            was, self.known = read(path)
            wrong = differs(was, run)
            if wrong:
                raise JournalError(f'{shown(path)}: it cannot be resumed: {wrong}')
        if path:
            self._begin()

    def _begin(self):
        """Writes the file anew, with what is known, so that it has no half line."""
        try:
            with open(f'{self.path}.new', 'w', encoding='utf-8') as f:
                for row in ({'journal': FORMAT, **self.run}, *self.known.values()):
                    f.write(json.dumps(row) + '\n')
            os.replace(f'{self.path}.new', self.path)
        except OSError as e:
            raise JournalError(f'{shown(self.path)}: {e.strerror}') from e

    def add(self, number, case, **came_out):
        """A case that came out, on the disk at once."""
        if not self.path:
            return
        with self.lock, open(self.path, 'a', encoding='utf-8') as f:
            f.write(json.dumps({'number': number, 'case': case, **came_out}) + '\n')


def options(parser):
    group = parser.add_argument_group('long runs')
    group.add_argument('--shard', metavar='I/N', default='1/1', help='run every N-th case, from the I-th on')
    group.add_argument('--journal', metavar='FILE', help='write what comes out as it does, a line of JSON for each case (docs/fleet.md)')
    group.add_argument('--resume', action='store_true', help='go on with a journal: cases that it has are not run again')
    group.add_argument('--fail-fast', action='store_true', help='begin no further case after the first failure')
