# SPDX-License-Identifier: Apache-2.0
#
# Toolchain file: GCC for RISC-V cores without an operating system, and picolibc.
#   cmake -DCMAKE_TOOLCHAIN_FILE=.../riscv64-unknown-elf.cmake -DSOFTENSIX_MARCH=rv32im [-DSOFTENSIX_MABI=ilp32]
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv)
include("${CMAKE_CURRENT_LIST_DIR}/softensix-march.cmake")
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_C_FLAGS_INIT "${SOFTENSIX_ARCHFLAGS} --specs=picolibc.specs")
set(CMAKE_CXX_FLAGS_INIT "${SOFTENSIX_ARCHFLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${SOFTENSIX_ARCHFLAGS}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
