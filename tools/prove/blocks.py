# SPDX-License-Identifier: Apache-2.0
"""Functions as blocks in an order in which they can be executed, with their loops."""
import re

from prove.text import Refused


class Block:
    def __init__(self, name, lines):
        self.name, self.lines = name, lines

    def targets(self):
        return re.findall(r"label %([-\w.$]+)", self.lines[-1][1])


class Function:
    """Blocks in reverse postorder, with the loops that they head."""

    def __init__(self, function):
        self.name = function.name
        self.parameters = [argument.name for argument in function.arguments]
        self.blocks = {}
        for block in function.blocks:
            if not block.name:
                raise Refused(f"a block of {self.name} has no name")
            self.blocks[block.name] = Block(block.name, [(i.opcode, str(i).strip()) for i in block.instructions])
            self.entry = next(iter(self.blocks))
        self.order()
        self.find_loops()

    def order(self):
        seen, done, stack = {self.entry}, [], [(self.entry, iter(self.blocks[self.entry].targets()))]
        while stack:
            name, rest = stack[-1]
            for target in rest:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(self.blocks[target].targets())))
                    break
            else:
                done.append(name)
                stack.pop()
        self.sequence = done[::-1]

    def find_loops(self):
        """Of each header, the blocks from which it is reached again without leaving them."""
        place = {name: i for i, name in enumerate(self.sequence)}
        before = {name: set() for name in self.sequence}
        for name in self.sequence:
            for target in self.blocks[name].targets():
                before[target].add(name)
        self.loops = {}
        for name in self.sequence:
            for header in self.blocks[name].targets():
                if place[header] <= place[name]:
                    members, todo = self.loops.setdefault(header, {header}), [name]
                    while todo:
                        member = todo.pop()
                        if member not in members:
                            members.add(member)
                            todo += before[member]
                    if any(place[member] < place[header] for member in members):
                        raise Refused(f"a loop of {self.name} has two entries")
