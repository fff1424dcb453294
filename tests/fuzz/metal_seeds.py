# SPDX-License-Identifier: Apache-2.0
"""Descriptions and a case file that pass, of which fuzz_metal.py makes others."""
SEEDS = ['''note a sum
kernel x.cpp
let K 2
define OP add_tiles
ct 1,{K}
named size 3
args 4 0x10
cargs 7
fidelity hifi3
approx 1
fp32dest 0
fullsync 1
cb 0 Float16_b 2 32 32
cb 1 Bfp8_b 2 32 32
cb 16 Float16 2 32 32
l1 16 5
mailbox 1 2
in 0 a random 32 64 -2 2
in 1 b const 32 64 0.5
out 16 32 64
expect 16 relu(a + b)
tolerance 16 0.01 0.01 0.999
''', '''kernel x.cpp
cb 0 Float32 1 32 32
cb 3 Float16_b 1 16 32
cb 17 Int32 1 32 32
unpackdest 0 1
alias 3 0
seed 9
order 0 [1, 0]
in 0 a of 32 64 Matrix([r + c for c in range(64)] for r in range(32))
in 3 s scaler 1
layout 17 rows
out 17 32 32
expect 17 Matrix([r * 32 + c for c in range(32)] for r in range(32))
part 17 lambda r, c: r == c
''', '''kernel x.cpp
cb 0 Float16_b 2 32 32
cb 16 Float16_b 2 32 32
out 16 32 32

case one
in 0 a random 32 32
expect 16 exp(a) / row_sum(exp(a))
part 16 column
case two
in 0 a column 3
expect 16 each(lambda x: -x, a)
order 16 [0]
''', '''METALCASE 1
kernel x.cpp
note a copy
define OP(i) a(i); b(i)
ct 1,2
named n 3
args 1
fidelity hifi4
cb 0 Float16_b 2 32 32
cb 16 Float16_b 2 32 32
cb 17 Int32 2 32 32
alias 17 16
in 0 1 2048
*512 803f803f
out 16 1
out 17 1
check 16 isclose 0.1 0.01 0.99
map 16 0:2:1 16:3:2
golden 16 5
0000803f0000803f
*3 0000803f
check 17 equal 0 0 -
golden 17 1024
*1024 07000000
end
''']
