# `make demo` and `make test` set everything up by themselves; only Python 3.11+ and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test check format docs bench constraints clean

help:  ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "bauta needs Python 3.11 or newer; call make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: $(READY)  ## take the bundled example through all eleven steps to its report, in demo/
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh scripts/demo.sh

test: $(READY)  ## run every test
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup

check: $(READY)  ## format, lint, types, architecture, docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/architecture
	$(BIN)/python scripts/reference.py --check

format: $(READY)  ## rewrite the code in the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(READY)  ## regenerate docs/reference from the code
	$(BIN)/python scripts/reference.py

bench: $(READY)  ## measure speed and memory beside plain DuckDB and the peers, and how cost grows
	$(BIN)/python -m benchmarks

constraints: $(READY)  ## write the installed versions to constraints.txt
	@{ echo '# Versions this project is tested with. Refresh with `make constraints`.'; $(BIN)/python -m pip list --format=freeze | grep -vE '^(pip|setuptools|bauta)=='; } > constraints.txt

clean:  ## remove what make created
	rm -rf $(VENV) demo benchmarks/data .pytest_cache .mypy_cache .ruff_cache
