#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds functions of public headers that the linker may keep once although they mean something else in each
file: one_definition.py [HEADER...]; without arguments, all headers that are installed. Prints each; the
exit status is 1 if there is one.

In C++ a function in a header that is neither static nor in an unnamed namespace is one function of the whole
program. So it must not mention what differs between files: a macro that the including file may define
(STX_THREAD, STX_NATIVE, STX_ARCH ...: whatever a header tests with #if), a macro that is made of such ones or
defined under such a condition, or a function that each file has for itself.

include/llk and include/metal are not looked at: each thread of their kernels is linked by itself, with all its
names hidden (tools/kernels/toolchain.py)."""
import glob
import re
import sys

from kernels import ending

COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.]*|::|\S')
NAME = re.compile(r'[A-Za-z_]\w*')
GUARD = re.compile(r'#ifndef (\w+)\n#define \1\n')


def installed():
    return sorted(glob.glob('include/softensix/**/*.h', recursive=True) +
                  [h for port in ('coop', 'bare', 'semihost') for h in glob.glob(f'port/{port}/*.h')] + ['port/counter.h'])


def tested(condition):
    """The macros that a condition tests, without those of the compiler itself."""
    return {name for name in NAME.findall(re.sub(r'"[^"]*"', '', condition))
            if name != 'defined' and not name.startswith('__')}


def lines(path):
    """Yields directives and text, (line, kind, rest, macros that the conditions around it test)."""
    with open(path, encoding='ascii') as f:
        source = f.read()
    source = COMMENT.sub(lambda m: '\n' * m[0].count('\n') or ' ', source)
    guard = GUARD.search(source)
    opened, number, whole = [], 0, ''
    for line in source.split('\n'):
        number += 1
        whole += line
        if whole.endswith('\\'):
            whole = whole[:-1] + ' '
            continue
        text, whole = whole, ''
        directive = re.match(r'\s*#\s*(\w+)\s*(.*)', text)
        if not directive:
            yield number, 'text', text, set().union(*opened)
            continue
        kind, rest = directive.groups()
        if kind.startswith('if'):
            opened.append(set() if guard and rest == guard[1] else tested(rest))
        elif kind == 'elif':
            opened[-1] = opened[-1] | tested(rest)
        elif kind == 'endif':
            opened.pop()
        yield number, kind, rest, set().union(*opened)


class Headers:
    """What the headers define, and what of it differs between files."""

    def __init__(self, paths):
        self.paths, self.macros, self.differs, self.under, self.functions = paths, [], set(), {}, []
        for path in paths:
            self.read(path)
        self.spread()

    def read(self, path):
        tokens = []
        for number, kind, rest, around in lines(path):
            if kind.startswith('if') or kind == 'elif':
                self.differs |= around
            elif kind == 'define':
                name, body = re.match(r'(\w+)(.*)', rest, re.S).groups()
                self.macros.append((name, set(NAME.findall(body)) | around, path))
            elif kind == 'include' and rest.startswith('"'):
                self.under.setdefault(rest.strip('"'), set()).update(around)
            elif kind == 'text':
                tokens += [(token, number, around) for token in TOKEN.findall(rest)]
        self.functions += functions(path, tokens)

    def conditions(self, path):
        """The macros that decide whether a header is included at all."""
        return set().union(*(macros for name, macros in self.under.items() if path.endswith(name)))

    def spread(self):
        """A macro differs if it mentions what differs."""
        self.differs |= {function['name'] for function in self.functions if function['own']}
        before = -1
        while before != len(self.differs):
            before = len(self.differs)
            self.differs |= {name for name, needs, path in self.macros if (needs | self.conditions(path)) & self.differs}

    def findings(self):
        for function in self.functions:
            mentioned = sorted((function['names'] - {function['name']}) & self.differs)
            if mentioned and not function['own']:
                yield f"{function['path']}:{function['line']}: {function['name']} is one function of the whole program, " \
                      f"but {', '.join(mentioned[:3])} may differ between its files"


def closing(tokens, at):
    """The place after the brace that closes the one at a place."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += {'{': 1, '}': -1}.get(tokens[i][0], 0)
        if not depth:
            return i + 1
    return len(tokens)


def without_template(words):
    """The words of a declaration without template <...>."""
    while words[:1] == ['template']:
        depth = 0
        for i, word in enumerate(words):
            depth += {'<': 1, '>': -1}.get(word, 0)
            if i and not depth:
                break
        words = words[i + 1:]
    return words


def functions(path, tokens):
    """The functions with a body, from tokens of the headers' text."""
    found, scopes, head, at = [], [], 0, 0
    while at < len(tokens):
        token = tokens[at][0]
        if token in (';', '}'):
            if token == '}' and scopes:
                scopes.pop()
            head = at + 1
        elif token == ':' and at == head + 1:  # public:
            head = at + 1
        elif token == '{':
            before = without_template([t for t, _, _ in tokens[head:at]])
            if 'namespace' in before:
                scopes.append('unnamed' if before[-1] == 'namespace' else 'namespace')
            elif before[:1] == ['extern'] and len(before) == 2:
                scopes.append('extern')
            elif '(' not in before and {'struct', 'class', 'union'} & set(before) and '=' not in before:
                scopes.append('class')
            else:
                end = closing(tokens, at)
                while '(' in before and end < len(tokens) and tokens[end][0] in ('{', ','):  # members before the body
                    end = closing(tokens, next(i for i in range(end, len(tokens)) if tokens[i][0] == '{'))
                if '(' in before and before.index('(') and '=' not in before[:before.index('(')]:
                    whole = tokens[head:end]
                    own = 'unnamed' in scopes or 'static' in before and 'class' not in scopes
                    found.append({'path': path, 'line': tokens[head][1], 'name': before[before.index('(') - 1], 'own': own,
                                  'names': {t for t, _, _ in whole if NAME.fullmatch(t)}.union(*(a for _, _, a in whole))})
                at = end
                head = end
                continue
            head = at + 1
        at += 1
    return found


def main():
    found = list(Headers(sys.argv[1:] or installed()).findings())
    print('\n'.join(found), end='\n' if found else '')
    sys.exit(bool(found))


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
