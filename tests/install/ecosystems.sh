#!/bin/sh
# The files for Zephyr, ESP-IDF and PlatformIO. Zephyr and ESP-IDF are stubs here: a few CMake functions of their
# names, which compile the README's program with what the module or component gives them. One line a claim that
# fails, then "N passed, N failed".
set -u
command -v cmake >/dev/null || { echo "skipped: Zephyr and ESP-IDF: no cmake (tools/setup.sh --all)" && exit 0; }
tree=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/claims.sh

# A project with the stub before and the program after.
project() { # directory, stub and module on standard input
    mkdir -p "$work/$1"
    { printf 'cmake_minimum_required(VERSION 3.16)\nproject(stub LANGUAGES C)\nset(CMAKE_BUILD_TYPE Release)\nset(tree "%s")\n' "$tree"
        cat
        printf 'add_executable(one-word "${tree}/examples/01-one-word/main.c")\ntarget_link_libraries(one-word softensix)\n'
    } >"$work/$1/CMakeLists.txt"
    cmake -S "$work/$1" -B "$work/$1/build" && cmake --build "$work/$1/build" -j2 && "$work/$1/build/one-word"
}
zephyr() {
    project zephyr <<'C'
set(CONFIG_SOFTENSIX y)
set(CONFIG_SOFTENSIX_SIZE_FULL y)
macro(zephyr_include_directories)
  include_directories(${ARGN})
endmacro()
macro(zephyr_compile_definitions)
  add_compile_definitions(${ARGN})
endmacro()
macro(zephyr_library_named name)
  add_library(${name} STATIC)
endmacro()
macro(zephyr_library_include_directories)
  target_include_directories(softensix PRIVATE ${ARGN})
endmacro()
macro(zephyr_library_sources)
  target_sources(softensix PRIVATE ${ARGN})
endmacro()
include("${tree}/port/zephyr/CMakeLists.txt")
C
}
esp_idf() {
    project esp-idf <<'C'
function(idf_component_register)
  cmake_parse_arguments(part "" "" "SRCS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS" ${ARGN})
  add_library(softensix STATIC ${part_SRCS})
  target_include_directories(softensix PUBLIC ${part_INCLUDE_DIRS} PRIVATE ${part_PRIV_INCLUDE_DIRS})
endfunction()
include("${tree}/port/esp-idf/CMakeLists.txt")
C
}
zephyr_off() {
    mkdir -p "$work/off"
    printf 'cmake_minimum_required(VERSION 3.16)\nproject(off LANGUAGES C)\ninclude("%s/port/zephyr/CMakeLists.txt")\n' "$tree" >"$work/off/CMakeLists.txt"
    cmake -S "$work/off" -B "$work/off/build"
}
# Each path and version that the files name is one of the tree.
consistent() {
    version=$(sed -n 's/.*STX_VERSION "\(.*\)"/\1/p' include/softensix/version.h)
    grep -q "\"version\": \"$version\"" library.json && grep -q "^version: \"$version\"" port/esp-idf/idf_component.yml &&
        python3 -c 'import json, os; d = json.load(open("library.json")); b = d["build"]; assert all(map(os.path.isdir, (b["includeDir"], b["srcDir"]))) and os.path.isfile(os.path.join(b["includeDir"], d["headers"][0]))' &&
        [ -d "$(sed -n 's/^  cmake: //p' zephyr/module.yml)" ] && [ -f "$(sed -n 's/^  kconfig: //p' zephyr/module.yml)" ]
}

claim "the files agree with the tree" consistent
claim "nothing happens without CONFIG_SOFTENSIX" zephyr_off
claim "Zephyr's module builds (stub of Zephyr)" zephyr
claim "ESP-IDF's component builds (stub of ESP-IDF)" esp_idf
claims_end
