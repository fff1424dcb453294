# claims.sh - for scripts that check claims, each a command that has to succeed: what it prints is shown only where it
# fails. Read it with `. tests/claims.sh`, call claim for each, and end the script with claims_end.
passed=0
failed=0

claim() { # name command...
    name=$1
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        printf '%s\nFAIL %s\n' "$output" "$name" | tail -n 20
        failed=$((failed + 1))
    fi
}

claims_end() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
