# SPDX-License-Identifier: Apache-2.0
"""Types, constants and operands of LLVM's textual form, token by token. Anything unknown is refused."""
import re

TOKEN = re.compile(r"""\s*([%@]"[^"]*"|[%@!#][-\w.$]+|c"(?:[^"\\]|\\\\|\\[0-9A-Fa-f]{2})*"|"[^"]*"|-?\d+|[A-Za-z_][\w.]*|\.\.\.|[][(){}<>*,=!])""")


class Refused(Exception):
    """The text contains what this reader does not know."""


class Tokens:
    def __init__(self, text):
        self.text, self.at, self.list = text, 0, []
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise Refused(text)
            self.list.append(found[1])
            at = found.end()

    def peek(self, ahead=0):
        return self.list[self.at + ahead] if self.at + ahead < len(self.list) else ""

    def take(self, *wanted):
        token = self.peek()
        if wanted and token not in wanted:
            raise Refused(f"{token} in {self.text}")
        self.at += 1
        return token

    def given(self, *wanted):
        """Takes the next token if it is one of these."""
        if self.peek() in wanted:
            self.at += 1
            return True
        return False


class Int:
    def __init__(self, bits):
        self.bits, self.size = bits, max(1, (bits + 7) // 8)
        self.align = self.size

    def __repr__(self):
        return f"i{self.bits}"


class Pointer:
    size = align = 8  # Types() sets it


class Array:
    def __init__(self, count, of):
        self.count, self.of, self.size, self.align = count, of, count * of.size, of.align

    @property
    def members(self):
        return [self.of] * self.count

    @property
    def offsets(self):
        return range(0, self.size, self.of.size)


class Struct:
    """Of a name, whose members are known later, or of members."""

    def __init__(self, members, packed=False):
        self.members, self.offsets, self.align, self.packed, at = members, [], 1, packed, 0
        for member in members:
            align = 1 if packed else member.align
            at = (at + align - 1) // align * align
            self.offsets.append(at)
            at += member.size
            self.align = max(self.align, align)
        self.size = (at + self.align - 1) // self.align * self.align


class Other:
    """void, labels, metadata, functions."""
    size, align = 0, 1


class Types:
    def __init__(self, module_text):
        self.bodies = dict(re.findall(r"^(%\S+) = type (.*)$", module_text, re.M))
        self.named = {}
        short = re.search(r'^target datalayout = "[^"]*-p:32:32-', module_text, re.M)
        Pointer.size = Pointer.align = 4 if short else 8

    def struct(self, name):
        if name not in self.named:
            body = self.bodies[name]
            self.named[name] = Other() if body == "opaque" else self.parse(Tokens(body))
        return self.named[name]

    def parse(self, tokens):
        token = tokens.take()
        if re.fullmatch(r"i\d+", token):
            kind = Int(int(token[1:]))
        elif token in ("void", "label", "metadata"):
            kind = Other()
        elif token == "[":
            count = int(tokens.take())
            tokens.take("x")
            kind = Array(count, self.parse(tokens))
            tokens.take("]")
        elif token == "{":
            members = []
            while not tokens.given("}"):
                members.append(self.parse(tokens))
                tokens.given(",")
            kind = Struct(members)
        elif token == "<":  # a packed structure
            tokens.take("{")
            tokens.at -= 1
            kind = Struct(self.parse(tokens).members, packed=True)
            tokens.take(">")
        elif token.startswith("%"):
            # What a pointer points to is needed where it is used alone.
            if tokens.peek() == "*":
                kind = Other()
            else:
                kind = self.struct(token)
        else:
            raise Refused(f"type {token} in {tokens.text}")
        while True:
            if tokens.given("*"):
                kind = Pointer()
            elif tokens.peek() == "(":
                self.skip(tokens)  # of a function, of which there are only pointers and calls
            else:
                return kind

    def skip(self, tokens):
        """Passes over what is in parentheses."""
        depth = 0
        while True:
            token = tokens.take()
            depth += token == "("
            depth -= token == ")"
            if depth == 0:
                return
