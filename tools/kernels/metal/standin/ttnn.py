# SPDX-License-Identifier: Apache-2.0
"""Stands in for ttnn where an operation is defined in Python with ttnn.generic_op(): the program is kept instead of run, and
replay.py writes it as a description (docs/cores.md). There is no device, and tensors have no contents. open_device(), sharded(),
interleaved(), in_banks() and describe() are this module's own; everything else is named as in ttnn."""
from collections import defaultdict

from kernels.chips import BLACKHOLE, CHIPS


class _Names(type):
    """Of its classes every name is its own text: NOC.NOC_0 is 'NOC_0'."""

    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return name


class _AnyName(metaclass=_Names):
    pass


NOC = NOC_MODE = DataMovementProcessor = MathFidelity = TensorMemoryLayout = BufferType = ShardOrientation = _AnyName

bfloat16, float32, bfloat8_b, bfloat4_b = 'Float16_b', 'Float32', 'Bfp8_b', 'Bfp4_b'
uint32, uint16, int32, uint8 = 'UInt32', 'UInt16', 'Int32', 'UInt8'
TILE_LAYOUT, ROW_MAJOR_LAYOUT, TILE_SIZE = 'tile', 'rows', 32
HALF_BYTES = {bfloat16: 4, float32: 8, uint32: 8, int32: 8, uint16: 4, uint8: 2, bfloat8_b: 2, bfloat4_b: 1}  # of a datum


def __getattr__(name):
    """Other names may stand in annotations; nothing can be made of them."""
    if name.startswith('__'):
        raise AttributeError(name)

    def refuse(self, *_, **__):
        raise NotImplementedError(f'the stand-in for ttnn has no {name}')
    return _Names(name, (), {'__init__': refuse})


class _Fields:
    """What it is given by name, and values that ttnn has for the rest."""
    defaults = {}

    def __init__(self, **given):
        self.__dict__.update({name: list(value) if isinstance(value, list) else value for name, value in self.defaults.items()})
        self.__dict__.update(given)


class CoreCoord:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return f'({self.x}, {self.y})'


class CoreRange:
    def __init__(self, start, end):
        self.start = self.start_coord = start
        self.end = self.end_coord = end

    def cores(self):
        return [CoreCoord(x, y) for y in range(self.start.y, self.end.y + 1) for x in range(self.start.x, self.end.x + 1)]

    def contains(self, other):
        return set(_cores(other)) <= set(self.cores())

    def grid_size(self):
        return CoreCoord(self.end.x - self.start.x + 1, self.end.y - self.start.y + 1)

    def num_cores(self):
        return len(self.cores())


class CoreRangeSet:
    def __init__(self, ranges=()):
        self._ranges = list(ranges)

    def ranges(self):
        return self._ranges

    def cores(self):
        return [core for r in self._ranges for core in r.cores()]

    def contains(self, other):
        return set(_cores(other)) <= set(self.cores())

    def merge(self, other):
        return CoreRangeSet([CoreRange(core, core) for core in dict.fromkeys(self.cores() + _cores(other))])

    def num_cores(self):
        return len(self.cores())

    def __eq__(self, other):
        return set(self.cores()) == set(other.cores())

    def empty(self):
        return not self._ranges

    def bounding_box(self):
        cores = self.cores()
        return CoreRange(CoreCoord(min(c.x for c in cores), min(c.y for c in cores)), CoreCoord(max(c.x for c in cores), max(c.y for c in cores)))


def _cores(where):
    return [where] if isinstance(where, CoreCoord) else where.cores()


def corerange_to_cores(where, max_cores=None, row_wise=False):
    """Range after range, each of them column by column, or row by row."""
    order = (lambda c: (c.y, c.x)) if row_wise else (lambda c: (c.x, c.y))
    ranges = where.ranges() if isinstance(where, CoreRangeSet) else [where]
    return [core for some in ranges for core in sorted(_cores(some), key=order)][:max_cores]


class ShardSpec:
    def __init__(self, grid, shape, orientation=ShardOrientation.ROW_MAJOR):
        self.grid, self.shape, self.orientation = grid, tuple(shape), orientation

    def __eq__(self, other):
        return vars(self) == vars(other)


class MemoryConfig:
    def __init__(self, memory_layout=TensorMemoryLayout.INTERLEAVED, buffer_type=BufferType.DRAM, shard_spec=None):
        self.memory_layout, self.buffer_type, self.shard_spec = memory_layout, buffer_type, shard_spec


DRAM_MEMORY_CONFIG = MemoryConfig()


