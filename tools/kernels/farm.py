# SPDX-License-Identifier: Apache-2.0
"""A directory of links to the files of a user's checkout, with fixed copies of files that GCC 12
rejects."""
import contextlib
import hashlib
import os
import re

from .chips import BLACKHOLE
from .kept import replace

# A false assertion in a discarded branch, and an unroll count that is a template parameter. Newer compilers accept
# both, and neither changes what the code computes.
MENDS = {
    'ckernel_sfpu_fill.h': (r'static_assert\(false,[^;]*;', ''),
    'ckernel_sfpu_rounding_ops.h': (r'(?m)^#pragma GCC unroll [A-Z]+$', ''),
    'sfpi_lib.h': (r'static_assert \(false,[^;]*;', ';'),
    # Its body is a builtin, which here is a function that cannot be constexpr.
    'sfpi_classes.h': ('sfpi_inline constexpr void operator', 'sfpi_inline void operator'),
}
FALSE_ASSERTION = re.compile(r'static_assert\s*\(\s*false\s*(?:,[^;]*)?\)\s*;')
_WORD = r'volatile (?:tt_reg_ptr )?uint32_t\s*\*'
_CLOCK = r'reinterpret_cast<volatile uint tt_reg_ptr\*>\((RISCV_DEBUG_REG_WALL_CLOCK_[LH])\)'
# Register accesses of data-movement kernels through pointers become calls (include/metal/dataflow.h).
REGISTERS = {
    'noc_nonblocking_api.h': (
        (_WORD + r' ptr = \(volatile uint32_t\*\)offset;\s*\*ptr = (\w+);', r'stx_dm_write(offset, \1);'),
        (_WORD + r' ptr = \(volatile uint32_t\*\)offset;\s*return \*ptr;', 'return stx_dm_read(offset);'),
        (r'\*\(volatile uint32_t\*\)offset = (\w+);', r'stx_dm_write(offset, \1);')),
    'risc_common.h': (
        (_WORD + r' p_reg = reinterpret_cast<[^>]*>\(addr\);\s*return p_reg\[0\];', 'return stx_dm_read(addr);'),
        (r'(void invalidate_l1_cache\(\) \{)[^}]*\}', r'\1 stx_dm_poll(); }'),
        (r'volatile uint tt_reg_ptr\* (clock_\w+) = ' + _CLOCK + ';', r'const std::uint32_t \1 = \2;'), (r'\b(clock_(?:lo|hi))\[0\]', r'stx_dm_read(\1)'),
        (r'\*' + _CLOCK, r'stx_dm_read(\1)')),
}


def _link(source, target):
    if not os.path.islink(target):
        with contextlib.suppress(FileExistsError):  # another process was faster
            os.symlink(source, target)


def _read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def _mend(source, target, pattern, replacement):
    replace(target, re.sub(pattern, replacement, _read(source)))


def _absolute(text, directory):
    """Makes the includes of headers next to the original absolute in a copy."""
    def whole(found):
        path = os.path.join(directory, found[2])
        return f'{found[1]}"{path}"' if os.path.isfile(path) else found[0]
    return re.sub(r'(?m)^(\s*#\s*include\s+)"([^"]+)"', whole, text)


CALLS = {'noc_nonblocking_api.h': ('stx_dm_write(', 'stx_dm_read('), 'risc_common.h': ('stx_dm_read(', 'stx_dm_poll(')}


def mend_registers(sources, farm):
    """Makes copies of headers in which register accesses are calls. Returns messages about headers that are missing
    or access registers in an unknown way."""
    os.makedirs(farm, exist_ok=True)
    strange = []
    for source in sources:
        name = os.path.basename(source)
        text = _read(source) if os.path.isfile(source) else ''
        for pattern, replacement in REGISTERS[name]:
            text = re.sub(pattern, replacement, text)
        if not all(call in text for call in CALLS[name]):
            strange.append(f'{source} accesses registers in an unknown way' if text else f'{source} is missing')
        elif text:
            replace(os.path.join(farm, name), _absolute(text, os.path.dirname(source)))
    return strange


