# SPDX-License-Identifier: Apache-2.0
"""What LLK's own tests need (docs/llk.md)."""
