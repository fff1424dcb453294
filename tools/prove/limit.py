# SPDX-License-Identifier: Apache-2.0
"""Ends a command by its processor time: on a busy machine a limit on the clock would end what has hardly begun."""
import resource
import signal

ENDED = -signal.SIGKILL, -signal.SIGXCPU


def limited(command, seconds):
    """The command, each of whose processes is ended after so many seconds of its own processor time, or where this process is: only a
    privileged one could give it more."""
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    return ["prlimit", f"--cpu={seconds if most == resource.RLIM_INFINITY else min(seconds, most)}", "--", *command]
