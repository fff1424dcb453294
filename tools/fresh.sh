#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds bare Debian systems in build/bare, each with git, make and ca-certificates only, and runs `make demo` and `make test` in a
# clone of the last commit in there: fresh.sh release... (bookworm trixie). Prints what was installed and how long each part took.
# A skipped test has failed there, unless tools/skips.tsv allows it. The mirror is that of this system's apt. Needs root, for chroot
# in namespaces of its own. Last line: "N passed, N failed", three for each release: the system, the demo, the test.
set -u
passed=0 failed=0
note() { if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $2"; fi; }
leave() {
    echo "skipped: a bare system: $1"
    echo "0 passed, 0 failed"
    exit 0
}

[ $# -gt 0 ] || { echo "fresh.sh: no release" >&2 && exit 1; }
[ "$(id -u)" -eq 0 ] || leave "this is not root"
unshare --mount --pid --fork true 2>/dev/null || leave "no namespaces here"
tool=$(command -v mmdebstrap || command -v debootstrap) || leave "no mmdebstrap or debootstrap (tools/setup.sh --bare)"
mirror=$(apt-get indextargets --format '$(COMPONENT) $(SITE)' 'Created-By: Packages' 2>/dev/null | sed -n 's/^main //p' | head -n 1)
[ -n "$mirror" ] || leave "apt has no mirror"
bare=build/bare
mkdir -p $bare

bootstrap() { # release root
    packages=git,make,ca-certificates
    case $tool in
    *mmdebstrap) mmdebstrap --variant=minbase --include=$packages "$1" "$2" "$mirror" ;;
    *) debootstrap --variant=minbase --include=$packages "$1" "$2" "$mirror" ;;
    esac
}
# Its mounts end with the namespace, so that nothing of this system is below the directory when that is removed.
inside() { # root command
    unshare --mount --pid --fork --kill-child sh -c '
        mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" || exit 1
        exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CI=true sh -c "cd /root/softensix && $1"' "$1" "$2" </dev/null
}
installed() { inside "$1" "dpkg-query -W -f '\${Installed-Size}\n'" | awk '{ kb += $1 } END { printf "%d", kb / 1000 }'; }
seconds_of_setup() { sed -n 's/^setup: done in \([0-9]*\) s$/\1/p' "$@" | awk '{ s += $1 } END { print s + 0 }'; }

timed() { # root log command: its status; seconds without installing are in $seconds
    began=$(date +%s)
    inside "$1" "$3" >"$2" 2>&1
    status=$?
    seconds=$(($(date +%s) - began - $(seconds_of_setup "$2")))
    return $status
}

for release in "$@"; do
    root=$bare/$release log=$bare/$release
    if ! /usr/lib/apt/apt-helper download-file "$mirror/dists/$release/Release" $bare/Release >/dev/null 2>&1; then
        echo "skipped: a bare system: the mirror of apt has no $release, or does not answer"
        continue
    fi
    rm -rf "$root"
    bootstrap "$release" "$root" >"$log.system.log" 2>&1 && cp /etc/resolv.conf "$root/etc" &&
        apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries)' >"$root/etc/apt/apt.conf.d/90host"
    git clone -q --no-hardlinks . "$root/root/softensix" && inside "$root" "git log -1 --format=%h" >>"$log.system.log"
    made=$?
    note $made "$release: no system ($log.system.log)"
    [ $made -eq 0 ] || continue
    before=$(installed "$root")
    timed "$root" "$log.demo.log" "make demo"
    note $? "$release: make demo: $(tail -n 5 "$log.demo.log")"
    demo=$seconds
    timed "$root" "$log.test.log" "make test"
    note $? "$release: make test:
$(grep -aE '^FAIL|^setup:' "$log.test.log" | head -n 40)"
    echo "$release: installing $(seconds_of_setup "$log.demo.log" "$log.test.log") s, $(($(installed "$root") - before)) MB; demo $demo s; test $seconds s, $(tail -n 1 "$log.test.log")"
    [ -n "${KEEP:-}" ] || rm -rf "$root"
done
echo "$passed passed, $failed failed"
exit $((failed > 0))
