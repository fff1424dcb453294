/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_none_files.c - files and the console of LIBC=none (port/none/stdio.c), on a debugger that
 * keeps files in memory. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "semihost/semihost.h"
#include "test.h"

enum { MOST = 3000, HANDLES = 12 };
static struct {
    char name[16], data[MOST];
    enum semihost_mode mode;
    size_t bytes, at;
    bool open;
} disk[HANDLES];
static unsigned calls, files_open;
static size_t room = MOST; /* bytes that a write takes at most */

long stx_semihost_open(const char *name, enum semihost_mode mode) {
    for (long h = 0; h < HANDLES; h++) {
        bool same = strcmp(disk[h].name, name) == 0;
        if (!disk[h].open && (same || !disk[h].name[0])) {
            if (!same && mode == SEMIHOST_READ) {
                return -1;
            }
            strncpy(disk[h].name, name, sizeof disk[h].name - 1);
            disk[h].mode = mode;
            disk[h].bytes = mode == SEMIHOST_WRITE ? 0 : disk[h].bytes;
            disk[h].at = 0;
            disk[h].open = true;
            files_open++;
            return h;
        }
    }
    return -1;
}

int stx_semihost_close(long handle) {
    files_open -= disk[handle].open;
    disk[handle].open = false;
    return 0;
}

size_t stx_semihost_read(long handle, void *to, size_t bytes) {
    size_t left = disk[handle].bytes - disk[handle].at;
    bytes = bytes < left ? bytes : left;
    memcpy(to, disk[handle].data + disk[handle].at, bytes);
    disk[handle].at += bytes;
    calls++;
    return bytes;
}

size_t stx_semihost_write(long handle, const void *from, size_t bytes) {
    bytes = bytes < room ? bytes : room;
    memcpy(disk[handle].data + disk[handle].bytes, from, bytes);
    disk[handle].bytes += bytes;
    calls++;
    return bytes;
}

/* The names of the header under others, beside the host's own. */
typedef struct stdio_file none_file;
#undef stdout
#define FILE none_file
#define stdout none_stdout
#define fopen none_fopen
#define fclose none_fclose
#define fflush none_fflush
#define fread none_fread
#define fwrite none_fwrite
#define fgets none_fgets
#define fgetc none_fgetc
#define fputc none_fputc
#define fputs none_fputs
#define putchar none_putchar
#define puts none_puts
static FILE *fopen(const char *name, const char *mode);
static int fclose(FILE *file), fflush(FILE *file), fgetc(FILE *file), fputc(int c, FILE *file);
static size_t fread(void *to, size_t size, size_t count, FILE *file);
static size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
static char *fgets(char *to, int bytes, FILE *file);
static int fputs(const char *text, FILE *file), putchar(int c), puts(const char *text);
extern FILE *const stdout;
#include "../../port/none/stdio.c"

static void begin(void) {
    for (unsigned i = 0; i < FILES; i++) {
        files[i].handle = 0;
    }
    memset(disk, 0, sizeof disk);
    calls = files_open = 0;
    room = MOST;
}

static bool holds(unsigned handle, const char *text) {
    return disk[handle].bytes == strlen(text) && !memcmp(disk[handle].data, text, strlen(text));
}

TEST(the_console_is_opened_when_it_is_used) {
    begin();
    CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(files_open, 0);
    CHECK_EQ(fputs("one", stdout), 0);
    CHECK_EQ(puts("two"), '\n');
    CHECK_EQ(putchar('\xE4'), 0xE4);
    CHECK_EQ(files_open, 1);
    CHECK(strcmp(disk[0].name, ":tt") == 0 && disk[0].mode == SEMIHOST_WRITE && calls == 0);
    CHECK_EQ(fflush(stdout), 0);
    CHECK(holds(0, "onetwo\n\xE4") && calls == 1);
    CHECK_EQ(fflush(stdout), 0);
    CHECK_EQ(calls, 1);
    CHECK(fputc('y', stdout) == 'y' && fflush(NULL) == 0);
    CHECK(holds(0, "onetwo\n\xE4y"));
}

