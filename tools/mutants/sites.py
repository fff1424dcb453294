# SPDX-License-Identifier: Apache-2.0
"""Finds mutations of a C source: comparisons, constants, masks, shifts, logic, sums, statements; in a table of
rows also the claims of the rows."""

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

# Fields of a word: only their numbers are changed, because a body needs each of them.
FIELDS = {"F", "IS", "LOOKS"}

# Hints to the compiler: without them results are the same, but slower. SURE of a table is in effect only
# after the generated masks were renewed, and tests/isa/test_claims.c compares these with a list.
HINTS = {"__asm__", "OPAQUE", "OPAQUE_BOTH", "COMPILER_BARRIER", "BITS_UNROLL", "SURE"}


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


def arguments(tokens):
    """Yields (name of the macro, position of the argument, its tokens) for the claims of a table's rows, for
    example ("READS", 0, SRCA | DST)."""
    calls, before = [], None
    for i, token in enumerate(tokens):
        if token.text == "(":
            calls.append([before, 0, i + 1])
        elif token.text in (",", ")") and calls:
            name, place, first = calls[-1]
            if name and len(calls) > 1 and first < i:
                yield name, place, tokens[first:i]
            calls[-1][1:] = place + 1, i + 1
            if token.text == ")":
                calls.pop()
        before = token.text if token.kind == "name" else None


def parts_of(argument):
    """The names of an argument A | B | C. None for any other argument."""
    kinds = [token.kind == "name" if i % 2 == 0 else token.text == "|" for i, token in enumerate(argument)]
    return argument[::2] if all(kinds) and len(kinds) % 2 else None


def claims(tokens):
    """Yields (start, end, text, description) of changed claims: a part of A | B removed, one added, or another
    name instead of a single one."""
    named, known = [], {}
    for name, place, argument in arguments(tokens):
        parts = parts_of(argument)
        if parts and name not in FIELDS:
            named.append((name, place, parts))
            known.setdefault((name, place), set()).update(part.text for part in parts)
    several = {(name, place) for name, place, parts in named if len(parts) > 1}
    for name, place, parts in named:
        others = sorted(known[name, place] - {part.text for part in parts})
        start, end = parts[0].start, parts[-1].end
        old = " | ".join(part.text for part in parts)
        for part in parts if len(parts) > 1 else []:
            yield start, end, " | ".join(p.text for p in parts if p is not part), "%s without %s" % (name, part.text)
        for other in others if (name, place) in several else []:
            yield start, end, old + " | " + other, "%s with %s" % (name, other)
        for other in others if len(parts) == 1 else []:
            yield start, end, other, "%s: %s -> %s" % (name, old, other)


def facts(tokens):
    """Yields (start, end, text, description) that remove a whole claim of a row, for example READS(DST)."""
    depth = 0
    for i, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        claims_something = token.kind == "name" and token.text.isupper() and token.text not in FIELDS | HINTS
        alone = depth == 1 and claims_something and tokens[i - 1].text != "("
        if alone and tokens[i + 1].text == "(":
            end = i + 1
            inside = 1
            while inside:
                end += 1
                inside += (tokens[end].text == "(") - (tokens[end].text == ")")
            yield token.start, tokens[end].end, "", "without %s" % token.text
        elif alone and (tokens[i + 1].text not in (",", ")") or tokens[i - 1].text != ","):
            yield token.start, token.end, "", "without %s" % token.text


def mutations(text, is_table=False):
    """All mutations of a source text. Tables hold data and no statements."""
    tokens = tokens_of(text)
    found = []

    lines = text.split("\n")

    def line_of(at):
        row = text[:at].count("\n")
        return row, lines[row].strip()

    counts = {}
    for i, token in enumerate(tokens):
        options = replacements(tokens, i)
        if not options:
            continue
        row, line = line_of(token.start)
        nth = counts[row, token.text] = counts.get((row, token.text), 0) + 1
        for option in options:
            name = "%s -> %s" % (token.text, option or "nothing") + (" (%d)" % nth if nth > 1 else "")
            found.append(Mutation(token.start, token.end, option, name, line))
    if is_table:
        for start, end, new, name in [*claims(tokens), *facts(tokens)]:
            found.append(Mutation(start, end, new, name, line_of(start)[1]))
    else:
        for first, semicolon in statements(tokens):
            start, end = tokens[first].start, tokens[semicolon].start
            found.append(Mutation(start, end, "", "removed", line_of(start)[1]))
    return found


def by_line(text, is_table=False):
    """The same as lists by line number (from 1)."""
    lines = {}
    for mutation in mutations(text, is_table):
        lines.setdefault(text[: mutation.start].count("\n") + 1, []).append(mutation)
    return lines
