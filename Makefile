# Everything runs in .venv, which each target makes for itself. The same without make: README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CATALOGUES := bot/locale
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo run test check format messages lock

help:
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

demo: $(VENV)/runs ## play offline, in a browser
	@$(BIN)/python -m bot demo

run: $(VENV)/runs ## run the bot on Discord, with the settings of .env
	@$(BIN)/python -m bot run

test: $(VENV)/develops ## run every test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(VENV)/develops ## look at style, format, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/develops ## put the code in format and mend what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(VENV)/develops ## collect the sentences of the code in the catalogues
	$(BIN)/python -m tests.catalogues

lock: $(VENV)/develops ## write the newest allowed versions into the lock files
	$(LOCK) --upgrade pyproject.toml -o requirements.lock
	$(LOCK) --upgrade -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock

# What running needs, and what developing needs beyond it.
$(VENV)/runs: requirements.lock | $(VENV)/bin/python
	$(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/develops: requirements-dev.lock | $(VENV)/bin/python
	$(INSTALL) -r requirements-dev.lock
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Cheza needs Python 3.11 or newer: make ... PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
