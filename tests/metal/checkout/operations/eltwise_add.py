# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.eltwise_add.op import EltwiseAdd

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
WIDTH = ttnn.TensorMemoryLayout.WIDTH_SHARDED
device = ttnn.open_device(4, 1)
row = S([R(C(0, 0), C(3, 0))])
x = ttnn.sharded(device, 'x', row, (1, 1024), tile=(1, 32), memory_layout=WIDTH)
a = ttnn.sharded(device, 'a', row, (1, 4096), tile=(1, 32))
y = ttnn.sharded(device, 'y', row, (1, 1024), tile=(1, 32), memory_layout=WIDTH)
EltwiseAdd.op(x, a, y)
# each core adds a part of its own of a row that all have
ttnn.describe('in x X random 1 4096', 'in a A random 4 4096', 'out y 1 4096',
              'expect y Matrix([[X.rows[0][k] + A.rows[k // 1024][k] for k in range(4096)]])', 'tolerance y 0.02 0.01 0.999')
