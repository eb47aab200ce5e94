#!/usr/bin/env bash
# Builds libsodium's C interface as a static library for C programs on WASI (wasm32-wasip1) and
# installs it: crates/abi/install-wasi.sh PREFIX [SETS], below DESTDIR if set. SETS names the
# instruction sets of the build; programs linked with the library need an engine that supports them.
# Exit code 3: the target's standard library is missing.
set -euo pipefail
prefix=$1 sets=${2-+simd128}
cd "$(dirname "$0")/../.."
to=${DESTDIR:-}$prefix
target=wasm32-wasip1

rustup --quiet target add "$target" || {
  echo "no standard library for $target: rustup target add $target" >&2
  exit 3
}
flags="--deny warnings${sets:+ -Ctarget-feature=$sets}"
# With wide multiplication, the curve crate is faster on limbs of 51 bits.
case $sets in *wide-arithmetic*) flags+=' --cfg=curve25519_dalek_bits="64"' ;; esac
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=$flags
# One directory per set of flags, since a change of flags rebuilds everything.
folder=${CARGO_TARGET_DIR:-target}/wasi/${sets:-base-line}
cargo rustc --quiet --release --package quicksalt-abi --lib --crate-type staticlib \
  --target "$target" --target-dir "$folder"
mkdir -p "$to/lib/wasm32-wasi"
install -m 644 "$folder/$target/release/libquicksalt_abi.a" "$to/lib/wasm32-wasi/libquicksalt.a"
"${PYTHON:-python3}" crates/abi/headers.py "$to/include/quicksalt"
