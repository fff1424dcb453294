# SPDX-License-Identifier: Apache-2.0
"""What a core holds before a kernel (port/llk/state.h): noise, or what another kernel has left behind."""
import os


def add_options(parser):
    parser.add_argument('--noise', type=int, metavar='SEED',
                        help='registers and memory that nobody has set hold noise when a kernel begins')
    parser.add_argument('--after', metavar='CASE', help='each case runs behind this one, in the same core')
    parser.set_defaults(state=None, keep=None)


def arguments(options):
    """For a program, behind its own arguments."""
    return ([f'noise={options.noise}'] if options.noise is not None else []) + \
        ([f'after={options.state}'] if options.state else []) + ([f'keep={options.keep}'] if options.keep else [])


def first(options, out, execute):
    """Runs the case that comes first by execute(path), which answers whether it passed; its state is kept."""
    if options.after is None:
        return True
    options.keep = os.path.join(out, f'after-{os.getpid()}.state')
    passed = execute(options.after)
    options.state, options.keep = options.keep, None
    return passed
