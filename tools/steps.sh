#!/bin/sh
# Runs commands one after the other: steps.sh name command... Before each one, prints its number and an estimate of
# the remaining time from those that are done. Stops at the first that fails.
. "$(dirname "$0")/progress.sh"
progress_start "$1" $(($# - 1))
shift
for command in "$@"; do
    progress "$command"
    $command || exit 1
done
