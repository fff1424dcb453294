/* SPDX-License-Identifier: Apache-2.0
 *
 * Arduino.h - a stub: what port/arduino/OneWord uses of Arduino's core, on a host. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

enum { HEX = 16 };

struct serial {
    void begin(unsigned long) {
    }
    void println(const char *text) {
        std::puts(text);
    }
    void println(unsigned long value, int) {
        std::printf("%lX\n", value);
    }
};
static serial Serial;

void setup();
void loop();

int main() {
    setup();
    loop();
    return 0;
}
