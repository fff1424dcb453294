/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a fuzz target on kept inputs, for compilers without libFuzzer: replay file. A line of the
 * file is an input in hexadecimal digits. "replay file directory" writes the inputs as files
 * instead. Last line: "N passed, N failed". */
#include <stdio.h>
#include <string.h>

#include "fuzz/fuzz.h"

#define LINE 8192

/* Two digits a byte; the number of bytes. */
static size_t bytes_of(const char *line, uint8_t *data) {
    unsigned byte;
    size_t size = 0;
    while (sscanf(line + 2 * size, "%2x", &byte) == 1) {
        data[size++] = (uint8_t)byte;
    }
    return size;
}

static int write_input(const char *directory, unsigned number, const uint8_t *data, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "%s/%u", directory, number);
    FILE *file = fopen(path, "wb");
    size_t written = file ? fwrite(data, 1, size, file) : 0;
    return file && fclose(file) == 0 && written == size;
}

int main(int argc, char **argv) {
    static char line[LINE];
    static uint8_t data[LINE / 2];
    unsigned passed = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        size_t size = bytes_of(line, data);
        if (argc > 2 && !write_input(argv[2], passed, data, size)) {
            break;
        }
        if (argc == 2) {
            (void)LLVMFuzzerTestOneInput(data, size);
        }
        passed++;
    }
    unsigned failed = !file || !feof(file);
    printf("%u passed, %u failed\n", passed, failed);
    return (int)failed;
}
