# SPDX-License-Identifier: Apache-2.0
"""Proves theorems about functions of lib/ for all inputs (docs/proofs.md)."""
