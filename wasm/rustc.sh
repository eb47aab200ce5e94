#!/usr/bin/env bash
# Runs rustc as cargo does for a module. Usage: wasm/rustc.sh RUSTC ARGUMENTS. A lower inlining
# threshold halves the size of modules without a loss of speed, since kernels state what to inline;
# the curve crate does not, and is excluded. The interface and the crate that links the module are
# optimized for size, with a threshold that is lower still.
set -euo pipefail
case " $* " in
  *" --crate-name curve25519_dalek "* | *" --crate-name quicksalt_abi "* | *" --crate-name quicksalt_wasm "*) exec "$@" ;;
  *) exec "$@" -Cllvm-args=-inline-threshold=60 ;;
esac
