# SPDX-License-Identifier: Apache-2.0
"""Where the circular buffers of a case lie in L1."""
FIRST_BUFFER = 0x20000  # below lie firmware, mailboxes and arguments on the device
SEMAPHORES = '.semaphores'  # no tensor's name
ALIGNED = 64            # DRAM of the device is read in units of so many bytes, on Wormhole of half of them
GAP = 2048              # between buffers, so that what leaves one does not reach the next


def root(buffers, number):
    """The buffer whose memory this one has: an alias has that of another."""
    while buffers[number].alias is not None:
        number = buffers[number].alias
    return number


def _next(end):
    """Where the next one lies behind what ends there."""
    return (end + GAP + ALIGNED - 1) // ALIGNED * ALIGNED


def _others(program):
    """Addresses of the semaphores and of tensors in L1, by their names; where the buffers begin."""
    addresses, at = {}, FIRST_BUFFER
    if program.semaphores:
        addresses[SEMAPHORES] = at
        at = _next(at + 16 * (max(program.semaphores) + 1))
    for name, tensor in program.tensors.items():
        if tensor.place == 'l1':
            addresses[name] = at
            at = _next(at + tensor.aligned * tensor.pages)
    return addresses, at


def layout(case):
    """Address of each buffer, and of the semaphores and tensors in L1; ValueError if they do not fit."""
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
