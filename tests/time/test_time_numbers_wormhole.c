/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of the time model for Wormhole: those that are published, and how fast an UNPACR reads L1
 * by its mode (ISA documentation WormholeB0: UNPACR_Regular, Performance; L1; MatrixUnit; NoC). */
#include "time/timing.h"

static uint32_t expected(const char *name) {
    const struct stx_time_parameter *p;
    for (unsigned i = 0; (p = stx_time_parameter_at(i)) != NULL; i++) {
        if (strcmp(p->name, name) == 0) {
            return p->expected;
        }
    }
    return UINT32_MAX;
}

TEST(published_numbers) {
    CHECK_EQ(expected("clock"), 1000);
    CHECK_EQ(expected("unpack_rate"), 64);
    CHECK_EQ(expected("unpack_joint_rate"), 80);
    CHECK_EQ(expected("pack_rate"), 16);
    CHECK_EQ(expected("dst_period"), 5);
    CHECK_EQ(expected("noc_rate"), 32);
    CHECK_EQ(expected("code_cache"), 2048);
    CHECK_EQ(expected("code_cache_math"), 512);
    CHECK_EQ(expected("fetch_extra"), 36);
    CHECK_EQ(expected("vector_room"), 0);
    CHECK_EQ(expected("riscv_round"), 2); /* tt-metal#48925: 567.8 - 520.1 = 32 * (2 - 2 / 4) */
}

/* A number without a source says so, and is none of those above. */
TEST(what_is_not_known_says_so) {
    const struct stx_time_parameter *p;
    unsigned unknown = 0;
    for (unsigned i = 0; (p = stx_time_parameter_at(i)) != NULL; i++) {
        bool none = strncmp(p->source, "no source", 9) == 0;
        CHECK(none == (strstr(p->confidence, "not known") != NULL));
        CHECK(strstr(p->source, "BlackholeA0") == NULL);
        unknown += none;
    }
    CHECK_EQ(unknown, 8);
}

static uint32_t bytes_a_cycle(uint32_t format, uint32_t mode, bool lines) {
    start();
    unpack_plain(0, format, unpacked_as(format), 256);
    core.cfg[0][UNPACK_WORD] |= mode << 4 | (uint32_t)lines << 9;
    uint32_t word = UNPACK(0, 1);
    return expected("unpack_rate") >> timed(word).slower;
}

TEST(an_unpacker_is_as_fast_as_its_throttle_mode) {
    for (uint32_t mode = 0; mode < 3; mode++) {
        CHECK_EQ(bytes_a_cycle(BF16, mode, false), 16u << mode);
        CHECK_EQ(bytes_a_cycle(FP32, mode, false), 16u << mode);
        CHECK_EQ(bytes_a_cycle(BFP8, mode, false), 16u << mode);
        CHECK_EQ(bytes_a_cycle(BFP2, mode, false), 16);
        CHECK_EQ(bytes_a_cycle(BF16, mode, true), 64);
    }
}

static char told[8192];
static void keep(void *ctx, const char *text) {
    (void)ctx;
    strncat(told, text, sizeof told - strlen(told) - 1);
}

/* Of words that no unit computes nothing has been measured on this chip, of vector words it has. */
TEST(a_report_says_when_its_band_is_of_another_chip_and_lines_name_theirs) {
    static struct stx_time time;
    static const struct stx_time_lines lines = {keep, NULL};
    start();
    CHECK(stx_time_init(&time, &core));
    stx_time_more(&time);
    stx_time_tell(&time, &lines);
    CHECK(strcmp(told, "{\"schema\":\"softensix-time\",\"version\":1,\"clock\":1000,\"rate\":80,"
                       "\"arch\":\"wormhole\"}\n") == 0);
    stx_time_end(&time);
    stx_time_table(&time, keep, NULL);
    CHECK(strstr(told, " (Blackhole's: no such times of Wormhole have been compared), -") != NULL);
    told[0] = 0;
    time.clock[STX_TIME_EXPECTED].busy[STX_RESOURCE_SFPU] = 100;
    stx_time_table(&time, keep, NULL);
    CHECK(strstr(told, "band: vector unit, -") != NULL);
}

int main(void) {
    RUN(published_numbers);
    RUN(what_is_not_known_says_so);
    RUN(an_unpacker_is_as_fast_as_its_throttle_mode);
    RUN(a_report_says_when_its_band_is_of_another_chip_and_lines_name_theirs);
    return test_summary();
}
