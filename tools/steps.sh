#!/bin/sh
# Runs commands one after the other and says before each which one of how many it is and about how long the
# rest will take, by those that are done: steps.sh name command... Stops at the first that fails.
name=$1
shift
total=$#
done=0
began=$(date +%s)
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }
for command in "$@"; do
    elapsed=$(($(date +%s) - began))
    left=
    [ "$done" -gt 0 ] && left=", about $(clock $((elapsed * (total - done) / done))) left"
    echo "$name: $((done + 1)) of $total, $(clock $elapsed) so far$left: $command"
    $command || exit 1
    done=$((done + 1))
done
