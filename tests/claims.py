# SPDX-License-Identifier: Apache-2.0
"""Tests that are functions: `@test` stands in front of each, and `sys.exit(main())` at the end. A function with an
argument is given an empty directory. Last line "N passed, N failed"."""
import tempfile

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def main():
    """The exit status."""
    failed = 0
    for function in TESTS:
        with tempfile.TemporaryDirectory() as work:
            try:
                function(*[work][:function.__code__.co_argcount])
            except Exception as e:  # any of them is a failed test
                failed += 1
                print(f'FAIL {function.__name__}: {type(e).__name__} {e} line {e.__traceback__.tb_next.tb_lineno}')
    print(f'{len(TESTS) - failed} passed, {failed} failed')
    return 1 if failed else 0
