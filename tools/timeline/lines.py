# SPDX-License-Identifier: Apache-2.0
"""Reads the JSON lines of the time model (docs/time.md), and what their stalls mean."""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
THREADS = ('unpack', 'math', 'pack')
COLOURS = ('#c62828', '#ef6c00', '#f9a825', '#6a1b9a', '#ad1457', '#283593', '#0277bd', '#00838f',
           '#2e7d32', '#558b2f', '#9e9d24', '#4e342e', '#37474f', '#d84315', '#5d4037', '#00695c',
           '#7b1fa2', '#455a64', '#827717', '#bf360c', '#1a237e', '#880e4f')


def _head(f, path):
    head = json.loads(f.readline() or '{}')
    if head.get('schema') != 'softensix-time' or head.get('version') != 1:
        raise ValueError(f'{path} is not schema softensix-time, version 1')
    return head


def load(path):
    """The words, as dictionaries. ValueError: this is something else."""
    with open(path, encoding='ascii') as f:
        _head(f, path)
        return [json.loads(line) for line in f]


def rate(path):
    """Bytes a cycle that both unpackers get from L1."""
    with open(path, encoding='ascii') as f:
        return _head(f, path).get('rate', 128)


def chip(path):
    """"Blackhole", or what the lines say."""
    with open(path, encoding='ascii') as f:
        return _head(f, path).get('arch', 'blackhole').capitalize()


def given(path):
    """The same for a program that ends where it cannot read them."""
    try:
        return load(path)
    except (OSError, ValueError) as e:
        sys.exit(f'timeline: {e}')


def stalls():
    """name -> (text, colour)"""
    with open(os.path.join(ROOT, 'include/softensix/stalls.def'), encoding='ascii') as f:
        rows = re.findall(r'^STALL\((\w+), "[^"]*", "([^"]*)"\)', f.read(), re.M)
    return {name: (text, COLOURS[i % len(COLOURS)]) for i, (name, text) in enumerate(rows)}


def lane(word):
    """Its unit; of the two unpackers, which."""
    block = re.search(r'unpack_block_selection=(\d)', word['text'])
    return f'unpacker {block[1]}' if block and word['unit'] == 'unpackers' else word['unit']


def lanes(words):
    return sorted({lane(word) for word in words})
