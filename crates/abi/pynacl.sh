#!/usr/bin/env bash
# Builds PyNaCl from source against this library in place of libsodium, and runs all its tests:
# crates/abi/pynacl.sh PYTHON PREFIX SOURCES. PREFIX is the prefix of `make abi`. PYTHON has pytest
# and hypothesis. Exit code 3: a tool is missing.
set -euo pipefail
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
prefix=$(cd "$2" && pwd) sources=$(cd "$3" && pwd)
command -v cc >/dev/null || {
  echo "no C compiler: apt-get install gcc libc6-dev python3-dev" >&2
  exit 3
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$prefix/lib/quicksalt
# A copy without the bundled libsodium, so that the build cannot use it.
cp -r "$sources" "$work/pynacl"
rm -rf "$work/pynacl/src/libsodium" "$work/pynacl/build"
SODIUM_INSTALL=system CFLAGS="-I$prefix/include/quicksalt" \
  LDFLAGS="-L$library -Wl,-rpath,$prefix/lib" \
  "$python" -m pip install --quiet --no-deps --target "$work/installed" "$work/pynacl"
case $(ldd "$work"/installed/nacl/_sodium*.so) in
  *"$prefix/lib/libquicksalt.so"*) ;;
  *) echo "PyNaCl was not linked with $prefix/lib/libquicksalt.so" >&2 && exit 1 ;;
esac
cd "$work/pynacl"
PYTHONPATH=$work/installed "$python" -c '
import sys, nacl
print("PyNaCl", nacl.__version__, "over our C interface")
assert nacl.__file__.startswith(sys.argv[1]), nacl.__file__' "$work/installed"
PYTHONPATH=$work/installed "$python" -m pytest -q -p no:cacheprovider tests
