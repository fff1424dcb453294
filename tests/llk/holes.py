#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does make isolation-test notice each hole alone? In a copy of the tree the monitor is broken in one place after the other.
Last line "N passed, N failed"."""
import os
import re
import shutil
import subprocess
import sys

COPY = 'build/holes'
CALLS, LOAD = 'port/monitor/calls.c', 'port/monitor/load.c'
HOLES = [  # file, a piece of one line, what its first occurrence becomes
    (CALLS, ' && lanes_good(thread, op.second)', ''),
    (CALLS, 'op.result + (op.second != NULL) < 8', 'op.result < 8'),
    (CALLS, 'uint32_t *value = lanes_at(thread, a[1]);', 'uint32_t *value = words_at(thread, a[1], 4);'),
    (CALLS, 'for (unsigned i = 0; i < 8; i++) {', 'for (unsigned i = 1; i < 8; i++) {'),
    (CALLS, ' || common > room - own', ''),
    (LOAD, 'segment->p_filesz > segment->p_memsz', '0'),
    (LOAD, '!why && !inside(room->entry, 4, room->code, room->code_end)', '0'),
    ('port/monitor/enter.S', '0x0B000D00', '0x0F000D00'),
    ('port/monitor/main.c', 'tick(frame);', ';'),
]


def isolated():
    """(whether the test passes in the copy, what it prints)."""
    done = subprocess.run([os.environ.get('MAKE', 'make'), '-s', '--no-print-directory', 'isolation-test'], cwd=COPY,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', check=False)
    return done.returncode == 0, done.stdout.splitlines()


def notices(file, old, new):
    source = open(file).read()
    if old not in source:
        print(f'FAIL {file} does not hold "{old}"', flush=True)
        return False
    with open(f'{COPY}/{file}', 'w') as f:
        f.write(source.replace(old, new, 1))
    passes, lines = isolated()
    if passes:
        print(f'FAIL nobody notices that in {file} "{old}" became "{new}"', flush=True)
    else:
        print(*[line for line in lines if re.match('FAIL (not printed|said|user|--limit)', line)][:2], sep='\n', flush=True)
    shutil.copy2(file, f'{COPY}/{file}')
    return not passes


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
shutil.rmtree(COPY, ignore_errors=True)
for name in subprocess.run(['git', 'ls-files', '-z'], stdout=subprocess.PIPE, text=True, check=True).stdout.split('\0')[:-1]:
    os.makedirs(os.path.dirname(f'{COPY}/{name}'), exist_ok=True)
    shutil.copy2(name, f'{COPY}/{name}', follow_symlinks=False)
good, said = isolated()
if not good:
    print(*said[-5:], sep='\n')
results = [good]
for number, hole in enumerate(HOLES, 1):
    print(f'holes: {number} of {len(HOLES)}: {hole[0]}: "{hole[1]}" becomes "{hole[2]}"', flush=True)
    results.append(notices(*hole))
if all(results):
    shutil.rmtree(COPY)
print(f'{results.count(True)} passed, {results.count(False)} failed')
sys.exit(not all(results))
