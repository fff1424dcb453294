/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.h - the contract of circular buffers, beside the judge of order (make metal ORDER=1):
 * the unpackers read pages that cb_wait_front has waited for, the packer writes pages that
 * cb_reserve_back has reserved, and no more of them are popped and pushed. */
#ifndef METAL_CONTRACT_H
#define METAL_CONTRACT_H

#include "cb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on calls of threads and bytes that words touch are judged; order NULL: nothing is. */
void contract_begin(struct cbs *cbs, struct stx_order *order);

/* What has been found (struct cbs), as text; how much. */
unsigned contract_tell(void *cbs, stx_print print);

#ifdef __cplusplus
}
#endif
#endif
