# SPDX-License-Identifier: Apache-2.0
"""Metal 2.0: the header that tt-metal's build generates for the names of a kernel's arguments, circular buffers,
semaphores and tensors (args::, dfb::, sem::, tensor::)."""
from dataclasses import dataclass, field


@dataclass
class Bindings:
    """The bindings of one kernel, in the order in which they were named."""
    args: list = field(default_factory=list)        # (name, ct, rt or crt, word)
    buffers: list = field(default_factory=list)     # (name, number of a circular buffer)
    semaphores: list = field(default_factory=list)  # (name, number)
    tensors: list = field(default_factory=list)     # (name, name of a tensor)

    def __bool__(self):
        return bool(self.args or self.buffers or self.semaphores or self.tensors)

    def words(self, kind):
        """The values of the arguments of a kind."""
        return [value for _, of, value in self.args if of == kind]


def _space(name, lines):
    return [f'namespace {name} {{', *lines, '}'] if lines else []


def _arguments(bindings):
    """Run-time arguments are identified by their offsets in bytes."""
    counts, lines = {'rt': 0, 'crt': 0}, []
    for name, kind, value in bindings.args:
        if kind == 'ct':
            lines.append(f'constexpr experimental::CtaVal<uint32_t> {name}{{{value}u}};')
            continue
        type_name = 'RtaArg' if kind == 'rt' else 'CrtaArg'
        lines.append(f'constexpr experimental::{type_name}<uint32_t> {name}{{{4 * counts[kind]}}};')
        counts[kind] += 1
    return lines, counts


def _tensors(bindings, places, first):
    """For each tensor its compile-time arguments and, after the named common arguments, its
    address."""
    lines = []
    for i, ((name, _), place) in enumerate(zip(bindings.tensors, places)):
        lines += [f'using {name}_t = ::tensor_accessor::TensorBindingToken<{place}u, {4 * (first + i)}u>;',
                  f'constexpr {name}_t {name}{{}};']
    return lines


def text(bindings, places=()):
    """The header for a kernel; '' if it uses no names. places: of the compile-time arguments that describe each
    tensor."""
    if not bindings:
        return ''
    lines, counts = _arguments(bindings)
    tensors = _tensors(bindings, places, counts['crt'])
    out = ['#pragma once', '#include "experimental/kernel_args.h"']
    if bindings.buffers:
        out.append('#include "api/dataflow/dataflow_buffer.h"')
    if tensors:
        out.append('#include "api/tensor/tensor_binding_token.h"')
    out += _space('args', lines)
    out += _space('dfb', [f'constexpr DFBBindingToken {name}{{{number}}};' for name, number in bindings.buffers])
    out += _space('sem', [f'constexpr std::uint32_t {name} = {number}u;' for name, number in bindings.semaphores])
    out += _space('tensor', tensors)
    out += ['FORCE_INLINE uint32_t get_vararg(uint32_t i) { return get_arg_val<uint32_t>('
            f'{counts["rt"]} + i); }}',
            'FORCE_INLINE uint32_t get_common_vararg(uint32_t i) { return get_common_arg_val<uint32_t>('
            f'{counts["crt"] + len(bindings.tensors)} + i); }}']
    return '\n'.join(out) + '\n'
