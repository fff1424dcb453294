#!/bin/sh -e
# A C program by pkg-config. PREFIX: where softensix was installed; run in an empty directory.
export PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig"
cp "$PREFIX/share/softensix/examples/01-one-word/main.c" .
gcc -std=c99 main.c $(pkg-config --cflags --libs softensix) -o one-word
./one-word
