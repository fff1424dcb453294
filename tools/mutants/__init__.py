# SPDX-License-Identifier: Apache-2.0
"""Systematic mutation of the library: python3 -m mutants (docs/testing.md)."""
