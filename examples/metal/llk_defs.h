/* SPDX-License-Identifier: Apache-2.0
 *
 * llk_defs.h - the fidelities, with the names that descriptors use. */
#pragma once

namespace ckernel {
enum class MathFidelity { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
}
