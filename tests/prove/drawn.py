#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Inputs that are drawn for a theorem (make prove-mutants): those that make it false are found and asked of its formula. Last line
"N passed, N failed"."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from needed import needs  # noqa: E402
from prove.listing import CLANG, Theorem  # noqa: E402
needs('llvmlite', 'z3', program=CLANG)
from claims import main, test  # noqa: E402
from prove import sampled  # noqa: E402
from prove.theorem import compiled  # noqa: E402

NEAR = '(uint32_t x, uint32_t y) {\n    assume(x < 1u << 20);\n    claim(x + 3 != y);\n}'
FALSE = {
    'near': NEAR, 'one_of_three': '(int32_t x, bool b, uint8_t k) {\n    claim(!b || k >> 4 != 9 || x != -1);\n}',
    'undefined': '(int32_t x, uint8_t k) {\n    assume(k < 40);\n    keep(1u << k);\n    claim(x == x);\n}',
    'more': '(uint32_t x) {\n    claim(any8() != 77 || x < 5);\n}',
}
TRUE = {
    'even': '(uint64_t x) {\n    claim((x * (x + 1) & 1) == 0);\n}', 'kept': '(int32_t x, bool b) {\n    assume(x > -9 && x < 9);\n    claim(x + b < 10);\n}',
    'object': '(bool b) {\n    claim(kept <= 1 && b <= 1);\n}',
}


def theorem_of(work, name, body):
    path = os.path.join(work, name + '.c')
    with open(path, 'w', encoding='ascii') as f:
        f.write(f'#include "proof.h"\nextern bool kept;\nTHEOREM({name}){body}\n')
    return Theorem(path, name, 'A sentence.', 'rv32im', 'blackhole')


def found(work, name, body, other=None):
    """What drawing says of a theorem; perhaps with the formula of another body."""
    own = theorem_of(work, name, body)
    ir = compiled(theorem_of(work, name, other).path if other else own.path, [])
    return sampled.false_for(theorem_of(work, name, body), '-DX', ir, 1)


@test
def what_is_false_is_found_with_an_example(work):
    for name, body in FALSE.items():
        said = found(work, name, body)
        assert said and said.startswith('sat: ') and '0x' in said, (name, said)
    values = [int(word, 16) for word in found(work, 'near', NEAR).replace(',', '').split() if word.startswith('0x')]
    assert values[0] < 1 << 20 and values[0] + 3 == values[1], values


@test
def of_what_is_true_nothing_is_found(work):
    for name, body in TRUE.items():
        assert found(work, name, body) is None, name


@test
def what_the_formula_does_not_say_does_not_count(work):
    assert found(work, 'near', NEAR, NEAR.replace('!= y', '!= y || x < y')) is None


if __name__ == '__main__':
    sys.exit(main())
