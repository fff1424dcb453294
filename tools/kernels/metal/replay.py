# SPDX-License-Identifier: Apache-2.0
"""Writes the program of an operation that is defined in Python with ttnn.generic_op() as a description for several cores: SCRIPT
calls the operation with the stand-in for ttnn (standin/ttnn.py). docs/cores.md has an example.

    replay.py SCRIPT [--tt-metal DIR] [-o FILE.grid]"""
import argparse
import importlib.util
import os
import runpy
import sys
import types
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))


class ReplayError(Exception):
    """The program has something that a description cannot say."""


# What of a descriptor is written; what else an operation gives is refused, unless it is what ttnn has without it.
WRITTEN = {
    'KernelDescriptor': 'kernel_source core_ranges compile_time_args named_compile_time_args defines runtime_args common_runtime_args config opt_level',
    'DataMovementConfigDescriptor': 'processor noc noc_mode', 'ReaderConfigDescriptor': 'processor noc noc_mode',
    'WriterConfigDescriptor': 'processor noc noc_mode',
    'ComputeConfigDescriptor': 'math_fidelity math_approx_mode fp32_dest_acc_en dst_full_sync_en', 'SemaphoreDescriptor': 'id core_ranges initial_value',
    'CBFormatDescriptor': 'buffer_index data_format page_size tile', 'CBDescriptor': 'total_size core_ranges format_descriptors tensor',
    'TileDescriptor': 'shape', 'Tile': 'tile_shape face_shape num_faces', 'ProgramDescriptor': 'kernels cbs semaphores'}
USUAL = {'source_type': 'FILE_PATH', 'core_type': 'WORKER'}