def mend_assertions(tree, farm):
    """Makes fixed copies of a tree's headers with a false assertion, each under its name below the tree. They come
    first on the include path."""
    for directory, below, names in os.walk(tree):
        below[:] = [d for d in below if d != 'debug']  # printing is off, and its headers include their neighbours
        for name in names:
            source = os.path.join(directory, name)
            if not name.endswith(('.h', '.hpp', '.inl')) or name in REGISTERS:
                continue
            text = _read(source)
            mended = FALSE_ASSERTION.sub(';', text)
            if mended != text:
                target = os.path.join(farm, os.path.relpath(source, tree))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                replace(target, _absolute(mended, directory))


REMOTE = 'api/remote_circular_buffer.h'
_CALLS_OF_REMOTE = ('wait_front', 'pop_front', 'reserve_back', 'sender_barrier', 'push_back_and_write_pages')
_BEHIND_CALLS = 'template <uint32_t num_local_cbs>'


def mend_remote(tree, farm):
    """Makes a copy of the header of global circular buffers in which the calls tell the port what they do (include/metal/remote.h).
    Returns what is strange about the header, or ''."""
    source, target = os.path.join(tree, REMOTE), os.path.join(farm, REMOTE)
    text, count = re.subn(rf'FORCE_INLINE void remote_cb_({"|".join(_CALLS_OF_REMOTE)})\(', r'FORCE_INLINE void checkout_remote_cb_\1(',
                          _read(source) if os.path.isfile(source) else '')
    if count != len(_CALLS_OF_REMOTE) or text.count(_BEHIND_CALLS) != 1:
        return f'{source} defines global circular buffers in an unknown way' if text else f'{source} is missing'
    hooks = '#if !defined(COMPILE_FOR_TRISC) && defined(KERNEL_BUILD)\n#include "metal/remote.h"\n#endif\n\n'
    os.makedirs(os.path.dirname(target), exist_ok=True)
    replace(target, _absolute(text.replace(_BEHIND_CALLS, hooks + _BEHIND_CALLS), os.path.dirname(source)))
    return ''


def link_trees(checkout, farm, trees):
    """Links every file of some directories of a checkout below farm. Existing links are kept."""
    for tree in trees:
        for directory, _, names in os.walk(os.path.join(checkout, tree)):
            target = os.path.join(farm, os.path.relpath(directory, checkout))
            os.makedirs(target, exist_ok=True)
            for name in names:
                source, to = os.path.join(directory, name), os.path.join(target, name)
                if name in MENDS:
                    _mend(source, to, *MENDS[name])
                else:
                    _link(source, to)


class CheckoutError(Exception):
    """Says in one line what is missing."""


def of(work, kind, path):
    """The directory of links to a checkout; each checkout has its own."""
    return os.path.join(work, f'{kind}-' + hashlib.sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:8])


def sfpi_headers(checkout):
    """The include directory of sfpi, which may be the checkout itself."""
    include = os.path.abspath(checkout)
    inner = os.path.join(include, 'include')
    return inner if os.path.isdir(inner) else include


def sfpi(checkout, work):
    """Links the headers of sfpi and returns the directory that holds them."""
    include = sfpi_headers(checkout)
    if not os.path.isfile(os.path.join(include, 'sfpi.h')):
        raise CheckoutError(f'{checkout} is not a checkout of sfpi: sfpi.h is missing')
    above, name = os.path.split(include)
    farm = of(work, 'sfpi', include)
    link_trees(above, farm, [name])
    return os.path.join(farm, name)


def make(checkout, farm, headers=BLACKHOLE.llk):
    """Links a checkout of tt-llk below farm. headers: the directory of a chip."""
    link_trees(checkout, farm, [headers])
    for name in ('common', 'tests'):
        _link(os.path.join(checkout, name), os.path.join(farm, name))
    above = os.path.dirname(checkout)
    if os.path.isdir(os.path.join(above, 'hw/ckernels')):  # the checkout is part of tt-metal
        _link(above, os.path.join(farm, 'metal'))
