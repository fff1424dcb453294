#!/bin/sh -e
# A C++ program by CMake's find_package. PREFIX: where softensix was installed; run in an empty directory.
echo 'cmake_minimum_required(VERSION 3.16)
project(one LANGUAGES CXX)
find_package(softensix 0.1 REQUIRED COMPONENTS coop)
add_executable(one-word main.cpp)
target_link_libraries(one-word softensix::coop)' >CMakeLists.txt
cp "$PREFIX/share/softensix/examples/01-one-word/main.c" main.cpp
cmake -S . -B build -DCMAKE_PREFIX_PATH="$PREFIX" >cmake.txt && cmake --build build >>cmake.txt
build/one-word
