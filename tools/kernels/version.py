# SPDX-License-Identifier: Apache-2.0
"""The version of the library, of a tree or of an installed copy."""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def number(root=ROOT):
    """"0.1.0", or '' if its header is not there."""
    for place in ('include/softensix', '../../include/softensix'):
        try:
            with open(os.path.join(root, place, 'version.h'), encoding='ascii') as f:
                return re.search(r'STX_VERSION "([^"]+)"', f.read())[1]
        except OSError:
            continue
    return ''


def add(parser):
    """The option --version."""
    parser.add_argument('-V', '--version', action='version', version=f'{parser.prog} (softensix) {number()}', help='print the version and exit')
