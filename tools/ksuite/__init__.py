# SPDX-License-Identifier: Apache-2.0
"""What the runners of LLK cases (tools/llk) and of tt-metal kernels (tools/metal) share: the
compiler, case files as text, data formats, and runs of what was built."""
