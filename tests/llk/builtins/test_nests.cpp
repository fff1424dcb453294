/* SPDX-License-Identifier: Apache-2.0
 *
 * test_nests.cpp - conditionals as sfpi writes them: if, elseif, else, and, or, not, nested in each
 * other at random. A program is a tree. The builtins execute it for all lanes at once; plain C
 * executes it for each lane alone, with its own if and else. */
#include "builtins.h"

enum { VARIABLES = 3, NODES = 400, DEEPEST = 8 };
enum { LT = 1, EQ, GTE, NE, LTE, GT, FLOAT = 32, SIGNED = 8 };

enum kind { ASSIGN, ADD_ONE, STORE, NARROW, BRANCHES };

/* variable op constant, or of two of them with && or ||, or negated. */
struct test {
    unsigned variable, op, second_variable, second_op;
    int constant, second_constant;
    enum { PLAIN, CONJUNCTION, DISJUNCTION, NEGATION, FLOATS } form;
};

/* A statement; the next one of its block; an arm's condition and its block, the next arm. */
struct node {
    kind what;
    unsigned variable;
    int constant;
    test condition;      /* NARROW, and of an arm */
    int next, body, arm; /* indices, 0 = none */
    bool is_else;
};

static node nodes[NODES];
static int node_count;
static unsigned seen[5][5]; /* shapes met: form of a condition x kind of arm */

static unsigned below(unsigned n) {
    return (random_word() >> 8) % n;
}

static test any_test() {
    test t = {};
    t.variable = below(VARIABLES);
    t.second_variable = below(VARIABLES);
    t.op = LT + below(6);
    t.second_op = LT + below(6);
    t.constant = (int)below(7) - 3;
    t.second_constant = (int)below(7) - 3;
    t.form = (decltype(t.form))below(5);
    return t;
}

static int any_block(unsigned depth, bool inside);

static int new_node(kind what) {
    nodes[node_count] = node{};
    nodes[node_count].what = what;
    return node_count++;
}

/* An arm and those behind it; every elseif keeps one more entry of the stack. */
static int any_arms(unsigned depth, unsigned arms) {
    int arm = new_node(BRANCHES);
    test t = any_test();
    nodes[arm].condition = t;
    int body = any_block(depth + 1, true);
    nodes[arm].body = body;
    seen[t.form][arms] += 1;
    if (arms > 1 && depth + 1 < DEEPEST) {
        int next = any_arms(depth + 1, arms - 1);
        nodes[arm].arm = next;
    } else if (below(2)) {
        int other = new_node(BRANCHES);
        nodes[other].is_else = true;
        int rest = any_block(depth + 1, true);
        nodes[other].body = rest;
        nodes[arm].arm = other;
        seen[t.form][0] += 1;
    }
    return arm;
}

static int any_statement(unsigned depth, bool inside) {
    unsigned r = below(8);
    if (r < 3 && depth + 1 < DEEPEST && node_count < NODES - 60) {
        return any_arms(depth, 1 + below(3));
    }
    int i = new_node(r == 3 && inside ? NARROW : r == 4 ? ADD_ONE : r == 5 ? STORE : ASSIGN);
    nodes[i].variable = below(VARIABLES);
    nodes[i].constant = (int)below(7) - 3;
    nodes[i].condition = any_test();
    seen[4][4] += nodes[i].what == NARROW;
    return i;
}

static int any_block(unsigned depth, bool inside) {
    int first = 0, last = 0;
    for (unsigned n = 1 + below(3); n > 0; n--) {
        int i = any_statement(depth, inside);
        if (last) {
            nodes[last].next = i;
        } else {
            first = i;
        }
        last = i;
    }
    return first;
}

/* ---- plain C, one lane ---- */

struct lane_state {
    int variable[VARIABLES];
    int stored;
};

static bool holds(unsigned op, int a, int b) {
    return op == LT    ? a < b
           : op == EQ  ? a == b
           : op == GTE ? a >= b
           : op == NE  ? a != b
           : op == LTE ? a <= b
                       : a > b;
}

static bool holds_in(const lane_state &s, const test &t) {
    bool first = holds(t.op, s.variable[t.variable], t.constant);
    bool second = holds(t.second_op, s.variable[t.second_variable], t.second_constant);
    return t.form == test::CONJUNCTION   ? first && second
           : t.form == test::DISJUNCTION ? first || second
           : t.form == test::NEGATION    ? !first
                                         : first;
}

static bool lane_block(lane_state &s, int i);

/* The condition of an arm and of what narrows its block both decide whether the else is for it. */
static void lane_arms(lane_state &s, int arm) {
    const node &n = nodes[arm];
    if (n.is_else || holds_in(s, n.condition)) {
        if (lane_block(s, n.body) || n.is_else) {
            return;
        }
    }
    if (n.arm) {
        lane_arms(s, n.arm);
    }
}

