/* SPDX-License-Identifier: Apache-2.0
 *
 * cli.h - what the command-line tools have in common. */
#ifndef TOOLS_CLI_H
#define TOOLS_CLI_H

#include <stdio.h>

#include "softensix/isa.h"

/* Exit statuses, which are the same for every tool. If several apply, the largest one counts. */
enum {
    EXIT_GOOD = 0,
    EXIT_DIFFERENT = 1, /* a result is not as expected */
    EXIT_USAGE = 2,     /* invalid arguments or input */
    EXIT_FAULT = 3,     /* a word raised a fault */
    EXIT_DEADLOCK = 4   /* a word waits for ever */
};

/* Opens a file for reading, or standard input for -; gzip and xz files are unpacked. NULL after a
 * message on standard error if that is impossible. */
FILE *cli_open(const char *tool, const char *path);

/* Closes it. Returns 0, or EXIT_USAGE after a message if it could not be unpacked completely. */
int cli_close(const char *tool, const char *path, FILE *file);

/* The row of a mnemonic, NULL if there is none. */
const struct stx_insn *cli_insn(const char *name);

/* For --version. */
void cli_version(const char *tool);

#endif
