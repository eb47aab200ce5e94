#!/usr/bin/env bash
# Builds the native library of libsodium's C interface and installs it: crates/abi/install.sh PREFIX,
# below DESTDIR if that is set. PYTHON writes the headers, python3 unless it is set.
#
# It may lie beside libsodium: all is called quicksalt. Below lib/quicksalt/ there are the names of
# libsodium too, for programs whose build asks for those.
set -euo pipefail
prefix=$1
cd "$(dirname "$0")/../.."
to=${DESTDIR:-}$prefix
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)

cargo rustc --quiet --release --package quicksalt-abi --lib --crate-type cdylib,staticlib -- \
  -C link-arg=-Wl,-soname,libquicksalt.so.0
built=${CARGO_TARGET_DIR:-target}/release
mkdir -p "$to/lib/pkgconfig" "$to/lib/quicksalt/pkgconfig" "$to/include"
install -m 755 "$built/libquicksalt_abi.so" "$to/lib/libquicksalt.so.0"
install -m 644 "$built/libquicksalt_abi.a" "$to/lib/libquicksalt.a"
ln -sf libquicksalt.so.0 "$to/lib/libquicksalt.so"
ln -sf ../libquicksalt.so.0 "$to/lib/quicksalt/libsodium.so"
ln -sf ../libquicksalt.a "$to/lib/quicksalt/libsodium.a"
"${PYTHON:-python3}" crates/abi/headers.py "$to/include/quicksalt"

# pkg-config's file of a name and a version, whose library is in a folder under a name.
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
pc quicksalt "$version" '${prefix}/lib' quicksalt >"$to/lib/pkgconfig/quicksalt.pc"
pc libsodium 1.0.22 '${prefix}/lib/quicksalt' sodium >"$to/lib/quicksalt/pkgconfig/libsodium.pc"
