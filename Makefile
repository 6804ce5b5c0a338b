.DEFAULT_GOAL := help
PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/ready
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock"
NODE_TOOLS := tests/contract/node_modules/ready
ESLINT := tests/contract/node_modules/.bin/eslint --config tests/contract/eslint.config.mjs --max-warnings 0
PEERS := benchmarks/peers
EVENTS ?= 2000000
CITUS := $(or $(KIFU_TEST_CITUS_URL),$(shell cat .citus/url 2>/dev/null))

# Python keeps its compiled modules even if the machine says otherwise: the tests start hundreds of processes, and of the
# 3.8 CPU seconds that a service needs to import everything, 2.3 go into compiling.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test test-all citus test-fast lint words definitions bench bench-against bench-growth bench-peers pictures lock clean

help: ## show these lines
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

serve: $(READY) ## start Kifu on 127.0.0.1:8000, with a database of its own in ./.kifu
	@$(BIN)/kifu serve

test: $(READY) $(NODE_TOOLS) ## run the tests against a real PostgreSQL, without the ones that take minutes
	@$(BIN)/python -m pytest -q -n 3 --dist worksteal -m "not long"

test-all: $(READY) $(NODE_TOOLS) ## run every test, including those that take minutes
	@test -n "$(CITUS)" || echo "No Citus cluster is running, so its tests are skipped; make citus starts one."
	@KIFU_TEST_CITUS_URL="$(CITUS)" $(BIN)/python -m pytest -q -n 2 --dist worksteal

citus: ## start a Citus cluster in ./.citus for make test-all; CITUS_SOURCE names its source if it must be built
	@deploy/citus/cluster.sh

test-fast: $(READY) ## run the tests of the rules, without pictures or a database, in a minute or two
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow and not long" tests/domain --ignore tests/domain/application --ignore-glob "*/picture/*"

lint: $(READY) $(NODE_TOOLS) ## check style, types, the walls between the packages, the page, spelling and prose
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@if test -f $(NODE_TOOLS); then $(ESLINT) page/static; fi
	@$(BIN)/codespell
	@$(BIN)/python -m tests.support.prose

words: $(READY) ## rewrite the catalogues of other languages with the current texts of the code
	@$(BIN)/python -m tests.catalogues.writing

definitions: $(READY) ## rewrite migrations/schema.sql and definitions.tsv after adding a migration
	@$(BIN)/python -m tests.eventstore.writing_definitions

bench: $(READY) ## measure everything and write benchmarks/results.md
	@$(BIN)/python -m benchmarks

bench-against: $(READY) ## compare this version with COMMIT, in alternating slices
	@$(BIN)/python -m benchmarks.against $(COMMIT)

bench-growth: $(READY) ## make a database of EVENTS events (2 million) in ./.kifu-growth and measure what grows with it
	@$(BIN)/python -m benchmarks.growing.measure $(EVENTS)

bench-peers: $(READY) $(PEERS)/boardgame/node_modules/ready $(PEERS)/uma/.venv/ready ## compare boardgame.io, UmaDB, stock eventsourcing and INSERT
	@$(BIN)/python -m benchmarks peers

pictures: $(READY) ## redraw docs/replay.svg and retake docs/pages/*.jpg, the pictures of the page; those need Chromium
	@$(BIN)/python docs/replay.py
	@$(BIN)/python docs/screenshots.py

lock: $(READY) ## rewrite requirements.lock, for services, and requirements-dev.lock, for clones, from pyproject.toml
	@$(LOCK) --extra s3 --extra build pyproject.toml -o requirements.lock
	@$(LOCK) --extra dev --constraint requirements.lock pyproject.toml -o requirements-dev.lock

clean: ## remove the environment and what tools left behind; games in ./.kifu stay
	@rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache tests/contract/node_modules \
		$(PEERS)/boardgame/node_modules $(PEERS)/uma/.venv .kifu-growth .bench-against

$(READY): requirements-dev.lock pyproject.toml
	@echo "Setting up .venv (once; seconds from a cache, minutes without one)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv 2>/dev/null || python3 -m venv .venv
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock > .venv/uv.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r .venv/uv.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode --require-hashes -r requirements-dev.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $(READY)

# The linters of the page and of the OpenAPI document, and the generator of its TypeScript client. Without Node, `make lint`
# passes over the page, and tests that need them skip.
$(NODE_TOOLS): tests/contract/package-lock.json
	@if command -v npm >/dev/null; then \
		cd tests/contract && npm ci --silent --ignore-scripts --no-audit --no-fund && touch node_modules/ready; \
	else echo "Node is not installed: neither the page nor the OpenAPI document is linted, and no TypeScript client is made."; fi

# The peers of the benchmarks; each is left out of them, with a sentence, where it cannot be installed.
$(PEERS)/boardgame/node_modules/ready: $(PEERS)/boardgame/package-lock.json
	@if command -v npm >/dev/null; then \
		cd $(PEERS)/boardgame && npm ci --silent --ignore-scripts --no-audit --no-fund && touch node_modules/ready; \
	else echo "Node is not installed: boardgame.io is not measured."; fi

$(PEERS)/uma/.venv/ready: $(PEERS)/uma/requirements.txt
	@rm -rf $(PEERS)/uma/.venv; $(BIN)/python -m venv $(PEERS)/uma/.venv
	@if $(PEERS)/uma/.venv/bin/pip install -qq --disable-pip-version-check --only-binary :all: -r $<; then touch $@; \
	else rm -rf $(PEERS)/uma/.venv; echo "There is no wheel of UmaDB for this machine: it is not measured."; fi
