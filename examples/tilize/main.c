/* SPDX-License-Identifier: Apache-2.0
 *
 * Tilize and untilize: a row-major picture of 64 x 32 BF16 numbers becomes two tiles in Dst, the
 * vector unit squares them, and the packer writes rows of the picture again. Draws the picture
 * before and after. */
#include "../common/tile.h"

enum { WIDTH = 64, HEIGHT = 32, BYTES_A_LINE = 2 * WIDTH, IN = 0x1000, OUT = 0x4000 };
enum { FPU_BANK = 1 };

static void put_pixel(unsigned row, unsigned col, float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    l1[IN + row * BYTES_A_LINE + 2 * col] = (uint8_t)(v >> 16);
    l1[IN + row * BYTES_A_LINE + 2 * col + 1] = (uint8_t)(v >> 24);
}

static float pixel(uint32_t picture, unsigned row, unsigned col) {
    uint32_t v = l1_get(picture + row * BYTES_A_LINE + 2 * col, 2) << 16;
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

/* Draws two balls that are lit from above and darker towards the rim. */
static void draw(void) {
    for (unsigned row = 0; row < HEIGHT; row++) {
        for (unsigned col = 0; col < WIDTH; col++) {
            float x = ((float)(col % 32) - 15.5f) / 14, y = ((float)row - 15.5f) / 14;
            float inside = 1 - x * x - y * y, light = inside * (0.75f - y / 4);
            put_pixel(row, col, inside > 0 ? light : 0);
        }
    }
}

static void show(uint32_t picture) {
    static const char ramp[] = " .:-=+*#%@";
    for (unsigned row = 0; row < HEIGHT; row += 2) {
        for (unsigned col = 0; col < WIDTH; col++) {
            float f = pixel(picture, row, col) * 10;
            putchar(ramp[f < 0 ? 0 : f > 9 ? 9 : (unsigned)f]);
        }
        putchar('\n');
    }
}

/* Tileize mode: 32 datums of a line, then the next line, until SrcA is full. */
static void unpack_tile(uint32_t address) {
    cfg_store(64, 1024u << 16 | 1u << 4 | BF16);
    cfg_store(65, 1u << 16 | 1u);
    cfg_store(72, (BYTES_A_LINE / 16) << 16 | 1u << 9 | BF16);
    cfg_store(73, 1);
    cfg_store(76, tile_address(address));
    cfg_store(84, 64);
    cfg_store(86, 1024);
    TTI_SETC16(5, 4);
    TTI_SETADCXX(UNPACKER_0, 1023, 0);
    TTI_SETADCXY(UNPACKER_0, 0, 0, 0, 0, 10);
    TTI_SETADCZW(UNPACKER_0, 0, 0, 0, 0, 15);
    TTI_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1);
}

/* SrcA row 2r is the left half of line r, row 2r + 1 the right half; in Dst a tile consists of
 * faces. */
static void move_to_faces(void) {
    cfg_store(1, BF16 << 25);
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
    for (unsigned row = 0; row < 2 * TILE; row++) {
        TT_MOVA2D(0, row, 0, 0, tile_index(row / 2, row % 2 * FACE) / FACE);
    }
    TTI_SETRWC(FPU_BANK, 0, 0, 0, 0, 0); /* SrcA may be filled again */
}

static void square(void) {
    vector_begin();
    for (unsigned i = 0; i < VECTORS; i++) {
        TTI_SFPLOAD(0, AS_BF16, STAY, 0);
        TTI_SFPMUL(0, 0, 9, 0, 0);
        TTI_SFPSTORE(0, AS_BF16, NEXT, 0);
    }
}

/* A line of the tile is a row of its left face and one of its right face, 16 rows apart, so two
 * interfaces are used in strided mode. Each PACR is a separate output, one line of the picture
 * after the last. */
static void pack_lines(uint32_t address) {
    cfg_store(18, 0);
    cfg_store(70, BF16 << 8 | BF16 << 4);
    cfg_store(12, 32u << 16);          /* a row of Dst */
    cfg_store(14, BYTES_A_LINE << 16); /* a line in L1 */
    cfg_store(28, 16u << 8);
    cfg_store(24, 0xFFFF);
    cfg_store(69, tile_address(address));
    TTI_SETC16(37, 1 << 6 | 1); /* the next row, the next line */
    TTI_SETADCXX(PACKER, 15, 0);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
    for (unsigned line = 0; line < TILE; line++) {
        if (line % FACE == 0) {
            TT_SETADC(PACKER, 0, 1, line / FACE * 32); /* upper or lower faces */
            TT_SETADC(PACKER, 1, 1, line);
        }
        TTI_PACR(0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 1);
    }
}

static unsigned wrong_pixels(void) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        float x = pixel(IN, i / WIDTH, i % WIDTH), y = x * x;
        uint32_t v;
        memcpy(&v, &y, sizeof v);
        uint32_t got = l1_get(OUT + 2 * i, 2);
        wrong += got != v >> 16; /* the vector unit truncates to BF16 */
    }
    return wrong;
}

int main(void) {
    core_start();
    draw();
    show(IN);
    for (unsigned tile = 0; tile < WIDTH / TILE; tile++) {
        unpack_tile(IN + tile * 2 * TILE);
        move_to_faces();
        square();
        pack_lines(OUT + tile * 2 * TILE);
    }
    show(OUT);
    unsigned wrong = wrong_pixels();
    printf("%u of %u pixels wrong\n", wrong, WIDTH * HEIGHT);
    return core_faulted() || wrong != 0;
}
