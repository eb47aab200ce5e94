#!/usr/bin/env bash
# Unpacks libsodium's newest stable sources, from the crate libsodium-sys-stable, into a folder and
# prints their path: crates/abi/peers/libsodium.sh PYTHON FOLDER [build]. With `build`, builds the
# library with libsodium's default settings and prints the path of the shared object.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1 folder=$2
find='
import json, pathlib, sys
packages = json.load(sys.stdin)["packages"]
crate = next(p for p in packages if p["name"] == "libsodium-sys-stable")
print(pathlib.Path(crate["manifest_path"]).parent / "LATEST.tar.gz")'
tree=$folder/libsodium-stable
if [ ! -e "$tree/configure" ]; then
  archive=$(cargo metadata --quiet --locked --all-features --format-version 1 \
    --manifest-path "$here/Cargo.toml" | "$python" -c "$find")
  mkdir -p "$folder"
  tar -xzf "$archive" -C "$folder"
fi
if [ "${3:-}" != build ]; then
  echo "$tree"
  exit
fi
library=$tree/src/libsodium/.libs/libsodium.so
if [ ! -e "$library" ]; then
  command -v cc make >/dev/null || {
    echo "no C compiler or no make: apt-get install gcc libc6-dev make" >&2
    exit 3
  }
  (cd "$tree" && ./configure --quiet --disable-dependency-tracking && make --quiet -C src) >&2
fi
echo "$library"
