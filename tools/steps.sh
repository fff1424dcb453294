#!/bin/sh
# Runs commands one after the other and says before each which one of how many it is and about how long the
# rest will take, by those that are done: steps.sh name command... Stops at the first that fails.
. "$(dirname "$0")/progress.sh"
progress_start "$1" $(($# - 1))
shift
for command in "$@"; do
    progress "$command"
    $command || exit 1
done
