/* SPDX-License-Identifier: Apache-2.0
 *
 * A saved state with bytes changed: refused, or a core on which every word runs. The input: a
 * number of changes (place, byte), then words as in fuzz_words.c. */
#include <stdlib.h>
#include <string.h>

#include "crc32.h"
#include "fuzz/fuzz.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"

static uint8_t saved[1 << 17], again[1 << 17];

static void nowhere(void *ctx, const char *text) {
    *(size_t *)ctx += strlen(text);
}

static void use(struct bytes *in, size_t size) {
    size_t length = 0;
    if (stx_save(&fuzz_core, again, sizeof again) != size || memcmp(saved, again, size)) {
        abort(); /* what was restored is not what was saved */
    }
    while (in->left) {
        unsigned thread = bytes_take(in, 1);
        fuzz_offer(thread, bytes_take(in, 4));
    }
    stx_dump(&fuzz_core, STX_DUMP_ALL & ~(unsigned)(STX_DUMP_SRC | STX_DUMP_DST), nowhere, &length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size < 400 ? size : 400};
    fuzz_start(bytes_take(&in, 1));
    size_t bytes = stx_save(&fuzz_core, saved, sizeof saved);
    unsigned changes = bytes_take(&in, 1);
    for (unsigned i = 0; i < changes && in.left; i++) {
        size_t at = bytes_take(&in, 2);
        saved[(at & 0x8000u ? bytes - (at & 0x7FFFu) - 1 : at * 2) % bytes] =
            (uint8_t)bytes_take(&in, 1);
    }
    crc32_renew(saved, bytes); /* as of a state that was made so */
    if (stx_restore(&fuzz_core, saved, bytes)) {
        use(&in, bytes);
    }
    return 0;
}
