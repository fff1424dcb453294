/* SPDX-License-Identifier: Apache-2.0
 *
 * core.h - struct stx_core, the whole state of one Tensix coprocessor. The caller owns it, places
 * it where it likes and hands it to stx_init(). Use inspect.h to look inside: only lib/regs knows
 * how registers are stored. At most 60 KB at full size (`make size`). */
#ifndef SOFTENSIX_CORE_H
#define SOFTENSIX_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "softensix/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a word. WAIT: nothing has changed; offer it again. */
enum stx_result { STX_DONE, STX_WAIT, STX_FAULT };

/* Fault categories, those of the reference simulator. */
enum stx_fault_kind {
    STX_FAULT_NONE,
    STX_FAULT_UNDEFINED,       /* undefined behaviour */
    STX_FAULT_UNPREDICTABLE,   /* an unpredictable value was used */
    STX_FAULT_NON_CONTRACTUAL, /* works on silicon, but no document promises it */
    STX_FAULT_UNIMPLEMENTED,   /* documented, but not in this library */
    STX_FAULT_MISSING_SPEC,    /* no public document says what it does */
    STX_FAULT_RESERVED_BITS,   /* a bit that no field covers is set */
    STX_FAULT_ILLEGAL,         /* no such opcode, or not legal at this stage */
    STX_FAULT_L1_RANGE,        /* an address outside the caller's L1 */
    STX_FAULT_MISUSE,          /* the host program broke the interface's contract */
    STX_FAULT_DEADLOCK         /* no thread can go on */
};

/* What the fault callback decides. CONTINUE means: as silicon would, where that is known, else
 * SKIP. */
enum stx_verdict { STX_STOP, STX_SKIP, STX_CONTINUE };

/* Named rules (include/softensix/rules.def). A policy says for each whether breaking it faults. */
enum stx_rule {
#define RULE(name, kind, reference, text) STX_RULE_##name,
#include "softensix/rules.def"
#undef RULE
    STX_RULES
};

/* Bugs of the hardware (include/softensix/errata.def). */
enum stx_erratum {
#define ERRATUM(name, reference, text) STX_ERRATUM_##name,
#include "softensix/errata.def"
#undef ERRATUM
    STX_ERRATA
};

/* Where silicon departs from the official simulator (include/softensix/departures.def). */
enum stx_departure {
#define DEPARTURE(name, chip, source, text) STX_DEPARTURE_##name,
#include "softensix/departures.def"
#undef DEPARTURE
    STX_DEPARTURES
};

/* Those that are known for this chip, one bit each. */
enum {
    STX_DEPARTURES_KNOWN = 0
#define DEPARTURE(name, chip, source, text) | STX_CHIP_IS_##chip << STX_DEPARTURE_##name
#include "softensix/departures.def"
#undef DEPARTURE
};

struct stx_fault {
    enum stx_fault_kind kind;
    enum stx_rule rule;
    unsigned thread;      /* 0..2 */
    uint32_t word;        /* the plain instruction word */
    uint32_t detail;      /* the offending address, index or configuration word; 0 if none */
    uint32_t detail_high; /* bits 63:32 of an address */
    const char *what;     /* one sentence, static storage */
    const char
        *where; /* "file:line" of the macro that issued it, if built with STX_TRACE, or NULL */
};

/* Computes a part of a job that harts share: `count` items from `first` on. Parts that are computed
 * simultaneously have different sets. */
typedef void stx_share_part(void *job, unsigned first, unsigned count, unsigned set);

/* The platform. ctx is handed back to every callback; any callback may be NULL. */
struct stx_core;
struct stx_port {
    void *ctx;
    void (*yield)(void *ctx, unsigned thread); /* this thread waits: run another */
    enum stx_verdict (*fault)(void *ctx, const struct stx_fault *fault); /* NULL: stop */
    /* Registers of the tile that are not the coprocessor's, such as those of the NoC's streams, for
     * LOADREG, STOREREG and the like: true if there is one at this address; then *value is written
     * to it or read from it, or value is NULL and nothing happens. */
    bool (*outside)(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write);
    /* Called around everything that accesses the state, if the library was built with STX_HARTS
     * (config.h): one lock for all harts. A thread may take it again while it holds it. yield is
     * called with the lock held, and releases it while it waits. */
    void (*lock)(void *ctx, unsigned thread);
    void (*unlock)(void *ctx, unsigned thread);
    /* Calls part for ranges that together contain each of `items` items once, perhaps on several
     * harts, and returns when all calls have returned. It is called without the lock. Simultaneous
     * calls have different sets, all below STX_KEPT_SETS. With STX_HARTS, products of eight rows
     * are shared in this way. */
    void (*share)(void *ctx, unsigned thread, unsigned items, stx_share_part *part, void *job);
};