/* False if the block was left where it was narrowed. */
static bool lane_block(lane_state &s, int i) {
    for (; i; i = nodes[i].next) {
        const node &n = nodes[i];
        if (n.what == ASSIGN) {
            s.variable[n.variable] = n.constant;
        } else if (n.what == ADD_ONE) {
            s.variable[n.variable] += 1;
        } else if (n.what == STORE) {
            s.stored = s.variable[n.variable];
        } else if (n.what == BRANCHES) {
            lane_arms(s, i);
        } else if (!holds_in(s, n.condition)) {
            return false;
        }
    }
    return true;
}

/* ---- the builtins, all lanes ---- */

static vec variables[VARIABLES];

static int compared(unsigned variable, unsigned op, int constant, bool as_float) {
    vec v = variables[variable];
    if (!as_float) {
        return __builtin_rvtt_sfpxicmps(BUFFER, v, constant, 0, 0, op | SIGNED);
    }
    vec f = __builtin_rvtt_sfpcast(__builtin_rvtt_sfpcast(v, 3), 0);
    return __builtin_rvtt_sfpxfcmps(BUFFER, f, bits_of((float)constant), 0, 0, op | FLOAT);
}

static void narrow(const test &t) {
    int dependency = __builtin_rvtt_sfpxvif();
    int first = compared(t.variable, t.op, t.constant, t.form == test::FLOATS);
    int second = compared(t.second_variable, t.second_op, t.second_constant, false);
    int all = t.form == test::CONJUNCTION   ? __builtin_rvtt_sfpxbool(2, first, second)
              : t.form == test::DISJUNCTION ? __builtin_rvtt_sfpxbool(1, first, second)
              : t.form == test::NEGATION    ? __builtin_rvtt_sfpxbool(3, first, first)
                                            : first;
    __builtin_rvtt_sfpxcondb(all, dependency);
}

static void all_block(int i);

static void all_arms(int arm) {
    unsigned pushed = 1;
    __builtin_rvtt_sfppushc(0);
    narrow(nodes[arm].condition);
    all_block(nodes[arm].body);
    for (arm = nodes[arm].arm; arm; arm = nodes[arm].arm) {
        __builtin_rvtt_sfpcompc();
        if (!nodes[arm].is_else) {
            __builtin_rvtt_sfppushc(0);
            pushed++;
            narrow(nodes[arm].condition);
        }
        all_block(nodes[arm].body);
    }
    while (pushed-- > 0) {
        __builtin_rvtt_sfppopc(0);
    }
}

static void all_block(int i) {
    for (; i; i = nodes[i].next) {
        const node &n = nodes[i];
        vec &v = variables[n.variable];
        if (n.what == ASSIGN) {
            v = __builtin_rvtt_sfpassign_lv(
                v, __builtin_rvtt_sfpxloadi(BUFFER, (u32)n.constant, 0, 0, 16));
        } else if (n.what == ADD_ONE) {
            v = __builtin_rvtt_sfpassign_lv(v,
                                            __builtin_rvtt_sfpxiadd_i(BUFFER, v, 1, 0, 0, SIGNED));
        } else if (n.what == STORE) {
            __builtin_rvtt_sfpstore(BUFFER, v, 0, 0, 0, 4, 7);
        } else if (n.what == BRANCHES) {
            all_arms(i);
        } else {
            narrow(n.condition);
        }
    }
}

TEST(any_nest_does_in_each_lane_what_if_and_else_do) {
    for (int program = 0; program < 600; program++) {
        lane_state lanes[LANES];
        start();
        node_count = 1;
        int first = any_block(0, false);
        for (auto &v : variables) {
            v = small_integers();
        }
        __builtin_rvtt_sfpstore(BUFFER, same(99), 0, 0, 0, 4, 7);
        for (unsigned i = 0; i < LANES; i++) {
            lanes[i] = {{(int)variables[0][i], (int)variables[1][i], (int)variables[2][i]}, 99};
            lane_block(lanes[i], first);
        }
        all_block(first);
        CHECK_EQ(stx_llk_lanes(), ALL);
        CHECK_EQ(core.sfpu.depth, 0);
        for (unsigned k = 0; k < VARIABLES; k++) {
            CHECK_LANES(variables[k], each([&](unsigned i) { return (u32)lanes[i].variable[k]; }));
        }
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, 4, 7),
                    each([&](unsigned i) { return (u32)lanes[i].stored; }));
    }
}

/* Each form of condition, with and without elseif and else, and v_and. */
TEST(every_shape_was_met) {
    for (auto &form : seen) {
        for (unsigned arms = 0; arms < 4; arms++) {
            CHECK(form[arms] > 0);
        }
    }
    CHECK(seen[4][4] > 0);
}

int main() {
    RUN(any_nest_does_in_each_lane_what_if_and_else_do);
    RUN(every_shape_was_met);
    return test_summary();
}
