# SPDX-License-Identifier: Apache-2.0
# progress.sh - progress of long scripts: prints the number of the step that begins, the time so far, and an estimate of the
# remaining time from the steps that are done. Read it with `. tools/progress.sh`, call progress_start NAME TOTAL once, and
# progress TEXT before each step; the text is at the end of the line.
progress_clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

progress_start() { # name total
    progress_name=$1
    progress_total=$2
    progress_done=0
    progress_began=$(date +%s)
}

progress() { # text
    progress_elapsed=$(($(date +%s) - progress_began))
    progress_left=
    [ "$progress_done" -gt 0 ] &&
        progress_left=", about $(progress_clock $((progress_elapsed * (progress_total - progress_done) / progress_done))) left"
    progress_done=$((progress_done + 1))
    echo "$progress_name: $progress_done of $progress_total, $(progress_clock $progress_elapsed) so far$progress_left: $1"
}
