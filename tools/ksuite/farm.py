# SPDX-License-Identifier: Apache-2.0
"""A farm of links to a user's checkout, in which what GCC 12 rejects is mended."""
import os
import re

HEADERS = 'tt_llk_blackhole'
# A false assertion in a discarded branch, and an unroll count that is a template parameter: newer
# compilers accept both, and neither changes what the code computes.
MENDS = {
    'ckernel_sfpu_fill.h': (r'static_assert\(false,[^;]*;', ''),
    'ckernel_sfpu_rounding_ops.h': (r'(?m)^#pragma GCC unroll [A-Z]+$', ''),
    'sfpi_lib.h': (r'static_assert \(false,[^;]*;', ';'),
    # Its body is a builtin, which is no function of ours that could be constexpr.
    'sfpi_classes.h': ('sfpi_inline constexpr void operator', 'sfpi_inline void operator'),
}


def _link(source, target):
    if not os.path.islink(target):
        os.symlink(source, target)


def _read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def _mend(source, target, pattern, replacement):
    text = re.sub(pattern, replacement, _read(source))
    if not os.path.exists(target) or _read(target) != text:
        with open(target, 'w', encoding='utf-8') as f:
            f.write(text)


def link_trees(checkout, farm, trees):
    """Links every file of some directories of a checkout into farm. Existing links are kept."""
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


def sfpi(include, farm):
    """Links the headers of sfpi; the directory that holds them."""
    above, name = os.path.split(os.path.abspath(include))
    link_trees(above, farm, [name])
    return os.path.join(farm, name)


def make(checkout, farm):
    """Links a checkout of tt-llk into farm."""
    link_trees(checkout, farm, [HEADERS])
    for name in ('common', 'tests'):
        _link(os.path.join(checkout, name), os.path.join(farm, name))
    above = os.path.dirname(checkout)
    if os.path.isdir(os.path.join(above, 'hw/ckernels')):  # the checkout is part of tt-metal
        _link(above, os.path.join(farm, 'metal'))
