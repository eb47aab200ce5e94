# Parts of `make test`, longer tests, measurements and their installations. Included by the Makefile.
CARGO_TEST := cargo test --workspace --quiet

.PHONY: test-rust test-program test-slow test-arm test-python test-pynacl test-grow ctgrind branches traces \
  grow-stock grow-suite anchors limbo fuzz mutants other-systems test-systems msrv emacs emacs-native \
  wasm-check test-wasm reproducible test-js bundlers test-engines bench-js pyodide page \
  target/abi abi-wasi report targets test-abi test-abi-secrets test-abi-wasi peers-abi soak \
  peers-hashsig peers-trust figures crates

test-rust:
	$(CARGO_TEST)

# Tests that take seconds each.
test-slow:
	$(CARGO_TEST) --lib --test store -- --ignored --skip child::

# The core and the trust store's verdicts on emulated AArch64; `make test-arm TRUST=--tests` runs all
# tests of the trust store, which take minutes to compile.
TRUST := --lib --test chains
test-arm:
	scripts/part aarch64 scripts/aarch64 --package quicksalt --lib --test candidates --test nacl
	scripts/part aarch64 scripts/aarch64 --package quicksalt-trust $(TRUST)

test-python: build $(VENV)/.test-stamp
	$(BIN)/ruff format --check emacs python records scripts vectors wasm
	$(BIN)/ruff check emacs python records scripts vectors wasm
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2

# The native program, tested directly; other targets run these tests through the Python package.
test-program: build $(VENV)/.test-stamp
	cargo build --quiet --release --package quicksalt-cli
	QUICKSALT_PROGRAM=$(CURDIR)/target/release/quicksalt \
	  $(BIN)/python -m pytest -q python/tests/files python/tests/cli/test_files.py \
	  python/tests/cli/test_hashsig.py python/tests/cli/test_hashsig_words.py python/tests/cli/test_progress.py

# PyNaCl's own tests from its source distribution, unchanged, with quicksalt in place of PyNaCl.
PYNACL := target/pynacl
test-pynacl: build $(VENV)/.test-stamp $(PYNACL)/tests
	cd $(PYNACL) && $(CURDIR)/$(BIN)/python -m quicksalt.compat -m pytest -q -p no:cacheprovider

$(PYNACL)/tests: | $(STAMP)
	$(BIN)/pip download --no-deps --no-binary pynacl --dest $(PYNACL) pynacl==1.6.2
	tar -xzf $(PYNACL)/pynacl-1.6.2.tar.gz -C $(PYNACL) --strip-components 1

# Tests that run many programs under valgrind, or need a database server.
test-grow: build $(VENV)/.test-stamp
	$(BIN)/python -m pytest -m slow -rs

# Constant-time check: runs every candidate under valgrind with its secrets marked as undefined.
ctgrind:
	scripts/part ctgrind cargo run --quiet --release --package quicksalt-ctgrind

# Conditional jumps of the kernels that memcheck cannot run, from their disassembly.
branches:
	scripts/part branches $(PYTHON) scripts/branches.py

# Secret remnants in memory: reads the memory of a sleeping child process after each operation.
traces:
	cargo test --quiet --release --package quicksalt-ctgrind --package quicksalt-abi --test traces

# Functions that do not scale in stock GnuTLS and OpenSSL; none is expected in quicksalt's store.
grow-stock: build $(VENV)/.test-stamp
	scripts/part grow-stock $(BIN)/python scripts/grow_suite.py stock

# `quicksalt grow` on programs of known growth, from this repository, Debian, PyPI, npm and crates.io;
# takes more than an hour. OPTIONS can name cases, and a folder for callgrind's files: --keep FOLDER.
grow-suite: build $(VENV)/.test-stamp
	scripts/part grow-suite $(BIN)/python scripts/grow_suite.py $(OPTIONS)

# Verdicts on faulty trusted certificates by the trust store, OpenSSL, Go and cryptography. OPTIONS can
# name files of `vectors/trust/`, to compare all verdicts with the suite.
anchors: build $(VENV)/.test-stamp
	$(BIN)/python scripts/verdicts.py $(OPTIONS)

# All cases of x509-limbo: make limbo LIMBO=path/to/limbo.json
limbo:
	$(PYTHON) vectors/trust/make_chains.py limbo $(LIMBO) --all --out target/chains
	QUICKSALT_CHAINS=$(CURDIR)/target/chains cargo test --quiet --package quicksalt-trust --test chains \
	  -- --nocapture --skip pkits

# Fuzzing: each operation of each primitive, every candidate against the portable one, and damaged
# bundles for the trust store, each for FUZZ_SECONDS. A failure prints its FUZZ_SEED. ONLY restricts the
# run to operations whose names contain one of its words: ONLY=aead,secretstream,ed25519.verify.
FUZZ_SECONDS := 60
fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_ONLY=$(ONLY) \
	  cargo test --quiet --package quicksalt --lib fuzz:: -- --nocapture
