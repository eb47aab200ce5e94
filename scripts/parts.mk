# Parts of `make test`, longer tests and measurements, with what they install. The Makefile includes it.
CARGO_TEST := cargo test --workspace --quiet

.PHONY: test-rust test-program test-slow test-arm test-python test-pynacl test-grow ctgrind branches traces \
  grow-stock grow-suite anchors limbo fuzz mutants other-systems msrv emacs emacs-native \
  wasm-check test-wasm reproducible test-js bundlers test-engines bench-js pyodide page \
  target/abi abi-wasi report targets test-abi test-abi-secrets test-abi-wasi peers-abi soak \
  peers-hashsig peers-trust figures crates

test-rust:
	$(CARGO_TEST)

# What takes seconds.
test-slow:
	$(CARGO_TEST) --lib --test store -- --ignored --skip child::

# The core and the trust store's verdicts on AArch64, emulated; `make test-arm TRUST=--tests` runs all that
# the trust store has, which takes minutes to compile.
TRUST := --lib --test chains
test-arm:
	scripts/part aarch64 scripts/aarch64 --package quicksalt --lib --test candidates --test nacl
	scripts/part aarch64 scripts/aarch64 --package quicksalt-trust $(TRUST)

test-python: build $(VENV)/.test-stamp
	$(BIN)/ruff format --check emacs python records scripts vectors wasm
	$(BIN)/ruff check emacs python records scripts vectors wasm
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2

# The native program by itself: its tests in Python, which try it through Python else.
test-program: build $(VENV)/.test-stamp
	cargo build --quiet --release --package quicksalt-cli
	QUICKSALT_PROGRAM=$(CURDIR)/target/release/quicksalt \
	  $(BIN)/python -m pytest -q python/tests/files python/tests/cli/test_files.py \
	  python/tests/cli/test_hashsig.py python/tests/cli/test_hashsig_words.py python/tests/cli/test_progress.py

# PyNaCl's own tests out of its source distribution, unchanged, with this package under its name.
PYNACL := target/pynacl
test-pynacl: build $(VENV)/.test-stamp $(PYNACL)/tests
	cd $(PYNACL) && $(CURDIR)/$(BIN)/python -m quicksalt.compat -m pytest -q -p no:cacheprovider

$(PYNACL)/tests: | $(STAMP)
	$(BIN)/pip download --no-deps --no-binary pynacl --dest $(PYNACL) pynacl==1.6.2
	tar -xzf $(PYNACL)/pynacl-1.6.2.tar.gz -C $(PYNACL) --strip-components 1

# Tests that run many programs under valgrind, or a database server.
test-grow: build $(VENV)/.test-stamp
	$(BIN)/python -m pytest -m slow -rs

# Constant time: every candidate under valgrind with its secrets marked.
ctgrind:
	scripts/part ctgrind cargo run --quiet --release --package quicksalt-ctgrind

# Conditional jumps of the kernels that memcheck cannot run, out of their disassembly.
branches:
	scripts/part branches $(PYTHON) scripts/branches.py

# Secrets that operations leave in memory: a child that has run each is read while it sleeps.
traces:
	cargo test --quiet --release --package quicksalt-ctgrind --package quicksalt-abi --test traces

# Who does not scale in stock GnuTLS and OpenSSL, and nobody in our own store.
grow-stock: build $(VENV)/.test-stamp
	scripts/part grow-stock $(BIN)/python scripts/grow_suite.py stock

# Programs whose growth is known, ours and those of Debian, PyPI, npm and crates.io, and who is named:
# more than an hour. OPTIONS may name cases, and a folder to keep what was counted: --keep FOLDER.
grow-suite: build $(VENV)/.test-stamp
	scripts/part grow-suite $(BIN)/python scripts/grow_suite.py $(OPTIONS)

# Who accepts faulty trusted certificates: the trust store, OpenSSL, Go, cryptography. OPTIONS may name
# files of `vectors/trust/`, in which all are compared with what the suite says.
anchors: build $(VENV)/.test-stamp
	$(BIN)/python scripts/verdicts.py $(OPTIONS)

# All cases of x509-limbo: make limbo LIMBO=path/to/limbo.json
limbo:
	$(PYTHON) vectors/trust/make_chains.py limbo $(LIMBO) --all --out target/chains
	QUICKSALT_CHAINS=$(CURDIR)/target/chains cargo test --quiet --package quicksalt-trust --test chains \
	  -- --nocapture --skip pkits

