#!/bin/sh
# The release as a tarball: dist.sh directory. The same commit gives the same bytes: owner, dates, order and modes
# are git's, and gzip keeps neither name nor time.
set -eu
out=$1
version=$(sed -n 's/.*STX_VERSION "\(.*\)"/\1/p' include/softensix/version.h)
mkdir -p "$out"
git archive --format=tar --prefix="softensix-$version/" HEAD | gzip -9n >"$out/softensix-$version.tar.gz"
sha256sum "$out/softensix-$version.tar.gz"
