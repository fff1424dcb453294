# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.mcast.op import McastSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(5, 2)
x = ttnn.sharded(device, 'x', S([R(C(4, 1), C(4, 1))]), (1, 1024), tile=(1, 32))
y = ttnn.sharded(device, 'y', S([R(C(0, 0), C(3, 1))]), (1, 1024), tile=(1, 32))
McastSingleCore.op(x, y, R(C(0, 0), C(4, 1)), ttnn.NOC.NOC_1)
ttnn.describe('in x X random 1 1024', 'out y 8 1024', 'expect y Matrix([X.rows[0]] * 8)', 'tolerance y 0 0 1')
