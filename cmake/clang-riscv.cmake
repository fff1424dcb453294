# SPDX-License-Identifier: Apache-2.0
#
# Toolchain file: clang for RISC-V cores without an operating system. It compiles; programs are linked by GCC, whose
# libraries they need: lld does not know all that picolibc's files ask for.
#   cmake -DCMAKE_TOOLCHAIN_FILE=.../clang-riscv.cmake -DSOFTENSIX_MARCH=rv32im [-DSOFTENSIX_MABI=ilp32]
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv)
include("${CMAKE_CURRENT_LIST_DIR}/softensix-march.cmake")
string(REGEX MATCH "^rv(32|64)" _softensix_width "${SOFTENSIX_MARCH}")
set(CMAKE_C_COMPILER clang)
set(CMAKE_ASM_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET "riscv${CMAKE_MATCH_1}-unknown-elf")
set(CMAKE_ASM_COMPILER_TARGET "riscv${CMAKE_MATCH_1}-unknown-elf")
set(CMAKE_C_FLAGS_INIT "${SOFTENSIX_ARCHFLAGS}")
set(CMAKE_ASM_FLAGS_INIT "${SOFTENSIX_ARCHFLAGS}")
set(CMAKE_C_STANDARD_INCLUDE_DIRECTORIES /usr/lib/picolibc/riscv64-unknown-elf/include)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_LINK_EXECUTABLE
  "riscv64-unknown-elf-gcc ${SOFTENSIX_ARCHFLAGS} --specs=picolibc.specs <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
