# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.rope.op import RopeSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
WIDTH = ttnn.TensorMemoryLayout.WIDTH_SHARDED
device = ttnn.open_device(2, 1)
both = S([R(C(0, 0), C(1, 0))])
x, y = (ttnn.sharded(device, name, both, (2, 64), tile=(2, 32), memory_layout=WIDTH) for name in 'xy')
m = ttnn.sharded(device, 'm', both, (32, 32), memory_layout=WIDTH)
c, s = (ttnn.interleaved(device, name, (16, 128), tile=(2, 32)) for name in 'cs')
where = ttnn.sharded(device, 'where', both, (1, 32), ttnn.uint32, tile=(1, 32))
RopeSingleCore.op(x, c, s, m, where, y)
ttnn.programs[0][0].append(where)  # the operation passes its address alone
# two rows for each position; position 5 is word 3 of the metadata; pairs of numbers are turned
angle = '(r // 2) / 10000 ** (k // 2 * 2 / 128)'
ttnn.describe('in x X random 2 128',
              f'in c P of 16 128 Matrix([[math.cos({angle}) for k in range(128)] for r in range(16)])',
              f'in s Q of 16 128 Matrix([[math.sin({angle}) for k in range(128)] for r in range(16)])',
              'in m M of 32 64 Matrix([[(k % 32 == r + 1) * (r % 2 == 0) - (k % 32 == r - 1) * (r % 2) for k in range(64)] for r in range(32)])',
              'in where I of 2 32 Matrix([[5 * (k == 3) for k in range(32)]] * 2)',
              'let turned lambda r, k: X.rows[r][k - 1] if k % 2 else -X.rows[r][k + 1]', 'out y 2 128',
              'expect y Matrix([[X.rows[r][k] * P.rows[10][k] + turned(r, k) * Q.rows[10][k] for k in range(128)] for r in range(2)])',
              'tolerance y 0.05 0.02 0.999')
