#!/usr/bin/env bash
# Times three versions of libsodium's functions: libsodium through C, quicksalt through C, and the
# Rust calls underneath: crates/abi/peers/run.sh PYTHON PREFIX FOLDER [PATTERN] [OPTION of
# scripts/abi_race.py ...]
#
# PYTHON has quicksalt installed, PREFIX is the prefix of `make abi`, and FOLDER receives the
# sources and the library of libsodium's newest stable release. Exit code 3: a tool is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1 prefix=$2 folder=$3
shift 3
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/../../peers/target}
libsodium=$("$here/libsodium.sh" "$python" "$folder" build)
cargo build --quiet --release --locked --manifest-path "$here/Cargo.toml"
child=$CARGO_TARGET_DIR/child
cc -O2 -o "$child" "$here/../../../python/lab/src/quicksalt/lab/targets/native.c" -ldl
"$python" "$here/../../../scripts/abi_race.py" "$libsodium" "$prefix/lib/libquicksalt.so" "$child" \
  "$CARGO_TARGET_DIR/release/quicksalt-abi-peers" "$@"
