#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs commands one after the other: steps.sh name command... Before each one, prints its number and an estimate of
# the remaining time from those that are done. Stops at the first that fails; without a
# command it has failed.
. "$(dirname "$0")/progress.sh"
progress_start "$1" $(($# - 1))
shift
[ $# -gt 0 ] || { echo "$progress_name: no step" >&2 && exit 1; }
for command in "$@"; do
    progress "$command"
    $command || exit 1
done
