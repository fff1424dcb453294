# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.dram_zero_fill.op import DRAMZeroFill

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(3, 2)
y = ttnn.interleaved(device, 'y', (96, 160))
DRAMZeroFill.op(y)
ttnn.describe('in y Y random 96 160', 'out y 96 160', 'expect y 0', 'tolerance y 0 0 1')
