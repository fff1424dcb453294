#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What tools/prove says of each instruction of LLVM's IR: numbers against LLVM's own compiler, poison and undefined behaviour against
rows that are written from LLVM's language reference. Last line "N passed, N failed"."""
import ctypes
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from needed import needs  # noqa: E402
needs('llvmlite.binding', 'z3')
import llvmlite.binding as llvm  # noqa: E402
import z3  # noqa: E402
from claims import main, test  # noqa: E402
from prove.machine import Machine  # noqa: E402
from prove.text import Refused  # noqa: E402
from prove.values import Bits, Memory  # noqa: E402
from texts import MORE, PLACES, WAYS  # noqa: E402

for start in ('initialize', 'initialize_native_target', 'initialize_native_asmprinter'):
    try:
        getattr(llvm, start)()
    except RuntimeError:  # newer ones begin by themselves
        pass


def module_of(body, rest=''):
    """A module with a function f of three numbers a, b, c."""
    text = rest + '\ndefine i64 @f(i64 %a, i64 %b, i64 %c) {\nentry:\n' + body + '\n}\n'
    found = llvm.parse_assembly(text)
    found.verify()
    return found


def executed(module, arguments):
    """What the function returns by tools/prove: its value, what is undefined, and under which condition it returns."""
    machine = Machine(module, str(module))
    value, _, when = machine.call('f', arguments, Memory(fixed={}), z3.BoolVal(True))
    return value, machine.undefined, when


def number(term, names, values):
    """The number that a term has for these values; of what may be anything, 0."""
    term = z3.simplify(z3.substitute(term, *((n, z3.BitVecVal(v, 64)) for n, v in zip(names, values))))
    return term.as_long() if z3.is_bv_value(term) else z3.is_true(term)


def agrees(body, rest='', rounds=12):
    """With numbers and with names for numbers, the results are those of compiled code."""
    module = module_of(body, rest)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(str(module)), llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    compiled = ctypes.CFUNCTYPE(*[ctypes.c_uint64] * 4)(engine.get_function_address('f'))
    names = z3.BitVecs('a b c', 64)
    whole, undefined, _ = executed(module, [Bits(n) for n in names])
    draw = random.Random(body)
    for _ in range(rounds):
        kinds = draw.getrandbits(64), draw.getrandbits(6), 2 ** 64 - 1 - draw.getrandbits(6), 1 << draw.randrange(64)
        values = [draw.choice(kinds) for _ in names]
        right = compiled(*values)
        alone, wrong, when = executed(module, [Bits.number(v, 64) for v in values])
        assert number(when, (), ()) is True and not any(number(w, (), ()) for w, _ in wrong), (body, values, wrong)
        assert not any(number(w, names, values) for w, _ in undefined), (body, values)
        for found in (number(alone.term, (), ()), number(whole.term, names, values)):
            assert found == right, f'{body} of {values}: {found:#x} instead of {right:#x}'


def narrow(bits, body):
    """The instruction %r of numbers x, y, z with so many bits."""
    cut = ''.join(f'%{to} = trunc i64 %{of} to i{bits}\n' if bits < 64 else f'%{to} = or i64 %{of}, 0\n' for to, of in ('xa', 'yb', 'zc'))
    return cut + body.replace('iN', f'i{bits}') + (f'\n%w = zext i{bits} %r to i64\nret i64 %w' if bits < 64 else '\nret i64 %r')


@test
def arithmetic_is_that_of_compiled_code():
    for bits in (8, 32, 64):
        for op in ('add', 'sub', 'mul', 'and', 'or', 'xor'):
            agrees(narrow(bits, f'%r = {op} iN %x, %y'))
        for op in ('shl', 'lshr', 'ashr'):
            agrees(narrow(bits, f'%s = and iN %y, {bits - 1}\n%r = {op} iN %x, %s'))
        for op in ('udiv', 'urem', 'sdiv', 'srem'):
            # No divisor is 0 or -1.
            agrees(narrow(bits, f'%s = and iN %y, 126\n%d = or iN %s, 1\n%r = {op} iN %x, %d'))
    for how in ('eq', 'ne', 'ult', 'ule', 'ugt', 'uge', 'slt', 'sle', 'sgt', 'sge'):
        agrees(f'%x = trunc i64 %a to i3\n%y = trunc i64 %b to i3\n%r = icmp {how} i3 %x, %y\n%w = zext i1 %r to i64\nret i64 %w', rounds=30)
    agrees('%x = trunc i64 %a to i8\n%y = sext i8 %x to i32\n%w = zext i32 %y to i64\nret i64 %w')


