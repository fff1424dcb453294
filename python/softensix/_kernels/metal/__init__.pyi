# SPDX-License-Identifier: Apache-2.0
# Types of what metalcase.py uses of the runner's reader (tools/kernels/metal), of which the wheel has a copy here.
