# SPDX-License-Identifier: Apache-2.0
"""What GCC 12 refuses in C++17 although the vendor's compiler accepts it, and which does not change what code computes. It may stand in any header
of a checkout. The compiler's message tells which it is; the source is compiled again with an option, or is preprocessed and compiled without it."""
import os
import re
import subprocess
import tempfile

# Options that a message may name: with a class as parameter of a template, constinit, consteval.
OPTIONS = ('-std=c++20',)
# A part of a message -> what is taken out of the preprocessed source: a number of rounds that is an argument of a template.
PARTS = {'#pragma GCC unroll': re.compile(r'^#pragma GCC unroll\b(?!\s*\(?\s*[0-9]).*$', re.M)}


def _without(parts, command, source, target):
    """Preprocesses a source to a file, without some parts."""
    text = subprocess.run([*command, '-E', source], capture_output=True, text=True, errors='surrogateescape', check=False).stdout
    for part in parts:
        text = PARTS[part].sub('', text)
    with open(target, 'w', encoding='utf-8', errors='surrogateescape') as f:
        f.write(text)
    return target


def _learn(message, found, known):
    """Notes what a message is about; False if that is nothing new."""
    new = [part for part in known if part in message and part not in found]
    found.extend(new)
    return bool(new)


def until_accepted(attempt, command, noting, source):
    """Compiles a source, if need be in several ways. attempt(command) returns the compiler's message, '' if it has succeeded; noting: options that
    note what the source includes. Returns the last message."""
    options, parts = [], []
    with tempfile.TemporaryDirectory() as work:
        while True:
            asked = [*command, *options]
            message = attempt([*asked, _without(parts, [*asked, *noting], source, os.path.join(work, 'source.ii'))] if parts else [*asked, *noting, source])
            if not message or not _learn(message, options, OPTIONS) and not _learn(message, parts, PARTS):
                return message
