# SPDX-License-Identifier: Apache-2.0
"""What a reviewer asks of a changed function of the vector unit: errors, special values, cycles and findings on both
chips, beside those before the change (docs/verdict.md)."""
