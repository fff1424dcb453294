# SPDX-License-Identifier: Apache-2.0
"""Cases and descriptions of tt-metal kernels (docs/metal.md)."""
