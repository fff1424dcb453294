# SPDX-License-Identifier: Apache-2.0
"""Selects which variants of LLK's own tests run: a sample, one machine's share of several, or as many as fit into a
time, in an order given by a seed, without those that have passed before."""
import os
import random
import re
from importlib import metadata


def xdist_before(*wanted):
    """True if pytest-xdist is missing or older than that version."""
    try:
        version = metadata.version('pytest-xdist')
    except metadata.PackageNotFoundError:
        return True
    return tuple(map(int, re.findall(r'\d+', version)[:len(wanted)])) < wanted


def sample(items, wanted, file_of):
    """This many of each file, evenly spaced."""
    files = {}
    for item in items:
        files.setdefault(file_of(item), []).append(item)
    return [of[i * len(of) // wanted] if len(of) > wanted else of[i]
            for of in files.values() for i in range(min(wanted, len(of)))]


def passed_before(path):
    """The names in a file, one on each line."""
    if not path or not os.path.isfile(path):
        return set()
    with open(path, encoding='utf-8') as f:
        return {line.rstrip('\n') for line in f}


def order(items, seed, passed, name_of):
    """The items that have not passed, shuffled; the same order for the same seed, whatever has
    passed."""
    mixed = sorted(items, key=name_of)
    random.Random(seed).shuffle(mixed)
    return [item for item in mixed if name_of(item) not in passed]


def summary(results):
    """A line about each file. results: (file, outcome, seconds) of each variant."""
    files = {}
    for file, outcome, seconds in results:
        count = files.setdefault(file, {'passed': 0, 'failed': 0, 'skipped': 0, 'seconds': 0.0})
        count[outcome] += 1
        count['seconds'] += seconds
    return [f'{file}: {c["passed"]} passed, {c["failed"]} failed, {c["skipped"]} skipped in {c["seconds"]:.1f} s'
            for file, c in sorted(files.items())]
