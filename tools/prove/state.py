# SPDX-License-Identifier: Apache-2.0
"""The state of a function at one moment, and that of several ways to it together."""
from prove.values import either


class State:
    """Registers and memory under a condition."""

    def __init__(self, when, registers, memory, came_from=None):
        self.when, self.registers, self.memory, self.came_from = when, registers, memory, came_from


def merged(states):
    """States of the same moment, whose conditions exclude each other."""
    if len(states) == 1:
        return State(states[0].when, dict(states[0].registers), states[0].memory.copy())
    last = states[-1]
    result = State(last.when, dict(last.registers), last.memory)
    for state in states[-2::-1]:
        registers = {}
        for name, value in state.registers.items():
            if name in result.registers:
                other = result.registers[name]
                registers[name] = value if value is other else value.choose(state.when, other)
        memory = state.memory.choose(state.when, result.memory)
        result = State(either(state.when, result.when), registers, memory)
    return result
