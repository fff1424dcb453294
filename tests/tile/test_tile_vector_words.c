/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * How many words of the vector unit a call issues, counted by hand, and that each has no fields but
 * those that it uses. A tile is 32 vectors; 8 groups of 4 vectors hold 4 rows each. */
#include "softensix/tti.h"
#include "tile.h"

/* Kinds of words: one with all fields that differ at 0, and one with these at their largest. */
static const struct {
    uint32_t low, high;
} kinds[] = {
    {TT_OP_SFPLOAD(0, 0, 7, 0), TT_OP_SFPLOAD(7, 7, 7, 255)}, /* four slots are in use */
    {TT_OP_SFPSTORE(0, 0, 7, 0), TT_OP_SFPSTORE(7, 7, 7, 255)},
    {TT_OP_SFPLOADI(0, 8, 0), TT_OP_SFPLOADI(7, 10, 0xFFFF)},
    {TT_OP_SFPCONFIG(0, 12, 0), TT_OP_SFPCONFIG(0, 13, 0)},
    {TT_OP_SFPMAD(0, 0, 0, 0, 0), TT_OP_SFPMAD(15, 15, 15, 7, 1)},
    {TT_OP_SFPMUL(0, 0, 9, 0, 0), TT_OP_SFPMUL(15, 15, 9, 7, 0)},
    {TT_OP_SFPADD(10, 0, 0, 0, 0), TT_OP_SFPADD(10, 15, 15, 7, 0)},
    {TT_OP_SFPMOV(0, 0, 0, 0), TT_OP_SFPMOV(0, 15, 7, 1)},
    {TT_OP_SFPABS(0, 0, 0, 1), TT_OP_SFPABS(0, 7, 7, 1)},
    {TT_OP_SFPSETSGN(0, 0, 0, 0), TT_OP_SFPSETSGN(0, 7, 7, 0)},
    {TT_OP_SFPSWAP(0, 0, 0, 1), TT_OP_SFPSWAP(0, 7, 7, 1)},
    {TT_OP_SFPSHFT(0, 0, 0, 1), TT_OP_SFPSHFT(0xFFF, 0, 7, 1)},
    {TT_OP_SFPIADD(0, 0, 0, 4), TT_OP_SFPIADD(0, 7, 7, 6)},
    {TT_OP_SFPARECIP(0, 0, 0, 0), TT_OP_SFPARECIP(0, 7, 7, 0)},
    {TT_OP_SFPGT(0, 0, 0, 1), TT_OP_SFPGT(0, 7, 7, 1)},
    {TT_OP_SFPSETCC(0, 0, 0, 0), TT_OP_SFPSETCC(0, 7, 0, 6)},
    {TT_OP_SFPENCC(0, 0, 0, 0), TT_OP_SFPENCC(0, 0, 0, 0)},
    {TT_OP_SFPENCC(3, 0, 0, 10), TT_OP_SFPENCC(3, 0, 0, 10)},
    {TT_OP_SFPTRANSP(0, 0, 0, 0), TT_OP_SFPTRANSP(0, 0, 0, 0)},
    {TT_OP_SFPSHFT2(0, 0, 0, 3), TT_OP_SFPSHFT2(0, 7, 7, 3)},
    {TT_OP_SFPNOP, TT_OP_SFPNOP},
    {TT_OP_SFPXOR(0, 0, 0, 0), TT_OP_SFPXOR(0, 7, 7, 0)},
    {TT_OP_SFPAND(0, 15, 0, 0), TT_OP_SFPAND(0, 15, 7, 0)},
    {TT_OP_SFPEXEXP(0, 0, 0, 1), TT_OP_SFPEXEXP(0, 7, 7, 1)},
    {TT_OP_SFPCAST(0, 0, 0), TT_OP_SFPCAST(7, 7, 0)},
    {TT_OP_SFPSETEXP(127, 0, 0, 1), TT_OP_SFPSETEXP(127, 7, 7, 1)},
};

static bool is_known(uint32_t word) {
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (((word ^ kinds[i].low) & ~(kinds[i].low ^ kinds[i].high)) == 0) {
            return true;
        }
    }
    return false;
}

static unsigned count;
static uint32_t unknown;

static bool note(void *ctx, uint32_t word) {
    (void)ctx;
    if (word >> 24 >= 0x70 && word >> 24 < 0xA0) { /* the vector unit */
        count++;
        unknown = is_known(word) ? unknown : word;
    }
    return true;
}

