# SPDX-License-Identifier: Apache-2.0
"""Finds mutations of a C source: comparisons, constants, masks, shifts, logic, sums, statements."""

import re
from collections import namedtuple

# start, end: the characters that text replaces. name: "old -> new", with "(n)" for the n-th one on its line.
Mutation = namedtuple("Mutation", "start end text name line")
Token = namedtuple("Token", "kind start end text")

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<cpp>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
      | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      | (?P<number>\d[\w.]*(?:(?<=[pP])[+-]\w+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$")
# Each comparison and its neighbours. "<" to "!=" would not change a loop, so it is not included.
COMPARISONS = {"<": ["<="], "<=": ["<", "=="], ">": [">="], ">=": [">", "=="], "==": ["!="], "!=": ["=="]}
SWAPS = {"&&": "||", "||": "&&", "+=": "-=", "-=": "+="}
BITWISE = {"&", "|", "^", "~", "&=", "|=", "^="}
TYPES = set(
    "void char short int long signed unsigned float double bool const static struct union enum typedef extern inline"
    " return goto if else for while do switch case default sizeof".split()
)

# Hints to the compiler: without them results are the same, but slower.
HINTS = {"__asm__", "MAD_KEEP", "FEWER_AT_ONCE", "BARRIER", "BITS_UNROLL"}


def tokens_of(text):
    """The tokens without comments and preprocessor lines."""
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("comment", "cpp"):
            found.append(Token(match.lastgroup, match.start(), match.end(), match.group()))
    return found


def after_operand(tokens, i):
    """True if token i is a binary operator, that is, an operand precedes it."""
    before = tokens[i - 1] if i else None
    if before is None:
        return False
    return before.kind == "number" or before.text in (")", "]") or (
        before.kind == "name" and before.text not in ("return", "case")
    )


def integers(tokens, i):
    """Other values of an integer constant."""
    match = INTEGER.match(tokens[i].text)
    if not match:
        return []
    body, suffix = match.groups()
    value = int(body, 0) if body[:2] in ("0x", "0X") else int(body)
    neighbours = {t.text for t in tokens[max(0, i - 1) : i] + tokens[i + 1 : i + 2]}
    others = {value + 1, value - 1}
    if value and (body[:2] in ("0x", "0X") or neighbours & BITWISE):
        top = 1 << (value.bit_length() - 1)
        others = {value & ~top, value & (value - 1), value | top << 1}
    wide = 1 << (64 if "ll" in suffix.lower() else 32)
    form = hex if body[:2] in ("0x", "0X") else str
    return [form(v) + suffix for v in sorted(others) if 0 <= v < wide and v != value]


def replacements(tokens, i):
    """Texts that can replace token i."""
    token = tokens[i]
    if token.kind == "number":
        return [] if i > 1 and tokens[i - 2].text in HINTS else integers(tokens, i)
    if token.text in COMPARISONS:
        return COMPARISONS[token.text]
    if token.text in SWAPS:
        return [SWAPS[token.text]]
    if token.text in ("+", "-") and after_operand(tokens, i):
        return ["-" if token.text == "+" else "+"]
    if token.text == "!":
        return [""]
    return []



def is_statement(part):
    """True for an assignment, a call or a jump, but not for a declaration or a hint to the
    compiler."""
    first = part[0]
    if first.text in HINTS:
        return False
    if first.text in ("break", "continue"):
        return len(part) == 1
    if first.text == "return":
        return len(part) == 1
    if first.text in TYPES or first.kind not in ("name", "op"):
        return False
    if len(part) > 1 and first.kind == "name" and part[1].kind == "name":
        return False
    if len(part) > 2 and first.kind == "name" and part[1].text == "*" and part[2].kind == "name":
        return False
    return first.text not in ("{", "}", ")", ":")


def statements(tokens):
    """Ranges of tokens, without the semicolon, that are statements of a function and can be
    removed."""
    depth = 0
    start = None
    for i, token in enumerate(tokens):
        if token.text in "([":
            depth += 1
        elif token.text in ")]":
            depth -= 1
        if depth == 0 and token.text in (";", "{", "}", ":"):
            if token.text == ";" and start is not None and start < i and is_statement(tokens[start:i]):
                yield start, i
            start = i + 1


def mutations(text, is_table=False):
    """All mutations of a source text. Tables hold data and no statements."""
    tokens = tokens_of(text)
    found = []

    def line_of(at):
        begin = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        return begin, text[begin : end if end >= 0 else len(text)].strip()

    counts = {}
    for i, token in enumerate(tokens):
        options = replacements(tokens, i)
        if not options:
            continue
        begin, line = line_of(token.start)
        counts[begin, token.text] = counts.get((begin, token.text), 0) + 1
        nth = counts[begin, token.text]
        for option in options:
            name = "%s -> %s" % (token.text, option or "nothing") + (" (%d)" % nth if nth > 1 else "")
            found.append(Mutation(token.start, token.end, option, name, line))
    if not is_table:
        for first, semicolon in statements(tokens):
            start, end = tokens[first].start, tokens[semicolon].start
            found.append(Mutation(start, end, "", "removed", line_of(start)[1]))
    return found


def by_line(text, is_table=False):
    """The same as lists by line number (from 1)."""
    lines = {}
    for mutation in mutations(text, is_table):
        lines.setdefault(text.count("\n", 0, mutation.start) + 1, []).append(mutation)
    return lines
