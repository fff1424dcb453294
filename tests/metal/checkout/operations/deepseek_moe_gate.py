# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.deepseek_moe_gate.op import DeepseekMoeGateSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
x, b, n = (ttnn.sharded(device, name, one, (16, 16), form, tile=(16, 16))
           for name, form in (('x', ttnn.bfloat16), ('b', ttnn.bfloat16), ('n', ttnn.uint16)))
y, m = (ttnn.sharded(device, name, one, (1, 16), form, tile=(1, 16)) for name, form in (('y', ttnn.bfloat16), ('m', ttnn.uint16)))
DeepseekMoeGateSingleCore.op(x, b, y, n, m)
# 8 of 256, the largest sums of the four groups of 32 whose two largest sums are largest; their scores are equal, because their
# order is not defined
ttnn.describe('let V [k * 37 % 256 / 256 for k in range(256)]',
              'let rank lambda k: sum([V[j] > V[k] for j in range(k // 32 * 32, k // 32 * 32 + 32)])',
              'let T [sum([V[g * 32 + j] for j in range(32) if rank(g * 32 + j) < 2]) for g in range(8)]',
              'let I [k for k in range(256) if sum([T[h] > T[k // 32] for h in range(8)]) < 4]',
              'let J [k for k in I if sum([V[j] > V[k] for j in I]) < 8]',
              'let A [0.25 if k in J else 0.5 for k in range(256)]',
              'in x X of 16 16 Matrix([A[r * 16:r * 16 + 16] for r in range(16)])',
              'in b B of 16 16 Matrix([[V[c * 16 + r] - A[c * 16 + r] for c in range(16)] for r in range(16)])',
              'in n N of 16 16 Matrix([[c * 16 + r for c in range(16)] for r in range(16)])', 'out m 1 16',
              'out y 1 16', 'expect y 2.5 / 8', 'part y lambda r, c: c < 8', 'tolerance y 0.004 0 0.9')
