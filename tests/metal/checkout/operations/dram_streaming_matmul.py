# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.dram_streaming_matmul.op import DRAMStreamingMatmul

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(4, 2)
cores = S([R(C(0, 0), C(3, 1))])
a = ttnn.sharded(device, 'a', cores, (1, 128), tile=(1, 32))
b = ttnn.in_banks(device, 'b', (128, 64))
y = ttnn.sharded(device, 'y', cores, (1, 64), tile=(1, 32), memory_layout=ttnn.TensorMemoryLayout.WIDTH_SHARDED)
DRAMStreamingMatmul.op(a, b, y, subblock_k=2)
# core i has a row of its own; in its bank the four tiles of a column of 32 numbers come one behind the other
ttnn.describe('in a A random 8 128', 'in b B random 2048 32', 'out y 1 512',
              'let weight lambda i, k, n: B.rows[((n // 32 * 4 + k // 32) * 8 + i) * 32 + k % 32][n % 32]',
              'expect y Matrix([[sum(A.rows[i][k] * weight(i, k, n) for k in range(128)) for i in range(8) for n in range(64)]])',
              'tolerance y 0.4 0.02 0.999')
