# SPDX-License-Identifier: Apache-2.0
"""Builds, runs and judges kernels of LLK and of tt-metal: tools/run_kernels.py. The Python package (python/) contains a copy of
the modules that read METALCASE files and compare results."""
