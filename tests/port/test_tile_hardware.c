/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_tile_hardware.c - which bytes the tile functions find in the L1 of a real coprocessor: the
 * same as in an emulated one. */
#define stx_tile_issue native_issue
#define stx_tile_l1_read native_l1_read
#define stx_tile_l1_write native_l1_write
#define stx_tile_hardware_is_there native_is_there
#define stx_tile_l1_has native_l1_has
#include "../../port/native/tile_hardware.c"
#undef stx_tile_issue
#undef stx_tile_l1_read
#undef stx_tile_l1_write
#undef stx_tile_hardware_is_there
#undef stx_tile_l1_has
#include "test.h"

TEST(a_real_coprocessor_has_all_of_l1_and_no_byte_more) {
    CHECK(native_l1_has(NULL, 0, STX_L1_BYTES));
    CHECK(native_l1_has(NULL, STX_L1_BYTES - 16, 16));
    CHECK(native_l1_has(NULL, STX_L1_BYTES, 0));
    CHECK(!native_l1_has(NULL, 0, STX_L1_BYTES + 1));
    CHECK(!native_l1_has(NULL, STX_L1_BYTES - 16, 17));
    CHECK(!native_l1_has(NULL, STX_L1_BYTES + 1, 0));
    CHECK(!native_l1_has(NULL, UINT64_MAX, 2));
    CHECK(!native_l1_has(NULL, 2, UINT64_MAX));
}

TEST(a_real_coprocessor_needs_no_core) {
    struct stx_tiles tiles = {0};
    CHECK(native_is_there(&tiles));
}

int main(void) {
    RUN(a_real_coprocessor_has_all_of_l1_and_no_byte_more);
    RUN(a_real_coprocessor_needs_no_core);
    return test_summary();
}