ifndef ONLY
	cargo run --quiet --release --package quicksalt-trust --example fuzz -- $(FUZZ_SECONDS)
	cargo run --quiet --release --package quicksalt-files --example fuzz -- $(FUZZ_SECONDS)
endif

# Mutation testing: inserts thousands of faults into the kernels, one at a time, and runs the self-tests.
# Fails if a survivor is not in the list. OPTIONS are options of the script, such as `--only poly1305` or
# `--tests`, which also runs the tests for survivors.
mutants:
	scripts/part mutants $(PYTHON) scripts/mutants.py $(OPTIONS)

# Lints library and bindings for other operating systems.
other-systems:
	scripts/part other-systems scripts/other-systems

# Tests the library's crates on Linux with musl, and on Windows in wine.
test-systems:
	scripts/part musl scripts/test-crates x86_64-unknown-linux-musl
	scripts/part windows scripts/test-crates x86_64-pc-windows-gnu

# Compiles every feature of every published crate with the minimum Rust version of Cargo.toml.
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv:
	rustup --quiet toolchain install $(MSRV) --profile minimal
	cargo +$(MSRV) check --quiet --workspace --exclude quicksalt-ctgrind --all-features --target-dir target/msrv

# Compiles, checks and tests the Emacs package, and uses it in a terminal.
emacs: | $(STAMP)
	scripts/part emacs emacs/check.sh $(BIN)/python

# Compiles the Emacs package to native code, which must not cause warnings.
emacs-native:
	scripts/part emacs-native emacs/check.sh $(BIN)/python native

wasm-check: $(VENV)/.wasm-stamp
	scripts/part wasm-check wasm/check.sh $(BIN)/python

# The WebAssembly modules in wasmtime, optimised and not, and their sizes.
test-wasm: wasm $(VENV)/.wasm-stamp
	scripts/part test-wasm wasm/test.sh $(BIN)/python target/wasm/modules

# Reproducible builds: a clean second build of a module in a different folder gives identical bytes.
reproducible:
	scripts/part reproducible wasm/reproducible.sh

# Tests of the npm package in Node and in Chromium, also against libsodium.js.
NPM := target/npm/quicksalt
test-js: wasm
	scripts/part test-js wasm/js/check.sh target/wasm/modules $(NPM)

# The packed npm package in Node 18 to 26, Bun, Deno, Jest, Vite, webpack, esbuild and rollup, which are
# installed from npm (2 GB); bundles run in Node and in Chromium. OPTIONS selects by part of a name, such
# as `vite7`.
bundlers: wasm
	mkdir -p target/bundlers
	scripts/part bundlers node wasm/js/test/matrix.mjs target/wasm/modules target/bundlers $(OPTIONS)

# The npm package's tests in Deno and Bun, and in their workers; both are installed from npm.
test-engines: test-js
	scripts/part test-engines wasm/js/engines.sh

# Benchmark against libsodium.js in Node, for every common operation. OPTIONS are options of
# wasm/js/bench/bench.mjs, such as `crypto_box --seconds 1`.
bench-js: test-js
	node wasm/js/bench/bench.mjs $(OPTIONS)

# Builds the Python package's wheel for Pyodide and runs the package's tests in Pyodide, in Node.
pyodide: $(VENV)/.test-stamp
	scripts/part pyodide wasm/pyodide/check.sh $(BIN)/python target/pyodide-tools $(OPTIONS)

# The page that runs the npm package's tests in any browser: serve target/page.
page: test-js
	@echo "python3 -m http.server --directory target/page"

# The C library installed in target/abi, for tests and measurements.
target/abi:
	DESTDIR= LIBDIR= scripts/part abi crates/abi/install.sh $(CURDIR)/$@

# The C library as a static library for WASI programs: lib/wasm32-wasi/libquicksalt.a below PREFIX.
abi-wasi:
	crates/abi/install-wasi.sh $(PREFIX)

# The report page with old and new measurements: target/report.html. OPTIONS are options of `quicksalt
# lab report`, such as `--quick`. Takes at most 15 minutes.
report: build target/abi $(VENV)/.test-stamp wasm target/npm-peers/.stamp $(VENV)/.wasm-stamp
	mkdir -p target/builds
	$(BIN)/quicksalt lab report --keep target/report --builds target/builds --output target/report.html $(OPTIONS)

# Time of WebAssembly relative to native: the measurement of 2019, with peers from npm. OPTIONS are
# options of `quicksalt lab targets`, such as `--passes --rounds 11 --json targets.json`.
NPM_PEERS := @noble/ciphers@2.4.0 @noble/curves@2.4.0 @noble/hashes@2.4.0 binaryen@132.0.0 hash-wasm@4.13.0 libsodium-wrappers-sumo@0.8.4 sodium-native@5.1.0
targets: build target/abi wasm target/npm-peers/.stamp $(VENV)/.wasm-stamp
	$(BIN)/quicksalt lab targets $(OPTIONS)

target/npm-peers/.stamp:
	mkdir -p target/npm-peers
	npm install --prefix target/npm-peers --no-audit --no-fund $(NPM_PEERS)
	touch $@

