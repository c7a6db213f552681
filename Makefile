# Two main targets: `make run` serves everything, `make test` tests everything. Both install what they need.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
# The newest that the locks support: each version is faster than the one before.
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do $$p -c "$(NEW_ENOUGH)" 2>/dev/null && command -v $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
# Keep bytecode whatever the shell says: the tests start Python hundreds of times.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest -q -p no:schemathesis

.PHONY: run test all-tests flaky lint style types check full quick collect typescript soak mutation fuzz hostile audit contract faults simulate partitions image containers strength bench bench-check screenshots animation release-check lock clean

run: $(VENV)/runtime
	@exec $(BIN)/ludotheque up --local-bots

# Locks are complete: nothing has to be resolved. uv installs in two seconds what takes pip half a minute; pip installs
# where there is no uv for the machine, or uv cannot reach what pip is configured to reach.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
UV := $(BIN)/uv pip install --quiet --no-deps --system-certs --python $(BIN)/python
add = { $(UV) $(1) || $(PIP) $(1); }

# Fill the environment by a lock, $(1); meanwhile run $(2).
define install
	@test -x $(BIN)/python || "$(PYTHON)" -c "$(NEW_ENOUGH)" 2>/dev/null || { \
		echo "Python 3.11 or newer is needed; this is $$("$(or $(PYTHON),python3)" --version 2>&1). Name another: make PYTHON=/path/to/python3.12 ..." >&2; exit 1; }
	@echo "Installing $(1) into $(VENV): about half a minute, once" >&2
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-uv.lock || echo "uv cannot be installed: pip does its work" >&2
	@$(2) $(call add,--require-hashes -r $(1)); status=$$?; wait; exit $$status
	@$(call add,--no-build-isolation -e . -e clients/python)
	@$(BIN)/python -m compileall -q -j 0 api clients/python engines store tools workers
endef

$(VENV)/runtime: export UV_COMPILE_BYTECODE := 1
$(VENV)/runtime: requirements.lock requirements-uv.lock pyproject.toml clients/python/pyproject.toml
	$(call install,requirements.lock)
	@touch $@

# Beside the rest: redis imports OpenTelemetry wherever it finds it, in every process of the tests.
OTEL := { $(call add,--upgrade --target $(VENV)/otel --require-hashes -r requirements-otel.lock) || \
	echo "OpenTelemetry cannot be installed: the tests of traces are skipped" >&2; }

# The lock for development holds all of the other one: one installation is enough.
$(VENV)/development: requirements.lock requirements-dev.lock requirements-otel.lock requirements-uv.lock pyproject.toml clients/python/pyproject.toml
	$(call install,requirements-dev.lock,$(OTEL) &)
	@touch $(VENV)/runtime $@

# Two test processes per core and one more: half of the tests wait for other processes.
WORKERS := -n $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 2 + 1) --dist loadfile --no-loadscope-reorder
SOAK := --ignore=tests/system/cluster/test_play.py --ignore=tests/system/cluster/test_sentinel.py --ignore=tests/docker/containers
ALL := $(WORKERS) $(SOAK) tests

# mypy runs beside the tests, which leave a core idle now and then; benchmarks run alone.
test: $(VENV)/development
	@$(MAKE) --no-print-directory -j2 style collect
	@$(MAKE) --no-print-directory -j2 all-tests types
	$(MAKE) --no-print-directory bench-check

all-tests: $(VENV)/development
	$(PYTEST) $(ALL)

flaky: $(VENV)/development  # N runs, under load if wanted: make flaky N=5 LOAD=1 GROUP="tests/system/bots"
	@for nice in $(if $(LOAD),19 19 0 0); do nice -n $$nice $(BIN)/python -c "while True: pass" & busy="$$busy $$!"; done; \
	trap 'test -z "$$busy" || kill $$busy' EXIT; $(PYTEST) --count=$(or $(N),5) --repeat-scope=session $(or $(GROUP),$(ALL))

collect: $(VENV)/development  # once, before the workers: checks that all tests can be imported, and compiles them
	@$(PYTEST) --collect-only tests > $(VENV)/collected || { cat $(VENV)/collected; exit 1; }

lint: style types

style: $(VENV)/development
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/lint-imports

types: $(VENV)/development
	$(BIN)/mypy

check: $(VENV)/development  # the quick loop
	@began=$$(date +%s); $(MAKE) --no-print-directory -j2 lint quick && \
	echo "checked in $$(($$(date +%s) - began)) s"

full: test soak fuzz hostile contract faults simulate  # everything, with the full counts: hours

quick: $(VENV)/development
	KIT_GAMES=2 $(PYTEST) -n 2 --dist loadfile tests/engines tests/api/schemas tests/api/views tests/test_habits.py

