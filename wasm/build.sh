#!/usr/bin/env bash
# Builds a WebAssembly module and prints its path. Usage: wasm/build.sh FEATURE [SETS]. FEATURE,
# from wasm/Cargo.toml, selects the exports: full, standard, secretbox or candidates. SETS are the
# instruction sets beyond the baseline, such as +simd128.
#
# The standard library for wasm32 comes from rustup; if rustup cannot provide it, a compiler from
# Debian's packages is unpacked into .toolchain/ (nothing is installed, no root needed).
# QUICKSALT_WASM_TOOLCHAIN=rustup|debian selects one of the two. QUICKSALT_WASM_NAMES=1 retains
# function names, for wasm/parts.py. Exit code 3: no toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=wasm32-unknown-unknown
tool=$root/.toolchain/wasm

with_rustup() {
  rustup target add "$target" >&2
}

# Fetches a compiler, its library's source and a linker, of matching versions.
fetch_debian() {
  [ ! -e "$tool/done" ] || return 0
  local library llvm
  library=$(apt-cache depends libstd-rust-web-dev | grep -o 'libstd-rust-web-[0-9.]*$')
  llvm=$(apt-cache depends "$library" | grep -o 'libllvm[0-9]*$')
  rm -rf "$tool"
  mkdir -p "$tool/debs"
  (cd "$tool/debs" && apt-get download \
    rustc-web "$library" libstd-rust-web-dev rust-web-src "$llvm" "lld-${llvm#libllvm}")
  for package in "$tool"/debs/*.deb; do dpkg -x "$package" "$tool/root"; done
  rm -r "$tool/debs"
  touch "$tool/done"
}

with_debian() {
  fetch_debian >&2 || return 1
  local usr=$tool/root/usr
  export LD_LIBRARY_PATH=$usr/lib/x86_64-linux-gnu RUSTC=$usr/bin/rustc RUSTC_BOOTSTRAP=1
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(echo "$usr"/bin/wasm-ld-*)
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  extra=(-Z build-std=core,alloc,panic_abort)
}

extra=()
case ${QUICKSALT_WASM_TOOLCHAIN:-any} in
  any) with_rustup || with_debian ;;
  *) "with_$QUICKSALT_WASM_TOOLCHAIN" ;;
esac || {
  echo "no compiler for $target: rustup target add $target, or Debian's package rustc-web" >&2
  exit 3
}
feature=$1 sets=${2:-}
flags="--deny warnings${sets:+ -Ctarget-feature=$sets}"
# Remap paths, so that a module's bytes do not depend on the build machine.
flags+=" --remap-path-prefix=$root=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
# Panic messages stay in the module, although they are never shown; shorten their paths.
flags+=" --remap-path-prefix=crates/core/src=core --remap-path-prefix=crates/abi/src=abi"
names=${QUICKSALT_WASM_NAMES:+,names}
if [ -n "$names" ]; then
  flags+=" -Cstrip=none -Csymbol-mangling-version=v0"
else
  flags+=" -Cstrip=symbols"
fi
export RUSTC_WRAPPER=$root/wasm/rustc.sh
# With wide multiplication the curve crate is faster with 51-bit limbs.
case $sets in *wide-arithmetic*) flags+=' --cfg=curve25519_dalek_bits="64"' ;; esac
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
# One directory per set of flags; otherwise each build would start from scratch.
folder=$root/target/wasm/${sets:-base-line}$names
cargo build --quiet --profile wasm --package quicksalt-wasm --no-default-features \
  --features "$feature" --target "$target" --target-dir "$folder" "${extra[@]}" >&2
module=$folder/quicksalt-$feature.wasm
cp "$folder/$target/wasm/quicksalt_wasm.wasm" "$module"
echo "$module"
