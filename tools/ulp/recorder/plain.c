/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c - runs an LLK kernel word by word: writes its state before the first word, or its
 * results, or what is wrong with it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/ordering.h"
#include "coop/watch.h"
#include "machine.h"
#include "places.h"
#include "recorder.h"
#include "recording.h"

static int refuse(const char *what) {
    printf("fault: %s\n", what);
    return 1;
}

/* Writes the lines of a recording with the registers before the first word. */
static int write_state(const char *path) {
    FILE *to = fopen(path, "w");
    if (!to) {
        return refuse("cannot write the state");
    }
    ulp_recording_begin(to, ulp_core(), ULP_DST32 ? 32 : 16);
    return fclose(to) != 0;
}

/* Runs the kernel on the elements of a file, or on its tuples if it has several operands, eight
 * vectors at a time, and writes them with their results. */
static int run(const char *from, const char *path, unsigned operands) {
    static uint32_t in[ULP_FACE][3], made[ULP_FACE][4];
    static struct stx_core fresh;
    FILE *input = fopen(from, "rb"), *output = fopen(path, "wb");
    size_t n;
    if (!input || !output) {
        return refuse("cannot open the inputs or the results");
    }
    fresh = *ulp_core();
    do {
        *ulp_core() = fresh;
        memset(in, 0, sizeof in);
        for (n = 0; n < ULP_FACE && fread(in[n], sizeof in[0][0], operands, input) == operands;) {
            n++;
        }
        for (unsigned i = 0; i < ULP_FACE; i++) {
            for (unsigned operand = 0; operand < operands; operand++) {
                ulp_put(operand, i, in[i][operand]);
            }
        }
        ulp_kernel();
        stx_settle(ulp_core());
        for (unsigned i = 0; i < n; i++) {
            memcpy(made[i], in[i], sizeof in[i]);
            made[i][operands] = ulp_get(i);
            if (fwrite(made[i], sizeof made[0][0], operands + 1, output) != operands + 1) {
                return refuse("cannot write the results");
            }
        }
    } while (n);
    fclose(input);
    return fclose(output) != 0;
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* Runs the four faces of a tile under the lint and the order checker. */
static int check(void) {
    struct stx_order *order = coop_order_of(ulp_core(), STX_ORDER_DEFAULT, print, NULL);
    if (!order) {
        return 1;
    }
    stx_order_set(order, STX_ORDER_VECTOR_UNWRITTEN, true);
    stx_order_set(order, STX_ORDER_VECTOR_UNSET, true);
    coop_watch_core(ulp_core(), print, NULL);
    ulp_rules_begin();
    ulp_init();
    ulp_places_begin(ulp_core());
    for (unsigned face = 0; face < 4; face++) {
        ulp_kernel();
    }
    stx_settle(ulp_core());
    coop_watch_tell(NULL);
    stx_order_tell(order, print, NULL);
    unsigned places = ulp_places_left(print, NULL) + ulp_places_tell(ulp_core(), print, NULL);
    places += ulp_rules_found();
    printf("findings %u\n", places + coop_findings() + (unsigned)stx_order_total(order));
    return 0;
}

/* state FILE, run INPUTS RESULTS (run2, run3: of so many operands), or check; then possibly a
 * choice.
 */
int main(int argc, char **argv) {
    if (argc > 4) {
        ulp_choose(argv + argc - 2);
        argc -= 2;
    }
    ulp_start();
    if (argc == 2 && strcmp(argv[1], "check") == 0) {
        return check();
    }
    ulp_init();
    if (argc == 3 && strcmp(argv[1], "state") == 0) {
        return write_state(argv[2]);
    }
    if (argc == 4 && strncmp(argv[1], "run", 3) == 0) {
        return run(argv[2], argv[3], argv[1][3] ? (unsigned)(argv[1][3] - '0') : 1);
    }
    return refuse("state, run or check");
}
