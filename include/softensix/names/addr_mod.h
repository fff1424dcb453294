/* SPDX-License-Identifier: Apache-2.0
 *
 * addr_mod.h - what an instruction with ADDR_MOD_n adds to the counters when it is done: thread
 * configuration, set by three SETC16 (two counters of sources in a word, Dst and fidelity, bias).
 *
 * incr is added; clr sets the counter to 0 instead; cr counts from the counter's saved value and
 * saves the result; c_to_cr saves the result of counting from the present value. */
#ifndef SOFTENSIX_NAMES_ADDR_MOD_H
#define SOFTENSIX_NAMES_ADDR_MOD_H

#include "softensix/names/config.h"

/* In C++ a member that is left out is 0 without a warning, as it is in C. set() means the thread
 * for which this file is compiled: each file has its own types, without a name for the linker,
 * which would keep one set() for all files. */
#ifdef __cplusplus
#define STX_OR_0 \
    {}
namespace {
#else
#define STX_OR_0
#endif

struct stx_addr_mod_source {
    uint8_t incr STX_OR_0;
    uint8_t clr STX_OR_0;
    uint8_t cr STX_OR_0;
};

struct stx_addr_mod_dest {
    int16_t incr STX_OR_0;
    uint8_t clr STX_OR_0;
    uint8_t cr STX_OR_0;
    uint8_t c_to_cr STX_OR_0;
};

struct stx_addr_mod_phase {
    uint8_t incr STX_OR_0;
    uint8_t clr STX_OR_0;
};

/* A modification for the FPU and the SFPU. */
struct stx_addr_mod {
    struct stx_addr_mod_source srca STX_OR_0;
    struct stx_addr_mod_source srcb STX_OR_0;
    struct stx_addr_mod_dest dest STX_OR_0;
    struct stx_addr_mod_phase fidelity STX_OR_0;
    struct stx_addr_mod_phase bias STX_OR_0;
#ifdef __cplusplus
    inline void set(uint8_t index) const;
#endif
};

/* A modification for PACR, ADDR_MOD_0 to ADDR_MOD_3: Y and Z of what is read and written. */
struct stx_addr_mod_pack {
    struct stx_addr_mod_source y_src STX_OR_0;
    struct stx_addr_mod_source y_dst STX_OR_0;
    struct stx_addr_mod_phase z_src STX_OR_0;
    struct stx_addr_mod_phase z_dst STX_OR_0;
#ifdef __cplusplus
    inline void set(uint8_t index) const;
#endif
};

static inline uint32_t stx_addr_mod_source_word(const struct stx_addr_mod *m) {
    return STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcAIncr, m->srca.incr) |
           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcACR, m->srca.cr) |
           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcAClear, m->srca.clr) |
           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBIncr, m->srcb.incr) |
           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBCR, m->srcb.cr) |
           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBClear, m->srcb.clr);
}

static inline uint32_t stx_addr_mod_dest_word(const struct stx_addr_mod *m) {
    return STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestIncr, m->dest.incr) |
           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestCR, m->dest.cr) |
           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestClear, m->dest.clr) |
           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestCToCR, m->dest.c_to_cr) |
           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_FidelityIncr, m->fidelity.incr) |
           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_FidelityClear, m->fidelity.clr);
}

static inline uint32_t stx_addr_mod_bias_word(const struct stx_addr_mod *m) {
    return STX_THREAD_BITS(ADDR_MOD_BIAS_SEC0_BiasIncr, m->bias.incr) |
           STX_THREAD_BITS(ADDR_MOD_BIAS_SEC0_BiasClear, m->bias.clr);
}

static inline uint32_t stx_addr_mod_pack_word(const struct stx_addr_mod_pack *m) {
    return STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YsrcIncr, m->y_src.incr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YsrcCR, m->y_src.cr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YsrcClear, m->y_src.clr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YdstIncr, m->y_dst.incr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YdstCR, m->y_dst.cr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_YdstClear, m->y_dst.clr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_ZsrcIncr, m->z_src.incr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_ZsrcClear, m->z_src.clr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_ZdstIncr, m->z_dst.incr) |
           STX_THREAD_BITS(ADDR_MOD_PACK_SEC0_ZdstClear, m->z_dst.clr);
}

/* Sets modification index of thread STX_THREAD. */
static inline void stx_addr_mod_set(const struct stx_addr_mod *m, unsigned index) {
    TT_SETC16(STX_THREAD_WORD(ADDR_MOD_AB_SEC0_SrcAIncr) + index, stx_addr_mod_source_word(m));
    TT_SETC16(STX_THREAD_WORD(ADDR_MOD_DST_SEC0_DestIncr) + index, stx_addr_mod_dest_word(m));
    TT_SETC16(STX_THREAD_WORD(ADDR_MOD_BIAS_SEC0_BiasIncr) + index, stx_addr_mod_bias_word(m));
}

static inline void stx_addr_mod_pack_set(const struct stx_addr_mod_pack *m, unsigned index) {
    TT_SETC16(STX_THREAD_WORD(ADDR_MOD_PACK_SEC0_YsrcIncr) + index, stx_addr_mod_pack_word(m));
}

#ifdef __cplusplus
inline void stx_addr_mod::set(uint8_t index) const {
    stx_addr_mod_set(this, index);
}

inline void stx_addr_mod_pack::set(uint8_t index) const {
    stx_addr_mod_pack_set(this, index);
}

} // namespace

namespace ckernel {
using addr_mod_t = ::stx_addr_mod;
using addr_mod_pack_t = ::stx_addr_mod_pack;
} // namespace ckernel
#endif

#endif