class Tile:
    def __init__(self, shape=(32, 32), transpose_tile=False):
        self.tile_shape, self.transpose = tuple(shape), transpose_tile
        self.face_shape = min(self.tile_shape[0], 16), min(self.tile_shape[1], 16)
        self.num_faces = self.tile_shape[0] * self.tile_shape[1] // (self.face_shape[0] * self.face_shape[1])

    def __eq__(self, other):
        return vars(self) == vars(other)

    def get_tile_size(self, dtype):
        datums = self.tile_shape[0] * self.tile_shape[1]
        return datums * HALF_BYTES[dtype] // 2 + (datums // 16 if dtype.startswith('Bfp') else 0)


class FaceGeometry:
    def __init__(self, rows, number):
        self.rows, self.number = rows, number


class TileDescriptor:
    def __init__(self, tile=32, width=32, transpose=False):
        self.shape, self.transpose = (tile.tile_shape, tile.transpose) if isinstance(tile, Tile) else ((tile, width), transpose)


class Device:
    """A grid of cores of a chip."""

    def __init__(self, width, height, chip=BLACKHOLE):
        self.width, self.height, self.chip = width, height, chip

    def compute_with_storage_grid_size(self):
        return CoreCoord(self.width, self.height)

    def worker_core_from_logical_core(self, core):
        return CoreCoord(*self.chip.place(core.x, core.y))

    def get_num_devices(self):
        return 1

    def arch(self):
        return {'wormhole': 'WORMHOLE_B0'}.get(self.chip.name, self.chip.name.upper())

    def get_optimal_dram_bank_to_logical_worker_assignment(self, _noc):
        """A core for each bank. Which of them are near a bank is not modelled: they are the first ones, row by row."""
        cores = [CoreCoord(x, y) for y in range(self.height) for x in range(self.width)][:self.chip.dram_banks]
        if len(cores) < self.chip.dram_banks:
            raise NotImplementedError(f'the operation has a core for each of {self.chip.dram_banks} banks of DRAM, and the grid has {len(cores)}')
        return cores


NODES = {'blackhole': (17, 12)}  # columns and rows of a NoC, which is a torus


def _hops(device, source, to, noc):
    """NoC 0 goes right and down, NoC 1 left and up."""
    if device.chip.name not in NODES:
        raise NotImplementedError(f'the stand-in for ttnn has no distances on {device.chip.name}')
    a, b = (device.chip.place(core.x, core.y) for core in (source, to))
    steps = zip(a, b, NODES[device.chip.name])
    return sum((y - x if noc == 'NOC_0' else x - y) % size for x, y, size in steps)


class device:  # pylint: disable=invalid-name
    """The part of ttnn.device that operations use."""
    Arch = _AnyName


class _Inner:
    """The part of ttnn._ttnn that operations use."""

    class multi_device:
        class experimental:
            get_worker_noc_hop_distance = staticmethod(_hops)


_ttnn = _Inner


FIRST_ADDRESS = 0x7A000000  # buffer_address() of a tensor, which becomes addr(NAME)


