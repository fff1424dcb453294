#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts a trace (JSON lines, schema softensix-trace 1) to the Chrome trace format, for chrome://tracing
or Perfetto.

One word takes one microsecond. Each Tensix thread is a row; a word that waited is preceded by a slice
named "waits" that begins when it was first tried."""
import argparse
import contextlib
import json
import sys

from kernels import ending

THREADS = ["unpack", "math", "pack"]


def refuse(why):
    print("trace2chrome: " + why, file=sys.stderr)
    sys.exit(2)


def check(line):
    try:
        header = json.loads(line)
    except ValueError:
        header = {}
    if header.get("schema") != "softensix-trace" or header.get("version") != 1:
        refuse("this is not a trace of schema softensix-trace, version 1")


def slice_of(event, name, begin, end, arguments):
    return {"name": name, "cat": event["unit"], "ph": "X", "pid": 0, "tid": event["thread"],
            "ts": begin, "dur": end - begin, "args": arguments}


def arguments_of(event):
    arguments = dict(event["fields"], word=event["word"], result=event["result"])
    for effect in event.get("effects", []):
        arguments["changed " + effect["item"]] = effect["count"]
    return arguments


def convert(lines):
    check(next(lines, ""))
    events = [{"name": "thread_name", "ph": "M", "pid": 0, "tid": t,
               "args": {"name": "thread %d %s" % (t, name)}} for t, name in enumerate(THREADS)]
    waits = {}
    for line in lines:
        event = json.loads(line)
        thread, now = event["thread"], event["t"]
        if event["result"] == "wait":
            waits[thread] = now
            continue
        begin = waits.pop(thread, None)
        if begin is not None and begin < now - 1:
            events.append(slice_of(event, "waits: " + event["name"], begin, now - 1, {}))
        events.append(slice_of(event, event["name"], now - 1, now, arguments_of(event)))
    return {"traceEvents": events, "displayTimeUnit": "ms"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace", help="file of JSON lines, for example build/trace.jsonl of make trace; - for standard input")
    parser.add_argument("-o", "--output", help="file to write; without it standard output")
    options = parser.parse_args()
    try:
        source = sys.stdin if options.trace == "-" else open(options.trace, encoding="ascii", errors="replace")
        result = convert(source)
        with open(options.output, "w", encoding="ascii") if options.output else contextlib.nullcontext(sys.stdout) as out:
            json.dump(result, out)
    except OSError as error:
        refuse(str(error))


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
