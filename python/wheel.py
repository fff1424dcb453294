#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel from the package and a shared object for each chip: wheel.py PLATFORM DIRECTORY CHIP=LIBRARY... The form
is that of PEP 427; nothing but Python's own library is needed."""
import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# The reader of kernels' cases, which is that of the runner.
READER = ('__init__.py', 'chips.py', 'compare.py', 'ending.py', 'formats.py', 'text.py',
          *(f'metal/{name}.py' for name in ('__init__', 'bindings', 'case', 'globalcb', 'place', 'program', 'words')))
DATE = (2026, 1, 1, 0, 0, 0)  # the same bytes whenever it is made


def version():
    """That of the library."""
    with open(os.path.join(HERE, '../include/softensix/version.h'), encoding='ascii') as f:
        return re.search(r'#define STX_VERSION "([^"]+)"', f.read())[1]


def contents(libraries, platform):
    """(name, bytes) of each file but the last."""
    package = os.path.join(HERE, 'softensix')
    for directory in ('', '_kernels/', '_kernels/metal/'):
        for name in sorted(os.listdir(os.path.join(package, directory))):
            if name.endswith(('.py', '.pyi', '.typed')):
                with open(os.path.join(package, directory, name), 'rb') as f:
                    yield f'softensix/{directory}{name}', f.read()
    for name in READER:
        with open(os.path.join(HERE, '../tools/kernels', name), 'rb') as f:
            yield f'softensix/_kernels/{name}', f.read()
    for chip, library in libraries:
        with open(library, 'rb') as f:
            yield f'softensix/_{chip}.so', f.read()
    info = f'softensix-{version()}.dist-info'
    with open(os.path.join(HERE, '../LICENSE'), 'rb') as f:
        yield f'{info}/LICENSE', f.read()
    yield f'{info}/METADATA', (
        f'Metadata-Version: 2.1\nName: softensix\nVersion: {version()}\n'
        'Summary: The Tensix coprocessor of Tenstorrent Blackhole and Wormhole in software, bit for bit\n'
        'License: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\n').encode()
    yield f'{info}/WHEEL', (f'Wheel-Version: 1.0\nGenerator: softensix\nRoot-Is-Purelib: false\n'
                            f'Tag: py3-none-{platform}\n').encode()


def main():
    platform, directory, *named = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, f'softensix-{version()}-py3-none-{platform}.whl')
    record = []
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as to:
        def add(name, data):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            to.writestr(entry, data)
        for name, data in contents([name.split('=', 1) for name in named], platform):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
            record.append(f'{name},sha256={digest},{len(data)}')
            add(name, data)
        name = f'softensix-{version()}.dist-info/RECORD'
        add(name, ('\n'.join([*record, f'{name},,']) + '\n').encode())
    print(f'made {path}, {os.path.getsize(path)} bytes')


if __name__ == '__main__':
    main()