class Tensor:
    made = []

    def __init__(self, name, shape, dtype, memory_config, device, tile, layout):
        self.name, self.shape, self.dtype, self.tile, self.layout = name, tuple(shape), dtype, tile, layout
        self._config, self._device = memory_config, device
        Tensor.made.append(self)

    @property
    def padded_shape(self):
        """To whole tiles."""
        unit = (1, 1) if self.layout == ROW_MAJOR_LAYOUT else self.tile.tile_shape
        return tuple(self.shape[:-2]) + tuple(-(-n // of) * of for n, of in zip(self.shape[-2:], unit))

    def device(self):
        return self._device

    def memory_config(self):
        return self._config

    def get_tile(self):
        return self.tile

    def logical_volume(self):
        return self.shape[-2] * self.shape[-1]

    volume = logical_volume

    def buffer_num_pages(self):
        return self.shape[-2] if self.layout == ROW_MAJOR_LAYOUT else self.logical_volume() // (self.tile.tile_shape[0] * self.tile.tile_shape[1])

    def buffer_page_size(self):
        return self.shape[-1] * HALF_BYTES[self.dtype] // 2 if self.layout == ROW_MAJOR_LAYOUT else self.tile.get_tile_size(self.dtype)

    def buffer_aligned_page_size(self):
        unit = 16 if self._config.buffer_type == BufferType.L1 else self._device.chip.dram_aligned
        return -(-self.buffer_page_size() // unit) * unit

    def buffer_address(self):
        return FIRST_ADDRESS + Tensor.made.index(self)


class TensorAccessorArgs:
    """Becomes accessor(NAME)."""

    def __init__(self, tensor):
        self.tensor = tensor

    def get_compile_time_args(self):
        return [self]


class KernelDescriptor(_Fields):
    SourceType = _AnyName
    defaults = {'compile_time_args': [], 'named_compile_time_args': [], 'defines': [], 'runtime_args': [], 'common_runtime_args': []}


class DataMovementConfigDescriptor(_Fields):
    defaults = {'processor': 'RISCV_0', 'noc': 'RISCV_0_default', 'noc_mode': 'DM_DEDICATED_NOC'}


class ReaderConfigDescriptor(DataMovementConfigDescriptor):
    defaults = {'processor': 'RISCV_1', 'noc': 'NOC_0', 'noc_mode': 'DM_DEDICATED_NOC'}


class WriterConfigDescriptor(DataMovementConfigDescriptor):
    defaults = {'processor': 'RISCV_0', 'noc': 'NOC_1', 'noc_mode': 'DM_DEDICATED_NOC'}


class ComputeConfigDescriptor(_Fields):
    defaults = {'math_fidelity': 'HiFi4', 'math_approx_mode': False, 'fp32_dest_acc_en': False, 'dst_full_sync_en': False,
                'unpack_to_dest_mode': []}


class SemaphoreDescriptor(_Fields):
    defaults = {'initial_value': 0}


class CBFormatDescriptor(_Fields):
    defaults = {'tile': None}


class CBDescriptor(_Fields):
    defaults = {'format_descriptors': [], 'tensor': None}


class ProgramDescriptor(_Fields):
    defaults = {'kernels': [], 'cbs': [], 'semaphores': []}


class RuntimeArgs(defaultdict):
    """Words of a core: args[x][y] is a list."""

    def __init__(self):
        super().__init__(lambda: defaultdict(list))


def cb_descriptor_from_sharded_tensor(cb_index, tensor, address_offset=0, total_size=0, core_ranges=None):
    """Without a size, or without cores, those of the tensor."""
    spec = tensor.memory_config().shard_spec
    tile, rows = tensor.tile, tensor.layout == ROW_MAJOR_LAYOUT
    pages = spec.shape[0] if rows else spec.shape[0] * spec.shape[1] // (tile.tile_shape[0] * tile.tile_shape[1])
    size = spec.shape[1] * HALF_BYTES[tensor.dtype] // 2 if rows else tile.get_tile_size(tensor.dtype)
    form = CBFormatDescriptor(buffer_index=cb_index, data_format=tensor.dtype, page_size=size, tile=TileDescriptor(tile))
    return CBDescriptor(total_size=total_size or pages * size, core_ranges=core_ranges or spec.grid, format_descriptors=[form], tensor=tensor,
                        address_offset=address_offset)


programs = []  # (tensors, ProgramDescriptor) of each call of generic_op()
lines = []


def generic_op(tensors, program):
    programs.append((tensors, program))
    return tensors[-1]


def open_device(width, height, arch=BLACKHOLE.name):
    return Device(width, height, CHIPS[arch])


def sharded(device, name, cores, shape, dtype=bfloat16, tile=(32, 32), memory_layout=None, layout=TILE_LAYOUT):
    """A tensor in L1 whose parts have this shape: one below the other, with WIDTH_SHARDED side by side, or as the cores lie with
    BLOCK_SHARDED."""
    memory_layout = memory_layout or TensorMemoryLayout.HEIGHT_SHARDED
    box = cores.bounding_box().grid_size()
    across, down = {'WIDTH_SHARDED': (cores.num_cores(), 1), 'BLOCK_SHARDED': (box.x, box.y)}.get(memory_layout, (1, cores.num_cores()))
    whole = shape[0] * down, shape[1] * across
    return Tensor(name, whole, dtype, MemoryConfig(memory_layout, BufferType.L1, ShardSpec(cores, shape)), device, Tile(tile), layout)


def interleaved(device, name, shape, dtype=bfloat16, tile=(32, 32), layout=TILE_LAYOUT):
    """A tensor in DRAM."""
    return Tensor(name, shape, dtype, DRAM_MEMORY_CONFIG, device, Tile(tile), layout)


def in_banks(device, name, shape, dtype=bfloat16, tile=(32, 32)):
    """A tensor in DRAM whose parts, one in each bank, have this shape. In the description its tiles stand one below the other in a
    matrix as wide as one of them: tile t is number t // B in bank t mod B, of B banks."""
    banks = device.chip.dram_banks
    grid = CoreRangeSet([CoreRange(CoreCoord(0, 0), CoreCoord(banks - 1, 0))])
    config = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.DRAM, ShardSpec(grid, shape))
    return Tensor(name, (shape[0] * shape[1] // tile[1] * banks, tile[1]), dtype, config, device, Tile(tile), TILE_LAYOUT)


def describe(*text):
    """Lines of the description: what is in the tensors, and what is expected of them."""
    lines.extend(text)
