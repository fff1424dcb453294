#!/bin/sh
# The files for Zephyr, ESP-IDF, PlatformIO and Arduino. Zephyr, ESP-IDF and Arduino's core are stubs here: a few
# functions of their names, with which Zephyr's sample, the README's program and a sketch are built and run.
# PLATFORMIO=, ARDUINO_LINT= checkouts of those two, whose own schemas judge too. One line a claim that fails, then
# "N passed, N failed".
set -u
command -v cmake >/dev/null || { echo "skipped: Zephyr and ESP-IDF: no cmake (tools/setup.sh --all)" && exit 0; }
tree=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/claims.sh

# A project with the stub before and the program after.
project() { # directory, stub and component on standard input
    mkdir -p "$work/$1"
    { printf 'cmake_minimum_required(VERSION 3.16)\nproject(stub LANGUAGES C)\nset(CMAKE_BUILD_TYPE Release)\nset(tree "%s")\n' "$tree"
        cat
        printf 'add_executable(one-word "${tree}/examples/01-one-word/main.c")\ntarget_link_libraries(one-word softensix)\n'
    } >"$work/$1/CMakeLists.txt"
    cmake -S "$work/$1" -B "$work/$1/build" && cmake --build "$work/$1/build" -j2 && "$work/$1/build/one-word"
}
# prj.conf goes through Kconfig where there is one (Debian's python3-kconfiglib, what Zephyr's own is made of).
dotconfig() { # prj.conf, where to
    TREE=$tree /usr/bin/python3 tests/install/zephyr/dotconfig.py "$1" "$2"
}
zephyr() { # prj.conf, target
    cp "$1" "$work/dotconfig" && printf 'CONFIG_SOFTENSIX_SIZE_FULL=y\n' >>"$work/dotconfig"
    ! $kconfig || dotconfig "$1" "$work/dotconfig"
    cmake -S port/zephyr/sample -B "$work/$2" -DZephyr_DIR="$tree/tests/install/zephyr" -DDOTCONFIG="$work/dotconfig" &&
        cmake --build "$work/$2" -j2 --target "$2"
}
zephyr_sample() {
    zephyr port/zephyr/sample/prj.conf zephyr_final && "$work/zephyr_final/zephyr_final" >"$work/said" &&
        grep -qE "$(sed -n 's/^ *- "\(.*\)"$/\1/p' port/zephyr/sample/sample.yaml | sed 's/\\\\/\\/g')" "$work/said"
}
zephyr_off() { # then there is no target softensix
    printf 'CONFIG_PRINTK=y\n' >"$work/off.conf"
    zephyr "$work/off.conf" help >"$work/targets" && ! grep -q softensix "$work/targets"
}
zephyr_unknown_option() {
    printf 'CONFIG_SOFTENSIX=y\nCONFIG_SOFTENSIX_SIZE_HUGE=y\n' >"$work/unknown.conf"
    ! dotconfig "$work/unknown.conf" "$work/unknown"
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
# Each path and version that the files name is one of the tree.
consistent() {
    version=$(sed -n 's/.*STX_VERSION "\(.*\)"/\1/p' include/softensix/version.h)
    grep -q "\"version\": \"$version\"" library.json && grep -q "^version: \"$version\"" port/esp-idf/idf_component.yml &&
        [ -f "$(sed -n 's/^  - //p' zephyr/module.yml)/sample.yaml" ] &&
        [ -d "$(sed -n 's/^  cmake: //p' zephyr/module.yml)" ] && [ -f "$(sed -n 's/^  kconfig: //p' zephyr/module.yml)" ]
}

manifests() {
    /usr/bin/python3 tests/install/manifests.py ${PLATFORMIO:+--platformio "$PLATFORMIO"} ${ARDUINO_LINT:+--arduino-lint "$ARDUINO_LINT"}
}
# The sources, directories and flags that library.json names.
platformio() {
    /usr/bin/python3 - >"$work/named" <<'P'
import glob, json, os
build = json.load(open('library.json'))['build']
sources = {f for p in build['srcFilter'] for f in glob.glob(os.path.join(build['srcDir'], p[2:-1]))}
print(*build['flags'], '-I' + build['includeDir'], *sorted(sources))
P
    gcc -std=c99 -O0 $(cat "$work/named") examples/01-one-word/main.c -o "$work/platformio" && "$work/platformio"
}
arduino() {
    ${MAKE:-make} -s --no-print-directory arduino && cp -r build/arduino/softensix "$work/library" &&
        gcc -c "$work/library/src/softensix.c" -o "$work/library/softensix.o" &&
        g++ -Itests/install -I"$work/library/src" -include Arduino.h -x c++ "$work"/library/examples/*/*.ino -x none \
            "$work/library/softensix.o" -o "$work/sketch" && [ "$("$work/sketch" | tr '\n' ' ')" = "done 4180 " ]
}

claim "the files agree with the tree" consistent
claim "PlatformIO's and Arduino's files keep their rules" manifests
if [ -z "${PLATFORMIO:-}" ]; then echo "skipped: library.json by PlatformIO's own schema: no checkout (PLATFORMIO=dir)"; fi
if [ -z "${ARDUINO_LINT:-}" ]; then echo "skipped: library.properties by arduino-lint's own schema: no checkout (ARDUINO_LINT=dir)"; fi
kconfig=true
if /usr/bin/python3 -c 'import kconfiglib' 2>/dev/null; then
    claim "an option that the module has not is refused" zephyr_unknown_option
else
    echo "skipped: prj.conf by Kconfig: no python3-kconfiglib (tools/setup.sh --all)"
    kconfig=false
fi
claim "nothing happens without CONFIG_SOFTENSIX (stub of Zephyr)" zephyr_off
claim "Zephyr's sample says what sample.yaml expects (stub of Zephyr)" zephyr_sample
claim "ESP-IDF's component builds (stub of ESP-IDF)" esp_idf
claim "what library.json names builds" platformio
claim "Arduino's library and sketch (stub of Arduino's core)" arduino
claims_end
