#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does a step of the examples for CI services fail when one of its commands does? ci_steps.py file...

Each step runs by the shell that its service starts, with stubs in place of the commands of this tree, of which one
fails. GitHub runs a step by "bash -e", with pipefail only if the file says "shell: bash"; GitLab runs before_script and
script in one shell with errexit."""
import os
import re
import subprocess
import sys
import tempfile

import yaml

COMMAND = re.compile(r'\b(?:tools/[a-z0-9/_.-]+\.(?:py|sh)|make)\b')
GITHUB = {None: ['bash', '-e', '-c'], 'bash': ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'], 'sh': ['sh', '-e', '-c']}


def steps(path):
    """(shell, what it runs first, the step) of each."""
    with open(path, encoding='utf-8') as file:
        text = yaml.safe_load(file)
    if 'jobs' not in text:
        settings = [line for line in text['kernels']['before_script'] if line.startswith('set ')]
        return [(['bash', '-e', '-c'], '\n'.join(settings), step) for step in text['kernels']['script']]
    job = text['jobs']['kernels']
    usual = job.get('defaults', {}).get('run', {}).get('shell')
    return [(GITHUB[step.get('shell', usual)], '', step['run']) for step in job['steps'] if 'run' in step]


def stub(folder, name, body):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'#!/bin/sh\n{body}\n')
    os.chmod(path, 0o755)


def run(shell, first, step, bad):
    """Exit status of the step in a folder of stubs; the command `bad` fails when it is called for the first time."""
    with tempfile.TemporaryDirectory() as folder:
        for name in set(COMMAND.findall(step)):
            path = 'bin/make' if name == 'make' else name
            stub(folder, path, f'[ -e {folder}/failed ] || {{ touch {folder}/failed; exit 1; }}' if name == bad else ':')
        os.makedirs(os.path.join(folder, 'build/lines'))
        for name in 'ab':
            open(os.path.join(folder, f'build/lines/{name}.jsonl'), 'wb').close()
        script = re.sub(r'\$\{\{.*?\}\}', 'x', f'{first}\n{step}')
        environment = dict(os.environ, PATH=f'{folder}/bin:' + os.environ['PATH'])
        return subprocess.run([*shell, script], cwd=folder, env=environment, capture_output=True, check=False).returncode


def main():
    passed = failed = 0
    for path in sys.argv[1:]:
        for shell, first, step in steps(path):
            for bad in [None, *sorted(set(COMMAND.findall(step)))]:
                good = (run(shell, first, step, bad) != 0) == (bad is not None)
                passed, failed = passed + good, failed + (not good)
                if not good:
                    print(f'FAIL {path}: {step}: ' + (f'it goes on although {bad} fails' if bad else 'it fails'))
    print(f'{passed} passed, {failed} failed')
    return failed != 0 or passed == 0


if __name__ == '__main__':
    sys.exit(main())
