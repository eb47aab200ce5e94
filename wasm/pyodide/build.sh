#!/usr/bin/env bash
# Builds the Python package for Pyodide. Usage: wasm/pyodide/build.sh PYTHON FOLDER; prints the
# wheel's path. PYTHON has maturin, which writes the wheel's metadata. Rust's compiler makes an
# archive for Emscripten, and Rust's linker turns it into a side module, so Emscripten itself is not
# needed. Exit code 3: rustup or its target is missing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=$1 folder=$2
target=wasm32-unknown-emscripten
# The tag of Pyodide 314; a wheel for another release has the same module under another tag.
tag=cp311-abi3-pyemscripten_2026_0_wasm32
rustup target add "$target" >&2 || {
  echo "no compiler for $target: rustup target add $target" >&2
  exit 3
}
out=$root/target/pyodide
mkdir -p "$out" "$folder"
# A side module must be relocatable. A panic aborts, since it cannot unwind through Emscripten.
flags="-Crelocation-model=pic -Cpanic=abort -Ctarget-feature=+simd128"
flags+=" --remap-path-prefix=$root=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_TARGET_WASM32_UNKNOWN_EMSCRIPTEN_RUSTFLAGS=$flags PYO3_NO_PYTHON=1
(cd "$root" && cargo rustc --quiet --release --package quicksalt-module --crate-type staticlib \
  --target "$target" --target-dir "$out") >&2
# The linker acts as wasm-ld when called by this name.
ln -sf "$(echo "$(rustc --print sysroot)"/lib/rustlib/*/bin/rust-lld)" "$out/wasm-ld"
"$out/wasm-ld" -shared --experimental-pic --unresolved-symbols=import-dynamic --no-entry --gc-sections \
  --strip-all --export=PyInit__native --undefined=PyInit__native \
  "$out/$target/release/libquicksalt_native.a" -o "$out/_native.abi3.so"
"$python" "$root/wasm/pyodide/wheel.py" "$out/_native.abi3.so" "$tag" "$folder"
