# Each target is one line around `python -m ...`; the README has the same lines for machines without make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

play: $(VENV)/run.stamp   ## a local stand-in for Discord with the bot in it, and one link per person
	@$(RUN) -m playground --name "Tomato Table" --bot "python -m bot local"

init: $(VENV)/run.stamp   ## ask for the bot's token, check it, write .env, and test this machine
	@$(RUN) -m bot init

run: $(VENV)/run.stamp    ## the bot on Discord, with the token in .env
	@$(RUN) -m bot

test: $(VENV)/dev.stamp   ## all checks and tests
	@$(RUN) -m tests

quick: $(VENV)/dev.stamp  ## the fast checks and tests, for after each change
	@$(RUN) -m tests quick

PYTHONS := python3.11 python3.12 python3.13 python3.14

pythons:                ## install and run the fast tests on each Python found; PYTHONS="..." names others
	@for python in $(PYTHONS); do \
		$$python --version || { echo "$$python isn't installed here: left out."; continue; }; \
		$(MAKE) --no-print-directory quick PYTHON=$$python VENV=.venv/pythons/$$python || exit; \
	done

coverage: $(VENV)/dev.stamp  ## measure how much of the program the tests run; fails if too little
	@$(RUN) -m tests coverage

nightly: $(VENV)/dev.stamp ## all tests with every try, and proof that the laws can fail
	@$(RUN) -m tests nightly

bench: $(VENV)/dev.stamp  ## measure speed, as ratios within one run
	@$(RUN) -m tests.bench

soak: $(VENV)/dev.stamp   ## a thousand random matches per game and number of seats
	@$(RUN) -m tests.long_runs.soak

drill: $(VENV)/dev.stamp  ## a crash at every write and request, faults, outages and stops of the bot
	@$(RUN) -m tests.long_runs.drill

soak-host: $(VENV)/dev.stamp  ## an hour of matches at a running bot: does anything grow?
	@$(RUN) -m tests.long_runs.soak_host

days: $(VENV)/dev.stamp   ## sixty days of forty people in about an hour: does all hold?
	@$(RUN) -m tests.long_runs.sixty_days

service: $(VENV)/dev.stamp  ## docs/install.md by the clock on a fresh Debian with systemd; needs root
	@$(RUN) -m tests.long_runs.service

walk: $(VENV)/dev.stamp   ## every leak, forgery and limit; the suite checks a sample
	@$(RUN) -m tests.long_runs.walk

mutants: $(VENV)/mutants.stamp  ## break the program in small ways: do the tests notice?
	@$(RUN) -m tests.long_runs.mutants

catalogues: $(VENV)/dev.stamp  ## add new messages to every catalogue, to be translated
	@$(RUN) -m tests.catalogues

sheet: $(VENV)/run.stamp  ## every picture on contact sheets, for review
	@$(RUN) -m render.tools.contact_sheet

release: $(VENV)/dev.stamp ## build the newest commit's packages twice, and list their parts
	@$(RUN) -m tests.release

$(VENV)/run.stamp: requirements.lock
	@echo "Installing what the bot needs into $(VENV). This takes about a minute, only the first time."
	@$(PYTHON) -m venv $(VENV)
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	@$(RUN) -m pip check
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	@echo "Installing what the tests need into $(VENV). This takes about a minute, only the first time."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	@$(RUN) -m pip check
	@touch $@

EXTRA := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["mutants"], sep="\n")

$(VENV)/mutants.stamp: pyproject.toml $(VENV)/dev.stamp
	@$(RUN) -c '$(EXTRA)' | $(RUN) -m pip install --quiet --disable-pip-version-check -r /dev/stdin
	@touch $@

COMPILE := -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-header

lock: $(VENV)/run.stamp ## update the lock files, after a change in pyproject.toml
	@$(RUN) -m pip install --quiet uv
	@$(RUN) $(COMPILE) pyproject.toml -o requirements.lock
	@$(RUN) $(COMPILE) --extra dev pyproject.toml -o requirements-dev.lock

.PHONY: play init run test quick pythons coverage nightly bench soak soak-host drill days service walk mutants catalogues sheet release lock
