/* SPDX-License-Identifier: Apache-2.0
 *
 * explain_fault.c - explains in words what the detail of a fault means, and which fields of the
 * configuration it comes from. */
#include "core/text.h"
#include "isa/args.h"
#include "num/format.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

static const struct {
    uint32_t code;
    const char *name;
    bool is_format;
} format_names[] = {
#define NAME(...)
#define PLAIN(...)
#define VALUE(group, set, name, value, meaning) \
    {value, meaning, sizeof #group == sizeof "DataFormat"},
#include "isa/names.def"
#undef NAME
#undef PLAIN
#undef VALUE
};

static const char NO_FORMAT[] = "no format";

static const char *format_name(uint32_t code) {
    for (unsigned i = 0; i < sizeof format_names / sizeof format_names[0]; i++) {
        if (format_names[i].is_format && format_names[i].code == (code & 15u)) {
            return format_names[i].name;
        }
    }
    return NO_FORMAT;
}

static bool is_format(uint32_t code) {
    return format_name(code) != NO_FORMAT;
}

static void formats(struct text *t, uint32_t in, uint32_t out) {
    stx_text_string(t, format_name(in));
    stx_text_string(t, " to ");
    stx_text_string(t, format_name(out));
}

static void explain_unpacker(struct text *t, const struct stx_fault *fault) {
    bool second = fields_of_UNPACR(fault->word).unpack_block_selection;
    formats(t, fault->detail >> 4, fault->detail);
    stx_text_string(t, second ? ": unpacker 1, configuration THCON_SEC1_REG0_TileDescriptor and "
                                "THCON_SEC1_REG2_Out_data_format"
                              : ": unpacker 0, configuration THCON_SEC0_REG0_TileDescriptor and "
                                "THCON_SEC0_REG2_Out_data_format");
}

/* Names what is missing in most packs without a rule (SPEC 12.3). */
static void explain_packer_hint(struct text *t, uint32_t dst, uint32_t in) {
    if (dst != in) {
        stx_text_string(t, "; In must be the format of Dst");
    } else if (in == FORMAT_FP16) {
        stx_text_string(t, "; 32-bit elements need PCK_DEST_RD_CTRL_Round_10b_mant 1");
    }
}

static void explain_packer(struct text *t, const struct stx_fault *fault) {
    uint32_t dst = fault->detail >> 28, in = fault->detail >> 4 & 15u;
    formats(t, in, fault->detail);
    stx_text_string(t, ": packer, configuration THCON_SEC0_REG1_In_data_format and "
                       "_Out_data_format; Dst is ");
    stx_text_string(t, format_name(dst));
    stx_text_string(t, " (ALU_FORMAT_SPEC_REG2_Dstacc), PCK_DEST_RD_CTRL is ");
    stx_text_decimal(t, fault->detail >> 8 & 0xFFFFFu);
    explain_packer_hint(t, dst, in);
}

static void explain_one_format(struct text *t, uint32_t code) {
    stx_text_string(t, "format ");
    if (is_format(code)) {
        stx_text_string(t, format_name(code));
    } else {
        stx_text_decimal(t, code);
        stx_text_string(t, ", which does not exist");
    }
}

static void explain_format(struct text *t, const struct stx_fault *fault, unsigned unit) {
    if (unit == STX_UNIT_UNPACK) {
        explain_unpacker(t, fault);
    } else if (unit == STX_UNIT_PACK) {
        explain_packer(t, fault);
    } else {
        explain_one_format(t, fault->detail);
    }
}

/* The detail is a row of Dst, or a source datum whose lowest bits the library cannot store; the
 * numbers of rows are smaller than such datums. */
static void explain_missing(struct text *t, uint32_t word, uint32_t detail) {
    if (is_SETADC(word)) {
        stx_text_string(t, "address counters of thread ");
        stx_text_decimal(t, detail);
    } else if (detail >= STX_DST_NAMES) {
        stx_text_string(t, "the lowest three mantissa bits of ");
        stx_text_hex(t, detail);
    } else if (detail) {
        stx_text_string(t, "row ");
        stx_text_decimal(t, detail);
        stx_text_string(t, " of Dst");
    }
}

static void explain_pending(struct text *t, uint32_t waiting) {
    const struct stx_insn *insn = stx_insn_of(waiting);
    stx_text_string(t, insn ? insn->name : "a word");
    stx_text_string(t, " (");
    stx_text_hex(t, waiting);
    stx_text_string(t, ") must be offered again first");
}

static void explain_number(struct text *t, const char *what, uint32_t value, bool hexadecimal) {
    stx_text_string(t, what);
    (hexadecimal ? stx_text_hex : stx_text_decimal)(t, value);
}

/* An address of L1 that a word computes has less than 40 bits. */
static void explain_address(struct text *t, const struct stx_fault *fault) {
    stx_text_string(t, "L1 address 0x");
    if (fault->detail_high) {
        stx_text_digits(t, fault->detail_high, fault->detail_high > 15 ? 2 : 1);
    }
    stx_text_digits(t, fault->detail, 8);
}

/* The texts for modes that are not implemented, before and after the number in the detail. */
static const struct {
    uint8_t opcode;
    bool hexadecimal;
    const char *before, *after;
} modes[] = {
    {STX_OP_XMOV, false,
     "only clearing L1 and copying within L1, not THCON_SEC0_REG6_Transfer_direction ", ""},
    {STX_OP_SETDMAREG, false, "statistics of the packer, source ", ""},
    {STX_OP_PACR, false, "datums in a row: ", "; SETADCXX(4, 15, 0) makes it 16"},
    {STX_OP_UNPACR, true,
     "a compressed tile (bit 4 of the descriptor, or Disable_zero_compress if ovrd_thread_id is 1, "
     "is 0), upsampling, srcb_bcast or row_search; THCON_SECx_REG2 is ",
     ""},
};

static void explain_mode(struct text *t, uint32_t word, uint32_t detail) {
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (modes[i].opcode == stx_opcode_of(word)) {
            explain_number(t, modes[i].before, detail, modes[i].hexadecimal);
            stx_text_string(t, modes[i].after);
        }
    }
}

size_t stx_explain_fault(const struct stx_fault *fault, char *buf, size_t size) {
    struct text t = {buf, size, 0};
    const struct stx_insn *insn = stx_insn_of(fault->word);
    unsigned unit = insn ? insn->unit : STX_UNIT_NONE;
    stx_text_string(&t, "");
    switch (fault->rule) {
    case STX_RULE_BAD_FORMAT:
        explain_format(&t, fault, unit);
        break;
    case STX_RULE_L1_RANGE:
        explain_address(&t, fault);
        break;
    case STX_RULE_MMIO_ADDRESS:
        explain_number(&t, "address ", fault->detail, true);
        break;
    case STX_RULE_CFG_INDEX:
        explain_number(&t, "configuration word ", fault->detail, false);
        break;
    case STX_RULE_RESERVED_BITS:
        explain_number(&t, "reserved bits ", fault->word & (insn ? insn->reserved : 0), true);
        break;
    case STX_RULE_NOT_PRESENT:
        explain_missing(&t, fault->word, fault->detail);
        break;
    case STX_RULE_WORD_PENDING:
        explain_pending(&t, fault->detail);
        break;
    case STX_RULE_UNIMPLEMENTED_MODE:
        explain_mode(&t, fault->word, fault->detail);
        break;
    case STX_RULE_BAD_THREAD:
        explain_number(&t, "thread ", fault->detail, false);
        break;
    case STX_RULE_BAD_INDEX:
        explain_number(&t, "number ", fault->detail, false);
        break;
    default:
        break;
    }
    return t.length;
}
