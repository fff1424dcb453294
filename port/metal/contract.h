/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.h - what a kernel promises besides the order of its words. About circular buffers: no
 * more pages are popped than cb_wait_front has waited for, no more are pushed than cb_reserve_back
 * has reserved, and no more are asked for than a buffer has. About arguments: none is read that was
 * not given. About words: the unpackers read and the packer writes no other pages, in the format
 * that the buffer has, and nothing outside the buffers; math and pack access only tiles of Dst that
 * their section has. Beside the order checker (make metal ORDER=1) also: each row of Dst that a
 * word accesses is the thread's at that time, and stacks fit in the memory of a TRISC. */
#ifndef METAL_CONTRACT_H
#define METAL_CONTRACT_H

#include "cb.h"

#ifdef __cplusplus
extern "C" {
#endif

enum contract_kind {
    READS_UNWAITED,
    WRITES_UNRESERVED,
    OUTSIDE_BUFFERS,
    BEFORE_BUFFERS,
    POPS_UNWAITED,
    PUSHES_UNRESERVED,
    ASKS_FOR_TOO_MANY,
    NEVER_PUSHES,
    OTHER_FORMAT,
    OTHER_TILE,
    PARTLY_PACKED,
    NEEDS_MORE_STACK,
    READS_NO_ARGUMENT,
    READS_NO_COMMON_ARGUMENT,
    ENDS_UNDER_WAY,
    LEAVES_PAGES,
    PARTLY_SENT,
    NOTHING_SENT,
    LEAVES_SECTION,
    MATH_OUTSIDE_SECTION,
    PACK_OUTSIDE_SECTION
};
enum { MATH_THREAD = 1, PACK_THREAD = 2 }; /* for the files of the contract */

/* From now on calls and words are checked; words by the order checker if `order` is not NULL. */
void contract_begin(struct cbs *cbs, struct stx_order *order);

/* A caller (cb_begin) reads the argument with this index; `given` is how many there are. */
void contract_argument(struct cbs *cbs, unsigned caller, bool common, uint32_t index,
                       uint32_t given);

/* A reader or writer in C has read or written a page in L1. */
void contract_page(struct cbs *cbs, enum cb_side side, const void *page, uint32_t cb, bool write);

/* Code of a thread has used this many bytes of its stack at this place. */
void contract_stack(struct cbs *cbs, unsigned thread, uint32_t bytes, const void *place);

/* A reader or writer has ended, and a request of so many bytes may still be under way. */
void contract_under_way(struct cbs *cbs, enum cb_side side, uint32_t bytes, const void *place);

/* A reader or writer pushes pages of a buffer that another core has filled up to these last bytes,
 * with the request that it has made at this place. */
void contract_short(struct cbs *cbs, enum cb_side side, uint32_t cb, uint32_t bytes,
                    const void *place);

/* It pushes pages after a wait for another core, and nothing has come into these bytes. */
void contract_empty(struct cbs *cbs, enum cb_side side, uint32_t cb, uint32_t bytes,
                    const void *place);

/* All have ended: finds pages that should still have been pushed, and those that nobody popped. */
void contract_end(struct cbs *cbs);

/* Switches off the check whose findings have this name; false if there is none. */
bool contract_switch_off(struct cbs *cbs, const char *name);

/* An argument "off=NAME" switches off the check whose findings have this name; one that no check
 * has ends the program. False for any other argument. */
bool contract_takes(struct cbs *cbs, const char *argument);

/* Prints what has been found (struct cbs) and returns how many findings there are. */
unsigned contract_tell(void *cbs, stx_print print);

/* Prints one finding; who: what its line begins with. True if two are the same finding. */
void contract_tell_one(const struct contract_finding *finding, const char *who, stx_print print);
bool contract_same(const struct contract_finding *a, const struct contract_finding *b);

/* For the files of the contract: what the order checker has to know of a reader or writer. Its
 * call begins or ends: a buffer's counters order the call after what the other side has done
 * before, and order the other side after this call. It has made a request to the NoC, or has waited
 * for it; bytes of circular buffers are checked. A page of the data mover has come or gone. */
void contract_hand_over(struct cbs *cbs, const struct stx_event *call);
void contract_request(struct cbs *cbs, const struct stx_event *request);
void contract_hear_page(struct cbs *cbs, const struct stx_event *page);
/* For the files of the contract: the beginning of a finding about a word, with its place. */
struct contract_finding contract_finding_of(const struct cbs *cbs, unsigned thread, uint32_t word);
/* For the files of the contract: keeps a finding, or counts it if it was found before. */
void contract_find(struct cbs *cbs, const struct contract_finding *finding);
/* Bytes of L1 that a word accesses. */
struct contract_access {
    uint32_t address, bytes, word;
    uint8_t thread;
    uint8_t format; /* of these bytes, as configured; STX_ORDER_NO_FORMAT: not known */
    bool write;
};
/* A word moves bytes of L1; beside the order checker any word, else one of an unpacker or of the
 * packer. */
void contract_hear_l1(struct cbs *cbs, const struct stx_event *event);
/* A thread's code has issued a word, which has been executed, or, beside the order checker, a word
 * is done; its opcode is one of those that contract_asks() for. */
void contract_hear_word(struct cbs *cbs, const struct stx_event *event);
bool contract_asks(uint32_t word);
/* Beside the order checker a word accesses rows of Dst; else the packer reads some. */
void contract_hear_rows(struct cbs *cbs, const struct stx_event *event);
void contract_hear_packed(struct cbs *cbs, const struct stx_event *event);

#ifdef __cplusplus
}
#endif
#endif
