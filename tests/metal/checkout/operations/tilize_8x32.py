# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.tilize_8x32.op import tilize_8x32_kernel

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
x = ttnn.sharded(device, 'x', one, (8, 256), layout=ttnn.ROW_MAJOR_LAYOUT)
y = ttnn.sharded(device, 'y', one, (8, 256), tile=(8, 32))
tilize_8x32_kernel(x, y)
ttnn.describe('in x X random 8 256', 'out y 8 256', 'expect y X', 'tolerance y 0 0 1')