def usual(thing, field, value):
    """Whether a field says what a description means without it."""
    if field == 'face_geometry' and value:
        rows, columns = thing.tile.shape if thing.tile else (32, 32)
        return (value.rows, value.number) == (min(rows, 16), max(rows // 16, 1) * max(columns // 16, 1))
    return not value or value == USUAL.get(field)


def refuse_others(thing):
    """Refuses what a descriptor has and a description cannot say; looks into what the descriptor contains."""
    name = type(thing).__name__
    if isinstance(thing, (list, tuple)):
        for each in thing:
            refuse_others(each)
    elif name in WRITTEN:
        for field, value in vars(thing).items():
            if field not in WRITTEN[name].split() and not usual(thing, field, value):
                raise ReplayError(f'{name}: {field} is not modelled')
            refuse_others(value)


class _Absent(types.ModuleType):
    """A module that operations import for their references, and that is not installed."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _Absent(f'{self.__name__}.{name}')

    def __call__(self, *_, **__):
        return None


class Writer:
    """Collects the lines of a program."""

    def __init__(self, ttnn, device):
        self.ttnn, self.device = ttnn, device
        self.sets = {}  # cores -> name
        self.named = defaultdict(set)  # source of kernels -> names of compile-time arguments
        self.defined, self.lines = [], []
        self.further = []  # buffers of tensors of which no kernel has one

    def cores(self, where):
        """The name of a set of cores; its ranges in the given order."""
        ranges = [self.ttnn.CoreRange(where, where)] if isinstance(where, self.ttnn.CoreCoord) else \
            [where] if isinstance(where, self.ttnn.CoreRange) else where.ranges()
        words = tuple(f'{r.start.x},{r.start.y}-{r.end.x},{r.end.y}' for r in ranges)
        if words not in self.sets:
            self.sets[words] = f'cores_{len(self.sets)}'
            self.defined.append(f'cores {self.sets[words]} {" ".join(words)}')
        return self.sets[words]

    def at(self, where, text):
        self.lines.append(f'at {self.cores(where)} {text}')

    def word(self, value):
        """A word of arguments; the address of a tensor by its name."""
        if isinstance(value, self.ttnn.TensorAccessorArgs):
            return f'accessor({value.tensor.name})'
        number = int(value) - self.ttnn.FIRST_ADDRESS
        return f'addr({self.ttnn.Tensor.made[number].name})' if 0 <= number < len(self.ttnn.Tensor.made) else str(int(value) & 0xFFFFFFFF)

    def words(self, values):
        return ' '.join(map(self.word, values))

    def buffer(self, cb, only):
        """only: no other cores have a buffer of this number. Then the memory of a tensor is there on all cores, as on a card, and a
        multicast may reach it."""
        first, put = None, self.lines.append if cb.tensor and only else lambda text: self.at(cb.core_ranges, text)
        for form in cb.format_descriptors:
            rows, columns = form.tile.shape if form.tile else (32, 32)
            put(f'cb {form.buffer_index} {form.data_format} {cb.total_size // form.page_size} {rows} {columns}')
            if form.page_size != self.ttnn.Tile((rows, columns)).get_tile_size(form.data_format):
                put(f'cbpage {form.buffer_index} {form.page_size}')
            if first is not None:
                put(f'alias {form.buffer_index} {first}')
            first = form.buffer_index if first is None else first

    def buffer_with(self, tensor, cbs):
        """The number of the buffer with a tensor's memory; if no kernel has one, that of a further buffer."""
        numbers = {form.buffer_index: cb.tensor is tensor for cb in cbs for form in cb.format_descriptors}
        for number, is_its in numbers.items():
            if is_its:
                return number
        self.further.append(max(set(range(self.device.chip.buffers)) - {*numbers, *self.further}))
        self.buffer(self.ttnn.cb_descriptor_from_sharded_tensor(self.further[-1], tensor), True)
        return self.further[-1]

    def tensor(self, tensor, cbs):
        spec, rows = tensor.memory_config().shard_spec, tensor.tile.tile_shape[0] == 1 or tensor.layout == self.ttnn.ROW_MAJOR_LAYOUT
        shape = '' if rows or tensor.tile.tile_shape == (32, 32) else ' {} {}'.format(*tensor.tile.tile_shape)
        if tensor.memory_config().buffer_type == 'DRAM':
            self.lines.append(f'tensor {tensor.name} {tensor.dtype} dram{shape}')
        else:
            number = self.buffer_with(tensor, cbs)
            parts = tensor.shape[-2] // spec.shape[0], tensor.shape[-1] // spec.shape[1]
            order = 'column' if spec.orientation == 'COL_MAJOR' else 'row'
            self.lines += [f'tensor {tensor.name} {tensor.dtype} shard:{number}{shape}',
                           f'shards {tensor.name} {parts[0]}x{parts[1]} {order} {self.cores(spec.grid)}']
        if rows:
            self.lines.append(f'layout {tensor.name} rows')

    def side(self, kernel):
        """'' for a compute kernel, 'reader ' or 'writer '; with the lines that its configuration needs."""
        config = kernel.config
        if isinstance(config, self.ttnn.ComputeConfigDescriptor):
            self.at(kernel.core_ranges, f'fidelity {config.math_fidelity.lower()}')
            for name, value in ('fp32dest', config.fp32_dest_acc_en), ('fullsync', config.dst_full_sync_en), ('approx', config.math_approx_mode):
                if value:
                    self.at(kernel.core_ranges, f'{name} 1')
            return ''
        side = 'reader ' if config.processor == 'RISCV_1' else 'writer '
        if config.noc_mode == 'DM_DYNAMIC_NOC':
            self.at(kernel.core_ranges, f'{side}noc_mode dynamic')
        elif config.noc_mode != 'DM_DEDICATED_NOC':
            raise ReplayError(f'{kernel.kernel_source}: the mode {config.noc_mode} is not modelled')
        self.at(kernel.core_ranges, f'{side}noc {int(config.noc in ("NOC_1", "RISCV_1_default"))}')
        return side

    def kernel(self, kernel):
        where, side = kernel.core_ranges, self.side(kernel)
        self.at(where, f'{side}kernel {kernel.kernel_source}')
        for name, value in kernel.named_compile_time_args:
            self.at(where, f'{side}named {name} {self.word(value)}')
        # A source for several kernels also asks for names of the others, whose values it does not use; with the vendor's options the
        # compiler drops them.
        for name in sorted(self.named[kernel.kernel_source] - {name for name, _ in kernel.named_compile_time_args}):
            self.at(where, f'{side}named {name} 0')
        for name, value in kernel.defines:
            self.at(where, f'{side}define {name} {value}')
        for name, values in ('ct', kernel.compile_time_args), ('cargs', kernel.common_runtime_args):
            if values:
                self.at(where, f'{side}{name} {self.words(values)}')
        given = kernel.runtime_args
        pairs = [(core, given[core.x][core.y]) for core in self.ttnn.corerange_to_cores(where)] if isinstance(given, dict) else given
        for core, values in pairs:
            if values:
                self.at(core, f'{side}args {self.words(values)}')
        return [] if side else self.ttnn.corerange_to_cores(where)

    def program(self, tensors, program):
        numbers = [form.buffer_index for cb in program.cbs for form in cb.format_descriptors]
        for cb in program.cbs:
            self.buffer(cb, all(numbers.count(form.buffer_index) == 1 for form in cb.format_descriptors))
        numbers = [semaphore.id for semaphore in program.semaphores]
        for semaphore in program.semaphores:
            text = f'semaphore {semaphore.id} {semaphore.initial_value}'
            if numbers.count(semaphore.id) == 1:
                self.lines.append(text)
            else:
                self.at(semaphore.core_ranges, text)
        for tensor in dict.fromkeys(tensors):
            self.tensor(tensor, program.cbs)
        for kernel in program.kernels:
            self.named[kernel.kernel_source] |= {name for name, _ in kernel.named_compile_time_args}
        computing = {core for kernel in program.kernels for core in self.kernel(kernel)}
        everywhere = self.ttnn.CoreRange(self.ttnn.CoreCoord(0, 0), self.ttnn.CoreCoord(self.device.width - 1, self.device.height - 1))
        others = [core for core in everywhere.cores() if core not in computing]
        if others:
            self.at(self.ttnn.CoreRangeSet([self.ttnn.CoreRange(core, core) for core in others]), 'kernel none')


def description(ttnn):
    """The description of the one program that has been kept."""
    if len(ttnn.programs) != 1:
        raise ReplayError(f'{len(ttnn.programs)} calls of ttnn.generic_op(), not one')
    tensors, program = ttnn.programs[0]
    refuse_others([program, [tensor.tile for tensor in tensors]])
    writer = Writer(ttnn, tensors[0].device())
    writer.program(tensors, program)
    return '\n'.join([f'grid {writer.device.width} {writer.device.height}', *writer.defined, *writer.lines, *ttnn.lines]) + '\n'


def replay(script, tt_metal=''):
    """The description of the program of a script, with the modules of a checkout."""
    path = [os.path.join(HERE, 'standin'), os.path.dirname(os.path.abspath(script)), *([os.path.abspath(tt_metal)] if tt_metal else [])]
    sys.path[:0] = path
    for name in 'torch', 'loguru':
        if name not in sys.modules and not importlib.util.find_spec(name):
            sys.modules[name] = _Absent(name)
    try:
        runpy.run_path(script)
        return description(sys.modules['ttnn'])
    finally:
        del sys.path[:len(path)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('script')
    parser.add_argument('--tt-metal', default='', help='the checkout whose Python modules the script imports')
    parser.add_argument('-o', '--output', metavar='FILE', help='the description; without it, standard output')
    options = parser.parse_args()
    try:
        text = replay(options.script, options.tt_metal)
    except (ReplayError, NotImplementedError) as e:
        print(f'replay: {e}', file=sys.stderr)
        return 1
    if options.output:
        with open(options.output, 'w', encoding='utf-8') as f:
            f.write(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