soak: $(VENV)/development  # the full counts
	KIT_GAMES=2000 KIT_PROBES=1 KIT_RANDOM=1 $(PYTEST) -s tests/engines/kernel/test_kit.py -k "properties and bakong"
	KIT_GAMES=1000 KIT_PROBES=1 KIT_RANDOM=1 $(PYTEST) -s tests/engines/kernel/test_kit.py -k "properties and not bakong and not cups"
	CLUSTER_SECONDS=$${CLUSTER_SECONDS:-120} $(PYTEST) -s tests/system/cluster

mutation: $(VENV)/development  # small faults that the tests of an engine must notice: make mutation GAME=bakong
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python "mutmut>=3.8,<4"
	KIT_GAMES=3 $(BIN)/mutmut run "engines.$(GAME).*"; $(BIN)/mutmut results

fuzz: $(VENV)/development  # the long profile of the contract fuzzing
	FUZZ_MINUTES=$${FUZZ_MINUTES:-20} $(PYTEST) -s tests/system/contract/test_fuzz.py

hostile: $(VENV)/development  # the long profile of hostile bytes
	HOSTILE_SECONDS=$${HOSTILE_SECONDS:-600} HOSTILE_SEED=$${HOSTILE_SEED:-$$$$} $(PYTEST) tests/system/hostile

audit: $(VENV)/development  # known vulnerabilities of the locked packages
	for lock in requirements*.lock; do $(BIN)/uv tool run --system-certs pip-audit --strict --disable-pip --require-hashes -r $$lock || exit; done

typescript:  # types from the document, then the built files; needs npm
	cd clients/typescript && npm ci --loglevel=error && npm run --silent build

contract: $(VENV)/development  # external linters and generators (need npm and Java); then two generated clients play
	PYTHON=$(abspath $(BIN))/python sh openapi/outside/run.sh
	$(PYTEST) tests/system/contract/test_generated_client.py tests/system/contract/test_generated_typescript.py
	cd clients/typescript && npm ci --loglevel=error
	$(PYTEST) tests/clients/typescript/test_drift.py

faults: $(VENV)/development  # ten minutes of kills, pauses and cuts
	FAULT_SECONDS=$${FAULT_SECONDS:-600} $(BIN)/python -m tests.system.faults.run

simulate: $(VENV)/development  # seeded histories with faults for MINUTES; SEED=17 repeats one seed
	$(BIN)/python -m tests.system.simulation.run --minutes $(or $(MINUTES),30) $(if $(SEED),--seed $(SEED))

partitions: $(VENV)/development  # what each durability level loses when a master is isolated; SECONDS of play before each cut
	$(BIN)/python -m tests.system.partitions.run --seconds $(or $(SECONDS),8)

image: $(VENV)/runtime  # localhost/ludotheque, with podman or buildah; BASE=pull takes the Dockerfile's base image instead of Debian's packages
	$(BIN)/python docker/build.py --services $(if $(filter pull,$(BASE)),,--local-base)

containers: image $(VENV)/development  # compose.yaml in containers of that image, each restarted; needs podman and podman-compose
	$(PYTEST) tests/docker/containers

strength: $(VENV)/development
	$(BIN)/python -m bench.strength

screenshots: $(VENV)/development
	$(BIN)/python -m tests.system.browser.screenshots

animation: $(VENV)/development  # the animation of the README; needs pillow: $(BIN)/pip install pillow
	$(BIN)/python -m tests.system.browser.animation

bench: $(VENV)/development
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.http
	$(BIN)/python -m bench.server.start
	$(BIN)/python -m bench.server.growth
	$(BIN)/python -m bench.server.durability
	$(BIN)/python -m bench.server.stream
	$(BIN)/python -m bench.serve
	$(BIN)/python -m bench.cluster
	$(BIN)/python -m bench.turns

bench-check: $(VENV)/development
	$(BIN)/python -m bench.http --check

release-check: $(VENV)/development  # the first steps of a new user; QUICK=--quick omits make test
	$(BIN)/python -m tests.system.release $(QUICK)

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate
RUNTIME := --extra embedded --extra terminal --extra zstd --extra build pyproject.toml

lock: $(VENV)/development
	$(LOCK) $(RUNTIME) -o requirements.lock
	$(LOCK) $(RUNTIME) --extra dev --extra rl -o requirements-dev.lock
	$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['otel'], sep='\n')" | \
	$(LOCK) --constraints requirements-dev.lock - -o requirements-otel.lock
	echo uv | $(LOCK) - -o requirements-uv.lock

clean:
	rm -rf $(VENV) build *.egg-info var/test
