# SPDX-License-Identifier: Apache-2.0
#
# ctest: the unit tests, a golden-vector file and the README's program. `make test` does more.
add_library(softensix-tested STATIC EXCLUDE_FROM_ALL ${library_sources})
target_include_directories(softensix-tested PUBLIC include lib tests PRIVATE ${PROJECT_BINARY_DIR}/include)
target_compile_definitions(softensix-tested PUBLIC STX_TRACE=1)
target_compile_options(softensix-tested PUBLIC -std=c99)

file(GLOB test_sources CONFIGURE_DEPENDS tests/*/test_*.c)
list(FILTER test_sources EXCLUDE REGEX "_wormhole\\.c$")
if(NOT SOFTENSIX_SIZE STREQUAL full)
  set(test_sources) # they are about the whole; `make sizes` tests the smaller configurations
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
if(XZ AND SOFTENSIX_SIZE STREQUAL full)
  add_test(NAME vectors/kat COMMAND sh -c
    "xz -dc tests/vectors/data/kat.vec.xz >'${PROJECT_BINARY_DIR}/kat.vec' && echo '${PROJECT_BINARY_DIR}/kat.vec' \
      >'${PROJECT_BINARY_DIR}/kat.list' && '$<TARGET_FILE:vectors>' '${PROJECT_BINARY_DIR}/kat.list' simulator"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endif()

add_executable(one-word examples/01-one-word/main.c)
target_link_libraries(one-word PRIVATE softensix::softensix)
add_test(NAME one-word COMMAND one-word)