FUNCTIONS = '''
declare iN @llvm.ctlz.iN(iN, i1)
declare iN @llvm.ctpop.iN(iN)
declare iN @llvm.abs.iN(iN, i1)
declare iN @llvm.bswap.iN(iN)
declare iN @llvm.fshl.iN(iN, iN, iN)
declare iN @llvm.fshr.iN(iN, iN, iN)
declare iN @llvm.expect.iN(iN, iN)
''' + ''.join(f'declare iN @llvm.{op}.iN(iN, iN)\n' for op in ('umax', 'umin', 'smax', 'smin')) + ''.join(
    f'declare {{iN, i1}} @llvm.{op}.with.overflow.iN(iN, iN)\n' for op in ('uadd', 'sadd', 'usub', 'ssub', 'umul', 'smul'))


@test
def functions_of_llvm_are_those_of_compiled_code():
    for bits in (16, 32):
        rest = FUNCTIONS.replace('iN', f'i{bits}')
        for call in ('ctlz.iN(iN %x, i1 false)', 'ctpop.iN(iN %x)', 'abs.iN(iN %x, i1 false)', 'bswap.iN(iN %x)', 'expect.iN(iN %x, iN 3)'):
            agrees(narrow(bits, f'%r = call iN @llvm.{call}'), rest)
        for op in ('umax', 'umin', 'smax', 'smin'):
            agrees(narrow(bits, f'%r = call iN @llvm.{op}.iN(iN %x, iN %y)'), rest)
        for op in ('fshl', 'fshr'):
            agrees(narrow(bits, f'%r = call iN @llvm.{op}.iN(iN %x, iN %y, iN %z)'), rest)
        for op in ('uadd', 'sadd', 'usub', 'ssub', 'umul', 'smul'):
            both = f'%p = call {{iN, i1}} @llvm.{op}.with.overflow.iN(iN %x, iN %y)\n%v = extractvalue {{iN, i1}} %p, 0\n%o = extractvalue {{iN, i1}} %p, 1\n'
            agrees(narrow(bits, both + '%e = sext i1 %o to iN\n%s = shl iN %v, 1\n%r = xor iN %s, %e'), rest, rounds=20)


@test
def what_is_stored_is_what_is_loaded():
    for body in PLACES.values():
        agrees('%i = and i64 %c, 3\n%h0 = lshr i64 %c, 2\n%j = and i64 %h0, 3\n' + body, MORE, rounds=20)


@test
def blocks_follow_each_other_as_in_compiled_code():
    g = ('define internal i64 @g(i64 %v, i64 %w) {\nentry:\n%k = icmp slt i64 %v, 0\nbr i1 %k, label %yes, label %no\nyes:\n'
         '%n = sub i64 %w, %v\nret i64 %n\nno:\n%m = add i64 %w, 5\nret i64 %m\n}\n')
    for body in WAYS.values():
        agrees(body, g, rounds=30)


def said(body, rest=''):
    """(whether the result is poison, what is undefined); names in place of numbers that are not written down."""
    value, undefined, when = executed(module_of(body, rest), [Bits(n) for n in z3.BitVecs('a b c', 64)])
    told = [what for condition, what in undefined if number(condition, (), ())]
    return value is not None and z3.is_true(z3.simplify(value.poison)), told, when


def one(expression, kind='i8'):
    return f'%r = {expression}\n%w = zext {kind} %r to i64\nret i64 %w'


# Right behind each other: an instruction whose result is poison by the language reference, and the nearest one whose result is not.
POISON = [
    ('add nuw i8 255, 1', 'add nuw i8 254, 1'), ('add nsw i8 127, 1', 'add nsw i8 255, 1'), ('sub nuw i8 0, 1', 'sub nuw i8 1, 1'),
    ('sub nsw i8 128, 1', 'sub nsw i8 0, 1'), ('mul nuw i8 16, 16', 'mul nuw i8 15, 17'), ('mul nsw i8 16, 8', 'mul nsw i8 16, -8'),
    ('shl i8 1, 8', 'shl i8 1, 7'), ('lshr i8 1, 8', 'lshr i8 1, 7'), ('ashr i8 1, 8', 'ashr i8 1, 7'), ('shl nuw i8 2, 7', 'shl nuw i8 1, 7'),
    ('shl nsw i8 1, 7', 'shl nsw i8 -1, 7'), ('shl nuw nsw i8 -1, 1', 'shl nuw nsw i8 63, 1'), ('shl nuw nsw i8 1, 7', 'shl nuw nsw i8 1, 6'),
    ('lshr exact i8 3, 1', 'lshr exact i8 2, 1'), ('ashr exact i8 3, 1', 'ashr exact i8 -2, 1'), ('udiv exact i8 7, 2', 'udiv exact i8 6, 2'),
    ('sdiv exact i8 -7, 2', 'sdiv exact i8 -6, 2'),
    ('add i8 poison, 1', 'freeze i8 poison'), ('select i1 poison, i8 1, i8 2', 'select i1 true, i8 1, i8 poison'),
    ('call i8 @llvm.ctlz.i8(i8 0, i1 true)', 'call i8 @llvm.ctlz.i8(i8 0, i1 false)'),
    ('call i8 @llvm.abs.i8(i8 128, i1 true)', 'call i8 @llvm.abs.i8(i8 127, i1 true)'),
    ('call i8 @llvm.umax.i8(i8 1, i8 poison)', 'call i8 @llvm.umax.i8(i8 1, i8 2)'), ('xor i8 poison, 0', 'and i8 7, 0'),
]


