# SPDX-License-Identifier: Apache-2.0
"""Ends a command by its processor time: on a busy machine a limit on the clock would end what has hardly begun."""
import signal

ENDED = -signal.SIGKILL, -signal.SIGXCPU


def limited(command, seconds):
    """The command, each of whose processes is ended after so many seconds of its own processor time."""
    return ["prlimit", f"--cpu={seconds}", "--", *command]
