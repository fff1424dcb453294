# SPDX-License-Identifier: Apache-2.0
"""Arithmetic, and the functions that LLVM and theorems (proofs/proof.h) know."""
import z3

from prove.text import Refused
from prove.values import (FALSE, Bits, Many, both, either, extended, extent, folded, leading_zeros, low_bits, negated,
                          ones, signed_extent)

ARITHMETIC = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
              "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
              "shl": lambda a, b: a << b, "lshr": z3.LShR, "ashr": lambda a, b: a >> b,
              "udiv": z3.UDiv, "urem": z3.URem, "sdiv": lambda a, b: a / b, "srem": z3.SRem}
# The numbers of clang's handlers.
KINDS = {0: "a sum overflows", 1: "unreachable", 3: "a division", 5: "a bool or enum", 12: "a product overflows",
         13: "a negation overflows", 16: "a null argument", 18: "an index", 19: "a pointer", 20: "a shift",
         21: "a difference overflows", 22: "a null or misaligned pointer"}
LARGER = {"umax": z3.UGT, "umin": z3.ULT, "smax": lambda a, b: a > b, "smin": lambda a, b: a < b}


class Known:
    """A part of Machine."""

    def arithmetic(self, state, opcode, flags, a, b):
        x, y, bits = a.term, b.term, a.term.size()
        poison = either(a.poison, b.poison)
        if opcode == "mul":
            result, wide = self.product(state, x, y)
        else:
            result = folded(ARITHMETIC[opcode](x, y))
        if opcode in ("shl", "lshr", "ashr"):
            poison = either(poison, folded(z3.UGE(y, bits)))
            back = z3.LShR if "nuw" in flags else (lambda p, q: p >> q)
            if flags & {"nuw", "nsw"}:
                poison = either(poison, folded(back(result, y) != x))
                if flags >= {"nuw", "nsw"}:
                    poison = either(poison, folded((result >> y) != x))
            if "exact" in flags:
                poison = either(poison, folded((result << y) != x))
        elif opcode in ("add", "sub", "mul"):
            for flag in sorted(flags):
                over = self.overflows(opcode, flag == "nsw", x, y, result, wide if opcode == "mul" else None)
                poison = either(poison, over)
        elif opcode in ("udiv", "urem", "sdiv", "srem"):
            self.trap(both(state.when, either(b.poison, folded(y == 0))), "a division by 0")
            if opcode[0] == "s":
                least = z3.BitVecVal(1 << (bits - 1), bits)
                self.trap(both(state.when, z3.And(x == least, y == -1)), "a quotient that overflows")
            if "exact" in flags:
                poison = either(poison, folded(ARITHMETIC["urem" if opcode == "udiv" else "srem"](x, y) != 0))
        return Bits(result, poison)

    @staticmethod
    def overflows(opcode, signed, x, y, result, wide):
        bits = x.size()
        if opcode == "mul":
            used = [signed_extent(v) if signed else extent(v) for v in (x, y)]
            if wide is None and sum(used) <= bits:
                return FALSE
            if wide is None:
                wide = folded(extended(x, 2 * bits, signed) * extended(y, 2 * bits, signed))
            return folded(extended(result, 2 * bits, signed) != wide)
        wide = ARITHMETIC[opcode](extended(x, bits + 1, signed), extended(y, bits + 1, signed))
        return folded(extended(result, bits + 1, signed) != folded(wide))

    def product(self, state, x, y):
        """The product, and the same in twice as many bits, or None. Of numbers that the theorem has named as factors
        (factors() in proofs/proof.h) it is a number without a name, shifted."""
        bits = x.size()
        if not (z3.is_bv_value(x) or z3.is_bv_value(y)):
            for left, right, stands in self.factors:
                for a, b in ((x, y), (y, x)):
                    shift = self.shifted(state, a, left), self.shifted(state, b, right)
                    if None not in shift:
                        wide = extended(stands, max(64, 2 * bits), False) << sum(shift)
                        signless = self.impossible(both(state.when, z3.Or(x < 0, y < 0)))
                        return low_bits(wide, bits), low_bits(wide, 2 * bits) if signless else None
        return folded(x * y), None

    def shifted(self, state, term, factor):
        """n, if the term is always the factor times 2^n; None otherwise."""
        wide = extended(factor, max(64, term.size()), False)
        for n in (0, 8, 4):
            if self.impossible(both(state.when, extended(term, wide.size(), False) != wide << n)):
                return n
        return None

    # ---- functions
    def known(self, name, state, arguments):
        """What the function returns; NotImplemented if it is not known here."""
        if name.startswith("llvm."):
            return self.intrinsic(name.split(".")[1:], state, arguments)
        if name in ("assume", "claim"):
            condition = arguments[0]
            self.trap(both(state.when, condition.poison), f"poison in {name}()")
            if name == "assume":
                state.when = both(state.when, condition.condition())
            else:
                self.wrong.append(both(state.when, negated(condition.condition())))
            return None
        if name == "keep":
            self.trap(both(state.when, arguments[0].poison), "poison in keep()")
            return None
        if name == "split":
            self.splits.append((arguments[0].term, *(a.term.as_signed_long() for a in arguments[1:])))
            return None
        if name == "factors":
            return self.name_factors(state, *arguments)
        if name in ("any8", "any16", "any32", "any64"):
            self.inputs.append(self.fresh(int(name[3:]), "any"))
            return Bits(self.inputs[-1])
        return NotImplemented

    def name_factors(self, state, x, x_low, x_high, y, y_low, y_high):
        bounds = []
        for value, low, high in ((x, x_low, x_high), (y, y_low, y_high)):
            outside = z3.Or(z3.ULT(value.term, low.term), z3.UGT(value.term, high.term))
            if not self.impossible(both(state.when, outside)):
                raise Refused("a factor outside the bounds of factors()")
            bounds.append((low.term.as_long(), high.term.as_long()))
        stands = self.fresh(64, "product")
        self.facts.append(z3.UGE(stands, bounds[0][0] * bounds[1][0]))
        self.facts.append(z3.ULE(stands, bounds[0][1] * bounds[1][1]))
        self.factors.append((x.term, y.term, stands))

    def intrinsic(self, name, state, arguments):
        kind = name[0]
        if kind in ("lifetime", "dbg", "experimental"):
            return None
        if kind == "ubsantrap":
            kind = KINDS.get(arguments[0].term.as_long(), f"kind {arguments[0].term}")
            self.trap(state.when, f"undefined behaviour: {kind}")
            state.when = FALSE
            return None
        if kind == "assume":
            self.trap(both(state.when, either(arguments[0].poison, negated(arguments[0].condition()))), "an assumption")
            return None
        if kind in ("memcpy", "memmove", "memset"):
            return self.move(kind, state, arguments)
        terms = [a.term for a in arguments if isinstance(a, Bits)]
        poison = FALSE
        for a in arguments:
            poison = either(poison, a.poison)
        if kind == "expect":
            return arguments[0]
        if len(name) > 2 and name[1:3] == ["with", "overflow"]:
            wide = None
            if kind[1:] == "mul":
                result, wide = self.product(state, *terms)
            else:
                result = folded(ARITHMETIC[kind[1:]](*terms))
            over = self.overflows(kind[1:], kind[0] == "s", *terms, result, wide)
            return Many([Bits(result, poison), Bits.of(over, poison)])
        return self.number(kind, terms, poison)

    @staticmethod
    def number(kind, terms, poison):
        x, bits = terms[0], terms[0].size()
        if kind == "ctlz":
            return Bits(leading_zeros(x), either(poison, both(folded(terms[1] == 1), folded(x == 0))))
        if kind == "ctpop":
            return Bits(ones(x), poison)
        if kind in LARGER:
            return Bits(folded(z3.If(LARGER[kind](x, terms[1]), x, terms[1])), poison)
        if kind == "abs":
            least = folded(x == (1 << (bits - 1)))
            return Bits(folded(z3.If(x < 0, -x, x)), either(poison, both(folded(terms[1] == 1), least)))
        if kind in ("fshl", "fshr"):
            by = folded(terms[2] & (bits - 1))
            wide = z3.Concat(x, terms[1])
            by = extended(by, 2 * bits, False)
            result = z3.Extract(2 * bits - 1, bits, wide << by) if kind == "fshl" else z3.Extract(
                bits - 1, 0, z3.LShR(wide, by))
            return Bits(folded(result), poison)
        if kind == "bswap":
            result = z3.Extract(7, 0, x)
            for i in range(8, bits, 8):
                result = z3.Concat(result, z3.Extract(i + 7, i, x))
            return Bits(folded(result), poison)
        if kind in ("usub", "uadd"):
            raise Refused("saturation")
        raise Refused(f"llvm.{kind}")

    def move(self, kind, state, arguments):
        length = arguments[2].term
        if not z3.is_bv_value(length):
            raise Refused(f"{kind} of a size that is not known")
        count, to = length.as_long(), arguments[0]
        if kind == "memset":
            cells = [arguments[1]] * count
        else:
            cells = self.part(state, arguments[1], count)
        name, at = self.single(state, to, count)
        if name is not None:
            old = state.memory.objects[name]
            state.memory.objects[name] = old[:at] + tuple(cells) + old[at + count:]

    def part(self, state, place, count):
        name, at = self.single(state, place, count)
        return self.cells_at(state.memory, name)[at:at + count]

    def single(self, state, place, count):
        """The object and the number of its byte, for an access of whole parts of objects."""
        if len(place.ways) != 1 or not z3.is_bv_value(place.ways[0][2]):
            raise Refused("a copy from or to a place that is not known")
        _, name, distance = place.ways[0]
        at = distance.as_long()
        if name is None or at + count > len(self.cells_at(state.memory, name)):
            raise Refused("a copy outside an object")
        return name, at