@test
def poison_is_where_the_language_reference_says():
    for bad, good in POISON:
        for expression, is_poison in ((bad, True), (good, False)):
            assert said(one(expression), FUNCTIONS.replace('iN', 'i8'))[:2] == (is_poison, []), expression


def loaded(place, more=''):
    return f'{more}%r = load i8, i8* {place}, align 1\n%w = zext i8 %r to i64\nret i64 %w'


TWO = '%p = alloca [2 x i8], align 1\n%q = bitcast [2 x i8]* %p to i8*\ncall void @llvm.memset.p0i8.i64(i8* %q, i8 5, i64 2, i1 false)\n' + \
    '%e = getelementptr i8, i8* %q, i64 NN\n'
TRAPS = [
    (one('udiv i8 1, 0'), 'a division by 0'), (one('urem i8 1, 0'), 'a division by 0'), (one('sdiv i8 -128, -1'), 'a quotient that overflows'),
    (one('srem i8 -128, -1'), 'a quotient that overflows'), (one('sdiv i8 -127, -1'), None), (one('sdiv i8 -128, 1'), None), (one('udiv i8 -128, -1'), None),
    (loaded('null'), 'a load from NULL'), (loaded('poison'), 'a load from poison'), (loaded('%e', TWO.replace('NN', '1')), None),
    (loaded('%e', TWO.replace('NN', '2')), 'a load outside f#1%p'), (loaded('%e', TWO.replace('NN', '-1')), 'a load outside f#1%p'),
    (TWO.replace('NN', '1') + 'store i8 1, i8* %e, align 1\nret i64 0', None),
    (TWO.replace('NN', '2') + 'store i8 1, i8* %e, align 1\nret i64 0', 'a store outside f#1%p'),
    ('store i8 1, i8* null, align 1\nret i64 0', 'a store to None'), ('store i8 1, i8* poison, align 1\nret i64 0', 'a store to poison'),
    ('store i16 1, i16* getelementptr ([4 x i16], [4 x i16]* @table, i64 0, i64 0), align 2\nret i64 0', 'a store to @table'),
    ('br i1 poison, label %yes, label %no\nyes:\nret i64 1\nno:\nret i64 2', 'a branch on poison'),
    ('switch i64 poison, label %yes [ i64 1, label %no ]\nyes:\nret i64 1\nno:\nret i64 2', 'a branch on poison'),
    ('call void @llvm.assume(i1 false)\nret i64 0', 'an assumption'), ('call void @llvm.assume(i1 true)\nret i64 0', None),
    ('call void @llvm.assume(i1 poison)\nret i64 0', 'an assumption'),
]


@test
def what_is_undefined_is_told_and_what_is_beside_it_is_not():
    for body, what in TRAPS:
        told = said(body, MORE + 'declare void @llvm.assume(i1)\n')[1]
        # A load that is outside of everything is poison too.
        assert told[:1] == ([what] if what else []), (body, told)
    for end, what in (('call void @llvm.ubsantrap(i8 18)\nunreachable', 'undefined behaviour: an index'),
                      ('unreachable', 'the end of f that is never reached')):
        machine = Machine(*(lambda m: (m, str(m)))(module_of('%k = icmp eq i64 %a, 3\nbr i1 %k, label %bad, label %good\nbad:\n' + end + '\ngood:\nret i64 %b',
                                                             'declare void @llvm.ubsantrap(i8)\n')))
        names = z3.BitVecs('a b c', 64)
        value, _, when = machine.call('f', [Bits(n) for n in names], Memory(fixed={}), z3.BoolVal(True))
        (condition, told), = machine.undefined
        assert told == what and [number(condition, names, (n, 8, 9)) for n in (2, 3)] == [False, True]
        assert number(value.term, names, (2, 8, 9)) == 8 and [number(when, names, (n, 8, 9)) for n in (2, 3)] == [True, False]


