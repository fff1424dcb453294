#!/bin/sh
# Prints the first C program of README.md.
awk '/^```c$/ {on = 1; next} /^```$/ && on {exit} on' "${1:-README.md}"
