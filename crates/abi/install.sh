#!/usr/bin/env bash
# Builds the native library of libsodium's C interface and installs it: crates/abi/install.sh PREFIX.
#
# LIBDIR is the folder for the library, by default PREFIX/lib, for example
# LIBDIR=/usr/lib/x86_64-linux-gnu. For packaging, DESTDIR is prepended to all paths. PYTHON is the
# interpreter that writes the headers, by default python3.
#
# All files are named quicksalt, so that libsodium can be installed alongside. LIBDIR/quicksalt/
# contains links with libsodium's names, for programs whose build looks for libsodium.
set -euo pipefail
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
prefix=$(absolute "${1:?missing installation folder: crates/abi/install.sh PREFIX}")
libdir=$(absolute "${LIBDIR:-$prefix/lib}")
destdir=${DESTDIR:+$(absolute "$DESTDIR")}
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
command -v cargo >/dev/null || { echo "cargo is not installed: see https://rustup.rs" >&2; exit 3; }
"${PYTHON:-python3}" scripts/backend.py

cargo rustc --quiet --release --package quicksalt-abi --lib --crate-type cdylib,staticlib -- \
  -C link-arg=-Wl,-soname,libquicksalt.so.0
built=${CARGO_TARGET_DIR:-target}/release
lib=$destdir$libdir
mkdir -p "$lib/pkgconfig" "$lib/quicksalt/pkgconfig" "$destdir$prefix/include"
install -m 755 "$built/libquicksalt_abi.so" "$lib/libquicksalt.so.0"
install -m 644 "$built/libquicksalt_abi.a" "$lib/libquicksalt.a"
ln -sf libquicksalt.so.0 "$lib/libquicksalt.so"
ln -sf ../libquicksalt.so.0 "$lib/quicksalt/libsodium.so"
ln -sf ../libquicksalt.a "$lib/quicksalt/libsodium.a"
"${PYTHON:-python3}" crates/abi/headers.py "$destdir$prefix/include/quicksalt"

# Writes a pkg-config file for a name, a version, a folder and a library name.
pc() {
  cat <<END
prefix=$prefix
libdir=$3
includedir=\${prefix}/include/quicksalt

Name: $1
Description: libsodium's C interface over quicksalt
Version: $2
Libs: -L\${libdir} -l$4
Libs.private: -lpthread -ldl -lm
Cflags: -I\${includedir}
END
}
inside=${libdir/#"$prefix"\//'${prefix}/'}
pc quicksalt "$version" "$inside" quicksalt >"$lib/pkgconfig/quicksalt.pc"
pc libsodium 1.0.22 "$inside/quicksalt" sodium >"$lib/quicksalt/pkgconfig/libsodium.pc"

# The dynamic linker's cache finds the library if it searches the folder.
if [ -z "$destdir" ] && PATH=$PATH:/sbin:/usr/sbin command -v ldconfig >/dev/null; then
  PATH=$PATH:/sbin:/usr/sbin
  if ! ldconfig -v -N -X 2>/dev/null | grep -q "^$libdir:"; then
    echo "The dynamic linker does not search $libdir: link programs with -Wl,-rpath,$libdir"
  elif [ "$(id -u)" != 0 ]; then
    echo "Run ldconfig as root, so that programs find $libdir/libquicksalt.so.0"
  else
    ldconfig
  fi
fi
