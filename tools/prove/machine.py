# SPDX-License-Identifier: Apache-2.0
"""Executes functions of LLVM's IR on bit vectors, for all inputs at once. A number, its poison and undefined behaviour
are as LLVM's language reference says; what is not known here is refused."""
import re

import z3

from prove.blocks import Function
from prove.frame import Frame
from prove.state import State
from prove.known import Known
from prove.text import Array, Int, Pointer, Refused, Struct, Tokens, Types
from prove.values import (FALSE, TRUE, Bits, Many, Place, both, either, entry_of, extended, folded, is_false,
                          joined, low_bits)


class Machine(Known):
    def __init__(self, module, text):
        self.types = Types(text)
        self.functions = {f.name: f for f in module.functions if not f.is_declaration}
        constants = re.findall(r"^(@\S+) = (?!external )(?:\w+ )*?constant (.*?)(?:, align (\d+))?$", text, re.M)
        self.elsewhere = set(re.findall(r"^(@\S+) = external (?:\w+ )*?constant ", text, re.M))
        self.initializers = {name: value for name, value, _ in constants}
        self.given = dict(re.findall(r"^(@\S+) = external (?:\w+ )*?global (.*?)(?:, align \d+)?$", text, re.M))
        self.inputs = []  # the numbers that a theorem is about
        self.read, self.fixed, self.fresh_count, self.frames = {}, {}, 0, 0
        self.addresses, self.alignment = {None: z3.BitVecVal(0, 64)}, {n: int(a or 1) for n, _, a in constants}
        self.undefined = []  # (condition, what)
        self.wrong = []  # conditions under which a claim is false
        self.splits = []  # (value, first, last)
        self.facts = []  # of numbers that stand for products
        self.factors = []

    def fresh(self, bits, name="any"):
        self.fresh_count += 1
        return z3.BitVec(f"{name}!{self.fresh_count}", bits)

    def address_of(self, name):
        """Of an address only its alignment is known."""
        if name not in self.addresses:
            zeros = self.alignment.get(name, 1).bit_length() - 1
            high = self.fresh(64 - zeros, "address")
            self.addresses[name] = z3.Concat(high, z3.BitVecVal(0, zeros)) if zeros else high
        return self.addresses[name]

    def trap(self, when, what):
        if not is_false(when):
            self.undefined.append((when, what))

    def impossible(self, when, steps=10000000):
        """Whether z3 sees that within so many of its steps, some seconds. Not by the clock, so that a formula is the same on a busy machine."""
        when = z3.simplify(when)
        if is_false(when):
            return True
        if z3.is_true(when):
            return False
        solver = z3.Solver()
        solver.set("rlimit", steps)
        solver.add(when, *self.facts)
        return solver.check() == z3.unsat

    # ---- functions
    def call(self, name, arguments, memory, when):
        """The value that the function returns, and memory then."""
        if name not in self.read:
            if name not in self.functions:
                raise Refused(f"a call of {name}")
            self.read[name] = Function(self.functions[name])
        function = self.read[name]
        self.frames += 1
        frame = Frame(self, function, f"{name}#{self.frames}")
        registers = {"%" + p: a for p, a in zip(function.parameters, arguments)}
        return frame.run(State(when, registers, memory))

    # ---- memory
    def cells_at(self, memory, name):
        if name in self.given and name not in memory.objects:
            if name not in memory.fixed:
                kind = self.types.parse(Tokens(self.given[name]))
                memory.fixed[name] = tuple(Bits(z3.BitVec(f"{name}+{i}", 8)) for i in range(kind.size))
            memory.objects[name] = memory.fixed[name]
        if name not in memory.objects and name not in memory.fixed:
            if name in self.elsewhere:
                raise Refused(f"the constant {name} is defined in a file that the theorem's does not include")
            if name not in self.initializers:
                raise Refused(f"the object {name}")
            tokens = Tokens(self.initializers[name])
            kind = self.types.parse(tokens)
            memory.fixed[name] = tuple(self.constant_cells(kind, tokens))
        return memory.cells(name)

    def constant_cells(self, kind, tokens):
        if tokens.given("zeroinitializer"):
            return [Bits.number(0, 8)] * kind.size
        if isinstance(kind, Array):
            token = tokens.take()
            if token.startswith('c"'):
                data = re.sub(rb"\\(\\|[0-9A-F]{2})", lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1], 16)]),
                              token[2:-1].encode())
                return [Bits.number(byte, 8) for byte in data]
            cells = []
            for i in range(kind.count):
                self.types.parse(tokens)
                cells += self.constant_cells(kind.of, tokens)
                tokens.take(",", "]")
            return cells
        if isinstance(kind, Struct):
            if kind.packed:
                tokens.take("<")
            tokens.take("{")
            cells = [Bits.number(0, 8)] * kind.size
            for member, offset in zip(kind.members, kind.offsets):
                self.types.parse(tokens)
                cells[offset:offset + member.size] = self.constant_cells(member, tokens)
                tokens.take(",", "}")
            if kind.packed:
                tokens.take(">")
            return cells
        return self.cells_of(kind, self.constant(kind, tokens))

    def constant(self, kind, tokens):
        token = tokens.take()
        if isinstance(kind, Pointer):
            return self.constant_place(token, tokens)
        return self.constant_number(kind, token, tokens.text)

    def constant_number(self, kind, token, text):
        if isinstance(kind, (Array, Struct)) and token in ("undef", "poison", "zeroinitializer"):
            token = "0" if token == "zeroinitializer" else token
            return Many([self.constant_number(member, token, text) for member in kind.members])
        if not isinstance(kind, Int):
            raise Refused(f"a constant in {text}")
        if token in ("undef", "poison"):
            return Bits(self.fresh(kind.bits), TRUE if token == "poison" else FALSE)
        return Bits.number({"true": 1, "false": 0}.get(token) if token in ("true", "false") else int(token), kind.bits)

    def constant_place(self, token, tokens):
        if token == "null":
            return Place.to(None)
        if token in ("undef", "poison"):
            return Place([(TRUE, None, z3.BitVecVal(0, 64))], TRUE)
        if token.startswith("@"):
            return Place.to(token)
        if token == "getelementptr":
            tokens.given("inbounds")
            tokens.take("(")
            place = self.step(tokens, lambda kind, t: self.constant(kind, t))
            tokens.take(")")
            return place
        if token == "bitcast":
            tokens.take("(")
            place = self.constant(self.types.parse(tokens), tokens)
            tokens.take("to")
            self.types.parse(tokens)
            tokens.take(")")
            return place
        raise Refused(f"{token} in {tokens.text}")

    def step(self, tokens, value, inbounds=False):
        """getelementptr, from the type on."""
        kind = self.types.parse(tokens)
        tokens.take(",")
        place = value(self.types.parse(tokens), tokens)
        first, by, poison = True, z3.BitVecVal(0, 64), FALSE
        while tokens.given(","):
            if tokens.peek().startswith("!"):
                break
            tokens.given("inrange")
            index = value(self.types.parse(tokens), tokens)
            poison = either(poison, index.poison)
            if first:
                first = False
            elif isinstance(kind, Struct):
                member = index.term.as_long()
                by = folded(by + kind.offsets[member])
                kind = kind.members[member]
                continue
            elif isinstance(kind, Array):
                kind = kind.of
            else:
                raise Refused(tokens.text)
            by = folded(by + folded(extended(index.term, 64, True) * kind.size))
        return place.moved(by, poison)

    def cells_of(self, kind, value):
        if isinstance(kind, Pointer):
            return [(value, i) for i in range(kind.size)]
        if isinstance(kind, (Array, Struct)):
            cells = [Bits(z3.BitVecVal(0, 8), TRUE)] * kind.size
            for member, offset, part in zip(kind.members, kind.offsets, value.members):
                cells[offset:offset + member.size] = self.cells_of(member, part)
            return cells
        term = extended(value.term, 8 * kind.size, False)
        return [Bits(folded(z3.Extract(8 * i + 7, 8 * i, term)), value.poison) for i in range(kind.size)]

    def of_cells(self, kind, cells):
        if isinstance(kind, Pointer):
            if all(isinstance(cell, tuple) and cell[1] == i for i, cell in enumerate(cells)):
                return cells[0][0]
            if all(isinstance(cell, Bits) and z3.is_bv_value(cell.term) and cell.term.as_long() == 0 for cell in cells):
                return Place([(TRUE, None, z3.BitVecVal(0, 64))], cells[0].poison)
            raise Refused("a pointer that was not stored as one")
        if isinstance(kind, (Array, Struct)):
            return Many([self.of_cells(member, cells[offset:offset + member.size])
                         for member, offset in zip(kind.members, kind.offsets)])
        if not all(isinstance(cell, Bits) for cell in cells):
            raise Refused("a pointer that is read as a number")
        term, poison = cells[0].term, cells[0].poison
        for cell in cells[1:]:
            term, poison = joined(cell.term, term), either(poison, cell.poison)
        return Bits(low_bits(term, kind.bits), poison)

    def load(self, state, kind, place):
        """Of each object that the pointer may point to, the value; anything else is undefined."""
        self.trap(both(state.when, place.poison), "a load from poison")
        result = None
        for when, name, distance in place.ways:
            here = both(state.when, when)
            if name is None:
                self.trap(here, "a load from NULL")
                continue
            cells = self.cells_at(state.memory, name)
            if z3.is_bv_value(distance):
                at = distance.as_long()
                if at + kind.size > len(cells):
                    self.trap(here, f"a load outside {name}")
                    continue
                value = self.of_cells(kind, cells[at:at + kind.size])
            else:
                self.trap(both(here, z3.UGT(distance, len(cells) - kind.size)), f"a load outside {name}")
                value = self.load_somewhere(kind, cells, distance)
            result = value if result is None else value.choose(when, result)
        if result is None:
            return Place([(TRUE, None, z3.BitVecVal(0, 64))], TRUE) if isinstance(kind, Pointer) else Bits(
                self.fresh(kind.bits), TRUE)
        return result

    def load_somewhere(self, kind, cells, distance):
        low = z3.simplify(z3.URem(distance, z3.BitVecVal(kind.size, 64)))
        if z3.is_bv_value(low) and kind.size.bit_count() == 1:
            first = low.as_long()
            whole = [self.of_cells(kind, cells[i:i + kind.size])
                     for i in range(first, len(cells) - kind.size + 1, kind.size)]
            return entry_of(whole, z3.LShR(distance, kind.size.bit_length() - 1))
        parts = [entry_of(cells, distance + i) for i in range(kind.size)]
        return self.of_cells(kind, parts)

    def store(self, state, kind, value, place):
        self.trap(both(state.when, place.poison), "a store to poison")
        new = self.cells_of(kind, value)
        for when, name, distance in place.ways:
            here = both(state.when, when)
            if name is not None:
                self.cells_at(state.memory, name)
            if name not in state.memory.objects:
                self.trap(here, f"a store to {name}")
                continue
            cells = list(state.memory.objects[name])
            if z3.is_bv_value(distance):
                at = distance.as_long()
                if at + kind.size > len(cells):
                    self.trap(here, f"a store outside {name}")
                    continue
                for i, cell in enumerate(new):
                    old = cells[at + i]
                    cells[at + i] = cell if z3.is_true(when) else self.either_cell(when, cell, old)
            else:
                self.trap(both(here, z3.UGT(distance, len(cells) - kind.size)), f"a store outside {name}")
                for at in range(len(cells) - kind.size + 1):
                    hit = both(when, distance == at)
                    for i, cell in enumerate(new):
                        cells[at + i] = self.either_cell(hit, cell, cells[at + i])
            state.memory.objects[name] = tuple(cells)

    @staticmethod
    def either_cell(when, a, b):
        if isinstance(a, Bits) and isinstance(b, Bits):
            return a.choose(when, b)
        if isinstance(a, tuple) and isinstance(b, tuple):
            return a[0].choose(when, b[0]), a[1]
        raise Refused("a pointer stored over a number at a place that is not known")
