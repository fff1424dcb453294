/* SPDX-License-Identifier: Apache-2.0
 *
 * order_text.c - prints findings of the order checker, and what to add to the kernel. */
#include "diag/dump.h"
#include "diag/order.h"
#include "isa/args.h"
#include "isa/operand_values.h"
#include "regs/cfg.h"

/* A bit of STALLWAIT; value is 0 if there is none. */
struct bit {
    const char *name;
    uint16_t value;
};
#define NAMED(name) \
    { #name, p_stall_##name }

/* A unit's bits in STALLWAIT: the condition that waits for it, and the bit that holds its words. */
static const struct {
    const char *name;
    struct bit until, holds;
} units[STX_ORDER_KINDS] = {
    [ORDER_NOBODY] = {"RISC-V code", NAMED(TRISC_CFG), {NULL, 0}},
    [ORDER_GATE] = {"the wait gate", {NULL, 0}, NAMED(STALL_SYNC)},
    [ORDER_UNPACK0] = {"unpacker 0", NAMED(UNPACK0), NAMED(STALL_UNPACK)},
    [ORDER_UNPACK1] = {"unpacker 1", NAMED(UNPACK1), NAMED(STALL_UNPACK)},
    [ORDER_FPU] = {"the FPU", NAMED(MATH), NAMED(STALL_MATH)},
    [ORDER_SFPU] = {"the vector unit", NAMED(WAIT_SFPU), NAMED(STALL_SFPU)},
    [ORDER_PACK] = {"the packer", NAMED(PACK), NAMED(STALL_PACK)},
    [ORDER_SCALAR] = {"the scalar unit", NAMED(THCON), NAMED(STALL_THCON)},
    [ORDER_CONFIG] = {"the configuration unit",
                      {"CFGEXU", STX_STALL_CONFIG_IDLE},
                      NAMED(STALL_CFG)},
    [ORDER_MOVER] = {"the mover", NAMED(XMOV), NAMED(STALL_XMOV)},
    [ORDER_MOP] = {"the MOP expander", {NULL, 0}, {NULL, 0}},
    [ORDER_STORES] = {"a store on its way", {NULL, 0}, {NULL, 0}},
};

/* The unit of an access. Accesses of words are also checked at the wait gate. */
static enum order_kind unit_of(const struct stx_order_access *a) {
    bool word = !(a->how & STX_ORDER_OF_RISCV);
    return word && a->unit == ORDER_GATE ? stx_order_unit(a->word) : (enum order_kind)a->unit;
}

/* What a destination of SFPCONFIG is. */
static void tell_setting(const struct out *out, uint32_t number) {
    if (number == SFPCONFIG_DEST_SFPU_CTRL) {
        stx_out_string(out, "LaneConfig");
    } else if (number >= SFPCONFIG_DEST_MACRO_CTRL) {
        stx_out_string(out, "the misc register of SFPLOADMACRO");
    } else {
        stx_out_string(out, number < SFPCONFIG_DEST_MACRO_SEQ0 ? "template " : "sequence ");
        stx_out_decimal(out, number % SFPCONFIG_DEST_MACRO_SEQ0);
    }
}

static void tell_place(const struct out *out, const struct stx_order_finding *f) {
    static const char *const names[] = {"configuration word ",
                                        "thread configuration word ",
                                        "GPR ",
                                        "configuration of the MOP",
                                        "bank ",
                                        "Dst rows from ",
                                        "L1 from ",
                                        "LReg",
                                        ""};
    static const uint16_t of[] = {STX_CFG_WORDS, STX_TCFG_WORDS, STX_GPRS, 1, 2, 256, 0, 0, 0};
    uint32_t number = of[f->place] ? f->index % of[f->place] : f->index;
    stx_out_string(out, names[f->place]);
    if (f->place == STX_ORDER_IN_L1) {
        stx_out_hex(out, number);
    } else if (f->place == STX_ORDER_IN_VECTOR_CFG) {
        tell_setting(out, number);
    } else if (f->place != STX_ORDER_IN_MOP) {
        stx_out_decimal(out, f->place == STX_ORDER_IN_DST ? 4u * number : number);
    }
    if (f->place == STX_ORDER_IN_CFG || f->place == STX_ORDER_IN_TCFG) {
        stx_dump_cfg_names(out, number, f->place == STX_ORDER_IN_TCFG, f->first.mask);
    } else if (f->place == STX_ORDER_IN_SOURCE) {
        stx_out_string(out, f->index / 2u ? " of SrcB" : " of SrcA");
    }
}

static void tell_who(const struct out *out, const struct stx_order_access *a) {
    if (a->thread >= STX_THREADS) {
        static const char *const names[] = {"reader", "writer", "the reader's write on the NoC",
                                            "the writer's write on the NoC"};
        stx_out_string(out, names[(a->thread - STX_THREADS) % 4u]);
        return;
    }
    stx_out_string(out, "thread ");
    stx_out_decimal(out, a->thread);
    stx_out_string(out, ", ");
    stx_out_string(out, units[unit_of(a)].name);
}

static void tell_access(const struct out *out, const struct stx_order_access *a,
                        const char *before) {
    char text[256];
    bool code = a->how & STX_ORDER_OF_RISCV;
    stx_out_string(out, before);
    tell_who(out, a);
    stx_out_string(out, ": ");
    if (a->how & STX_ORDER_OF_VALUE) {
        stx_out_string(out, "takes its value (reads)");
    } else if (code) {
        stx_out_string(out, a->how & STX_ORDER_WRITES ? "store to " : "load from ");
        stx_out_hex(out, a->word);
    } else {
        stx_disasm(text, sizeof text, a->word);
        stx_out_digits(out, a->word, 8);
        stx_out_string(out, " ");
        stx_out_string(out, text);
        stx_out_string(out, a->how & STX_ORDER_WRITES ? " (writes)" : " (reads)");
        stx_out_string(out, a->how & STX_ORDER_OF_MOP ? ", a word of the MOP" : "");
    }
    stx_out_string(out, a->where ? "\n    at " : "");
    stx_out_string(out, a->where ? a->where : "");
    stx_out_string(out, "\n");
}

static void tell_bit(const struct out *out, const struct bit *bit) {
    unsigned digits = 1;
    while (bit->value >> 4u * digits) {
        digits++;
    }
    stx_out_string(out, bit->name);
    stx_out_string(out, " = 0x");
    stx_out_digits(out, bit->value, digits);
}

static void tell_stallwait(const struct out *out, const struct bit *holds,
                           const struct bit *until) {
    stx_out_string(out, "STALLWAIT(");
    tell_bit(out, holds);
    stx_out_string(out, ", ");
    tell_bit(out, until);
    stx_out_string(out, ")");
}

/* Prints what to add between two words of one thread. */
static void tell_within(const struct out *out, const struct stx_order_finding *f) {
    const struct bit *until = &units[unit_of(&f->first)].until;
    const struct bit *holds = &units[unit_of(&f->second)].holds;
    bool apart = (f->first.unit == ORDER_FPU && f->second.unit == ORDER_SFPU) ||
                 (f->first.unit == ORDER_SFPU && f->second.unit == ORDER_FPU);
    if (f->rule == STX_ORDER_MOP_ORDER) {
        stx_out_string(out, "mop_sync() before the store");
    } else if (f->rule == STX_ORDER_CONFIG_LATE) {
        stx_out_string(out, "one word between them, DMANOP or NOP");
    } else if (f->second.how & STX_ORDER_OF_RISCV) {
        stx_out_string(out, "tensix_sync() before it");
        if (until->value) {
            stx_out_string(out, ", or a semaphore that the code reads, posted behind ");
            tell_stallwait(out, &units[ORDER_GATE].holds, until);
        }
    } else if (until->value && holds->value) {
        tell_stallwait(out, holds, until);
        stx_out_string(out, " between them");
        stx_out_string(out, f->first.how & STX_ORDER_OF_RISCV ? ", or read it back" : "");
        stx_out_string(out, apart ? ", or three words" : "");
    } else {
        stx_out_string(out, "tensix_sync() between them");
    }
}

/* True if the FPU and an unpacker access a bank. Only the FPU has words that do not wait for it. */
static bool is_of_bank(const struct stx_order_finding *f) {
    return f->rule == STX_ORDER_SOURCE_ORDER &&
           (unit_of(&f->first) == ORDER_FPU) != (unit_of(&f->second) == ORDER_FPU);
}

/* Prints how the FPU waits until it owns the bank. It waits for its own words as well: a word that
 * is still in the FPU may have to turn to that bank. */
static void tell_bank(const struct out *out, const struct stx_order_finding *f) {
    static const struct bit valid[] = {{"MATH|SRCA_VLD", p_stall_MATH | p_stall_SRCA_VLD},
                                       {"MATH|SRCB_VLD", p_stall_MATH | p_stall_SRCB_VLD}};
    bool later = unit_of(&f->second) == ORDER_FPU;
    tell_stallwait(out, &units[ORDER_FPU].holds, &valid[f->index / 2u % 2u]);
    stx_out_string(out, " in thread ");
    stx_out_decimal(out, later ? f->second.thread : f->first.thread);
    stx_out_string(out, later ? " before it" : " before the first");
}

/* Prints what writes a register or setting of the vector unit. */
static void tell_init(const struct out *out, const struct stx_order_finding *f) {
    bool load = f->place == STX_ORDER_IN_LREG && f->index < 8;
    stx_out_string(out, load                            ? "SFPLOAD or SFPLOADI"
                        : f->place == STX_ORDER_IN_TCFG ? "SETC16"
                                                        : "SFPCONFIG");
    stx_out_string(out, " before it, which the init of its operation does");
}

static void tell_remedy(const struct out *out, const struct stx_order_finding *f) {
    const struct bit *until = &units[unit_of(&f->first)].until;
    bool own = f->first.thread == f->second.thread;
    bool is_mover =
        f->second.thread >= STX_THREADS; /* it is synchronized with counters, which STOREREG sets */
    stx_out_string(out, "  add: ");
    if (order_is_unwritten(f->rule)) {
        tell_init(out, f);
    } else if (f->rule == STX_ORDER_DST_WIDTH) {
        stx_out_string(out, "one width for both: ALU_ACC_CTRL_Fp32_enabled, the format of SFPLOAD "
                            "and SFPSTORE, PCK_DEST_RD_CTRL_Read_32b_data");
    } else if (f->first.thread >= STX_ORDER_READER_NOC) {
        stx_out_string(out, "noc_async_writes_flushed() or a barrier before cb_pop_front");
    } else if (own) {
        tell_within(out, f);
    } else if (is_of_bank(f)) {
        tell_bank(out, f);
    } else if (f->handed && until->value) {
        tell_stallwait(out, &units[is_mover ? ORDER_SCALAR : ORDER_GATE].holds, until);
        stx_out_string(out, " in thread ");
        stx_out_decimal(out, f->first.thread);
        stx_out_string(out, " before it signals the other");
    } else {
        stx_out_string(out, "a semaphore, mailbox or counter from the first to the second: a "
                            "post after the first, a wait before the second; the other way "
                            "round if the second has to come first");
    }
    stx_out_string(out, "\n");
}

/* A finding that the order checker has not made may name what does not exist. */
static bool is_finding(const struct stx_order_finding *f) {
    return (unsigned)f->rule < STX_ORDERS && (unsigned)f->place <= STX_ORDER_IN_VECTOR_CFG &&
           f->first.unit < STX_ORDER_KINDS && f->second.unit < STX_ORDER_KINDS;
}

static const char *what_is_wrong(enum stx_order_rule rule) {
    return rule == STX_ORDER_DST_WIDTH ? ": written with one width and read with another ("
           : order_is_unwritten(rule)
               ? ": read, and nothing has written it since the kernel began ("
               : ": nothing orders these (";
}

void stx_order_print(const struct stx_order_finding *f, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    if (!is_finding(f)) {
        return;
    }
    stx_out_string(&out, "order: ");
    tell_place(&out, f);
    stx_out_string(&out, what_is_wrong(f->rule));
    stx_out_string(&out, stx_order_name(f->rule));
    stx_out_string(&out, ", ");
    const char confidence[] = {stx_order_confidence(f->rule), 0};
    stx_out_string(&out, confidence);
    stx_out_string(&out, ")");
    if (f->times > 1) {
        stx_out_string(&out, ", ");
        stx_out_decimal(&out, f->times);
        stx_out_string(&out, " times");
    }
    stx_out_string(&out, "\n");
    tell_access(&out, &f->first, "  first: ");
    if (!order_is_unwritten(f->rule) || f->first.word != f->second.word) {
        tell_access(&out, &f->second, "  then: ");
    }
    tell_remedy(&out, f);
}

void stx_order_tell(const struct stx_order *o, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    for (uint32_t i = 0; i < o->kept; i++) {
        stx_order_print(&o->finding[i], print, ctx);
    }
    if (o->more) {
        stx_out_string(&out, "order: ");
        stx_out_decimal(&out, o->more);
        stx_out_string(&out, " more findings of other words or places\n");
    }
    if (o->forgotten) {
        stx_out_string(&out, "order: ");
        stx_out_decimal(&out, o->forgotten);
        stx_out_string(&out, " accesses were forgotten: there was no room to remember them\n");
    }
}
