# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.kv_cache_update.op import KVCacheUpdate

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(10, 2)
source, last, patched = S([R(C(9, 1), C(9, 1))]), S([R(C(8, 0), C(8, 1))]), S([R(C(0, 0), C(7, 1))])
nope = ttnn.sharded(device, 'nope', source, (16, 32), tile=(16, 32))
rope = ttnn.sharded(device, 'rope', last, (1, 32), tile=(1, 32), memory_layout=ttnn.TensorMemoryLayout.WIDTH_SHARDED)
cache = ttnn.interleaved(device, 'cache', (64, 576), ttnn.bfloat8_b)
where = ttnn.sharded(device, 'where', S([R(C(0, 0), C(9, 1))]), (1, 128), ttnn.uint32, tile=(1, 32))
unused = ttnn.sharded(device, 'unused', last, (1, 32), tile=(1, 32))
KVCacheUpdate.op(nope, rope, cache, where, unused, patched)
ttnn.programs[0][0].append(cache)  # the operation passes its address alone
# row 37, which is word 3 of the metadata, becomes the 512 numbers in their order in memory, and 64 more; the others stay
ttnn.describe('in nope X random 16 32', 'in rope Q random 1 64', 'in cache K random 64 576', 'in unused U random 2 32',
              'in where I of 20 128 Matrix([[37 * (k == 3) for k in range(128)]] * 20)',
              'let new [X.rows[k // 16 % 16][k // 256 * 16 + k % 16] for k in range(512)] + Q.rows[0]',
              'out cache 64 576', 'expect cache Matrix([new if r == 37 else K.rows[r] for r in range(64)])', 'tolerance cache 0.03 0.02 0.999')
