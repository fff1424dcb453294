# SPDX-License-Identifier: Apache-2.0
"""Guesses what a kernel is compiled with if there is no case: buffers, arguments and macros from its
source, from the compiler's messages and from a table (kernels.tsv)."""
import os
import re

from . import case as cases
from ..chips import BLACKHOLE

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'kernels.tsv')
MOST_ARGUMENTS = 64
NUMBERS = (1, 2, 16, 32)  # values for all arguments if different ones are not consistent


def table():
    """(macros for all kernels, {kernel: (macros, arguments, note)})."""
    common, kernels = {}, {}
    with open(TABLE, encoding='utf-8') as f:
        for line in f:
            fields = line.rstrip('\n').split('\t')
            if line.startswith('#') or not line.strip():
                continue
            if fields[0] == 'define':
                common[fields[1]] = fields[2] if len(fields) > 2 else ''
            else:
                kernels[fields[0]] = fields[1:]
    return common, kernels


def _place(path):
    """Operation and name of a kernel, without what distinguishes a later form from the first
    one."""
    directory, name = os.path.split(path)
    operation = re.search(r'(\w+)/device/', path)
    return operation[1] if operation else directory, re.sub(r'(_metal2|_dfb)?\.cpp$', '', name)


def known_of(path, kernels):
    """The table's entry for a kernel, or for one of the same name in an operation of the same name, because trees
    move operations and contain ports of them."""
    if path in kernels:
        return kernels[path]
    same = [k for k in kernels if _place(k) == _place(path)]
    return [entry for entry in kernels[same[0]] if entry.startswith(('-D', 'ct=', 'named=', 'arg=', 'cb=', 'fp32'))] if len(same) == 1 else []


EXAMPLES, OPERATIONS, TESTS = 'tt_metal/programming_examples', 'ttnn/cpp/ttnn/operations', 'tests/tt_metal/tt_metal/test_kernels/'
COMPUTE = (EXAMPLES, TESTS + 'compute', OPERATIONS)
MOVEMENT = (EXAMPLES, TESTS + 'dataflow', OPERATIONS, 'ttnn/cpp/ttnn/kernel/dataflow')


def _below(root, tops, is_one):
    found = []
    for top in tops:
        for directory, names, files in os.walk(os.path.join(root, top)):
            names[:] = sorted(names)
            for name in sorted(files):
                path = os.path.join(directory, name)
                if name.endswith('.cpp') and is_one(path):
                    found.append(os.path.relpath(path, root))
    return found


def find(root):
    """The compute kernels below a checkout, recognised by their includes."""
    return _below(root, COMPUTE, is_kernel)


def find_movement(root):
    """The data-movement kernels below a checkout that do not mention other cores, without those for Quasar, another
    chip."""
    return _below(root, MOVEMENT, is_alone)


def find_cores(root):
    """The data-movement kernels of examples and operations that need other cores of the chip, and nothing beyond it."""
    return _below(root, (EXAMPLES, OPERATIONS, 'ttnn/examples'), needs_cores)


