#!/usr/bin/env bash
# Runs rustc as cargo does for a module: wasm/rustc.sh RUSTC ARGUMENTS. Modules are half as large as
# with the compiler's own threshold for inlining, and as fast where kernels say what is inlined; those
# of the curve crate do not.
set -euo pipefail
case " $* " in
  *" --crate-name curve25519_dalek "*) exec "$@" ;;
  *) exec "$@" -Cllvm-args=-inline-threshold=60 ;;
esac
