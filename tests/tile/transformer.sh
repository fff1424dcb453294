#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each product of a transformer block by the tile functions, then by the kernel matmul.cpp of examples/metal from circular
# buffer to circular buffer, on the same numbers: transformer.sh program. Every number has to be equal. Last line
# "N passed, N failed".
set -u
work=build/metal/transformer
mkdir -p $work
rm -f $work/*
"$1" $work >$work/products.txt || { cat $work/products.txt && exit 1; }
while read -r name rows inner columns; do
    cat >"$work/$name.desc" <<END
note the product "$name" of a transformer block
kernel matmul.cpp
let M $((rows / 32))
let K $((inner / 32))
let N $((columns / 32))
args {M} {K} {N}
fidelity hifi4
cb 0 Float16_b 2 32 32
cb 1 Float16_b 2 32 32
cb 16 Float16_b 2 32 32
order 0 [m * K + k for m in range(M) for n in range(N) for k in range(K)]
order 1 [k * N + n for m in range(M) for n in range(N) for k in range(K)]
in 0 a file $rows $inner $name-a.f32
in 1 b file $inner $columns $name-b.f32
out 16 $rows $columns
expect 16 file $name-out.f32
tolerance 16 0 0 0
END
done <$work/products.txt
tools/run_kernels.py --arch "${ARCH:-blackhole}" --march "${MARCH:-rv32im}" --kernels examples/metal $work/*.desc