# Random cases: each operation of each primitive, every candidate against the portable one, and damaged
# bundles for the trust store, each for so many seconds. A failure names its FUZZ_SEED. ONLY names
# operations or parts of their names, and then nothing else runs: ONLY=aead,secretstream,ed25519.verify.
FUZZ_SECONDS := 60
fuzz:
	FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_ONLY=$(ONLY) \
	  cargo test --quiet --package quicksalt --lib fuzz:: -- --nocapture
ifndef ONLY
	cargo run --quiet --release --package quicksalt-trust --example fuzz -- $(FUZZ_SECONDS)
	cargo run --quiet --release --package quicksalt-files --example fuzz -- $(FUZZ_SECONDS)
endif

# Thousands of faults put into the kernels, one at a time: which do the self-tests find? Fails if one
# survives that is not in the list. OPTIONS are those of the program, such as `--only poly1305` or
# `--tests`, which runs the tests under the survivors too.
mutants:
	scripts/part mutants $(PYTHON) scripts/mutants.py $(OPTIONS)

# Library and bindings, linted for systems that nobody here has.
other-systems:
	scripts/part other-systems scripts/other-systems

# The Rust that Cargo.toml says is enough compiles every feature of every crate that is published.
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv:
	rustup --quiet toolchain install $(MSRV) --profile minimal
	cargo +$(MSRV) check --quiet --workspace --exclude quicksalt-ctgrind --all-features --target-dir target/msrv

# The Emacs package: compiled, checked, tested, and used in a terminal.
emacs: | $(STAMP)
	scripts/part emacs emacs/check.sh $(BIN)/python

# The same files compiled natively, without a warning.
emacs-native:
	scripts/part emacs-native emacs/check.sh $(BIN)/python native

wasm-check: $(VENV)/.wasm-stamp
	scripts/part wasm-check wasm/check.sh $(BIN)/python

# These modules in wasmtime, optimised and not, and their sizes.
test-wasm: wasm $(VENV)/.wasm-stamp
	scripts/part test-wasm wasm/test.sh $(BIN)/python target/wasm/modules

# A module built a second time, elsewhere and from nothing, has the same bytes.
reproducible:
	scripts/part reproducible wasm/reproducible.sh

# The npm package of these modules: its tests in Node and in Chromium, beside libsodium.js.
NPM := target/npm/quicksalt
test-js: wasm
	scripts/part test-js wasm/js/check.sh target/wasm/modules $(NPM)

# The packed package in Node 18 to 26, Bun, Deno, Jest, Vite, webpack, esbuild and rollup, which come from npm, 2 GB;
# bundles run in Node and in Chromium. OPTIONS is a part of a name, such as `vite7`.
bundlers: wasm
	mkdir -p target/bundlers
	scripts/part bundlers node wasm/js/test/matrix.mjs target/wasm/modules target/bundlers $(OPTIONS)

# The same tests in Deno and Bun, and in workers of theirs; both come from npm.
test-engines: test-js
	scripts/part test-engines wasm/js/engines.sh

# The package beside libsodium.js on every operation that both have, in Node. OPTIONS are those of
# wasm/js/bench/bench.mjs, such as `crypto_box --seconds 1`.
bench-js: test-js
	node wasm/js/bench/bench.mjs $(OPTIONS)

# The wheel of the Python package for Pyodide, and the package's tests there, in Node.
pyodide: $(VENV)/.test-stamp
	scripts/part pyodide wasm/pyodide/check.sh $(BIN)/python target/pyodide-tools $(OPTIONS)

# The page that runs these tests in any browser: serve target/page.
page: test-js
	@echo "python3 -m http.server --directory target/page"

# The same for what tests and measures it.
target/abi:
	DESTDIR= LIBDIR= scripts/part abi crates/abi/install.sh $(CURDIR)/$@

# The same as a static library for programs on WASI: lib/wasm32-wasi/libquicksalt.a below PREFIX.
abi-wasi:
	crates/abi/install-wasi.sh $(PREFIX)

# The five stories, then and now, on one page: target/report.html. OPTIONS are those of
# `quicksalt lab report`, such as `--quick`. Takes a quarter of an hour at most.
report: build target/abi $(VENV)/.test-stamp wasm target/npm-peers/.stamp $(VENV)/.wasm-stamp
	mkdir -p target/builds
	$(BIN)/quicksalt lab report --keep target/report --builds target/builds --output target/report.html $(OPTIONS)

