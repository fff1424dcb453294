#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the calls of every public function with random arguments, for tests/api/random.c: calls.py >calls.h. The functions
are those that the headers declare; an argument whose type nobody knows how to make is an error, so that no new
function is forgotten."""
import glob
import re
import sys

HEADERS = sorted(glob.glob('include/softensix/*.h') + glob.glob('port/coop/*.h'))
COMMENT = re.compile(r'/\*.*?\*/', re.S)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*\n', re.M)
DECLARED = re.compile(r'^([a-z][\w \t*]*?[ *])((?:stx|coop|context)_\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?:__attribute__[^;]*)?;',
                      re.M)

# Not called, and why.
LEFT_OUT = {
    'coop_overflow': 'a port calls it on a stack of its own when a thread has left its stack; it does not return',
    'coop_guard': 'a port defines it',
    'context_start': 'a port defines it: machine code that trusts its caller',
    'context_switch': 'the same',
    'stx_misused': 'the port that is tested replaces it',
}
# Not called by chance alone, since they take long: every so many calls of others.
SLOW = {'stx_selftest': 20000, 'coop_race_find': 2000, 'coop_race_reference': 500, 'coop_race_same': 500, 'stx_tile_softmax': 50,
        'stx_tile_layernorm': 50, 'stx_tile_unary': 20}

NUMBERS = ('unsigned', 'uint32_t', 'size_t', 'uint64_t', 'int', 'uint8_t', 'uint16_t')
BY_NAME = {  # what belongs to another argument, or what a caller has to know
    'l1_size': 'l1_bytes()', 'l1_bytes': 'l1_bytes()', 'stride': 'any() % 600u', 'scratch_bytes': 'any_small()',
    'count': 'any() % 4u', 'most': 'any() % 100u'}
BY_TYPE = {
    'struct stx_core *': 'any_core()', 'const struct stx_core *': 'any_core()', 'struct stx_order *': '&order',
    'struct stx_order_step *': '&order_step',
    'const struct stx_order *': '&order', 'struct stx_lint *': '&lint', 'const struct stx_lint *': '&lint',
    'struct stx_trace *': '&trace', 'struct stx_time *': '&time', 'const struct stx_time *': '&time',
    'struct stx_listener *': 'any_listener()', 'const struct stx_event *': 'any_event()',
    'struct stx_uninit *': '&uninit', 'struct stx_tiles *': 'any_tiles()', 'struct coop *': '&coop',
    'const struct coop *': '&coop',
    'struct coop_cores *': '&cores', 'const struct coop_cores *': '&cores', 'const struct stx_port *': 'any_port()', 'const struct stx_item *': 'any_item()',
    'const struct stx_fault *': 'any_fault()', 'const struct stx_insn *': 'any_insn()',
    'const struct stx_field *': 'any_field()', 'const struct stx_tensor *': 'any_tensor()',
    'const struct stx_tile_product *': 'any_product()', 'const struct stx_time_transfer *': 'any_transfer()',
    'const struct stx_lint_finding *': 'any_lint_finding()', 'const struct stx_order_finding *': 'any_order_finding()',
    'const struct stx_uninit_finding *': 'any_uninit_finding()', 'const struct stx_time_lines *': '&lines',
    'const struct stx_selftest_target *': '&target', 'struct stx_selftest_difference *': '&difference',
    'const struct coop_kernel *': '&race_kernel', 'struct coop_race *': '&race', 'const struct coop_race *': '&race',
    'stx_print': 'print', 'stx_diff_callback': 'on_diff', 'stx_lint_callback': 'any() % 2 ? on_lint : NULL',
    'stx_uninit_callback': 'on_uninit', 'const char *': 'any_text()', 'uint32_t *': 'numbers', 'const uint32_t *': 'numbers',
    'const uint32_t *const': 'any_lanes()', 'bool': '(any() & 1u) != 0', 'void (*)(void *)': 'a_thread'}
BY_BOTH = {  # type and name
    'struct stx_core *before': 'any() % 2 ? &spare : NULL', 'void *l1': 'l1', 'uint8_t *l1': 'l1_twice',
    'const uint8_t *l1': 'l1', 'uint8_t *bytes': 'block', 'const uint8_t *bytes': 'a_state(block_size)', 'char *buf': '(char *)block',
    'size_t size': 'block_size', 'void *order': '&order', 'void *lint': '&lint', 'void *trace': '&trace', 'void *time': '&time',
    'void *uninit': '&uninit', 'void *argument': 'NULL', 'uint32_t *out': 'any() % 2 ? numbers : NULL'}


def declarations():
    for path in HEADERS:
        with open(path, encoding='ascii') as f:
            text = DIRECTIVE.sub('', COMMENT.sub('', f.read()))
        for kind, name, arguments in DECLARED.findall(text):
            if not kind.startswith(('typedef', 'return', 'extern')):
                yield name, arguments


def argument(function, text):
    text = ' '.join(text.split())
    if '(*' in text:
        return BY_TYPE[re.sub(r'\(\*\w+\)', '(*)', text)]
    kind, name = re.fullmatch(r'(.*?[ *])(\w+)(?:\[\d*\])?', text).groups()
    kind = kind.strip()
    if f'{kind}{"" if kind.endswith("*") else " "}{name}' in BY_BOTH:
        return BY_BOTH[f'{kind}{"" if kind.endswith("*") else " "}{name}']
    if name == 'ctx' and kind == 'void *':
        return '&coop' if re.fullmatch('coop_(yield|fault|trace|before|access)', function) else 'NULL'
    if kind == 'struct stx_core *' and function.startswith('coop_'):
        return '&core[0]'  # a scheduler stays with its core
    if kind in BY_TYPE:
        return BY_TYPE[kind]
    if kind in NUMBERS:
        return BY_NAME.get(name, 'any()')
    if kind.startswith('enum '):
        return f'({kind})any()'
    sys.exit(f'tests/api/calls.py: {function}: how is an argument "{text}" made?')


def main():
    seen, cases = set(), []
    for name, text in declarations():
        if name in LEFT_OUT or name in seen:
            continue
        seen.add(name)
        arguments = [] if text.strip() in ('void', '') else re.split(r',(?![^(]*\))', text)
        call = f'(void){name}({", ".join(argument(name, a) for a in arguments)})'
        cases.append((name, f'if (!(calls % {SLOW[name]}u)) {call}' if name in SLOW else call))
    if len(seen) < 200:
        sys.exit(f'tests/api/calls.py: only {len(seen)} functions found')
    print('/* Made by tests/api/calls.py. */')
    print('static const char *const names[] = {' + ', '.join(f'"{name}"' for name, _ in cases) + '};')
    print('static void call(unsigned function) {\n    switch (function) {')
    for number, (_, call) in enumerate(cases):
        print(f'    case {number}:\n        {call};\n        break;')
    print('    }\n}')


if __name__ == '__main__':
    main()
