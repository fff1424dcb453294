/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.c - the words of a command line. */
#include "semihost/semihost.h"

int stx_semihost_arguments(char *line, char **argv, int most) {
    int argc = 1;
    argv[0] = "program";
    while (argc < most - 1) {
        while (*line == ' ') {
            line++;
        }
        if (!*line) {
            break;
        }
        argv[argc++] = line;
        while (*line && *line != ' ') {
            line++;
        }
        if (*line) {
            *line++ = 0;
        }
    }
    argv[argc] = NULL;
    return argc;
}
