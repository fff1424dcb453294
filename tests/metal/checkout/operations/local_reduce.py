# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.local_reduce.op import LocalReduceOp

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
x = ttnn.sharded(device, 'x', one, (128, 32))
y = ttnn.sharded(device, 'y', one, (32, 32))
LocalReduceOp.op(x, y, 4, apply_silu=True)
ttnn.describe('in x X random 128 32', 'out y 32 32',
              'let Z Matrix([[sum([X.rows[32 * k + r][c] for k in range(4)]) for c in range(32)] for r in range(32)])',
              'expect y Z * sigmoid(Z)', 'tolerance y 0.03 0.03 0.99')
