# SPDX-License-Identifier: Apache-2.0
"""Cases of LLK kernels (docs/llk.md)."""
