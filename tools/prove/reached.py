# SPDX-License-Identifier: Apache-2.0
"""What of a module of LLVM's IR a function reaches: the text by which answers are kept. What does not change it, such as
comments, other functions or the chip, does not ask for another proof."""
import re

FUNCTION = re.compile(r"^define .*?(@[-\w.$]+)\(.*?^\}$", re.M | re.S)
OBJECT = re.compile(r"^(@[-\w.$]+|%[-\w.$]+) = .*$", re.M)
NAME = re.compile(r"@[-\w.$]+|%(?:struct|union)\.[-\w.$]+")
NUMBERS = re.compile(r",? ![\w.]+ ![0-9]+|,? !srcloc ![0-9]+| #[0-9]+")  # of lists at the end of the module


def reached(text, name):
    """The definitions of everything that the function names, and what these name."""
    parts = {found[1]: found[0] for found in OBJECT.finditer(text)}
    parts.update((found[1], found[0]) for found in FUNCTION.finditer(text))
    seen, todo = set(), ["@" + name]
    while todo:
        new = todo.pop()
        if new not in seen:
            seen.add(new)
            todo += NAME.findall(parts.get(new, ""))
    layout = re.search("^target datalayout.*$", text, re.M)
    return layout[0] + "\n" + "\n".join(NUMBERS.sub("", parts[part]) for part in sorted(seen) if part in parts)
