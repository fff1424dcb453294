#!/bin/sh -e
# A program without an operating system for two boards of QEMU. PREFIX: where softensix was installed.
export PKG_CONFIG_PATH="$PREFIX/lib/rv32im/ilp32/pkgconfig"
share=$PREFIX/share/softensix
for board in qemu-virt spike; do
    riscv64-unknown-elf-gcc -O2 -I"$share/examples" -I"$share/port" "$share"/examples/matmul/*.c "$share"/examples/common/tiles.c \
        $(pkg-config --cflags --libs softensix-coop softensix-$board) -lm -o matmul-$board.elf
    "$share/tools/run-qemu.sh" matmul-$board.elf
done
