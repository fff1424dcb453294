/* SPDX-License-Identifier: Apache-2.0
 *
 * way.c - the way of 64 tiles through the coprocessor, in three steps, each from file to file:
 *
 *   way unpack FORMAT HELD DST DIRECT TILES ELEMENTS  L1 to Dst, through SrcA or directly
 *   way run    RECORDING FUSED ELEMENTS RESULTS       a recorded function
 *   way pack   EARLY FORMAT DST ELEMENTS TILES        Dst to L1
 *
 * FORMAT, HELD, EARLY: codes of data formats in L1, in SrcA, and in the packer before its last
 * conversion. DST: 32, or the code of 16-bit numbers. An element is 32 bits of Dst, with 16-bit
 * numbers in the upper half. The words are those that LLK's copy of a tile issues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "tile/hardware.h"
#include "tile/matrix.h"

enum { TILES = 64, TILE = 1024, ALL = TILES * TILE, AT = 4096, WIDEST = 4 * TILE };

static struct stx_core core;
static struct stx_tiles tiles;
static uint8_t l1[AT + WIDEST + 4096];
static uint32_t element[ALL], result[ALL];

static int refuse(const char *what) {
    fprintf(stderr, "way: %s\n", what);
    return 2;
}

/* The end of a way with words: all of it is written, and no word faulted. */
static int end(FILE *to) {
    const struct stx_fault *fault = stx_last_fault(&core);
    if (fault->kind != STX_FAULT_NONE) {
        return refuse(fault->what);
    }
    return fclose(to) ? refuse("cannot write the results") : 0;
}

/* How elements lie in Dst: 32 bits, or 16 of this code. */
struct dst {
    bool wide;
    enum stx_tile_format code;
};

static struct dst dst_of(const char *text) {
    unsigned long code = strtoul(text, NULL, 10);
    return (struct dst){code == 32, (enum stx_tile_format)code};
}

static enum dst_kind kind_of(struct dst d) {
    return d.wide ? DST_FP32 : stx_format_kind(d.code) == KIND_5_BITS ? DST_FP16 : DST_BF16;
}

static uint32_t get(struct dst d, unsigned i) {
    switch (kind_of(d)) {
    case DST_FP32:
        return stx_dst_f32(&core, i / 16, i % 16);
    case DST_FP16:
        return stx_dst_fp16(&core, i / 16, i % 16) << 16;
    default:
        return stx_dst_bf16(&core, i / 16, i % 16) << 16;
    }
}

static void put(struct dst d, unsigned i, uint32_t v) {
    switch (kind_of(d)) {
    case DST_FP32:
        stx_dst_set_f32(&core, i / 16, i % 16, v);
        break;
    case DST_FP16:
        stx_dst_set_fp16(&core, i / 16, i % 16, v >> 16);
        break;
    default:
        stx_dst_set_bf16(&core, i / 16, i % 16, v >> 16);
    }
}

static bool start(struct dst d) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    bool good = stx_tiles_init(&tiles, &core, 1, AT + WIDEST, 4096) == STX_TILE_OK;
    stx_tile_prepare(&tiles, kind_of(d));
    return good;
}

/* From SrcA: sums with zero if Dst has 32 bits, otherwise copies. */
static void copy_to_dst(struct dst d, enum stx_tile_format held) {
    if (d.wide) {
        stx_tile_zero_source(&tiles, TO_SRCB, held);
    }
    stx_tile_addr_mod(&tiles, ROWS_ON, (struct step){.a = 8});
    stx_tile_issue(
        &tiles, TT_OP_STALLWAIT(p_stall_STALL_MATH, d.wide ? UNTIL_BOTH_VALID : p_stall_SRCA_VLD));
    for (unsigned row = 0; row < SLOT_ROWS; row += 8) {
        stx_tile_issue(&tiles, d.wide ? TT_OP_ELWADD(0, 0, 0, ROWS_ON, row)
                                      : TT_OP_MOVA2D(0, 0, ROWS_ON, 2, row));
    }
    stx_tile_issue(&tiles, TT_OP_SETRWC(d.wide ? 3 : 1, 0, 0, 0, 0, 15));
}

static int unpack(char **arg) {
    enum stx_tile_format format = (enum stx_tile_format)atoi(arg[0]);
    enum stx_tile_format held = (enum stx_tile_format)atoi(arg[1]);
    struct dst d = dst_of(arg[2]);
    FILE *from = fopen(arg[4], "rb"), *to = fopen(arg[5], "wb");
    if (!from || !to || !start(d)) {
        return refuse("cannot open the tiles or the elements");
    }
    for (unsigned n = 0; n < TILES; n++) {
        if (fread(l1 + AT, stx_tile_bytes(format), 1, from) != 1) {
            return refuse("the tiles are too short");
        }
        if (atoi(arg[3])) {
            stx_tile_words_to_dst(&tiles, format, AT, 0);
        } else {
            stx_tile_to_source_as(&tiles, TO_SRCA, format, held, AT);
            copy_to_dst(d, held);
        }
        stx_settle(&core);
        for (unsigned i = 0; i < TILE; i++) {
            element[i] = get(d, i);
        }
        fwrite(element, sizeof *element, TILE, to);
    }
    return end(to);
}

static int pack(char **arg) {
    enum stx_tile_format early = (enum stx_tile_format)atoi(arg[0]);
    enum stx_tile_format format = (enum stx_tile_format)atoi(arg[1]);
    struct dst d = dst_of(arg[2]);
    FILE *from = fopen(arg[3], "rb"), *to = fopen(arg[4], "wb");
    if (!from || !to || !start(d)) {
        return refuse("cannot open the elements or the tiles");
    }
    for (unsigned n = 0; n < TILES; n++) {
        if (fread(element, sizeof *element, TILE, from) != TILE) {
            return refuse("there are too few elements");
        }
        for (unsigned i = 0; i < TILE; i++) {
            put(d, i, element[i]);
        }
        stx_tile_pack_as(&tiles, kind_of(d), 0, early, format, AT);
        stx_settle(&core);
        fwrite(l1 + AT, stx_tile_bytes(format), 1, to);
    }
    return end(to);
}

static int run(char **arg) {
    static struct ulp_program p;
    const char *wrong = "cannot be opened";
    FILE *recording = fopen(arg[0], "r"), *from = fopen(arg[2], "rb"), *to = fopen(arg[3], "wb");
    if (!recording || !from || !to || !ulp_program_read(&p, recording, atoi(arg[1]), &wrong)) {
        return refuse(wrong);
    }
    ulp_program_refuse_seconds(&p);
    if (p.refused[0]) {
        return refuse(p.refused);
    }
    if (fread(element, sizeof *element, ALL, from) != ALL ||
        !ulp_program_run(&p, element, result, ALL / 32 / p.slots)) {
        return refuse("a word faulted, or there are too few elements");
    }
    fwrite(result, sizeof *result, ALL, to);
    printf("%u words, %u fused\n", p.words, p.fused);
    return fclose(to) ? refuse("cannot write the results") : 0;
}

int main(int argc, char **argv) {
    if (argc == 8 && !strcmp(argv[1], "unpack")) {
        return unpack(argv + 2);
    }
    if (argc == 6 && !strcmp(argv[1], "run")) {
        return run(argv + 2);
    }
    if (argc == 7 && !strcmp(argv[1], "pack")) {
        return pack(argv + 2);
    }
    return refuse("unpack, run or pack");
}
