# Commands for daily work. `scripts/parts.mk` has the parts of `make test`, longer tests and
# measurements.
PYTHON ?= python3
VENV := .venv
export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
# Records the time of a clean build.
TIMED := $(PYTHON) scripts/timed.py
PREFIX ?= /usr/local
MATURIN := VIRTUAL_ENV=$(CURDIR)/$(VENV) $(CURDIR)/$(BIN)/maturin

.PHONY: race help build quick test check format abi wasm npm site dist release clean

race: build ## time the candidates on this machine
	$(BIN)/quicksalt race

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## /\1:\t/p' Makefile | expand -t 8

build: $(STAMP) ## compile the Python packages into .venv
	$(PYTHON) scripts/backend.py
	cargo fetch --quiet --locked
	$(TIMED) python target/release env $(MATURIN) develop --release
	cd python/signatures && $(MATURIN) develop --release
	test $(VENV)/.lab-stamp -nt python/lab/pyproject.toml || $(BIN)/pip install --editable python/lab
	touch $(VENV)/.lab-stamp

quick: $(VENV)/.test-stamp ## test the changes since the last commit, or since SINCE
	$(PYTHON) scripts/quick.py $(if $(SINCE),--since $(SINCE))

# Single-threaded parts run in parallel with compilation; parts that call rustup run one at a time.
test: check test-rust ## run all tests of all parts
	$(MAKE) --jobs=2 --output-sync=line test-python test-slow test-arm
	$(MAKE) --jobs=2 --output-sync=line test-grow ctgrind traces site test-abi-secrets
	$(MAKE) --jobs=2 --output-sync=line test-pynacl test-program emacs
	$(MAKE) wasm-check test-wasm test-js npm other-systems msrv

check: ## lint the Rust code, and compile the peer benchmarks
	cargo fmt --check
	cargo clippy --workspace --all-targets --quiet -- --deny warnings
	cargo clippy --package quicksalt --no-default-features --quiet -- --deny warnings
	cargo check --quiet --locked --workspace --manifest-path crates/peers/Cargo.toml
	$(PYTHON) scripts/notices.py --check
	$(PYTHON) scripts/prose.py

format: $(VENV)/.test-stamp ## format Rust and Python
	cargo fmt
	$(BIN)/ruff format emacs python records scripts vectors wasm
	$(BIN)/ruff check --fix emacs python records scripts vectors wasm

abi: ## install the C library below PREFIX, in LIBDIR, for a package below DESTDIR
	crates/abi/install.sh $(PREFIX)

wasm: ## build the modules for WebAssembly
	scripts/part wasm $(TIMED) wasm target/wasm wasm/modules.sh target/wasm/modules

# Packs, installs and runs the npm package in a fresh folder.
npm: wasm ## pack the npm package and try it
	scripts/part npm wasm/js/try.sh target/wasm/modules $(NPM)

# A headless Chromium checks every page.
site: build $(VENV)/.test-stamp $(VENV)/.site-stamp ## build the documentation site in target/site
	scripts/part site $(BIN)/python scripts/site.py $(OPTIONS)

dist: build ## build source distributions and wheels, and try both in fresh environments
	rm -rf dist
	$(BIN)/python scripts/manual.py
	for folder in . python/signatures; do \
	  (cd $$folder && $(MATURIN) sdist --out $(CURDIR)/dist && \
	    $(MATURIN) build --release --quiet --out $(CURDIR)/dist) || exit 1; \
	done
	cd python/lab && $(CURDIR)/$(BIN)/hatchling build --directory $(CURDIR)/dist
	$(BIN)/python scripts/try_dist.py dist

release: build ## build and check every artefact of a release in dist, without publishing
	scripts/part release scripts/release

clean: ## remove all build output
	rm -rf target .cache crates/peers/target python/installed/data/share/man $(VENV) dist

include scripts/parts.mk
