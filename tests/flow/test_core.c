/* SPDX-License-Identifier: Apache-2.0
 *
 * What a fresh core holds, and switches that do not know of each other. */
#include "core/fault.h"

#include <string.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static uint8_t l1[64];

/* SPEC 7.1: what the registers from 8 on hold, in every lane; LReg15 holds twice its number. */
static bool constants_are_right(void) {
    static const uint32_t constants[7] = {0x3F56594B, 0,          0x3F800000, 0xBF800000,
                                          0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};
    bool right = true;
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        for (unsigned i = 0; i < 7; i++) {
            right &= core.sfpu.lreg[8 + i][lane] == constants[i];
        }
        right &= core.sfpu.lreg[15][lane] == 2 * lane;
    }
    return right;
}

TEST(constants_are_there_at_reset_and_when_firmware_has_run) {
    memset(&core, 0xA5, sizeof core);
    stx_init(&core, l1, sizeof l1, NULL);
    CHECK(constants_are_right());
    CHECK(core.sfpu.flags == 0 && core.sfpu.use == 0);
    memset(core.sfpu.lreg, 0xA5, sizeof core.sfpu.lreg);
    stx_init_as_firmware(&core);
    CHECK(constants_are_right());
    CHECK(core.sfpu.flags == UINT32_MAX && core.sfpu.use == UINT32_MAX);
    CHECK_EQ(core.sfpu.lreg[7][3], 0xA5A5A5A5u); /* the others are left alone */
}

TEST(a_fresh_core_has_all_rows_and_the_l1_that_it_was_given) {
    memset(&core, 0xA5, sizeof core);
    stx_init(&core, l1, sizeof l1, NULL);
    CHECK(core.l1 == l1 && core.l1_size == sizeof l1);
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        CHECK(core.dst.valid[row / 32] >> row % 32 & 1u);
    }
    CHECK(!core.port.fault && !core.port.yield && core.retired == 0);
    stx_init(&core, NULL, 100, NULL);
    CHECK_EQ(core.l1_size, 0);
}

TEST(each_switch_has_a_bit_of_its_own) {
    uint32_t seed = 1;
    for (unsigned i = 0; i < 200; i++) {
        stx_init(&core, NULL, 0, NULL);
        core.errata_off = test_random(&seed);
        core.simulated = test_random(&seed);
        for (unsigned n = 0; n < STX_ERRATA; n++) {
            CHECK_EQ(erratum_modelled(&core, (enum stx_erratum)n), !(core.errata_off >> n & 1u));
        }
        for (unsigned n = 0; n < STX_DEPARTURES; n++) {
            enum stx_departure departure = (enum stx_departure)n;
            bool known = STX_DEPARTURES_KNOWN >> n & 1u, simulator = core.simulated >> n & 1u;
            CHECK_EQ(would_depart(&core, departure), known && !simulator);
            CHECK_EQ(would_simulate(&core, departure), known && simulator);
            CHECK_EQ(stx_departure_count(&core, departure), 0);
            CHECK_EQ(departs(&core, departure), known && !simulator);
            CHECK_EQ(stx_departure_count(&core, departure), known);
        }
    }
}

/* The chips as appendix E of the book gives them: what only the documents of one chip describe is
 * unknown to the other. */
TEST(a_departure_is_known_for_the_chip_of_its_row) {
    static const struct {
        const char *name;
        bool blackhole, wormhole;
    } chips[] = {
        {"SOURCE_UNMASKED", true, false}, {"MOVB2D_WRITES_32", true, false},
        {"ADC_ZW_13", true, false},       {"MOVB2A_MASKED", false, true},
        {"KEPT_MINUS_ZERO", false, true}, {"SFPU_BF16_ROWS_32", true, true},
        {"SFPSWAP_TIE_SIGN", true, true}, {"MVMUL_BROADCAST_VALID", true, true},
    };
    unsigned found = 0;
    for (unsigned d = 0; d < STX_DEPARTURES; d++) {
        for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
            if (!strcmp(chips[i].name, stx_departure_name((enum stx_departure)d))) {
                bool here = STX_ARCH == STX_ARCH_WORMHOLE ? chips[i].wormhole : chips[i].blackhole;
                CHECK_EQ(STX_DEPARTURES_KNOWN >> d & 1, here);
                found++;
            }
        }
    }
    CHECK_EQ(found, sizeof chips / sizeof *chips);
    CHECK_EQ(STX_KEPT_MINUS_ZERO_WRAPS,
             STX_DEPARTURES_KNOWN >> STX_DEPARTURE_KEPT_MINUS_ZERO & 1); /* lib/num has its own */
}

#if !STX_HARTS
static unsigned calls;

static void on_lock(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    calls++;
}

static void on_share(void *ctx, unsigned thread, unsigned items, stx_share_part *part, void *job) {
    (void)ctx, (void)thread, (void)items, (void)part, (void)job;
    calls++;
}

/* Who compiles for one hart pays for no lock, whatever the port has. */
TEST(a_library_for_one_hart_asks_for_no_lock_and_no_help) {
    stx_init(&core, l1, sizeof l1,
             &(struct stx_port){.lock = on_lock, .unlock = on_lock, .share = on_share});
    calls = 0;
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 1;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_MVMUL(0, 0, 0, 0)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_ELWADD(0, 0, 0, 0, 0)), STX_DONE);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(stx_mmio_read(&core, 0, STX_GPR_WINDOW), 0);
    stx_mmio_write(&core, 0, STX_GPR_WINDOW, 0);
    CHECK_EQ(calls, 0);
}
#endif

int main(void) {
    RUN(constants_are_there_at_reset_and_when_firmware_has_run);
    RUN(a_fresh_core_has_all_rows_and_the_l1_that_it_was_given);
    RUN(each_switch_has_a_bit_of_its_own);
    RUN(a_departure_is_known_for_the_chip_of_its_row);
#if !STX_HARTS
    RUN(a_library_for_one_hart_asks_for_no_lock_and_no_help);
#endif
    return test_summary();
}
