# SPDX-License-Identifier: Apache-2.0
"""What readers and writers have asked of the NoC, as JSON in the format that tt-npe reads (docs/cores.md)."""
import json

from .text import CaseError

PROCESSORS = {'reader': 'NCRISC', 'writer': 'BRISC'}
# Blackhole's banks of DRAM are named by translated coordinates; here are those of NoC 0 of the endpoint that cores use on each NoC
# (tt-metal, soc_descriptors/blackhole_140_arch.yaml).
BANKS = (((0, 11), (0, 2), (0, 9), (0, 5), (9, 11), (9, 3), (9, 8), (9, 6)), ((0, 1), (0, 10), (0, 4), (0, 7), (9, 1), (9, 10), (9, 4), (9, 7)))


def add_options(parser):
    parser.add_argument('--noc-trace', metavar='FILE',
                        help='with --time, for a program of several cores: writes what readers and writers ask of the NoC, as JSON for tt-npe')


def checked(options):
    """Raises CaseError if the options do not belong together."""
    if not options.noc_trace:
        return
    if not options.time:
        raise CaseError('--noc-trace needs --time')
    if len(options.case) > 1 or not options.case[0].partition(':')[0].endswith('.grid'):
        raise CaseError('--noc-trace is for one program of several cores')


def _router(chip, x, y, noc=0):
    """Coordinates of NoC 0; None for a bank that no card has."""
    if chip.name == 'blackhole' and x >= 17:
        bank = (y - 12) * 2 + x - 17
        return BANKS[noc][bank] if bank < len(BANKS[noc]) else None
    if chip.name != 'blackhole' and x >= 18:
        column, row = x - 18, y - 18
        return (column + (1 if column < 4 else 2), row + (1 if row < 5 else 2)) if column < 8 else None
    return x, y


def _other_side(chip, noc, places):
    """The fields of the other core or bank, or of a multicast's corners."""
    if len(places) == 4:
        corners = *_router(chip, *places[:2]), *_router(chip, *places[2:])
        return dict(zip(('mcast_start_x', 'mcast_start_y', 'mcast_end_x', 'mcast_end_y'), corners))
    return dict(zip(('dx', 'dy'), _router(chip, *places, noc) or ()))


def _zone(chip, who, x, y, phase, time):
    """One end of what a kernel does."""
    sx, sy = _router(chip, int(x), int(y))
    name = PROCESSORS[who]
    return {'proc': name, 'sx': sx, 'sy': sy, 'src_device_id': 0, 'zone': f'{name}-KERNEL', 'zone_phase': phase, 'timestamp': time}


def _request(chip, words, begins):
    who, x, y, transfer, time, kind, *rest = words
    noc, channel, size, *places = map(int, rest)
    sx, sy = _router(chip, int(x), int(y))
    return {'proc': PROCESSORS[who], 'sx': sx, 'sy': sy, 'src_device_id': 0, 'noc': f'NOC_{noc}', 'type': kind, 'num_bytes': size, 'vc': channel,
            **_other_side(chip, noc, places), 'timestamp': begins.get((who, x, y, transfer), 0) + int(time)}


def convert(chip, lines):
    """The events of a run, in the order of the format. Those of a kernel are within a zone, without which tt-npe takes none."""
    lines = [line.split() for line in lines]
    begins = {tuple(words[1:5]): int(words[5]) for words in lines if words[0] == 'at'}
    events = [_request(chip, words, begins) for words in lines if words[0] in PROCESSORS]
    last = {}
    for event in events:
        key = event['proc'], event['sx'], event['sy']
        last[key] = max(last.get(key, 0), event['timestamp'])
    starts, ends = [], []
    for words in lines:
        if words[0] == 'end':
            end = _zone(chip, *words[1:4], 'ZONE_END', int(words[4]))
            end['timestamp'] = max(end['timestamp'], last.get((end['proc'], end['sx'], end['sy']), 0))
            starts.append({**end, 'zone_phase': 'ZONE_START', 'timestamp': 0})
            ends.append(end)
    return sorted(starts + events + ends, key=lambda e: (e['sx'], e['sy'], e['proc'], e['timestamp']))  # equal ones stay in their order


def write(chip, path):
    """Makes the file that a program has written one of JSON."""
    with open(path, encoding='ascii') as f:
        events = convert(chip, f)
    with open(path, 'w', encoding='ascii') as f:
        f.write('[\n' + ',\n'.join(json.dumps(event) for event in events) + '\n]\n')


def arguments(options, seed):
    """Arguments of a program, after all others; those of the first run."""
    return [f'noc={options.noc_trace}'] if options.noc_trace and not seed else []
