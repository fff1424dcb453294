# SPDX-License-Identifier: Apache-2.0
"""Checks the words of a line of a case file or of a description (docs/metal.md), with names for messages about
errors."""
import difflib
import math
import re


class Unexpected(ValueError):
    """A word is missing, superfluous or invalid."""


def nearest(text, known):
    """ "; is it "fidelity"?" for fidelty, else nothing."""
    found = difflib.get_close_matches(text, list(known), 1)
    return f'; is it "{found[0]}"?' if found else ''


def counted(words, least, most):
    """The words, if their number is right."""
    if len(words) < least:
        raise Unexpected(f'{len(words)} of {least} words')
    if most is not None and len(words) > most:
        raise Unexpected(f'the word "{words[most]}" is one too many')
    return words


def whole(name, text, low, high):
    """A whole number in this range."""
    if not re.fullmatch('[+-]?[0-9]{1,20}', text):
        raise Unexpected(f'{name} "{text}" is not an integer')
    if not low <= int(text) <= high:
        raise Unexpected(f'{name} {text} is not from {low} to {high}')
    return int(text)


def buffer_number(case, text):
    """The number of a circular buffer of the chip."""
    return whole('ID', text, 0, case.chip.buffers - 1)


def known(case, text):
    """The number of an existing buffer."""
    number = buffer_number(case, text)
    if number not in case.buffers:
        raise ValueError(f'there is no cb {number} above')
    return number


def word(text):
    """A 32-bit number, signed or unsigned, decimal or 0x..."""
    if not re.fullmatch('[+-]?(0[xX][0-9a-fA-F]{1,16}|0|[1-9][0-9]{0,19})', text):
        raise Unexpected(f'"{text}" is not an integer')
    value = int(text, 0)
    if not -(1 << 31) <= value < 1 << 32:
        raise Unexpected(f'{text} is not a word of 32 bits')
    return value & 0xFFFFFFFF


def real(name, text, low=-math.inf, high=math.inf):
    """A finite number in this range."""
    try:
        value = float(text)
    except ValueError:
        raise Unexpected(f'{name} "{text}" is not a number') from None
    if not math.isfinite(value) or not low <= value <= high:
        allowed = f'from {low:g} to {high:g}' if math.isfinite(high) else \
            f'{low:g} or more' if math.isfinite(low) else 'finite'
        raise Unexpected(f'{name} {text} is not {allowed}')
    return value


def flag(text):
    if text not in ('0', '1'):
        raise Unexpected(f'{text} is neither 0 nor 1')
    return text == '1'


def one_of(name, text, known):
    if text not in known:
        raise Unexpected(f'no {name} {text}{nearest(text, known) or "; there are " + " ".join(known)}')
    return text


def once(holder, key, what):
    """Refuses a second definition."""
    if key in holder:
        raise Unexpected(f'{what} a second time')


def macro(rest):
    """NAME or MACRO(i), then the value, spaces included."""
    name, _, value = rest.partition(' ')
    if '(' in name and ')' not in name:
        head, _, value = rest.partition(')')
        name, value = head + ')', value.removeprefix(' ')
    if not re.fullmatch(r'[A-Za-z_]\w*(\([\w\s,.]*\))?', name, re.ASCII):
        raise Unexpected(f'NAME "{name}" is not the name of a macro')
    if value.endswith('\\') or '\0' in value:
        raise ValueError('a value that ends in \\ would take the next line')
    return name, value


def argument_name(text):
    """A name for get_named_compile_time_arg_val()."""
    if not re.fullmatch(r'[^"\\{},]+', text) or not text.isprintable():
        raise Unexpected(f'NAME "{text}" is not the name of an argument')
    return text


def identifier(text):
    """A C++ identifier."""
    if not re.fullmatch(r'[A-Za-z_]\w*', text, re.ASCII):
        raise Unexpected(f'NAME "{text}" is not a C++ name')
    return text


def split(key, rest):
    """The words after a keyword; commas separate the numbers of ct."""
    if key != 'ct':
        return rest.split()
    return re.split(r'\s*,\s*|\s+', rest.strip()) if rest.strip() else []


def follow(key, rule, rest, *given):
    """Handles a line with its rule; messages about its words include the usage."""
    usage, least, most, take = rule
    try:
        if least is None:
            return take(*given, rest)
        return take(*given, counted(split(key, rest), least, most))
    except Unexpected as e:
        more = '' if '; expected "' in str(e) else f'; expected "{key} {usage}"'  # the kind of an input has its own
        raise Unexpected(f'{e}{more}') from e