def _text(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


def is_alone(path):
    source = _text(path)
    entry = re.search(r'\bvoid\s+kernel_main\s*\(', source) and not re.search(r'\bint\s+main\s*\(', source)
    others = re.search(r'fabric|m(ulti)?cast|erisc|ethernet|/ccl/|quasar|dispatch', path + source)
    return bool(entry and not others and moves_data(path, source))


# Calls that reach other cores: multicasts, words for which another core waits, and coordinates that are not the core's own.
REACHES = (r'multicast|MulticastEndpoint|\bnoc_semaphore_(inc|wait|set_remote)|\.up\s*\(|set_remote|relay_|remote_cb|inline_dw_write'
           r'|noc_x\s*=\s*(?!my_)\w|get_noc_addr\(\s*(?!my_)[^(),;]+,[^(),;]+,')


def needs_cores(path):
    source = _text(path)
    code = re.sub(r'/\*.*?\*/|//[^\n]*', '', source, flags=re.S)
    entry = re.search(r'\bvoid\s+kernel_main\s*\(', code) and not re.search(r'\bint\s+main\s*\(', code)
    beyond = re.search(r'/ccl/|quasar|dispatch|socket|gather_matmul|all_gather', path) or re.search(r'[Ff]abric|erisc|ethernet', path + code)
    compute = re.search(r'#include\s+"[^"]*(api/compute/|compute_kernel_api)', code)
    return bool(entry and not beyond and not compute and re.search(REACHES, code))


def is_kernel(path):
    source = _text(path)
    entry = re.search(r'\bkernel_main\s*\(|\bvoid\s+MAIN\b', source)
    compute = re.search(r'#include\s+"[^"]*(api/compute/|compute_kernel_api|ckernel|llk_|kernel/compute/)', source)
    host = re.search(r'\bint\s+main\s*\(', source)
    return bool(entry and not host and (compute or '/compute/' in path))


def moves_data(path, source):
    """True for a data-movement kernel that looks like a compute kernel."""
    compute = re.search(r'#include\s+"[^"]*(api/compute/|compute_kernel_api)', source)
    return not compute and bool('/dataflow/' in path or re.search(r'dataflow_api\.h"|\bnoc_async_(read|write)|AddrGen\b', source))


def _named_arguments(source):
    """The names that a kernel asks for; if it takes them from a table, all quoted strings."""
    names = re.findall(r'get_named_compile_time_arg_val\(\s*"(\w+)"', source)
    if re.search(r'get_named_compile_time_arg_val\(\s*[^\s")]', source):
        names += re.findall(r'(?<!include )"(\w+)"', source)
    return sorted(set(names))


def may_be_numbers(why, known):
    """True if other compile-time arguments may help."""
    return (not any(entry.startswith('ct=') for entry in known) and
            re.search(r'static assertion|constant expression|division by zero|template argument|narrowing', why) is not None)


def first(kernel, source, known, number=None, chip=BLACKHOLE):
    """An initial Case: 32 buffers of Float16_b and small arguments, all equal to number if it is
    given."""
    guess = cases.Case(kernel, kernel=kernel, chip=chip)
    guess.buffers = {i: cases.Buffer('Float16_b', 8, 32, 32) for i in range(32)}
    guess.compile_args = [1 + i % 31 for i in range(MOST_ARGUMENTS)]  # buffers must differ
    if moves_data(kernel, source):
        guess.compile_args = [2] * MOST_ARGUMENTS  # all described tensors are interleaved
    guess.named_args = [(name, i % 32) for i, name in enumerate(_named_arguments(source))]
    if number is not None:
        guess.compile_args = [number] * MOST_ARGUMENTS
        guess.named_args = [(n, v if re.search('cb|dfb', n) else number) for n, v in guess.named_args]
    guess.args = [1] * 16
    named_later(guess, source, number or 1)
    for entry in known:
        key, _, value = entry.partition('=')
        if key == 'ct':
            guess.compile_args = [int(v) for v in value.split(',')]
        elif key == 'named':
            name, _, number = value.partition(':')
            guess.named_args = [(n, v) for n, v in guess.named_args if n != name] + [(name, int(number))]
        elif key == 'arg':
            name, _, number = value.partition(':')
            guess.bindings.args = [(n, kind, int(number) if n == name else v) for n, kind, v in guess.bindings.args]
        elif key == 'fp32':
            guess.fp32_dst = True
        elif key == 'cb':
            number, _, name = value.partition(':')
            guess.buffers[int(number)].format = name
        elif key.startswith('-D'):
            guess.defines.append((key[2:], value))
    return guess


def named_later(guess, source, size):
    """Adds args::NAME, dfb::NAME and sem::NAME of Metal 2.0 that occur in the kernel's text."""
    for name in sorted(set(re.findall(r'\bargs::(\w+)', source))):
        number = 1 + len(guess.bindings.args) % 8 if re.search(r'cb|dfb', name) else size  # buffers must differ
        guess.bindings.args.append((name, 'ct', number))
    for name in sorted(set(re.findall(r'\bdfb::(\w+)', source))):
        guess.bindings.buffers.append((name, len(guess.bindings.buffers) % 32))
    for name in sorted(set(re.findall(r'\bsem::(\w+)', source))):
        guess.bindings.semaphores.append((name, len(guess.bindings.semaphores) % 16))
    for name in sorted(set(re.findall(r'\btensor::(\w+)', source))):
        guess.bindings.tensors.append((name, name))


def missing(message, have):
    """Macros in capitals that the compiler did not find and that are not yet defined."""
    names = re.findall(r"error: '([A-Z][A-Z0-9_]*)' (?:was not declared|has not been declared)", message)
    names += re.findall(r"error: '([A-Z][A-Z0-9_]*)' is not a member", message)
    return sorted(set(names) - {name for name, _ in have})


def _macro(name, common):
    """The value of a macro in the table, or 1; one that is used as a function takes any
    arguments."""
    value = common.get(name, '1')
    return (name + '(...)', '') if value == '(...)' else (name, value)


def _headers_of(kernel, message):
    """The directories of an operation with the header that the compiler did not find; a host program would
    name them."""
    header = re.search(r'fatal error: (\S+): No such file', message)
    top = re.match(r'(.*/device)/', kernel)
    if not header or not top:
        return []
    return [d for d, _, names in sorted(os.walk(top[1])) if os.path.basename(header[1]) in names]


def refine(guess, message, common, source, kernel=''):
    """Defines what is missing; False if nothing can be added."""
    places = [d for d in _headers_of(kernel, message) if d not in guess.include_paths]
    guess.include_paths += places[:1]
    if places:
        return True
    names = [n for n in missing(message, guess.defines)
             if n + '(...)' not in {name for name, _ in guess.defines}]
    if 'cannot be used as a function' in message:
        used = set(re.findall(r'\b([A-Z][A-Z0-9_]+)\(', source))
        wrong = [d for d in guess.defines if d[0] in used and d[1] == '1']
        guess.defines = [d for d in guess.defines if d not in wrong] + [(n + '(...)', '') for n, _ in wrong]
        return bool(wrong)
    if 'FP32 Dest must be enabled' in message and not guess.fp32_dst:
        guess.fp32_dst = True
        return True
    guess.defines += [_macro(name, common) for name in names]
    return bool(names)
