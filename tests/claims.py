# SPDX-License-Identifier: Apache-2.0
"""Tests that are functions: `@test` stands in front of each, and `sys.exit(main())` at the end. A function with an
argument is given an empty directory. With FAIL_FAST=1 in the environment the first that fails is the last. Last line "N passed, N failed"."""
import os
import tempfile

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def main():
    """The exit status."""
    passed = failed = 0
    for function in TESTS:
        if failed and os.environ.get('FAIL_FAST'):
            break
        with tempfile.TemporaryDirectory() as work:
            try:
                function(*[work][:function.__code__.co_argcount])
                passed += 1
            except Exception as e:  # any of them is a failed test
                failed += 1
                print(f'FAIL {function.__name__}: {type(e).__name__} {e} line {e.__traceback__.tb_next.tb_lineno}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0
