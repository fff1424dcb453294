# SPDX-License-Identifier: Apache-2.0
"""The execution of one function, block by block. Loops are unrolled as long as another round is possible."""
import copy
import re

import z3

from prove.state import State, merged
from prove.text import Int, Pointer, Refused, Tokens
from prove.values import (FALSE, TRUE, Bits, Many, Place, both, chosen, either, extended, folded, is_false, low_bits,
                          negated)

ROUNDS = 4096  # of a loop
COMPARED = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "ult": z3.ULT, "ule": z3.ULE, "ugt": z3.UGT,
            "uge": z3.UGE, "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b, "sgt": lambda a, b: a > b,
            "sge": lambda a, b: a >= b}
ATTRIBUTES = ("noundef", "zeroext", "signext", "nonnull", "nocapture", "readonly", "writeonly", "noalias", "immarg",
              "readnone", "returned", "inreg")


class Frame:
    """One call of a function."""

    def __init__(self, machine, function, name):
        self.machine, self.function, self.name = machine, function, name
        self.arriving = {}  # of each block, the states at its beginning
        self.returned = []  # (state, value)

    def run(self, state):
        self.arriving[self.function.entry] = [state]
        self.region(self.function.sequence, None)
        if not self.returned:
            return None, None
        states = [s for s, _ in self.returned]
        value = self.returned[-1][1]
        for s, v in self.returned[-2::-1]:
            value = v.choose(s.when, value) if v is not None else None
        memory = merged(states).memory
        for name in [n for n in memory.objects if n.startswith(self.name)]:
            del memory.objects[name]
        return value, memory, merged(states).when

    def region(self, sequence, header):
        """Each block once, loops inside it completely. States that arrive at the header stay there."""
        inside = set()
        for name in sequence:
            if name in inside:
                continue
            if name in self.function.loops and name != header:
                members = self.function.loops[name]
                self.loop(name, [n for n in self.function.sequence if n in members])
                inside |= members
            else:
                self.block(name)

    def loop(self, header, members):
        for rounds in range(ROUNDS):
            arriving = [s for s in self.arriving.get(header, []) if not is_false(s.when)]
            if rounds and arriving:
                arriving = [s for s in arriving if not is_false(z3.simplify(s.when))]
                if arriving and not z3.is_true(arriving[0].when) and rounds > 1:
                    arriving = [s for s in arriving if not self.machine.impossible(s.when)]
            if not arriving:
                self.arriving.pop(header, None)
                return
            self.arriving[header] = arriving
            self.region(members, header)
        raise Refused(f"a loop of {self.function.name} without an end")

    def block(self, name):
        states = [s for s in self.arriving.pop(name, []) if not is_false(s.when)]
        if not states:
            return
        block = self.function.blocks[name]
        state = merged(states)
        at = 0
        new = {}
        while block.lines[at][0] == "phi":
            tokens = Tokens(block.lines[at][1])
            target = tokens.take()
            new[target] = self.phi(tokens, states)
            at += 1
        state.registers.update(new)
        for opcode, text in block.lines[at:]:
            if is_false(state.when):
                return
            getattr(self, "do_" + opcode, self.refuse)(state, Tokens(text.split(", !")[0]), name)

    def refuse(self, state, tokens, block):
        raise Refused(tokens.text)

    def phi(self, tokens, states):
        tokens.take("=")
        tokens.take("phi")
        kind = self.machine.types.parse(tokens)
        by_block = {}
        while True:
            tokens.take("[")
            place = tokens.at
            while tokens.take() != ",":
                pass
            # A constant of several tokens may hold commas.
            while not tokens.peek().startswith("%") or tokens.peek(1) != "]":
                tokens.take()
            came_from = tokens.take()[1:]
            tokens.take("]")
            by_block[came_from.strip('"')] = place
            if not tokens.given(","):
                break
        result = None
        for state in states[::-1]:
            tokens.at = by_block[state.came_from]
            value = self.value(state, kind, tokens)
            result = value if result is None else value.choose(state.when, result)
        return result

    # ---- operands
    def value(self, state, kind, tokens):
        if tokens.peek().startswith("%"):
            name = tokens.take()
            return state.registers["%" + name[2:-1] if name[1] == '"' else name]
        if isinstance(kind, Pointer) or tokens.peek()[0] in "-0123456789tfupnzg":
            return self.machine.constant(kind, tokens)
        raise Refused(tokens.text)

    def typed(self, state, tokens):
        kind = self.machine.types.parse(tokens)
        while tokens.peek() in ATTRIBUTES or tokens.peek() in ("align", "dereferenceable", "sret", "byval"):
            word = tokens.take()
            if word == "align":
                tokens.take()
            elif word in ("sret", "byval", "dereferenceable"):
                if word == "byval":
                    raise Refused(tokens.text)
                self.machine.types.skip(tokens)
        return kind, self.value(state, kind, tokens)

    def begin(self, tokens, opcode):
        target = tokens.take()
        tokens.take("=")
        tokens.take(opcode)
        return "%" + target[2:-1] if target[1] == '"' else target

    def go(self, state, block, target, when):
        if is_false(when):
            return
        self.arriving.setdefault(target, []).append(State(when, state.registers, state.memory.copy(), block))

    # ---- instructions
    def arithmetic(self, state, tokens, block):
        target = tokens.take()
        tokens.take("=")
        opcode = tokens.take()
        flags = set()
        while tokens.peek() in ("nuw", "nsw", "exact"):
            flags.add(tokens.take())
        kind = self.machine.types.parse(tokens)
        a = self.value(state, kind, tokens)
        tokens.take(",")
        b = self.value(state, kind, tokens)
        state.registers[target] = self.machine.arithmetic(state, opcode, flags, a, b)

    do_add = do_sub = do_mul = do_and = do_or = do_xor = do_shl = do_lshr = do_ashr = arithmetic
    do_udiv = do_urem = do_sdiv = do_srem = arithmetic

    def do_icmp(self, state, tokens, block):
        target = self.begin(tokens, "icmp")
        how = tokens.take()
        kind = self.machine.types.parse(tokens)
        a = self.value(state, kind, tokens)
        tokens.take(",")
        b = self.value(state, kind, tokens)
        poison = either(a.poison, b.poison)
        if isinstance(kind, Pointer):
            state.registers[target] = Bits.of(self.same_place(how, a, b, tokens), poison)
        else:
            state.registers[target] = Bits.of(folded(COMPARED[how](a.term, b.term)), poison)

    @staticmethod
    def same_place(how, a, b, tokens):
        same = FALSE
        for when, name, distance in a.ways:
            for when_b, name_b, distance_b in b.ways:
                if name == name_b:
                    equal = TRUE if name is None else folded(COMPARED["eq" if how == "ne" else how](
                        distance, distance_b))
                    same = either(same, both(both(when, when_b), equal))
                elif how not in ("eq", "ne"):
                    raise Refused(tokens.text)
        return negated(same) if how == "ne" else same

    def do_select(self, state, tokens, block):
        target = self.begin(tokens, "select")
        _, condition = self.typed(state, tokens)
        tokens.take(",")
        _, a = self.typed(state, tokens)
        tokens.take(",")
        _, b = self.typed(state, tokens)
        value = a.choose(condition.condition(), b)
        if not is_false(condition.poison):
            value = copy.copy(value)
            value.poison = either(value.poison, condition.poison)
        state.registers[target] = value

    def converted(self, state, tokens, block):
        target = tokens.take()
        tokens.take("=")
        how = tokens.take()
        _, value = self.typed(state, tokens)
        tokens.take("to")
        kind = self.machine.types.parse(tokens)
        if how == "bitcast":
            if not isinstance(value, Place) or not isinstance(kind, Pointer):
                raise Refused(tokens.text)
        elif not isinstance(value, Bits) or not isinstance(kind, Int):
            raise Refused(tokens.text)
        elif how == "trunc":
            value = Bits(low_bits(value.term, kind.bits), value.poison)
        else:
            value = Bits(extended(value.term, kind.bits, how == "sext"), value.poison)
        state.registers[target] = value

    do_zext = do_sext = do_trunc = do_bitcast = converted

    def do_ptrtoint(self, state, tokens, block):
        target = self.begin(tokens, "ptrtoint")
        _, place = self.typed(state, tokens)
        tokens.take("to")
        kind = self.machine.types.parse(tokens)
        term = z3.BitVecVal(0, 64)
        for when, name, distance in place.ways:
            base = self.machine.address_of(name)
            term = chosen(when, folded(base + distance), term)
        state.registers[target] = Bits(low_bits(term, kind.bits), place.poison)

    def do_freeze(self, state, tokens, block):
        target = self.begin(tokens, "freeze")
        _, value = self.typed(state, tokens)
        if not isinstance(value, Bits):
            raise Refused(tokens.text)
        if not is_false(value.poison):
            value = Bits(z3.If(value.poison, self.machine.fresh(value.term.size()), value.term))
        state.registers[target] = value

    def do_extractvalue(self, state, tokens, block):
        target = self.begin(tokens, "extractvalue")
        _, value = self.typed(state, tokens)
        while tokens.given(","):
            value = value.members[int(tokens.take())]
        state.registers[target] = value

    def do_insertvalue(self, state, tokens, block):
        target = self.begin(tokens, "insertvalue")
        _, value = self.typed(state, tokens)
        tokens.take(",")
        _, member = self.typed(state, tokens)
        tokens.take(",")
        members = list(value.members)
        members[int(tokens.take())] = member
        if tokens.peek():
            raise Refused(tokens.text)
        state.registers[target] = Many(members)

    def do_alloca(self, state, tokens, block):
        target = self.begin(tokens, "alloca")
        kind = self.machine.types.parse(tokens)
        name = self.name + target
        tokens.take(",")
        tokens.take("align")
        self.machine.alignment[name] = int(tokens.take())
        state.memory.objects[name] = tuple(
            Bits(z3.BitVecVal(0, 8), TRUE) for _ in range(kind.size))
        state.registers[target] = Place.to(name)

    def do_getelementptr(self, state, tokens, block):
        target = self.begin(tokens, "getelementptr")
        tokens.given("inbounds")
        state.registers[target] = self.machine.step(tokens, lambda kind, t: self.value(state, kind, t))

    def do_load(self, state, tokens, block):
        target = self.begin(tokens, "load")
        kind = self.machine.types.parse(tokens)
        tokens.take(",")
        _, place = self.typed(state, tokens)
        state.registers[target] = self.machine.load(state, kind, place)

    def do_store(self, state, tokens, block):
        tokens.take("store")
        kind, value = self.typed(state, tokens)
        tokens.take(",")
        _, place = self.typed(state, tokens)
        self.machine.store(state, kind, value, place)

    def do_br(self, state, tokens, block):
        tokens.take("br")
        if tokens.given("label"):
            self.go(state, block, tokens.take()[1:], state.when)
            return
        _, condition = self.typed(state, tokens)
        tokens.take(",")
        tokens.take("label")
        yes = tokens.take()[1:]
        tokens.take(",")
        tokens.take("label")
        no = tokens.take()[1:]
        self.machine.trap(both(state.when, condition.poison), "a branch on poison")
        if yes == no:
            self.go(state, block, yes, state.when)
            return
        chosen_way = condition.condition()
        self.go(state, block, yes, both(state.when, chosen_way))
        self.go(state, block, no, both(state.when, negated(chosen_way)))

    def do_switch(self, state, tokens, block):
        tokens.take("switch")
        kind, value = self.typed(state, tokens)
        self.machine.trap(both(state.when, value.poison), "a branch on poison")
        tokens.take(",")
        tokens.take("label")
        default, other, ways = tokens.take()[1:], TRUE, {}
        tokens.take("[")
        while not tokens.given("]"):
            case = self.machine.constant(self.machine.types.parse(tokens), tokens)
            tokens.take(",")
            tokens.take("label")
            name = tokens.take()[1:]
            equal = folded(value.term == case.term)
            ways[name] = either(ways.get(name, FALSE), equal)
            other = both(other, negated(equal))
        ways[default] = either(ways.get(default, FALSE), other)
        for name, when in ways.items():
            self.go(state, block, name, both(state.when, when))

    def do_ret(self, state, tokens, block):
        tokens.take("ret")
        value = None
        if not tokens.given("void"):
            _, value = self.typed(state, tokens)
        self.returned.append((state, value))

    def do_unreachable(self, state, tokens, block):
        self.machine.trap(state.when, f"the end of {self.function.name} that is never reached")
        state.when = FALSE

    def do_call(self, state, tokens, block):
        target = tokens.take() if tokens.peek().startswith("%") else None
        if target:
            tokens.take("=")
        while tokens.peek() in ("tail", "notail", "musttail", "call", "fastcc", *ATTRIBUTES):
            tokens.take()
        kind = self.machine.types.parse(tokens)
        if tokens.peek() == "asm":
            value = self.barrier(state, tokens)
        else:
            name = tokens.take()
            tokens.take("(")
            value = self.called(state, kind, name[1:], tokens)
        if target and value is not None:
            state.registers["%" + target[2:-1] if target[1] == '"' else target] = value

    def barrier(self, state, tokens):
        """Assembly without an instruction: the same values come out."""
        tokens.take("asm")
        tokens.given("sideeffect")
        text = tokens.take()
        tokens.take(",")
        constraints = tokens.take()
        parts = [part for part in constraints.strip('"').split(",") if not re.fullmatch(r"~\{\w+\}", part)]
        order = [int(part) for part in parts if part.isdigit()]
        if text != '""' or sorted(order) != list(range(len(order))) or parts[:-len(order) or None] != ["=r"] * len(order):
            raise Refused(tokens.text)
        tokens.take("(")
        values = []
        while not tokens.given(")"):
            values.append(self.typed(state, tokens)[1])
            tokens.given(",")
        values = [values[order.index(i)] for i in range(len(values))]
        return values[0] if len(values) == 1 else Many(values) if values else None

    def called(self, state, kind, name, tokens):
        arguments = []
        while not tokens.given(")"):
            if tokens.peek() == "metadata":
                return None
            arguments.append(self.typed(state, tokens)[1])
            tokens.given(",")
        known = self.machine.known(name, state, arguments)
        if known is not NotImplemented:
            return known
        result = self.machine.call(name, arguments, state.memory, state.when)
        if result == (None, None):
            state.when = FALSE
            return None
        value, state.memory, state.when = result
        return value
