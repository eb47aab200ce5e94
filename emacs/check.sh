#!/usr/bin/env bash
# The Emacs package: compiled without warnings, checked, tested, and run in a real terminal.  Usage:
# emacs/check.sh PYTHON [native], where PYTHON is a path from the root.  Exit code 3 means that a
# tool is missing.  With `native`, only compile natively, which takes a minute.
set -euo pipefail
cd "$(dirname "$0")"
python=$1
command -v emacs >/dev/null || {
  echo "emacs is missing: apt-get install emacs-nox" >&2
  exit 3
}
# Compile in target/; start empty, so that deleted sources leave no compiled file.
built=../target/emacs
rm -rf "$built"
mkdir -p "$built"
cp quicksalt*.el "$built"
cp test/*.el ../vectors/emacs/*.json *.texi "$built"
lisp=(quicksalt*.el)
main=("${lisp[@]/#/$built/}")
batch() { emacs -Q --batch -L "$built" -l test/build.el "$@"; }

if [ "${2:-}" = native ]; then
  # Shows warnings that only native compilation reports; discards the output.
  QUICKSALT_NATIVE=$(mktemp -d)
  export QUICKSALT_NATIVE
  trap 'rm -rf "$QUICKSALT_NATIVE"' EXIT
  batch -f quicksalt-compile-natively "${main[@]}"
  exit
fi
# A fresh Emacs per file, so that a file cannot rely on libraries that another file loaded.
for file in "${main[@]}"; do batch -f quicksalt-compile "$file"; done
batch -f quicksalt-compile "$built"/quicksalt-*tests.el
batch -f quicksalt-checkdoc "${lisp[@]}"
# Debian's elpa-package-lint, which -Q leaves off the path.
lint=(/usr/share/emacs/site-lisp/elpa-src/package-lint-[0-9]*)
if [ -d "${lint[0]}" ]; then
  batch -L "${lint[0]}" --eval '(setq package-lint-main-file "quicksalt.el")' \
    -l package-lint -f package-lint-batch-and-exit "${lisp[@]}"
else
  echo "package-lint is missing: apt-get install elpa-package-lint" >&2
  [ -z "${QUICKSALT_NO_SKIP:-}" ]
fi
# Test without the module, which must not be required, then with it.
tests() {
  emacs -Q --batch -L "$built" "${loaded[@]}" --eval '(setq ert-batch-backtrace-right-margin 200)' \
    -f ert-run-tests-batch-and-exit >"$built/tests.log" 2>&1 ||
    { cat "$built/tests.log" >&2; exit 1; }
  grep '^Ran' "$built/tests.log"
}
loaded=()
for tests in "$built"/*-tests.elc; do loaded+=(-l "$tests"); done
tests
(cd .. && cargo build --release --quiet --package quicksalt-emacs)
cp ../target/release/libquicksalt_module.* "$built"/
for suffix in so dylib; do
  [ ! -e "$built/libquicksalt_module.$suffix" ] ||
    mv "$built/libquicksalt_module.$suffix" "$built/quicksalt-native.$suffix"
done
tests
cd ..
"$python" emacs/test/terminal.py target/emacs