# C programs with the C library: quicksalt's tests; libsodium's own tests, unchanged, of the release in
# PyNaCl's source distribution and of the newest release; and PyNaCl built with the library, with all of
# PyNaCl's tests.
LIBSODIUM := target/libsodium
test-abi: target/abi $(PYNACL)/tests $(VENV)/.test-stamp
	scripts/part test-abi $(BIN)/python crates/abi/check.py target/abi $(PYNACL)/src/libsodium \
	  $$(crates/abi/peers/libsodium.sh $(BIN)/python $(LIBSODIUM))
	scripts/part test-abi crates/abi/pynacl.sh $(BIN)/python target/abi $(PYNACL)

# Every function of the C library with a secret argument, under memcheck with the secret marked.
test-abi-secrets: target/abi | $(STAMP)
	scripts/part test-abi-secrets $(BIN)/python crates/abi/secret_arguments.py target/abi

# The same C programs as WebAssembly in wasmtime, optimised and not, with the library for WASI.
test-abi-wasi: $(PYNACL)/tests $(VENV)/.wasm-stamp
	DESTDIR= scripts/part test-abi-wasi crates/abi/install-wasi.sh $(CURDIR)/target/abi
	scripts/part test-abi-wasi $(BIN)/python crates/abi/wasi.py target/abi $(PYNACL)/src/libsodium \
	  $$(crates/abi/peers/libsodium.sh $(BIN)/python $(LIBSODIUM))

# Times the C functions of libsodium's newest release and of quicksalt, and quicksalt's underlying Rust
# calls. OPTIONS are a part of a function's name and options of `quicksalt lab children`, such as
# `crypto_hash --rounds 31 --json peers.json`.
peers-abi: build target/abi
	scripts/part peers-abi crates/abi/peers/run.sh $(BIN)/python target/abi $(LIBSODIUM) $(OPTIONS)

# Soak test that no signature index is used twice: 10,000 signers killed at random moments, and 2,000
# rounds each of links, renames, symlinked folders, snapshots, forks into namespaces, reused process ids,
# and recovered copies, in files and on PostgreSQL. Takes an hour on a busy machine; tests that need root
# are reported.
KILLS ?= 10000
ROUNDS ?= 2000
soak: build $(VENV)/.test-stamp
	QUICKSALT_KILLS=$(KILLS) cargo test --release --package quicksalt-hashsig --test kill -- --nocapture no_index
	QUICKSALT_ROUNDS=$(ROUNDS) cargo test --release --package quicksalt-hashsig --test store -- --nocapture --test-threads 1 soak:: namespaces:: recovery::
	QUICKSALT_ROUNDS=$(ROUNDS) $(BIN)/python -m pytest -m slow -k repeats_after_restoring python/tests/hashsig/test_postgres.py

# Cross-checks and times quicksalt's LMS and its peers. OPTIONS are options of `quicksalt lab lms`, such
# as `--rounds 11 --json peers.json`.
peers-hashsig: build $(VENV)/.peers-stamp
	crates/peers/run.sh $(BIN)/python $(OPTIONS)

# Times the trust store against the root loader of rustls, for several numbers of trusted certificates.
# OPTIONS are options of `quicksalt lab children`, such as `--rounds 11`.
peers-trust: build
	crates/trust/peers/run.sh $(BIN)/python $(OPTIONS)

# Measures README's claims and picture again. Run it on a quiet machine.
FIGURES := target/figures
figures: build $(VENV)/.test-stamp
	mkdir -p $(FIGURES)
	$(BIN)/quicksalt lab peers --json $(FIGURES)/peers.json
	$(BIN)/quicksalt lab tls --json $(FIGURES)/tls.json
	$(BIN)/quicksalt lab growth --json $(FIGURES)/growth.json
	$(BIN)/python scripts/readme.py --take $(FIGURES)/peers.json --take $(FIGURES)/tls.json --take $(FIGURES)/growth.json

# Runs the tests of the crates from their unpacked packages.
crates:
	$(PYTHON) scripts/try_crates.py

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install 'maturin>=1.16,<2' 'hatchling>=1.27'
	touch $@

$(VENV)/.test-stamp: $(STAMP)
	$(BIN)/pip install 'aiohttp>=3.10' 'cryptography>=44' 'distributed>=2024.5' 'eventlet>=0.40' 'gevent>=24' 'hypothesis>=6.100' libnacl==2.1.0 'mypy>=1.15' 'psycopg[binary]>=3.2' pynacl==1.6.2 'pytest>=8' 'pytest-xdist>=3.6' 'requests>=2.32' 'ruff>=0.12' 'truststore>=0.10' 'urllib3>=2.2'
	touch $@

$(VENV)/.peers-stamp: $(STAMP)
	$(BIN)/pip install hsslms==0.1.3 pyhsslms==2.0.0
	touch $@

$(VENV)/.site-stamp: $(STAMP)
	$(BIN)/pip install 'mkdocstrings[python]>=1' 'zensical>=0.0.73'
	touch $@

$(VENV)/.wasm-stamp: $(STAMP)
	$(BIN)/pip install 'wasmtime>=50'
	touch $@
