# SPDX-License-Identifier: Apache-2.0
"""What tests of proofs need, and a machine may lack."""
import importlib
import shutil
import sys


def needs(*modules, program='python3'):
    """Ends the test, as skipped, unless all of them exist."""
    try:
        for name in modules:
            importlib.import_module(name)
    except ImportError as why:
        missing = str(why)
    else:
        missing = '' if shutil.which(program) else f'{program} is missing'
    if missing:
        print(f'skipped: proofs: {missing}; Debian 12 has it (tools/setup.sh --prove)')
        sys.exit(0)
