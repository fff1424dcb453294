/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.h - the contract of circular buffers: no more pages are popped than cb_wait_front has
 * waited for, and no more are pushed than cb_reserve_back has reserved. Beside the judge of order
 * (make metal ORDER=1) also: the unpackers read and the packer writes no other pages. */
#ifndef METAL_CONTRACT_H
#define METAL_CONTRACT_H

#include "cb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on calls of threads are judged and, by order if it is not NULL, bytes that words touch.
 */
void contract_begin(struct cbs *cbs, struct stx_order *order);

/* Prints what has been found (struct cbs) and returns how many findings there are. */
unsigned contract_tell(void *cbs, stx_print print);

#ifdef __cplusplus
}
#endif
#endif
