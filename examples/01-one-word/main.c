/* One MVMUL: an 8x16 matrix of ones, except for one 3, times a 16x16 matrix of ones. */
#include <stdio.h>

#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/tti.h"

static struct stx_core core;
static uint8_t l1[4096];

int main(void) {
    const uint32_t word = TT_OP_MVMUL(3, 0, 0, 0);
    char text[128];

    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 72, 5);  /* unpacker 0 makes BF16 */
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 120, 5); /* unpacker 1 too */
    TTI_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1);         /* SrcA: all 1.0, valid */
    TTI_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1);         /* SrcB: the same */
    stx_src_poke(&core, 1, 0, 3, 7, 0x40400000);       /* SrcB[3][7] = 3.0 */

    stx_disasm(text, sizeof text, word);
    printf("%08lx %s\n", (unsigned long)word, text);
    if (stx_issue(&core, 1, word) != STX_DONE) {
        stx_explain_wait(&core, 1, word, text, sizeof text);
        printf("not done: %s\n", text);
        return 1;
    }
    uint32_t row0 = stx_dst_bf16(&core, 0, 0), row3 = stx_dst_bf16(&core, 3, 0);
    printf("Dst[0][0] = %04lx, Dst[3][0] = %04lx\n", (unsigned long)row0, (unsigned long)row3);
    return row0 == 0x4180 && row3 == 0x4190 ? 0 : 1; /* 16.0 and 18.0 in BF16 */
}
