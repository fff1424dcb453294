/* SPDX-License-Identifier: Apache-2.0 */
#include "fpu/kernels/int8.h"

void kernel_int8(struct stx_core *core, const struct fpu_plan *plan,
                 const struct kernel_block *block) {
    kernel_plain(core, plan, block);
}