/* Register word counters of a thread (SPEC 3). */
struct stx_rwc {
    uint16_t dst, dst_cr, sp;
    uint8_t srca, srca_cr, srcb, srcb_cr, fidelity, bias;
};

/* Address counters of one unpacker or the packer (SPEC 11.1), indexed [channel][X, Y, Z, W]. */
struct stx_adc {
    uint32_t at[2][4], cr[2][4];
};

/* SrcA or SrcB. A datum has 19 bits, in the shape of a binary32: sign 31, exponent 30:23, mantissa
 * 22:13 (SPEC 4). high holds bits 31:16, low bits 15:13 at the top of a byte; code that moves rows
 * accesses two or four elements at once. */
struct stx_src {
    uint16_t high[STX_SRC_BANKS][STX_SRC_ROWS][STX_COLS] __attribute__((aligned(4)));
#if STX_SRC_LOW
    uint8_t low[STX_SRC_BANKS][STX_SRC_ROWS][STX_COLS];
#endif
    uint8_t fpu_bank, unpack_bank;   /* current bank of either client */
    uint8_t fpu_owns[STX_SRC_BANKS]; /* 1: the FPU owns the bank (data valid), 0: the unpackers */
    uint8_t format[STX_SRC_BANKS];   /* implied data format */
#if STX_SRC_LOW
    uint8_t fine[STX_SRC_BANKS];                          /* 1: some row of low may not be all 0, */
    uint32_t fine_rows[STX_SRC_BANKS][STX_SRC_ROWS / 32]; /* and which rows */
#endif
    uint8_t decoded[STX_KEPT_SETS * STX_SRC_BANKS]; /* 1: the bank was not written since its
                                                     * operands were decoded */
};

/* Decoded operands of the FPU's fast forms, valid until their bank is written (lib/fast). They only
 * save time: no result depends on them. */
struct stx_decoded {
#if STX_DECODED_A
    uint32_t key_a[STX_DECODED_A], a[STX_DECODED_A][STX_DECODED_A_WORDS];
#endif
#if STX_DECODED_B
    uint32_t key_b[STX_DECODED_B], b[STX_DECODED_B][STX_DECODED_B_WORDS];
#endif
    uint8_t next_a, next_b;
};

/* What decides how a PACR packs (lib/fast/words/kept_pack.h): words 0 to 31 of a bank of the
 * configuration and two of the packer's own, and what was decided. It only saves time. */
#define STX_KEPT_PACK_FIRST 32u
struct stx_kept_pack {
    uint32_t first[STX_KEPT_PACK_FIRST], own[2], how;
};

/* Dst. A cell holds sign, exponent, mantissa in the order of bfloat16, whatever its format is; the
 * documented storage order is a permutation of it (lib/regs/dst.h). */
struct stx_dst {
    uint16_t cell[STX_DST_ROWS][STX_COLS];
    uint32_t valid[STX_DST_ROWS / 32];
};

/* An operation that a SFPLOADMACRO has scheduled (SPEC 8.10). */
struct stx_sfpu_op {
    uint32_t word;    /* the template's word */
    uint16_t address; /* Dst address A of the load part, for a store */
    uint8_t byte;     /* its byte of the sequence */
    uint8_t lreg;     /* VD of the load part */
    uint8_t mod0;     /* format of a store */
    uint8_t by_instruction;
};

/* A result of a two-cycle operation on its way to the registers. */
struct stx_sfpu_result {
    uint32_t lanes;
    uint32_t value[STX_LANES];
    uint8_t lreg[STX_LANES];
};

#define STX_SFPU_RESULTS \
    (STX_MACROS ? 9u : 1u) /* in one cycle: 4 of SFPSWAP, 1 of MAD, 4 of SFPSHFT2 */