# What WebAssembly takes of native time: the measurement of 2019, with the peers of npm. OPTIONS are those
# of `quicksalt lab targets`, such as `--passes --rounds 11 --json targets.json`.
NPM_PEERS := @noble/ciphers@2.4.0 @noble/curves@2.4.0 @noble/hashes@2.4.0 binaryen@132.0.0 hash-wasm@4.13.0 libsodium-wrappers-sumo@0.8.4 sodium-native@5.1.0
targets: build target/abi wasm target/npm-peers/.stamp $(VENV)/.wasm-stamp
	$(BIN)/quicksalt lab targets $(OPTIONS)

target/npm-peers/.stamp:
	mkdir -p target/npm-peers
	npm install --prefix target/npm-peers --no-audit --no-fund $(NPM_PEERS)
	touch $@

# Programs in C against it: ours, libsodium's own tests, unchanged, of the release that is in PyNaCl's
# source distribution and of the newest, and PyNaCl built over it, with all of its tests.
LIBSODIUM := target/libsodium
test-abi: target/abi $(PYNACL)/tests $(VENV)/.test-stamp
	scripts/part test-abi $(BIN)/python crates/abi/check.py target/abi $(PYNACL)/src/libsodium \
	  $$(crates/abi/peers/libsodium.sh $(BIN)/python $(LIBSODIUM))
	scripts/part test-abi crates/abi/pynacl.sh $(BIN)/python target/abi $(PYNACL)

# Every function of the C library that takes a secret, under memcheck with the secret marked.
test-abi-secrets: target/abi | $(STAMP)
	scripts/part test-abi-secrets $(BIN)/python crates/abi/secret_arguments.py target/abi

# The same programs as WebAssembly in wasmtime, optimised and not, against the library for WASI.
test-abi-wasi: $(PYNACL)/tests $(VENV)/.wasm-stamp
	DESTDIR= scripts/part test-abi-wasi crates/abi/install-wasi.sh $(CURDIR)/target/abi
	scripts/part test-abi-wasi $(BIN)/python crates/abi/wasi.py target/abi $(PYNACL)/src/libsodium \
	  $$(crates/abi/peers/libsodium.sh $(BIN)/python $(LIBSODIUM))

# libsodium's functions through C, those of its newest release and ours, beside the calls of Rust that ours
# make. OPTIONS are a part of a function's name and those of `quicksalt lab children`, such as
# `crypto_hash --rounds 31 --json peers.json`.
peers-abi: build target/abi
	scripts/part peers-abi crates/abi/peers/run.sh $(BIN)/python target/abi $(LIBSODIUM) $(OPTIONS)

# No index is given out twice: ten thousand signers killed at random moments, and two thousand rounds
# each of links, renames, folders of links, snapshots, forks into namespaces, process ids that come
# round, and copies recovered, in files and on PostgreSQL. Takes an hour where others are at work; what needs root says so.
KILLS ?= 10000
ROUNDS ?= 2000
soak: build $(VENV)/.test-stamp
	QUICKSALT_KILLS=$(KILLS) cargo test --release --package quicksalt-hashsig --test kill -- --nocapture no_index
	QUICKSALT_ROUNDS=$(ROUNDS) cargo test --release --package quicksalt-hashsig --test store -- --nocapture --test-threads 1 soak:: namespaces:: recovery::
	QUICKSALT_ROUNDS=$(ROUNDS) $(BIN)/python -m pytest -m slow -k however_often python/tests/hashsig/test_postgres.py

# LMS of ours and of its peers: everybody verifies what everybody signed, then all are timed side by
# side. OPTIONS are those of `quicksalt lab lms`, such as `--rounds 11 --json peers.json`.
peers-hashsig: build $(VENV)/.peers-stamp
	crates/peers/run.sh $(BIN)/python $(OPTIONS)

# The trust store beside what rustls loads its roots with, and by the number of trusted certificates.
# OPTIONS are those of `quicksalt lab children`, such as `--rounds 11`.
peers-trust: build
	crates/trust/peers/run.sh $(BIN)/python $(OPTIONS)

# The figures of README's first screen and its picture, measured anew. The machine should be quiet.
FIGURES := target/figures
figures: build $(VENV)/.test-stamp
	mkdir -p $(FIGURES)
	$(BIN)/quicksalt lab peers --json $(FIGURES)/peers.json
	$(BIN)/quicksalt lab tls --json $(FIGURES)/tls.json
	$(BIN)/quicksalt lab growth --json $(FIGURES)/growth.json
	$(BIN)/python scripts/readme.py --take $(FIGURES)/peers.json --take $(FIGURES)/tls.json --take $(FIGURES)/growth.json

# What would be published, tried in fresh environments.
# The packages of the crates, unpacked, and their tests run there.
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
