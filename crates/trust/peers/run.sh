#!/usr/bin/env bash
# Builds the trust store and its peers and times them: crates/trust/peers/run.sh PYTHON [OPTION OF
# quicksalt lab children ...]
#
# Loads the system's bundle, 10,000 certificates in one file and the system's directory, compared
# with rustls, then verifies a chain against stores of four sizes. PYTHON has quicksalt installed.
# The reports are written beside the program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1
shift
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/../../peers/target}
cargo build --quiet --release --locked --manifest-path "$here/Cargo.toml"

quoted() { printf '%q ' "$@"; }
child() { quoted "$CARGO_TARGET_DIR/release/quicksalt-trust-peers" "$@"; }
status=0
# race REPORT CHILD ... [OPTION ...]; a result too noisy for a verdict does not stop the other
# races.
race() {
    local report=$1 code=0
    shift
    "$python" -m quicksalt lab children --json "$CARGO_TARGET_DIR/$report.json" "$@" || code=$?
    [ $code -eq 0 ] || [ $code -eq 5 ] || exit $code
    [ $code -eq 0 ] || status=5
}

many=$CARGO_TARGET_DIR/10000.pem
"$python" -c 'import sys; from quicksalt.lab.growth.certificates import blocks
sys.stdout.writelines(blocks(10000))' >"$many"
bundle=/etc/ssl/certs/ca-certificates.crt
for file in "$bundle" "$many"; do
    printf '\nLoading %s\n' "$file"
    race "load-$(basename "$file")" "quicksalt=$(child load quicksalt "$file")" \
        "pki-types=$(child load pki-types "$file")" "$@"
done
printf '\nLoading the directory %s\n' "${bundle%/*}"
race load-directory "quicksalt=$(child load quicksalt "${bundle%/*}")" \
    "native-certs=$(child load native-certs "${bundle%/*}")" "$@"
printf '\nVerifying a chain, by the number of trusted certificates\n'
sizes=()
for size in 150 1000 10000 100000; do
    sizes+=("$size=$(child verify "$size")")
done
race verify "${sizes[@]}" "$@"
exit $status
