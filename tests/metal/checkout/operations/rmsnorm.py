# SPDX-License-Identifier: Apache-2.0
import ttnn
from models.demos.deepseek_v3_b1.micro_ops.rmsnorm.op import RMSNormSingleCore

C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
one = S([R(C(0, 0), C(0, 0))])
device = ttnn.open_device(1, 1)
x, g, y = (ttnn.sharded(device, name, one, (1, 1536), tile=(1, 32)) for name in 'xgy')
RMSNormSingleCore.op(x, g, y, numel=1536, fp32_dest_acc_en=True)
ttnn.describe('in x X random 1 1536', 'in g G random 1 1536', 'out y 1 1536',
              'expect y X / sqrt(row_mean(X * X) + 0.000001) * G', 'tolerance y 0.05 0.05 0.999')
