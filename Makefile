# Each target is one line around `python -m ...`; the README has the same lines for machines without make.
PYTHON ?= python3
RUN := .venv/bin/python

play: .venv/run.stamp   ## a local stand-in for Discord with the bot in it, and one link per person
	@$(RUN) -m bot.playground

run: .venv/run.stamp    ## the bot on Discord, with the token in .env
	@$(RUN) -m bot

test: .venv/dev.stamp   ## all checks and tests
	@$(RUN) -m tests

quick: .venv/dev.stamp  ## the fast checks and tests, for after each change
	@$(RUN) -m tests quick

coverage: .venv/dev.stamp  ## measure how much of the program the tests run; fails if too little
	@$(RUN) -m tests coverage

nightly: .venv/dev.stamp ## all tests with every try, and proof that the laws can fail
	@$(RUN) -m tests nightly

bench: .venv/dev.stamp  ## measure speed, as ratios within one run
	@$(RUN) -m tests.bench

soak: .venv/dev.stamp   ## a thousand random matches per game and number of seats
	@$(RUN) -m tests.long_runs.soak

drill: .venv/dev.stamp  ## a crash at every write and request of fifteen stories, also by SIGKILL
	@$(RUN) -m tests.long_runs.drill

soak-host: .venv/dev.stamp  ## an hour of matches at a running bot: does anything grow?
	@$(RUN) -m tests.long_runs.soak_host

walk: .venv/dev.stamp   ## every leak, forgery and limit; the suite checks a sample
	@$(RUN) -m tests.long_runs.walk

catalogues: .venv/dev.stamp  ## add new messages to every catalogue, to be translated
	@$(RUN) -m tests.catalogues

sheet: .venv/run.stamp  ## every picture on contact sheets, for review
	@$(RUN) -m render.tools.contact_sheet

.venv/run.stamp: requirements.lock
	@echo "Installing what the bot needs into .venv. This takes about a minute, only the first time."
	@$(PYTHON) -m venv .venv
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock .venv/run.stamp
	@echo "Installing what the tests need into .venv. This takes about a minute, only the first time."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

lock:                   ## update the lock files, after a change in pyproject.toml
	@$(RUN) -m pip install --quiet uv
	@$(RUN) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.lock
	@$(RUN) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra dev pyproject.toml -o requirements-dev.lock

.PHONY: play run test quick coverage nightly bench soak soak-host drill walk catalogues sheet lock
