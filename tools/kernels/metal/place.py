# SPDX-License-Identifier: Apache-2.0
"""Places the circular buffers of a case in L1."""
from . import globalcb

FIRST_BUFFER = 0x20000  # on the device, firmware, mailboxes and arguments are below it
SEMAPHORES = '.semaphores'  # not a valid name of a tensor
ALIGNED = 64            # the device reads DRAM in units of this many bytes, on Wormhole of half as many
WORDS_OF_GLOBALS = 1536  # counters of global circular buffers, and what their kernels read, behind the semaphores
GAP = 2048              # between buffers, so that an overrun of one does not reach the next


def root(buffers, number):
    """The buffer whose memory this one uses; an alias uses that of another."""
    while buffers[number].alias is not None:
        number = buffers[number].alias
    return number


def _next(end):
    """The address of the next buffer after this end."""
    return (end + GAP + ALIGNED - 1) // ALIGNED * ALIGNED


def _others(program):
    """The addresses of the semaphores and of tensors in L1, by name, and the address where buffers
    begin."""
    addresses, at = {}, FIRST_BUFFER
    if program.semaphores or program.globals:
        addresses[SEMAPHORES] = at
        at = _next(at + (WORDS_OF_GLOBALS if program.globals else 16 * (max(program.semaphores) + 1)))
    for name, one in program.globals.items():
        addresses[globalcb.place(name)] = at
        at = _next(at + one.size)
    for name, tensor in program.tensors.items():
        if tensor.place == 'l1':
            addresses[name] = at
            at = _next(at + tensor.aligned * tensor.pages)
    return addresses, at


def layout(case):
    """The addresses of all buffers, and of the semaphores and tensors in L1; raises ValueError if
    they do not fit."""
    if case.placed is not None:
        return case.placed
    l1_bytes = case.chip.l1_bytes
    roots = {number: root(case.buffers, number) for number in case.buffers}
    others, at = _others(case.program)
    sizes, addresses = {}, {}
    for number, buffer in case.buffers.items():
        sizes[roots[number]] = max(sizes.get(roots[number], 0), buffer.pages * buffer.page_bytes)
    for number, buffer in case.buffers.items():
        if buffer.alias is None:
            addresses[number] = at
            at = _next(at + sizes[number])
    if at - GAP > l1_bytes:
        raise ValueError(f'the circular buffers need {at - GAP - FIRST_BUFFER} bytes, and L1 has '
                         f'{l1_bytes - FIRST_BUFFER}')
    return {number: addresses[roots[number]] for number in case.buffers} | others