@test
def a_place_that_is_not_known_may_be_outside():
    for access in ('%u = load i8, i8* %e, align 1', 'store i8 1, i8* %e, align 1'):
        machine = Machine(*(lambda m: (m, str(m)))(module_of(TWO.replace('NN', '%a') + access + '\nret i64 0', MORE)))
        names = z3.BitVecs('a b c', 64)
        machine.call('f', [Bits(n) for n in names], Memory(fixed={}), z3.BoolVal(True))
        assert [[number(w, names, (n, 0, 0)) for w, _ in machine.undefined] for n in (0, 1, 2, 2 ** 64 - 1)] == [[False], [False], [True], [True]]


@test
def an_object_that_one_way_writes_keeps_what_it_was_given_in_the_other():
    for ways in ('%w, label %e', '%e, label %w'):
        body = f'%k = icmp eq i64 %a, 3\nbr i1 %k, label {ways}\nw:\nstore i8 1, i8* @out\nbr label %e\ne:\n%v = load i8, i8* @out\n'
        module = module_of(body + '%r = zext i8 %v to i64\nret i64 %r', '@out = external global i8\n')
        machine, names = Machine(module, str(module)), z3.BitVecs('a b c', 64)
        value = machine.call('f', [Bits(n) for n in names], Memory(fixed={}), z3.BoolVal(True))[0].term
        given = z3.substitute(value, (z3.BitVec('@out+0', 8), z3.BitVecVal(77, 8)))
        assert [number(given, names, (n, 8, 9)) for n in (3, 4)] == ([1, 77] if ways[1] == 'w' else [77, 1])


@test
def a_product_of_shifted_factors_has_their_name():
    """As often as a theorem shifts its factors: by 0, 4 or 8 bits. Other products are multiplied out."""
    for left, right, known in ((0, 0, True), (4, 8, True), (8, 0, True), (4, 4, True), (3, 0, False), (0, 5, False)):
        body = ('%x = and i64 %a, 127\n%y = and i64 %b, 127\ncall void @factors(i64 %x, i64 0, i64 127, i64 %y, i64 0, i64 127)\n'
                f'%s = shl i64 %x, {left}\n%t = shl i64 %y, {right}\n%r = mul i64 %s, %t\nret i64 %r')
        module = module_of(body, 'declare void @factors(i64, i64, i64, i64, i64, i64)\n')
        machine, names = Machine(module, str(module)), z3.BitVecs('a b c', 64)
        value = machine.call('f', [Bits(n) for n in names], Memory(fixed={}), z3.BoolVal(True))[0].term
        named = z3.substitute(value, (machine.factors[0][2], z3.BitVecVal(5, 64)))
        assert number(named, names, (6, 7, 0)) == (5 if known else 6 * 7) << left + right, (left, right)


REFUSED = [
    '%x = sitofp i64 %a to double\nret i64 0', '%x = call i64 @h(i64 1)\nret i64 %x', '%x = call i64 asm "nop", "=r,0"(i64 %a)\nret i64 %x',
    '%x = call i8 @llvm.uadd.sat.i8(i8 1, i8 2)\nret i64 0', '%x = call i8 @llvm.bitreverse.i8(i8 1)\nret i64 0',
    '%x = inttoptr i64 %a to i8*\n%y = load i8, i8* %x\nret i64 0',
    '%p = alloca i8*, align 8\n%q = bitcast i8** %p to i64*\nstore i8* null, i8** %p\n%v = load i64, i64* %q\nret i64 %v',
    '%p = alloca i64, align 8\n%q = bitcast i64* %p to i8**\nstore i64 %a, i64* %p\n%v = load i8*, i8** %q\nret i64 0',
    '%p = alloca [4 x i8], align 1\n%q = bitcast [4 x i8]* %p to i8*\ncall void @llvm.memset.p0i8.i64(i8* %q, i8 5, i64 %a, i1 false)\nret i64 0',
    '%p = alloca [4 x i8], align 1\n%q = bitcast [4 x i8]* %p to i8*\ncall void @llvm.memset.p0i8.i64(i8* %q, i8 5, i64 5, i1 false)\nret i64 0',
    'call void @llvm.memset.p0i8.i64(i8* null, i8 5, i64 1, i1 false)\nret i64 0', '%v = load i8, i8* @own\nret i64 0',
    '%v = load i8, i8* @far\nret i64 0',
    '%p = alloca i8\n%q = alloca i8\n%x = icmp ult i8* %p, %q\nret i64 0', 'br label %ever\never:\nbr label %ever',
]


@test
def what_is_not_known_is_refused():
    for body in REFUSED:
        rest = MORE + 'declare i64 @h(i64)\ndeclare i8 @llvm.uadd.sat.i8(i8, i8)\ndeclare i8 @llvm.bitreverse.i8(i8)\n@own = internal global i8 3\n'
        rest += '@far = external constant i8\n'
        try:
            raise AssertionError((body, executed(module_of(body, rest), [Bits(n) for n in z3.BitVecs('a b c', 64)])))
        except Refused:
            pass


if __name__ == '__main__':
    sys.exit(main())
