# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.create_q_heads.op import CreateQHeads

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
BLOCK = ttnn.TensorMemoryLayout.BLOCK_SHARDED
device = ttnn.open_device(12, 2)
x = ttnn.sharded(device, 'x', S([R(C(0, 0), C(7, 1))]), (1, 512), tile=(1, 32), memory_layout=BLOCK)
q = ttnn.sharded(device, 'q', S([R(C(8, 0), C(11, 1))]), (2, 64), tile=(1, 32), memory_layout=BLOCK)
receivers = S([R(C(1, 1), C(2, 1))])
between, y = (ttnn.sharded(device, name, receivers, (8, 576), tile=(8, 32)) for name in ('between', 'y'))
CreateQHeads.op(x, q, between, y)
ttnn.programs[0][0].append(between)  # the operation passes its address alone
# row r of the cores is for receiver r: head h is the part of core h, and behind it a row of core h // 2 of the others
ttnn.describe('in x X random 2 4096', 'in q Q random 4 256', 'in between Z random 16 576',
              'let head lambda r, h: X.rows[r][512 * h:][:512] + Q.rows[2 * r + h % 2][h // 2 * 64:][:64]',
              'out y 16 576', 'expect y Matrix([head(r, h) for r in range(2) for h in range(8)])', 'tolerance y 0 0 1')
