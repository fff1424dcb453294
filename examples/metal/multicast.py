# SPDX-License-Identifier: Apache-2.0
"""The program of multicast.grid as an operation in Python: ttnn.generic_op() with kernels of this directory.
tools/kernels/metal/replay.py makes a description of it (docs/cores.md)."""
import ttnn

INNER = 3  # tiles


def multicast_matmul(a, b, c, width, height):
    """C = A x B, one tile on each core: tiles of A are multicast along rows, those of B along columns."""
    device = a.device()
    cores = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(width - 1, height - 1))])

    def noc(x, y):
        place = device.worker_core_from_logical_core(ttnn.CoreCoord(x, y))
        return [place.x, place.y]

    reads, writes = ttnn.RuntimeArgs(), ttnn.RuntimeArgs()
    for core in ttnn.corerange_to_cores(cores):
        x, y = core.x, core.y
        reads[x][y] = [INNER, a.buffer_address(), y * INNER, 1, int(x == 0), *noc(1, y), *noc(width - 1, y), width - 1, *noc(0, y), 0, 1,
                       b.buffer_address(), x, width, int(y == 0), *noc(x, 1), *noc(x, height - 1), height - 1, *noc(x, 0), 2, 3]
        writes[x][y] = [c.buffer_address(), y * width + x]

    tile = ttnn.Tile((32, 32)).get_tile_size(ttnn.bfloat16)
    buffers = [ttnn.CBDescriptor(total_size=pages * tile, core_ranges=cores, format_descriptors=[
        ttnn.CBFormatDescriptor(buffer_index=number, data_format=ttnn.bfloat16, page_size=tile)]) for number, pages in ((0, 2), (1, 2), (16, 1))]
    kernels = [
        ttnn.KernelDescriptor(kernel_source='multicast_reader.cpp', core_ranges=cores, runtime_args=reads, config=ttnn.ReaderConfigDescriptor()),
        ttnn.KernelDescriptor(kernel_source='multicast_writer.cpp', core_ranges=cores, runtime_args=writes, config=ttnn.WriterConfigDescriptor()),
        ttnn.KernelDescriptor(kernel_source='matmul.cpp', core_ranges=cores, config=ttnn.ComputeConfigDescriptor(math_fidelity=ttnn.MathFidelity.HiFi4),
                              runtime_args=[(core, [1, INNER, 1]) for core in ttnn.corerange_to_cores(cores)])]
    semaphores = [ttnn.SemaphoreDescriptor(id=number, core_ranges=cores, initial_value=0) for number in range(4)]
    return ttnn.generic_op([a, b, c], ttnn.ProgramDescriptor(kernels=kernels, cbs=buffers, semaphores=semaphores))


# The rest is what a test of the operation does; here it also says what is in the tensors and what is expected.
W, H = 2, 2
grid = ttnn.open_device(W, H)
multicast_matmul(ttnn.interleaved(grid, 'a', (H * 32, INNER * 32)), ttnn.interleaved(grid, 'b', (INNER * 32, W * 32)),
                 ttnn.interleaved(grid, 'c', (H * 32, W * 32)), W, H)
ttnn.describe(f'in a A random {H * 32} {INNER * 32}', f'in b B random {INNER * 32} {W * 32}', f'out c {H * 32} {W * 32}',
              'expect c A @ B', 'tolerance c 0.2 0.0078125 0.999')
