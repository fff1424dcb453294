# SPDX-License-Identifier: Apache-2.0
"""What registers and memory hold: bit vectors of z3, each with the condition under which it is poison, and pointers."""
import z3

TRUE, FALSE = z3.BoolVal(True), z3.BoolVal(False)


def is_false(condition):
    return z3.is_false(condition)


def folded(term):
    """Terms of numbers alone become numbers."""
    if all(z3.is_bv_value(child) or z3.is_true(child) or z3.is_false(child) for child in term.children()):
        return z3.simplify(term)
    return term


def both(a, b):
    return b if z3.is_true(a) else a if z3.is_true(b) else FALSE if is_false(a) or is_false(b) else z3.And(a, b)


def either(a, b):
    return b if is_false(a) else a if is_false(b) else TRUE if z3.is_true(a) or z3.is_true(b) else z3.Or(a, b)


def negated(a):
    return FALSE if z3.is_true(a) else TRUE if is_false(a) else a.arg(0) if z3.is_not(a) else z3.Not(a)


def chosen(condition, a, b):
    if a is b or z3.is_true(condition) or a.eq(b):
        return a
    return b if is_false(condition) else z3.If(condition, a, b)


class Bits:
    """A number of a width."""

    def __init__(self, term, poison=FALSE):
        self.term, self.poison = term, poison

    @staticmethod
    def number(value, bits):
        return Bits(z3.BitVecVal(value, bits))

    @staticmethod
    def of(condition, poison=FALSE):
        if z3.is_true(condition) or is_false(condition):
            return Bits(z3.BitVecVal(int(z3.is_true(condition)), 1), poison)
        return Bits(z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)), poison)

    def condition(self):
        """Of one bit: is it 1?"""
        term = self.term
        if z3.is_bv_value(term):
            return z3.BoolVal(term.as_long() == 1)
        if z3.is_app_of(term, z3.Z3_OP_ITE) and z3.is_bv_value(term.arg(1)) and z3.is_bv_value(term.arg(2)):
            if (term.arg(1).as_long(), term.arg(2).as_long()) == (1, 0):
                return term.arg(0)
            if (term.arg(1).as_long(), term.arg(2).as_long()) == (0, 1):
                return negated(term.arg(0))
        return term == 1

    def choose(self, condition, other):
        if self is other:
            return self
        return Bits(chosen(condition, self.term, other.term), chosen(condition, self.poison, other.poison))


class Many:
    """Several values: a structure in a register."""

    def __init__(self, members):
        self.members = members

    def choose(self, condition, other):
        return Many([a.choose(condition, b) for a, b in zip(self.members, other.members)])


class Place:
    """A pointer: under each condition, an object (None: no object, NULL) and a distance of 64 bits."""

    def __init__(self, ways, poison=FALSE):
        self.ways, self.poison = ways, poison

    @staticmethod
    def to(name, distance=0):
        return Place([(TRUE, name, z3.BitVecVal(distance, 64))])

    def moved(self, by, poison):
        ways = [(when, name, folded(distance + by)) for when, name, distance in self.ways]
        return Place(ways, either(self.poison, poison))

    def choose(self, condition, other):
        if self is other:
            return self
        ways = [(both(condition, when), name, distance) for when, name, distance in self.ways]
        for when, name, distance in other.ways:
            when = both(negated(condition), when)
            for i, (earlier, same, far) in enumerate(ways):
                if same == name:
                    ways[i] = (either(earlier, when), name, chosen(condition, far, distance))
                    break
            else:
                ways.append((when, name, distance))
        return Place([way for way in ways if not is_false(way[0])], chosen(condition, self.poison, other.poison))


