/* SPDX-License-Identifier: Apache-2.0
 *
 * OneWord.ino - one MVMUL: 8x16 ones times 16x16 ones. */
#include <softensix.h>

static struct stx_core core;
static uint8_t l1[64];

void setup() {
    Serial.begin(115200);
    stx_init(&core, l1, sizeof l1, NULL);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 72, 5);  /* unpacker 0 makes BF16 */
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 120, 5); /* unpacker 1 too */
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1)); /* SrcA: all 1.0, valid */
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1)); /* SrcB: the same */
    enum stx_result result = stx_issue(&core, 1, TT_OP_MVMUL(3, 0, 0, 0));
    Serial.println(result == STX_DONE ? "done" : "not done");
    Serial.println((unsigned long)stx_dst_bf16(&core, 0, 0), HEX); /* 4180 is 16.0 in BF16 */
}

void loop() {
}