struct stx_sfpu_issue; /* lib/sfpu/vector_issue.h */
struct stx_listener;   /* listen.h */

/* Operations pending or results on their way; special values are noted (0xFFB120B4); a column has
 * ENABLE_DEST_INDEX in its LaneConfig. */
enum { STX_APART_MACRO = 1, STX_APART_SPECIAL = 2, STX_APART_INDEX = 4 };

/* The vector unit (SPEC 7). Masks: bit i = lane i. */
struct stx_sfpu {
    uint8_t apart;        /* STX_APART_..., why words need more than their bodies */
    uint8_t macro_thread; /* the thread whose words advance them */
    uint8_t interlock;    /* of the word that the thread issued last (frontend/sfpu_cycle.c) */
    uint8_t waiting[4];   /* bit i: pending[unit][i] is waiting */
    uint8_t head;         /* place in the ring `pending` of what executes in the next cycle */
    uint8_t results;      /* results on their way */
    uint8_t depth;        /* entries on the stack */
    uint8_t late;         /* Wormhole: what the next word may not read yet (stx_vector_late) */
    uint32_t flags, use;  /* LaneFlags, UseLaneFlagsForLaneEnable */
    const struct stx_sfpu_issue *issue; /* how the running word reads and writes; usually NULL */
    uint32_t lane_config[8];
    uint32_t lreg[STX_LREGS][STX_LANES];
    uint32_t prng[STX_LANES];
    struct {
        uint32_t flags, use;
    } stack[8];
    uint32_t templates[4], sequence[4], misc;
    struct stx_sfpu_op pending[STX_MACROS ? 4 : 1]
                              [STX_MACROS ? 8 : 1]; /* [unit][when], a ring that starts at head */
    struct stx_sfpu_result result[STX_SFPU_RESULTS];
};

/* Packer state that survives between PACRs (SPEC 12). */
struct stx_packer {
    uint32_t exponent_address, data_address; /* bytes in L1 */
    uint16_t y, z;                           /* tile position */
    uint8_t active;
    uint8_t x; /* column of the tile position, where rows need not be whole (Wormhole) */
};

/* How often a packer has seen each exponent, and the largest one (SPEC 12.10). */
struct stx_exponents {
    uint8_t bin[32]; /* counts; the low five bits of an exponent select one; at most 255 */
    uint8_t largest;
};

/* Unpacker state that survives between UNPACRs (SPEC 11.3). */
struct stx_unpacker {
    uint8_t context_counter[STX_THREADS];
    uint8_t row_base[STX_THREADS];
    uint8_t valid_format; /* output format of the last UNPACR that set dvalid */
};

struct stx_semaphore {
    uint8_t value, max;
    uint8_t initialised; /* 1: a SEMINIT has set it; only for messages */
};

/* Front end of one thread: a MOP being expanded, a replay being read, a recording. The first four
 * bytes are 0 if nothing of the thread is under way. */
struct stx_front {
    uint8_t stage;       /* what is still to be expanded, see frontend/mop.c */
    uint8_t replay_left; /* words of the replay buffer that are still to be read */
    uint8_t record_left; /* words that are still to be recorded */
    uint8_t held;        /* word is plain, and executes or waits */
    uint8_t replay_at, record_at, record_executes;
    uint8_t refused;  /* the MOP has produced a REPLAY that faults */
    uint32_t offered; /* the word as the thread issued it; a MOP or REPLAY while it is expanded */
    uint32_t mask;    /* zmask of the running MOP */
    uint32_t word;    /* a word still to be expanded, or the plain word */
    uint16_t mask_hi; /* latched by MOP_CFG */
    uint16_t outer, inner, inner_count;
    uint32_t mop_cfg[STX_MOP_WORDS];
    uint32_t run_cfg[STX_MOP_WORDS]; /* mop_cfg as it was when the running MOP was offered */
    uint32_t replay[STX_REPLAY_WORDS];
};

/* Mailboxes (SPEC 2): a FIFO of four words from each hart to each hart; 0 the host, 1..3 the harts
 * of threads 0..2. */
struct stx_mailbox {
    uint32_t word[4];
    uint8_t count;
};

/* The coprocessor. A port may read all of it, but only the library may change it, and its layout
 * may change with any version: inspect.h has names for what tools read and set.
 *
 * The fields that every word accesses come first, because a field near the beginning takes fewer
 * instructions to reach: on RISC-V the first 2 KB take one. Tests compare what lies from `retired`
 * to `decoded`. */