class Memory:
    """Objects, each a tuple of cells of a byte: Bits, or a part of a pointer (Place, number of the byte)."""

    def __init__(self, objects=None, fixed=None):
        self.objects, self.fixed = dict(objects or {}), fixed if fixed is not None else {}

    def copy(self):
        return Memory(self.objects, self.fixed)

    def cells(self, name):
        return self.objects[name] if name in self.objects else self.fixed[name]

    def choose(self, condition, other):
        merged = {}
        for name in dict.fromkeys([*self.objects, *other.objects]):
            # One that a way has not touched is there as it was given, or is a variable of the other way alone.
            cells, others = (memory.objects.get(name, memory.fixed.get(name)) for memory in (self, other))
            if cells is not None and others is not None:
                merged[name] = cells if cells is others else tuple(
                    cell_choice(condition, a, b) for a, b in zip(cells, others))
        return Memory(merged, self.fixed)


def cell_choice(condition, a, b):
    if a is b:
        return a
    if isinstance(a, Bits) and isinstance(b, Bits):
        return a.choose(condition, b)
    if isinstance(a, tuple) and isinstance(b, tuple) and a[1] == b[1]:
        return a[0].choose(condition, b[0]), a[1]
    return Bits(z3.BitVecVal(0, 8), TRUE)


def extended(term, bits, signed):
    more = bits - term.size()
    return term if more == 0 else folded((z3.SignExt if signed else z3.ZeroExt)(more, term))


def low_bits(term, bits):
    return term if bits == term.size() else folded(z3.Extract(bits - 1, 0, term))


def part_of(term):
    """The term of which this is a part, and the bits."""
    if z3.is_app_of(term, z3.Z3_OP_EXTRACT):
        return (term.arg(0), *term.params())
    return term, term.size() - 1, 0


def joined(high, low):
    """The bits of both. Parts of one term that lie side by side become one part."""
    of, top, bottom = part_of(high)
    same, above, least = part_of(low)
    if of.eq(same) and bottom == above + 1:
        return of if (top, least) == (of.size() - 1, 0) else z3.Extract(top, least, of)
    return folded(z3.Concat(high, low))


def leading_zeros(term):
    bits = term.size()
    result = z3.BitVecVal(bits, bits)
    for at in range(bits):
        result = z3.If(z3.Extract(at, at, term) == 1, z3.BitVecVal(bits - 1 - at, bits), result)
    return folded(result) if not z3.is_bv_value(term) else z3.simplify(result)


def ones(term):
    bits, result = term.size(), z3.BitVecVal(0, term.size())
    for at in range(bits):
        result = result + z3.ZeroExt(bits - 1, z3.Extract(at, at, term))
    return result


def entry_of(cells, index):
    """The cell with this number: a tree of choices by the bits of the number."""
    bits = max(1, (len(cells) - 1).bit_length())
    level = list(cells)
    for bit in range(bits):
        which = z3.Extract(bit, bit, index) == 1
        level = [level[i].choose(negated(which), level[i + 1]) if i + 1 < len(level) else level[i]
                 for i in range(0, len(level), 2)]
    return level[0]


def extent(term):
    """No bit from this one on is set."""
    bits = term.size()
    if z3.is_bv_value(term):
        return term.as_long().bit_length()
    if z3.is_app_of(term, z3.Z3_OP_ZERO_EXT):
        return extent(term.arg(0))
    if z3.is_app_of(term, z3.Z3_OP_BAND):
        return min(extent(child) for child in term.children())
    if z3.is_app_of(term, z3.Z3_OP_BOR) or z3.is_app_of(term, z3.Z3_OP_BXOR):
        return max(extent(child) for child in term.children())
    if z3.is_app_of(term, z3.Z3_OP_ITE):
        return max(extent(term.arg(1)), extent(term.arg(2)))
    if z3.is_app_of(term, z3.Z3_OP_BLSHR) and z3.is_bv_value(term.arg(1)):
        return max(0, extent(term.arg(0)) - term.arg(1).as_long())
    return bits


def signed_extent(term):
    """So many bits hold the number with its sign."""
    if z3.is_app_of(term, z3.Z3_OP_SIGN_EXT):
        return signed_extent(term.arg(0))
    return min(term.size(), extent(term) + 1)
