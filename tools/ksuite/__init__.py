# SPDX-License-Identifier: Apache-2.0
"""What the runners of LLK cases (tools/llk) and of tt-metal kernels (tools/metal) share: compilers,
the text of case files, data formats, and running programs."""
