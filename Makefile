# The two commands a newcomer needs are `make run` and `make test`; each installs what it lacks when it may.

.DEFAULT_GOAL := help
.PHONY: help run build test soak test-swift test-process test-browser crowd fuzz check format bench screenshots smoke clean

# Swift builds use every core by default. Browser tests wait more than they compute, so three go at once; each of the
# three has a server and a browser of its own. What fails beside others is tried once more, alone: with three browsers on
# two cores a page now and then takes longer than a test waits. What is wrong fails twice.
PYTEST ?= .venv/bin/python -m pytest
TESTS ?= Tests/Browser
FUZZ ?= 1000000

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build everything and serve at http://localhost:8080 (PORT, HOST and DAYBOOK_* are passed on)
	@scripts/run.sh

build: ## Build .build/release/daybook and the browser half beside it
	@scripts/build.sh

test: test-swift test-process test-browser ## Run all tests

# Server tests apart: what Core simulates would keep from them the threads on which they wait for each other. Four at
# once, because tests of waiting hold a thread for a moment only, and a thousand that begin together all wait for all.
test-swift: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4
test-swift: ## Run the tests of Core, Views, Store and Server
	@scripts/install.sh build
	swift build --build-tests
	swift test --skip-build --filter DaybookServerTests
	swift test --skip-build --skip DaybookServerTests

test-process: ## Run the tests of the program as an operator meets it: signals, disks, sockets
	@scripts/install.sh test
	swift build --product daybook
	$(PYTEST) -n 2 Tests/Process

test-browser: ## Run the tests in a real browser (TESTS=path chooses some)
	@scripts/install.sh test
	swift build --product daybook
	@scripts/build-browser.sh
	$(PYTEST) -n 3 $(TESTS) || $(PYTEST) --last-failed --last-failed-no-failures none $(TESTS)

crowd: ## Let a crowd do its worst over sockets to a server of 256 MiB, beside somebody who must not notice
	@scripts/install.sh test
	swift build --product daybook
	$(PYTEST) -m crowd Tests/Process/test_crowd.py

fuzz: ## Run a million seeded cases of each fuzzer (FUZZ=count for more or fewer)
	@scripts/install.sh build
	DAYBOOK_FUZZ=$(FUZZ) swift test --filter Fuzz

# How many random histories of devices, tabs, clocks, losses, resets and backups `make soak` lives through, and how often
# it kills the server.
HISTORIES ?= 1000000
KILLS ?= 200

soak: ## Live through a million random histories of sync and 200 kills of the server (HISTORIES=n, KILLS=n)
	@scripts/install.sh test
	DAYBOOK_HISTORIES=$(HISTORIES) swift test -c release -Xswiftc -enable-testing --filter SyncSimulationTests
	swift build --product daybook
	DAYBOOK_KILLS=$(KILLS) $(PYTEST) -s Tests/Process/test_crash.py

check: ## Format, imports, WebAssembly and JavaScript versions, sizes, words, tests named in SECURITY.md
	@scripts/install.sh test
	@scripts/check-format.sh
	@scripts/check-words.sh
	@scripts/check-security.sh
	@scripts/check-js.sh
	@scripts/build-browser.sh
	@scripts/check-imports.sh
	@scripts/check-wasm.sh
	@scripts/check-sizes.sh

format: ## Format all Swift as .swift-format says
	swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

bench: ## Measure sizes, page and server, and print the table of docs/benchmarks.md
	@scripts/install.sh bench
	@scripts/build.sh
	.venv/bin/python Benchmarks/run.py

screenshots: ## Make docs/screenshots from the running app
	@scripts/install.sh screenshots
	@scripts/build.sh
	.venv/bin/python scripts/screenshots.py

smoke: ## Do what a newcomer does: make run, sign up, Ctrl-C, run again
	@scripts/install.sh test
	$(PYTEST) -m smoke Tests/Browser/test_make_run.py

clean: ## Remove everything that was built
	rm -rf .build .build-wasm .venv