TEST(what_is_written_can_be_read) {
    begin();
    char text[1700], got[1700];
    for (unsigned i = 0; i < sizeof text; i++) {
        text[i] = (char)(i * 7);
    }
    FILE *f = fopen("a", "wb");
    CHECK(f && fwrite(text, 17, 100, f) == 100);
    CHECK_EQ(calls, 3); /* 512 bytes each */
    CHECK_EQ(disk[0].bytes, 3 * 512);
    CHECK_EQ(fclose(f), 0);
    CHECK(disk[0].bytes == 1700 && !memcmp(disk[0].data, text, 1700) && files_open == 0);
    f = fopen("a", "rb");
    CHECK(f && disk[0].mode == SEMIHOST_READ);
    CHECK_EQ(fgetc(f), (unsigned char)text[0]);
    CHECK(fread(got, 2, 200, f) == 200 && !memcmp(got, text + 1, 400));
    CHECK(fread(got, 1, 600, f) == 600 && !memcmp(got, text + 401, 600));
    CHECK_EQ(fgetc(f), (unsigned char)text[1001]);
    CHECK_EQ(fread(got, 10, 100, f), 69);
    CHECK(!memcmp(got, text + 1002, 698));
    CHECK(fgetc(f) == EOF && fread(got, 0, 5, f) == 0 && fread(got, 1, 5, f) == 0);
    CHECK(fclose(f) == 0 && disk[0].bytes == 1700);
    f = fopen("a", "w");
    CHECK(f && fclose(f) == 0 && disk[0].bytes == 0);
}

TEST(lines_end_with_their_end_or_with_the_room) {
    begin();
    char line[8];
    FILE *f = fopen("a", "w");
    CHECK(f && fputs("one\n\ntwo words\nlast", f) == 0 && fclose(f) == 0);
    f = fopen("a", "r");
    static const char *const lines[] = {"one\n", "\n", "two wor", "ds\n", "last"};
    for (unsigned i = 0; i < 5; i++) {
        CHECK(fgets(line, sizeof line, f) == line && strcmp(line, lines[i]) == 0);
    }
    CHECK(!fgets(line, sizeof line, f) && line[0] == 0);
    CHECK(!fgets(line, 1, f));
}

TEST(so_many_files_can_be_open) {
    begin();
    FILE *opened[FILES];
    char name[2] = "a";
    for (unsigned i = 0; i < FILES - 1; i++, name[0]++) {
        opened[i] = fopen(name, "w");
        CHECK(opened[i] && opened[i] != stdout);
    }
    CHECK(!fopen("z", "w") && files_open == 7);
    CHECK(fclose(opened[2]) == 0 && files_open == 6);
    CHECK(!fopen("none", "r"));
    CHECK(fopen("z", "w") == opened[2] && !fopen("y", "w"));
}

TEST(a_write_that_fails_is_told) {
    begin();
    static char many[1500];
    FILE *f = fopen("a", "w");
    CHECK(f && fputs("text", f) == 0);
    room = 3;
    CHECK_EQ(fflush(f), EOF);
    CHECK_EQ(fputs("text", f), 0);
    CHECK_EQ(fflush(NULL), EOF);
    memset(many, 'a', sizeof many - 1);
    CHECK_EQ(fputs(many, f), EOF);
    CHECK_EQ(fwrite(many, 10, 100, f), 51); /* 511 bytes have found room in the buffer */
    room = MOST;
    CHECK(fputs("x", f) == 0 && fclose(f) == 0);
    f = fopen("b", "w");
    room = 0;
    CHECK(fputs("x", f) == 0 && fclose(f) == EOF && files_open == 0);
    CHECK_EQ(puts(many), EOF);
}

int main(void) {
    RUN(the_console_is_opened_when_it_is_used);
    RUN(what_is_written_can_be_read);
    RUN(lines_end_with_their_end_or_with_the_room);
    RUN(so_many_files_can_be_open);
    RUN(a_write_that_fails_is_told);
    return test_summary();
}