static void begin(void) {
    tile_start();
    tiles.tap = note;
    count = unknown = 0;
}

/* One word switches all lanes on before each call. */
static void check_words(const char *what, unsigned expected) {
    if (count != 1 + expected || unknown) {
        printf("%s: %u words, expected %u; unknown: %08x\n", what, count, 1 + expected,
               (unsigned)unknown);
        test_bad = 1;
    }
}

static const struct stx_tensor x = {A_AT, 1, 1, STX_TILE_FP32}, z = {OUT_AT, 1, 1, STX_TILE_FP32};
static const struct stx_tensor two = {A_AT, 1, 2, STX_TILE_FP32},
                               row = {ROW_AT, 1, 1, STX_TILE_FP32};

/* Of a function, without the words that load and store a vector and set the parameter. A constant
 * takes two words, a condition with a constant three. */
enum {
    SET = 2,
    CONDITION = SET + 1,
    RECIPROCAL = 1 + 3 * 2,              /* an estimate and three steps */
    SPLIT = 2 * SET + 2 + 2 * (SET + 1), /* to a whole number and a rest */
    POLYNOMIAL = SET + 4 * (SET + 1),    /* of five coefficients */
    EXP = 1 + SPLIT + POLYNOMIAL + 6 + (CONDITION + SET + 1) + (CONDITION + 2),
    SIGMOID = 3 + EXP + 2 + RECIPROCAL + 4,
    TANH = 4 + EXP + 2 + RECIPROCAL + 4 + (1 + POLYNOMIAL + 2) + 1 + CONDITION + 2,
    GELU = 2 + SET + 1 + EXP + 1 + (2 * SET + 3 + RECIPROCAL + 1) + POLYNOMIAL + 3 + 4 +
           2 * (CONDITION + 2),
    LOG = 1 + (2 + SET + 2 + SET + CONDITION + 4) + (SET + 7 * (SET + 1) + 4 + 2 * SET + 3) +
          (CONDITION + 2) + (1 + SET + 1) + (CONDITION + SET + 1) + 1,
    ROOT = 1 + (2 + 3 * SET + 1 + 3 * 4) + 4 + (CONDITION + 2) + (1 + SET + 1) +
           (CONDITION + SET + 1) + 1,
    WAVE = (3 * SET + 3) + 3 * (SET + 1) + (1 + SET + 3 * (SET + 1) + 4)
};

TEST(functions_issue_as_many_words_as_counted) {
    static const struct {
        uint8_t function, words;
    } functions[] = {
        {STX_TILE_COPY, 0},          {STX_TILE_ABS, 1},
        {STX_TILE_NEGATIVE, 1},      {STX_TILE_SQUARE, 1},
        {STX_TILE_RELU, 3},          {STX_TILE_RELU_MAX, 4},
        {STX_TILE_LEAKY_RELU, 3},    {STX_TILE_EXP, EXP},
        {STX_TILE_LOG, LOG},         {STX_TILE_SQRT, ROOT},
        {STX_TILE_RSQRT, ROOT},      {STX_TILE_RECIPROCAL, RECIPROCAL + 2 * CONDITION + 9},
        {STX_TILE_SIGMOID, SIGMOID}, {STX_TILE_TANH, TANH},
        {STX_TILE_GELU, GELU},       {STX_TILE_SILU, SIGMOID + 1 + CONDITION + 2},
        {STX_TILE_SIN, WAVE},        {STX_TILE_COS, WAVE + SET + 1},
    };
    for (unsigned i = 0; i < STX_TILE_FUNCTIONS; i++) {
        begin();
        CHECK_EQ(stx_tile_unary(&tiles, functions[i].function, 0, &z, &x), STX_TILE_OK);
        check_words(stx_tile_function_name(functions[i].function),
                    32 * (1 + SET + functions[i].words + 1));
    }
}

/* Of a tile: each of eight groups is loaded, combined to one vector, combined with itself moved by
 * 1, 2 and 4 lanes - two words a lane -, and stored. Columns: all groups are combined, then the
 * rows of the result, which goes to all groups. */
