/* SPDX-License-Identifier: Apache-2.0
 *
 * llk_defs.h - fidelities as descriptors name them. */
#pragma once

namespace ckernel {
enum class MathFidelity { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
}
