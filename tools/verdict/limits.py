# SPDX-License-Identifier: Apache-2.0
"""Limits of a verdict: a file with a line for each, "CHIP FORMAT METRIC AT-MOST", where * stands for any chip or
format, the metrics are those of table.METRICS ("rounded" is a least value), and AT-MOST is a number or "base", which
the value before the change stands for. Without a file nothing may be found."""
from .table import METRICS, MORE

NAMES = {name for name, *_ in METRICS}
DEFAULT = [('*', '*', 'findings', '0')]


class LimitError(Exception):
    """A line of a file of limits that is not well formed."""


def read(path):
    found = []
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            words = line.partition('#')[0].split()
            if not words:
                continue
            if len(words) != 4 or words[2] not in NAMES or not number_or_base(words[3]):
                raise LimitError(f'{path}:{number}: "CHIP FORMAT METRIC AT-MOST" expected, with a metric of {", ".join(sorted(NAMES))}')
            found.append(tuple(words))
    return found


def number_or_base(text):
    try:
        return text == 'base' or float(text) is not None
    except ValueError:
        return False


def broken(limits, parts):
    """A line for each limit that a part breaks."""
    found = []
    for chip, form, name, most in limits:
        for part in parts:
            value = part['head']['metrics'][name]
            if chip not in ('*', part['chip']) or form not in ('*', part['format']) or value is None:
                continue
            if most == 'base':
                wrong = part['changes'].get(name) == 'worse'
                most_here = part['base'] and part['base']['metrics'][name]
            else:
                most_here = float(most)
                wrong = value < most_here if name in MORE else value > most_here
            if wrong:
                found.append(f'{part["chip"]}, {part["format"]}: {name} {value:g}, limit {most_here:g}')
    return found