enum {
    ROWS = 8 * (4 + 3 + (2 + 1 * 2) + (2 + 2 * 2) + (2 + 4 * 2) + 3 + 4),
    ALL_ROWS_ALIKE = 3 + 1 + 32,
    COLUMNS = (4 + 7 * 4 * 2 + 4) + 1 + 3 + ALL_ROWS_ALIKE,
    COMBINE = 32 * 4,
    DIVIDE = SET + RECIPROCAL + 32 * 3,
    SPREAD_ROW = 4 + 1 + ALL_ROWS_ALIKE
};

TEST(reductions_issue_as_many_words_as_counted) {
    static const struct {
        uint8_t what, along;
        uint16_t words;
    } cases[] = {
        {STX_TILE_SUM, STX_TILE_ROWS, COMBINE + ROWS},
        {STX_TILE_AVERAGE, STX_TILE_ROWS, COMBINE + ROWS + DIVIDE},
        {STX_TILE_MAX, STX_TILE_ALL, COMBINE + ROWS + COLUMNS},
        {STX_TILE_AVERAGE, STX_TILE_ALL, COMBINE + ROWS + COLUMNS + DIVIDE},
        {STX_TILE_MIN, STX_TILE_COLUMNS, 2 * COLUMNS},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stx_tensor to = {OUT_AT, 1, cases[i].along == STX_TILE_COLUMNS ? 2 : 1,
                                STX_TILE_FP32};
        begin();
        CHECK_EQ(stx_tile_reduce(&tiles, cases[i].what, cases[i].along, &to, &two), STX_TILE_OK);
        check_words("reduction", cases[i].words);
    }
}

/* Each vector of a tile gets its columns - a mask and a constant - and is compared in ten words. */
TEST(argmax_issues_as_many_words_as_counted) {
    const struct stx_tensor at = {OUT_AT, 1, 1, STX_TILE_INT32};
    enum { VECTOR = 1 + (SET + 1 + SET + 1) + 10, BEGIN = 2, KEEP = 2 };
    enum { LANES = (2 + 1 * 4 + 10) + (2 + 2 * 4 + 10) + (2 + 4 * 4 + 10) };
    begin();
    CHECK_EQ(stx_tile_argmax(&tiles, &at, &two), STX_TILE_OK);
    check_words("argmax", 2 * 8 * (BEGIN + 4 * VECTOR + KEEP) + 8 * (2 + LANES + 4));
}

TEST(softmax_issues_as_many_words_as_counted) {
    enum { SHIFTED = 2 + 1 + EXP };
    begin();
    CHECK_EQ(stx_tile_softmax(&tiles, &z, &x), STX_TILE_OK);
    check_words("softmax",
                ROWS + 32 * (SHIFTED + 1) + ROWS + 32 * (1 + RECIPROCAL + 2) + 32 * (SHIFTED + 3));
}

TEST(layernorm_issues_as_many_words_as_counted) {
    enum { CONSTANTS = SET + 1 + SET + RECIPROCAL + 2, MEAN = 32 * 3, SQUARES = 32 * 5 };
    enum { ONE_OVER_DEVIATION = 32 * (2 + ROOT + 1), NORMAL = 32 * 6 };
    begin();
    CHECK_EQ(stx_tile_layernorm(&tiles, &z, &x, &row, &row, 0), STX_TILE_OK);
    check_words("layernorm", CONSTANTS + ROWS + MEAN + SQUARES + ROWS + ONE_OVER_DEVIATION +
                                 NORMAL + 2 * (SPREAD_ROW + 32 * 4));
}

TEST(a_product_issues_as_many_words_as_counted) {
    const struct stx_tensor y = {B_AT, 1, 1, STX_TILE_FP32};
    const struct stx_tile_product options = {
        .accumulate = true, .bias = &row, .activation = STX_TILE_RELU};
    begin();
    CHECK_EQ(stx_tile_matmul(&tiles, &z, &x, &y, &options), STX_TILE_OK);
    check_words("product", SPREAD_ROW + COMBINE + 32 * (1 + SET + 3 + 1));
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, functions_issue_as_many_words_as_counted);
    RUN_IF(STX_DST_ROWS >= 512, reductions_issue_as_many_words_as_counted);
    RUN_IF(STX_DST_ROWS >= 512, argmax_issues_as_many_words_as_counted);
    RUN_IF(STX_DST_ROWS >= 512, softmax_issues_as_many_words_as_counted);
    RUN_IF(STX_DST_ROWS >= 512, layernorm_issues_as_many_words_as_counted);
    RUN_IF(STX_DST_ROWS >= 512, a_product_issues_as_many_words_as_counted);
    return test_summary();
}
