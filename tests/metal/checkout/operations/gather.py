# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.gather.op import GatherSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
WIDTH = ttnn.TensorMemoryLayout.WIDTH_SHARDED
device = ttnn.open_device(5, 3)
x = ttnn.sharded(device, 'x', S([R(C(0, 0), C(3, 1))]), (1, 64), tile=(1, 32), memory_layout=WIDTH)
y = ttnn.sharded(device, 'y', S([R(C(4, 2), C(4, 2))]), (1, 512), tile=(1, 32), memory_layout=WIDTH)
GatherSingleCore.op(x, y)
ttnn.describe('in x X random 1 512', 'out y 1 512', 'expect y X', 'tolerance y 0 0 1')
