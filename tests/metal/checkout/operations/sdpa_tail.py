# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.sdpa_tail.op import SdpaTailSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
a, b, y = (ttnn.sharded(device, name, one, (8, 256), tile=(8, 32)) for name in 'aby')
m, n, z = (ttnn.sharded(device, name, one, (8, 32), tile=(8, 32)) for name in 'mnz')
SdpaTailSingleCore.op(a, b, m, n, y, z, scale=1.0, block_size=4, num_blocks=2)
# largest numbers are in column 0
ttnn.describe('in a A random 8 256', 'in b B random 8 256', 'in m M random 8 32', 'in n N random 8 32',
              'let P Matrix([[r[0]] for r in M.rows])', 'let Q Matrix([[r[0]] for r in N.rows])', 'let T max(P, Q)',
              'out y 8 256', 'expect y A * exp(P - T) + B * exp(Q - T)', 'tolerance y 0.05 0.05 0.99', 'out z 8 32')
