/* SPDX-License-Identifier: Apache-2.0
 *
 * order_find.c - finds the rule that two unordered accesses break. Each pair of words is kept only
 * once. */
#include "core/text.h"
#include "diag/order.h"
#include "isa/args.h"
#include "isa/operand_values.h"

static bool is_store(const struct stx_order_access *a) {
    return a->how & STX_ORDER_OF_RISCV && a->how & STX_ORDER_WRITES;
}

static enum stx_order_rule rule_of_register(enum stx_order_place place,
                                            const struct stx_order_access *first,
                                            const struct stx_order_access *second) {
    if (is_store(first) || is_store(second)) {
        return STX_ORDER_STORE_ORDER;
    }
    if (second->how & STX_ORDER_OF_RISCV) {
        return STX_ORDER_RISCV_READ;
    }
    if (place == STX_ORDER_IN_GPR) {
        return STX_ORDER_GPR_LATE;
    }
    bool late = first->how & STX_ORDER_WRITES && first->thread == second->thread &&
                stx_order_ends_late(first->word);
    return late ? STX_ORDER_CONFIG_LATE : STX_ORDER_CONFIG_ORDER;
}

static enum stx_order_rule rule_of(enum stx_order_place place, const struct stx_order_access *first,
                                   const struct stx_order_access *second) {
    static const uint8_t rules[] = {[STX_ORDER_IN_MOP] = STX_ORDER_MOP_ORDER,
                                    [STX_ORDER_IN_SOURCE] = STX_ORDER_SOURCE_ORDER,
                                    [STX_ORDER_IN_DST] = STX_ORDER_DST_ORDER,
                                    [STX_ORDER_IN_L1] = STX_ORDER_L1_ORDER};
    return place <= STX_ORDER_IN_GPR ? rule_of_register(place, first, second)
                                     : (enum stx_order_rule)rules[place];
}

/* Arithmetic of the scalar unit holds its thread for three cycles. By then, an earlier RDCFG has
 * ended. */
static bool is_excused(const struct stx_order *o, enum stx_order_place place,
                       const struct stx_order_access *first) {
    bool words = !((first->how | o->now.how) & STX_ORDER_OF_RISCV);
    return words && place == STX_ORDER_IN_GPR && is_RDCFG(first->word) &&
           stx_order_unit(o->now.word) == ORDER_SCALAR && stx_order_ends_at_gate(o->now.word) &&
           order_asks(o, STX_ORDER_RDCFG_ARITHMETIC);
}

/* True if both accesses belong to the same instruction at the same place in the source, or to
 * RISC-V code with accesses of the same kind. If the place is not known, the word or the address
 * decides. */
static bool same_access(const struct stx_order_access *a, const struct stx_order_access *b) {
    bool code = a->how & STX_ORDER_OF_RISCV;
    uint8_t kind = code ? STX_ORDER_OF_RISCV | STX_ORDER_WRITES : STX_ORDER_OF_RISCV;
    bool word =
        code ? a->where != NULL : a->where && stx_opcode_of(a->word) == stx_opcode_of(b->word);
    return a->agent == b->agent && !((a->how ^ b->how) & kind) && (word || a->word == b->word) &&
           text_equal(a->where, b->where);
}

static bool same(const struct stx_order_finding *a, const struct stx_order_finding *b) {
    bool registers = a->place == STX_ORDER_IN_CFG || a->place == STX_ORDER_IN_TCFG ||
                     order_is_unwritten(a->rule);
    return a->rule == b->rule && a->place == b->place && (!registers || a->index == b->index) &&
           same_access(&a->first, &b->first) && same_access(&a->second, &b->second);
}

static void keep(struct stx_order *o, const struct stx_order_finding *finding) {
    for (uint32_t i = 0; i < o->kept; i++) {
        if (same(&o->finding[i], finding)) {
            o->finding[i].times++;
            return;
        }
    }
    if (o->kept == STX_ORDER_FINDINGS) {
        o->more++;
        return;
    }
    o->finding[o->kept++] = *finding;
}

void stx_order_find_width(struct stx_order *o, uint32_t index, uint32_t mask,
                          const struct stx_order_access *first) {
    struct stx_order_finding finding = {.rule = STX_ORDER_DST_WIDTH,
                                        .place = STX_ORDER_IN_DST,
                                        .index = index,
                                        .first = *first,
                                        .second = o->now,
                                        .times = 1};
    finding.first.mask = finding.second.mask = mask;
    if (order_asks(o, STX_ORDER_DST_WIDTH)) {
        o->found++;
        keep(o, &finding);
    }
}

void stx_order_find_unwritten(struct stx_order *o, enum stx_order_place place, uint32_t index,
                              const struct stx_order_access *first) {
    bool unset = place == STX_ORDER_IN_TCFG ||
                 (place == STX_ORDER_IN_VECTOR_CFG && index == SFPCONFIG_DEST_SFPU_CTRL);
    struct stx_order_finding finding = {.rule = unset ? STX_ORDER_VECTOR_UNSET
                                                      : STX_ORDER_VECTOR_UNWRITTEN,
                                        .place = place,
                                        .index = index,
                                        .first = *first,
                                        .second = o->now,
                                        .times = 1};
    finding.first.how &= (uint8_t)~STX_ORDER_WRITES;
    finding.second.how &= (uint8_t)~STX_ORDER_WRITES;
    finding.first.mask = finding.second.mask = UINT32_MAX;
    if (order_asks(o, finding.rule)) {
        o->found++;
        keep(o, &finding);
    }
}

void stx_order_find(struct stx_order *o, enum stx_order_place place, uint32_t index, uint32_t mask,
                    const struct stx_order_access *first) {
    const struct stx_order_clock *clock = &o->clock[o->now.agent];
    struct stx_order_finding finding = {
        .place = place, .index = index, .first = *first, .second = o->now, .times = 1};
    finding.rule = rule_of(place, first, &o->now);
    finding.first.mask = finding.second.mask = mask;
    bool word = place != STX_ORDER_IN_L1 || !(first->how & STX_ORDER_OF_RISCV);
    finding.handed = word && first->thread < STX_THREADS &&
                     clock->at[order_agent(first->thread, ORDER_GATE)] >= first->issued;
    if (order_asks(o, finding.rule) && !is_excused(o, place, first)) {
        o->found++;
        keep(o, &finding);
    }
}

uint32_t stx_order_total(const struct stx_order *order) {
    return order->kept + order->more;
}
