#!/usr/bin/env bash
# Runs rustc as cargo does for a module: wasm/rustc.sh RUSTC ARGUMENTS. Modules are half as large as
# with the compiler's own threshold for inlining, and as fast where kernels say what is inlined; those
# of the curve crate do not. The interface and what links the module are compiled for size, for which
# the compiler's own threshold is lower still.
set -euo pipefail
case " $* " in
  *" --crate-name curve25519_dalek "* | *" --crate-name quicksalt_abi "* | *" --crate-name quicksalt_wasm "*) exec "$@" ;;
  *) exec "$@" -Cllvm-args=-inline-threshold=60 ;;
esac
