/* SPDX-License-Identifier: Apache-2.0
 *
 * cli.c - what the command-line tools have in common. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "printable.h"
#include "softensix/version.h"

static pid_t unpacker; /* process that unpacks the open file; 0 if the file is not compressed */

void cli_version(const char *tool) {
    printf("%s (softensix) %s\n", tool, STX_VERSION);
}

const struct stx_insn *cli_insn(const char *name) {
    const struct stx_insn *insn;
    size_t i = 0;
    while ((insn = stx_insn_at(i)) != NULL && strcmp(insn->name, name)) {
        i++;
    }
    return insn;
}

/* Copies standard input, or a pipe, to a file that can be read twice. */
static FILE *copy_of(FILE *in) {
    char bytes[4096];
    size_t n;
    FILE *copy = tmpfile();
    while (copy && (n = fread(bytes, 1, sizeof bytes, in)) > 0) {
        fwrite(bytes, 1, n, copy);
    }
    if (copy) {
        rewind(copy);
    }
    return copy;
}

/* The program that unpacks the file; NULL if it is plain. */
static const char *unpacker_for(FILE *file) {
    unsigned char first[6] = {0};
    size_t n = fread(first, 1, sizeof first, file);
    rewind(file);
    if (n >= 2 && !memcmp(first, "\x1f\x8b", 2)) {
        return "gzip";
    }
    return n == 6 && !memcmp(first,
                             "\xfd"
                             "7zXZ",
                             6)
               ? "xz"
               : NULL;
}

/* Starts a program that writes the unpacked file to a pipe, and returns the pipe. */
static FILE *unpacked(FILE *file, const char *program) {
    int ends[2];
    fflush(stdout);
    lseek(fileno(file), 0, SEEK_SET);
    if (pipe(ends) || (unpacker = fork()) < 0) {
        return NULL;
    }
    if (unpacker == 0) {
        dup2(fileno(file), 0);
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execlp(program, program, "-dc", (char *)NULL);
        fprintf(stderr, "%s: is not installed\n", program);
        _exit(127);
    }
    close(ends[1]);
    fclose(file);
    return fdopen(ends[0], "r");
}

FILE *cli_open(const char *tool, const char *path) {
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : copy_of(stdin);
    unpacker = 0;
    if (file && fseek(file, 0, SEEK_CUR)) {
        FILE *pipe_end = file;
        file = copy_of(pipe_end);
        fclose(pipe_end);
    }
    if (file) {
        const char *program = unpacker_for(file);
        file = program ? unpacked(file, program) : file;
    }
    if (!file) {
        fprintf(stderr, "%s: %s cannot be opened\n", tool, printable(path));
    }
    return file;
}

int cli_close(const char *tool, const char *path, FILE *file) {
    int status = 0;
    char rest[4096];
    while (unpacker && fread(rest, 1, sizeof rest, file) > 0) {
    }
    fclose(file);
    if (unpacker && (waitpid(unpacker, &status, 0) < 0 || status)) {
        fprintf(stderr, "%s: %s cannot be unpacked\n", tool, printable(path));
        return EXIT_USAGE;
    }
    return EXIT_GOOD;
}
