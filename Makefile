PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: build
build: $(VENV)/.stamp
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --quiet

$(VENV)/.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet 'maturin>=1.16,<2' 'click>=8.1' 'rich>=13'
	touch $@
