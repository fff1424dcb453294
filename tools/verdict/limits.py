# SPDX-License-Identifier: Apache-2.0
"""Limits of a verdict: a file with a line for each, "CHIP FORMAT METRIC AT-MOST", where * stands for any chip or
format, the metrics are those of table.METRICS ("rounded" is a least value), and AT-MOST is a number; or "base", the value
before the change; or "traded", which is the same, unless another metric of JUDGED is better. Without a file BASED holds, or ALONE
without a base."""
from .table import METRICS, MORE

NAMES = {name for name, *_ in METRICS}
JUDGED = ('max_ulp', 'mean_ulp', 'rounded', 'special', 'turns', 'cycles')
ALONE = [('*', '*', 'findings', '0')]
BASED = [*(('*', '*', name, 'base') for name in ('findings', 'max_ulp', 'special', 'turns')),
         *(('*', '*', name, 'traded') for name in ('mean_ulp', 'rounded', 'cycles'))]


class LimitError(Exception):
    """A line of a file of limits that is not well formed."""


def read(path):
    found = []
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            words = line.partition('#')[0].split()
            if not words:
                continue
            if len(words) != 4 or words[2] not in NAMES or not known(words[3]):
                raise LimitError(f'{path}:{number}: "CHIP FORMAT METRIC AT-MOST" expected, with a metric of {", ".join(sorted(NAMES))}')
            found.append(tuple(words))
    return found


def known(text):
    try:
        return text in ('base', 'traded') or float(text) is not None
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
            if most in ('base', 'traded'):
                better = most == 'traded' and any(part['changes'].get(other) == 'better' for other in JUDGED)
                wrong = part['changes'].get(name) == 'worse' and not better
                most_here = part['base'] and part['base']['metrics'][name]
            else:
                most_here = float(most)
                wrong = value < most_here if name in MORE else value > most_here
            if wrong:
                found.append(f'{part["chip"]}, {part["format"]}: {name} {value:g}, limit {most_here:g}')
    return found
