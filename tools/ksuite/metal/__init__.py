# SPDX-License-Identifier: Apache-2.0
"""The only reader of METALCASE files, and the rules by which results are compared: used by the runner (tools/metal) and by
the Python package (python/), which contains a copy."""
