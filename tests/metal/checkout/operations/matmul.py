# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.matmul.op import Matmul

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
WIDTH = ttnn.TensorMemoryLayout.WIDTH_SHARDED
device = ttnn.open_device(1, 1)
x = ttnn.sharded(device, 'x', one, (1, 512), tile=(1, 32))
w = ttnn.sharded(device, 'w', one, (512, 32), ttnn.bfloat8_b, memory_layout=WIDTH)
y = ttnn.sharded(device, 'y', one, (1, 32), tile=(1, 32), memory_layout=WIDTH)
Matmul.op(x, w, y, fused_activation='silu')
ttnn.describe('in x X random 1 512', 'in w V random 512 32', 'out y 1 32', 'expect y (X @ V) * sigmoid(X @ V)',
              'tolerance y 0.5 0.05 0.99')
