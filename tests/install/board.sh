#!/bin/sh -e
# A program without an operating system by CMake. PREFIX: where softensix was installed, with MARCH=rv32im too.
share=$PREFIX/share/softensix
cp "$share/examples/01-one-word/main.c" .
printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(one LANGUAGES C)' 'find_package(softensix 0.1 REQUIRED)' \
    'add_executable(one-word main.c)' 'target_link_libraries(one-word softensix::coop)' 'softensix_board(one-word qemu-virt)' >CMakeLists.txt
cmake -S . -B build -DCMAKE_PREFIX_PATH="$PREFIX" -DSOFTENSIX_MARCH=rv32im \
    -DCMAKE_TOOLCHAIN_FILE="$share/cmake/riscv64-unknown-elf.cmake" >cmake.txt && cmake --build build >>cmake.txt
"$share/tools/run-qemu.sh" build/one-word.elf
