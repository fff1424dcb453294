# SPDX-License-Identifier: Apache-2.0
"""Machine-readable results of a run: JUnit's XML, the Test Anything Protocol, and JSON with codes and hints."""
import json
import os
import time
from xml.sax.saxutils import escape, quoteattr

from . import codes
from .text import shown

EVERY = 30  # seconds


class Results:
    """Collects (name, passed, text, seconds) of one suite. Both files are well-formed for any contents: characters
    that XML or a line of TAP does not allow are written as in Python, \\x01 or \\ufffe, and no two cases have
    the same name."""

    def __init__(self, suite):
        self.suite, self.cases, self.names, self.kept = shown(suite), [], set(), time.monotonic()

    def _new_name(self, name):
        """The name, followed by a number if it was used before."""
        new, number = shown(name) or '(no name)', 1
        while new in self.names:
            number += 1
            new = f'{shown(name) or "(no name)"} ({number})'
        self.names.add(new)
        return new

    def add(self, name, passed, text='', seconds=0.0):
        self.cases.append((self._new_name(name), passed, shown(text, keep='\n\t'), seconds))

    def failed_last(self):
        return bool(self.cases) and not self.cases[-1][1]

    def append(self, text):
        """Appends to the text of the last case."""
        name, passed, said, seconds = self.cases[-1]
        self.cases[-1] = name, passed, said + shown(text, keep='\n\t'), seconds

    def junit(self):
        failures = sum(not passed for _, passed, _, _ in self.cases)
        total = sum(seconds for *_, seconds in self.cases)
        head = (f'name={quoteattr(self.suite)} tests="{len(self.cases)}" failures="{failures}" errors="0" '
                f'skipped="0" time="{total:.3f}"')
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', f'  <testsuite {head}>']
        for name, passed, text, seconds in self.cases:
            case = f'    <testcase classname={quoteattr(self.suite)} name={quoteattr(name)} time="{seconds:.3f}"'
            if passed:
                lines.append(case + '/>')
                continue
            first = text.partition('\n')[0]
            lines += [case + '>', f'      <failure message={quoteattr(first)}>{escape(text)}</failure>', '    </testcase>']
        return '\n'.join([*lines, '  </testsuite>', '</testsuites>', ''])

    def tap(self):
        lines = ['TAP version 13', f'1..{len(self.cases)}']
        for number, (name, passed, text, _) in enumerate(self.cases, 1):
            lines.append(f'{"ok" if passed else "not ok"} {number} - {name.replace("#", "%")}')
            if not passed:
                lines += ['# ' + line for line in text.splitlines()]
        return '\n'.join([*lines, ''])

    def json(self, error=None):
        """error: what ended the run (codes.error)."""
        cases = [{'name': name, 'passed': passed, **({} if passed else codes.error(codes.code_of(text), text)), 'seconds': round(seconds, 3)}
                 for name, passed, text, seconds in self.cases]
        good = sum(passed for _, passed, *_ in self.cases)
        return json.dumps({'schema': 1, 'suite': self.suite, 'passed': good, 'failed': len(cases) - good, 'cases': cases, 'error': error}, indent=1) + '\n'

    @staticmethod
    def begin(options):
        """Removes the files of an earlier run, which nobody shall take for those of this one."""
        for path in (options.junit, options.tap, options.json):
            if path and os.path.isfile(path) and not os.path.islink(path):
                os.remove(path)

    def interrupted(self, total):
        """The run ends here: that is a failure of its own, behind the cases that came out."""
        self.add('(interrupted)', False, f'interrupted after {len(self.cases)} of {total} cases')

    def keep(self, options):
        """Writes them while the run goes on, twice a minute: a run that is killed leaves what came out."""
        if time.monotonic() - self.kept > EVERY:
            self.kept = time.monotonic()
            self.write(options)

    def write(self, options, error=None):
        """Writes the requested files, each at once or not at all, unless it is no file."""
        for path, text in ((options.junit, self.junit), (options.tap, self.tap), (options.json, lambda: self.json(error))):
            if path:
                plain = os.path.isfile(path) or not os.path.exists(path)
                with open(f'{path}.new' if plain else path, 'w', encoding='utf-8') as f:
                    f.write(text())
                if plain:
                    os.replace(f'{path}.new', os.path.realpath(path))


def options(parser):
    parser.add_argument('--junit', metavar='FILE', help="also write results as JUnit's XML")
    parser.add_argument('--tap', metavar='FILE', help='also write results in the Test Anything Protocol')
    parser.add_argument('--json', metavar='FILE', help='also write results as JSON, failures and errors with a code and a hint (docs/agents.md)')


def timed(function, *arguments):
    """(what function returns, seconds)"""
    began = time.monotonic()
    return function(*arguments), time.monotonic() - began
