# For scripts that look at what a batch of kernels printed ($output): counts what holds and what does not.
passed=0
failed=0

# verdict STATUS WHAT: 0 holds.
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

# expect TEXT: a line that begins so is in the output.
expect() {
    printf '%s\n' "$output" | awk -v text="$1" 'index($0, text) == 1 { found = 1 } END { exit !found }'
    verdict $? "not printed: $1"
}

# The last line, and the status of the script.
end_of_batch() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
