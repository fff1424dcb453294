/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_contract_plain.c - the contract of circular buffers without the order checker: bytes
 * that unpackers and packers tell, and bytes outside every buffer. */
#include "metal_contract.h"

/* What an unpacker or the packer tells without the order checker. */
static void tells(unsigned thread, uint32_t address, uint32_t bytes, bool write) {
    touch(thread, write ? PACK_WORD : UNPACK_WORD, address, bytes, write);
}

static void begin_without_order(void) {
    static struct memory memory;
    begin();
    memory.cbs = &cbs;
    cbs.memory = &memory;
    contract_begin(&cbs, NULL);
}

/* It accumulates into pages that it has reserved, and reads them for that. */
TEST(a_packer_may_read_what_it_adds_to) {
    begin_without_order();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    stx_tell(&core, &(const struct stx_event){.kind = STX_EVENT_READ,
                                              .thread = PACK,
                                              .word = PACK_WORD,
                                              .part = STX_PART_L1,
                                              .format = BFLOAT16,
                                              .first = OUT_AT,
                                              .count = 16});
    tells(PACK, OUT_AT, 16, true);
    SILENT();
}

/* The page of the last good access is remembered, until a call changes what is allowed. */
TEST(without_the_order_checker_the_same_pages_are_checked) {
    begin_without_order();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    tells(UNPACK, IN_AT, 16, false);
    tells(UNPACK, IN_AT + PAGE - 16, 16, false);
    SILENT();
    tells(UNPACK, IN_AT + PAGE - 16, 32, false);
    FOUND(READS_UNWAITED, 0);
    begin_without_order();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, 1);
    tells(UNPACK, IN_AT, 16, false);
    call(UNPACK, STX_METAL_POP_FRONT, IN, 1);
    tells(UNPACK, IN_AT, 16, false);
    FOUND(READS_UNWAITED, 0);
    begin_without_order();
    call(PACK, STX_METAL_RESERVE_BACK, OUT, 1);
    tells(PACK, OUT_AT + PAGE, 16, true);
    FOUND(WRITES_UNRESERVED, 1);
}

TEST(bytes_behind_the_last_page_are_outside_every_buffer) {
    begin_without_order();
    call(UNPACK, STX_METAL_WAIT_FRONT, IN, PAGES);
    tells(UNPACK, IN_AT + PAGES * PAGE - 16, 16, false);
    SILENT();
    tells(UNPACK, IN_AT + PAGES * PAGE - 16, 17, false);
    FOUND(OUTSIDE_BUFFERS, PAGES);
    begin_without_order();
    tells(PACK, OUT_AT - 1, 1, true);
    CHECK_EQ(cbs.contract.finding[0].kind, OUTSIDE_BUFFERS);
    begin_without_order();
    tells(UNPACK, IN_AT - 1, 1, false);
    CHECK_EQ(cbs.contract.finding[0].kind, BEFORE_BUFFERS);
}

TEST(a_check_can_be_switched_off_by_its_name) {
    begin_without_order();
    CHECK(contract_switch_off(&cbs, "CB_READ") && !contract_switch_off(&cbs, "CB_RAED"));
    tells(UNPACK, IN_AT, 16, false);
    SILENT();
    tells(PACK, OUT_AT, 16, true);
    FOUND(WRITES_UNRESERVED, 0);
}

/* A shard that nobody has pushed is there. */
TEST(a_given_shard_may_be_read_and_popped) {
    static struct memory memory;
    begin_without_order();
    memory.cbs = &cbs;
    memory.tensor_count = 1;
    memory.tensor[0] = (struct tensor){TENSOR_SHARD, IN_AT, PAGE, PAGE, PAGES, NULL};
    cbs.memory = &memory;
    tells(UNPACK, IN_AT, 16, false);
    SILENT();
    CHECK(memory_is_given(&memory, IN) && !memory_is_given(&memory, OUT));
    cbs.cb[IN].received = 1;
    tells(UNPACK, IN_AT + PAGE, 16, false);
    FOUND(READS_UNWAITED, 1);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_packer_may_read_what_it_adds_to);
    RUN_IF(STX_THREADS == 3, without_the_order_checker_the_same_pages_are_checked);
    RUN_IF(STX_THREADS == 3, bytes_behind_the_last_page_are_outside_every_buffer);
    RUN_IF(STX_THREADS == 3, a_check_can_be_switched_off_by_its_name);
    RUN(a_given_shard_may_be_read_and_popped);
    return test_summary();
}
