# SPDX-License-Identifier: Apache-2.0
"""The state of a core before a kernel (port/llk/state.h): noise, or what another kernel has left."""
import os


def add_options(parser):
    parser.add_argument('--noise', type=int, metavar='SEED',
                        help='registers and memory hold noise when a kernel begins')
    parser.add_argument('--after', metavar='CASE', help='each case runs after this one, in the same core')
    parser.set_defaults(state=None, keep=None)


def arguments(options):
    """Arguments of a program, after its own."""
    return ([f'noise={options.noise}'] if options.noise is not None else []) + \
        ([f'after={options.state}'] if options.state else []) + ([f'keep={options.keep}'] if options.keep else [])


def first(options, out, execute):
    """Runs the case that comes first with execute(path), which returns whether it passed, and keeps its
    state."""
    if options.after is None:
        return True
    options.keep = os.path.join(out, f'after-{os.getpid()}.state')
    passed = execute(options.after)
    options.state, options.keep = options.keep, None
    return passed
