# SPDX-License-Identifier: Apache-2.0
"""What went wrong, for programs: a code, and a hint that says what to do (docs/agents.md)."""
import re

# In the order of the pipeline. A message begins with its code.
HINTS = {
    'case': 'the case or the description is not well formed, or names a file that is not there: docs/metal.md and docs/llk.md have the lines',
    'build': 'mend what the compiler says; --define NAME=VALUE gives a macro that the kernel lacks',
    'checkout': 'give the directories of the checkouts: --tt-llk, --tt-metal, --sfpi',
    'journal': 'take another --journal, or leave out --resume',
    'input': 'the runtime refuses the case: make it smaller, or its addresses lower',
    'fault': 'the message names the word or the call, its line, and the rule that it breaks: docs/isa.md, docs/diagnostics.md',
    'deadlock': 'the message names what each thread waits for and what could end the wait: look for the push, pop, post or release that lacks',
    'pages': 'the kernel takes or makes another number of pages than the case says: compare its loops with args and with the in and out lines',
    'mismatch': '--record all shows every page that was pushed, --picture where numbers are wrong, --check-order accesses that nothing orders',
    'order': 'put the wait that the finding names before the access: docs/order.md',
    'contract': 'a call about circular buffers or Dst breaks its rule: docs/order.md',
    'left': 'the kernel ends with something undone: the notes name it',
    'timeout': 'the run took longer than --timeout seconds',
    'internal': 'an error of this tool, with its place: please report it',
    'interrupted': 'go on with --journal FILE --resume',
    'failed': 'the text is the output of the test'}
KNOWN = '|'.join(HINTS)


def code_of(text):
    """The code of a failure's text: "FAIL name: deadlock: ...", "deadlock: ..."."""
    first = text.partition('\n')[0]
    found = re.match(rf'(?:FAIL .*?: )?({KNOWN})\b', first) or re.search(rf': ({KNOWN})\b', first)
    return found[1] if found else 'timeout' if 'no end after' in first else 'failed'


def of_exception(error):
    """The code of an error that ends a command: CheckoutError is checkout."""
    name = type(error).__name__.removesuffix('Error').lower()
    return name if name in HINTS else 'internal'


def error(code, message):
    """An error that ended a command, as an object for JSON."""
    return {'code': code, 'message': message, 'hint': HINTS.get(code, '')}
