#!/usr/bin/env bash
# Builds libsodium's C interface as a static library for C programs on WASI (wasm32-wasip1) and installs
# it: crates/abi/install-wasi.sh PREFIX [SETS], below DESTDIR if that is set. SETS are those of instructions
# that it is built for; programs that it is linked into run on engines that have them. Exit code 3: no
# standard library for that target.
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
# With wide multiplication the curve crate is faster on limbs of 51 bits.
case $sets in *wide-arithmetic*) flags+=' --cfg=curve25519_dalek_bits="64"' ;; esac
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=$flags
# A directory for each set of flags: others would make all builds start anew.
folder=${CARGO_TARGET_DIR:-target}/wasi/${sets:-base-line}
cargo rustc --quiet --release --package quicksalt-abi --lib --crate-type staticlib \
  --target "$target" --target-dir "$folder"
mkdir -p "$to/lib/wasm32-wasi"
install -m 644 "$folder/$target/release/libquicksalt_abi.a" "$to/lib/wasm32-wasi/libquicksalt.a"
"${PYTHON:-python3}" crates/abi/headers.py "$to/include/quicksalt"
