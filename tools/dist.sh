#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a release's tarball: dist.sh directory. The same commit gives the same bytes: owner, dates, order and modes
# come from git, and gzip stores neither name nor time.
set -eu
out=$1
version=$(sed -n 's/.*STX_VERSION "\(.*\)"/\1/p' include/softensix/version.h)
mkdir -p "$out"
git archive --format=tar --prefix="softensix-$version/" HEAD | gzip -9n >"$out/softensix-$version.tar.gz"
sha256sum "$out/softensix-$version.tar.gz"
