# SPDX-License-Identifier: Apache-2.0
"""The registers that a run has left, as ttexalens' get_tensix_state() groups them. A register that is 0 has no entry; names are
those of LLK's cfg_defines.h."""
import re
from dataclasses import dataclass, field

# Groups of configuration by prefixes of names. A group has one entry for each unpacker, packer or set of strides.
GROUPS = (('alu_config', 0, r'ALU_(?!ACC_CTRL_Zero)'),
          ('relu_config', 0, 'STACC_RELU_|ALU_ACC_CTRL_Zero_|DISABLE_RISC_BP_'),
          ('unpack_tile_descriptor', 0, 'THCON_SEC0_REG0_'), ('unpack_tile_descriptor', 1, 'THCON_SEC1_REG0_'),
          ('unpack_config', 0, 'THCON_SEC0_REG2_'), ('unpack_config', 1, 'THCON_SEC1_REG2_'),
          ('pack_config', 0, 'THCON_SEC0_REG1_'), ('pack_dest_rd_ctrl', 0, 'PCK_DEST_RD_CTRL_'), ('pack_edge_offset', 0, 'PCK_EDGE_'),
          *(('pack_counters', i, f'PACK_COUNTERS_SEC{i}_') for i in range(4)),
          *(('pack_strides', i, rf'PCK0_ADDR_CTRL_(XY|ZW)_REG_{i}_') for i in range(2)))


def _empty(count):
    return field(default_factory=lambda: [{} for _ in range(count)])


@dataclass
class TensixState:
    alu_config: list = _empty(1)
    unpack_config: list = _empty(2)
    unpack_tile_descriptor: list = _empty(2)
    pack_config: list = _empty(1)
    relu_config: list = _empty(1)
    pack_dest_rd_ctrl: list = _empty(1)
    pack_edge_offset: list = _empty(1)
    pack_counters: list = _empty(4)
    pack_strides: list = _empty(2)
    gpr: list = _empty(3)
    register_window_counters: dict = field(default_factory=dict)
    address_counters: dict = field(default_factory=dict)


def _configuration(state, name, value):
    for group, number, beginning in GROUPS:
        if re.match(beginning, name):
            getattr(state, group)[number][name] = value


def _counters(words):
    """{name: value} of "name value name value"."""
    return {name: int(value) for name, value in zip(words[::2], words[1::2])}


def _address_counters(state, thread, text):
    unit, _, rest = text.partition(':')
    for row, part in (('', rest.partition(';')[0]), ('_cr', rest.rpartition(':')[2])):
        for channel, axes in re.findall(r'ch(\d)((?: [XYZW] \d+)+)', part):
            for axis, value in _counters(axes.split()).items():
                state.address_counters[f'thread{thread} {unit.strip()} ch{channel} {axis}{row}'] = value


def of(lines):
    """Parses the output of stx_dump() about counters, configuration (of its first bank, which a debugger reads)
    and GPRs."""
    state = TensixState()
    for line in lines:
        found = re.match(r'(cfg\[0\]|gpr|rwc|adc)\[(\d+)\](?:\[(\d+)\])? ?(.*)$', line)
        if not found:
            continue
        kind, number, second, rest = found.groups()
        if kind == 'rwc':
            state.register_window_counters.update({f'thread{number} {n}': v for n, v in _counters(rest.split()).items()})
        elif kind == 'adc':
            _address_counters(state, number, rest)
        elif kind == 'gpr':
            state.gpr[int(number)][int(second)] = int(rest.rpartition(' ')[2], 0)
        else:
            name, _, value = rest.partition(' = ')
            _configuration(state, name, int(value, 0))
    return state
