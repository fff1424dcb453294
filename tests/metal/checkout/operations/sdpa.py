# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.sdpa.op import SdpaSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
q = ttnn.sharded(device, 'q', one, (8, 576), tile=(8, 32))
k = ttnn.sharded(device, 'k', one, (256, 576), ttnn.bfloat8_b)
y = ttnn.sharded(device, 'y', one, (8, 512), tile=(8, 32))
s = ttnn.sharded(device, 's', one, (8, 32), tile=(8, 32))
SdpaSingleCore.op(q, k, y, s, chunk_size=8, num_chunks=1, num_tiles_k=18, num_tiles_v=16, scale=0.125)
ttnn.describe('in q Q random 8 576', 'in k K random 256 576', 'let Z Q @ K.T', 'let E exp((Z - row_max(Z)) * 0.125)',
              'out y 8 512', 'expect y E @ Matrix([row[:512] for row in K.rows])', 'tolerance y 1.0 0.05 0.99', 'out s 8 32')
