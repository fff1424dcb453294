#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the library as two files, for projects that copy sources: single.py DIRECTORY writes softensix.h, all
public headers in one, and softensix.c, all of lib/ in one, or only the files named behind the directory. A static
name that several files use gets the number of its file as a suffix."""
import collections
import glob
import os
import re
import sys

HEADERS = ('softensix.h', 'isa.h', 'inspect.h', 'print.h', 'dump.h', 'trace.h', 'lint.h', 'uninit.h',
           'time.h', 'order.h', 'tile.h', 'selftest.h', 'tti.h', 'hart.h')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"[^\n]*\n', re.M)
COMMENT = re.compile(r'/\*.*?\*/', re.S)
FUNCTION = re.compile(r'^(?:static|[A-Z0-9_]*INLINE)\b[^;={(]*?\b([A-Za-z_]\w*)[ \t]*(?:\(|\[|=|;)', re.M)
ATTRIBUTE = re.compile(r'__attribute__\(\(.*?\)\)\s*')
UNNAMED = re.compile(r'^\} ([A-Za-z_]\w*)(?:\[| =|;)', re.M)
TYPE = re.compile(r'^typedef [^;{]*?\b(\w+)\)?(?:\([^;]*\))?;', re.M)
TAG = re.compile(r'^(?:static const |static )?(?:struct|enum|union) ([a-z_]\w*) \{', re.M)
CONSTANTS = re.compile(r'^enum(?: \w+)? \{(.*?)\}', re.M | re.S)
GUARD = re.compile(r'^#ifndef (\w+_H)\n#define \1$', re.M)
CONDITION = re.compile(r'^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|endif)\b[^\n]*\n', re.M)
MACRO = re.compile(r'^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)', re.M)


def read(path):
    with open(path, encoding='ascii') as f:
        return f.read()


def condition_at(source, at):
    """The open #if lines at a place, without the header's own guard; '' where the text is always
    compiled."""
    guard, opened = GUARD.search(source), []
    for line in CONDITION.finditer(source, guard.end() if guard else 0, at):
        if line[1].startswith('if'):
            opened.append(line[0])
        elif opened:
            opened[-1] += line[0]
            if line[1] == 'endif':
                opened.pop()
    return ''.join(opened)


class Joiner:
    """Replaces includes with the files that they name: tables and templates each time, headers with a guard once,
    and again if the first time was under a condition."""

    def __init__(self):
        self.seen = set()  # headers, each with the condition

    def find(self, name, beside):
        for directory in ('include', 'lib', os.path.dirname(beside)):
            path = os.path.normpath(os.path.join(directory, name))
            if os.path.exists(path):
                return path
        return None

    def text(self, path, source=None, condition=''):
        source = read(path) if source is None else source

        def put(match):
            found = self.find(match[1], path)
            if not found:  # configuration.h, which only an installed copy has
                return match[0]
            inside = condition + condition_at(source, match.start())
            if {(found, ''), (found, inside)} & self.seen:
                return ''
            if GUARD.search(read(found)):
                self.seen.add((found, inside))
            return self.text(found, None, inside)
        return INCLUDE.sub(put, source)


def parts(path):
    """Splits a .c file after its last header before any code. The rest may include templates."""
    source, cut = read(path), 0
    for match in INCLUDE.finditer(source):
        between = COMMENT.sub('', source[cut:match.start()])
        if not match[1].endswith('.h') or re.search(r'^[A-Za-z]', between, re.M):
            break
        cut = match.end()
    return source[:cut], source[cut:]


def own_names(body):
    """The static functions, objects and constants that the text defines, and its tags."""
    body = ATTRIBUTE.sub('', COMMENT.sub('', body))
    names = set(FUNCTION.findall(body)) | set(UNNAMED.findall(body))
    for constants in CONSTANTS.findall(body):
        names |= set(re.findall(r'([A-Za-z_]\w*)\s*(?:=[^,]*)?(?:,|$)', constants))
    return names - {'inline', 'const'}, set(TAG.findall(body))


def renamed(body, names, tags, number):
    """The text with the file's number appended to its own names and tags, except in members,
    strings and comments."""
    words = [rf'(?<![.>])\b(?:{"|".join(names)})\b'] if names else []
    words += [rf'\b(?:struct|enum|union) (?:{"|".join(tags)})\b'] if tags else []
    if not words:
        return body
    token = re.compile(r'"(?:\\.|[^"\\])*"|/\*.*?\*/|(' + '|'.join(words) + ')', re.S)
    return token.sub(lambda m: f'{m[1]}_in_{number}' if m[1] else m[0], body)


def chip_of(path):
    """The condition for compiling a file that is for one chip only (Makefile, LIB_SRC)."""
    chip = 'BLACKHOLE' if path.endswith('_blackhole.c') else 'WORMHOLE' if path.endswith('_wormhole.c') else None
    return f'#if STX_ARCH == STX_ARCH_{chip}\n' if chip else ''


def library(joiner, paths):
    names = {path: own_names(parts(path)[1]) for path in paths}
    found = list(names.values()) + [own_names(read(h)) for h in glob.glob('lib/**/*.h', recursive=True)]
    headers = ''.join(read(h) for h in glob.glob('lib/**/*.h', recursive=True))
    header_macros = {m for h in glob.glob('lib/**/*.h', recursive=True) for m in MACRO.findall(read(h))}
    types = {n for path in paths for n in TYPE.findall(read(path))}  # these keep their names; others with the same names are renamed
    used = [collections.Counter(name for own in found for name in own[kind]) for kind in (0, 1)]
    out = []
    for number, path in enumerate(paths):
        head, body = parts(path)
        twice = [n for n in sorted(names[path][0]) if used[0][n] > 1 or n in header_macros | types]
        tags = [n for n in sorted(names[path][1]) if used[1][n] > 1]
        # A macro also renames pasted names, but members as well, which must not belong to a header.
        members = [n for n in twice if (re.search(rf'[.>]{n}\b', body) or re.search(rf'^ .*\(\*{n}\)\(', headers, re.M))
                   and not re.search(rf'^ +[\w *]+[ *]{n}(\[.*\])?;', body, re.M)]
        macros = [n for n in twice if n not in members]
        chip = chip_of(path)
        out += [f'\n/* ---- {path} */\n', chip, joiner.text(path, head, chip)]
        hidden = [n for n in macros if n in header_macros]
        out += [f'#pragma push_macro("{name}")\n#undef {name}\n' for name in hidden]
        out += [f'#define {name} {name}_in_{number}\n' for name in macros]
        whole = joiner.text(path, renamed(body, members, [], number), chip)
        out.append(renamed(whole, [], tags, number))  # templates use the tags of the including file
        out += [f'#undef {name}\n' for name in sorted(set(macros) | set(MACRO.findall(head + body)))]
        out += [f'#pragma pop_macro("{name}")\n' for name in hidden]
        out += ['#endif\n'] if chip else []
    return ''.join(out)


def write(path, text):
    """Writes atomically: a concurrent reader sees the old file or the new one."""
    beside = f'{path}.{os.getpid()}'
    with open(beside, 'w', encoding='ascii') as f:
        f.write(text)
    os.replace(beside, path)


# The names of operands are for kernels: the library and the vendor's headers have names of their own.
NAMES = """
/* Names of operands for kernels (softensix/names.h); -DSTX_NO_NAMES omits them. C++ needs C++17. */
#if !defined STX_NO_NAMES && (!defined __cplusplus || __cplusplus >= 201703L)
%s#endif
"""


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    joiner = Joiner()
    header = ''.join(joiner.text('include/softensix/' + name, f'#include "softensix/{name}"\n') for name in HEADERS)
    header += NAMES % joiner.text('include/softensix/names.h', '#include "softensix/names.h"\n', 'STX_NO_NAMES')
    made = '/* SPDX-License-Identifier: Apache-2.0 - made by `make single` of softensix. */\n'
    write(os.path.join(out, 'softensix.h'), made + header)
    # Getters of configuration fields are made from a table; clang warns about unused ones, except in headers.
    write(os.path.join(out, 'softensix.c'),
          made + '#pragma GCC diagnostic ignored "-Wunused-function"\n#define STX_NO_NAMES\n#include "softensix.h"\n' +
          library(joiner, sorted(sys.argv[2:] or glob.glob('lib/*/*.c') + glob.glob('lib/fast/*/*.c'))))


if __name__ == '__main__':
    main()
