/* SPDX-License-Identifier: Apache-2.0
 *
 * One word: a source bank is filled by hand, one MVMUL multiplies, the result is read back. */
#include <stdio.h>

#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
