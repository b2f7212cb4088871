# One entry for each chore. `make help` lists them; the first one that needs it sets up .venv.

PYTHON ?= python3
RUN := .venv/bin/python
TESTS ?= tests
GAMES ?= 20000
JOBS ?= 2
# Tests of one group (a shared port, a shared build) stay on one worker.
PARALLEL ?= -n auto --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help setup demo demo-languages test nightly check proto bench fmt clean

help: ## list the chores
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

setup: ## make .venv with the project and its tools (done by every other chore)
	@"$(PYTHON)" tools/setup_venv.py

# The demo plays afresh each time: a run of another version of the bots would be refused as another cup.
demo: setup ## play a small cup of bots on the USA board, verify every replay, write its report
	@rm -rf results/demo-cup
	@$(RUN) -m referee cup run cups/demo.toml
	@$(RUN) -m referee cup verify results/demo-cup
	@$(RUN) -m referee cup report results/demo-cup
	@echo "Open results/demo-cup/report.html in a browser. The command referee is there after: . .venv/bin/activate"

demo-languages: setup ## build the sample bots of all languages, let them play a cup, verify it
	@rm -rf results/languages-cup
	@$(RUN) -m referee cup run cups/languages.toml
	@$(RUN) -m referee cup verify results/languages-cup

test: ## run all tests, in parallel (TESTS=tests/game for a part)
	@"$(PYTHON)" tools/setup_venv.py --others
	@$(RUN) -m pytest $(PARALLEL) $(TESTS)

nightly: setup ## 20,000 random games of every edition against the oracles (GAMES=2000 JOBS=2); continues
	@$(RUN) tools/nightly.py --games $(GAMES) --jobs $(JOBS)

# Every check runs, so that one look shows all that is wrong.
check: setup ## format, lint, types, protocol, a test for each rule
	@status=0; for one in "$(RUN) -m ruff format --check" "$(RUN) -m ruff check" "$(RUN) -m mypy" \
		".venv/bin/buf lint" "$(RUN) tools/make_proto.py --check" "$(RUN) tools/rule_table.py --check" \
		"$(RUN) tools/protocol_reference.py --check"; \
		do echo "check: $$one"; $$one || status=1; done; exit $$status

proto: setup ## make referee/v1 from proto/ with the pinned generator
	@$(RUN) tools/make_proto.py

bench: setup ## measure speeds
	@$(RUN) -m referee bench

fmt: setup ## format and sort imports
	@$(RUN) -m ruff format
	@$(RUN) -m ruff check --fix

clean: ## remove environments, caches and builds; results stay
	@rm -rf .venv .tools .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
