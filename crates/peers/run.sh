#!/usr/bin/env bash
# Builds LMS of quicksalt and of its peers, compares their results and times them:
# crates/peers/run.sh PYTHON [OPTION OF quicksalt lab lms ...]
#
# PYTHON must have quicksalt, pyhsslms and hsslms. The C code of cisco/hash-sigs comes from liboqs in the crate
# oqs-sys and is compiled here; it is skipped without a C compiler or OpenSSL's headers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1
shift
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/target}
cargo build --quiet --release --locked --manifest-path "$here/Cargo.toml"

quoted() { printf '%q ' "$@"; }
peers=("quicksalt=$(quoted "$CARGO_TARGET_DIR/release/quicksalt-peers" quicksalt)")
for package in pyhsslms hsslms; do
    peers+=(--check "$package=$(quoted "$python" "$here/children/pypi.py" "$package")")
done

find_oqs='
import json, pathlib, sys
packages = json.load(sys.stdin)["packages"]
crate = next(p for p in packages if p["name"] == "oqs-sys")
print(pathlib.Path(crate["manifest_path"]).parent / "liboqs/src/sig_stfl/lms/external")'
sources=$(cargo metadata --quiet --locked --all-features --format-version 1 \
    --manifest-path "$here/Cargo.toml" | "$python" -c "$find_oqs")
child=$CARGO_TARGET_DIR/hash-sigs
mapfile -t files < <(find "$sources" -name '*.c' ! -name hss_thread_pthread.c)
if cc -O3 -w -I "$here/children/hash-sigs" -iquote "$sources" -o "$child" \
    "$here/children/hash-sigs/child.c" "${files[@]}" -lcrypto; then
    peers+=("cisco/hash-sigs=$(quoted "$child")")
else
    echo "without cisco/hash-sigs: apt-get install gcc libssl-dev"
fi
for crate in hbs-lms lms-signature; do
    peers+=("crate $crate=$(quoted "$CARGO_TARGET_DIR/release/quicksalt-peers" "$crate")")
done
"$python" -m quicksalt lab lms --markdown "${peers[@]}" "$@"
