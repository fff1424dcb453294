# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.kn_sliced_matmul.op import KNSlicedMatmulOp

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(2, 1)
cores = [C(0, 0), C(1, 0)]
both = S([R(core, core) for core in cores])
x = ttnn.sharded(device, 'x', both, (1, 256), tile=(1, 32))
w = ttnn.sharded(device, 'w', both, (128, 64))
y = ttnn.sharded(device, 'y', both, (1, 64), tile=(1, 32))
KNSlicedMatmulOp.op(x, w, y, 4, 2, [(core, i * 4) for i, core in enumerate(cores)])
ttnn.describe('in x X random 2 256', 'in w V random 256 64', 'out y 2 64',
              'let part lambda k: Matrix([X.rows[k][k * 128:k * 128 + 128]]) @ Matrix(V.rows[k * 128:k * 128 + 128])',
              'expect y Matrix([part(0).rows[0], part(1).rows[0]])', 'tolerance y 0.1 0.05 0.99')