struct stx_core {
    uint8_t *l1; /* not owned; given to stx_init */
    uint32_t l1_size;

    /* The running word. */
    uint32_t retired;  /* plain words executed, all threads; wraps */
    uint32_t now_word; /* the word being executed, for fault records */
    uint8_t now_thread;
    uint8_t running;  /* 1: a simple word is running, which its thread's `held` does not show */
    uint8_t verdict;  /* on the fault that the running word raised */
    uint8_t released; /* 1: a bank of SrcA or SrcB was given back, and threads that may wait for it
                       * have not had a turn since */

    uint8_t infinity[2];    /* departure INFINITY_STAYS. [0] is 1 if the running word has pushed an
                             * infinity out of a sum, [1] on the simulator's side */
    uint8_t yields_between; /* 1: port.yield is called between words of a MOP or REPLAY, too */
    uint8_t avx2;           /* 1: an x86 machine has AVX2 and FMA, which fast forms may use */

    struct stx_front front[STX_THREADS];
    uint32_t hears; /* the kinds of events that somebody wants to hear (listen.h), one bit each */

    /* What instructions see and change. */
    struct stx_rwc rwc[STX_THREADS];
    struct stx_adc adc[STX_THREADS][3]; /* unpacker 0, unpacker 1, packer */
    struct stx_packer packer[STX_PACKERS];
    struct stx_unpacker unpacker[2];
    struct stx_semaphore sem[STX_SEMAPHORES];
    uint8_t mutex[STX_MUTEXES];       /* 0 free, else owner thread + 1 */
    uint8_t mutex_waits[STX_MUTEXES]; /* bit i: thread i waits for it */
    uint16_t special;                 /* 0xFFB120B4: which special values have been seen */
    uint8_t shiftxa_row;              /* SrcA row that SHIFTXA starts from (SPEC 6.9) */
    uint8_t exponents_kept;           /* 1: since a CLREXPHIST, or since ENABLE_ACC_STATS was set */
    uint32_t dbg_feature_disable;     /* 0xFFB12068; bit 11: 16-bit accesses use 32-bit rows */
    uint32_t clock_low, clock_high,
        clock_retired; /* wall clock: advances by words retired and by reads */
    uint16_t tcfg[STX_THREADS][STX_TCFG_WORDS];
    struct stx_sfpu sfpu;
    struct stx_src srca, srcb;
    struct stx_dst dst;
    uint32_t cfg[STX_CFG_BANKS][STX_CFG_WORDS]; /* the shared words are those of bank 0 */
    uint32_t gpr[STX_THREADS][STX_GPRS];
    struct stx_exponents exponents[STX_PACKERS];
    struct stx_mailbox mailbox[4][4]; /* [reader][writer] */

    /* Private: what the fast forms remember. */
    struct stx_decoded decoded[STX_KEPT_SETS];
#if STX_KEPT_PACK
    struct stx_kept_pack kept_pack;
#endif

    /* What the caller gave to stx_init. */
    struct stx_port port;
    struct stx_listener *listeners; /* not owned; stx_listen() */

    /* Rules, their policies, and what has been broken. */
    uint8_t policy[STX_RULES];  /* enum stx_policy */
    uint8_t given_up;           /* 1: the port has reported in its yield that no thread can go on */
    uint16_t broken[STX_RULES]; /* how often each rule was broken; saturates */
    uint32_t errata_off;        /* bit i: erratum i is not modelled */
    uint32_t simulated;         /* bit i: departure i takes the simulator's side */
    uint16_t departed[STX_DEPARTURES]; /* words on which the sides differ; saturates */
    struct stx_fault first;            /* first fault since stx_init or stx_clear_fault */

    /* Private: what the RISC-V code of a thread waits for while others run: an address, + 1 if it
     * writes, + 2 if the access blocks; 0: nothing. */
    uint32_t polled[STX_THREADS];
    uint32_t accesses;              /* how often RISC-V code has changed a register by its address;
                                     * wraps; shows a port that something has happened */
    const char *place[STX_THREADS]; /* "file:line" of the macro that is issuing; NULL: none */
};

#ifdef __cplusplus
}
#endif
#endif
