# SPDX-License-Identifier: Apache-2.0
#
# ctest: the unit tests, a golden-vector file and the README's program; for Wormhole the second and an example of its own.
# `make test` does more.
add_library(softensix-tested STATIC EXCLUDE_FROM_ALL ${library_sources})
target_include_directories(softensix-tested PUBLIC ${PROJECT_BINARY_DIR}/include include lib tests tests/isa/${SOFTENSIX_ARCH})
target_compile_definitions(softensix-tested PUBLIC STX_TRACE=1)
target_compile_options(softensix-tested PUBLIC -std=c99)

file(GLOB test_sources CONFIGURE_DEPENDS tests/*/test_*.c)
list(FILTER test_sources EXCLUDE REGEX "_wormhole\\.c$")
if(NOT SOFTENSIX_SIZE STREQUAL full OR NOT SOFTENSIX_ARCH STREQUAL blackhole)
  set(test_sources) # they are about the whole of Blackhole; `make sizes` and `make unit ARCH=wormhole` test the others
endif()
foreach(source IN LISTS test_sources)
  get_filename_component(name "${source}" NAME_WE)
  get_filename_component(room "${source}" DIRECTORY)
  get_filename_component(room "${room}" NAME)
  add_executable(${name} "${source}")
  target_link_libraries(${name} PRIVATE softensix-tested m -pthread)
  add_test(NAME ${room}/${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endforeach()

file(GLOB vector_sources CONFIGURE_DEPENDS tests/vectors/*.c)
add_executable(vectors ${vector_sources})
target_link_libraries(vectors PRIVATE softensix-tested)
find_program(XZ xz)
set(vector_file kat)
set(first_program examples/01-one-word/main.c)
if(SOFTENSIX_ARCH STREQUAL wormhole)
  set(vector_file wormhole/mixed)
  set(first_program examples/two_cycles_wormhole/main.c)
endif()
if(XZ AND SOFTENSIX_SIZE STREQUAL full)
  set(file "${PROJECT_BINARY_DIR}/first.vec")
  add_test(NAME vectors/${vector_file} COMMAND sh -c
    "xz -dc tests/vectors/data/${vector_file}.vec.xz >'${file}' && echo '${file}' >'${file}.list' && '$<TARGET_FILE:vectors>' '${file}.list' simulator"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endif()

add_executable(first-program ${first_program})
target_link_libraries(first-program PRIVATE ${package}::softensix)
add_test(NAME first-program COMMAND first-program)
